"""E2 8.3, 2.5.6, 2.5.7: voluntary straining, and the one ban on straining of both kinds."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.kit import BOOK, epic

STRAIGHT = "lane 3, backstretch 5"
STANDING: dict[str, Any] = {"blue": "lane 8, backstretch 1", "blue_is": {"whip": False}}


def strains(**red: Any) -> bool:
    """Whether Red is asked for voluntary straining on a straight."""
    race = epic(red=STRAIGHT, red_is={"written": 5, **red})
    return asked(race)[0] == "whip"


# -- voluntary straining ---------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.3", "E2 8.3.3", "E2 8.3.4", "E2 def-voluntary-straining")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_of_factors_for_as_much_endurance(die: int) -> None:
    """It may go beyond the team speed."""
    red = {"horses_start": [4, 4, 4, 4], "modifier": 1, "written": 17, "endurance": 40}
    race = epic(red=STRAIGHT, red_is=red, dice=[die])
    play(race, "whip")
    assert left(race.state, chariot(race, "red")) == 17 + die
    assert chariot(race, "red").endurance == 40 - die
    (told,) = events(race, "whip")
    assert told.clauses == ("E2 8.3.3", "E2 8.3.4")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.3.3.1")
@pytest.mark.parametrize(("die", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_wounded_arm_strains_for_half(die: int, half: int) -> None:
    race = epic(red=STRAIGHT, red_is={"written": 9, "arm_wound": True, "endurance": 40}, dice=[die])
    play(race, "whip")
    assert left(race.state, chariot(race, "red")) == 9 + half
    assert chariot(race, "red").endurance == 40 - half
    assert events(race, "whip")[0].clauses == ("E2 8.3.3", "E2 8.3.4", "E2 8.3.3.1")


@pytest.mark.rule("E2 8.3.4.1")
@pytest.mark.parametrize(("endurance", "die", "gained"), [(2, 5, 2), (5, 5, 5), (6, 5, 5), (1, 6, 1)])
def test_no_more_than_endurance_pays_for(endurance: int, die: int, gained: int) -> None:
    race = epic(red=STRAIGHT, red_is={"written": 9, "modifier": 1, "endurance": endurance}, dice=[die])
    play(race, "whip")
    assert left(race.state, chariot(race, "red")) == 9 + gained
    assert chariot(race, "red").endurance == endurance - gained


@pytest.mark.rule("E2 8.3.4.1", "E2 11.2.4")
def test_the_strain_that_exhausts_a_team_still_speeds_it_up() -> None:
    """Our ruling: what the die brought was paid for, though the CDM is negative from then on (9.4.1.2)."""
    race = epic(red=STRAIGHT, red_is={"written": 9, "endurance": 2}, dice=[5])
    play(race, "whip")
    red = chariot(race, "red")
    assert (red.endurance, red.cdm, left(race.state, red)) == (0, -1, 11)


def test_nothing_is_lost_by_looking_ahead() -> None:
    """The corner would take the last endurance, and the factors of the strain with it."""
    race = epic(red="lane 1, front straight 32", red_is={"written": 7, "endurance": 7}, dice=[4])
    play(race, "whip")
    before = race.state.move.copy()
    told = race.explain(0)
    assert next(answer for answer in told if answer["choice"] == "forward 2")["strain"]["endurance"] == 3
    assert race.state.move == before
    assert left(race.state, chariot(race, "red")) == 11


@pytest.mark.rule("E2 8.3.3", "E2 8.3.4.1", "E2 8.3.3.1")
@pytest.mark.parametrize(
    ("endurance", "arm", "odds"),
    [
        (9, False, dict.fromkeys(range(1, 7), 1 / 6)),
        (2, False, {1: 1 / 6, 2: 5 / 6}),
        (9, True, {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}),
        (2, True, {1: 1 / 3, 2: 2 / 3}),
    ],
)
def test_the_odds_of_a_strain(endurance: int, arm: bool, odds: dict[int, float]) -> None:
    assert BOOK.whip_odds(endurance, arm) == pytest.approx(odds)


@pytest.mark.rule("E2 8.3", "E2 8.3.1")
@pytest.mark.parametrize(
    ("red", "allowed"),
    [
        ({}, True),
        ({"whip": False}, False),
        ({"endurance": 0}, False),
        ({"endurance": 1}, True),
        ({"modifier": -1}, False),
        ({"modifier": 1, "cdm": -1}, False),
        ({"modifier": 1, "cdm": 0}, True),
        ({"no_strain_turn": 5}, False),
        ({"no_strain_turn": 4}, True),
        ({"jostled": True, "modifier": 0, "no_strain_turn": 5}, False),
    ],
)
def test_who_may_strain(red: dict[str, Any], allowed: bool) -> None:
    assert strains(**red) == allowed


@pytest.mark.rule("E2 8.3.1", "E2 12.2.2.1")
def test_nobody_strains_where_a_horse_is_to_be_cut_free() -> None:
    race = epic(red=STRAIGHT, red_is={"written": 9, "horses": [0, 4, 4, 4], "fallen": [1]}, dice=[1, 1, 1])
    assert asked(race)[0] == "cut"
    play(race, "cut")
    assert asked(race)[0] == "step"
    assert not events(race, "whip")


@pytest.mark.rule("E2 8.3.2", "E2 6.D-3a")
def test_announced_before_the_first_square() -> None:
    race = epic(red=STRAIGHT, red_is={"written": 9}, dice=[4])
    assert asked(race) == ("whip", ["no", "whip"])
    assert race.pending[0].clause == "E2 8.3"
    play(race, "no", "forward 1")
    assert "whip" not in asked(race)[1]
    with pytest.raises(Refused):
        race.submit(0, "whip")
    assert dice_left(race) == (4,)


# -- the ban ---------------------------------------------------------------------------------------------


def banned(**red: Any) -> bool:
    race = epic(red=STRAIGHT, red_is={"written": 5, **red})
    return book_of(race.state).banned_from_straining(chariot(race, "red"))


@pytest.mark.rule("E2 2.5.7", "E2 def-straining", "E2 12.1.2", "E2 11.2.4")
@pytest.mark.parametrize(
    ("red", "ban"),
    [
        ({}, False),
        ({"endurance": 0, "modifier": 2}, True),
        ({"modifier": -1}, True),  # never jostled
        ({"modifier": 2, "cdm": -1}, True),
        ({"modifier": 2, "cdm": 0}, False),
        ({"no_strain_turn": 5}, True),
        ({"no_strain_turn": 4}, False),
    ],
)
def test_one_ban_for_both_kinds(red: dict[str, Any], ban: bool) -> None:
    """Neither the whip, nor a corner lane below its speed: 10 in lane 1, which bears 8."""
    assert banned(**red) == ban
    assert strains(**red) == (not ban)
    race = epic(red="lane 1, front straight 32", red_is={"written": 10, "whip": False, **red})
    steps = asked(race)[1]
    assert "forward 1" in steps
    assert ("forward 2" in steps) == (not ban)
    slow = epic(red="lane 1, front straight 32", red_is={"written": 8, "whip": False, **red})
    assert "forward 2" in asked(slow)[1]


@pytest.mark.rule("E2 def-straining", "E2 2.5.7")
def test_in_a_corner_nobody_under_a_ban_notes_more_than_it_bears() -> None:
    position: dict[str, Any] = {"phase": "notation", "blue": "lane 8, backstretch 1"}
    for red, most in (({"modifier": -1}, 8), ({"endurance": 0}, 8), ({"no_strain_turn": 5}, 8), ({}, 18)):
        race = epic(red="lane 1, dolphin corner 4", red_is=red, **position)
        assert max(race.pending[0]) == most
    race = epic(red="lane 1, dolphin corner 4", red_is={"modifier": -1, "gains": 3, "debt": 2}, **position)
    assert max(race.pending[0]) == 8  # what is added beyond it will be lost


@pytest.mark.rule("E2 2.5.7", "E2 6.A-5")
@pytest.mark.parametrize(("turn", "barred"), [(6, True), (7, True), (8, False)])
def test_a_double_sideslip_bars_this_turn_and_the_next(turn: int, barred: bool) -> None:
    """In turn 6: straining is free again in turn 8."""
    race = epic(
        phase="notation", turn=turn, red=STRAIGHT, red_is={"no_strain_turn": 7}, blue="lane 8, backstretch 1", dice=[1]
    )
    write(race, red=5)
    assert (asked(race)[0] == "step") == barred
    assert ("must not strain" in race.view(1)["position"]["chariots"]["red"]["troubles"]) == barred


@pytest.mark.rule("E2 2.5.7", "E2 6.A-5", "E2 12.1.2", "E2 11.2.1")
@pytest.mark.parametrize("red", [{"endurance": 0, "modifier": 3}, {"modifier": -1}])
def test_no_turn_takes_the_ban_from_the_exhausted_and_the_hopeless(red: dict[str, Any]) -> None:
    race = epic(phase="notation", red=STRAIGHT, red_is={"whip": False, **red}, **STANDING, dice=[1] * 6)
    for turn in range(5, 10):
        assert race.state.turn == turn
        assert book_of(race.state).banned_from_straining(chariot(race, "red"))
        assert "must not strain" in race.view(1)["position"]["chariots"]["red"]["troubles"]
        write(race)


# -- the jostled counter ---------------------------------------------------------------------------------


def jostled(modifier: int, cdm: int, turn: int = 3, **more: Any) -> CircusMatch:
    """A jostle in turn 3 is behind it; `turn` begins now."""
    red = {"modifier": modifier, "cdm": cdm, "jostled": True, "no_strain_turn": 3, "whip": False, **more}
    return epic(phase="notation", turn=turn + 1, red=STRAIGHT, red_is=red, **STANDING, dice=[1] * 5)


@pytest.mark.rule("E2 2.5.6", "E2 6.A-3", "E2 6.A-4")
def test_the_counter_comes_off_at_zero() -> None:
    """Modifier +1, -2 since turn 3: -1 in turn 4, 0 in turn 5, and then it is off."""
    race = jostled(1, -2)
    red = chariot(race, "red")
    assert (race.state.turn, red.cdm, red.jostled) == (4, -1, True)
    assert book_of(race.state).banned_from_straining(red)
    write(race)
    red = chariot(race, "red")
    assert (race.state.turn, red.cdm, red.jostled) == (5, 0, False)
    assert not book_of(race.state).banned_from_straining(red)


@pytest.mark.rule("E2 2.5.6", "E2 6.A-4")
@pytest.mark.parametrize(("modifier", "cdm", "stays"), [(1, -1, False), (3, 0, False), (2, -2, True), (-1, -2, True)])
def test_only_a_negative_cdm_keeps_it(modifier: int, cdm: int, stays: bool) -> None:
    red = chariot(jostled(modifier, cdm), "red")
    assert red.jostled == stays


@pytest.mark.rule("E2 2.5.6")
def test_with_a_negative_modifier_it_never_comes_off() -> None:
    race = jostled(-1, -4)
    for cdm in (-3, -2, -1, -1):
        assert (chariot(race, "red").cdm, chariot(race, "red").jostled) == (cdm, True)
        write(race)


@pytest.mark.rule("E2 2.5.6", "E2 9.4.7", "E1 3.3-cdm", "E2 def-cdm")
def test_a_second_jostle_adds_up_but_not_the_counters() -> None:
    race = epic(red=STRAIGHT, red_is={"written": 5, "modifier": 2, "cdm": -1, "jostled": True})
    red = chariot(race, "red")
    book_of(race.state).jostle(red)
    assert (red.modifier, red.cdm, red.jostled) == (2, -4, True)
    assert race.view(1)["position"]["chariots"]["red"]["troubles"].count("jostled") == 1


@pytest.mark.rule("E2 def-cdm")
def test_a_jostle_lowers_the_cdm_alone() -> None:
    race = epic(red=STRAIGHT, red_is={"written": 5, "modifier": 2})
    red = chariot(race, "red")
    book_of(race.state).jostle(red)
    assert (red.modifier, red.cdm) == (2, -1)


@pytest.mark.rule("E2 def-cdm", "E2 6.A-3")
@pytest.mark.parametrize(("modifier", "cdm", "after"), [(1, -2, -1), (1, 0, 1), (1, 1, 1), (-1, -1, -1), (-1, -3, -2)])
def test_the_cdm_rises_by_one_and_never_above_the_modifier(modifier: int, cdm: int, after: int) -> None:
    race = epic(phase="notation", red=STRAIGHT, red_is={"modifier": modifier, "cdm": cdm}, blue="lane 8, backstretch 1")
    assert chariot(race, "red").cdm == after
    assert max(race.pending[0]) == 18 + after


@pytest.mark.rule("E2 2.5.6", "E2 def-straining")
def test_a_jostle_bars_the_rest_of_the_turn_even_where_the_cdm_stays_good() -> None:
    """Two points at 10 in lane 1; 2 + 2 + 0 - 2: a J. Modifier +3: CDM 0, and still no inside lane in this corner."""
    race = epic(
        red="lane 3, front straight 33",
        red_is={"written": 14, "whip": False, "modifier": 3, "horses_start": [5, 5, 5, 5]},
        dice=[1, 2, 1],
    )
    play(race, "forward 1")
    red = chariot(race, "red")
    assert events(race, "strain")[0].data["result"] == "J"
    assert (red.cdm, red.jostled) == (0, True)
    assert book_of(race.state).banned_from_straining(red)
    assert "in" not in asked(race)[1]
    assert place(race, "red") == "lane 3, dolphin corner 0"
