"""Where sections of the epic race meet: one thing after another in a single phase."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, chariot, dice_left, events, left, place, play
from tests.rules.epic.corner_kit import RAIN, steps, three
from tests.rules.epic.kit import epic
from tests.rules.epic.obstacle_kit import CALM, DEAD_HORSE, totals
from tests.rules.epic.wreck_kit import FOOT, man, wrecks

UP, DOWN = "lane 4, backstretch 19", "lane 4, backstretch 20"
SIXTEEN: dict[str, Any] = {"horses_start": [4, 4, 4, 4], "endurance": 30, "whip": False}
WALKER: dict[str, Any] = {**FOOT, "man": DOWN}
GATE = "lane 1, front straight 10"  # where a walker's team stands


@pytest.mark.rule("E2 def-total-speed", "E2 8.4.3", "E2 8.2.2.2", "E2 10.4.3d", "E2 def-used-move")
def test_the_accounts_of_a_blinded_start() -> None:
    """Half of 16 is 8; 3 by a loss and 2 by the start come off, 2 by a lash come on, and 1 is used."""
    race = epic(
        red="lane 4, backstretch 11",
        red_is={
            **SIXTEEN, "car": "light", "executed": 0, "written": 8, "loss": 3, "gains": 2, "debt": 1,
            "parts": {"dust": {"blinded_turn": 4}},
        },
        dice=[2, 3],
    )  # fmt: skip
    assert events(race, "speed")[0].data == {"chariot": "red", "factors": 4, "total": 5}
    assert events(race, "sight")[0].data["sees"] is False


@pytest.mark.rule("E2 8.9.3", "E2 8.9.3.4", "E2 8.9.3.2")
def test_three_obstacles_in_a_row() -> None:
    """Car, team and a wreck: each has its own die when the team comes, and its own chart when the car has left."""
    race = epic(
        red=UP, red_is={**CALM, "written": 8}, blue="lane 4, backstretch 21", blue_is=DEAD_HORSE,
        wrecks=["lane 4, backstretch 22"], dice=[1, 2, 3, *three(13), *three(16), *three(12)],
    )  # fmt: skip
    play(race, "forward 1", 1, "forward 1", 2, "forward 1", 3, "forward 1", "forward 1")
    assert totals(race) == [13, 13, 12]
    red = chariot(race, "red")
    assert (red.endurance, red.cdm, place(race, "red")) == (24, -3, "lane 4, backstretch 24")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.9.4f", "E2 9.4.1.2", "E2 9.4.5", "E2 8.9.3")
def test_jolted_on_the_first_of_two_obstacles_it_does_not_clear_the_second() -> None:
    """3 noted and 4 by the whip; jolted with three driven nothing is left, and it stands on the team."""
    race = epic(
        red=UP, red_is={"endurance": 30, "written": 3, "horses_start": [1, 1, 1, 1]},
        blue="lane 4, backstretch 21", blue_is=DEAD_HORSE, dice=[4, 1, 1, *three(11)],
    )  # fmt: skip
    play(race, "whip", "forward 1", 1, "forward 1", 1, "forward 1")
    assert [event.kind for event in race.events[-4:]] == ["run-over", "jostled", "flip", "dragged"]
    assert chariot(race, "red").cdm == -3


@pytest.mark.rule("E2 14.2.1", "E2 14.2.2")
def test_of_two_men_one_dodges_and_the_other_costs_a_die() -> None:
    race = epic(
        red=UP, red_is={"written": 8, "whip": False},
        blue=GATE, blue_is={**WALKER, "hits": 6, "modifier": 1}, green="lane 2, front straight 10",
        green_is={**WALKER, "hits": 3}, dice=[3, 4, 2, 2, 5],
    )  # fmt: skip
    play(race, "forward 1")
    assert [event.data["success"] for event in events(race, "dodge")] == [True, False]
    assert asked(race) == ("dodge", ["in", "out"])
    play(race, "out")
    assert (man(race, "blue"), chariot(race, "green").driver) == ("lane 5, backstretch 20", "dead")
    assert left(race.state, chariot(race, "red")) == 8 - 1 - 5


@pytest.mark.rule("E2 14.2.1", "E2 3.7.3d", "E2 9.3.1")
def test_a_lane_change_in_the_rain_onto_a_man() -> None:
    """The change is paid and then the man; it slips on, and may not come back in."""
    race = epic(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, "car": "light"},
        blue=GATE, blue_is={**FOOT, "man": "lane 3, backstretch 20", "hits": 6, "modifier": 1},
        options={"weather": True}, parts=RAIN, dice=[6, 6, 4, 5],
    )  # fmt: skip
    play(race, "in")
    assert place(race, "red") == "lane 2, backstretch 20"
    assert left(race.state, chariot(race, "red")) == 8 - 2 - 4
    assert {"out", "forward 2"} <= steps(race)
    assert "in" not in steps(race)


@pytest.mark.rule("E2 14.2.1", "E2 8.9.3")
def test_a_man_on_a_wreck_may_cost_what_would_clear_it() -> None:
    race = epic(
        red=UP, red_is={"written": 5, "whip": False}, blue=GATE, blue_is={**WALKER, "hits": 1}, wrecks=[DOWN],
        dice=[6, 6, 5, 3],
    )  # fmt: skip
    play(race, "forward 1", 3)
    told = [event.kind for event in race.events]
    assert told[told.index("dodge") :] == ["dodge", "run-down", "driver-dead", "jump", "flip", "dragged"]
    assert chariot(race, "red").debt == 1


@pytest.mark.rule("E2 10.3.3", "E2 15.2.1", "E2 15.2.2", "E2 def-used-move")
def test_evading_over_the_line_leaves_what_the_phase_to_come_would_have_had() -> None:
    """12 noted and 2 by a lash, 1 used before and 1 for this evasion; the loss does not reach the 12."""
    race = epic(
        red="lane 3, backstretch 33", red_is={"lap": 3, "whip": False}, blue="lane 4, backstretch 33",
        blue_is={"lap": 3, "moved": False, "written": 12, "debt": 1, "gains": 2, "loss": 4}, move={"written": 3},
        cup=["blue"], dice=[6, 6, 1, 1],
    )  # fmt: skip
    play(race, "ram blue car", "avoid", "evade out", "forward 1")
    assert [event.data["left"] for event in events(race, "finish")] == [12, 1]
    assert race.outcome is not None
    assert race.outcome.winners == (1,)


@pytest.mark.rule("E2 12.2", "E2 13.3.1.1", "E2 13.3.2", "E2 13.1.1")
def test_a_car_rammed_away_behind_a_dead_horse_leaves_a_free_man_unhurt() -> None:
    race = epic(
        red="lane 3, backstretch 12", move={"written": 1}, blue="lane 4, backstretch 12",
        blue_is={**DEAD_HORSE, "left_wheel": 9, "hits": 5, "hits_start": 6}, dice=[6, 6, 6, 1, 1, 4, 4],
    )  # fmt: skip
    play(race, "ram blue car")  # nobody asks who cannot get away
    blue = chariot(race, "blue")
    assert (blue.status, man(race, "blue"), blue.hits) == ("stopped", "lane 4, backstretch 11", 5)
    assert wrecks(race) == ["lane 4, backstretch 12", "lane 5, backstretch 12"]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.5.5a", "E2 12.2", "E2 12.2.3.1", "E2 13.2.1.5")
def test_a_knife_that_kills_behind_a_dead_horse_leaves_an_obstacle() -> None:
    """A CDM of -3 stays -3 against attacks."""
    race = epic(
        red="lane 3, backstretch 12", red_is={"modifier": 2}, move={"written": 3}, blue="lane 4, backstretch 12",
        blue_is={**DEAD_HORSE, "modifier": -3}, dice=[6, 4, 1, 1],
    )  # fmt: skip
    play(race, "knife blue chariot")
    assert [event.kind for event in race.events[-4:]] == ["driver-hurt", "flip", "driver-dead", "team-stopped"]
    assert chariot(race, "blue").man < 0


@pytest.mark.rule("E2 10.4.3c", "E2 14.2.2")
def test_whoever_dodges_a_team_that_brakes_under_the_lash_jumps_at_once() -> None:
    race = epic(
        red="lane 3, egg corner 4", move={"written": 3}, blue="lane 4, egg corner 5", blue_is={"endurance": 10},
        green=GATE, green_is={**FOOT, "man": "lane 4, egg corner 4", "hits": 8, "hits_start": 8},
        dice=[3, 3, 3, 3, 1, 1],
    )  # fmt: skip
    play(race, "lash blue driver", "hold")
    assert place(race, "blue") == "lane 4, egg corner 4"
    assert asked(race) == ("dodge", ["out", "out 2"])  # before red goes on
    play(race, "out 2")
    assert man(race, "green") == "lane 5, egg corner 5"
