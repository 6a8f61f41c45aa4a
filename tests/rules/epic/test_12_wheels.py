"""E2 12.3: damaged wheels, when they are checked, and when they come off."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, play
from tests.rules.epic.corner_kit import CALM, CLEAN, checks, three
from tests.rules.epic.kit import BOOK, epic


def wheel_checks(race: CircusMatch) -> list[tuple[str, int, int, bool]]:
    told = [event.data for event in events(race, "wheel-check")]
    return [(each["wheel"], each["roll"], each["total"], each["lost"]) for each in told]


def rammed(damage: tuple[int, int], *dice: int) -> CircusMatch:
    """Red, inside, rams Blue's car: only Blue's left wheel is hit."""
    left, right = damage
    race = epic(
        red="lane 3, backstretch 11",
        red_is=CALM,
        blue="lane 4, backstretch 11",
        blue_is={"left_wheel": left, "right_wheel": right},
        move={"written": 3},
        dice=[*three(14), *dice],
    )
    play(race, "ram blue car", "hold")
    assert events(race, "wheel")[0].data["wheel"] == "left"
    return race


@pytest.mark.rule("E2 12.3", "E2 12.3.1")
@pytest.mark.parametrize(
    ("damage", "blow", "check", "found"),
    [
        (0, (1, 1), (), []),  # a total of 1: no dice
        (0, (3, 2), (1, 1), [("left", 2, 3, False)]),  # 2 in all; a throw of 2 wears it
        (5, (1, 1), (3, 4), [("left", 7, 6, False)]),  # one point more, against 6
    ],
)
def test_checked_at_once_in_the_attackers_phase(
    damage: int, blow: tuple[int, int], check: tuple[int, ...], found: list[tuple[str, int, int, bool]]
) -> None:
    race = rammed((damage, 0), *blow, *check)
    assert wheel_checks(race) == found
    assert asked(race)[0] == "step"  # Red is still moving
    assert dice_left(race) == ()


@pytest.mark.rule("E2 12.3.4")
@pytest.mark.parametrize(
    ("damage", "found"),
    [((4, 2), [("left", 12, 5, False), ("right", 12, 2, False)]), ((4, 1), [("left", 12, 5, False)])],
)
def test_every_damaged_wheel_is_checked(damage: tuple[int, int], found: list[tuple[str, int, int, bool]]) -> None:
    race = rammed(damage, 1, 1, *[6, 6] * len(found))
    assert wheel_checks(race) == found
    assert dice_left(race) == ()


@pytest.mark.rule("E2 12.3.4")
def test_left_first_and_no_further_than_the_first_that_comes_off() -> None:
    # Two points on the left wheel make 5 and 5. The left one comes off, and the right one is thrown for no more.
    race = rammed((3, 5), 3, 2, 2, 2, 6, 6, 6, 6)
    assert wheel_checks(race) == [("left", 4, 5, True)]
    assert events(race, "flip")[0].data["chariot"] == "blue"
    race = rammed((3, 5), 3, 2, 6, 6, 2, 2)
    assert wheel_checks(race) == [("left", 12, 5, False), ("right", 4, 5, True)]


@pytest.mark.rule("E2 12.3.3")
@pytest.mark.parametrize(
    ("roll", "total", "lost"), [((3, 3), 5, False), ((3, 2), 6, False), ((2, 2), 5, True), ((1, 1), 5, True)]
)
def test_two_dice_against_the_damage(roll: tuple[int, int], total: int, lost: bool) -> None:
    race = epic(red="lane 3, backstretch 10", red_is={**CALM, "written": 14, "right_wheel": 5}, dice=roll)
    assert wheel_checks(race) == [("right", sum(roll), total, lost)]
    assert chariot(race, "red").right_wheel == total
    assert len(events(race, "flip")) == lost
    assert events(race, "wheel-check")[0].clauses == ("E2 12.3.2", "E2 12.3.3")
    assert len(events(race, "wheel-check")) == 1  # the added point brings no further check
    if lost:
        assert events(race, "flip")[0].clauses[0] == "E2 12.3.3"


@pytest.mark.rule("E2 12.3.3")
def test_the_tenth_point_destroys_it() -> None:
    race = epic(red="lane 3, backstretch 10", red_is={**CALM, "written": 14, "left_wheel": 9}, dice=[4, 5])
    assert wheel_checks(race) == [("left", 9, 10, False)]
    assert events(race, "flip")[0].clauses[0] == "E2 10.8.2"


@pytest.mark.rule("E2 12.3.2")
@pytest.mark.parametrize(
    ("square", "log", "found"),
    [
        ("lane 3, backstretch 10", {"written": 14}, 1),
        ("lane 3, backstretch 10", {"written": 13}, 0),
        ("lane 3, backstretch 10", {"written": 11, "gains": 3}, 1),  # all of the total speed counts
        ("lane 3, backstretch 10", {"written": 15, "debt": 5}, 1),  # used moves do not lower it
        ("lane 4, dolphin corner 2", {"written": 16}, 2),  # speed, and strain where it stands
        ("lane 1, dolphin corner 2", {"written": 10}, 1),  # strain alone
        ("lane 4, dolphin corner 2", {"written": 13}, 0),
    ],
)
def test_worn_wheels_at_the_start_of_the_phase(square: str, log: dict[str, Any], found: int) -> None:
    strained = "corner" in square and log["written"] in (10, 16)
    race = epic(
        red=square,
        red_is={**CALM, "left_wheel": 3, "endurance": 30, **log},
        dice=[*[6, 6] * found, *(CLEAN if strained else ())],
    )
    assert len(wheel_checks(race)) == found
    assert len(checks(race)) == strained
    assert dice_left(race) == ()


@pytest.mark.rule("E2 12.3.2")
def test_once_a_phase_however_many_lanes_are_strained() -> None:
    race = epic(
        red="lane 2, front straight 33",
        red_is={**CALM, "written": 12, "left_wheel": 3},
        dice=[6, 6, *CLEAN, *CLEAN],
    )
    play(race, "forward 1", "in")
    assert (len(wheel_checks(race)), len(checks(race))) == (1, 2)
    kinds = [event.kind for event in race.events if event.kind in ("wheel-check", "strain")]
    assert kinds == ["wheel-check", "strain", "strain"]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 12.3.2")
def test_two_checks_for_a_fast_chariot_that_strains() -> None:
    race = epic(
        red="lane 2, front straight 33",
        red_is={**CALM, "written": 15, "left_wheel": 3},
        dice=[6, 6, 6, 6, *CLEAN],
    )
    assert len(wheel_checks(race)) == 1
    play(race, "forward 1")
    assert len(wheel_checks(race)) == 2
    assert dice_left(race) == ()


@pytest.mark.rule("E2 12.3.3", "E2 12.3.4")
@pytest.mark.parametrize(("left", "right"), [(0, 0), (1, 1), (2, 0), (5, 3), (9, 9), (10, 0)])
def test_the_odds_of_a_check(left: int, right: int) -> None:
    holds = 1.0
    for damage in (left, right):
        throws = [a + b for a in range(1, 7) for b in range(1, 7)]
        if damage == 10:
            holds = 0.0
        elif damage >= 2:
            holds *= sum(1 for roll in throws if roll > damage or (roll == damage and damage < 9)) / 36
    car = epic(
        red="lane 3, backstretch 10", red_is={"left_wheel": min(left, 9), "right_wheel": right}, move={"written": 3}
    )
    axle = BOOK.axle(chariot(car, "red")).hit(-1, left - min(left, 9))
    assert BOOK.wheel_off_odds(axle) == pytest.approx(1 - holds)
