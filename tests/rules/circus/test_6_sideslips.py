"""CM 6.7 and 6.8: blocked chariots, sideslips, and one attack from a square."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play

CALM = {"whip": False}


def slips(race: CircusMatch) -> set[str]:
    name, answers = asked(race)
    assert name == "step"
    return {str(answer) for answer in answers if str(answer).startswith("slip")}


# -- when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.7", "CM 6.71")
def test_allowed_when_blocked() -> None:
    race = circus(red="lane 4, backstretch 10", red_is={**CALM, "written": 5}, blue="lane 4, backstretch 12")
    assert slips(race) == {"slip in", "slip out"}
    assert not [answer for answer in asked(race)[1] if str(answer).startswith("forward") or answer in ("in", "out")]


@pytest.mark.rule("CM 6.7", "CM 6.71")
def test_refused_on_a_free_road() -> None:
    race = circus(red="lane 4, backstretch 10", red_is={**CALM, "written": 5})
    assert slips(race) == set()
    # Somebody ahead, but far enough to get round.
    race = circus(red="lane 4, backstretch 10", red_is={**CALM, "written": 12}, blue="lane 4, backstretch 15")
    assert slips(race) == set()


@pytest.mark.rule("CM 6.71")
def test_full_lanes_on_both_sides_do_not_block() -> None:
    race = circus(
        red="lane 4, backstretch 10",
        red_is={**CALM, "written": 3},
        blue="lane 3, backstretch 11",
        green="lane 5, backstretch 11",
    )
    assert "forward 1" in asked(race)[1]
    assert slips(race) == set()


def boxed_in(factors: int, log: dict[str, Any] | None = None, **others: str) -> CircusMatch:
    """Red's team on 10 of lane 4, Blue's car two squares ahead; the neighbour lanes are full from 11 on."""
    rivals = {"green": "lane 3, backstretch 12", "white": "lane 5, backstretch 12", **others}
    position: dict[str, Any] = {name: square for name, square in rivals.items() if square}
    return circus(
        red="lane 4, backstretch 10",
        red_is={**CALM, "written": factors, **(log or {})},
        blue="lane 4, backstretch 13",
        **position,
    )


@pytest.mark.rule("CM 6.7")
def test_allowed_when_bound_to_be_blocked() -> None:
    race = boxed_in(6)
    assert "forward 1" in asked(race)[1]
    assert slips(race) == {"slip in", "slip out"}


@pytest.mark.rule("CM 6.7")
def test_refused_when_one_lane_change_is_free() -> None:
    assert slips(boxed_in(6, green="")) == set()
    assert slips(boxed_in(6, white="")) == set()


@pytest.mark.rule("CM 6.7")
def test_a_way_that_ends_blocked_is_no_way_out() -> None:
    # Lane 3 opens at 11, but Green's car stands on 12 there and lane 2 is full: four factors left, blocked.
    race = boxed_in(6, green="lane 3, backstretch 13", gold="lane 2, backstretch 13", black="lane 2, backstretch 11")
    assert "in" in asked(race)[1]
    assert slips(race) == {"slip in", "slip out"}
    # With one square more in lane 3 it gets to lane 2.
    race = boxed_in(6, green="lane 3, backstretch 14")
    assert slips(race) == set()


@pytest.mark.rule("CM 6.7")
def test_a_way_that_uses_up_the_factors_is_a_way_out() -> None:
    # Lane 3 has room for 11 and 12 only: three factors are used up there, a fourth is not.
    for factors, found in ((3, set()), (4, {"slip in", "slip out"})):  # in, then one forward to 12
        race = boxed_in(factors, green="lane 3, backstretch 14", gold="lane 2, backstretch 13")
        assert slips(race) == found


@pytest.mark.rule("CM 6.7", "CM 7.33-S")
def test_a_barred_lane_change_is_no_way_out() -> None:
    race = boxed_in(6, {"no_inside": True}, green="")
    assert slips(race) == {"slip out"}


@pytest.mark.rule("CM 6.7")
def test_braking_and_attacks_are_no_ways_out() -> None:
    race = boxed_in(3, {"endurance": 20})
    assert "brake 3" in asked(race)[1]
    assert slips(race) == {"slip in", "slip out"}


@pytest.mark.rule("CM 6.7")
def test_the_finish_line_is_a_way_out() -> None:
    race = circus(
        red="lane 4, backstretch 32",
        red_is={**CALM, "written": 6, "lap": 3},
        blue="lane 4, egg corner 1",
        green="lane 3, backstretch 33",
        green_is={"lap": 3},
        white="lane 5, backstretch 33",
        white_is={"lap": 3},
    )
    assert "forward 2" in asked(race)[1]
    assert slips(race) == set()


@pytest.mark.rule("CM 6.72")
def test_blocked_on_purpose() -> None:
    race = circus(red="lane 4, backstretch 10", red_is={**CALM, "written": 7}, blue="lane 4, backstretch 15")
    assert slips(race) == set()
    play(race, "forward 3")
    assert slips(race) == {"slip in", "slip out"}
    play(race, "slip out")
    assert race.state.move.spent == 6
    assert place(race, "red") == "lane 5, backstretch 13"


# -- how -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.73a")
@pytest.mark.parametrize(("way", "lane"), [("slip in", 3), ("slip out", 5)])
def test_three_factors_straight_sideways(way: str, lane: int) -> None:
    race = circus(red="lane 4, backstretch 10", red_is={**CALM, "written": 5}, blue="lane 4, backstretch 12")
    play(race, way)
    assert place(race, "red") == f"lane {lane}, backstretch 10"
    assert race.state.track.name(race.state.car_square(chariot(race, "red"))) == f"lane {lane}, backstretch 9"
    assert race.state.move.spent == 3
    (slip,) = events(race, "sideslip")
    assert slip.clauses == ("CM 6.73a",)
    assert slip.data["how"] == "chosen"


@pytest.mark.rule("CM 6.73a")
def test_two_factors_are_too_few() -> None:
    race = circus(
        red="lane 4, backstretch 10",
        red_is={**CALM, "written": 2},
        blue="lane 4, backstretch 12",
        green="lane 3, backstretch 10",
        green_is={"endurance": 0},
    )
    assert slips(race) == set()


@pytest.mark.rule("CM 6.73a", "CM 6.45")
@pytest.mark.parametrize(("square", "free"), [(8, True), (9, False), (10, False), (11, False), (12, True)])
def test_both_squares_must_be_free(square: int, free: bool) -> None:
    race = circus(
        red="lane 4, backstretch 10",
        red_is={**CALM, "written": 3},
        blue="lane 4, backstretch 12",
        green=f"lane 5, backstretch {square}",
    )
    assert slips(race) == ({"slip in", "slip out"} if free else {"slip in"})


@pytest.mark.rule("CM 6.73b")
@pytest.mark.parametrize(
    ("start", "way", "end"),
    [
        ("lane 1, dolphin corner 2", "slip out", "lane 2, dolphin corner 3"),
        ("lane 2, dolphin corner 4", "slip in", "lane 1, dolphin corner 2"),
        ("lane 4, dolphin corner 7", "slip out", "lane 5, dolphin corner 8"),
        ("lane 2, dolphin corner 3", "slip in", "lane 1, dolphin corner 2"),
    ],
)
def test_sideslips_in_corners(start: str, way: str, end: str) -> None:
    lane, index = int(start[5]), int(start.split()[-1])
    race = circus(red=start, red_is={**CALM, "written": 8}, blue=f"lane {lane}, dolphin corner {index + 2}")
    play(race, way)
    assert place(race, "red") == end
    assert not events(race, "strain")


@pytest.mark.rule("CM 6.73a")
@pytest.mark.parametrize(("way", "points"), [("slip in", [1]), ("slip out", [])])
def test_slipping_inside_in_a_corner_may_strain(way: str, points: list[int]) -> None:
    race = circus(
        red="lane 2, dolphin corner 4",
        red_is={**CALM, "written": 9},
        blue="lane 2, dolphin corner 6",
        dice=[1, 1, 1] * len(points),
    )
    play(race, way)
    assert [event.data["points"] for event in events(race, "strain")] == points
    assert dice_left(race) == ()


# -- blocked without a way -------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.74")
def test_it_brakes_off_the_rest() -> None:
    race = circus(
        red="lane 4, backstretch 10", red_is={**CALM, "written": 2, "endurance": 5}, blue="lane 4, backstretch 12"
    )
    assert chariot(race, "red").endurance == 3
    assert place(race, "red") == "lane 4, backstretch 10"
    assert not events(race, "run-into")
    assert race.state.turn == 3


@pytest.mark.rule("CM 6.74", "CM 8.4")
def test_without_endurance_it_runs_into_the_car_ahead() -> None:
    race = circus(
        red="lane 4, backstretch 10",
        red_is={**CALM, "written": 4, "endurance": 1},
        blue="lane 4, backstretch 12",
        green="lane 3, backstretch 11",
        white="lane 5, backstretch 11",
        dice=[4, 4],
    )
    red = chariot(race, "red")
    assert (red.endurance, red.exhausted, red.cdm) == (0, True, -1)
    (ran,) = events(race, "run-into")
    assert ran.clauses == ("CM 6.74", "CM 9.6a", "CM 9.63a")
    assert asked(race)[0] == "injury"  # one point: the owner picks the horse
    play(race, (0, 0, 1, 0))
    assert chariot(race, "red").horses == (5, 4, 3, 5)
    assert chariot(race, "red").loss == 1
    assert len(events(race, "injury")) == 1
    assert race.state.turn == 3  # the rest of the factors are lost
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.74")
def test_the_ram_comes_at_once_at_zero() -> None:
    race = circus(
        red="lane 4, backstretch 10",
        red_is={**CALM, "written": 1, "endurance": 0},
        blue="lane 4, backstretch 12",
        dice=[2, 3],
    )
    assert len(events(race, "run-into")) == 1
    assert chariot(race, "red").loss == 1
    assert chariot(race, "red").horses == (5, 4, 4, 5)  # 5: no injury
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.74")
def test_an_attack_may_come_first() -> None:
    race = circus(
        red="lane 4, backstretch 10",
        red_is={**CALM, "written": 2, "endurance": 1},
        blue="lane 4, backstretch 12",
        green="lane 3, backstretch 10",
        green_is={"endurance": 0},
        dice=[4, 4, 4],
    )
    assert asked(race)[1] == ["brake 2", "ram green car"]
    play(race, "ram green car", "hold")
    assert chariot(race, "red").endurance == 0  # the other factor is braked off
    assert not events(race, "run-into")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.74")
def test_a_chariot_that_cut_a_horse_free_keeps_its_endurance() -> None:
    race = circus(
        red="lane 4, backstretch 10",
        red_is={"horses": [0, 4, 4, 5], "fallen": [1], "written": 5, "endurance": 20},
        blue="lane 4, backstretch 12",
        dice=[1, 1, 1, 2, 2],
    )
    play(race, "cut")
    assert chariot(race, "red").endurance == 20
    assert len(events(race, "run-into")) == 1
    assert not events(race, "brake")
    assert dice_left(race) == ()


# -- attacks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.8")
def test_one_factor_and_once_from_a_square() -> None:
    race = circus(
        red="lane 3, backstretch 10",
        red_is={**CALM, "written": 3},
        blue="lane 4, backstretch 10",
        blue_is={"endurance": 0},
        green="lane 2, backstretch 10",
        green_is={"endurance": 0},
        dice=[4, 4, 4, 4, 4, 4],
    )
    assert {"ram blue car", "ram green car"} <= set(asked(race)[1])
    play(race, "ram blue car", "hold")
    assert race.state.move.spent == 1
    assert not [answer for answer in asked(race)[1] if "ram" in str(answer)]
    play(race, "forward 1")
    # Its car is beside both teams now.
    assert {"ram blue horses", "ram green horses"} <= set(asked(race)[1])


@pytest.mark.rule("CM 6.8")
def test_the_last_factor_may_be_an_attack() -> None:
    race = circus(
        red="lane 3, backstretch 10",
        red_is={**CALM, "written": 1},
        blue="lane 4, backstretch 10",
        blue_is={"endurance": 0},
        dice=[4, 4, 4],
    )
    play(race, "ram blue car", "hold")
    assert place(race, "red") == "lane 3, backstretch 10"
    assert race.state.turn == 3
