"""CM 7.4: wheels that may come off."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, chariot, circus, dice_left, events, place, play

CALM = {"whip": False}
RAM = [5, 4, 4]  # 13: the defender's car is damaged


def rammed(
    damage: list[int], checks: list[int], blue: dict[str, Any], red: dict[str, Any] | None = None
) -> CircusMatch:
    """Red rams Blue's car from the inside: its left wheel."""
    race = circus(
        level="basic",
        red="lane 3, backstretch 11",
        red_is={**CALM, "written": 3, **(red or {})},
        blue="lane 4, backstretch 11",
        blue_is=blue,
        dice=[*RAM, *damage, *checks],
    )
    play(race, "ram blue car", "hold")
    return race


@pytest.mark.rule("CM 7.4")
@pytest.mark.parametrize(
    ("before", "damage", "checks", "after"),
    [
        (0, [2, 2], [], 1),  # one point: nothing to roll
        (0, [4, 4], [6, 6], 3),
        (5, [2, 2], [6, 6], 6),  # one more on a damaged wheel is checked
        (1, [2, 2], [6, 6], 2),
    ],
)
def test_checked_at_once_after_a_ram(before: int, damage: list[int], checks: list[int], after: int) -> None:
    race = rammed(damage, checks, {"left_wheel": before})
    assert chariot(race, "blue").left_wheel == after
    assert len(events(race, "wheel-check")) == len(checks) // 2
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.42")
def test_it_may_flip_in_the_rammers_phase() -> None:
    race = rammed([5, 5], [1, 1], {})  # four points, 2 against 4
    assert place(race, "blue") == "out"
    assert race.state.mover == 0
    kinds = [event.kind for event in race.events]
    assert kinds.index("wheel-check") < kinds.index("flip")
    assert not events(race, "drive")  # before Red moves on
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.41a")
@pytest.mark.parametrize(
    ("log", "dice", "checks"),
    [
        ({"written": 14}, [], 1),
        ({"written": 13}, [], 0),
        ({"written": 12, "whip": True}, [2], 1),
        ({"written": 12, "whip": True}, [1], 0),
        ({"written": 11, "gains": 3}, [], 1),
        ({"written": 12, "debt": 2}, [], 1),
        ({"written": 14, "left_wheel": 0}, [], 0),
    ],
)
def test_at_fourteen_and_more(log: dict[str, Any], dice: list[int], checks: int) -> None:
    race = circus(red="lane 3, backstretch 5", red_is={**CALM, "left_wheel": 2, **log}, dice=[*dice, *[5, 5] * checks])
    if dice:
        play(race, "whip")
    assert len(events(race, "wheel-check")) == checks
    assert not events(race, "drive")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.41b", "CM 7.1")
@pytest.mark.parametrize(("speed", "clauses"), [(12, ["CM 7.41b"]), (15, ["CM 7.41a", "CM 7.41b"])])
def test_when_the_corner_is_strained(speed: int, clauses: list[str]) -> None:
    race = circus(
        red="lane 1, front straight 33",
        red_is={**CALM, "left_wheel": 4, "written": speed},
        dice=[*[5, 5] * len(clauses), 1, 1, 1],
    )
    assert len(events(race, "wheel-check")) == len(clauses) - 1
    play(race, "forward 1")
    assert [event.clauses[0] for event in events(race, "wheel-check")] == clauses
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.41b")
def test_once_for_the_corner_in_a_phase() -> None:
    race = circus(
        red="lane 3, front straight 33",
        red_is={**CALM, "left_wheel": 4, "written": 13},
        dice=[5, 5, 1, 1, 1, 1, 1, 1],
    )
    play(race, "forward 1", "in")
    assert len(events(race, "strain")) == 2
    assert len(events(race, "wheel-check")) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.41b")
def test_a_wheel_lost_in_the_corner_costs_no_endurance() -> None:
    race = circus(
        level="basic",
        red="lane 1, front straight 33",
        red_is={**CALM, "left_wheel": 7, "written": 12},
        dice=[3, 3],
    )
    play(race, "forward 1")
    assert place(race, "red") == "out"
    assert chariot(race, "red").endurance == 49
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.43")
@pytest.mark.parametrize(
    ("damage", "dice", "after"),
    [
        (6, [3, 4], 6),
        (6, [3, 3], 7),
        (6, [3, 2], None),
        (2, [1, 1], 3),
        (9, [5, 4], None),  # the tenth box
        (9, [5, 5], 9),
    ],
)
def test_two_dice_against_the_damage(damage: int, dice: list[int], after: int | None) -> None:
    race = circus(
        level="basic", red="lane 3, backstretch 5", red_is={**CALM, "right_wheel": damage, "written": 14}, dice=dice
    )
    if after is None:
        assert place(race, "red") == "out"
    else:
        assert chariot(race, "red").right_wheel == after
        assert chariot(race, "red").on_track
    (check,) = events(race, "wheel-check")
    assert check.data["roll"] == sum(dice)
    assert "CM 7.43" in check.clauses
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.43")
def test_no_dice_for_a_wheel_with_one() -> None:
    race = circus(
        red="lane 3, backstretch 5",
        red_is={**CALM, "left_wheel": 1, "right_wheel": 4, "written": 14},
        dice=[5, 5],
    )
    assert [event.data["wheel"] for event in events(race, "wheel-check")] == ["right"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.44")
@pytest.mark.parametrize(
    ("dice", "checked", "racing"),
    [
        ([5, 5, 5, 5], ["left", "right"], True),
        ([5, 5, 2, 2], ["left", "right"], False),
        ([1, 1], ["left"], False),  # the right wheel is not rolled any more
    ],
)
def test_both_wheels_separately(dice: list[int], checked: list[str], racing: bool) -> None:
    race = circus(
        level="basic",
        red="lane 3, backstretch 5",
        red_is={**CALM, "left_wheel": 3, "right_wheel": 5, "written": 14},
        dice=dice,
    )
    assert [event.data["wheel"] for event in events(race, "wheel-check")] == checked
    assert chariot(race, "red").on_track == racing
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.44")
def test_a_ram_checks_both_wheels() -> None:
    race = rammed([3, 4], [5, 5, 5, 5], {"left_wheel": 3, "right_wheel": 5})
    assert [event.data["wheel"] for event in events(race, "wheel-check")] == ["left", "right"]
    assert [event.data["total"] for event in events(race, "wheel-check")] == [5, 5]
    assert dice_left(race) == ()
