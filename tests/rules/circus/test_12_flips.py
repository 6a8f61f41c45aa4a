"""CM 12.1 to 12.3: flips in the Advanced Game, and where the wrecks land."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.rules.circus.kit import BOOK, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import BROKEN, LOST, WOUND, landing, wrecks

FAST = {"written": 31, "horses_start": [8, 8, 8, 7], "whip": False}
DRIVES_OVER = {"written": 5, "endurance": 0}


# -- the flip --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 12.1a")
def test_a_flip_parts_car_team_and_driver() -> None:
    """Ten points of strain in the innermost lane: FP."""
    race = circus(red="lane 1, front straight 33", red_is={"written": 18, "whip": False}, dice=[4, 4, 4])
    play(race, "forward 1")
    red = chariot(race, "red")
    assert (red.hitched, red.status, red.driver) == (False, "runaway", "dragged")
    assert [(car.square, car.faction) for car in race.state.falling] == [
        (race.state.track.find("lane 1, front straight 33"), red.number)
    ]
    assert events(race, "flip")[0].clauses == ("CM 7.33-FP", "CM 12.1a", "CM 15.1")
    assert events(race, "dragged")[0].clauses == ("CM 16.1",)
    assert not race.state.wrecks
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.1a")
@pytest.mark.parametrize(
    ("position", "dice", "answers"),
    [
        ({"red": "lane 4, backstretch 11", "red_is": BROKEN}, LOST, ()),  # a lost wheel
        (  # seven points of strain, and the outer wall
            {"red": "lane 8, front straight 33", "red_is": FAST},
            (2, 3, 3),
            ("forward 1",),
        ),
        (  # seventeen on the wreck chart
            {"red": "lane 4, backstretch 11", "red_is": DRIVES_OVER, "wrecks": ["lane 4, backstretch 12"]},
            (2, 5, 5, 5),
            ("forward 1", "forward 2"),
        ),
    ],
)  # fmt: skip
def test_the_cause_of_the_flip_makes_no_difference(
    position: dict[str, Any], dice: tuple[int, ...], answers: tuple[str, ...]
) -> None:
    race = circus(dice=dice, **position)
    play(race, *answers)
    red = chariot(race, "red")
    assert (red.hitched, red.status, red.driver) == (False, "runaway", "dragged")
    assert len(race.state.falling) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.1a")
def test_the_death_of_the_driver_flips_too() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 3}, blue="lane 4, backstretch 11", blue_is={"hits": 1},
        dice=WOUND,
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    blue = chariot(race, "blue")
    assert (blue.hitched, blue.status, blue.driver) == (False, "runaway", "dead")
    assert len(race.state.falling) == 1


@pytest.mark.rule("CM 12.1a")
def test_wrecks_stay() -> None:
    race = landing(2, 2)
    turn = race.state.turn
    race.submit(0, 0)
    race.submit(0, 0)
    assert race.state.turn == turn + 2
    assert wrecks(race) == ["lane 4, backstretch 10"]


# -- when it lands -----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 12.1b")
def test_the_team_uses_its_factors_first_then_the_man_then_the_wreck() -> None:
    race = circus(red="lane 4, backstretch 11", red_is=BROKEN, dice=[*LOST, 6, 5, 3, 3, 4])
    play(race, "forward 7")
    assert not wrecks(race)
    play(race, "forward 7", "cut")
    tail = [event.kind for event in race.events if event.kind in ("drive", "cut-loose", "driver-hurt", "wreck-lands")]
    assert tail == ["drive", "drive", "cut-loose", "driver-hurt", "wreck-lands"]
    assert wrecks(race) == ["lane 5, backstretch 13"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.1b")
def test_the_wreck_of_a_victim_lands_when_the_mover_is_done() -> None:
    """Red drives through the square where blue's wreck will come down, and nothing is there yet."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 6, "endurance": 20}, blue="lane 4, backstretch 11",
        blue_is={"hits": 1}, green="lane 8, backstretch 2", green_is={"moved": False, "written": 1, "whip": False},
        dice=[*WOUND, 3, 5],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert not wrecks(race)
    play(race, "forward 5")
    assert wrecks(race) == ["lane 3, backstretch 11"]
    assert chariot(race, "red").endurance == 20
    kinds = [event.kind for event in race.events]
    assert kinds.index("wreck-lands") < kinds.index("drawn")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.1b")
def test_a_flip_caused_by_a_landing_wreck_lands_in_the_same_step() -> None:
    """Red's wreck breaks blue's last wheel box; blue's car comes down two squares on."""
    race = landing(
        3, 4, 5, 5, 5, 2, 3, 2, 3, blue="lane 5, backstretch 14", blue_is={"left_wheel": 8}, answers=("hold", "hang on")
    )
    assert chariot(race, "blue").status == "runaway"
    assert wrecks(race) == ["lane 5, backstretch 13", "lane 5, backstretch 15"]
    assert dice_left(race) == ()


@pytest.mark.rule("QA 12.1")
def test_the_wreck_is_counted_from_where_the_car_flipped() -> None:
    race = circus(red="lane 4, backstretch 11", red_is=BROKEN, dice=[*LOST, 1, 2, 4])
    play(race, "forward 14", "hang on")
    assert wrecks(race) == ["lane 4, backstretch 11"]
    assert place(race, "red") == "lane 4, backstretch 25"
    assert events(race, "flip")[0].data["square"] == "lane 4, backstretch 10"
    assert dice_left(race) == ()


# -- where it lands ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 12.2a")
@pytest.mark.parametrize(
    ("dice", "square"),
    [((3, 4), "lane 5, backstretch 13"), ((2, 2), "lane 4, backstretch 10"), ((6, 6), "lane 1, backstretch 14")],
)
def test_two_dice_say_where(dice: tuple[int, int], square: str) -> None:
    race = landing(*dice)
    assert wrecks(race) == [square]
    (lands,) = events(race, "wreck-lands")
    assert lands.data == {"of": "red", "square": square}
    assert lands.clauses == ("CM 12.2a", "CM 12.2b")
    assert lands.dice[0].values == dice
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.2b")
@pytest.mark.parametrize(
    ("roll", "lane", "square"),
    [
        (2, 4, 23), (3, 7, 25), (4, 5, 20), (5, 5, 22), (6, 5, 21), (7, 6, 23),
        (8, 4, 21), (9, 6, 24), (10, 8, 22), (11, 8, 26), (12, 2, 24),
    ],
)  # fmt: skip
def test_the_chart_from_lane_5_square_20(roll: int, lane: int, square: int) -> None:
    dice = (1, roll - 1) if roll < 8 else (6, roll - 6)
    assert wrecks(landing(*dice, flip="lane 5, backstretch 20")) == [f"lane {lane}, backstretch {square}"]


@pytest.mark.rule("CM 12.2b")
def test_a_third_of_the_wrecks_stays_in_its_lane() -> None:
    assert wrecks(landing(1, 2, flip="lane 2, backstretch 20")) == ["lane 4, backstretch 25"]
    rolls = [BOOK.wreck_location(one + two)[0] for one, two in product(range(1, 7), repeat=2)]
    assert rolls.count(0) == 12


@pytest.mark.rule("CM 12.2-corner")
@pytest.mark.parametrize(
    ("flip", "dice", "square"),
    [
        ("lane 1, dolphin corner 2", (3, 4), "lane 2, dolphin corner 6"),
        ("lane 2, dolphin corner 1", (3, 4), "lane 3, dolphin corner 4"),  # a centre on a border: the rear square
        ("lane 3, front straight 32", (3, 4), "lane 4, dolphin corner 1"),
        ("lane 4, dolphin corner 7", (6, 6), "lane 1, backstretch 0"),
    ],
)
def test_flight_in_a_corner(flip: str, dice: tuple[int, int], square: str) -> None:
    assert wrecks(landing(*dice, flip=flip)) == [square]


@pytest.mark.rule("CM 12.3")
@pytest.mark.parametrize(
    ("lane", "dice", "square"),
    [
        (2, (6, 6), "lane 1, backstretch 14"),
        (6, (5, 6), "lane 8, backstretch 16"),
        (1, (2, 6), "lane 1, backstretch 11"),
        (8, (2, 2), "lane 8, backstretch 10"),
    ],
)
def test_a_wall_stops_it_sideways_but_not_forward(lane: int, dice: tuple[int, int], square: str) -> None:
    assert wrecks(landing(*dice, flip=f"lane {lane}, backstretch 10")) == [square]
