"""E2 10.10: chariots forced into others, and into whoever is ahead."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import TEAM
from ludus.games.circus.threats import Threat
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, dice_left, events, left, place, play
from tests.rules.epic.kit import epic
from tests.rules.epic.obstacle_kit import CALM, DEAD_HORSE, LYING, answers, three
from tests.rules.epic.wreck_kit import EMPTY, STRAY

LEVEL, BEHIND, AHEAD = "lane 5, backstretch 11", "lane 5, backstretch 10", "lane 5, backstretch 12"
STOOD = "lane 4, backstretch 11"
RAIN: dict[str, Any] = {"options": {"weather": True}, "parts": {"weather": {"rain": True}}}
SLIPS = 6


def slipping(*dice: int, green: str = LEVEL, **more: Any) -> CircusMatch:
    """Red changes from lane 3 to lane 4 in the rain, its team on 11 then, and slips on towards lane 5 and green."""
    red = {**CALM, "written": 6, **more.pop("red_is", {})}
    green_is = {**CALM, **more.pop("green_is", {})}
    race = epic(
        red="lane 3, backstretch 10", red_is=red, green=green, green_is=green_is, dice=[SLIPS, *dice], **RAIN, **more
    )
    play(race, "out")
    return race


# -- what it is ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.10")
def test_a_slip_into_a_chariot_is_a_ram_that_costs_nothing() -> None:
    race = slipping(*three(14))
    assert asked(race)[0] == "defend"
    play(race, "hold")
    (ram,) = events(race, "involuntary-ram")
    assert ram.data == {"chariot": "red", "into": ["green"], "penalty": -3}
    assert left(race.state, chariot(race, "red")) == 5
    assert race.state.move.attacked == ()  # nor does it use up the square


@pytest.mark.rule("E2 10.10")
def test_if_the_other_gets_away_the_forced_chariot_still_stays_in_its_lane() -> None:
    race = slipping(6, 6, 1, 1, 1)  # green wins the contest, and does not slip
    play(race, "avoid", "evade out")
    assert place(race, "green") == "lane 6, backstretch 12"
    assert place(race, "red") == STOOD
    assert not events(race, "ram-car")
    assert chariot(race, "red").loss == 1


@pytest.mark.rule("E2 10.10")
def test_two_blockers_the_cars_own_ram_first_and_one_loss() -> None:
    """Red's team (11) meets white's car, red's car (10) green's team."""
    race = slipping(
        4, 4, 4, 5, green=BEHIND, white="lane 5, backstretch 12", white_is={**CALM, "car": "heavy"},
    )  # fmt: skip
    assert race.pending[next(iter(race.pending))].about == "green"
    play(race, "hold", "hold")
    assert [(event.data["chariot"], event.data["points"]) for event in events(race, "injury")] == [
        ("green", 1),
        ("red", 4),  # 9 and 3 for the heavy car
    ]
    assert chariot(race, "red").loss == 1


# -- only the team is forced into a car ------------------------------------------------------------------------


@pytest.mark.rule("E2 10.10.1")
@pytest.mark.parametrize(("car", "points"), [("heavy", 3), ("medium", 1), ("light", 0)])
def test_the_forced_team_suffers_as_if_that_car_had_rammed_it(car: str, points: int) -> None:
    race = slipping(4, 4, green=AHEAD, green_is={"car": car})
    play(race, "hold")
    (injury,) = events(race, "injury")
    assert (injury.data["chariot"], injury.data["horse"], injury.data["points"]) == ("red", 4, points)
    assert chariot(race, "green").horses == (5, 4, 4, 5)


# -- the chariot ahead -----------------------------------------------------------------------------------------


def blocked(*dice: int, endurance: int = 2, written: int = 8, **more: Any) -> CircusMatch:
    """Red stands right behind blue's car, with walls of chariots beside it and too little endurance to brake."""
    red = {**CALM, "endurance": endurance, "written": written, **more.pop("red_is", {})}
    race = epic(
        red="lane 1, backstretch 10", red_is=red, blue="lane 1, backstretch 12",
        blue_is={**CALM, **more.pop("blue_is", {})}, white="lane 2, backstretch 11", white_is=CALM, dice=dice, **more,
    )  # fmt: skip
    while len(race.pending) == 1 and asked(race)[0] == "step":
        play(race, asked(race)[1][0])
    return race


@pytest.mark.rule("E2 10.10.1.1")
def test_six_points_on_four_horses_are_one_each_and_two_that_the_owner_shares_out() -> None:
    race = blocked(6, 5, blue_is={"car": "heavy"})
    assert events(race, "run-into")[0].data == {"chariot": "red", "into": "blue", "points": 6}
    assert events(race, "run-into")[0].clauses == ("E2 8.8.4", "E2 10.10.1.1", "E2 10.10.3")
    name, choices = asked(race)
    assert name == "injury"
    assert set(choices) == {
        (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1), (0, 0, 1, 1),
    }  # fmt: skip
    play(race, (1, 0, 0, 1))
    red = chariot(race, "red")
    assert red.horses == (3, 3, 3, 3)
    assert (red.endurance, red.loss) == (0, 1)
    assert place(race, "red") == "lane 1, backstretch 10"


@pytest.mark.rule("E2 10.10.1.1")
def test_four_points_on_three_living_horses() -> None:
    race = blocked(6, 6, red_is={"horses": [5, 0, 4, 5]})
    assert set(asked(race)[1]) == {(1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)}
    play(race, (0, 0, 1, 0))
    assert chariot(race, "red").horses == (4, 0, 2, 4)


@pytest.mark.rule("E2 10.10.1.1")
def test_nothing_is_asked_where_it_comes_out_even() -> None:
    race = blocked(6, 6)
    assert chariot(race, "red").horses == (4, 3, 3, 4)
    race = blocked(1, 1)
    assert chariot(race, "red").horses == (5, 4, 4, 5)


@pytest.mark.rule("E2 10.10.1.1")
def test_points_beyond_a_horses_boxes_are_lost() -> None:
    race = blocked(6, 6, blue_is={"car": "heavy"}, red_is={"horses": [1, 4, 4, 5], "endurance": 2})
    assert chariot(race, "red").horses == (0, 2, 2, 3)


@pytest.mark.rule("E2 10.10.1.1")
def test_what_each_answer_means() -> None:
    race = blocked(6, 5, blue_is={"car": "heavy"}, red_is={"horses": [2, 4, 4, 5]})
    told = {tuple(answer["choice"]): answer for answer in book_of(race.state).explain(race.pending[0])}
    assert told[1, 0, 0, 1]["label"] == "Horse 1 takes 2, horse 2 takes 1, horse 3 takes 1, horse 4 takes 2"
    assert told[1, 0, 0, 1]["boxes"][0] == {"box": "horse 1", "points": 2, "label": "dies"}
    # The question can be written as a scenario and asked again.
    again = GAME.read_position(GAME.write_position(race.state), race.seats, race.options)
    assert (again.phase, again.move.injury) == ("injured", 6)


@pytest.mark.rule("E2 10.10.1.2")
def test_behind_a_lone_runaway_team_both_suffer_as_from_a_light_car() -> None:
    race = epic(
        red="lane 1, backstretch 11", red_is={**CALM, "endurance": 2, "written": 8, "car": "heavy"},
        blue="lane 1, backstretch 12", blue_is={**STRAY, "car": "heavy"}, white="lane 2, backstretch 11", white_is=CALM,
        dice=[4, 5, 6, 5],
    )  # fmt: skip
    while len(race.pending) == 1 and asked(race)[0] == "step":
        play(race, asked(race)[1][0])
    assert events(race, "run-into")[0].data["points"] == 1  # 9 - 3
    assert events(race, "run-into")[0].modifiers == (Modifier("light car", -3),)
    play(race, (0, 1, 0, 0))
    assert events(race, "struck-from-behind")[0].data == {"chariot": "blue", "points": 1}  # 11 - 3
    assert (asked(race)[0], race.pending[1].about) == ("injury", "blue")
    play(race, (0, 0, 0, 1))
    assert chariot(race, "red").horses == (5, 3, 4, 5)
    assert chariot(race, "blue").horses == (5, 4, 4, 4)
    assert chariot(race, "red").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.10.1.2")
def test_a_runaway_that_still_pulls_its_car_rams_with_that() -> None:
    race = blocked(4, 5, blue_is={**EMPTY, "car": "heavy", "hits": 7})
    assert events(race, "run-into")[0].data["points"] == 4  # 9 + 3
    assert not events(race, "struck-from-behind")
    assert chariot(race, "blue").horses == (5, 4, 4, 5)


@pytest.mark.rule("E2 10.10.1.2")
@pytest.mark.parametrize(("dice", "own", "his"), [((5, 4, 6, 5), 1, 1), ((6, 6, 1, 1), 2, 0)])
def test_sideways_against_a_lone_team_both_are_hurt(dice: tuple[int, ...], own: int, his: int) -> None:
    race = slipping(*dice, green_is={**STRAY, "car": "heavy"})
    play(race, "hold")
    assert [(event.data["chariot"], event.data["horse"], event.data["points"]) for event in events(race, "injury")] == [
        ("red", 4, own),
        ("green", 1, his),
    ]
    assert chariot(race, "red").loss == 1


@pytest.mark.rule("E2 10.10.1.2")
def test_a_lone_team_evades_as_it_likes() -> None:
    race = slipping(green_is=STRAY)
    assert answers(race) == {"evade out", "hold"}
    play(race, "evade out")
    assert not events(race, "injury")


@pytest.mark.rule("E2 10.10.1.2")
def test_the_odds_of_it() -> None:
    race = slipping(green_is={**STRAY, "car": "heavy", "horses": [2, 4, 4, 5]})
    book = book_of(race.state)
    green = chariot(race, "green")
    assert race.state.threat == Threat("swerve", 0, green.number, TEAM, -1, -3)
    sides = book.threat_odds(race.state.threat)
    # 9 or more is needed for a point, 12 for two.
    assert sides.target == pytest.approx({"nothing": 26 / 36, "1 box": 9 / 36, "horse dead": 1 / 36})
    assert sides.attacker == pytest.approx({"nothing": 26 / 36, "1 box": 9 / 36, "2 boxes": 1 / 36})
    assert book.explain(race.pending[green.seat])


# -- stationary ones (E2 9.3.2) --------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.10.1.2")
def test_against_a_team_that_lies_there_too() -> None:
    race = slipping(5, 4, 6, 5, green_is={**LYING, "horses": [5, 4, 0, 5]})
    assert [event.data["chariot"] for event in events(race, "injury")] == ["red", "green"]
    assert place(race, "red") == STOOD


@pytest.mark.rule("E2 10.10")
def test_a_stationary_chariot_is_rammed_and_cannot_get_away() -> None:
    race = slipping(*three(16), 3, 3, 6, 6, green_is={**DEAD_HORSE, "modifier": 2})
    (ram,) = events(race, "ram-car")
    assert ram.modifiers == (Modifier("attacker's CDM", -3), Modifier("defender's CDM", 0))
    assert ram.data["hurts_target"]


# -- the modifier ----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.10.2")
def test_three_off_the_cdm_in_all_its_rolls_and_back_right_after() -> None:
    race = slipping(2, 2, 3, 4, *three(12), red_is={"modifier": 1})
    play(race, "avoid")  # 4 against 7 - 2
    (contest,) = events(race, "defence")
    assert (contest.data["own"], contest.data["against"]) == (4, 5)
    (ram,) = events(race, "ram-car")
    assert ram.modifiers[0] == Modifier("attacker's CDM", -2)
    assert (ram.data["total"], chariot(race, "red").cdm) == (10, 1)


@pytest.mark.rule("E2 10.10.2")
def test_a_car_forced_into_a_team_rams_it() -> None:
    race = slipping(4, 5, green=BEHIND)
    play(race, "hold")
    (injury,) = events(race, "injury")
    assert (injury.data["chariot"], injury.data["horse"], injury.data["points"]) == ("green", 1, 2)


@pytest.mark.rule("E2 10.10.2")
def test_six_off_where_a_double_sideslip_is_stopped_in_the_next_lane() -> None:
    race = epic(
        red="lane 2, dolphin corner 0", red_is={**CALM, "written": 12, "modifier": 1},
        blue="lane 3, dolphin corner 0", blue_is=CALM, dice=[*three(8), *three(16)],
    )  # fmt: skip
    play(race, "hold")
    assert events(race, "involuntary-ram")[0].data["penalty"] == -6
    assert events(race, "ram-car")[0].modifiers[0] == Modifier("attacker's CDM", -5)
    assert chariot(race, "red").cdm == 1


# -- afterwards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.10.3")
def test_team_speed_is_one_lower_for_the_next_phase() -> None:
    race = slipping(*three(14), red_is={"horses": [5, 4, 4, 2], "written": 2}, turn=6)
    play(race, "hold")
    assert place(race, "red") == STOOD
    play(race, "brake 1")
    # 15, less one for rain and one for the ram.
    assert max(choice for choice in race.pending[0] if isinstance(choice, int)) == 13


@pytest.mark.rule("E2 10.10.3")
def test_the_loss_is_the_movers_also_behind_the_chariot_ahead() -> None:
    race = blocked(1, 1)
    assert (chariot(race, "red").loss, chariot(race, "blue").loss) == (1, 0)
