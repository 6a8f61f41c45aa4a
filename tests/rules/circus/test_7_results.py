"""CM 7.33 and 7.34: what the Corner Strain Chart does to a chariot, sideslips that are blocked included."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play, write

CALM = {"whip": False}
# Three points in lane 2 at 12 with CDM 0.
S, SS, J, LH, RH, FP = [5, 5, 1], [5, 5, 2], [5, 5, 3], [5, 5, 4], [5, 5, 5], [6, 6, 4]


def corner(dice: list[int], log: dict[str, Any] | None = None, **others: Any) -> CircusMatch:
    """Red drives into the lane 2 corner with 3 points and 5 factors left."""
    race = circus(red="lane 2, front straight 27", red_is={**CALM, "written": 12, **(log or {})}, dice=dice, **others)
    play(race, "forward 7")
    return race


def steps(race: CircusMatch) -> set[object]:
    name, answers = asked(race)
    assert name == "step", name
    return set(answers)


@pytest.mark.rule("CM 7.33")
@pytest.mark.parametrize(
    ("dice", "code", "clause"),
    [
        ([1, 1, 1], "-", "CM 7.33-none"),
        (S, "S", "CM 7.33-S"),
        (SS, "SS", "CM 7.33-SS"),
        (J, "J", "CM 7.33-J"),
        ([*LH, 1, 1], "LH", "CM 7.33-LH-RH"),
        ([*RH, 1, 1], "RH", "CM 7.33-LH-RH"),
        (FP, "FP", "CM 7.33-FP"),
    ],
)
def test_each_code_has_its_result(dice: list[int], code: str, clause: str) -> None:
    race = corner(dice, level="basic")
    (strain,) = events(race, "strain")
    assert strain.data["result"] == code
    assert strain.clauses[-1] == clause
    red = chariot(race, "red")
    happened = {
        "S": red.no_inside and place(race, "red").startswith("lane 3"),
        "SS": place(race, "red").startswith("lane 4"),
        "J": red.cdm == -3,
        "LH": [event.data["horse"] for event in events(race, "injury")] == [1],
        "RH": [event.data["horse"] for event in events(race, "injury")] == [4],
        "FP": not red.on_track,
    }
    assert [name for name, did in happened.items() if did] == ([code] if code != "-" else [])
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-none")
def test_no_effect_but_the_endurance() -> None:
    race = corner([3, 3, 2])
    assert chariot(race, "red").endurance == 46
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert "forward 5" in steps(race)


@pytest.mark.rule("CM 7.33-FP")
def test_flipped_out_of_the_basic_game() -> None:
    race = corner(FP, level="basic", blue="lane 7, backstretch 3")
    assert place(race, "red") == "out"
    assert race.state.occupied == {square: at for square, at in race.state.occupied.items() if at >> 1 == 1}
    (flip,) = events(race, "flip")
    assert "CM 7.33-FP" in flip.clauses
    assert {decision.prompt for decision in race.pending.values()} == {"Write the speed of your blue chariot."}
    assert dice_left(race) == ()


# -- S and SS --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.33-S")
def test_one_lane_out_for_nothing() -> None:
    race = corner(S)
    assert place(race, "red") == "lane 3, dolphin corner 0"
    assert "forward 5" in steps(race)
    assert "forward 6" not in steps(race)
    (slip,) = events(race, "sideslip")
    assert slip.data["how"] == "forced"
    assert slip.clauses == ("CM 7.33-S",)
    play(race, "forward 5")
    assert len(events(race, "strain")) == 1


@pytest.mark.rule("CM 7.33-S")
def test_no_check_on_the_way_out_of_the_corner() -> None:
    # Lane 3 was never checked, and 14 is too fast for it; the sideslip brings no new check.
    race = circus(red="lane 2, dolphin corner 8", red_is={**CALM, "written": 14}, dice=[4, 4, 1])
    assert place(race, "red") == "lane 3, dolphin corner 10"  # 5 points, 9: S
    play(race, "forward 14")
    assert place(race, "red") == "lane 3, backstretch 12"
    assert len(events(race, "strain")) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-S", "QA 7.33")
def test_no_willing_change_inwards_this_turn() -> None:
    race = corner([*S, 1], blue="lane 7, backstretch 3", blue_is=CALM)
    assert "in" not in steps(race)
    assert "out" in steps(race)
    play(race, "forward 4")
    assert "in" not in steps(race)
    play(race, "brake 1")
    write(race, red=5)
    assert "in" in steps(race)


@pytest.mark.rule("CM 7.33-S")
def test_no_slip_inwards_either() -> None:
    race = corner(S, blue="lane 3, dolphin corner 3")
    play(race, "forward 1")
    assert {step for step in steps(race) if str(step).startswith("slip")} == {"slip out"}


@pytest.mark.rule("CM 7.33-S")
@pytest.mark.parametrize("allowed", [False, True])
def test_evading_inwards_is_a_willing_change(allowed: bool) -> None:
    race = circus(
        red="lane 4, backstretch 11",
        red_is={**CALM, "written": 1},
        blue="lane 3, backstretch 11",
        blue_is={"no_inside": True},
        dice=[6, 6, 1, 1],
        options={"inside_evasion_after_sideslip": allowed},
    )
    play(race, "ram blue car", "avoid")
    assert ("evade in" in asked(race)[1]) == allowed


@pytest.mark.rule("CM 7.33-S")
def test_a_swerve_inwards_still_happens() -> None:
    race = circus(
        red="lane 2, front straight 32",
        red_is={**CALM, "written": 10},
        blue="lane 4, dolphin corner 10",
        blue_is={"moved": False, "written": 1},
        dice=[6, 6, 1, 3, 4, 3, 4, 4, 4],  # 13 with one point: S; the lash: S
    )
    play(race, "forward 2", "forward 8")
    assert place(race, "red") == "lane 3, dolphin corner 8"
    play(race, "no", "lash red driver", "hold")
    assert place(race, "red").startswith("lane 2")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-S")
def test_with_only_the_car_in_the_corner() -> None:
    race = circus(red="lane 2, backstretch 0", red_is={**CALM, "written": 12}, dice=S)
    assert place(race, "red") == "lane 3, backstretch 0"
    car = race.state.car_square(chariot(race, "red"))
    assert race.state.track.name(car) == "lane 3, dolphin corner 11"


@pytest.mark.rule("CM 7.33-SS")
def test_two_lanes_one_after_the_other() -> None:
    race = circus(red="lane 1, dolphin corner 2", red_is={**CALM, "written": 11}, dice=SS)
    assert [event.data["to"] for event in events(race, "sideslip")] == [
        "lane 2, dolphin corner 3",
        "lane 3, dolphin corner 4",
    ]
    assert {event.clauses for event in events(race, "sideslip")} == {("CM 7.33-SS",)}
    red = chariot(race, "red")
    assert red.cdm == 0
    assert red.no_inside
    assert "in" not in steps(race)


@pytest.mark.rule("CM 7.33-SS", "CM 6.5")
def test_no_straining_this_turn_and_the_next() -> None:
    race = circus(
        turn=6, red="lane 1, dolphin corner 2", red_is={"written": 11}, blue="lane 7, backstretch 3", blue_is=CALM,
        dice=[*SS, 1, 1],
    )  # fmt: skip
    play(race, "no", "brake 11")
    assert race.state.turn == 7
    assert list(race.pending[0]) == list(range(13))  # no more than lane 3 takes safely
    write(race, red=12)
    assert asked(race)[0] == "step"  # no whip in turn 7
    play(race, "brake 12")
    assert list(race.pending[0]) == list(range(19))
    write(race, red=3)
    assert asked(race)[0] == "whip"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-SS")
def test_unspent_whip_factors_are_lost() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 8}, dice=[3, *SS])
    play(race, "whip", "forward 1")
    assert "forward 7" in steps(race)
    assert "forward 8" not in steps(race)
    assert chariot(race, "red").endurance == 49 - 3 - 3


# -- J -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.33-J", "CM 7.354")
def test_jostled_and_recovering() -> None:
    race = circus(
        turn=5,
        red="lane 1, front straight 33",
        red_is={"written": 12, "modifier": 1, "endurance": 49},
        blue="lane 7, backstretch 3",
        blue_is=CALM,
        dice=[5, 4, 4, 1, 1, 1],  # four points, 13 - 1 = 12: J
    )
    play(race, "no", "forward 1")
    seen = [chariot(race, "red").cdm]
    play(race, "brake 11")
    whips = []
    for _ in range(3):
        seen.append(chariot(race, "red").cdm)
        write(race, red=1)
        whips.append(asked(race)[0] == "whip")
        if whips[-1]:
            play(race, "no")
        play(race, "brake 1")
    assert seen == [-2, -1, 0, 1]
    assert whips == [False, True, True]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-J", "CM 7.353")
def test_whip_factors_not_yet_used_are_gone() -> None:
    race = circus(
        red="lane 5, front straight 22",
        red_is={"horses_start": [4, 4, 4, 4], "modifier": 1, "written": 14},
        dice=[4, 6, 6, 4],  # one point, 16 - 1: J
    )
    play(race, "whip", "forward 12")
    assert chariot(race, "red").cdm == -2
    assert "forward 2" in steps(race)
    assert "forward 3" not in steps(race)
    assert chariot(race, "red").endurance == 49 - 4 - 1


@pytest.mark.rule("CM 7.33-J")
def test_those_spent_to_get_there_stand() -> None:
    race = circus(red="lane 4, front straight 21", red_is={"written": 10}, dice=[6, 5, 5, 5])
    play(race, "whip", "forward 13")
    assert race.state.turn == 3  # nothing left to spend
    assert chariot(race, "red").executed == 13
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-J")
def test_a_driver_of_three_is_barred_for_the_turn_only() -> None:
    race = circus(
        turn=5,
        red="lane 1, front straight 33",
        red_is={"written": 12, "modifier": 3},
        blue="lane 7, backstretch 3",
        blue_is=CALM,
        dice=[5, 5, 5, 1],
    )
    play(race, "no", "forward 1")
    assert chariot(race, "red").cdm == 0
    assert "in" not in steps(race)
    play(race, "brake 11")
    write(race, red=10)
    assert asked(race)[0] == "whip"


# -- LH and RH ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.33-LH-RH")
@pytest.mark.parametrize(
    ("code", "injury", "horses"),
    [(LH, [4, 5], (3, 4, 4, 5)), (RH, [2, 3], (5, 4, 4, 5)), (RH, [5, 6], (5, 4, 4, 2))],
)
def test_outside_horses(code: list[int], injury: list[int], horses: tuple[int, ...]) -> None:
    race = corner([*code, *injury])
    assert chariot(race, "red").horses == horses
    assert chariot(race, "red").team_speed == sum(horses)
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-LH-RH")
def test_the_outermost_that_lives() -> None:
    race = corner([*LH, 4, 5], {"horses": [0, 4, 4, 5]})
    assert chariot(race, "red").horses == (0, 2, 4, 5)


@pytest.mark.rule("CM 7.33-LH-RH")
def test_a_horse_that_dies_stops_the_chariot() -> None:
    race = corner([*RH, 6, 6], {"horses": [5, 4, 4, 3], "endurance": 23}, blue="lane 7, backstretch 3")
    red = chariot(race, "red")
    assert red.horses == (5, 4, 4, 0)
    assert red.fallen == (3,)
    assert red.endurance == 20 - 5
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert race.state.turn == 3  # the rest of the move is lost
    assert dice_left(race) == ()


# -- negative CDM without a jostle -----------------------------------------------------------------------


@pytest.mark.rule("CM 7.33-negative-CDM")
def test_wounds_do_not_bar_corner_straining() -> None:
    race = circus(
        red="lane 2, front straight 33", red_is={"written": 11, "modifier": -1, "endurance": 10}, dice=[5, 5, 1]
    )
    assert asked(race)[0] == "step"  # no whip
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["result"]) == (2, "S")  # row 12
    assert chariot(race, "red").endurance == 8
    assert strain.modifiers[0].amount == 1


@pytest.mark.rule("CM 7.33-negative-CDM")
def test_a_jostle_that_has_worn_off_bars_nothing() -> None:
    """What is left below zero is the permanent modifier (docs/rulings.md)."""
    for cdm, limit in ((-3, 12), (-2, 15)):  # back at -2 and -1 when the turn begins
        race = circus(
            phase="notation",
            red="lane 3, dolphin corner 3",
            red_is={"modifier": -1, "cdm": cdm, "jostled": True, "horses_start": [4, 4, 4, 4]},
            blue="lane 7, backstretch 3",
        )
        assert list(race.pending[0]) == list(range(limit + 1))
