"""The clause index: every rule of every game, in our own words, looked up by its number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

from ludus.core.errors import DataError

# Where clauses come from: the first word of their ids.
BOOKS: Mapping[str, str] = {
    "CM": "Circus: the rules",
    "QA": "Circus: questions and answers",
    "WEB": "Circus: a later version of the rules",
    "GEN": "Circus: options and advice",
    "AID": "Circus: play aids",
    "E2": "Circus: the epic race",
    "E1": "The epic campaign",
    "CR": "Chariot Race",
    "GL": "Gladiator",
}

# Clauses of these kinds describe or advise; there is nothing to enforce.
UNCOUNTED_KINDS = frozenset({"advice", "component", "etiquette"})


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a rulebook: its text, checks, and our ruling where the text is open."""

    id: str
    title: str
    level: str
    kind: str
    text: str
    checks: tuple[str, ...]
    see: tuple[str, ...]
    ambiguity: str
    ruling: str
    ledger: str
    differs_from: tuple[str, ...] = ()
    difference: str = ""

    @property
    def source(self) -> str:
        """The rulebook, e.g. "CR" of "CR wreck"."""
        return self.id.split(" ", 1)[0]

    @property
    def counts(self) -> bool:
        """Whether a test must prove it."""
        return self.kind not in UNCOUNTED_KINDS

    def to_plain(self) -> dict[str, Any]:
        return asdict(self)

    def __repr__(self) -> str:
        return f"<Clause {self.id!r}: {self.title}>"


@cache
def clauses() -> Mapping[str, Clause]:
    """All clauses by id, in the order of the ledgers."""
    index: dict[str, Clause] = {}
    ledgers = resources.files("ludus") / "rules"
    for file in sorted(ledgers.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(".jsonl"):
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            raw = json.loads(line)
            for name in ("checks", "see", "differs_from"):
                raw[name] = _texts(raw.get(name, ()))
            clause = Clause(ledger=file.name.removesuffix(".jsonl"), **raw)
            index[clause.id] = clause
    return {known: _with_whole_references(clause, index) for known, clause in index.items()}


def _with_whole_references(clause: Clause, index: Mapping[str, Clause]) -> Clause:
    """A reference to a clause that is split means all its parts."""
    if all(target in index for target in (*clause.see, *clause.differs_from)):
        return clause

    def whole(targets: tuple[str, ...]) -> tuple[str, ...]:
        found = [
            [target] if target in index else [known for known in index if _is_part(known, target)] for target in targets
        ]
        return tuple(dict.fromkeys(known for parts in found for known in parts))

    return replace(clause, see=whole(clause.see), differs_from=whole(clause.differs_from))


def find_clause(clause_id: str) -> Clause:
    """The clause with this id; case and extra spaces do not matter."""
    index = clauses()
    wanted = " ".join(clause_id.split())
    if wanted in index:
        return index[wanted]
    folded = wanted.casefold()
    for known, clause in index.items():
        if known.casefold() == folded:
            return clause
    near = [known for known in index if known.casefold().startswith(folded)] or get_close_matches(wanted, index)
    hint = f"; did you mean {', '.join(near[:5])}?" if near else "; `ludus rules list` shows all"
    raise DataError(f"there is no clause '{wanted[:60]}'{hint}", code="unknown-clause")


def find_clauses(clause_id: str) -> list[Clause]:
    """The clause with this id, or all parts of one that is split: "CM 7.34" is 7.34a, 7.34b, 7.34c and 7.34-parts."""
    wanted = " ".join(clause_id.split()).casefold()
    if wanted and not any(known.casefold() == wanted for known in clauses()):
        parts = [clause for known, clause in clauses().items() if _is_part(known.casefold(), wanted)]
        if parts:
            return parts
    return [find_clause(clause_id)]


def _is_part(known: str, wanted: str) -> bool:
    # 7.34 is no part of 7.3: a longer number is another clause.
    return known.startswith(wanted) and not known[len(wanted)].isdigit() and wanted[-1].isdigit()


def search(words: Iterable[str], source: str | None = None) -> list[Clause]:
    """Clauses in which all these words occur: first where the id says it, then the title, then the rest."""
    wanted = [word.casefold() for word in words]
    ranked: list[tuple[int, Clause]] = []
    for clause in clauses().values():
        if source is not None and clause.source.casefold() != source.casefold():
            continue
        number, title = clause.id.casefold(), clause.title.casefold()
        text = " ".join((number, title, clause.text, clause.ambiguity, clause.ruling, *clause.checks)).casefold()
        if all(word in text for word in wanted):
            named = all(word in number for word in wanted)
            ranked.append((0 if named else 1 if all(word in title for word in wanted) else 2, clause))
    return [clause for _, clause in sorted(ranked, key=lambda each: each[0])]


def select(source: str | None = None, levels: Iterable[str] | None = None) -> list[Clause]:
    """Clauses of one rulebook and some levels."""
    wanted = None if levels is None else set(levels)
    return [
        clause
        for clause in clauses().values()
        if (source is None or clause.source == source) and (wanted is None or clause.level in wanted)
    ]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which of the clauses that count have a passing test."""

    clauses: int
    covered: tuple[str, ...]
    missing: tuple[str, ...]

    def to_plain(self) -> dict[str, Any]:
        return {"clauses": self.clauses, "covered": list(self.covered), "missing": list(self.missing)}


def coverage(selected: Iterable[Clause], proven: set[str]) -> Coverage:
    counting = [clause.id for clause in selected if clause.counts]
    return Coverage(
        clauses=len(counting),
        covered=tuple(clause for clause in counting if clause in proven),
        missing=tuple(clause for clause in counting if clause not in proven),
    )


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
