"""Every rule of the race is cited where it is carried out."""

from __future__ import annotations

from ludus.core.clauses import select
from tests.games.citations import citations_in, uncited, unknown

PACKAGE = "ludus.games.chariot_race"


def test_every_clause_that_counts_is_cited() -> None:
    assert uncited(PACKAGE, "CR") == []


def test_nothing_is_cited_that_does_not_exist() -> None:
    assert unknown(PACKAGE, "CR") == []


def test_the_search_finds_what_is_there_and_what_is_missing() -> None:
    text = '"""CR ram: both take 2 (CR wreck-ram-final)."""  # CR lap. The CROWD'
    assert citations_in(text, "CR") == {"CR ram", "CR wreck-ram-final", "CR lap"}
    counting = [clause.id for clause in select("CR", ["variant"]) if clause.counts]
    assert uncited("ludus.games.gladiator", "CR", ["variant"]) == counting
