"""Our rulings on the Advanced Game, where clauses meet (docs/rulings.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, chariot, circus, dice_left, events, left, place, play
from tests.rules.circus.wreck_kit import DRAGGING, EMPTY, STRAY, WOUND


@pytest.mark.rule("CM 14.2d")
@pytest.mark.rule("CM 16.6")
def test_a_man_thrown_onto_the_wreck_he_failed_to_clear_is_not_dragged_over_it() -> None:
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 2, "whip": False}, wrecks=["lane 4, backstretch 20"],
        dice=[1, 2, 2],
    )  # fmt: skip
    play(race, "forward 1", 1, "hang on")
    assert events(race, "flip")[0].clauses[0] == "CM 14.2d"
    assert (chariot(race, "red").driver, place(race, "red")) == ("dragged", "lane 4, backstretch 21")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2c")
def test_flipped_between_two_wrecks_the_team_must_still_clear_the_one_it_stands_on() -> None:
    """The first wreck is cleared with a 17 while the team stands on the third square of them."""
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, "endurance": 0},
        wrecks=["lane 4, backstretch 20", "lane 4, backstretch 22"], dice=[1, 2, 5, 5, 6, 3, 3, 3],
    )  # fmt: skip
    play(race, "forward 1", "forward 2")
    assert place(race, "red") == "lane 4, backstretch 22"
    assert events(race, "flip")[0].data["square"] == "lane 4, backstretch 21"
    play(race, "forward 1")
    assert [event.data["total"] for event in events(race, "run-over")] == [17, 11]
    assert chariot(race, "red").driver == "dead"  # dragged over the second
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2c")
@pytest.mark.rule("CM 16.6")
def test_flipped_with_the_wreck_under_the_car_the_team_is_past_it() -> None:
    """The car is on the wreck when the corner flips it: no chart, now or later, and the man is not dragged over it."""
    race = circus(
        red="lane 1, front straight 32", red_is={"written": 18, "whip": False, "endurance": 30},
        wrecks=["lane 1, front straight 33"], dice=[1, 4, 4, 4, 1, 2, 2],
    )  # fmt: skip
    play(race, "forward 1", 1, "forward 1")
    assert events(race, "flip")[0].data["square"] == "lane 1, front straight 33"
    play(race, "forward 16", "hang on")
    assert not events(race, "run-over")
    assert (chariot(race, "red").under, chariot(race, "red").driver) == ((), "dragged")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25b")
@pytest.mark.rule("CM 16.7a")
def test_pulled_out_with_a_dead_horse_in_the_traces_his_team_stops() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1}, blue="lane 4, backstretch 11",
        blue_is={"horses": [5, 4, 4, 0], "fallen": [4]}, dice=[*WOUND, 2, 1, 1],
    )  # fmt: skip
    play(race, "no", "lash blue driver")
    blue = chariot(race, "blue")
    assert (blue.status, blue.driver) == ("stopped", "foot")
    assert len(race.state.wrecks) == 2
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.7b")
def test_nobody_dies_twice() -> None:
    log = {**EMPTY, "driver": "dead", "endurance": 0}
    race = circus(red="lane 1, front straight 33", red_is=log)
    play(race, "forward 1")
    assert events(race, "flip")
    assert not events(race, "driver-dead")
    assert chariot(race, "red").trail == ()


@pytest.mark.rule("CM 12.4c")
def test_two_wrecks_under_a_chariot_are_two_checks() -> None:
    race = circus(
        red="lane 4, backstretch 20", red_is={"written": 3, "whip": False},
        wrecks=["lane 4, backstretch 19", "lane 4, backstretch 20"], dice=[1, 2, 2, 2, 2, 2, 2, 2],
    )  # fmt: skip
    play(race, 1, 2)
    assert len(events(race, "run-over")) == 2
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.1a")
def test_slid_onto_a_wreck_without_factors_it_waits_for_the_next_move() -> None:
    """Blue swerves in red's phase; his own comes later this turn."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1}, blue="lane 4, backstretch 11",
        blue_is={"moved": False, "written": 4, "whip": False}, wrecks=["lane 5, backstretch 10"],
        dice=[3, 4, 3, 4, 4, 4, 2],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert place(race, "blue") == "lane 5, backstretch 11"
    assert asked(race)[0] == "pay"
    assert not events(race, "flip")


@pytest.mark.rule("CM 6.9-special-first-turn")
@pytest.mark.rule("CM 15.22")
def test_a_runaway_of_turn_1_rolls_for_the_dead_start_too() -> None:
    race = circus(red="lane 4, front straight 8", red_is=STRAY, turn=1, dice=[5])
    assert left(race.state, chariot(race, "red")) == 13


@pytest.mark.rule("CM 16.2b")
def test_a_sideslip_drags_him_one_square() -> None:
    """Sideways is a square like any other: two of them and a total of 2 bring him to the second."""
    log = {"written": 14, "left_wheel": 9, "whip": False, "modifier": 1}
    race = circus(red="lane 4, backstretch 11", red_is=log, blue="lane 4, backstretch 13", dice=[1, 2, 1, 2, 1, 2, 2])
    play(race, "slip out", "forward 11", "cut")
    assert race.state.track.name(chariot(race, "red").man) == "lane 5, backstretch 11"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.22")
@pytest.mark.rule("CM 16.7b")
def test_a_driver_lost_with_his_skill_counts_no_more_in_the_next_turn() -> None:
    race = circus(
        red="lane 4, backstretch 3", red_is={**EMPTY, "modifier": 2, "cdm": -1, "jostled": True, "written": 20}
    )
    assert left(race.state, chariot(race, "red")) == 18


@pytest.mark.rule("CM 15.1")
def test_a_jostled_driver_lost_in_mid_move_gives_no_speed_back() -> None:
    """Written 18, jostled to 15 by the first wreck, thrown out by the second: 15 it stays."""
    race = circus(
        red="lane 4, backstretch 5", red_is={"written": 18, "whip": False, "endurance": 0},
        wrecks=["lane 4, backstretch 6", "lane 4, backstretch 9"], dice=[1, 3, 3, 2, 1, 5, 5, 6],
    )  # fmt: skip
    play(race, "forward 1", "forward 2")
    assert chariot(race, "red").cdm == -3
    assert left(race.state, chariot(race, "red")) == 15 - 3
    play(race, "forward 1", "forward 2")
    assert chariot(race, "red").status == "runaway"
    assert left(race.state, chariot(race, "red")) == 15 - 6
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.2b")
@pytest.mark.parametrize(("driver", "man"), [("dragged", ""), ("foot", "lane 8, backstretch 3")])
def test_whoever_resigns_takes_his_men_along_and_leaves_his_runaways(driver: str, man: str) -> None:
    log: dict[str, Any] = {**DRAGGING, "driver": driver, "man": man}
    race = circus(
        red="lane 4, backstretch 20", red_is=log, green="lane 1, backstretch 5", green_is={"seat": 0},
        blue="lane 2, backstretch 5", blue_is={"seat": 1}, phase="notation", seats=2, dice=[1],
    )  # fmt: skip
    race.resign(0)
    race.submit(1, 2)
    red, green = chariot(race, "red"), chariot(race, "green")
    assert (red.driver, red.man, place(race, "red")) == ("safe", -1, "lane 4, backstretch 20")
    assert green.status == "out"
    assert list(race.pending) == [1]


@pytest.mark.rule("CM 16.4")
@pytest.mark.rule("CM 16.2a")
def test_over_the_line_nobody_cuts_himself_free() -> None:
    """Flipped and finished in one phase: only the injury is rolled, and he wins alive."""
    log = {"written": 14, "left_wheel": 9, "whip": False, "lap": 3, "hits": 7}
    race = circus(red="lane 4, backstretch 30", red_is=log, markers=5, dice=[1, 2, 6, 3, 4])
    play(race, "forward 4")
    assert not events(race, "cut-loose")
    assert chariot(race, "red").hits == 4
    assert race.outcome is not None
    assert race.outcome.winners == (0,)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-12")
def test_an_attacker_pulled_out_cuts_himself_free_at_the_end_of_his_own_phase() -> None:
    """His last factor drags him a square; then he leaves his empty car to its team."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 2, "hits": 2, "hits_start": 2}, blue="lane 4, backstretch 11",
        dice=[*WOUND, 1, 6, 6, 1, 1, 6, 6, 1, 1, 2],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert chariot(race, "red").driver == "dragged"
    play(race, "cut")
    red = chariot(race, "red")
    assert (red.driver, red.hitched, red.status) == ("foot", True, "runaway")
    assert dice_left(race) == ()
