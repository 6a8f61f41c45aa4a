"""CM 6.5 and 6.6: straining in corners, whipping, braking."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, chariot, circus, dice_left, events, place, play


@pytest.mark.rule("CM 6.5")
def test_a_ban_covers_both_kinds() -> None:
    race = circus(
        turn=7,
        red="lane 3, front straight 33",
        red_is={"written": 14, "no_strain_turn": 7},
    )
    name, answers = asked(race)
    assert name == "step"  # the whip is not offered
    assert "forward 1" not in answers  # nor the corner above its safe speed
    assert "out" in answers  # lane 4 is safe at 14


# -- corner strain ---------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.511a")
def test_paid_in_full_for_the_last_factor() -> None:
    race = circus(red="lane 1, front straight 23", red_is={"written": 11, "whip": False}, dice=[1, 1, 1])
    play(race, "forward 10")
    assert chariot(race, "red").endurance == 49
    play(race, "forward 1")
    assert chariot(race, "red").endurance == 46


@pytest.mark.rule("CM 6.511a", "CM 6.525-example")
def test_the_rulebook_example() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 11}, dice=[2, 1, 1, 1])
    play(race, "whip", "forward 1")
    assert chariot(race, "red").endurance == 49 - 2 - 5
    (strain,) = events(race, "strain")
    assert strain.data["points"] == 5
    race = circus(red="lane 1, front straight 33", red_is={"written": 11}, dice=[1, 1, 1])
    play(race, "no", "forward 1")
    assert chariot(race, "red").endurance == 46
    assert events(race, "strain")[0].data["points"] == 3
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.511a", "CM 7.22a")
def test_a_lower_lane_costs_the_difference() -> None:
    race = circus(red="lane 3, front straight 33", red_is={"written": 14, "whip": False}, dice=[1, 1, 1, 2, 1, 1])
    play(race, "forward 1")
    assert chariot(race, "red").endurance == 47
    play(race, "in")
    assert chariot(race, "red").endurance == 44
    assert [event.data["points"] for event in events(race, "strain")] == [2, 5]
    assert [event.data["endurance_paid"] for event in events(race, "strain")] == [2, 3]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.511a", "CM 7.22b")
def test_further_out_nothing_more() -> None:
    race = circus(red="lane 2, front straight 33", red_is={"written": 14, "whip": False}, dice=[1, 1, 1])
    play(race, "forward 1")
    assert chariot(race, "red").endurance == 44
    play(race, "out")
    # All through the outer lane and out of the corner: no second check.
    play(race, "forward 12")
    assert place(race, "red") == "lane 3, backstretch 2"
    assert chariot(race, "red").endurance == 44
    assert len(events(race, "strain")) == 1


@pytest.mark.rule("CM 6.511b")
def test_owed_factors_count_as_speed() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 9, "debt": 2, "whip": False}, dice=[1, 1, 1])
    told = events(race, "speed")[0].data
    assert (told["factors"], told["total"]) == (9, 11)
    play(race, "forward 1")
    assert events(race, "strain")[0].data["points"] == 3
    assert chariot(race, "red").endurance == 46


@pytest.mark.rule("CM 6.512")
def test_one_point_is_rolled_too() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 9, "whip": False}, dice=[6, 6, 6], level="basic")
    play(race, "forward 1")
    assert events(race, "strain")[0].data["result"] == "FP"
    assert dice_left(race) == ()


# -- the whip --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.52", "CM 6.521", "CM 8.41a")
@pytest.mark.parametrize(
    ("log", "offered"),
    [
        ({"endurance": 1}, True),
        ({"endurance": 0}, False),
        ({"whip": False}, False),
        ({"modifier": -1}, False),
        ({"modifier": 1, "cdm": -1}, False),
        ({"no_strain_turn": 5}, False),
        ({"no_strain_turn": 4}, True),
        ({"horses": [0, 4, 4, 5], "fallen": [1]}, False),
        ({"horses": [0, 4, 4, 5]}, True),  # cut free already
    ],
)
def test_when_the_whip_is_offered(log: dict[str, Any], offered: bool) -> None:
    race = circus(turn=5, red="lane 3, backstretch 9", red_is={"written": 5, **log})
    assert (asked(race)[0] == "whip") == offered


@pytest.mark.rule("CM 6.522")
def test_announced_once_before_the_first_step() -> None:
    race = circus(red="lane 3, backstretch 9", red_is={"written": 5}, dice=[3])
    play(race, "whip")
    assert events(race, "whip")[0].data["factors"] == 3
    while asked(race)[0] == "step" and "forward 1" in asked(race)[1] and race.state.move.spent < 7:
        play(race, "forward 1")
        assert asked(race)[0] == "step"
    assert len(events(race, "whip")) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.523", "CM 6.524")
@pytest.mark.parametrize("die", [1, 3, 4, 6])
def test_the_full_die_above_the_maximum(die: int) -> None:
    race = circus(
        red="lane 3, backstretch 9",
        red_is={"horses_start": [4, 4, 4, 4], "modifier": 1, "written": 17, "endurance": 20},
        dice=[die],
    )
    play(race, "whip")
    assert events(race, "speed")[0].data["factors"] == 17 + die
    assert chariot(race, "red").endurance == 20 - die
    (whip,) = events(race, "whip")
    assert whip.data == {"chariot": "red", "factors": die, "endurance": 20 - die}
    assert whip.clauses == ("CM 6.523", "CM 6.524")


@pytest.mark.rule("CM 6.525", "CM 8.44")
def test_no_more_than_the_endurance() -> None:
    race = circus(red="lane 3, backstretch 9", red_is={"written": 10, "endurance": 2, "modifier": 1}, dice=[5])
    play(race, "whip")
    red = chariot(race, "red")
    assert (red.endurance, red.exhausted, red.modifier, red.cdm) == (0, True, 0, 0)
    assert events(race, "whip")[0].data["factors"] == 2
    assert events(race, "speed")[0].data["factors"] == 12


# -- braking ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.6", "CM 8.42")
@pytest.mark.parametrize(("endurance", "brakes"), [(0, 0), (1, 1), (2, 2), (9, 3)])
def test_braking_needs_endurance(endurance: int, brakes: int) -> None:
    race = circus(red="lane 3, backstretch 9", red_is={"written": 3, "whip": False, "endurance": endurance})
    offered = [answer for answer in asked(race)[1] if str(answer).startswith("brake")]
    assert offered == [f"brake {factors}" for factors in range(1, brakes + 1)]


@pytest.mark.rule("CM 6.6")
def test_braking_away_needs_endurance() -> None:
    for endurance, way in ((0, False), (1, True)):
        race = circus(
            red="lane 2, backstretch 11",
            red_is={"written": 3, "whip": False},
            blue="lane 1, backstretch 11",  # evading inwards is closed by the wall
            blue_is={"endurance": endurance},
            dice=[1, 1, 1, 1, 2, 2] if way else [3, 4, 4],
        )
        play(race, "ram blue car")
        assert (asked(race)[0] == "defend") == way


@pytest.mark.rule("CM 6.61")
def test_braking_in_front_of_a_corner() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 2, "whip": False})
    play(race, "brake 2")
    assert place(race, "red") == "lane 1, front straight 33"
    assert chariot(race, "red").endurance == 47
    (brake,) = events(race, "brake")
    assert brake.data == {"chariot": "red", "factors": 2, "endurance": 47}
    assert brake.clauses == ("CM 6.61", "QA 6.61")
    assert race.state.turn == 3


@pytest.mark.rule("CM 6.61", "QA 6.61")
def test_braking_does_not_lower_the_speed() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 12, "whip": False}, dice=[1, 1, 1])
    play(race, "brake 4", "forward 1")
    (strain,) = events(race, "strain")
    assert strain.data["points"] == 4
    assert chariot(race, "red").endurance == 49 - 4 - 4
    assert chariot(race, "red").written == 12


@pytest.mark.rule("CM 6.61", "CM 8.4")
def test_only_as_far_as_endurance_goes() -> None:
    race = circus(red="lane 1, backstretch 9", red_is={"written": 3, "whip": False, "endurance": 2, "modifier": 1})
    assert "brake 3" not in asked(race)[1]
    play(race, "brake 2")
    red = chariot(race, "red")
    assert (red.endurance, red.modifier, red.cdm) == (0, 0, 0)
    assert asked(race)[1] == ["forward 1", "out"]
    (exhausted,) = events(race, "exhausted")
    assert exhausted.data == {"chariot": "red", "modifier": 0}


@pytest.mark.rule("CM 6.62a")
@pytest.mark.parametrize(("endurance", "left"), [(10, 8), (2, 0), (1, 0)])
def test_braking_away(endurance: int, left: int) -> None:
    race = circus(
        red="lane 3, backstretch 20",
        red_is={"written": 1, "whip": False},
        blue="lane 4, backstretch 20",
        blue_is={"endurance": endurance, "moved": False, "written": 9, "whip": False},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid", "brake")
    assert place(race, "blue") == "lane 4, backstretch 19"
    assert race.state.track.name(race.state.car_square(chariot(race, "blue"))) == "lane 4, backstretch 18"
    assert chariot(race, "blue").endurance == left
    assert events(race, "speed")[-1].data["factors"] == 9  # its phase keeps everything
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.62a", "CM 2.1-numbering")
def test_braking_back_into_a_corner_strains_nothing() -> None:
    race = circus(
        red="lane 3, backstretch 0",
        red_is={"written": 1, "whip": False},
        blue="lane 4, backstretch 0",
        blue_is={"executed": 18},
        dice=[6, 6, 1, 1],
    )
    leg = chariot(race, "blue").leg
    play(race, "ram blue car", "avoid", "brake")
    assert place(race, "blue") == "lane 4, dolphin corner 14"
    assert chariot(race, "blue").leg == leg - 1
    assert not events(race, "strain")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.62b", "QA 6.62")
@pytest.mark.parametrize(("green", "brakes"), [("lane 4, backstretch 18", False), ("lane 4, backstretch 17", True)])
def test_the_square_behind_must_be_free(green: str, brakes: bool) -> None:
    race = circus(
        red="lane 3, backstretch 20",
        red_is={"written": 3, "whip": False},
        blue="lane 4, backstretch 20",
        green=green,
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car")
    assert asked(race) == ("defend", ["hold", "avoid"])
    play(race, "avoid")
    assert ("brake" in asked(race)[1]) == brakes
    assert "evade out" in asked(race)[1]
