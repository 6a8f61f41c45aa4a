"""E2 8.7, 8.8: braking, sideslips, and who is blocked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, chariot, dice_left, events, left, place, play
from tests.rules.epic.corner_kit import CALM, CLEAN, checks, slips, steps
from tests.rules.epic.kit import epic

STRAY = {"status": "runaway", "driver": "safe", "hitched": False}


def red(square: str, factors: int = 6, **more: Any) -> CircusMatch:
    return epic(red=square, red_is={**CALM, "written": factors, **more.pop("log", {})}, **more)


# -- braking -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.7.1")
def test_an_endurance_a_factor() -> None:
    race = red("lane 1, front straight 33", 2, log={"endurance": 20})
    play(race, "brake 2")
    assert (place(race, "red"), chariot(race, "red").endurance) == ("lane 1, front straight 33", 18)
    (brake,) = events(race, "brake")
    assert brake.clauses == ("E2 8.7.1", "E2 8.7.2")
    assert race.state.turn == 6


@pytest.mark.rule("E2 8.7")
def test_not_without_endurance_nor_without_a_driver() -> None:
    assert not {step for step in steps(red("lane 3, backstretch 3", log={"endurance": 0})) if "brake" in str(step)}
    assert "brake 6" in steps(red("lane 3, backstretch 3", log={"endurance": 6}))
    assert "brake 6" not in steps(red("lane 3, backstretch 3", log={"endurance": 5}))
    runaway = red("lane 3, backstretch 3", 0, log=STRAY, blue="lane 3, backstretch 8")
    assert not {step for step in steps(runaway) if "brake" in str(step)}


@pytest.mark.rule("E2 8.7.2")
def test_the_total_speed_stays() -> None:
    race = red("lane 1, front straight 33", 12, dice=CLEAN)
    play(race, "brake 5", "forward 1")
    assert checks(race) == [(4, 4, "-")]
    assert left(race.state, chariot(race, "red")) == 6


# -- when a sideslip is allowed ------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.8", "E2 8.8.1")
def test_blocked_by_a_chariot_or_by_a_running_team() -> None:
    race = red("lane 4, backstretch 10", 5, blue="lane 4, backstretch 12")
    assert slips(race) == {"slip in", "slip out"}
    assert not {step for step in steps(race) if str(step).startswith("forward") or step in ("in", "out")}
    race = red("lane 4, backstretch 10", 5, blue="lane 4, backstretch 11", blue_is=STRAY)
    assert slips(race) == {"slip in", "slip out"}


@pytest.mark.rule("E2 8.8")
def test_refused_on_a_free_road() -> None:
    assert slips(red("lane 4, backstretch 10", 5)) == set()
    # Somebody ahead, but far enough to get round.
    assert slips(red("lane 4, backstretch 10", 12, blue="lane 4, backstretch 15")) == set()


@pytest.mark.rule("E2 8.8.1")
@pytest.mark.parametrize("kind", ["wrecks", "carcasses"])
def test_obstacles_do_not_block(kind: str) -> None:
    there: dict[str, Any] = {kind: ["lane 4, backstretch 11"]}
    race = red("lane 4, backstretch 10", 6, **there)
    assert slips(race) == set()
    assert "forward 6" in steps(race)  # it is run over


@pytest.mark.rule("E2 8.8.1")
@pytest.mark.parametrize("blue", ["lane 4, backstretch 12", "lane 4, backstretch 14"])
def test_nor_does_a_stationary_chariot(blue: str) -> None:
    race = red(
        "lane 4, backstretch 10", 9, blue=blue, blue_is={"fallen": [1], "horses": [0, 4, 4, 5]},
        green="lane 3, backstretch 12", white="lane 5, backstretch 12",
    )  # fmt: skip
    assert slips(race) == set()
    assert "forward 9" in steps(race)


def boxed_in(factors: int, **others: Any) -> CircusMatch:
    """Red's team on 10 of lane 4, Blue's car two squares ahead; the neighbour lanes are full from 11 on."""
    rivals: dict[str, Any] = {"green": "lane 3, backstretch 12", "white": "lane 5, backstretch 12"}
    rivals.update(others)
    position = {name: square for name, square in rivals.items() if square}
    return red("lane 4, backstretch 10", factors, blue="lane 4, backstretch 13", **position)


@pytest.mark.rule("E2 8.8")
def test_bound_to_be_blocked() -> None:
    race = boxed_in(6)
    assert "forward 1" in steps(race)
    assert slips(race) == {"slip in", "slip out"}
    assert slips(boxed_in(6, green="")) == set()  # one lane change is free


@pytest.mark.rule("E2 8.8.1")
@pytest.mark.parametrize("there", ["lane 3, backstretch 12", "lane 3, backstretch 13"])
def test_whoever_can_change_lanes_and_run_over_what_lies_there_is_not_bound_to_be_blocked(there: str) -> None:
    assert slips(boxed_in(5, green="", wrecks=[there])) == set()
    assert slips(boxed_in(5, green=there)) == {"slip in", "slip out"}


@pytest.mark.rule("E2 8.8", "E2 8.8.1")
def test_an_obstacle_on_the_way_to_a_block() -> None:
    # A wreck on 12 of lane 4 and nobody behind it: run over, no reason to slip though the lanes beside are full.
    full = {"green": "lane 3, backstretch 12", "white": "lane 5, backstretch 12"}
    race = red("lane 4, backstretch 10", 6, wrecks=["lane 4, backstretch 12"], **full)
    assert slips(race) == set()
    # A wreck on 13 and Blue two squares behind it: beyond Green and White the lanes are open, but over a wreck nobody
    # changes lanes.
    race = red("lane 4, backstretch 10", 6, wrecks=["lane 4, backstretch 13"], blue="lane 4, backstretch 16", **full)
    assert slips(race) == {"slip in", "slip out"}
    race = red("lane 4, backstretch 10", 6, wrecks=["lane 4, backstretch 13"], blue="lane 4, backstretch 18", **full)
    assert slips(race) == set()  # clear of it on 15, and 16 is open


@pytest.mark.rule("E2 8.8.2")
def test_blocked_on_purpose() -> None:
    race = red("lane 4, backstretch 10", 7, blue="lane 4, backstretch 15")
    assert slips(race) == set()
    play(race, "forward 3")
    assert slips(race) == {"slip in", "slip out"}


# -- how -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.8.3")
@pytest.mark.parametrize(("way", "lane"), [("slip in", 3), ("slip out", 5)])
def test_three_factors_straight_sideways(way: str, lane: int) -> None:
    race = red("lane 4, backstretch 10", 4, blue="lane 4, backstretch 12")
    play(race, way)
    assert place(race, "red") == f"lane {lane}, backstretch 10"
    assert left(race.state, chariot(race, "red")) == 1
    (slip,) = events(race, "sideslip")
    assert (slip.data["how"], slip.clauses) == ("chosen", ("E2 8.8.3",))


@pytest.mark.rule("E2 8.8.3", "E2 8.8.4")
def test_two_factors_are_too_few() -> None:
    race = red("lane 4, backstretch 10", 2, blue="lane 4, backstretch 12", log={"endurance": 5})
    assert slips(race) == set()
    play(race, "brake 2")
    assert (chariot(race, "red").endurance, events(race, "sideslip")) == (3, [])
    assert race.state.turn == 6


@pytest.mark.rule("E2 8.8.3")
@pytest.mark.parametrize(
    ("way", "target"), [("slip out", "lane 5, dolphin corner 6"), ("slip in", "lane 3, dolphin corner 4")]
)
def test_level_or_partly_behind_in_a_corner(way: str, target: str) -> None:
    # Lane 4, square 5 covers 5/15 to 6/15; the rearmost that overlaps is 6 of 18 outside and 4 of 12 inside.
    race = red("lane 4, dolphin corner 5", 4, blue="lane 4, dolphin corner 7")
    play(race, way)
    assert place(race, "red") == target


@pytest.mark.rule("E2 8.8.3")
def test_inwards_in_a_corner_it_is_checked() -> None:
    race = red("lane 4, dolphin corner 5", 13, blue="lane 4, dolphin corner 7", dice=CLEAN)
    play(race, "slip in")
    assert checks(race) == [(1, 1, "-")]
    assert dice_left(race) == ()


# -- blocked without a way out -------------------------------------------------------------------------------


def walled_in(factors: int, endurance: int, *dice: int) -> CircusMatch:
    """Blue's car right ahead, and Green and White where Red's car would slip to."""
    return red(
        "lane 4, backstretch 10",
        factors,
        log={"endurance": endurance},
        blue="lane 4, backstretch 12",
        green="lane 3, backstretch 9",
        white="lane 5, backstretch 9",
        dice=dice,
    )


@pytest.mark.rule("E2 8.8.4")
@pytest.mark.parametrize(("factors", "endurance"), [(4, 1), (3, 0), (1, 0)])
def test_not_enough_endurance(factors: int, endurance: int) -> None:
    race = walled_in(factors, endurance, 1, 1)
    assert slips(race) == set()
    play(race, f"brake {factors}")
    (crash,) = events(race, "run-into")
    assert (crash.data["chariot"], crash.data["into"]) == ("red", "blue")
    assert crash.clauses[0] == "E2 8.8.4"
    own = chariot(race, "red")
    assert (own.endurance, own.loss, chariot(race, "blue").loss) == (0, 1, 0)
    assert race.state.turn == 6  # the factors left are lost
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.8.4")
def test_enough_endurance() -> None:
    race = walled_in(2, 5)
    play(race, "brake 2")
    assert (chariot(race, "red").endurance, events(race, "run-into")) == (3, [])


@pytest.mark.rule("E2 8.8.4")
def test_a_runaway_is_rammed_at_once() -> None:
    race = epic(
        red="lane 4, backstretch 10",
        red_is={**STRAY, "horses_start": [1, 1, 1, 1], "horses": [1, 1, 0, 0], "endurance": 9},
        blue="lane 4, backstretch 12",
        dice=[1, 1],
    )
    assert [event.data["into"] for event in events(race, "run-into")] == ["blue"]
    assert chariot(race, "red").endurance == 9
