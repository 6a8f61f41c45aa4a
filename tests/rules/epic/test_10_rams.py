"""E2 10.7 to 10.9: rams on teams, on cars and on dragged drivers."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, dice_left, events, left, play
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.obstacle_kit import CALM, three
from tests.rules.epic.wreck_kit import DRAGGING, EMPTY

HORSE_INJURY = {
    **dict.fromkeys(range(-1, 6), 0), **dict.fromkeys((6, 7, 8), 1), **dict.fromkeys((9, 10), 2),
    11: 3, 12: 4, 13: 5, 14: 6, 15: 8,
}  # fmt: skip
WHEEL_DAMAGE = {
    **dict.fromkeys(range(-1, 5), 1), **dict.fromkeys((5, 6, 7), 2), **dict.fromkeys((8, 9), 3),
    **dict.fromkeys((10, 11), 4), 12: 5, 13: 6, 14: 7, 15: 8,
}  # fmt: skip


def beside_team(*dice: int, red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None) -> CircusMatch:
    """Red's car is on the inside of blue's team."""
    return epic(
        red="lane 3, backstretch 12", red_is={**CALM, **(red or {})}, blue="lane 4, backstretch 11",
        blue_is={"endurance": 20, **(blue or {})}, move={"written": 5}, dice=dice,
    )  # fmt: skip


def beside_car(*dice: int, red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None) -> CircusMatch:
    """The cars are level, red's on the inside."""
    return epic(
        red="lane 3, backstretch 12", red_is={**CALM, **(red or {})}, blue="lane 4, backstretch 12",
        blue_is={"endurance": 20, **(blue or {})}, move={"written": 5}, dice=dice,
    )  # fmt: skip


# -- on the team -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.7")
def test_two_dice_and_one_factor() -> None:
    race = beside_team(4, 5)
    play(race, "ram blue horses", "hold")
    (injury,) = events(race, "injury")
    assert injury.data == {"chariot": "blue", "horse": 1, "points": 2, "left": 3, "team_speed": 16}
    assert injury.modifiers == ()
    assert left(race.state, chariot(race, "red")) == 4
    assert "E2 10.7-chart" in injury.clauses


@pytest.mark.rule("E2 10.7")
@pytest.mark.parametrize(("horse", "safe"), [(1, True), (2, True), (3, False), (4, False)])
def test_not_on_the_side_of_a_fallen_horse(horse: int, safe: bool) -> None:
    horses = [5, 4, 4, 5]
    horses[horse - 1] = 0
    race = beside_team(blue={"horses": horses, "fallen": [horse]})
    assert ("ram blue horses" not in attacks(race)) == safe


@pytest.mark.rule("E2 10.7-chart")
def test_the_horse_injury_chart() -> None:
    assert {roll: BOOK.horse_injury(roll) for roll in HORSE_INJURY} == HORSE_INJURY


@pytest.mark.rule("E2 10.7-chart")
@pytest.mark.parametrize(
    ("car", "dice", "modifier", "points"),
    [("heavy", (6, 6), 3, 8), ("light", (4, 4), -3, 0), ("light", (1, 1), -3, 0), ("medium", (6, 6), 0, 4)],
)
def test_the_car_that_rams_modifies_the_roll(car: str, dice: tuple[int, int], modifier: int, points: int) -> None:
    race = beside_team(*dice, red={"car": car}, blue={"horses": [9, 4, 4, 5], "horses_start": [9, 4, 4, 5]})
    play(race, "ram blue horses", "hold")
    (injury,) = events(race, "injury")
    assert injury.data["points"] == points
    assert sum(each.amount for each in injury.modifiers) == modifier


@pytest.mark.rule("E2 10.7.1")
def test_the_nearest_horse_takes_it_and_the_rest_is_lost() -> None:
    race = beside_team(6, 6, blue={"horses": [2, 4, 4, 5]})
    play(race, "ram blue horses", "hold")
    blue = chariot(race, "blue")
    assert blue.horses == (0, 4, 4, 5)
    assert events(race, "injury")[0].data["team_speed"] == 13  # by 2, not by 4


@pytest.mark.rule("E2 10.7.1")
def test_a_noted_speed_above_the_new_maximum_falls_to_it() -> None:
    """Team speed 15 and CDM +1: 16 noted. Two points later the maximum is 14."""
    log = {"horses": [5, 4, 2, 4], "modifier": 1, "written": 16, "moved": False, "whip": False}
    race = beside_team(4, 5, blue=log)
    play(race, "ram blue horses", "hold", "brake 4")
    assert left(race.state, chariot(race, "blue")) == 14


@pytest.mark.rule("E2 10.7.1")
def test_in_the_own_phase_the_speed_falls_at_once() -> None:
    """Red swerves nobody: its horse is hurt in a corner in mid-move."""
    race = epic(
        red="lane 2, front straight 33", red_is={**CALM, "written": 12, "horses": [4, 3, 2, 3]}, dice=[2, 2, 3, 5, 4]
    )
    play(race, "forward 1")
    (injury,) = events(race, "injury")
    assert injury.data["points"] == 2
    assert left(race.state, chariot(race, "red")) == 10 - 1


@pytest.mark.rule("E2 10.7.2")
def test_with_its_last_box_the_horse_falls() -> None:
    race = beside_team(6, 6, blue={"horses": [4, 4, 4, 5], "endurance": 20})
    play(race, "ram blue horses", "hold")
    blue = chariot(race, "blue")
    assert (blue.fallen, blue.endurance) == ((0,), 15)
    assert events(race, "horse-dead")[0].clauses == ("E2 10.7.2", "E2 12.2", "E2 12.2.1")
    assert book_of(race.state).cannot_move(blue)


# -- on the car ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.8")
def test_three_dice_and_both_drivers() -> None:
    race = beside_car(*three(11), 3, 3, 6, 6, red={"modifier": 2})
    play(race, "ram blue car", "hold")
    (ram,) = events(race, "ram-car")
    assert (ram.data["total"], ram.data["hurts_attacker"], ram.data["hurts_target"]) == (13, False, True)
    assert ram.modifiers == (Modifier("attacker's CDM", 2), Modifier("defender's CDM", 0))
    assert left(race.state, chariot(race, "red")) == 4
    assert chariot(race, "blue").left_wheel == 2  # nearest to red


@pytest.mark.rule("E2 10.8")
def test_the_defenders_modifier_comes_off() -> None:
    race = beside_car(*three(14), blue={"modifier": 2})
    play(race, "ram blue car", "hold")
    assert events(race, "ram-car")[0].data["total"] == 12


@pytest.mark.rule("E2 10.8-chart")
@pytest.mark.parametrize(
    ("total", "hurt"),
    [(-1, (True, False)), (6, (True, False)), (7, (True, True)), (9, (True, True)), (10, (False, False)),
     (12, (False, False)), (13, (False, True)), (20, (False, True))],
)  # fmt: skip
def test_the_ram_attack_chart(total: int, hurt: tuple[bool, bool]) -> None:
    assert BOOK.car_ram(total) == hurt


@pytest.mark.rule("E2 10.8.1")
def test_by_the_opposing_car_on_the_near_wheel() -> None:
    race = beside_car(*three(13), 3, 4, 6, 6, red={"car": "heavy"}, blue={"car": "light"})
    play(race, "ram blue car", "hold")
    blue = chariot(race, "blue")
    assert (blue.left_wheel, blue.right_wheel) == (4, 0)


@pytest.mark.rule("E2 10.8.1")
def test_both_cars_the_defenders_first() -> None:
    race = beside_car(*three(8), 3, 4, 6, 6, 5, 4, 6, 6, blue={"car": "light"})
    play(race, "ram blue car", "hold")
    assert [(event.data["chariot"], event.data["wheel"], event.data["points"]) for event in events(race, "wheel")] == [
        ("blue", "left", 2),
        ("red", "right", 2),  # 9 less 3 for the light car
    ]


@pytest.mark.rule("E2 10.8.1")
def test_both_are_carried_out_even_if_one_flips() -> None:
    race = beside_car(*three(8), 6, 6, 4, 4, 6, 6, 6, 6, blue={"left_wheel": 8})
    play(race, "ram blue car", "hold")
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]
    assert chariot(race, "red").right_wheel == 3


@pytest.mark.rule("E2 10.8.1-chart")
def test_the_wheel_damage_chart() -> None:
    assert {roll: BOOK.wheel_damage(roll) for roll in WHEEL_DAMAGE} == WHEEL_DAMAGE


@pytest.mark.rule("E2 10.8.1-chart")
@pytest.mark.parametrize(("car", "points"), [("medium", 5), ("heavy", 8), ("light", 3)])
def test_the_opponents_car_on_the_wheel_chart(car: str, points: int) -> None:
    race = beside_car(*three(13), 6, 6, 6, 6, red={"car": car})
    play(race, "ram blue car", "hold")
    assert events(race, "wheel")[0].data["points"] == points


@pytest.mark.rule("E2 10.8.2")
def test_a_check_at_once() -> None:
    race = beside_car(*three(13), 3, 2, 1, 3, 6, 4, blue={"left_wheel": 3})
    play(race, "ram blue car", "hold")
    (check, *_) = events(race, "wheel-check")
    assert events(race, "wheel")[0].data["total"] == 5
    assert check.data["chariot"] == "blue"
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]  # 4 against 5


@pytest.mark.rule("E2 10.8.2")
def test_one_point_in_all_calls_for_no_dice() -> None:
    race = beside_car(*three(13), 1, 2)
    play(race, "ram blue car", "hold")
    assert chariot(race, "blue").left_wheel == 1
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.8.2")
def test_every_damaged_wheel_of_the_car_is_checked() -> None:
    race = beside_car(*three(13), 2, 3, 6, 6, 6, 6, blue={"right_wheel": 4})
    play(race, "ram blue car", "hold")
    assert [event.data["wheel"] for event in events(race, "wheel-check")] == ["left", "right"]


@pytest.mark.rule("E2 10.8.2")
def test_the_tenth_point_flips_without_a_roll() -> None:
    race = beside_car(*three(13), 6, 6, 6, 6, 1, 1, blue={"left_wheel": 5})
    play(race, "ram blue car", "hold")
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]
    assert not events(race, "wheel-check")


# -- a dragged driver ------------------------------------------------------------------------------------------


def on_dragged(*dice: int, blue: dict[str, Any] | None = None, red: dict[str, Any] | None = None) -> CircusMatch:
    """Red's team is two squares behind blue's lone team, one behind its driver."""
    return epic(
        red="lane 4, backstretch 11", red_is={**CALM, **(red or {})}, blue="lane 4, backstretch 13",
        blue_is={**DRAGGING, "hits": 9, "hits_start": 9, **(blue or {})}, move={"written": 5}, dice=dice,
    )  # fmt: skip


@pytest.mark.rule("E2 10.9")
def test_a_team_on_his_square_rams_him_for_a_factor() -> None:
    race = on_dragged(*three(13), 4, 4)
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == {"trample blue driver"}
    play(race, "trample blue driver")
    assert left(race.state, chariot(race, "red")) == 3  # one to enter, one for the ram
    assert events(race, "trampled")[0].data["hits"] == 3
    assert attacks(race) == set()  # once in a phase from that square


@pytest.mark.rule("E2 10.9")
def test_nothing_else_can_be_done_to_him() -> None:
    """Beside him there is neither a driver to lash nor a car; only the team ahead."""
    race = epic(
        red="lane 3, backstretch 13", red_is={**CALM, "whip": True}, blue="lane 4, backstretch 13",
        blue_is={**DRAGGING, "hits": 9, "hits_start": 9}, move={"written": 5},
    )  # fmt: skip
    assert not {answer for answer in map(str, asked(race)[1]) if answer.endswith("driver") and "dagger" not in answer}


@pytest.mark.rule("E2 10.9")
def test_behind_an_empty_car_he_is_rammed_from_his_own_square() -> None:
    race = epic(
        red="lane 4, backstretch 11", red_is=CALM, blue="lane 4, backstretch 13",
        blue_is={**EMPTY, "hits": 9, "hits_start": 9}, move={"written": 5},
    )  # fmt: skip
    assert attacks(race) == {"trample blue driver"}


@pytest.mark.rule("E2 10.9")
def test_a_runaway_team_rams_him_without_a_modifier() -> None:
    race = on_dragged(*three(13), 4, 4, red={"status": "runaway", "driver": "dead", "hitched": False, "modifier": 3})
    play(race, "forward 1", "trample blue driver")
    assert events(race, "trampled")[0].modifiers == (Modifier("attacker's CDM", 0),)


@pytest.mark.rule("E2 10.9.1")
def test_he_must_hold_and_counts_as_zero() -> None:
    race = on_dragged(*three(12), blue={"modifier": 2})
    play(race, "forward 1", "trample blue driver")
    assert asked(race)[0] == "step"  # he was not asked
    assert events(race, "trampled")[0].data["hits"] == 0  # 12: no effect
    race = on_dragged(*three(13), 2, 2, blue={"modifier": 2})
    play(race, "forward 1", "trample blue driver")
    assert events(race, "trampled")[0].data["hits"] == 1  # with his +2 it would be 11


@pytest.mark.rule("E2 10.9.2")
@pytest.mark.parametrize(("total", "after", "hits"), [(5, [], 0), (8, [4, 4], 3)])
def test_the_attacker_is_never_damaged(total: int, after: list[int], hits: int) -> None:
    race = on_dragged(*three(total), *after)
    play(race, "forward 1", "trample blue driver")
    assert events(race, "trampled")[0].data["hits"] == hits
    red = chariot(race, "red")
    assert (red.left_wheel, red.right_wheel, red.horses) == (0, 0, (5, 4, 4, 5))
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.9.3")
@pytest.mark.parametrize("car", ["light", "medium", "heavy"])
def test_as_many_hits_as_wheel_damage_whatever_the_car(car: str) -> None:
    race = on_dragged(*three(13), 4, 4, red={"car": car})
    play(race, "forward 1", "trample blue driver")
    assert events(race, "trampled")[0].data["hits"] == 3
    assert chariot(race, "blue").hits == 6


@pytest.mark.rule("E2 10.9.3")
def test_the_odds_of_it() -> None:
    odds = BOOK.trample_odds(0, 3)
    hurt = 0.0
    for total in range(3, 19):
        ways = sum(1 for one in range(1, 7) for two in range(1, 7) if 1 <= total - one - two <= 6)
        hurt += ways / 216 if total in (7, 8, 9) or total >= 13 else 0
    dead = sum(1 for one in range(1, 7) for two in range(1, 7) if one + two >= 8) / 36
    assert odds["dead"] == pytest.approx(hurt * dead)
    assert odds["nothing"] == pytest.approx(1 - hurt)
