"""E2 8.9: obstacles, and running over them."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import BOOK as SECOND_EDITION
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, dice_left, events, left, place, play
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.obstacle_kit import CALM, DEAD_HORSE, HERE, LYING, answers, coming, over, results, three, totals

BEYOND = "lane 4, backstretch 22"
ALL_THE_WORDS = [
    *((total, "flip") for total in (-2, 3, 4)),
    *((total, "danger") for total in (5, 6)),
    (7, "serious"),
    *((total, "hobbled") for total in (8, 9)),
    (10, "car"),
    *((total, "jostled") for total in (11, 12)),
    *((total, "none") for total in (13, 18, 25)),
]


def modifiers(race: CircusMatch) -> tuple[Modifier, ...]:
    (chart,) = events(race, "run-over")
    return tuple(each for each in chart.modifiers if each.amount)


# -- what an obstacle is ---------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.9")
@pytest.mark.rule("E2 def-obstacle")
@pytest.mark.parametrize(
    ("position", "squares"),
    [
        ({"wrecks": [HERE]}, 1),
        ({"carcasses": [HERE]}, 1),
        ({"blue": HERE, "blue_is": LYING}, 1),
        ({"blue": HERE, "blue_is": DEAD_HORSE}, 2),
        ({"blue": HERE, "blue_is": {"status": "runaway", "driver": "dead", "hitched": False}}, 0),
        ({"blue": HERE}, 0),
    ],
)
def test_each_is_one_obstacle_and_a_stationary_chariot_two(position: dict[str, Any], squares: int) -> None:
    race = coming(square=9, **position)
    book, track = book_of(race.state), race.state.track
    found = [square for square in range(len(track.ahead)) if book.obstacle(square)]
    ahead = track.find(HERE)
    assert found == [[], [ahead], sorted([track.behind[ahead], ahead])][squares]


@pytest.mark.rule("E2 8.9.2")
def test_it_may_be_avoided_or_run_over_as_the_driver_likes() -> None:
    race = coming(4, square=18, wrecks=[HERE])
    assert {"out", "in", "forward 2", "forward 8"} <= answers(race)
    play(race, "forward 2")
    assert asked(race)[0] == "pay"  # driven onto although the lanes beside are free


@pytest.mark.rule("E2 8.9.2")
@pytest.mark.parametrize("position", [{"wrecks": [HERE]}, {"carcasses": [HERE]}, {"blue": HERE, "blue_is": LYING}])
def test_right_behind_it_there_is_no_lane_change_and_no_sideslip(position: dict[str, Any]) -> None:
    race = coming(**position)
    assert not {"in", "out", "slip in", "slip out"} & answers(race)
    assert {"forward 1", "brake 1"} <= answers(race)


@pytest.mark.rule("E2 8.9.2")
def test_no_lane_change_ends_on_it() -> None:
    race = coming(square=18, wrecks=["lane 5, backstretch 19"])
    assert "out" not in answers(race)
    assert "in" in answers(race)


# -- no attacks ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.9.1")
@pytest.mark.parametrize("spot", [20, 21])
@pytest.mark.parametrize("kind", ["wrecks", "carcasses"])
def test_no_attack_while_team_or_car_is_on_it(spot: int, kind: str) -> None:
    """Blue's car is beside red's; red stands on the obstacle with its team on 20, with its car on 21."""
    beside: dict[str, Any] = {"square": spot, "blue": f"lane 5, backstretch {spot}", "move": {"written": 8}}
    assert attacks(coming(**beside))
    beside[kind] = [HERE]
    assert not attacks(coming(**beside, red_is={"under": []}))


@pytest.mark.rule("E2 8.9.1")
def test_nor_between_entering_and_clearing_it() -> None:
    race = coming(4, wrecks=[HERE], blue="lane 5, backstretch 20", blue_is=CALM)
    assert attacks(race) == set()
    play(race, "forward 1", 4)
    assert attacks(race) == set()
    assert all(answer.startswith("forward") for answer in answers(race))


# -- the procedure ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.9.3")
def test_a_die_of_endurance_then_three_dice_plus_cdm() -> None:
    race = over(4, *three(10), red_is={"modifier": 1})
    assert (totals(race), results(race)) == ([11], ["jostled"])
    assert modifiers(race) == (Modifier("CDM", 1),)
    red = chariot(race, "red")
    assert (red.endurance, red.cdm) == (26, -2)
    assert place(race, "red") == BEYOND
    assert race.state.move.spent == 3  # the usual price of three squares
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.9.3")
def test_the_die_is_thrown_when_the_team_enters_and_the_chart_when_the_car_has_left() -> None:
    race = coming(4, *three(13), wrecks=[HERE])
    play(race, "forward 1")
    assert asked(race) == ("pay", [0, 1, 2, 3, 4])
    assert not events(race, "run-over")
    play(race, 4, "forward 1")
    assert place(race, "red") == "lane 4, backstretch 21"
    assert not events(race, "run-over")  # the car is on it
    play(race, "forward 1")
    assert results(race) == ["none"]


@pytest.mark.rule("E2 8.9.3")
@pytest.mark.parametrize(("written", "flips"), [(3, False), (2, True), (1, True)])
def test_three_factors_clear_it_and_fewer_do_not(written: int, flips: bool) -> None:
    dice = [1, *three(13)] if not flips else [1, 2, 2, 1, 2, 1]
    race = coming(*dice, wrecks=[HERE], red_is={"written": written})
    play(race, "forward 1", 1)
    while len(race.pending) == 1 and asked(race)[0] == "step":
        play(race, "forward 1")
    assert bool(events(race, "flip")) == flips
    if flips:
        assert events(race, "flip")[0].clauses[0] == "E2 8.9.3"
        assert not events(race, "run-over")


@pytest.mark.rule("E2 8.9.3")
def test_blocked_beyond_it_is_not_clear_of_it() -> None:
    race = coming(2, 2, 2, 1, 2, 1, wrecks=[HERE], blue="lane 4, backstretch 23")
    play(race, "forward 1", 2)
    # One square more is all it has: no sideslip leads out of it, and nothing is asked.
    assert [event.data["to"] for event in events(race, "drive")] == [HERE, "lane 4, backstretch 21"]
    assert events(race, "flip")
    assert not events(race, "run-over")


@pytest.mark.rule("E2 8.9.3")
def test_several_in_one_square_are_one_and_the_worst_counts() -> None:
    """A stationary team lies where there was a carcass: one die, one roll, three worse."""
    race = coming(1, *three(16), carcasses=[HERE], blue=HERE, blue_is=DEAD_HORSE, square=18)
    race.state.lay(race.state.track.find(HERE), -2)
    book = book_of(race.state)
    square = race.state.track.find(HERE)
    assert book.obstacle_worse(square) == 3
    car = race.state.track.behind[square]
    race.state.lay(car, -2)  # under the car a carcass makes nothing better
    assert book.obstacle_worse(car) == 0
    assert book.obstacle_worse(race.state.track.ahead[square]) == 0


@pytest.mark.rule("E2 8.9.3")
def test_a_wreck_that_lands_on_a_carcass_makes_one_obstacle() -> None:
    race = epic(
        white="lane 8, egg corner 5", white_is={"whip": False}, red="", red_is={"status": "out", "driver": "dead"},
        falling=[{"faction": "red", "square": HERE, "car": "medium"}], carcasses=[HERE], dice=[2, 2],
    )  # fmt: skip
    assert [race.state.wrecks[race.state.track.find(HERE)]] == [-1]


@pytest.mark.rule("E2 8.9.3.1")
@pytest.mark.parametrize(("pay", "expected"), [(2, 8), (5, 11), (0, 6)])
def test_what_is_not_paid_comes_off(pay: int, expected: int) -> None:
    after = {8: [4, 4, 4, 4], 11: [], 6: [6, 6, 6]}[expected]  # hobbled, jostled, in danger
    race = over(5, *three(11), *after, pay=pay)
    assert totals(race) == [expected]
    assert modifiers(race) == ((Modifier("endurance not paid", pay - 5),) if pay < 5 else ())
    assert chariot(race, "red").endurance == 30 - pay


@pytest.mark.rule("E2 8.9.3.1")
def test_who_has_too_little_endurance_cannot_pay_it_all() -> None:
    race = coming(5, *three(15), wrecks=[HERE], red_is={"endurance": 2})
    play(race, "forward 1")
    assert asked(race) == ("pay", [0, 1, 2])
    play(race, 1, "forward 2")
    assert totals(race) == [11]


@pytest.mark.rule("E2 8.9.3.2")
def test_over_a_stationary_team_three_come_off_and_both_are_hurt_by_the_same_dice() -> None:
    race = over(2, *three(12), 4, 6, 5, 3, blue=HERE, blue_is={**LYING, "horses_start": [5, 4, 4, 5]})
    assert (totals(race), results(race)) == ([9], ["hobbled"])
    assert modifiers(race) == (Modifier("stationary team", -3),)
    # A die less 3 for each; blue's second horse is dead already.
    assert chariot(race, "red").horses == (4, 1, 2, 5)
    assert chariot(race, "blue").horses == (4, 0, 2, 5)


@pytest.mark.rule("E2 8.9.3.3")
def test_over_a_carcass_one_is_added() -> None:
    race = over(2, *three(12), carcasses=[HERE])
    assert (totals(race), results(race)) == ([13], ["none"])
    assert modifiers(race) == (Modifier("carcass", 1),)


# -- the chart -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.9.3-chart")
@pytest.mark.parametrize(("total", "result"), ALL_THE_WORDS)
def test_the_chart(total: int, result: str) -> None:
    assert BOOK.run_over(total) == result


@pytest.mark.rule("E2 8.9.3-chart")
def test_it_is_the_mirror_of_the_second_edition() -> None:
    for row in range(-3, 26):
        assert BOOK.run_over(21 - row) == SECOND_EDITION.run_over(row)
    # So are the odds.
    for cdm in range(-3, 4):
        for worse in range(-1, 9):
            assert BOOK.jump_odds(cdm, worse) == pytest.approx(SECOND_EDITION.jump_odds(cdm, worse))


@pytest.mark.rule("E2 8.9.3-chart")
@pytest.mark.parametrize(
    ("cdm", "worse", "clean", "flips"),
    [(0, 0, 56 / 216, 4 / 216), (2, 0, 108 / 216, 0.0), (0, 3, 10 / 216, 35 / 216), (0, -1, 81 / 216, 1 / 216)],
)
def test_the_odds_count_the_cdm_up_and_the_rest_down(cdm: int, worse: int, clean: float, flips: float) -> None:
    odds = BOOK.jump_odds(cdm, worse)
    assert odds["none"] == pytest.approx(clean)
    assert odds.get("flip", 0.0) == pytest.approx(flips)


@pytest.mark.rule("E2 8.9.4")
@pytest.mark.parametrize(
    ("total", "after", "clause"),
    [
        (4, [2, 2], "E2 8.9.4a"),
        (5, [6, 6, 6], "E2 8.9.4b"),
        (7, [1, 1, 1, 1], "E2 8.9.4c"),
        (8, [1, 1, 1, 1], "E2 8.9.4d"),
        (10, [1, 1], "E2 8.9.4e"),
        (11, [], "E2 8.9.4f"),
    ],
)
def test_each_result_cites_its_own_clause(total: int, after: list[int], clause: str) -> None:
    race = over(1, *three(total), *after)
    (chart,) = events(race, "run-over")
    assert clause in chart.clauses


# -- the results -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.9.4a")
def test_a_flip() -> None:
    race = over(1, *three(4), 2, 2)
    (flip,) = events(race, "flip")
    assert flip.clauses[0] == "E2 8.9.4a"
    red = chariot(race, "red")
    assert (red.hitched, red.status, red.driver) == (False, "runaway", "dragged")


@pytest.mark.rule("E2 8.9.4b")
@pytest.mark.parametrize(("written", "points"), [(12, 11), (4, 3)])
def test_danger_is_a_corner_check_with_a_safe_speed_of_one(written: int, points: int) -> None:
    """Twelve is column 9 or more: a 16 there is an S."""
    log = {"written": written, "endurance": 1, "left_wheel": 9}
    race = over(1, *three(6), 6, 5, 5, pay=0, red_is=log)
    (strain,) = events(race, "strain")
    assert strain.data["points"] == points
    assert strain.data["result"] == ("S" if points == 11 else "-")
    assert strain.clauses[0] == "E2 8.9.4b"
    assert not events(race, "wheel-check")
    assert chariot(race, "red").endurance == 1  # nothing is paid for it
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.9.4b")
def test_at_zero_endurance_danger_is_no_flip_by_itself() -> None:
    race = over(1, *three(7), 6, 6, 6, red_is={"endurance": 0, "written": 5})
    assert (totals(race), results(race)) == ([6], ["danger"])
    assert not events(race, "flip")


@pytest.mark.rule("E2 8.9.4b")
@pytest.mark.parametrize(("sky", "amount"), [({"rain": True}, -2), ({"mud": True}, -3)])
def test_weather_modifies_the_check_but_not_the_safe_speed(sky: dict[str, bool], amount: int) -> None:
    race = over(1, *three(5), 6, 6, 6, red_is={"written": 5}, options={"weather": True}, parts={"weather": sky})
    (strain,) = events(race, "strain")
    assert strain.data["points"] == 4  # 5 - 1, in mud too
    assert sum(each.amount for each in strain.modifiers) == amount


@pytest.mark.rule("E2 8.9.4c")
def test_seriously_hobbled_a_die_for_each_horse() -> None:
    race = over(1, *three(7), 1, 2, 3, 4, red_is={"written": 10})
    red = chariot(race, "red")
    assert red.horses == (4, 2, 1, 1)
    assert left(race.state, red) == 8 - 3  # the team is slower at once


@pytest.mark.rule("E2 8.9.4c")
def test_they_die_in_order_and_each_takes_its_share_of_what_is_left() -> None:
    log = {"endurance": 41, "horses": [7, 4, 4, 7], "horses_start": [7, 4, 4, 7]}
    race = over(1, *three(7), 6, 4, 4, 1, red_is=log)
    red = chariot(race, "red")
    assert (red.horses, red.fallen) == ((1, 0, 0, 6), (1, 2))
    assert [event.data["endurance_lost"] for event in events(race, "horse-dead")] == [10, 10]
    assert red.endurance == 20


@pytest.mark.rule("E2 8.9.4c")
def test_only_living_horses_are_rolled_for() -> None:
    race = over(1, *three(7), 1, 1, 1, red_is={"horses": [5, 0, 4, 5]})
    assert chariot(race, "red").horses == (4, 0, 3, 4)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.9.4d")
def test_hobbled_a_die_less_three() -> None:
    race = over(1, *three(9), 2, 3, 4, 6)
    assert chariot(race, "red").horses == (5, 4, 3, 2)


@pytest.mark.rule("E2 8.9.4e")
def test_the_car_is_damaged() -> None:
    race = over(1, *three(10), 6, 3, 6, 6)
    red = chariot(race, "red")
    assert (red.left_wheel, red.right_wheel) == (3, 0)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.9.4e")
def test_both_wheels_are_marked_and_then_checked() -> None:
    race = over(1, *three(10), 4, 6, 6, 6, 5, 5, red_is={"left_wheel": 2})
    red = chariot(race, "red")
    assert (red.left_wheel, red.right_wheel) == (3, 3)
    assert [event.data["wheel"] for event in events(race, "wheel-check")] == ["left", "right"]


@pytest.mark.rule("E2 8.9.4f")
def test_jostled() -> None:
    race = over(1, *three(10), red_is={"modifier": 1})
    red = chariot(race, "red")
    assert (results(race), red.cdm, red.jostled) == (["jostled"], -2, True)


@pytest.mark.rule("E2 8.9.4g")
def test_nothing() -> None:
    race = over(1, *three(13))
    red = chariot(race, "red")
    assert (red.horses, red.cdm, red.left_wheel, red.right_wheel, red.endurance) == ((5, 4, 4, 5), 0, 0, 0, 29)
    assert left(race.state, red) == 5


# -- what is said beforehand -----------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.9.3")
@pytest.mark.parametrize(
    ("position", "words", "clean"),
    [
        ({"wrecks": [HERE]}, "over a wreck", 0.2593),
        ({"carcasses": [HERE]}, "over a dead horse", 0.375),
        ({"blue": HERE, "blue_is": LYING}, "over Blue's team", 0.0463),
    ],
)
def test_the_odds_are_shown_before_it_is_driven_onto(position: dict[str, Any], words: str, clean: float) -> None:
    race = coming(**position)
    decision = race.pending[0]
    told = {answer["choice"]: answer for answer in book_of(race.state).explain(decision)}["forward 1"]
    assert words in told["hint"]
    assert told["jump"]["odds"]["none"] == pytest.approx(clean, abs=1e-4)
    assert told["jump"]["clears"]
    assert told["clause"] == "E2 8.9.3"


@pytest.mark.rule("E2 8.9.3.1")
def test_the_odds_of_each_payment() -> None:
    race = coming(3, carcasses=[HERE])
    play(race, "forward 1")
    told = book_of(race.state).explain(race.pending[0])
    exact = [BOOK.jump_odds(0, unpaid - 1)["none"] for unpaid in (3, 2, 1, 0)]
    assert [answer["odds"]["none"] for answer in told] == pytest.approx(exact, abs=1e-4)
    assert exact == sorted(exact)  # the more is paid, the better
