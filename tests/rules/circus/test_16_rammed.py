"""CM 16.5 to 16.7: dragged men rammed and dragged over wrecks, and cars that run on empty."""

from __future__ import annotations

import pytest

from tests.rules.circus.kit import asked, attacks, chariot, circus, dice_left, events, play
from tests.rules.circus.wreck_kit import DRAGGING, EMPTY, WOUND, wrecks

# -- ramming him --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 16.5a")
def test_the_team_must_stand_on_his_square() -> None:
    race = circus(
        red="lane 4, backstretch 12", red_is={"written": 2}, blue="lane 4, backstretch 14",
        blue_is={**DRAGGING, "hits": 7}, dice=[3, 3, 4],
    )  # fmt: skip
    play(race, "no")
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == {"trample blue driver"}
    play(race, "trample blue driver")
    assert not events(race, "defence")
    assert events(race, "trampled")[0].clauses == ("CM 16.5a", "CM 16.5b", "QA 16.5")
    assert race.state.mover == -1  # the second factor was the attack
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.5a")
def test_no_other_attack_on_him() -> None:
    race = circus(red="lane 3, backstretch 14", red_is={"written": 2}, blue="lane 4, backstretch 14", blue_is=DRAGGING)
    play(race, "no")
    assert attacks(race) == set()  # red's car is beside the man, not beside the team


@pytest.mark.rule("CM 16.5a")
def test_one_ram_from_a_square_and_none_is_compulsory() -> None:
    race = circus(
        red="lane 4, backstretch 13", red_is={"written": 4, "whip": False}, blue="lane 4, backstretch 14",
        blue_is={**DRAGGING, "hits": 7}, dice=[3, 3, 4],
    )  # fmt: skip
    assert {"trample blue driver", "slip out"} <= set(asked(race)[1])
    play(race, "trample blue driver")
    assert attacks(race) == set()
    assert "slip out" in asked(race)[1]


@pytest.mark.rule("CM 16.5b")
@pytest.mark.rule("QA 16.5")
@pytest.mark.parametrize(
    ("modifier", "car", "dice", "hits"),
    [
        (2, "normal", (3, 4, 4, 3, 3), 4),  # 13
        (0, "normal", (2, 3, 3, 3, 3), 4),  # 8: both, but only the man
        (0, "normal", (2, 2, 2), 0),
        (0, "normal", (3, 3, 4), 0),
        (0, "normal", (4, 4, 4), 0),
        (0, "normal", (4, 4, 5, 1, 3), 2),
        (0, "normal", (4, 4, 5, 4, 5), 6),
        (0, "normal", (4, 4, 5, 5, 5), 8),
        (0, "heavy", (4, 4, 5, 3, 4), 4),  # a seven stays a seven
        (0, "light", (4, 4, 5, 3, 4), 4),
    ],
)
def test_the_car_ram_table_and_doubled_wheel_damage(modifier: int, car: str, dice: tuple[int, ...], hits: int) -> None:
    race = circus(
        red="lane 4, backstretch 13", red_is={"written": 1, "whip": False, "modifier": modifier, "car": car},
        blue="lane 4, backstretch 14", blue_is={**DRAGGING, "hits": 10, "hits_start": 10, "modifier": 2}, dice=dice,
    )  # fmt: skip
    play(race, "trample blue driver")
    assert chariot(race, "blue").hits == 10 - hits
    assert (chariot(race, "red").left_wheel, chariot(race, "red").right_wheel) == (0, 0)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.5b")
def test_twelve_on_the_wheel_chart_is_always_fatal() -> None:
    race = circus(
        red="lane 4, backstretch 13", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 14",
        blue_is={**DRAGGING, "hits": 10, "hits_start": 10}, dice=[4, 4, 5, 6, 6],
    )  # fmt: skip
    play(race, "trample blue driver")
    assert chariot(race, "blue").driver == "dead"
    assert events(race, "driver-dead")[0].clauses == ("CM 16.5b",)


# -- over a wreck -------------------------------------------------------------------------------------


@pytest.mark.rule("CM 16.6")
def test_dragged_over_a_wreck_he_is_killed() -> None:
    log = {**DRAGGING, "hits": 7, "endurance": 0}
    race = circus(red="lane 4, backstretch 10", red_is=log, wrecks=["lane 4, backstretch 11"], dice=[1, 1, 1, 1])
    play(race, "forward 1")
    assert chariot(race, "red").driver == "dragged"
    play(race, "forward 1")
    assert chariot(race, "red").driver == "dead"
    assert events(race, "driver-dead")[0].data["why"] == "dragged over a wreck"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.6")
def test_round_the_wreck_he_lives() -> None:
    log = {**DRAGGING, "hits": 7}
    race = circus(red="lane 4, backstretch 10", red_is=log, wrecks=["lane 4, backstretch 12"], dice=[1])
    play(race, "out", "forward 17")
    assert chariot(race, "red").driver == "dragged"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.6")
def test_a_stopped_team_kills_like_a_wreck() -> None:
    race = circus(
        red="lane 4, backstretch 10", red_is={**DRAGGING, "hits": 7, "endurance": 0}, blue="lane 4, backstretch 11",
        blue_is={"status": "stopped", "driver": "dead", "horses": [0, 4, 4, 5]}, dice=[1, 1, 1, 1],
    )  # fmt: skip
    play(race, "forward 1", "forward 1")
    assert chariot(race, "red").driver == "dead"


# -- the empty car ------------------------------------------------------------------------------------


@pytest.mark.rule("CM 16.7a")
def test_pulled_out_the_chariot_keeps_its_length_and_loses_its_freedom() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1}, blue="lane 4, backstretch 11",
        blue_is={"moved": False, "written": 3}, dice=[*WOUND, 2, 1, 1],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold", "hang on")
    blue = chariot(race, "blue")
    assert (blue.status, blue.driver, blue.hitched) == ("runaway", "dragged", True)
    assert race.state.whose(race.state.car_square(blue)) == (blue, 1)
    # Full team speed, less the die of the wound; forward only.
    assert asked(race)[1] == [f"forward {squares}" for squares in range(1, 17)]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.7a")
def test_the_empty_car_may_be_rammed_but_nobody_is_there_to_lash() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 2, "modifier": 0}, blue="lane 4, backstretch 11",
        blue_is={**EMPTY, "modifier": 2}, dice=[3, 3, 4],
    )  # fmt: skip
    play(race, "no")
    assert attacks(race) == {"ram blue car"}
    play(race, "ram blue car")
    assert asked(race) == ("defend", ["evade out", "hold"])
    play(race, "hold")
    assert events(race, "ram-car")[0].data["total"] == 10  # his modifier counts for nothing
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.7b")
@pytest.mark.parametrize(("dice", "flips"), [((3, 3, 3), False), ((3, 3, 4), True)])
def test_above_the_safe_speed_the_empty_car_is_checked(dice: tuple[int, ...], flips: bool) -> None:
    log = {**EMPTY, "horses_start": [5, 4, 4, 4], "endurance": 30, "modifier": 2}
    race = circus(red="lane 1, front straight 33", red_is=log, dice=[*dice, *((1, 1) if not flips else ())])
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"]) == (9, 9)
    assert bool(events(race, "flip")) == flips
    assert chariot(race, "red").endurance == 21


@pytest.mark.rule("CM 16.7b")
def test_flipped_it_is_a_bare_team_with_a_man_behind() -> None:
    log = {**EMPTY, "horses_start": [5, 4, 4, 4], "endurance": 30}
    race = circus(red="lane 1, front straight 33", red_is=log, dice=[6, 6, 6, 1, 2, 2])
    play(race, "forward 1")
    red = chariot(race, "red")
    assert (red.driver, red.hitched) == ("dragged", False)
    play(race, "forward 16", "hang on")
    assert wrecks(race) == ["lane 1, front straight 33"]
    assert len(events(race, "strain")) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.7b")
def test_nobody_is_jostled_in_an_empty_car() -> None:
    log = {**EMPTY, "horses_start": [4, 4, 4, 2], "endurance": 30}
    race = circus(red="lane 1, front straight 33", red_is=log, dice=[3, 3, 4])
    play(race, "forward 1")
    assert events(race, "strain")[0].data["result"] == "J"
    assert (chariot(race, "red").cdm, chariot(race, "red").jostled) == (0, False)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.7b")
def test_without_endurance_it_flips_by_itself_and_wheels_are_checked() -> None:
    log = {**EMPTY, "endurance": 0}
    race = circus(red="lane 1, front straight 33", red_is=log)
    play(race, "forward 1")
    assert events(race, "flip")[0].clauses[0] == "CM 8.41b"
    damaged = circus(red="lane 4, backstretch 5", red_is={**EMPTY, "right_wheel": 5}, dice=[6, 6])
    assert len(events(damaged, "wheel-check")) == 1
    assert dice_left(damaged) == ()


@pytest.mark.rule("CM 16.7c")
def test_behind_an_empty_car_he_is_rammed_from_the_square_behind() -> None:
    blue = {**EMPTY, "hits": 7}
    race = circus(
        red="lane 5, backstretch 29", red_is={"written": 1, "whip": False}, blue="lane 5, backstretch 31", blue_is=blue,
        dice=[4, 4, 5, 3, 3],
    )  # fmt: skip
    assert attacks(race) == {"trample blue driver"}
    play(race, "trample blue driver")
    assert chariot(race, "blue").hits == 3
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.7c")
def test_not_from_beside_the_car() -> None:
    race = circus(
        red="lane 6, backstretch 30", red_is={"written": 1, "whip": False}, blue="lane 5, backstretch 31", blue_is=EMPTY
    )
    assert "trample blue driver" not in attacks(race)
