"""CM 9.43-S1 to -S-chain: swerves, and what they set off."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.track import DOLPHINS, IN, OUT, house_track
from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play

SWERVE = [3, 3, 3, 3, 4, 4]  # factor 0, roll 8
WIN = [4, 3, 1, 1]
HARMLESS = [5, 5, 4]  # a ram on a car with three less: 11
CALM = [2, 2, 2]  # a strain check that comes to nothing


def swerve(red: str, blue: str, *dice: int, **more: Any) -> CircusMatch:
    """Red lashes Blue's driver, who holds and has to swerve."""
    race = circus(red=red, blue=blue, **{"move": {"written": 2}, "dice": [*SWERVE, *dice], **more})
    play(race, "lash blue driver", "hold")
    return race


def on_the_straight(red: int, blue: int, *dice: int, **more: Any) -> CircusMatch:
    return swerve(f"lane {red}, backstretch 11", f"lane {blue}, backstretch 11", *dice, **more)


def into_lane_2(*dice: int, **more: Any) -> CircusMatch:
    """In a corner: from lane 3 into lane 2, whose safe speed is 9."""
    return swerve("lane 4, dolphin corner 4", "lane 3, dolphin corner 3", *dice, **more)


@pytest.mark.rule("CM 9.43-S1")
@pytest.mark.parametrize(("red", "to"), [(3, 5), (5, 3)])
def test_one_lane_away_from_the_attacker(red: int, to: int) -> None:
    race = on_the_straight(red, 4, blue_is={"written": 12, "moved": False})
    assert place(race, "blue") == f"lane {to}, backstretch 11"
    there = race.state.whose(race.state.track.find(f"lane {to}, backstretch 10"))
    assert there is not None
    assert there[0].faction == "blue"
    (slide,) = events(race, "sideslip")
    assert (slide.data["how"], slide.clauses) == ("forced", ("CM 9.43-S1",))
    assert not events(race, "defence")
    play(race, "forward 1", "no")
    assert events(race, "speed")[-1].data == {"chariot": "blue", "factors": 12, "total": 12}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S2")
@pytest.mark.parametrize("lane", range(1, 8))
def test_the_rearmost_square_that_overlaps(lane: int) -> None:
    track = house_track()
    for square in range(3 * (lane + 1)):
        target = track.slip[OUT][track.at(lane, DOLPHINS, square)]
        assert target == track.at(lane + 1, DOLPHINS, square + square // (lane + 1))
    for square in range(3 * (lane + 2)):
        third, rest = divmod(square, lane + 2)
        target = track.slip[IN][track.at(lane + 1, DOLPHINS, square)]
        assert target == track.at(lane, DOLPHINS, square - third - (1 if rest else 0))


@pytest.mark.rule("CM 9.43-S2")
@pytest.mark.parametrize(
    ("red", "blue", "team", "car"),
    [
        # Red's car on lane 3 square 1; Blue's team on square 1 of lane 2 (20 to 40 degrees), its car on 0.
        (
            "lane 3, dolphin corner 2",
            "lane 2, dolphin corner 1",
            "lane 1, dolphin corner 0",
            "lane 1, front straight 33",
        ),
        (
            "lane 1, dolphin corner 2",
            "lane 2, dolphin corner 3",
            "lane 3, dolphin corner 4",
            "lane 3, dolphin corner 3",
        ),
    ],
)
def test_a_swerve_in_a_corner(red: str, blue: str, team: str, car: str) -> None:
    race = swerve(red, blue, blue_is={"executed": 4})
    assert place(race, "blue") == team
    assert race.state.track.name(race.state.car_square(chariot(race, "blue"))) == car


@pytest.mark.rule("CM 9.43-S3")
def test_an_inward_swerve_above_the_safe_speed_strains_at_once() -> None:
    race = into_lane_2(*CALM, blue_is={"executed": 13, "endurance": 20, "modifier": 0})
    assert place(race, "blue") == "lane 2, dolphin corner 2"
    assert chariot(race, "blue").endurance == 16
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"]) == (4, 4)
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S3")
@pytest.mark.parametrize(
    ("turn", "blue_is", "points"),
    [
        (5, {"executed": 9}, 0),
        (5, {"executed": 10}, 1),
        (5, {"executed": 8, "written": 15, "moved": False}, 0),  # the last move counts, not the one to come
        (5, {"executed": 14, "written": 3, "moved": False}, 5),
        (1, {"written": 15, "moved": False}, 0),  # nothing executed yet
        (5, {"executed": 11, "jostled": True, "cdm": -1}, 2),  # a jostled driver has no choice
    ],
)
def test_which_speed_counts_for_a_swerve(turn: int, blue_is: dict[str, Any], points: int) -> None:
    dice = [3, 2, 3, 3, 4, 4] if "jostled" in blue_is else SWERVE
    race = circus(
        red="lane 4, dolphin corner 4",
        blue="lane 3, dolphin corner 3",
        blue_is=blue_is,
        turn=turn,
        move={"written": 2},
        dice=[*dice, *(CALM if points else [])],
    )
    play(race, "lash blue driver", "hold")
    assert place(race, "blue") == "lane 2, dolphin corner 2"
    assert [event.data["points"] for event in events(race, "strain")] == ([points] if points else [])
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S3")
def test_an_outward_swerve_never_strains() -> None:
    race = swerve("lane 2, dolphin corner 3", "lane 3, dolphin corner 4", blue_is={"executed": 30})
    assert place(race, "blue").startswith("lane 4")
    assert not events(race, "strain")


@pytest.mark.rule("CM 9.43-S3")
def test_an_exhausted_team_flips() -> None:
    race = circus(
        red="lane 4, dolphin corner 4",
        blue="lane 3, dolphin corner 3",
        blue_is={"executed": 10, "endurance": 0},
        level="basic",
        move={"written": 2},
        dice=SWERVE,
    )
    play(race, "lash blue driver", "hold")
    assert place(race, "blue") == "out"
    assert events(race, "flip")[0].clauses[0] == "CM 8.41b"


@pytest.mark.rule("CM 9.43-S3")
def test_what_was_paid_in_this_corner_this_turn_counts() -> None:
    """Blue drives into lane 3 at 13 and pays 1; pushed into lane 2 it owes 4, and pays the 3 that are missing."""
    race = circus(
        blue="lane 3, front straight 30",
        blue_is={"written": 13, "endurance": 20},
        red="lane 4, dolphin corner 5",
        red_is={"written": 2, "moved": False},
        dice=[*CALM, *SWERVE, *CALM],
    )
    play(race, "no", "forward 4", "forward 4", "brake 5", "no", "lash blue driver", "hold")
    assert place(race, "blue") == "lane 2, dolphin corner 3"
    paid = [(event.data["points"], event.data["endurance_paid"]) for event in events(race, "strain")]
    assert paid == [(1, 1), (4, 3)]
    assert chariot(race, "blue").endurance == 20 - 1 - 5 - 3
    assert dice_left(race) == ()


@pytest.mark.rule("QA 9.43")
def test_the_last_executed_move_against_the_innermost_lane() -> None:
    race = swerve(
        "lane 3, dolphin corner 4",
        "lane 2, dolphin corner 3",
        *CALM,
        blue_is={"executed": 11, "endurance": 20, "written": 2, "moved": False},
    )
    assert place(race, "blue").startswith("lane 1")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance"]) == (3, 17)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S4")
@pytest.mark.parametrize("green", ["lane 5, backstretch 11", "lane 5, backstretch 10", "lane 5, backstretch 12"])
def test_a_blocked_swerve_becomes_a_ram(green: str) -> None:
    race = on_the_straight(3, 4, *([4, 1] if not green.endswith("11") else HARMLESS), green=green)
    assert asked(race)[0] == "defend"
    play(race, "hold")
    assert place(race, "blue") == "lane 4, backstretch 11"
    (ram,) = events(race, "involuntary-ram")
    assert ram.data["into"] == ["green"]
    assert ram.clauses == ("CM 9.43-S4", "CM 9.6a", "CM 9.62b", "CM 9.63a", "CM 9.63b")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S4")
@pytest.mark.parametrize("green", ["lane 5, backstretch 9", "lane 5, backstretch 13"])
def test_a_neighbour_out_of_reach_does_not_block(green: str) -> None:
    race = on_the_straight(3, 4, green=green)
    assert place(race, "blue") == "lane 5, backstretch 11"
    assert not events(race, "involuntary-ram")


@pytest.mark.rule("CM 9.43-S4")
def test_the_swerver_stays_even_if_the_blocker_evades() -> None:
    race = on_the_straight(3, 4, *WIN, green="lane 5, backstretch 11")
    play(race, "avoid", "evade out")
    assert place(race, "green") == "lane 6, backstretch 12"
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S5")
@pytest.mark.parametrize(("red", "blue"), [(2, 1), (7, 8)])
def test_into_the_wall(red: int, blue: int) -> None:
    race = on_the_straight(red, blue, level="basic")
    assert place(race, "blue") == "out"
    assert events(race, "flip")[0].clauses == ("CM 9.43-S5", "CM 7.33-FP")


@pytest.mark.rule("CM 9.43-S5")
def test_next_to_the_wall_is_not_the_wall() -> None:
    race = on_the_straight(3, 2)
    assert place(race, "blue") == "lane 1, backstretch 11"
    assert not events(race, "flip")


def into_a_strain(*dice: int, **more: Any) -> CircusMatch:
    """Blue swerves from lane 3 into lane 2 and strains by 3; lane 4 beside it is Red's."""
    return swerve(
        "lane 4, dolphin corner 5", "lane 3, dolphin corner 4", *dice, **{"blue_is": {"executed": 12}, **more}
    )


@pytest.mark.rule("CM 9.43-S-chain")
def test_swerve_strain_and_slide_back() -> None:
    race = into_a_strain(4, 4, 3)  # 11 + 3 points: S
    assert [event.kind for event in race.events[-4:]] == ["lash-driver", "sideslip", "strain", "sideslip"]
    assert place(race, "blue") == "lane 3, dolphin corner 4"
    assert chariot(race, "blue").no_inside
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S-chain")
def test_the_chain_may_come_back_to_the_attacker() -> None:
    """SS: over lane 3, then into Red's car with three less; Red defends like anybody else."""
    race = into_a_strain(4, 4, 4, *HARMLESS)  # 12 + 3 points: SS
    assert list(race.pending) == [0]
    assert asked(race)[0] == "defend"
    play(race, "hold")
    assert place(race, "blue") == "lane 3, dolphin corner 4"
    (ram,) = events(race, "involuntary-ram")
    assert ram.data == {"chariot": "blue", "into": ["red"], "penalty": -3}
    assert ram.clauses[0] == "CM 7.34a"
    assert events(race, "ram-car")[0].data["total"] == 11
    assert chariot(race, "blue").loss == 1
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S-chain")
def test_the_moving_attacker_pays_its_evasion_in_its_next_phase() -> None:
    race = into_a_strain(4, 4, 4, *WIN, move={"written": 5})
    play(race, "avoid", "evade out")
    assert place(race, "red") == "lane 5, dolphin corner 8"
    assert chariot(race, "red").debt == 1
    assert race.state.move.debt == 0
    assert "forward 4" in asked(race)[1]
    assert place(race, "blue") == "lane 3, dolphin corner 4"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S-chain")
def test_the_evasion_of_a_third_chariot_is_resolved_before_the_mover_goes_on() -> None:
    """Blue swerves from lane 4 into Green in lane 3, who evades into lane 2 at 12 and strains by 3."""
    race = swerve(
        "lane 5, dolphin corner 4",
        "lane 4, dolphin corner 3",
        *WIN,
        *CALM,
        green="lane 3, dolphin corner 2",
        green_is={"executed": 12, "endurance": 20},
    )
    play(race, "avoid", "evade in")
    assert place(race, "green") == "lane 2, dolphin corner 2"
    assert place(race, "blue") == "lane 4, dolphin corner 3"
    assert events(race, "strain")[0].data["chariot"] == "green"
    assert chariot(race, "green").endurance == 17
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S-chain")
def test_whoever_flips_in_the_chain_takes_no_further_part() -> None:
    """Blue, forced into Green, destroys its own worn wheel."""
    race = swerve(
        "lane 3, backstretch 11",
        "lane 4, backstretch 11",
        level="basic",
        blue_is={"right_wheel": 9},
        green="lane 5, backstretch 11",
        dice=[*SWERVE, 1, 1, 1, 1, 1],
    )
    play(race, "hold")  # 3 - 3: Blue's own car is damaged
    assert place(race, "blue") == "out"
    assert place(race, "green") == "lane 5, backstretch 11"
    assert list(race.pending) == [0]
    assert dice_left(race) == ()
