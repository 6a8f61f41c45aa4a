"""Where the epic race can be read in two ways: the recommended reading, and the other as a switch."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, attacks, chariot, events, play
from tests.rules.epic.kit import epic

# -- gray squares --------------------------------------------------------------------------------------------------


def at_the_start(turn: int, square: int, **options: Any) -> CircusMatch:
    """Red's team stands there, blue beside it; red has six factors."""
    return epic(
        red=f"lane 3, front straight {square}", blue=f"lane 4, front straight {square}", turn=turn,
        red_is={"written": 6, "whip": False}, options=options,
    )  # fmt: skip


def may_attack(race: CircusMatch) -> bool:
    return bool(attacks(race))


@pytest.mark.rule("E2 2.3.2")
@pytest.mark.parametrize(("square", "allowed"), [(3, False), (4, False), (5, True)])
def test_in_turn_1_nobody_attacks_with_his_car_on_gray(square: int, allowed: bool) -> None:
    """The car is one behind: on 2 and 3 it stands on gray, on 4 it is off."""
    assert may_attack(at_the_start(1, square)) is allowed


@pytest.mark.rule("E2 2.3.2")
def test_after_two_squares_the_first_row_may_attack() -> None:
    race = epic(
        red="lane 3, front straight 3", blue="lane 4, front straight 5", turn=1, red_is={"written": 6, "whip": False}
    )
    assert not may_attack(race)
    play(race, "forward 1")
    assert not may_attack(race)
    play(race, "forward 1")
    assert may_attack(race)


@pytest.mark.rule("E2 2.3.2")
@pytest.mark.parametrize(("gray", "allowed"), [("turn 1", True), ("while on them", False)])
def test_in_turn_2_a_car_that_never_left_gray_may_attack_or_not(gray: str, allowed: bool) -> None:
    assert may_attack(at_the_start(2, 3, gray_squares=gray)) is allowed


@pytest.mark.rule("E2 2.3.2")
def test_a_lap_later_gray_means_nothing_by_either_reading() -> None:
    for gray in ("turn 1", "while on them"):
        race = epic(
            red="lane 3, front straight 3", blue="lane 4, front straight 3", turn=9,
            red_is={"written": 6, "whip": False, "lap": 2}, blue_is={"lap": 2}, options={"gray_squares": gray},
        )  # fmt: skip
        assert may_attack(race)


@pytest.mark.rule("E2 2.3.2")
def test_the_finish_is_the_end_of_the_last_backstretch() -> None:
    race = epic(red="lane 3, backstretch 33", red_is={"lap": 3, "whip": False, "written": 4})
    assert book_of(race.state).would_finish(chariot(race, "red"))
    early = epic(red="lane 3, backstretch 33", red_is={"lap": 2, "whip": False, "written": 4})
    assert not book_of(early.state).would_finish(chariot(early, "red"))


# -- a team that flips before its own phase ----------------------------------------------------------------------------


def flipped_in_a_rivals_phase(**options: Any) -> CircusMatch:
    """Both write; red is drawn first, and blue's car goes over in red's phase. Blue had noted 5."""
    race = epic(
        red="lane 7, backstretch 2", red_is={"whip": False}, blue="lane 2, backstretch 8",
        blue_is={"whip": False}, phase="notation", draw=["red", "blue"], options=options,
        dice=[1] * 8,
    )  # fmt: skip
    race.submit(0, 1)
    race.submit(1, 5)
    book_of(race.state, race.table).flip(chariot(race, "blue"), "E2 13")
    play(race, "forward 1")
    while race.state.mover != 1 and race.outcome is None:
        seat, decision = next(iter(race.pending.items()))
        race.submit(seat, decision.default)
    return race


@pytest.mark.rule("E2 13.2")
@pytest.mark.parametrize(("runs", "total"), [("full", 18), ("as noted", 5)])
def test_it_runs_at_full_speed_or_as_was_noted(runs: str, total: int) -> None:
    race = flipped_in_a_rivals_phase(flipped_team_runs=runs)
    (speed,) = [event for event in events(race, "speed") if event.data["chariot"] == "blue"]
    assert speed.data["total"] == total


@pytest.mark.rule("E2 13.2")
def test_from_the_next_turn_on_it_runs_at_full_speed_by_either_reading() -> None:
    lost = {"status": "runaway", "driver": "dead", "hitched": False, "written": 5, "parts": {"noted": {"turn": 4}}}
    race = epic(red="lane 7, backstretch 2", red_is=lost, turn=5, options={"flipped_team_runs": "as noted"})
    assert events(race, "speed")[0].data["total"] == 18
