"""E2 13.2: teams that have lost their driver."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, dice_left, events, left, place, play
from tests.rules.epic.kit import epic
from tests.rules.epic.wreck_kit import DRAGGING, EMPTY, FOOT, STRAY, man, wrecks


def answers(race: CircusMatch) -> set[str]:
    return {str(answer) for answer in asked(race)[1]}


def factors(race: CircusMatch, faction: str = "red") -> int:
    return left(race.state, chariot(race, faction))


# -- what it is -----------------------------------------------------------------------


@pytest.mark.rule("E2 def-runaway-team")
@pytest.mark.rule("E2 13.2")
def test_pulled_out_of_his_car_he_leaves_team_and_car_as_a_runaway() -> None:
    race = epic(
        red="lane 4, backstretch 5", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 12",
        blue_is={"hits": 7},
    )  # fmt: skip
    book_of(race.state, race.table).pull_from_car(chariot(race, "blue"), "E2 10.4.5a")
    blue = chariot(race, "blue")
    assert (blue.status, blue.driver, blue.hitched) == ("runaway", "dragged", True)
    assert race.state.whose(race.state.car_square(blue)) == (blue, 1)


@pytest.mark.rule("E2 13.2")
def test_flipped_in_a_rivals_phase_it_runs_at_full_speed_this_turn_already() -> None:
    """Team speed 15, 9 written, and the car breaks in red's phase."""
    race = epic(
        red="lane 5, backstretch 11", red_is={"written": 1, "whip": False}, blue="lane 6, backstretch 11",
        blue_is={
            "written": 9, "moved": False, "horses": [4, 4, 4, 3], "left_wheel": 9, "hits": 9, "hits_start": 9,
            "modifier": 2, "gains": 2,
        },
        dice=[6, 6, 6, 3, 4, 2, 2],
    )  # fmt: skip
    play(race, "ram blue car", "hold", "hang on")
    assert events(race, "flip")[0].data["chariot"] == "blue"
    assert factors(race, "blue") == 15 + 2  # no modifier: nobody drives
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.2")
def test_in_its_own_phase_whip_and_skill_still_count() -> None:
    race = epic(
        red="lane 1, front straight 33", red_is={"written": 20, "modifier": 2, "endurance": 30, "gains": 1},
        dice=[3, 1, 1, 1],
    )  # fmt: skip
    play(race, "whip", "forward 1")
    assert events(race, "flip")
    assert factors(race) == 20 + 3 + 1 - 1


# -- control --------------------------------------------------------------------------


@pytest.mark.rule("E2 13.2.1")
def test_its_owner_moves_it_when_its_colour_is_drawn() -> None:
    race = epic(
        red="lane 1, front straight 5", red_is={"whip": False}, blue="lane 4, backstretch 12",
        blue_is={**STRAY, "moved": False},
    )  # fmt: skip
    assert list(race.pending) == [1]
    assert events(race, "drawn")[-1].data["chariot"] == "blue"


@pytest.mark.rule("E2 13.2.1")
def test_for_an_owner_who_has_left_whoever_is_last_moves_it_and_of_those_level_the_outermost() -> None:
    race = epic(
        phase="notation", red="lane 4, backstretch 12", red_is={**STRAY},
        blue="lane 2, front straight 12", green="lane 6, front straight 12", white="lane 5, backstretch 12",
        draw=["red"],
    )  # fmt: skip
    race.resign(0)
    for seat in (1, 2, 3):
        race.submit(seat, 0)
    assert race.state.mover == 0
    assert list(race.pending) == [2]


# -- moving ---------------------------------------------------------------------------


@pytest.mark.rule("E2 13.2.1.1")
def test_a_free_lane_ahead_means_straight_on() -> None:
    race = epic(red="lane 4, backstretch 5", red_is=STRAY)
    assert answers(race) == {f"forward {squares}" for squares in range(1, 19)}


@pytest.mark.rule("E2 13.2.1.1")
@pytest.mark.parametrize(
    "there",
    [
        {"blue": "lane 4, backstretch 16"},
        {"blue": "lane 4, backstretch 16", "blue_is": STRAY},
        {"blue": "lane 1, front straight 5", "blue_is": {**FOOT, "man": "lane 4, backstretch 16"}},
        {"wrecks": ["lane 4, backstretch 16"]},
        {"carcasses": ["lane 4, backstretch 16"]},
        {"blue": "lane 4, backstretch 16", "blue_is": {"status": "stopped", "driver": "dead", "horses": [0, 4, 4, 5],
                                                       "fallen": [1]}},
    ],
    ids=["chariot", "team", "man", "wreck", "carcass", "lying team"],
)  # fmt: skip
def test_it_may_leave_its_lane_to_avoid(there: dict[str, Any]) -> None:
    race = epic(red="lane 4, backstretch 5", red_is=STRAY, **there)
    assert {"in", "out"} <= answers(race)
    beyond = epic(red="lane 4, backstretch 5", red_is={**STRAY, "horses": [5, 4, 0, 0]}, **there)
    assert not {"in", "out"} & answers(beyond)  # nine factors do not reach that far


@pytest.mark.rule("E2 13.2.1.1")
def test_it_evades_without_a_roll_if_its_owner_likes() -> None:
    race = epic(red="lane 3, backstretch 11", red_is={"written": 2}, blue="lane 4, backstretch 10", blue_is=STRAY)
    play(race, "no", "ram blue horses")
    assert asked(race) == ("defend", ["evade out", "hold"])
    assert race.pending[1].clause == "E2 13.2.1.1"
    play(race, "evade out")
    assert (place(race, "blue"), chariot(race, "blue").debt) == ("lane 5, backstretch 11", 1)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.2.1.2")
@pytest.mark.parametrize(
    ("log", "speed"), [({}, 14), ({"gains": 3}, 17), ({"modifier": 3}, 14), ({"gains": 3, "debt": 2}, 15)]
)
def test_always_at_team_speed(log: dict[str, Any], speed: int) -> None:
    race = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, "horses": [4, 4, 4, 2], "written": 5, **log})
    assert factors(race) == speed
    assert "whip" not in [decision.name for decision in race.pending.values()]
    assert answers(race) == {f"forward {squares}" for squares in range(1, speed + 1)}  # nor does it brake


@pytest.mark.rule("E2 13.2.1.3")
def test_it_attacks_nobody_but_a_dragged_man_before_it() -> None:
    race = epic(red="lane 3, backstretch 11", red_is=STRAY, blue="lane 4, backstretch 11")
    assert attacks(race) == set()
    behind = epic(red="lane 4, backstretch 13", red_is=STRAY, blue="lane 4, backstretch 14", blue_is=DRAGGING)
    assert attacks(behind) == {"trample blue driver"}
    assert not any(answer.startswith("brake") for answer in answers(behind))


@pytest.mark.rule("E2 13.2.1.4")
def test_without_a_car_it_knows_no_safe_speed() -> None:
    race = epic(red="lane 1, front straight 30", red_is={**STRAY, "horses": [4, 4, 4, 4], "endurance": 30})
    play(race, "forward 16")
    assert not events(race, "strain")
    assert chariot(race, "red").endurance == 30
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.2.1.4")
@pytest.mark.rule("E2 13.3.4")
def test_with_its_empty_car_it_is_checked() -> None:
    """Twelve in a lane of eight: four points, checked without a modifier and paid for."""
    log = {**EMPTY, "horses": [3, 3, 3, 3], "endurance": 30, "modifier": 3, "driver": "safe"}
    race = epic(red="lane 1, front straight 33", red_is=log, dice=[4, 4, 4])
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"], strain.data["result"]) == (4, 4, "-")
    assert [each.amount for each in strain.modifiers] == [0]
    assert chariot(race, "red").endurance == 26
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.4")
def test_nobody_is_jostled_in_it_but_wheels_are_checked_and_without_endurance_it_flips() -> None:
    log = {**EMPTY, "horses": [3, 3, 3, 3], "endurance": 30, "driver": "safe"}
    jostled = epic(red="lane 1, front straight 33", red_is=log, dice=[3, 3, 3])
    play(jostled, "forward 1")
    assert events(jostled, "strain")[0].data["result"] == "J"
    assert (chariot(jostled, "red").cdm, chariot(jostled, "red").jostled) == (0, False)
    worn = epic(red="lane 1, front straight 33", red_is={**log, "right_wheel": 5}, dice=[6, 6, 4, 4, 4])
    play(worn, "forward 1")
    assert [event.kind for event in worn.events if event.kind in ("wheel-check", "strain")] == ["wheel-check", "strain"]
    tired = epic(red="lane 1, front straight 33", red_is={**log, "endurance": 0})
    play(tired, "forward 1")
    assert events(tired, "flip")
    assert not events(tired, "strain")


# -- attacked -------------------------------------------------------------------------


@pytest.mark.rule("E2 13.2.1.5")
def test_only_its_team_is_attacked_with_whip_or_car() -> None:
    race = epic(red="lane 3, backstretch 11", red_is={"written": 2}, blue="lane 4, backstretch 10", blue_is=STRAY)
    play(race, "no")
    assert attacks(race) == {"ram blue horses", "lash blue team"}


@pytest.mark.rule("E2 13.2.1.5")
def test_an_empty_car_may_be_rammed_without_a_modifier_but_has_nobody_to_lash() -> None:
    race = epic(
        red="lane 3, backstretch 11", red_is={"written": 2, "modifier": 0}, blue="lane 4, backstretch 11",
        blue_is={**EMPTY, "modifier": 2}, dice=[3, 3, 4],
    )  # fmt: skip
    play(race, "no")
    assert attacks(race) == {"ram blue car"}
    play(race, "ram blue car")
    assert asked(race) == ("defend", ["evade out", "hold"])
    play(race, "hold")
    assert events(race, "ram-car")[0].data["total"] == 10
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.2.1.5")
@pytest.mark.parametrize("log", [STRAY, EMPTY], ids=["bare", "with its car"])
def test_a_dead_horse_makes_it_an_obstacle_for_the_rest_of_the_race(log: dict[str, Any]) -> None:
    race = epic(
        red="lane 3, backstretch 11", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 10",
        blue_is={"horses": [1, 4, 4, 5], **log}, dice=[4, 4],
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    blue = chariot(race, "blue")
    assert (blue.status, blue.square) == ("stopped", -1)
    found = {race.state.track.name(square): team for square, team in race.state.wrecks.items()}
    car = {"lane 4, backstretch 9": -1} if log is EMPTY else {}
    assert found == {"lane 4, backstretch 10": blue.number, **car}
    race.submit(0, 0)
    assert blue.number not in race.state.cup


@pytest.mark.rule("E2 13.2.1.5")
def test_over_a_team_that_lies_there_both_suffer() -> None:
    race = epic(
        red="lane 4, backstretch 19", red_is={**STRAY, "endurance": 20}, blue="lane 4, backstretch 20",
        blue_is={"status": "stopped", "driver": "dead", "horses": [5, 0, 4, 5], "fallen": [2]},
        dice=[2, 4, 4, 4, 6, 4, 3, 1],
    )  # fmt: skip
    play(race, "forward 1", 2, "forward 1")
    (chart,) = events(race, "run-over")
    assert (chart.data["total"], chart.data["result"]) == (9, "hobbled")
    assert chariot(race, "red").horses == (2, 3, 4, 5)
    assert chariot(race, "blue").horses == (2, 0, 4, 5)
    assert dice_left(race) == ()


# -- over obstacles -------------------------------------------------------------------


def over_a_wreck(*dice: int, **log: Any) -> CircusMatch:
    """Red's runaway, right behind a wreck, pays the one point that is asked."""
    race = epic(
        red="lane 4, backstretch 10", red_is={**STRAY, "modifier": 3, "endurance": 20, **log},
        wrecks=["lane 4, backstretch 11"], dice=[1, *dice],
    )  # fmt: skip
    play(race, "forward 1", 1)
    return race


@pytest.mark.rule("E2 13.2.1-runover")
@pytest.mark.parametrize(
    ("dice", "result", "horses"),
    [
        ((2, 3, 3, 6, 4, 3, 1), "hobbled", (2, 3, 4, 5)),
        ((2, 2, 3, 1, 2, 3, 4), "serious", (4, 2, 1, 1)),
        ((1, 1, 2), "flip", (5, 4, 4, 5)),
        ((2, 2, 2), "danger", (5, 4, 4, 5)),
        ((3, 3, 4), "car", (5, 4, 4, 5)),
        ((4, 4, 4), "jostled", (5, 4, 4, 5)),
        ((4, 4, 5), "none", (5, 4, 4, 5)),
    ],
)
def test_without_a_car_only_its_horses_can_be_hurt(dice: tuple[int, ...], result: str, horses: tuple[int, ...]) -> None:
    race = over_a_wreck(*dice)
    play(race, "forward 1")
    (chart,) = events(race, "run-over")
    assert (chart.data["total"], chart.data["result"]) == (sum(dice[:3]), result)  # CDM 0
    red = chariot(race, "red")
    assert (red.horses, red.endurance, red.cdm) == (horses, 19, 3)
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.2.1-runover")
def test_behind_it_an_empty_car_flips_and_is_damaged_but_nobody_is_jostled() -> None:
    empty = {"hitched": True, "driver": "safe", "modifier": 0}
    flips = over_a_wreck(1, 1, 2, **empty)
    play(flips, "forward 2")
    assert events(flips, "flip")
    damaged = over_a_wreck(3, 3, 4, 4, 1, **empty)
    play(damaged, "forward 2")
    assert (chariot(damaged, "red").left_wheel, chariot(damaged, "red").right_wheel) == (1, 0)
    calm = over_a_wreck(4, 4, 4, **empty)
    play(calm, "forward 2")
    assert not events(calm, "jostled")


@pytest.mark.rule("E2 13.2.1-runover")
def test_it_clears_with_the_second_factor_and_never_flips_for_staying() -> None:
    two = over_a_wreck(4, 4, 5, horses=[1, 1, 0, 0])
    assert (place(two, "red"), len(events(two, "run-over"))) == ("lane 4, backstretch 12", 1)
    one = epic(
        red="lane 4, backstretch 10", red_is={**STRAY, "horses": [1, 0, 0, 0]}, wrecks=["lane 4, backstretch 11"],
        dice=[2],
    )  # fmt: skip
    play(one, 2)
    assert not events(one, "run-over")
    assert not events(one, "flip")
    assert wrecks(one) == ["lane 4, backstretch 11"]
    assert chariot(one, "red").under == (one.state.track.find("lane 4, backstretch 11"),)


@pytest.mark.rule("E2 13.3.1.1")
def test_its_dragged_man_is_free_when_it_falls_knife_or_not() -> None:
    race = epic(
        red="lane 3, backstretch 11", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 10",
        blue_is={**DRAGGING, "horses": [1, 4, 4, 5], "hits": 5, "parts": {"dagger": {"carried": False}}}, dice=[4, 4],
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    assert (man(race, "blue"), chariot(race, "blue").hits) == ("lane 4, backstretch 9", 5)
    assert events(race, "on-foot")[0].clauses[0] == "E2 13.3.1.1"
