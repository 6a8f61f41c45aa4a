"""Finish protection, stone heaps, alternate chariots."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.chariot_race.charts import CHARIOT_BOARDS, COLOURS
from tests.rules.chariot_race.kit import asked, caltrops, chariot, choices, dice_left, once, play, race, told, where

PROTECTED = {"finish_protection": True}
UNPROTECTED = {"finish_protection": False}


def one(colour: str, text: str) -> dict[str, Any]:
    return {colour: text}


@pytest.mark.rule("CR variant-no-damage-after-finish")
@pytest.mark.parametrize(("options", "left"), [(PROTECTED, 12), (UNPROTECTED, 10)])
def test_a_finished_chariot_is_spared_the_rammer_is_not(options: dict[str, bool], left: int) -> None:
    match = race(green="outer 1", yellow="outer 2, laps 2, safe", phase="drive", left=2, options=options)
    assert chariot(match, "yellow").damage == left
    assert chariot(match, "green").damage == 10
    ram = once(match, "ram")
    assert ram.data["spared"] is (options is PROTECTED)
    assert ("CR variant-no-damage-after-finish" in ram.clauses) is (options is PROTECTED)


@pytest.mark.rule("CR variant-no-damage-after-finish")
@pytest.mark.parametrize("options", [PROTECTED, UNPROTECTED])
def test_a_finished_chariot_is_no_target(options: dict[str, bool]) -> None:
    match = race(green="outer 3", yellow="outer 2, laps 2, safe", phase="attack", attacks=1, options=options)
    assert (asked(match) == "attack green") is (options is UNPROTECTED)


@pytest.mark.rule("CR variant-no-damage-after-finish")
def test_protection_begins_when_the_turn_is_done() -> None:
    # Green crosses the line and then rams: its own turn still hurts it.
    match = race(
        green="outer 36, laps 1, speed 3, fate 0",
        yellow="outer 2",
        red="outer 4, speed 0, fate 0",
        bystander=False,
        options=PROTECTED,
        dice="fortuna fortuna fortuna fortuna fortuna fortuna fortuna fortuna fortuna fortuna",
        order=["green", "red", "yellow"],
    )
    play(match, "keep")
    green = chariot(match, "green")
    assert (where(match, "green"), green.damage, green.safe) == ("outer 3", 10, True)


@pytest.mark.rule("CR variant-no-damage-after-finish")
def test_a_chariot_that_has_not_finished_is_not_safe() -> None:
    match = race(green="outer 34, laps 0, speed 3, fate 0", options=PROTECTED, dice="fortuna " * 5)
    play(match, "keep")
    assert chariot(match, "green").laps == 1
    assert chariot(match, "green").safe is False


@pytest.mark.rule("CR variant-stone-heaps")
def test_into_the_heap() -> None:
    match = race(green="outer 14, speed 4, fate 0", ruleset="stone-heaps", dice="fortuna " * 5)
    play(match, "keep")
    assert where(match, "green") == "wrecked"
    assert once(match, "wreck").data == {"chariot": "green", "space": "outer 17", "caltrop": False}
    # No caltrop on a heap.
    assert caltrops(match) == set()
    assert match.state.supply == 20
    assert once(match, "wreck").clauses == ("CR wreck", "CR variant-stone-heaps")


@pytest.mark.rule("CR variant-stone-heaps")
def test_round_the_heap_with_one_steer_die() -> None:
    match = race(green="outer 16, speed 4, fate 0", ruleset="stone-heaps", dice="steer fortuna fortuna fortuna fortuna")
    play(match, "keep", "in 0")
    assert told(match, "drive")[0].data["to"] == "middle 15"
    assert where(match, "green") == "middle 18"
    assert chariot(match, "green").damage == 12


@pytest.mark.rule("CR variant-stone-heaps")
@pytest.mark.parametrize(("start", "end"), [("middle 15", "wrecked"), ("middle 16", "outer 18")])
def test_a_lane_change_beside_the_heap(start: str, end: str) -> None:
    match = race(green=f"{start}, speed 1", ruleset="stone-heaps", phase="drive", left=1, steers=1)
    play(match, "out 0")
    assert where(match, "green") == end
    assert told(match, "drive")[0].data["to"] == ("outer 17" if end == "wrecked" else "outer 18")


@pytest.mark.rule("CR variant-stone-heaps")
@pytest.mark.parametrize("start", ["outer 16", "inner 15", "middle 28"])
def test_every_lane_has_its_heap_on_side_b_only(start: str) -> None:
    match = race(green=f"{start}, speed 2", ruleset="stone-heaps", phase="drive", left=2)
    assert where(match, "green") == "wrecked"
    match = race(green=f"{start}, speed 2", phase="drive", left=2)
    assert chariot(match, "green").damage == 12


@pytest.mark.rule("CR variant-mixed-board")
@pytest.mark.parametrize(("sides", "wrecked"), [("BA", ["outer 16"]), ("AB", ["inner 15", "middle 28"])])
def test_mixed_sides(sides: str, wrecked: list[str]) -> None:
    for start in ("outer 16", "inner 15", "middle 28"):
        options = {"part_1": sides[0], "part_2": sides[1]}
        match = race(green=f"{start}, speed 2", phase="drive", left=2, options=options)
        assert (where(match, "green") == "wrecked") is (start in wrecked)


@pytest.mark.rule("CR variant-chariots")
def test_red_never_goes_faster_than_ten() -> None:
    match = race(red="outer 13, speed 10, fate 0", ruleset="alternate-chariots", dice="sprint +-")
    play(match, "keep", "+1")
    assert chariot(match, "red").speed == 10
    assert once(match, "speed").clauses[-1] == "CR phase5-max"


@pytest.mark.rule("CR variant-chariots")
@pytest.mark.parametrize(
    ("colour", "speed", "count"),
    [("red", 4, 5), ("red", 10, 2), ("green", 8, 3), ("yellow", 9, 4), ("yellow", 12, 2), ("blue", 0, 5)],
)
def test_dice_by_the_chariots_own_bands(colour: str, speed: int, count: int) -> None:
    match = race(**one(colour, f"outer 13, speed {speed}"), ruleset="alternate-chariots", dice=[3] * count)
    assert dice_left(match) == ()
    assert len(once(match, "roll").data["dice"]) == count


@pytest.mark.rule("CR variant-chariots-speed")
@pytest.mark.parametrize(
    ("colour", "speed", "damage", "after"),
    [
        ("green", 11, 8, 10),
        ("yellow", 12, 5, 6),
        ("green", 7, 8, 7),
        ("green", 9, 8, 9),
        ("purple", 12, 7, 8),
        ("red", 10, 8, 8),
        ("red", 10, 12, 10),
    ],
)
def test_the_higher_of_two_speeds_is_kept(colour: str, speed: int, damage: int, after: int) -> None:
    match = race(
        **one(colour, f"outer 13, speed {speed}, damage {damage}, fate 0"),
        ruleset="alternate-chariots",
        dice="steer steer steer steer steer",
    )
    assert chariot(match, colour).speed == after
    if after < speed:
        assert once(match, "slowed").clauses == ("CR phase2-adjust", "CR variant-chariots-speed")
    assert choices(match)[0] == "keep"


@pytest.mark.rule("CR variant-chariots-speed")
@pytest.mark.parametrize(
    ("colour", "limits"),
    [
        ("green", [1, 2, 3, 4, 5, 6, 8, 10, 11, 12]),
        ("purple", [1, 2, 3, 4, 5, 6, 8, 10, 12]),
        ("yellow", [1, 2, 3, 4, 6, 8, 10, 12]),
        ("red", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10]),
        ("blue", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]),
        ("white", list(range(1, 12))),
    ],
)
def test_highest_initial_speed_by_damage(colour: str, limits: list[int]) -> None:
    assert list(CHARIOT_BOARDS[colour].speed_limit_by_damage) == limits


@pytest.mark.rule("CR variant-chariots-start")
def test_starting_values_of_each_colour() -> None:
    starts = {
        colour: (board.damage_start, board.speed_start, board.fate_start) for colour, board in CHARIOT_BOARDS.items()
    }
    assert starts == {
        "standard": (12, 4, 3),
        "red": (14, 4, 2),
        "blue": (12, 3, 4),
        "white": (11, 5, 3),
        "green": (10, 5, 4),
        "purple": (9, 4, 5),
        "yellow": (8, 6, 5),
    }
    assert set(starts) == {"standard", *COLOURS}
