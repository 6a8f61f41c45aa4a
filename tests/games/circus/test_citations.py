"""Every rule of the race is cited where it is carried out."""

from __future__ import annotations

import pytest

from ludus.core.clauses import select
from tests.games.citations import uncited, unknown

PACKAGE = "ludus.games.circus"
CAMPAIGN = "campaign"  # CM 20 to 26: between the races


def levels(source: str) -> list[str]:
    """Every level of a source that belongs to the race itself."""
    return sorted({clause.level for clause in select(source)} - {CAMPAIGN})


@pytest.mark.parametrize("source", ["CM", "QA"])
def test_every_clause_that_counts_is_cited(source: str) -> None:
    assert uncited(PACKAGE, source, levels(source)) == []


@pytest.mark.parametrize("source", ["CM", "QA", "AID", "WEB"])
def test_nothing_is_cited_that_does_not_exist(source: str) -> None:
    assert unknown(PACKAGE, source) == []
