"""GL 4-victory and 4-stalemate: how a match ends."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus import new_match
from ludus.core.errors import SetupError
from ludus.core.record import verify
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    answer,
    arena,
    dice_left,
    events,
    fight,
    fighter,
    fresh,
    man,
    plot,
)

QUIET = {"throws": False}
KILL = [6, 6, 6, 6, 6, 6]  # an 18 in column 5 is H+7; another 18 and it is over


def outcome(match: ArenaMatch) -> tuple[str, tuple[int, ...]]:
    assert match.outcome is not None
    return match.outcome.reason, match.outcome.winners


# -- victory -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 4-victory")
@pytest.mark.parametrize(("area", "index"), [("head", 0), ("legs", 4)])
def test_the_last_wound_box_of_any_area_loses(area: str, index: int) -> None:
    hurt = [0, 0, 0, 0, 0]
    hurt[index] = 11
    match = arena(
        man(), man(0, -1, "S", wounds=hurt, cf=5), step="engage", options=QUIET, dice=[5, 5, 5, 3, 3, 3, 1, 1]
    )
    fight(match, ({area: 1}, {}), ({}, {}))
    assert fighter(match, SECOND).status == "dead"
    assert outcome(match) == ("last-standing", (0,))
    assert match.outcome is not None
    assert match.outcome.places == (1, 2)
    (end,) = events(match, "end")
    assert end.data == {"reason": "last-standing", "winners": [0], "side": 0, "standing": [1, 0]}
    assert end.clauses == ("GL 4-victory",)
    assert match.pending == {}


@pytest.mark.rule("GL 4-victory")
def test_both_killed_at_once_is_a_draw() -> None:
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=KILL * 2)
    fight(match, ({"chest": 5}, {}), ({"head": 5}, {}))
    assert [each.status for each in match.state.fighters] == ["dead", "dead"]
    assert outcome(match) == ("nobody-left", ())
    assert match.outcome is not None
    assert match.outcome.places == (2, 2)
    assert events(match, "end")[0].data["side"] is None
    assert events(match, "end")[0].clauses == ("GL 4-victory",)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-victory")
def test_the_stronger_attack_kills_first_and_wins() -> None:
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=KILL * 2)
    fight(match, ({"chest": 4}, {}), ({"head": 5}, {}))
    assert outcome(match) == ("last-standing", (1,))
    assert fighter(match, SECOND).fighting
    assert dice_left(match) == tuple(KILL)


@pytest.mark.rule("GL 4-victory")
@pytest.mark.parametrize(("die", "status"), [(6, "spared"), (1, "dead")])
def test_who_appeals_has_lost_whatever_the_crowd_says(die: int, status: str) -> None:
    match = arena(man(), man(0, -1, "S", posture="prone", attack_total=10), dice=[die])
    plot(match, "F", "-")
    assert fighter(match, SECOND).status == status
    assert outcome(match) == ("last-standing", (0,))


@pytest.mark.rule("GL 4-victory")
def test_a_man_without_factors_is_not_beaten() -> None:
    match = arena(man(), man(0, -9, "S", cf=0), options=QUIET)
    plot(match)
    assert match.outcome is None
    assert set(match.pending) == {0, 1}


@pytest.mark.rule("GL 4-victory")
def test_who_resigns_loses() -> None:
    match = arena(man(), man(0, -9, "S"))
    match.resign(0)
    plot(match)
    assert outcome(match) == ("last-standing", (1,))
    assert fighter(match, FIRST).status == "resigned"


@pytest.mark.rule("GL 4-victory")
def test_a_side_is_beaten_with_its_last_man() -> None:
    men = [man(), man(0, -1, "S", posture="prone"), man(9, 0, "N"), man(9, -9, "S")]
    match = arena(*men, options=QUIET)
    plot(match, "F", "-", "-", "-")
    match.submit(0, "allow")
    assert fighter(match, SECOND).status == "dead"
    assert match.outcome is None


# -- stalemate ---------------------------------------------------------------------------------------------


def spent(*sheets: dict[str, Any], **position: Any) -> ArenaMatch:
    """Phase 8 of turn 19, in which nothing has happened so far; dice for the endurance checks of turn 20."""
    options = {"throws": False, "turns": 40}
    at = {"turn": 19, "phase": 8, "spent_force": True, "options": options, **position}
    at.setdefault("dice", [1, 1])
    return arena(*sheets, **at)


@pytest.mark.rule("GL 4-stalemate")
def test_two_exhausted_men_walk_off() -> None:
    match = spent(man(cf=0), man(0, -1, "S", cf=-2))
    plot(match)
    assert outcome(match) == ("exhausted", ())
    assert match.outcome is not None
    assert match.outcome.places == (2, 2)
    (end,) = events(match, "end")
    assert end.clauses == ("GL 4-stalemate",)
    assert end.data["winners"] == []
    assert dice_left(match) == (1, 1)
    assert [each.status for each in match.state.fighters] == ["fighting", "fighting"]


@pytest.mark.rule("GL 4-stalemate")
def test_a_whole_quiet_turn_from_its_endurance_checks_on() -> None:
    """CF 1 and 0 before turn 19: exertion takes one from each, and then eight phases pass."""
    weak = man(cf=1), man(0, -9, "S", cf=0)
    match = arena(*weak, step="turn", turn=18, options={"turns": 40, "throws": False}, dice=[1, 1])
    assert [each.cf for each in match.state.fighters] == [0, -1]
    assert match.state.spent_force
    for phase in range(1, 9):
        assert match.outcome is None
        assert match.state.phase == phase
        plot(match)
    assert outcome(match) == ("exhausted", ())


@pytest.mark.rule("GL 4-stalemate")
def test_an_attack_from_a_good_hex_keeps_the_match_going() -> None:
    """He stands to the front-right of a man who faces south-east: +2, all he has."""
    match = spent(man(cf=0), man(0, -1, "SE", cf=-2), dice=[1, 1, 1, 1, 1])
    plot(match)
    fight(match, ({"chest": 2}, {}), ({}, {}))
    assert match.outcome is None
    assert (match.state.turn, match.state.phase) == (20, 1)


@pytest.mark.rule("GL 4-stalemate")
def test_the_same_hex_without_an_attack_is_quiet() -> None:
    match = spent(man(cf=0), man(0, -1, "SE", cf=-2))
    plot(match)
    fight(match, ({}, {}), ({}, {}))
    assert outcome(match) == ("exhausted", ())


@pytest.mark.rule("GL 4-stalemate")
def test_a_collision_keeps_the_match_going() -> None:
    unarmed = man(cf=0, weapon=""), man(0, -2, "S", cf=-1, weapon="")
    match = spent(*unarmed, dice=[6, 1, 1, 1, 1, 1])
    plot(match, "F", "F")
    assert events(match, "collision")
    assert match.outcome is None
    assert match.state.turn == 20


@pytest.mark.rule("GL 4-stalemate")
@pytest.mark.parametrize(("far", "on"), [(2, True), (3, False)])
def test_a_shield_that_finds_its_man_is_an_attack(far: int, on: bool) -> None:
    match = spent(man(cf=0), man(0, -2, "S", cf=-1), options={"turns": 40}, dice=[far, 1, 1, 1, 1])
    plot(match)
    match.submit(0, "shield 1")
    match.submit(1, "no")
    assert bool(events(match, "stun")) == on
    assert (match.outcome is None) == on


@pytest.mark.rule("GL 4-stalemate")
def test_an_attack_earlier_in_the_turn_counts() -> None:
    match = spent(man(cf=0), man(0, -9, "S", cf=0), quiet=False)
    plot(match)
    assert match.state.turn == 20
    assert match.state.quiet  # a new turn, a new chance


@pytest.mark.rule("GL 4-stalemate")
@pytest.mark.parametrize("position", [{"spent_force": False}, {}])
def test_one_man_with_a_factor_left_forces_no_draw(position: dict[str, Any]) -> None:
    cf = 0 if position else 1
    match = spent(man(cf=cf), man(0, -9, "S", cf=0), **position)
    plot(match)
    assert match.outcome is None
    assert match.state.turn == 20


@pytest.mark.rule("GL 4-stalemate")
def test_no_draw_before_the_turn_is_over() -> None:
    match = spent(man(cf=0), man(0, -9, "S", cf=0), phase=7)
    plot(match)
    assert match.outcome is None
    plot(match)
    assert outcome(match) == ("exhausted", ())


@pytest.mark.rule("GL 4-stalemate")
@pytest.mark.parametrize("turns", [1, 3])
def test_a_turn_limit_is_a_draw_when_it_runs_out(turns: int) -> None:
    match = arena(man(), man(0, -9, "S"), turn=turns, phase=7, options={"throws": False, "turns": turns})
    plot(match)
    assert match.outcome is None
    plot(match)
    assert outcome(match) == ("time", ())
    assert events(match, "end")[0].clauses == ("GL 4-stalemate", "GL 20.7")


@pytest.mark.rule("GL 4-stalemate")
def test_a_duel_has_a_limit_unless_another_is_agreed() -> None:
    """So that every match ends (see the rulings): twenty turns."""
    match = arena(man(), man(0, -9, "S"), turn=20, phase=8, options=QUIET)
    plot(match)
    assert outcome(match) == ("time", ())
    match = arena(man(), man(0, -9, "S"), turn=20, phase=8, options={"turns": 21}, dice=[1, 1])
    plot(match)
    assert match.outcome is None
    with pytest.raises(SetupError):
        fresh(options={"turns": 0})


# -- a draw by agreement -----------------------------------------------------------------------------------


def late(*sheets: dict[str, Any], **options: Any) -> ArenaMatch:
    """The last phase of turn 20, with dice for the endurance checks of turn 21."""
    men = sheets or (man(), man(0, -9, "S"))
    return arena(*men, turn=20, phase=8, options={"throws": False, **options}, dice=[1] * len(men))


@pytest.mark.rule("GL 4-stalemate")
def test_without_a_limit_everybody_is_asked_for_a_draw() -> None:
    match = late(turns="unlimited")
    plot(match)
    assert match.outcome is None
    assert {seat: decision.name for seat, decision in match.pending.items()} == {0: "draw", 1: "draw"}
    assert [decision.default for decision in match.pending.values()] == ["fight on", "fight on"]
    answer(match, "call it a draw", "call it a draw")
    assert outcome(match) == ("agreed", ())
    assert match.outcome is not None
    assert match.outcome.places == (2, 2)
    assert events(match, "end")[0].clauses == ("GL 4-stalemate",)
    assert verify(match.game, match.record()).outcome == match.outcome


@pytest.mark.rule("GL 4-stalemate")
@pytest.mark.parametrize("answers", [("call it a draw", "fight on"), ("fight on", "call it a draw")])
def test_one_who_fights_on_is_enough_and_nobody_learns_who_would_not(answers: tuple[str, str]) -> None:
    match = late(turns="unlimited")
    plot(match)
    told = len(match.events)
    before = match.view(1)
    match.submit(0, answers[0])
    assert match.view(1) == before | {"waiting": [1]}
    match.submit(1, answers[1])
    assert match.outcome is None
    assert match.state.turn == 21
    assert [event.kind for event in match.events[told:]] == ["turn", "endurance", "endurance"]


@pytest.mark.rule("GL 4-stalemate")
def test_a_draw_may_be_agreed_before_the_limit_where_the_option_is_on() -> None:
    match = late(turns=30, draws=True)
    plot(match)
    answer(match, "call it a draw", "call it a draw")
    assert outcome(match) == ("agreed", ())
    unasked = late(turns=30)
    plot(unasked)
    assert unasked.pending[0].name == "plot"
    over = late(turns=20, draws=True)
    plot(over)
    assert outcome(over) == ("time", ())


@pytest.mark.rule("GL 4-stalemate")
def test_only_those_still_in_the_fight_are_asked_and_all_of_them() -> None:
    match = late(man(), man(0, -9, "S"), man(9, 0, status="dead"), man(9, -9, "S"), turns="unlimited")
    plot(match)
    assert list(match.pending) == [0, 1, 3]
    answer(match, "call it a draw", "call it a draw", "fight on")
    assert match.outcome is None
    assert match.state.turn == 21


@pytest.mark.rule("GL 4-stalemate", "GL 4-victory")
def test_who_resigns_while_asked_has_lost() -> None:
    match = late(turns="unlimited")
    plot(match)
    match.submit(0, "call it a draw")
    match.resign(1)
    assert outcome(match) == ("last-standing", (0,))


@pytest.mark.rule("GL 4-stalemate")
@pytest.mark.parametrize("seed", range(6))
def test_random_play_without_a_limit_ends(seed: int) -> None:
    match = new_match("gladiator", seats=2 + seed, seed=seed, options={"turns": "unlimited"})
    rng = random.Random(seed)
    asked = 0
    while match.outcome is None:
        assert asked < 40_000
        for seat in list(match.pending):
            match.submit(seat, match.pending[seat].sample(rng))
            asked += 1
    assert match.outcome.reason in match.game.endings
