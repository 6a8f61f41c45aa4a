"""Every game, with every ruleset and number of seats, passes every check."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.conformance import answers, copies, whole_games  # noqa: F401 (they list their checks)
from tests.conformance.kit import ALL_GAMES, CHECKS, Case, cases_of


@pytest.mark.parametrize("case", [case for game in ALL_GAMES for case in cases_of(game)], ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conforms(check: Callable[[Case], None], case: Case) -> None:
    check(case)
