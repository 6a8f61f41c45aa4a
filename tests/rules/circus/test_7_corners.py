"""CM 7.1 to 7.32: when a corner is checked, and what is rolled."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play, write

CALM = {"whip": False}
SAFE = [1, 1, 1]


def points(race: CircusMatch) -> list[int]:
    return [event.data["points"] for event in events(race, "strain")]


def paid(race: CircusMatch) -> list[int]:
    return [event.data["endurance_paid"] for event in events(race, "strain")]


@pytest.mark.rule("CM 7.1", "CM 7.41b")
@pytest.mark.parametrize(("wheel", "checks"), [(3, 1), (0, 0), (1, 0)])
def test_wheel_and_corner_are_separate(wheel: int, checks: int) -> None:
    race = circus(
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 10, "left_wheel": wheel},
        dice=[*[6, 6] * checks, *SAFE],
    )
    play(race, "forward 1")
    assert len(events(race, "wheel-check")) == checks
    assert points(race) == [2]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.2")
def test_one_above_in_lane_four() -> None:
    race = circus(red="lane 4, front straight 33", red_is={**CALM, "written": 16}, dice=SAFE)
    play(race, "forward 1")
    assert points(race) == [1]
    assert events(race, "strain")[0].clauses == ("CM 7.2", "CM 6.511a", "CM 7.32a", "CM 7.33-none")


# -- timing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.21")
def test_one_check_for_the_whole_lane() -> None:
    race = circus(red="lane 1, front straight 33", red_is={**CALM, "written": 10}, dice=SAFE)
    play(race, "forward 10")
    assert place(race, "red") == "lane 1, dolphin corner 0"  # the run stops where something happens
    play(race, "forward 9")
    assert place(race, "red") == "lane 1, backstretch 3"
    assert points(race) == [2]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.21")
def test_the_last_factor_is_checked_too() -> None:
    race = circus(red="lane 1, front straight 24", red_is={**CALM, "written": 10}, dice=SAFE)
    play(race, "forward 10")
    assert place(race, "red") == "lane 1, dolphin corner 0"
    assert points(race) == [2]


@pytest.mark.rule("CM 7.21")
@pytest.mark.parametrize("square", ["dolphin corner 3", "backstretch 0"])
def test_a_phase_that_starts_in_the_corner(square: str) -> None:
    race = circus(red=f"lane 1, {square}", red_is={**CALM, "written": 10}, dice=SAFE)
    assert points(race) == [2]  # before the first step
    assert not events(race, "drive")


@pytest.mark.rule("CM 7.21")
def test_a_second_corner_is_checked_on_its_own() -> None:
    race = circus(
        red="lane 1, dolphin corner 5",
        red_is={**CALM, "horses_start": [9, 9, 9, 9], "written": 36, "endurance": 70},
        dice=[*SAFE, *SAFE],
    )
    play(race, "forward 35")
    assert place(race, "red") == "lane 1, egg corner 0"
    assert points(race) == paid(race) == [28, 28]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.22a")
def test_a_lane_further_in_is_a_new_check() -> None:
    race = circus(red="lane 3, dolphin corner 3", red_is={**CALM, "written": 9}, dice=SAFE)
    play(race, "in")
    assert points(race) == []
    play(race, "in")
    assert points(race) == [1]
    assert place(race, "red").startswith("lane 1")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.22b")
def test_out_and_back_in_brings_no_check() -> None:
    race = circus(red="lane 1, front straight 33", red_is={**CALM, "written": 14}, dice=SAFE)
    play(race, "forward 1", "out")
    assert place(race, "red").startswith("lane 2")
    play(race, "in")
    assert place(race, "red") == "lane 1, dolphin corner 2"
    assert points(race) == [6]
    assert paid(race) == [6]
    # Out by two lanes and back by one: still nothing worse than lane 1.
    play(race, "out", "out", "in")
    assert points(race) == [6]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.22b")
def test_an_outside_change_into_the_corner_is_an_entry() -> None:
    race = circus(red="lane 1, front straight 33", red_is={**CALM, "written": 12}, dice=SAFE)
    play(race, "out")
    assert place(race, "red") == "lane 2, dolphin corner 1"
    assert points(race) == paid(race) == [3]


@pytest.mark.rule("CM 7.23")
def test_checked_and_paid_again_in_the_next_phase() -> None:
    race = circus(
        red="lane 8, front straight 33",
        red_is={**CALM, "horses_start": [7, 7, 7, 5], "written": 26},
        blue="lane 1, front straight 3",
        blue_is=CALM,
        dice=[*SAFE, 1, *SAFE],
    )
    play(race, "forward 1", "forward 25")
    assert place(race, "red") == "lane 8, dolphin corner 25"
    write(race, red=26)
    assert points(race) == paid(race) == [2, 2]
    assert chariot(race, "red").endurance == 45
    assert dice_left(race) == ()


# -- in rivals' phases -------------------------------------------------------------------------------------


def evading_inwards(blue: dict[str, Any], *dice: int) -> CircusMatch:
    """Red in the lane 4 corner attacks Blue in lane 3, who evades to lane 2."""
    race = circus(
        red="lane 4, dolphin corner 7",
        red_is={**CALM, "written": 1},
        blue="lane 3, dolphin corner 5",
        blue_is={**CALM, "moved": False, "written": 12, **blue},
        dice=[6, 6, 1, 1, *dice],
    )
    play(race, "ram blue car", "avoid", "evade in")
    return race


@pytest.mark.rule("CM 7.2-out-of-phase")
def test_evading_inwards_strains_at_once() -> None:
    race = evading_inwards({"endurance": 30, "modifier": 2}, 2, 2, 2, 1, 1, 1)
    assert place(race, "blue") == "lane 2, dolphin corner 4"
    # In Red's phase with the written 12; afresh in its own phase, where the debt counts: 12 + 2.
    assert points(race) == paid(race) == [3, 5]
    assert chariot(race, "blue").endurance == 30 - 3 - 5
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.2-out-of-phase")
def test_what_was_written_lashed_and_owed_counts() -> None:
    race = evading_inwards({"gains": 2, "debt": 1, "endurance": 30}, 1, 1, 1, 1, 1, 1)
    # 12 written + 2 gained + 1 owed before this evasion.
    assert points(race)[0] == 15 - 9


@pytest.mark.rule("CM 7.2-out-of-phase")
def test_the_executed_speed_counts_after_the_move() -> None:
    race = evading_inwards({"moved": True, "written": 5, "executed": 11}, 1, 1, 1)
    assert points(race) == [2]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.2-out-of-phase", "CM 7.35")
def test_a_jostle_in_a_rivals_phase_cuts_the_written_speed() -> None:
    race = evading_inwards({"horses_start": [3, 3, 3, 3]}, 5, 4, 4)
    blue = chariot(race, "blue")
    assert blue.cdm == -3
    told = events(race, "speed")[-1].data
    assert told == {"chariot": "blue", "factors": 7, "total": 9}  # 12 - 3, of which 2 are owed
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.2-out-of-phase")
def test_what_was_paid_last_turn_does_not_count() -> None:
    # Red pays 3 in lane 2; in the next turn, before its move, it evades to lane 1 with 10 written.
    race = circus(
        red="lane 2, front straight 29",
        red_is={**CALM, "written": 12},
        blue="lane 3, dolphin corner 7",
        blue_is=CALM,
        dice=[*SAFE, 2, 6, 6, 1, 1, *SAFE, *SAFE],
    )
    play(race, "forward 5", "forward 4", "brake 3")
    assert place(race, "red") == "lane 2, dolphin corner 4"
    write(race, red=10, blue=1)
    play(race, "ram red horses", "avoid", "evade in")
    assert place(race, "red") == "lane 1, dolphin corner 3"
    assert points(race)[:2] == paid(race)[:2] == [3, 2]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.2-out-of-phase", "CM 6.511b")
def test_the_executed_speed_counts_owed_factors() -> None:
    race = circus(red="lane 3, backstretch 3", red_is={**CALM, "written": 9, "debt": 2})
    play(race, "forward 9")
    assert chariot(race, "red").executed == 11


def swerved_back(
    lane: int, red: dict[str, Any], start: str, run: tuple[str, ...], blue: str, *dice: int
) -> CircusMatch:
    """Red moves, then Blue outside of it lashes it inwards (factor 0, table 8: S)."""
    race = circus(
        red=f"lane {lane}, {start}",
        red_is={**CALM, **red},
        blue=blue,
        blue_is={"moved": False, "written": 1},
        dice=dice,
    )
    play(race, *run, "no", "lash red driver", "hold")
    return race


@pytest.mark.rule("CM 7.2-out-of-phase")
def test_only_the_increase_is_paid_after_the_move() -> None:
    race = swerved_back(
        4,
        {"written": 16},
        "front straight 27",
        ("forward 7", "forward 9"),
        "lane 5, dolphin corner 11",
        *[*SAFE, 3, 4, 3, 4, 4, 4, *SAFE],
    )
    assert place(race, "red").startswith("lane 3")
    assert points(race) == [1, 4]
    assert paid(race) == [1, 3]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.2-out-of-phase", "CM 7.33-S")
def test_a_lane_checked_this_turn_is_done_with() -> None:
    # S from lane 5 to 6; lashed back into lane 5 in Blue's phase.
    race = swerved_back(
        5,
        {"written": 18},
        "front straight 33",
        ("forward 1", "forward 17"),
        "lane 7, dolphin corner 20",
        *[6, 6, 1, 3, 4, 3, 4, 4, 4],
    )
    assert place(race, "red").startswith("lane 5")
    assert points(race) == [1]
    assert chariot(race, "red").endurance == 48
    assert dice_left(race) == ()


# -- the roll ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.3")
@pytest.mark.parametrize(("dice", "result", "lane"), [([4, 4, 2], "-", 1), ([4, 4, 4], "SS", 3)])
def test_the_steps_of_a_check(dice: list[int], result: str, lane: int) -> None:
    race = circus(
        red="lane 1, front straight 33", red_is={**CALM, "written": 12, "endurance": 20, "modifier": 1}, dice=dice
    )
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert strain.data == {"chariot": "red", "points": 4, "endurance_paid": 4, "endurance": 16, "result": result}
    assert place(race, "red").startswith(f"lane {lane}")
    assert asked(race)[0] == "step"  # and the move goes on
    assert race.state.move.spent == 1


@pytest.mark.rule("CM 7.3")
def test_wheel_then_endurance_then_chart() -> None:
    race = circus(
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 11, "endurance": 3, "modifier": 1, "right_wheel": 4},
        dice=[6, 6, 1, 1, 2],
    )
    play(race, "forward 1")
    kinds = [event.kind for event in race.events if event.kind in ("wheel-check", "exhausted", "strain")]
    assert kinds == ["wheel-check", "exhausted", "strain"]
    # The modifier lost with the last endurance counts in the roll already.
    assert events(race, "strain")[0].modifiers[0].amount == 0
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.31")
@pytest.mark.parametrize(
    ("log", "lane", "expected"),
    [
        ({"written": 12}, 1, 4),
        ({"written": 10, "gains": 3}, 2, 4),
        ({"written": 10, "debt": 2}, 2, 3),
        ({"written": 18, "loss": 4}, 2, 5),
    ],
)
def test_strain_points(log: dict[str, Any], lane: int, expected: int) -> None:
    race = circus(red=f"lane {lane}, front straight 33", red_is={**CALM, **log}, dice=SAFE)
    play(race, "forward 1")
    assert points(race) == [expected]


@pytest.mark.rule("CM 7.31")
def test_the_lane_of_the_car_if_only_it_is_in_the_corner() -> None:
    race = circus(red="lane 4, backstretch 0", red_is={**CALM, "written": 18}, dice=SAFE)
    assert points(race) == [3]


@pytest.mark.rule("CM 7.31")
def test_what_cutting_a_horse_free_took_does_not_strain() -> None:
    race = circus(
        red="lane 2, front straight 33",
        red_is={"horses_start": [5, 5, 4, 5], "horses": [0, 5, 4, 5], "fallen": [1], "written": 14},
        dice=[1, 1, 1, *SAFE],
    )
    play(race, "cut", "forward 1")
    assert points(race) == [2]  # 14 - 3 = 11


@pytest.mark.rule("CM 7.32a")
@pytest.mark.parametrize(
    ("cdm", "dice", "result"),
    [
        (2, [4, 4, 3], "S"),  # row 9 with five points
        (-2, [4, 4, 3], "RH"),  # row 13
        (-2, [6, 6, 5], "FP"),  # row 18 and more
        (0, [4, 4, 3], "J"),  # row 11
    ],
)
def test_three_dice_less_cdm(cdm: int, dice: list[int], result: str) -> None:
    race = circus(
        level="basic",
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 13, "modifier": cdm},
        dice=[*dice, *([1, 1] if result == "RH" else [])],
    )
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert strain.data["result"] == result
    assert strain.data["points"] == 5
    assert dice_left(race) == ()
