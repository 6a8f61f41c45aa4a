"""Every game, with every ruleset and number of seats, passes every check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance import answers, copies, whole_games  # noqa: F401 (they list their checks)
from tests.conformance.kit import ALL_GAMES, CHECKS, Case, cases_of


def marked_cases() -> list[Any]:
    """All of them; for a quick check the simplest and the fullest case of each game are enough."""
    marked = []
    for game in ALL_GAMES:
        first, *between, last = cases_of(game)
        marked += [pytest.param(first, id=str(first)), pytest.param(last, id=str(last))]
        marked += [pytest.param(case, id=str(case), marks=pytest.mark.slow) for case in between]
    return marked


@pytest.mark.parametrize("case", marked_cases())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conforms(check: Callable[[Case], None], case: Case) -> None:
    check(case)
