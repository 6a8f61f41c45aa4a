"""Drivers by other books: they slow down in mud, throw what they carry when it pays, and buy what they need."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludus.bots.circus.characters import FLASHING_HOOVES, HORSE_WITH_NO_NAME, LASTING_PLEASURE, THUNDERFOOT
from ludus.bots.circus.shopping import shopping_list
from ludus.core.decision import Allocate
from ludus.games.circus.editions import bare
from ludus.games.circus.options.builds import Specification
from ludus.play import new_match
from tests.bots.circus.positions import LAST_LAP, answer, chariot, position
from tests.bots.circus.test_races import FIELD, race


@pytest.mark.parametrize("bot", ["auriga", "agitator"])
def test_mud_makes_a_driver_write_less_before_a_corner(bot: str) -> None:
    """Twelve squares from the corner in lane 1: dry, mud."""
    team = {"horses_start": [7, 5, 4, 6], "endurance": 30, "last_written": 12}
    speeds = []
    for mud in (False, True):
        match = position(
            chariot("red", "lane 1, front straight 28", 0, **team),
            chariot("blue", "lane 6, backstretch 4"),
            options={"weather": True},
            parts={"weather": {"mud": mud}},
        )
        speeds.append(answer(match, bot))
    assert int(str(speeds[1])) < int(str(speeds[0]))


def test_wet_ground_makes_a_lane_change_beside_the_wall_dear() -> None:
    """A light car before a slower one in lane 2: dry it goes inside or out, in the rain never towards the wall."""
    steps = {}
    for rain in (False, True):
        match = position(
            chariot("red", "lane 2, backstretch 10", 0, car="light", written=6, endurance=20),
            chariot("blue", "lane 2, backstretch 14", moved=True),
            chariot("green", "lane 3, backstretch 12", moved=True),
            mover="red",
            move={"written": 6},
            options={"weather": True},
            parts={"weather": {"rain": rain}},
        )
        steps[rain] = answer(match, "auriga")
    assert steps[True] != "in"


def test_a_knife_is_thrown_at_the_leader_in_the_last_straight() -> None:
    match = position(
        chariot("red", "lane 3, backstretch 20", 0, lap=LAST_LAP, modifier=2, written=4, endurance=10),
        chariot("blue", "lane 4, backstretch 20", lap=LAST_LAP, hits=1, moved=True),
        mover="red",
        move={"written": 4},
        options={"knife": True},
    )
    assert str(answer(match, "auriga")).startswith("knife blue")


def test_nobody_wastes_a_knife_on_somebody_far_behind_in_the_race() -> None:
    match = position(
        chariot("red", "lane 3, backstretch 20", 0, lap=LAST_LAP, modifier=2, written=4, endurance=10),
        chariot("blue", "lane 4, backstretch 20", lap=1, moved=True),
        chariot("green", "lane 6, backstretch 30", lap=LAST_LAP, moved=True),
        mover="red",
        move={"written": 4},
        options={"knife": True},
    )
    assert not str(answer(match, "auriga")).startswith("knife")


@pytest.mark.parametrize("build", [THUNDERFOOT, FLASHING_HOOVES, LASTING_PLEASURE, HORSE_WITH_NO_NAME])
def test_thirty_two_points_are_spent_in_the_spirit_of_a_build(build: tuple[int, int, int, int]) -> None:
    match = new_match("circus", 2, 1, "arsenal")
    decision = next(iter(match.pending.values()))
    assert isinstance(decision, Allocate)
    points = shopping_list(decision, build)
    assert points in decision
    spent = dict(zip(decision.boxes, points, strict=True))
    assert spent["driver"] == 5 * build[0]
    assert spent["whip"] == 2
    assert spent["unspent"] <= 1
    book = bare(Specification)
    assert isinstance(book, Specification)
    assert (book.blades_bought(spent["left blades"], spent["right blades"]) == (2, 2)) == (build[1] == 2)


def test_a_faster_build_buys_faster_horses() -> None:
    match = new_match("circus", 2, 1, "arsenal")
    decision = next(iter(match.pending.values()))
    assert isinstance(decision, Allocate)
    builds = ((2, 0, 0, 2), (2, 0, 1, 1), (2, 0, 2, 0))
    speeds = []
    for build in builds:
        spent = dict(zip(decision.boxes, shopping_list(decision, build), strict=True))
        speeds.append(sum(points for box, points in spent.items() if box.startswith("horse")))
    assert all(slow <= fast for slow, fast in pairwise(speeds))
    assert speeds[0] < speeds[-1]


def test_an_arsenal_is_used() -> None:
    missing = {"specified", "knife", "weather"}
    for seed in range(3):
        if missing:
            missing -= {event.kind for event in race(FIELD, f"arsenal {seed}", "arsenal").events}
    assert not missing
