"""E2 8.6: changing lanes, on the straight and in corners."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.track import DOLPHINS, IN, OUT, house_track
from tests.rules.circus.kit import CircusMatch, chariot, dice_left, events, left, place, play
from tests.rules.epic.corner_kit import CALM, steps
from tests.rules.epic.kit import epic

TRACK = house_track()


def car_place(race: CircusMatch, faction: str = "red") -> str:
    return race.state.track.name(race.state.car_square(chariot(race, faction)))


def red(square: str, factors: int = 6, **more: Any) -> CircusMatch:
    return epic(red=square, red_is={**CALM, **more.pop("log", {})}, move={"written": factors}, **more)


# -- on the straight -----------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.6", "E2 8.6.2")
@pytest.mark.parametrize(("step", "lane", "price"), [("in", 3, 2), ("out", 5, 1)])
def test_one_forward_and_one_over(step: str, lane: int, price: int) -> None:
    race = red("lane 4, backstretch 10")
    play(race, step)
    assert (place(race, "red"), car_place(race)) == (f"lane {lane}, backstretch 11", f"lane {lane}, backstretch 10")
    assert left(race.state, chariot(race, "red")) == 6 - price
    (told,) = events(race, "lane-change")
    assert told.clauses == ("E2 8.6", "E2 8.6.2")


@pytest.mark.rule("E2 8.6")
def test_one_factor_is_enough_outwards_only() -> None:
    assert steps(red("lane 4, backstretch 10", 1)) == {"forward 1", "out", "brake 1"}
    assert {"in", "out"} <= steps(red("lane 4, backstretch 10", 2))


@pytest.mark.rule("E2 8.6.2")
@pytest.mark.parametrize(("blue", "free"), [("lane 4, backstretch 12", False), ("lane 4, backstretch 13", True)])
def test_the_square_ahead_must_be_free(blue: str, free: bool) -> None:
    race = red("lane 4, backstretch 10", blue=blue)
    assert ({"in", "out"} <= steps(race)) is free
    assert free or not {"in", "out"} & steps(race)


@pytest.mark.rule("E2 8.6.1")
@pytest.mark.parametrize(
    ("blue", "free"),
    [
        ("lane 3, backstretch 13", True),  # its car is on 12
        ("lane 3, backstretch 12", False),  # where Red's team would come
        ("lane 3, backstretch 11", False),
        ("lane 3, backstretch 10", False),  # its team, where Red's car would come
        ("lane 3, backstretch 9", True),
    ],
)
def test_two_free_squares(blue: str, free: bool) -> None:
    assert ("in" in steps(red("lane 4, backstretch 10", blue=blue))) is free


@pytest.mark.rule("E2 8.6.1")
@pytest.mark.parametrize("kind", ["wrecks", "carcasses"])
@pytest.mark.parametrize(
    ("square", "ways"),
    [
        ("lane 4, backstretch 11", set()),  # directly ahead: neither through it, nor a sideslip because of it
        ("lane 4, backstretch 12", {"in", "out"}),  # one square earlier
        ("lane 3, backstretch 11", {"out"}),
        ("lane 3, backstretch 10", {"out"}),
        ("lane 3, backstretch 12", {"in", "out"}),
    ],
)
def test_obstacles_take_squares_out_of_passage(kind: str, square: str, ways: set[str]) -> None:
    there: dict[str, Any] = {kind: [square]}
    race = red("lane 4, backstretch 10", **there)
    assert {step for step in steps(race) if step in ("in", "out", "slip in", "slip out")} == ways
    assert {"forward 1", "brake 1"} <= steps(race)


@pytest.mark.rule("E2 8.6.1")
@pytest.mark.parametrize(
    ("square", "ways"), [("lane 4, backstretch 12", set()), ("lane 3, backstretch 12", {"out"}), ("", {"in", "out"})]
)
def test_so_do_stationary_chariots(square: str, ways: set[str]) -> None:
    race = red(
        "lane 4, backstretch 10",
        blue=square or "lane 7, backstretch 12",
        blue_is={"fallen": [1], "horses": [0, 4, 4, 5]},
    )
    assert {step for step in steps(race) if step in ("in", "out", "slip in", "slip out")} == ways


@pytest.mark.rule("E2 8.6.1")
def test_men_do_not_occupy_a_square() -> None:
    race = red(
        "lane 4, backstretch 10",
        blue="",
        blue_is={"status": "out", "driver": "foot", "man": "lane 3, backstretch 11", "freed_turn": 3},
    )
    assert "in" in steps(race)


@pytest.mark.rule("E2 8.6.1")
def test_a_team_without_a_car_needs_one_square() -> None:
    stray = {"status": "runaway", "driver": "safe", "hitched": False}
    # Blue's team stands where a car would come.
    race = red("lane 4, backstretch 10", log=stray, blue="lane 3, backstretch 10", green="lane 4, backstretch 14")
    assert "in" in steps(race)


# -- in corners ----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.6.3")
def test_the_team_in_the_corner_is_enough() -> None:
    # Its car still stands on the straight. Lane 4 has 15 squares, lane 3 has 12: the square behind the new one.
    race = red("lane 4, dolphin corner 0")
    play(race, "in")
    assert place(race, "red") == "lane 3, dolphin corner 0"
    assert events(race, "lane-change")[0].clauses == ("E2 8.6", "E2 8.6.3.1")


@pytest.mark.rule("E2 8.6.3.1", "E2 8.6.3.2")
@pytest.mark.parametrize("lane", range(1, 9))
@pytest.mark.parametrize(("step", "way", "clause"), [("in", IN, "E2 8.6.3.1"), ("out", OUT, "E2 8.6.3.2")])
def test_forward_and_then_back_or_ahead(lane: int, step: str, way: int, clause: str) -> None:
    """To the inside the rearmost square beside the one ahead, to the outside the foremost."""
    if not 1 <= lane + way <= 8:
        return
    length = {1: 6, 2: 9, 3: 12, 4: 15, 5: 18, 6: 21, 7: 24, 8: 27}
    own, other = length[lane], length[lane + way]
    for index in range(own - 1):
        ahead = index + 1
        front, back = (ahead + 1) * other, ahead * other
        beside = [square for square in range(other) if square * own < front and back < (square + 1) * own]
        race = red(f"lane {lane}, dolphin corner {index}", 3)
        play(race, step)
        target = beside[0] if step == "in" else beside[-1]
        assert place(race, "red") == f"lane {lane + way}, dolphin corner {target}"
        assert events(race, "lane-change")[0].clauses == ("E2 8.6", clause)


@pytest.mark.rule("E2 8.6.3.3")
def test_parallel_squares_lie_side_by_side() -> None:
    # The edges of lane 1 (6 squares) and lane 2 (9) meet after every third: its fourth and our sixth begin level.
    level = [
        (index, other)
        for index in range(6)
        for other in range(9)
        if index * 9 == other * 6 and TRACK.change[IN][TRACK.at(2, DOLPHINS, other)] == TRACK.at(1, DOLPHINS, index)
    ]
    assert level == [(0, 0), (2, 3), (4, 6)]
    for index, other in level[1:]:
        race = red(f"lane 2, dolphin corner {other - 1}", 3)
        play(race, "in")
        assert place(race, "red") == f"lane 1, dolphin corner {index}"


@pytest.mark.rule("E2 8.6.3.1", "E2 8.6.3.2")
@pytest.mark.parametrize(("step", "lane", "index"), [("in", 3, 4), ("out", 5, 7)])
@pytest.mark.parametrize("part", ["team", "car"])
def test_both_new_squares_must_be_free(step: str, lane: int, index: int, part: str) -> None:
    race = red("lane 4, dolphin corner 4")
    play(race, step)
    assert place(race, "red") == f"lane {lane}, dolphin corner {index}"
    blocker = index + 1 if part == "team" else index - 1  # Blue's car, or Blue's team, on the square we need
    race = red("lane 4, dolphin corner 4", blue=f"lane {lane}, dolphin corner {blocker}")
    assert step not in steps(race)


# -- walls ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.6.5")
@pytest.mark.parametrize("lane", [1, 8])
def test_into_the_wall(lane: int) -> None:
    race = red(f"lane {lane}, backstretch 10")
    assert not {"in" if lane == 1 else "out"} & steps(race)
    play(race, "into the wall")
    (flip,) = events(race, "flip")
    assert flip.clauses[0] == "E2 8.6.5"
    assert chariot(race, "red").driver == "dragged"
    assert dice_left(race) == ()
