"""Where rules of attacks, wrecks, runaway teams and patronage meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, chariot, events, left, play
from tests.rules.epic.kit import epic
from tests.rules.epic.patron_kit import form, own, patrons, set_up

BESIDE: dict[str, Any] = {"red": "lane 3, backstretch 12", "blue": "lane 4, backstretch 12"}
SPARES = {1: {"target": 0, "bribe": 3000, "aim": "attacks"}}  # blue has bribed red's driver
SLOWS = {1: {"target": 0, "bribe": 3000, "aim": "speed"}}
RUNS = {"status": "runaway", "driver": "dragged", "hitched": False}


# -- bribes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 4.2.2.1", "E2 10.5.4")
def test_a_knife_that_a_bribe_stops_stays_in_the_belt() -> None:
    race = patrons(SPARES, **BESIDE, red_is={"written": 10}, dice=[2])
    play(race, "no", "knife blue chariot", "reveal")
    assert events(race, "called-off")[0].data == {"chariot": "red", "target": "blue"}
    assert chariot(race, "red").parts["dagger"].carried
    assert left(race.state, chariot(race, "red")) == 9  # the factor is spent


@pytest.mark.rule("E2 4.2.2.1", "E2 10.9")
def test_a_bribe_saves_a_dragged_man_and_costs_no_square_for_the_car() -> None:
    """The team's square is used up; from the square of the car green may still be lashed."""
    places = {"red": "lane 3, backstretch 12", "blue": "lane 3, backstretch 13", "green": "lane 4, backstretch 12"}
    race = patrons(SPARES, purses=3, **places, red_is={"written": 10}, blue_is=RUNS, dice=[2])
    play(race, "no", "trample blue driver", "reveal")
    assert events(race, "called-off")
    assert race.state.move.trampled
    assert "lash green driver" in asked(race)[1]


@pytest.mark.rule("E2 4.2.2.2", "E2 13.2.1.2")
def test_a_man_who_is_dragged_cannot_hold_his_team_back() -> None:
    race = patrons(SLOWS, **BESIDE, red_is=RUNS)
    assert asked(race)[0] == "step"
    assert left(race.state, chariot(race, "red")) == 18


@pytest.mark.rule("E2 4.2.2.2", "E2 11.2.3.1")
def test_a_team_that_is_bribed_to_nothing_stands_there() -> None:
    race = patrons(SLOWS, **BESIDE, red_is={"horses_start": [2, 2, 1, 1], "modifier": 2, "written": 8}, dice=[4])
    play(race, "reveal")
    assert [event.kind for event in race.events[-3:]] == ["held-back", "stationary", "speed"]
    assert asked(race)[0] == "abandon"


@pytest.mark.rule("E2 4.2.2.2", "E2 8.2.2", "E2 9.1.3.2")
def test_a_bribe_shown_in_a_corner_counts_from_there_on() -> None:
    """Fourteen in lane 3 are two too many; slowed to eight, red goes to lane 2 without a check."""
    sixteen = {"horses_start": [4, 4, 3, 3], "endurance": 30, "whip": False, "written": 14}
    race = patrons(
        SLOWS, red="lane 3, front straight 33", red_is=sixteen, blue="lane 4, backstretch 30", dice=[6, 6, 6, 4]
    )
    play(race, "watch", "forward 1", "reveal", "in")
    assert [event.data["points"] for event in events(race, "strain")] == [2]
    assert left(race.state, chariot(race, "red")) == 8 - 3


@pytest.mark.rule("E2 4.2", "E2 4.5")
def test_any_sum_may_be_spent_in_secret() -> None:
    """Only bets are in hundreds (E2 5.1)."""
    race = set_up(2)
    ask = form(race, 0)
    odd = {"target": own(race, 1), "bribe": 1250, "drugs": 501, f"{own(race, 0)} sabotage": 33}
    assert ask.read(odd) in ask


# -- bets --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 5.2.2", "E2 3.1.1")
@pytest.mark.parametrize(("limit", "bets"), [(5, False), (6, True)], ids=["last turn", "one more"])
def test_nobody_bets_on_a_race_that_is_decided(limit: int, bets: bool) -> None:
    """Red completes its lap in turn 5; with the time up there is nothing left to bet on."""
    race = patrons(
        {},
        options={"time_limit": limit},
        bets={"0": {"0": 500}},
        odds={"0": 2},
        red="lane 3, backstretch 30",
        blue="lane 5, backstretch 12",
        red_is={"written": 10, "lap": 1},
        blue_is={"lap": 1},
        markers=1,
    )
    play(race, "no", "forward 10")
    assert (race.outcome is None) is bets
    if bets:
        assert asked(race)[0] == "lap_bets"
    else:
        assert "E2 3.1.1" in events(race, "end")[0].clauses


@pytest.mark.rule("E2 4.2.1", "E2 5.1.2")
def test_a_purse_emptied_in_secret_shows_in_nothing_that_others_see() -> None:
    """Seat 1 spends all that it may on security, or nothing: up to the race the others see and are asked the same."""
    seen = []
    for spent in (0, 4900):
        race = set_up(3, betters=1)
        race.submit(0, {f"{own(race, 0)} drugs": spent})
        shown = []
        for _ in range(12):
            shown += [(list(race.pending), race.view(watcher)) for watcher in (1, 2, None)]
            if "speed" in [decision.name for decision in race.pending.values()]:
                break
            seat, decision = next(iter(race.pending.items()))
            offer = {"with": "seat 1", "on": own(race, 1), "stake": 500, "against": 4000}
            race.submit(seat, offer if (seat, decision.name) == (1, "side_bet") else decision.default)
        assert events(race, "bets")
        seen.append(shown)
    assert seen[0] == seen[1]


# -- clauses and words -------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.8", "E2 10.8.2", "E2 13")
def test_a_flip_names_its_own_cause() -> None:
    """A wheel that is gone is no result of the Corner Strain Chart."""
    race = epic(**BESIDE, red_is={"written": 10, "right_wheel": 8, "car": "heavy"}, dice=[1, 1, 2, 5, 5])
    play(race, "no", "ram blue car", "hold")
    assert events(race, "ram-car")[0].clauses == ("E2 10.8", "E2 10.8-chart")
    assert events(race, "flip")[0].clauses == ("E2 10.8.2", "E2 13.1.1", "E2 13.2", "E2 13")


@pytest.mark.rule("E2 11.2.3.1", "E2 13.3.1.1")
def test_a_runaway_team_without_speed_stands_and_sets_its_man_free() -> None:
    """No horse has died: it is the speed that is gone, with the turn in which the last of it fades."""
    tired = {**RUNS, "endurance": 0, "horses": [1, 1, 1, 1], "drained": 3}
    race = epic(**BESIDE, red_is={"written": 0}, blue_is=tired)
    play(race, "forward 1") if asked(race)[0] == "step" else play(race, "no")
    (stopped,) = events(race, "team-stopped")
    assert stopped.clauses == ("E2 11.2.3.1",)
    assert "E2 13.3.1.1" in events(race, "on-foot")[0].clauses


@pytest.mark.rule("E2 10.4.5e")
def test_a_lash_out_of_surprise_says_so() -> None:
    """With 3 of 7 hits left he has lost half of them, and with them a point of his CDM."""
    driver = {"hits": 4, "hits_start": 7, "modifier": 2, "cdm": 2}
    first, again = [6, 5, 2, 1, 3, 3, 3], [6, 4, 4, 2, 3]
    race = epic(**BESIDE, red_is={"written": 10, "modifier": 1, "cdm": 1}, blue_is=driver, dice=[*first, *again])
    play(race, "no", "lash blue driver", "hold")
    once, twice = events(race, "lash-driver")
    assert "E2 10.4.5e" not in once.clauses
    assert "E2 10.4.5e" in twice.clauses
    assert twice.data["factor"] == 10 + 1 - 1 - 6 - 1
    assert chariot(race, "blue").loss == 6  # both of them


@pytest.mark.rule("E2 10.5.5a", "E2 10.5.5c")
def test_nobody_is_missed_by_a_knife_in_a_runaway_team() -> None:
    race = epic(**BESIDE, red_is={"written": 10}, blue_is=RUNS, dice=[6, 6, 1, 1])
    play(race, "no", "knife blue chariot")
    (struck,) = events(race, "knife-result")
    assert race.narrate(struck) == "A horse of blue falls dead."


@pytest.mark.rule("E2 10.4.1.3", "E2 11.2.5")
def test_a_lash_at_an_exhausted_team_does_nothing() -> None:
    places: dict[str, Any] = {"red": "lane 3, backstretch 13", "blue": "lane 4, backstretch 12"}
    race = epic(**places, red_is={"written": 10}, blue_is={"endurance": 0}, dice=[5])
    play(race, "no", "lash blue team", "hold")
    (lash,) = events(race, "lash-team")
    assert race.narrate(lash) == "Blue's team has no endurance left to lose."
    assert chariot(race, "blue").gains == 0
