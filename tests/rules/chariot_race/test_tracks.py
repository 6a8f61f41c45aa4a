"""The three tracks of a chariot board: damage, speed, fate."""

from __future__ import annotations

import pytest

from ludus.games.chariot_race.charts import CHARIOT_BOARDS
from tests.rules.chariot_race.kit import asked, chariot, choices, dice_left, once, play, race, told, where


@pytest.mark.rule("CR track-damage")
def test_the_last_point_wrecks_at_once() -> None:
    match = race(green="outer 10, speed 3, damage 3", dice="steer steer steer steer steer", caltrops=["outer 11"])
    play(match, "no", "keep", "straight")
    assert chariot(match, "green").damage == 2

    match = race(
        green="outer 10, speed 1, damage 1, fate 0", dice="steer steer steer steer steer", caltrops=["outer 11"]
    )
    play(match, "keep", "straight")
    assert chariot(match, "green").damage == 0
    assert where(match, "green") == "wrecked"


@pytest.mark.rule("CR track-damage")
def test_the_value_never_falls_below_zero() -> None:
    # Speed 10 into a 5 is 5 damage for a chariot that can take 2.
    match = race(green="middle 7, speed 10, damage 2", phase="drive", left=10)
    corner = once(match, "corner")
    assert (corner.data["damage"], corner.data["left"]) == (5, 0)
    assert chariot(match, "green").damage == 0
    assert once(match, "wreck").clauses == ("CR wreck", "CR corner")


@pytest.mark.rule("CR track-speed")
def test_the_speed_says_how_far_and_how_many_dice() -> None:
    match = race(green="outer 13, speed 6", dice="sprint fortuna fortuna fortuna")
    assert dice_left(match) == ()
    assert len(once(match, "roll").data["dice"]) == 4
    play(match, "keep")
    assert chariot(match, "green").speed == 8
    assert len(told(match, "drive")) == 8
    assert where(match, "green") == "outer 21"


@pytest.mark.rule("CR dice-per-speed")
@pytest.mark.parametrize(
    ("speed", "count"),
    [(0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (6, 4), (7, 4), (8, 3), (9, 3), (10, 2), (11, 2), (12, 1)],
)
def test_dice_by_speed(speed: int, count: int) -> None:
    match = race(green=f"outer 13, speed {speed}", dice=[3] * count)
    assert once(match, "roll").data["dice"] == [3] * count
    assert dice_left(match) == ()
    assert asked(match) == "dice green"


@pytest.mark.rule("CR track-fate")
def test_fate_stops_at_six() -> None:
    match = race(green="outer 13, speed 12, fate 6", dice="fortuna")
    play(match, "keep")
    assert chariot(match, "green").fate == 6
    assert once(match, "fortuna").data == {"chariot": "green", "favour": 1, "fate": 6}


@pytest.mark.rule("CR track-fate")
def test_fate_pays_three_for_repairs_and_two_for_dice() -> None:
    match = race(green="outer 13, speed 12, damage 11, fate 6", dice="steer")
    play(match, "repair")
    assert chariot(match, "green").fate == 3
    play(match, "turn 1 attack")
    assert chariot(match, "green").fate == 1


@pytest.mark.rule("CR track-max")
def test_what_goes_over_the_top_is_lost() -> None:
    match = race(green="outer 13, speed 11, damage 11, fate 3", dice="sprint steer")
    play(match, "repair")
    assert chariot(match, "green").damage == 12
    play(match, "keep", "straight")
    assert chariot(match, "green").speed == 12


@pytest.mark.rule("CR track-max")
def test_the_tops_of_the_standard_tracks() -> None:
    board = CHARIOT_BOARDS["standard"]
    assert (board.damage_max, board.speed_max, board.fate_max) == (12, 12, 6)


@pytest.mark.rule("CR track-damage-moving")
def test_damage_on_the_way_slows_only_next_turn() -> None:
    # 8 into two spaces of 7 and over two caltrops: 4 damage, and still all eight spaces.
    match = race(
        green="outer 5, speed 8, damage 9, fate 0",
        dice="fortuna steer steer",
        caltrops=["outer 6", "outer 13"],
        bystander=False,
        yellow="inner 19, damage 11",
    )
    play(match, "keep", "straight")
    green = chariot(match, "green")
    assert where(match, "green") == "outer 13"
    assert (green.speed, green.damage, green.fate) == (8, 5, 1)
    assert told(match, "slowed") == []


@pytest.mark.rule("CR track-damage-moving")
def test_the_limit_of_the_next_turn() -> None:
    match = race(green="outer 13, speed 8, damage 5, fate 0", dice="steer steer steer steer steer")
    assert chariot(match, "green").speed == 5
    assert once(match, "slowed").data == {"chariot": "green", "from": 8, "to": 5, "damage": 5}
    assert choices(match)[0] == "keep"
