"""Every game, with every ruleset and number of seats, passes every check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludus.core.game import Game
from tests.conformance import answers, copies, whole_games  # noqa: F401 (they list their checks)
from tests.conformance.kit import ALL_GAMES, CHECKS, Case, cases_of, close_cases, play_out, sane_outcome


def marked_cases() -> list[Any]:
    """For a quick check the simplest and the fullest case of each game are enough."""
    marked = []
    for game in ALL_GAMES:
        first, *between, last = close_cases(game)
        marked += [pytest.param(first, id=str(first)), pytest.param(last, id=str(last))]
        marked += [pytest.param(case, id=str(case), marks=pytest.mark.slow) for case in between]
    return marked


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [game for game in ALL_GAMES if close_cases(game) != cases_of(game)], ids=lambda game: game.id
)
def test_random_play_ends_with_every_number_of_seats(game: Game[Any]) -> None:
    """The whole game, where only some cases are looked at closely."""
    for case in cases_of(game):
        sane_outcome(play_out(case.match(f"random {case}"), case.seats))


@pytest.mark.parametrize("case", marked_cases())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conforms(check: Callable[[Case], None], case: Case) -> None:
    check(case)
