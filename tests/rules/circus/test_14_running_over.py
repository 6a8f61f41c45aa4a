"""CM 14: wrecks as obstacles, and driving over them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import (
    BOOK,
    CircusMatch,
    asked,
    attacks,
    chariot,
    circus,
    dice_left,
    events,
    left,
    place,
    play,
)

WRECK = "lane 4, backstretch 20"


def behind_wreck(*dice: int, square: int = 19, **position: Any) -> CircusMatch:
    """Red comes up to a wreck in lane 4 with eight factors."""
    log = {"written": 8, "whip": False, "endurance": 30, **position.pop("red_is", {})}
    return circus(red=f"lane 4, backstretch {square}", red_is=log, wrecks=[WRECK], dice=dice, **position)


def cleared(*dice: int, pay: int | None = None, **log: Any) -> CircusMatch:
    """Red drives over the wreck: the endurance die, its payment (all, if nothing is said), then the chart."""
    race = behind_wreck(*dice, red_is=log)
    play(race, "forward 1")
    if asked(race)[0] == "pay":
        play(race, dice[0] if pay is None else pay)
    play(race, "forward 2")
    return race


def total(race: CircusMatch) -> int:
    (chart,) = events(race, "run-over")
    assert isinstance(chart.data["total"], int)
    return chart.data["total"]


# -- an obstacle -----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 14.1a")
def test_a_wreck_is_passed_by_a_lane_change_begun_in_time() -> None:
    race = behind_wreck(square=18)
    assert {"in", "out"} <= set(asked(race)[1])
    play(race, "out")
    assert place(race, "red") == "lane 5, backstretch 19"
    assert race.state.move.spent == 1
    assert not events(race, "jump")


@pytest.mark.rule("CM 14.1a")
def test_right_behind_it_only_a_sideslip_leads_past() -> None:
    race = behind_wreck()
    answers = asked(race)[1]
    assert not {"in", "out"} & set(answers)
    assert {"slip in", "slip out", "forward 1", "brake 1"} <= set(answers)
    play(race, "slip out")
    assert place(race, "red") == "lane 5, backstretch 19"
    assert race.state.move.spent == 3
    assert not events(race, "jump")


@pytest.mark.rule("CM 14.1a")
def test_with_no_lane_free_it_may_brake_or_run_over_it() -> None:
    race = circus(
        red="lane 1, backstretch 19", red_is={"written": 4, "whip": False}, blue="lane 2, backstretch 20",
        wrecks=["lane 1, backstretch 20"],
    )  # fmt: skip
    answers = {str(answer).split()[0] for answer in asked(race)[1]}
    assert answers == {"forward", "brake"}
    play(race, "brake 4")
    assert place(race, "red") == "lane 1, backstretch 19"


@pytest.mark.rule("CM 14.1a")
@pytest.mark.parametrize("square", [10, 11])
def test_no_lane_change_onto_a_wreck_with_team_or_car(square: int) -> None:
    race = circus(
        red="lane 4, backstretch 10", red_is={"written": 4, "whip": False}, wrecks=[f"lane 5, backstretch {square}"]
    )
    assert "out" not in asked(race)[1]
    assert "in" in asked(race)[1]


@pytest.mark.rule("CM 14.1a")
def test_no_braking_back_onto_a_wreck() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 4, "whip": False}, blue="lane 4, backstretch 11",
        wrecks=["lane 4, backstretch 9"], dice=[6, 6, 1, 1],
    )  # fmt: skip
    play(race, "ram blue car", "avoid")
    assert asked(race) == ("avoid", ["evade out", "hold"])


@pytest.mark.rule("CM 14.1a")
def test_whoever_slides_onto_a_wreck_must_run_over_it_from_there() -> None:
    """Four points and a 10: S, out to lane 2, where the wreck lies."""
    race = circus(
        red="lane 1, front straight 33", red_is={"written": 12, "whip": False, "endurance": 20},
        wrecks=["lane 2, dolphin corner 0"], dice=[3, 3, 4, 2, 2, 2, 2],
    )  # fmt: skip
    play(race, "forward 1")
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert asked(race) == ("pay", [0, 1, 2])
    play(race, 2)
    assert events(race, "run-over")[0].data["result"] == "none"
    play(race, "forward 11")
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("QA 14.1")
def test_no_attack_while_team_or_car_is_on_the_wreck() -> None:
    race = behind_wreck(2, 2, 2, 2, blue="lane 5, backstretch 20", green="lane 5, backstretch 22")
    play(race, "forward 1", 2)
    assert place(race, "red") == WRECK
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == {"ram green car"}
    assert dice_left(race) == ()


# -- driving over ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 14.2a")
def test_each_square_costs_one_factor() -> None:
    race = behind_wreck(2, 2, 2, 2, red_is={"written": 5})
    play(race, "forward 1", 2)
    assert race.state.move.spent == 1
    play(race, "forward 2")
    assert race.state.move.spent == 3
    play(race, "forward 2")
    assert place(race, "red") == "lane 4, backstretch 24"
    assert events(race, "jump")[0].clauses == ("CM 14.2a", "CM 14.2b")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2a")
def test_two_wrecks_need_two_dice_and_two_rolls() -> None:
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, "endurance": 30},
        wrecks=[WRECK, "lane 4, backstretch 21"], dice=[3, 5, 2, 2, 2, 2, 2, 3],
    )  # fmt: skip
    play(race, "forward 1", 3, "forward 1", 4)
    assert not events(race, "run-over")
    play(race, "forward 1")
    assert total(race) == 6
    play(race, "forward 1")
    assert [event.data["total"] for event in events(race, "run-over")] == [6, 8]
    assert chariot(race, "red").endurance == 30 - 3 - 4
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2b")
@pytest.mark.parametrize(
    ("die", "endurance", "pay", "remains", "added"),
    [(4, 30, 4, 26, 0), (4, 30, 1, 29, 3), (5, 2, 2, 0, 3), (4, 30, 0, 30, 4)],
)
def test_the_die_is_seen_and_then_paid_as_far_as_one_likes(
    die: int, endurance: int, pay: int, remains: int, added: int
) -> None:
    race = behind_wreck(die, 1, 1, 1, red_is={"endurance": endurance})
    play(race, "forward 1")
    assert asked(race) == ("pay", list(range(min(die, endurance) + 1)))
    play(race, pay, "forward 2")
    assert chariot(race, "red").endurance == remains
    chart = events(race, "run-over")[0]
    assert [each.amount for each in chart.modifiers if each.reason == "endurance not paid"] == [added]
    assert chariot(race, "red").exhausted == (remains == 0)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2c")
@pytest.mark.parametrize(
    ("log", "dice", "pay", "result"),
    [
        ({"modifier": 1}, (2, 3, 3, 4), 2, (9, "jostled")),
        ({"modifier": 0, "cdm": -2}, (2, 3, 3, 3, 1, 1, 1, 1), 1, (12, "hobbled")),
    ],
)
def test_three_dice_less_cdm_plus_what_was_not_paid(
    log: dict[str, int], dice: tuple[int, ...], pay: int, result: tuple[int, str]
) -> None:
    race = cleared(*dice, pay=pay, **log)
    (chart,) = events(race, "run-over")
    assert (chart.data["total"], chart.data["result"]) == result
    assert chart.clauses[:2] == ("CM 14.2c", "CM 14.3b")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2c")
def test_the_roll_comes_when_the_car_is_past() -> None:
    race = behind_wreck(1, 2, 2, 2)
    play(race, "forward 1", 1)
    # Between entering and clearing there is no other way than forward.
    assert asked(race)[1] == [f"forward {squares}" for squares in range(1, 8)]
    play(race, "forward 1")
    assert not events(race, "run-over")
    play(race, "forward 1")
    assert place(race, "red") == "lane 4, backstretch 22"
    assert len(events(race, "run-over")) == 1
    assert "out" in asked(race)[1]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2c")
def test_a_long_run_stops_where_the_wreck_is_cleared() -> None:
    race = behind_wreck(1, 2, 2, 2)
    play(race, "forward 1", 1, "forward 7")
    assert place(race, "red") == "lane 4, backstretch 22"


@pytest.mark.rule("CM 14.2d")
def test_three_factors_are_just_enough() -> None:
    race = cleared(1, 2, 2, 2, written=3)
    assert place(race, "red") == "lane 4, backstretch 22"
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.2d")
def test_two_are_not() -> None:
    race = behind_wreck(1, red_is={"written": 2})
    play(race, "forward 1", 1)
    (flip,) = events(race, "flip")
    assert flip.data["square"] == WRECK
    assert flip.clauses[0] == "CM 14.2d"
    assert not events(race, "run-over")


@pytest.mark.rule("CM 14.2d")
def test_blocked_beyond_the_wreck_is_as_bad() -> None:
    race = behind_wreck(1, blue="lane 4, backstretch 23")
    play(race, "forward 1", 1)
    (flip,) = events(race, "flip")
    assert flip.data["square"] == WRECK
    assert place(race, "red") == "lane 4, backstretch 21"


@pytest.mark.rule("CM 14.2d")
def test_a_wreck_that_fell_on_it_never_flips_it_by_itself() -> None:
    race = circus(red="lane 4, backstretch 20", red_is={"written": 1, "whip": False}, wrecks=[WRECK], dice=[1, 2, 2, 2])
    play(race, 1, "forward 1")
    assert place(race, "red") == "lane 4, backstretch 21"
    assert not events(race, "flip")
    assert dice_left(race) == ()


# -- the chart -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 14.3a")
@pytest.mark.parametrize(
    ("die", "pay", "endurance", "dice", "sum_"),
    [(6, 0, 30, (3, 4, 4), 17), (2, 2, 30, (3, 4, 4), 11), (3, None, 0, (1, 1, 1), 6)],
)
def test_each_factor_not_paid_adds_one(
    die: int, pay: int | None, endurance: int, dice: tuple[int, ...], sum_: int
) -> None:
    more = (1, 1) if sum_ == 11 else ()
    race = cleared(die, *dice, *more, pay=pay, endurance=endurance)
    assert total(race) == sum_
    assert (chariot(race, "red").status == "runaway") == (sum_ == 17)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3b")
def test_the_rows_of_the_chart() -> None:
    rows = ["none", "jostled", "jostled", "car", "hobbled", "hobbled", "serious", "danger", "danger", "flip"]
    assert [BOOK.run_over(number) for number in range(8, 18)] == rows
    assert {BOOK.run_over(number) for number in range(-3, 8)} == {"none"}
    assert {BOOK.run_over(number) for number in range(18, 35)} == {"flip"}


@pytest.mark.rule("CM 14.3-jostled")
def test_jostled_as_by_a_corner() -> None:
    race = cleared(1, 3, 3, 4, modifier=1, written=19, horses=[5, 4, 4, 5])
    red = chariot(race, "red")
    assert (red.cdm, red.modifier, red.jostled) == (-2, 1, True)
    # 18 - 2 = 16 is the new maximum; three are spent.
    assert left(race.state, red) == 13
    assert events(race, "jostled")[0].clauses[0] == "CM 14.3-jostled"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-jostled")
def test_whip_factors_not_yet_used_are_gone_and_stay_paid() -> None:
    race = behind_wreck(4, 1, 3, 3, 4, red_is={"written": 4, "whip": True})
    play(race, "whip", "forward 1", 1, "forward 2")
    assert total(race) == 10
    assert chariot(race, "red").endurance == 30 - 4 - 1
    assert "forward 1" in asked(race)[1]
    assert "forward 2" not in asked(race)[1]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-car")
@pytest.mark.parametrize(
    ("log", "dice", "wheels", "checks"),
    [
        ({}, (5, 3, 6, 6), (2, 0), ["left"]),
        ({}, (6, 4, 6, 6), (3, 1), ["left"]),
        ({"left_wheel": 4}, (4, 2, 6, 6), (5, 0), ["left"]),
        ({"left_wheel": 2}, (1, 5, 6, 6, 6, 5), (2, 2), ["left", "right"]),
        ({"left_wheel": 4}, (3, 1), (4, 0), []),
    ],
)
def test_the_car_is_damaged(
    log: dict[str, int], dice: tuple[int, ...], wheels: tuple[int, int], checks: list[str]
) -> None:
    race = cleared(1, 3, 4, 4, *dice, **log)
    red = chariot(race, "red")
    assert (red.left_wheel, red.right_wheel) == wheels
    assert [event.data["wheel"] for event in events(race, "wheel-check")] == checks
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-hobbled")
@pytest.mark.parametrize("roll", [(4, 4, 4), (4, 4, 5)])
def test_horses_hobbled(roll: tuple[int, ...]) -> None:
    race = cleared(1, *roll, 6, 4, 3, 1)
    red = chariot(race, "red")
    assert red.horses == (2, 3, 4, 5)
    assert red.team_speed == 14
    assert {event.clauses for event in events(race, "injury")} == {("CM 14.3-hobbled",)}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-hobbled")
def test_a_hobbled_horse_may_die() -> None:
    race = cleared(1, 4, 4, 4, 6, 1, 1, 1, horses=[2, 4, 4, 5], endurance=41)
    red = chariot(race, "red")
    assert (red.horses, red.fallen) == ((0, 4, 4, 5), (0,))
    assert red.endurance == 30  # 41 - 1 for the jump, less a quarter
    assert place(race, "red") == "lane 4, backstretch 22"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-hobbled")
def test_only_living_horses_roll() -> None:
    race = cleared(1, 4, 4, 4, 6, 6, 6, horses=[0, 4, 4, 5], written=6)
    assert chariot(race, "red").horses == (0, 1, 1, 2)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-serious")
def test_horses_seriously_hobbled() -> None:
    race = cleared(1, 4, 5, 5, 6, 4, 3, 1, horses_start=[7, 4, 4, 7])
    red = chariot(race, "red")
    assert red.horses == (1, 0, 1, 6)
    assert red.team_speed == 8
    assert red.fallen == (1,)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-serious")
def test_two_deaths_cost_a_quarter_and_then_a_third() -> None:
    race = cleared(1, 4, 4, 5, 6, 1, 1, 6, pay=0, endurance=40)
    assert chariot(race, "red").fallen == (0, 3)
    assert [event.data["endurance_lost"] for event in events(race, "horse-dead")] == [10, 10]
    assert chariot(race, "red").endurance == 20
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-danger")
def test_danger_checks_the_strain_chart_as_in_a_lane_of_speed_one() -> None:
    race = cleared(1, 5, 5, 5, 1, 1, 2, written=12)
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"]) == (11, 0)
    assert strain.clauses[0] == "CM 14.3-danger"
    assert chariot(race, "red").endurance == 29
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-danger")
def test_danger_may_end_two_lanes_outside() -> None:
    race = cleared(1, 5, 5, 5, 3, 4, 4, written=5)
    assert events(race, "strain")[0].data["result"] == "SS"
    assert place(race, "red") == "lane 6, backstretch 22"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-danger")
def test_danger_costs_nothing_but_the_roll() -> None:
    """Neither the damaged wheel nor the empty endurance is asked for."""
    race = cleared(1, 5, 5, 4, 1, 1, 1, endurance=0, left_wheel=8, written=5)
    assert total(race) == 15
    assert not events(race, "wheel-check")
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-danger")
def test_danger_in_the_outermost_lane_ends_at_the_wall() -> None:
    race = circus(
        red="lane 8, backstretch 19", red_is={"written": 5, "whip": False}, wrecks=["lane 8, backstretch 20"],
        dice=[1, 5, 5, 5, 3, 3, 4],
    )  # fmt: skip
    play(race, "forward 1", 1, "forward 2")
    assert events(race, "strain")[0].data["result"] == "S"
    assert events(race, "flip")[0].clauses[0] == "CM 7.34c"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 14.3-flip")
def test_seventeen_flips_just_beyond_the_old_wreck() -> None:
    race = cleared(1, 6, 6, 5, 1, 2, 2, written=8)
    red = chariot(race, "red")
    assert (red.status, red.driver, red.hitched) == ("runaway", "dragged", False)
    assert events(race, "flip")[0].data["square"] == "lane 4, backstretch 21"
    assert not race.state.wrecks.keys() - {race.state.track.find(WRECK)}
    play(race, "forward 5", "hang on")
    landed = [race.state.track.name(square) for square in race.state.wrecks]
    assert landed == [WRECK, "lane 4, backstretch 21"]
    assert dice_left(race) == ()
