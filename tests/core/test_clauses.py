"""The clause index of all ledgers."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources

import pytest

from ludus.core.clauses import (
    BOOKS,
    UNCOUNTED_KINDS,
    Coverage,
    clauses,
    coverage,
    find_clause,
    find_clauses,
    search,
    select,
)
from ludus.core.errors import DataError

LEDGERS = {
    "campaign": 254,
    "chariot-race": 71,
    "circus-options": 127,
    "circus-race-1": 150,
    "circus-race-2": 98,
    "circus-race-3": 93,
    "epic-race": 443,
    "gladiator": 322,
}


def test_all_ledgers_ship_with_the_package() -> None:
    assert Counter(clause.ledger for clause in clauses().values()) == LEDGERS
    assert len(clauses()) == 1558


def test_no_clause_hides_another() -> None:
    folder = resources.files("ludus") / "rules"
    ids = [
        json.loads(line)["id"]
        for file in folder.iterdir()
        if file.name.endswith(".jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    assert sorted(ids) == sorted(clauses())
    assert len({clause_id.casefold() for clause_id in ids}) == len(ids), "ids must differ by more than case"


def test_every_clause_says_something() -> None:
    for clause in clauses().values():
        assert clause.id == " ".join(clause.id.split())
        assert " " in clause.id
        assert clause.title.strip(), clause
        assert clause.text.strip(), clause
        assert clause.level
        assert clause.kind
        assert json.loads(json.dumps(clause.to_plain()))["id"] == clause.id
        assert repr(clause) == f"<Clause {clause.id!r}: {clause.title}>"


def test_references_lead_to_clauses() -> None:
    for clause in clauses().values():
        for target in (*clause.see, *clause.differs_from):
            assert target in clauses(), f"{clause.id} refers to {target}"


@pytest.mark.parametrize("written", ["CR wreck", "cr wreck", "  CR   wreck ", "CR WRECK", "CR\twreck"])
def test_a_clause_is_found_however_it_is_written(written: str) -> None:
    assert find_clause(written).id == "CR wreck"
    assert find_clause(written).source == "CR"


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("CR phase5-", "did you mean CR phase5-"),
        ("CR wrekc", "did you mean CR wreck"),
        ("ZZ nothing like it", "`ludus rules list` shows all"),
        ("", "did you mean"),
    ],
)
def test_an_unknown_clause_is_refused_with_a_hint(written: str, hint: str) -> None:
    with pytest.raises(DataError) as refusal:
        find_clause(written)
    assert refusal.value.code == "unknown-clause"
    assert hint in refusal.value.message
    assert len(refusal.value.message) < 300


def test_selecting() -> None:
    assert len(select("CR")) == 71
    assert {clause.level for clause in select("CR", ["variant"])} == {"variant"}
    assert len(select(levels=["basic"])) == sum(clause.level == "basic" for clause in clauses().values())
    assert len(select()) == 1558
    assert select("nothing") == []


def test_coverage_counts_only_what_can_be_proven() -> None:
    chosen = select("CR")
    counting = [clause.id for clause in chosen if clause.kind not in UNCOUNTED_KINDS]
    assert 0 < len(counting) < len(chosen)
    advice = next(clause.id for clause in chosen if not clause.counts)
    result = coverage(chosen, {counting[0], advice, "CM 6.11"})
    assert result == Coverage(len(counting), (counting[0],), tuple(counting[1:]))
    assert result.to_plain() == {"clauses": len(counting), "covered": [counting[0]], "missing": counting[1:]}


def test_a_split_clause_is_found_by_its_number() -> None:
    assert [clause.id for clause in find_clauses("CM 7.34")] == ["CM 7.34-parts", "CM 7.34a", "CM 7.34b", "CM 7.34c"]
    assert [clause.id for clause in find_clauses("cr wreck")] == ["CR wreck"]
    assert not [clause.id for clause in find_clauses("CM 7.3") if clause.id.startswith("CM 7.33")]
    with pytest.raises(DataError, match="CR wreck-ram-final"):
        find_clauses("CR wreck-ram")


def test_search_looks_everywhere_and_puts_titles_first() -> None:
    assert {clause.source for clause in clauses().values()} == set(BOOKS)
    assert [clause.id for clause in search(["cm", "7.34b"])] == ["CM 7.34b"]
    found = search(["SIDESLIP"])
    titled = ["sideslip" in clause.title.casefold() for clause in found]
    assert titled[0]
    assert not titled[-1]
    assert titled == sorted(titled, reverse=True)
    assert {clause.source for clause in found} >= {"CM", "QA", "E2"}
    only = search(["sideslip"], "qa")
    assert {clause.source for clause in only} == {"QA"}
    # What a check or a ruling says is found too.
    check = next(clause for clause in clauses().values() if clause.checks)
    assert check in search(check.checks[0].split())
    assert search(["sideslip", "xylophone"]) == []
