"""A match at its edges: secrets, resigning, taking back, copies, saving. Morra asks it everything."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.contest import Settled
from ludus.core.decision import Choose
from ludus.core.dice import ScriptedDice, SeededDice
from ludus.core.errors import DataError, DiceError, LudusError, Refused
from ludus.core.game import Outcome, Script, Together
from ludus.core.match import Match
from ludus.core.table import Table
from tests.conformance.kit import everything, outside, pick, play_out
from tests.games.morra import Morra, Round

LEFT = (4, 1)  # fingers


def new(seats: int = 3, seed: str = "match") -> Match[Round]:
    return Match(Morra(), seats, SeededDice(seed))


def answer_all(match: Match[Any]) -> None:
    """Everyone who is asked now answers by default."""
    for seat in list(match.pending):
        match.submit(seat, match.pending[seat].default)


def at_call(seats: int = 3) -> Match[Round]:
    """The winner of the first round is asked to call."""
    match = new(seats)
    answer_all(match)
    answer_all(match)
    assert [decision.name for decision in match.pending.values()] == ["call"]
    return match


def refused(act: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as refusal:
        act(*arguments)
    return refusal.value.code


# -- secret answers --------------------------------------------------------------------------------


def test_answers_stay_secret_until_all_are_in() -> None:
    match = new()
    before = len(match.events)
    wager = match.pending[1].default
    match.submit(1, wager)
    assert sorted(match.pending) == [0, 2]
    assert len(match.events) == before
    assert match.view(1)["given"] == wager
    assert match.view(1)["decision"] is None
    for other in (0, 2, None):
        assert match.view(other)["given"] is None
        assert str(wager) not in json.dumps(match.view(other))
    assert refused(match.submit, 1, wager) == "already-answered"
    match.submit(0, match.pending[0].default)
    match.submit(2, match.pending[2].default)
    assert match.events[before].kind == "omen"
    assert match.view(1)["given"] is None


def test_the_order_of_secret_answers_does_not_matter() -> None:
    forwards, backwards = new(), new()
    for seat in (0, 1, 2):
        forwards.submit(seat, forwards.pending[seat].default)
    for seat in (2, 1, 0):
        backwards.submit(seat, backwards.pending[seat].default)
    assert outside(forwards) == outside(backwards)


def test_a_secret_answer_can_be_changed_while_others_think() -> None:
    match = new()
    decision = match.pending[0]
    match.submit(0, decision.default)
    match.submit(1, match.pending[1].default)
    match.undo(0)
    assert list(match.pending) == [0, 2]
    assert refused(match.undo, 0) == "undo-refused"
    match.submit(0, [*decision][3])
    assert match.view(0)["given"] == [*decision][3]
    assert match.answers == [(1, match.view(1)["given"]), (0, [*decision][3])]


def test_nobody_takes_back_a_revealed_answer() -> None:
    match = new()
    for _ in range(2):  # with a die after it, and without
        answer_all(match)
        assert [refused(match.undo, seat) for seat in range(3)] == ["undo-refused"] * 3


@pytest.mark.parametrize("seats", [(), (0,), (2, 0), (1, 2)])
def test_a_snapshot_between_secret_answers(seats: tuple[int, ...]) -> None:
    match = new()
    for seat in seats:
        match.submit(seat, [*match.pending[seat]][seat])
    snapshot = json.loads(json.dumps(match.snapshot()))
    twin = Match.restore(match.game, snapshot, answers=match.answers, events=match.events)
    assert everything(twin) == everything(match) == everything(match.clone())
    for seat in seats:
        twin.undo(seat)
    assert outside(twin) == outside(new())


class NobodyToAsk(Morra):
    """Asks an empty circle first."""

    def script(self, state: Round, table: Table) -> Script:
        answers = yield Together({})
        table.tell("asked", {"answers": len(answers)}, ("CM 20.3",))
        return (yield from super().script(state, table))


def test_a_question_to_nobody_is_answered_at_once() -> None:
    match = Match(NobodyToAsk(), 2, SeededDice("nobody"))
    assert match.events[0].data == {"answers": 0}
    assert sorted(match.pending) == [0, 1]


# -- resigning -------------------------------------------------------------------------------------


def test_who_resigns_answers_by_default_and_leaves_at_the_next_checkpoint() -> None:
    match = new()
    match.resign(1)
    assert sorted(match.pending) == [0, 2]
    assert match.resigned == {1}
    assert not match.state.out[1]
    while match.state.round == 1:
        answer_all(match)
    assert match.state.out == [False, True, False]
    assert [event.kind for event in match.events].count("left") == 1
    assert match.answers.count((1, None)) == 1
    assert all(seat != 1 or choice is None for seat, choice in match.answers)


def test_the_last_secret_answer_may_be_that_of_somebody_who_resigns() -> None:
    match = new()
    match.submit(0, match.pending[0].default)
    match.submit(2, match.pending[2].default)
    match.resign(1)
    assert {decision.name for decision in match.pending.values()} == {"fingers"}
    assert sorted(match.pending) == [0, 2]


def test_who_has_resigned_takes_nothing_back() -> None:
    """Neither the answer given before, nor the default given since, nor the resignation."""
    for answer_first in (True, False):
        match = new()
        if answer_first:
            match.submit(1, match.pending[1].default)
        match.resign(1)
        before = everything(match)
        assert not match.can_undo(1)
        assert not match.view(1)["undo"]
        assert refused(match.undo, 1) == "undo-refused"
        assert refused(match.resign, 1) == "already-resigned"
        assert everything(match) == before


def test_a_secret_answer_can_be_taken_back_though_another_has_resigned() -> None:
    match = new()
    match.submit(0, match.pending[0].default)
    match.resign(1)
    match.undo(0)
    assert match.answers == [(1, None)]
    assert sorted(match.pending) == [0, 2]
    twin = Match.restore(match.game, match.snapshot(), answers=match.answers, events=match.events)
    assert everything(twin) == everything(match) == everything(match.clone())
    match.submit(0, match.pending[0].default)
    match.undo(0)
    assert everything(twin) == everything(match)


def test_nobody_undoes_past_a_resignation() -> None:
    match = at_call()
    winner = match.state.winner
    match.submit(winner, "pass")
    assert match.can_undo(winner)
    match.resign((winner + 1) % 3)
    assert refused(match.undo, winner) == "undo-refused"


def test_who_has_resigned_leaves_the_imagined_match_too() -> None:
    match = new()
    match.resign(1)
    imagined = Match.imagine(match.game, match.view(0), SeededDice("dream"))
    assert sorted(imagined.pending) == [0, 2]
    while imagined.state.round == 1:
        answer_all(imagined)
    assert imagined.state.out == [False, True, False]


def test_all_resign_one_after_the_other() -> None:
    match = new(2)
    match.resign(0)
    assert match.outcome is None
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.reason in match.game.endings
    assert refused(match.resign, 1) == "match-over"


# -- taking back -----------------------------------------------------------------------------------


def test_a_step_without_dice_can_be_taken_back() -> None:
    match = at_call()
    winner = match.state.winner
    before = everything(match)
    match.submit(winner, "pass")
    assert match.view(winner)["undo"]
    assert not any(match.can_undo(seat) for seat in range(3) if seat != winner)
    match.undo(winner)
    assert everything(match) == before


@pytest.mark.parametrize("call", ["peek", "show"])
def test_what_brings_something_to_light_cannot_be_taken_back(call: str) -> None:
    match = at_call()
    winner = match.state.winner
    answer = next(choice for choice in match.pending[winner] if str(choice).startswith(call))
    match.submit(winner, answer)
    assert refused(match.undo, winner) == "undo-refused"
    assert refused(Match.restore(match.game, match.snapshot()).undo, winner) == "undo-refused"
    assert refused(match.clone().undo, winner) == "undo-refused"


def test_taking_back_does_not_cross_a_checkpoint() -> None:
    match = at_call()
    winner = match.state.winner
    match.submit(winner, "pass")
    match.submit(winner, "quiet")
    assert match.state.round == 2
    assert refused(match.undo, winner) == "undo-refused"


# -- copies ----------------------------------------------------------------------------------------


def test_copies_share_no_names() -> None:
    match = new()
    twin = match.clone()
    twin.names[0] = "Spartacus"
    assert match.names[0] == "Seat 1"
    imagined = Match.imagine(match.game, view := match.view(0), SeededDice("dream"))
    imagined.names[0] = "Spartacus"
    assert view["names"][0] == "Seat 1"


def test_a_match_shares_nothing_with_what_it_was_made_from() -> None:
    game = Morra()
    position = game.write_position(at_call().state)
    names = ["a", "b", "c"]
    match = Match(game, 3, SeededDice("x"), names=names, position=position)
    position["points"][0] = 99
    names[0] = "z"
    assert match.record()["position"]["points"] != position["points"]
    assert match.names == ["a", "b", "c"]


def test_a_copy_with_other_dice_has_its_own_future_and_no_history() -> None:
    match = at_call()
    twin = match.clone(dice=SeededDice("another world"))
    assert twin.state == match.state
    assert twin.pending[match.state.winner].to_plain() == match.pending[match.state.winner].to_plain()
    for code, act in (("no-history", twin.record), ("not-yet-saved", twin.snapshot)):
        with pytest.raises(LudusError) as refusal:
            act()
        assert refusal.value.code == code
    winner = match.state.winner
    for each in (match, twin):
        each.submit(winner, "pass")
        each.submit(winner, "quiet")
    twin.snapshot()  # past the checkpoint it has a base of its own
    omens: list[list[int]] = []
    for each in (match, twin, Match.restore(twin.game, twin.snapshot())):
        play_out(each, 1)
        omens.append([event.data["omen"] for event in each.events if event.kind == "omen"])
    assert omens[0] != omens[1]
    assert omens[1][-len(omens[2]) :] == omens[2]


def test_a_copy_with_other_dice_keeps_them_when_it_takes_back() -> None:
    match = at_call()
    winner = match.state.winner
    twins = [match.clone(dice=SeededDice("another world"))]
    match.submit(winner, "pass")
    twins.append(match.clone(dice=SeededDice("another world")))
    twins[1].undo(winner)
    twins[0].submit(winner, "pass")
    twins[0].undo(winner)
    assert [refused(twin.undo, winner) for twin in twins] == ["undo-refused"] * 2
    assert play_out(twins[0], 3).outcome == play_out(twins[1], 3).outcome
    assert [event.to_plain() for event in twins[0].events] == [event.to_plain() for event in twins[1].events]


class RollsALot(Morra):
    """Asks and rolls in turn, without a checkpoint between."""

    def script(self, state: Round, table: Table) -> Script:
        while state.round < 12:
            answer = yield Choose(0, "roll", "How many?", "CM 20.3", (1, 2, 3))
            state.points[0] = state.points[0] * 7 + sum(table.roll(answer, "luck", "CM 20.3"))
            state.round += 1
        return Outcome("tied", (0, 1), (1, 1))


@given(st.lists(st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from(["go on", "copy", "other dice"])), max_size=12))
def test_copies_of_copies_with_other_dice(steps: list[tuple[int, str]]) -> None:
    """However a look ahead branches, its dice are those of the last branch, in order."""
    match = Match(RollsALot(), 2, SeededDice("trunk"))
    dice, points = SeededDice("trunk"), 0
    for number, (count, act) in enumerate(steps):
        if act == "other dice":
            dice = SeededDice(f"branch {number}", position=number)
            match = match.clone(dice=dice.copy())
        elif act == "copy":
            match = match.clone()
        match.submit(0, count)
        points = points * 7 + sum(dice.roll(count))
        assert match.state.points[0] == match.clone().state.points[0] == points


def test_a_quiet_copy_keeps_no_log() -> None:
    match = at_call()
    quiet = match.clone(quiet=True)
    play_out(quiet, 1)
    assert quiet.events == []
    assert quiet.outcome == play_out(match, 1).outcome
    with pytest.raises(LudusError) as refusal:
        quiet.record()
    assert refusal.value.code == "no-history"


# -- dice that fail --------------------------------------------------------------------------------


def test_a_match_whose_scripted_dice_run_out_is_stuck_and_says_so() -> None:
    match = Match(Morra(), 2, ScriptedDice([1] * 18))
    match.submit(0, match.pending[0].default)
    with pytest.raises(DiceError) as failure:
        match.submit(1, match.pending[1].default)
    assert failure.value.code == "dice-run-out"
    assert match.pending == {}
    assert match.outcome is None
    assert refused(match.submit, 0, "x") == "match-stuck"
    assert repr(match) == "<Match of morra, 2 seats, 2 answers, stuck>"


def test_a_single_answer_may_find_no_dice_either() -> None:
    match = Match(RollsALot(), 2, ScriptedDice([1]))
    with pytest.raises(DiceError):
        match.submit(0, 2)
    assert refused(match.submit, 0, 2) == "match-stuck"


# -- making and saving -----------------------------------------------------------------------------


@pytest.mark.parametrize("names", [["one"], ["a", "b", "c"], "ab", [1, 2], [None, "b"], {"a": 1, "b": 2}])
def test_names_that_do_not_fit(names: Any) -> None:
    with pytest.raises(DataError) as refusal:
        Match(Morra(), 2, SeededDice("x"), names=names)
    assert refusal.value.code == "bad-names"


def test_a_match_restored_without_its_history_goes_on_but_has_no_record() -> None:
    match = at_call()
    bare = Match.restore(match.game, match.snapshot())
    assert outside(bare) == outside(match)
    with pytest.raises(LudusError) as refusal:
        bare.record()
    assert refusal.value.code == "no-history"
    assert bare.snapshot()["answers_before"] is None
    assert play_out(bare, 4).outcome == play_out(match, 4).outcome


UNREAD = ("game", "answers_before")  # by whoever restores without a history


def broken_snapshots() -> list[tuple[str, Any]]:
    good = at_call().snapshot()
    changes: dict[str, Any] = {
        "format": 99,
        "seats": "3",
        "ruleset": "none",
        "options": {"rounds": 4},
        "names": ["only one"],
        "seed": 7,
        "dice_position": -1,
        "state": {},
        "resigned": 5,
        "since": [[0, "nonsense"]],
    }
    missing = [(f"no {key}", {name: good[name] for name in good if name != key}) for key in good if key not in UNREAD]
    return [*missing, *((key, {**good, key: value}) for key, value in changes.items()), ("none", []), ("text", "x")]


@pytest.mark.parametrize("snapshot", [pytest.param(plain, id=name) for name, plain in broken_snapshots()])
def test_a_broken_snapshot_is_refused(snapshot: Any) -> None:
    with pytest.raises(LudusError) as refusal:
        Match.restore(Morra(), snapshot)
    assert refusal.value.code in (
        *("bad-snapshot", "unknown-format", "bad-seats", "unknown-ruleset", "bad-option", "bad-names", "bad-data"),
    )


def test_reprs_say_where_a_match_stands() -> None:
    match = new(2)
    assert repr(match) == "<Match of morra, 2 seats, 0 answers, waiting for seats 0, 1>"
    match.submit(0, match.pending[0].default)
    assert repr(match) == "<Match of morra, 2 seats, 1 answers, waiting for seat 1>"
    match.resign(0)
    play_out(match)
    assert repr(match).endswith("won by Seat 2 (last-at-the-table)>")


def test_a_refusal_names_the_rule_and_what_would_be_legal() -> None:
    match = at_call()
    with pytest.raises(Refused) as refusal:
        match.submit(match.state.winner, "sing")
    assert refusal.value.code == "illegal-answer"
    assert refusal.value.message.startswith("sing is not legal here (CM 24.32a): Call? Legal: pass, peek ")
    other = (match.state.winner + 1) % 3
    with pytest.raises(Refused, match="it is not your decision now; the match waits for Seat"):
        match.submit(other, "pass")


def test_the_fast_door_and_the_checked_door_agree() -> None:
    rng = random.Random(5)
    fast, checked = new(), new()
    while checked.outcome is None:
        seat, choice = pick(checked, rng)
        assert not isinstance(choice, Settled)
        fast.answer(seat, choice)
        checked.submit(seat, choice)
    assert everything(fast) == everything(checked)


def test_an_answer_in_another_case_is_hinted_at() -> None:
    match = at_call()
    with pytest.raises(Refused, match=r"^PASS is not legal here .* Did you mean 'pass'\?$"):
        match.submit(match.state.winner, "PASS")


def test_points_may_be_given_to_boxes_by_name() -> None:
    match = new(2)
    answer_all(match)
    with pytest.raises(Refused, match=r"there is no box 'Left' here; boxes are left, right\. Did you mean 'left'\?$"):
        match.submit(0, {"Left": 4, "right": 1})
    with pytest.raises(Refused, match="there is no box 'feet' here; boxes are left, right"):
        match.submit(0, {"feet": 5})
    assert refused(match.submit, 0, {"left": True, "right": 4}) == "malformed-answer"
    assert refused(match.submit, 0, {"left": 4}) == "illegal-answer"
    match.submit(0, {"right": 1, "left": 4})
    assert match.answers[-1] == (0, (4, 1))


class TwoQuestions(Morra):
    """Asks seat 0, then seat 1, with no die between."""

    def script(self, state: Round, table: Table) -> Script:
        for seat in (0, 1, 0):
            yield Choose(seat, "ask", "Well?", "CM 20.3", ("a", "b"))
        return (yield from super().script(state, table))


def test_nobody_takes_back_across_another_players_answer() -> None:
    match = Match(TwoQuestions(), 2, SeededDice("x"))
    match.submit(0, "a")
    assert match.can_undo(0), "seat 1 has not acted yet"
    match.submit(1, "b")
    assert refused(match.undo, 0) == "undo-refused"
    assert match.can_undo(1)
