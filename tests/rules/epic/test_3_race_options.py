"""E2 3.1: what is agreed on before a race: time limit, two laps, and horses that may not be rammed."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludus import Outcome, SetupError
from ludus.games.circus.track import OUT
from tests.rules.circus.kit import GAME, CircusMatch, chariot, events, play
from tests.rules.epic.kit import epic
from tests.rules.epic.setup_kit import book, fresh, stabled
from tests.rules.epic.test_15_finish import LAST, home, outcome, over, placed, report

# -- agreed or not -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.1")
def test_without_an_agreement_three_laps_no_limit_and_lawful_rams() -> None:
    options = GAME.resolve("epic", {})
    assert (options["laps"], options["time_limit"], options["outlawed_ramming"]) == (3, None, False)


@pytest.mark.rule("E2 3.1")
@pytest.mark.parametrize(("laps", "limit", "outlawed"), list(product((3, 2), (None, 9), (False, True))))
def test_each_may_be_on_or_off_on_its_own(laps: int, limit: int | None, outlawed: bool) -> None:
    race = fresh(2, options={"stable": 0, "laps": laps, "time_limit": limit, "outlawed_ramming": outlawed})
    assert race.state.track.file.laps == laps
    assert race.state.rules.time_limit == limit
    assert ("offence" in chariot(race, "black").parts) is outlawed
    assert chariot(race, "black").endurance == (26 if laps == 3 else 18)


@pytest.mark.rule("E2 3.1")
@pytest.mark.parametrize("option", [{"laps": 2}, {"time_limit": 9}, {"outlawed_ramming": True}, {"stable": 2}])
def test_they_belong_to_the_epic_race(option: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="is played only with edition = epic"):
        GAME.resolve("advanced", option)


# -- the time limit ------------------------------------------------------------------------------------------------


def limited(turn: int, limit: int | None = 12, **more: Any) -> CircusMatch:
    """The last colour of a turn has moved."""
    position = {
        "red": "lane 5, backstretch 20", "red_is": {"whip": False}, "blue": "lane 2, backstretch 20",
        "blue_is": {"whip": False}, "grey": "lane 1, backstretch 19", "grey_is": {"whip": False}, **more,
    }  # fmt: skip
    return epic(turn=turn, phase="drawing", cup=[], options={"time_limit": limit}, **position)


@pytest.mark.rule("E2 3.1.1")
def test_when_time_is_up_whoever_leads_wins() -> None:
    race = limited(12)
    assert outcome(race) == Outcome("time-up", (1,), (2, 1, 3))
    assert placed(race) == {"blue": 1, "red": 2, "grey": 3}
    assert race.narrate(events(race, "end")[0]) == ("Time is up. Blue wins the race! Places: 1. blue, 2. red, 3. grey.")


@pytest.mark.rule("E2 3.1.1")
@pytest.mark.parametrize(("turn", "limit"), [(11, 12), (40, None)])
def test_before_that_the_race_goes_on(turn: int, limit: int | None) -> None:
    assert limited(turn, limit).outcome is None


@pytest.mark.rule("E2 3.1.1")
def test_the_turn_in_which_it_runs_out_is_finished() -> None:
    race = epic(
        red="lane 5, backstretch 10", red_is={"written": 4, "whip": False}, blue="lane 2, backstretch 12",
        blue_is={"written": 3, "whip": False, "moved": False}, cup=["blue"], turn=12, options={"time_limit": 12},
    )  # fmt: skip
    play(race, "forward 4")
    assert race.outcome is None
    play(race, "forward 3")
    assert outcome(race).winners == (1,)
    assert race.state.turn == 12


@pytest.mark.rule("E2 3.1.1")
def test_who_crosses_in_time_wins_as_ever() -> None:
    race = over(red="", red_is=home(3, 1), blue="lane 1, backstretch 33", blue_is=LAST, options={"time_limit": 18})
    assert outcome(race).reason == "lone-finisher"


@pytest.mark.rule("E2 3.1.1")
def test_men_on_foot_do_not_lead() -> None:
    lost = {"status": "runaway", "driver": "dead", "hitched": False}
    race = limited(12, red="lane 5, backstretch 30", red_is=lost)
    assert placed(race) == {"blue": 1, "grey": 2}


# -- two laps ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.1.2")
@pytest.mark.parametrize(
    ("endurance", "car", "starts"),
    [(55, "light", 37), (55, "medium", 28), (55, "heavy", 19), (52, "heavy", 18), (54, "light", 36), (2, "light", 2)],
)
def test_a_third_less_endurance_and_then_the_car(endurance: int, car: str, starts: int) -> None:
    stables = [[stabled(endurance=endurance, car=car)], [stabled()]]
    race = fresh(2, options={"stables": stables, "laps": 2})
    assert chariot(race, "black").endurance == starts


@pytest.mark.rule("E2 3.1.2")
def test_two_eggs_and_two_dolphins() -> None:
    race = epic(red="lane 7, front straight 33", red_is={"written": 3, "whip": False}, markers=0, options={"laps": 2})
    play(race, "forward 1")
    assert (events(race, "marker")[0].data["dolphins"], events(race, "marker")[0].data["eggs"]) == (1, 2)


# -- outlawed ramming ----------------------------------------------------------------------------------------------

OUTLAWED = {"outlawed_ramming": True}


def beside(**more: Any) -> CircusMatch:
    """Red's car is beside blue's team."""
    return epic(
        red="lane 3, backstretch 13", blue="lane 4, backstretch 12", red_is={"written": 4, "whip": False}, **more
    )


@pytest.mark.rule("E2 3.1.3")
@pytest.mark.rule("E2 10.7.3")
def test_a_ram_on_horses_works_and_is_remembered() -> None:
    race = beside(options=OUTLAWED, dice=[6, 6, 6, 6])
    play(race, "ram blue horses")
    assert race.state.chariots[0].parts["offence"].rammed
    assert events(race, "outlawed")[0].clauses == ("E2 3.1.3", "E2 10.7.3")
    play(race, race.pending[1].default)
    assert events(race, "injury")
    assert "has rammed horses: cannot win" in race.view(1)["position"]["chariots"]["red"]["remarks"]


@pytest.mark.rule("E2 3.1.3")
def test_without_the_agreement_it_is_lawful() -> None:
    race = beside()
    play(race, "ram blue horses")
    assert not events(race, "outlawed")
    assert not book(race).barred(chariot(race, "red"))


@pytest.mark.rule("E2 10.7.3")
def test_a_ram_on_a_car_is_lawful() -> None:
    race = epic(
        red="lane 3, backstretch 12", blue="lane 4, backstretch 12", red_is={"written": 4, "whip": False},
        options=OUTLAWED,
    )  # fmt: skip
    play(race, "ram blue car")
    assert not chariot(race, "red").parts["offence"].rammed


@pytest.mark.rule("E2 10.7.3")
def test_whoever_is_forced_into_horses_has_not_offended() -> None:
    race = beside(options=OUTLAWED, dice=[6] * 20)
    rules = book(race)
    red = chariot(race, "red")
    script = rules.involuntary_ram(red, OUT, 3, "E2 10.10")
    answer = None
    try:
        while True:
            answer = script.send(answer).default  # type: ignore[union-attr]
    except StopIteration:
        pass
    assert events(race, "involuntary-ram")
    assert not rules.barred(red)


def offender(left: int, drawn: int) -> dict[str, Any]:
    return home(left, drawn, parts={"offence": {"rammed": True}})


@pytest.mark.rule("E2 3.1.3")
@pytest.mark.rule("E2 10.7.3")
def test_an_offender_who_comes_in_first_is_second() -> None:
    race = over(
        red="", red_is=offender(9, 1), blue="", blue_is=home(4, 2), grey="lane 3, backstretch 3", grey_is=LAST,
        options=OUTLAWED,
    )  # fmt: skip
    assert placed(race) == {"blue": 1, "red": 2, "grey": 3}
    assert outcome(race) == Outcome("first-barred", (1,), (2, 1, 3))
    assert [each["outlaw"] for each in report(race)] == [False, True, False]
    assert race.narrate(events(race, "end")[0]).startswith(
        "Who came in first has rammed horses and cannot win. Blue wins"
    )


@pytest.mark.rule("E2 10.7.3")
def test_if_the_runner_up_offended_too_he_is_third() -> None:
    race = over(
        red="", red_is=offender(9, 1), blue="", blue_is=offender(4, 2), grey="lane 3, backstretch 3", grey_is=LAST,
        jade="lane 3, backstretch 1", jade_is=LAST, options=OUTLAWED,
    )  # fmt: skip
    assert placed(race) == {"grey": 1, "red": 2, "blue": 3, "jade": 4}
    assert outcome(race).winners == (2,)


@pytest.mark.rule("E2 10.7.3")
def test_an_offender_in_another_place_keeps_it() -> None:
    race = over(
        red="", red_is=home(9, 1), blue="", blue_is=offender(4, 2), grey="lane 3, backstretch 3", grey_is=LAST,
        options=OUTLAWED,
    )  # fmt: skip
    assert placed(race) == {"red": 1, "blue": 2, "grey": 3}
    assert outcome(race).reason == "most-factors-left"


@pytest.mark.rule("E2 10.7.3")
def test_where_all_have_offended_nobody_wins() -> None:
    barred = {**LAST, "parts": {"offence": {"rammed": True}}}
    race = over(
        red="", red_is=offender(9, 1), blue="", blue_is=offender(4, 2), grey="lane 3, backstretch 3", grey_is=barred,
        options=OUTLAWED,
    )  # fmt: skip
    assert placed(race) == {"red": 2, "blue": 3, "grey": 4}
    assert outcome(race) == Outcome("all-barred", (), (2, 3, 3))


@pytest.mark.rule("E2 10.7.3")
def test_the_first_when_time_is_up_may_be_barred_too() -> None:
    barred = {"whip": False, "parts": {"offence": {"rammed": True}}}
    race = epic(
        red="lane 5, backstretch 20", red_is=barred, blue="lane 2, backstretch 10", blue_is={"whip": False}, turn=12,
        phase="drawing", cup=[], options={"time_limit": 12, **OUTLAWED},
    )  # fmt: skip
    assert placed(race) == {"blue": 1, "red": 2}
    assert outcome(race).reason == "first-barred"
