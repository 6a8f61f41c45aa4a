"""Checks: copies, saved matches, proof, and taking back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludus.core.contest import HOST
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError, Refused
from ludus.core.event import Event
from ludus.core.match import Match
from ludus.core.record import replay, verify
from tests.conformance.kit import (
    Case,
    check,
    dump,
    everything,
    given_answers,
    outside,
    pick,
    play_out,
    secrets_of,
    walk,
)


@check
def clones_keep_step(case: Case) -> None:
    """A copy of a copy of a copy, made anew at each decision, ends like the original."""
    match, twin = case.match(), case.match()
    for number, (seat, choice) in enumerate(walk(match, random.Random(4))):
        twin = twin.clone()
        assert case.skips(number, 1) or outside(twin) == outside(match)
        twin.enter(seat, choice)
    assert everything(twin) == everything(match)
    assert everything(twin.clone()) == everything(match)


@check
def clones_leave_the_original_alone(case: Case) -> None:
    match = case.match()
    for number, (seat, choice) in enumerate(walk(match, random.Random(5))):
        if case.skips(number, 6):
            continue
        before = everything(match)
        assert not match.clone(quiet=True).events
        twins = [match.clone(), match.clone(quiet=True), match.clone(dice=SeededDice(f"other {number}"))]
        for twin in twins:
            twin.names[0] = "Somebody else"
            twin.enter(seat, choice)
            play_out(twin, number)
        assert everything(match) == before
        later = match.clone()
        frozen = everything(later)
        play_out(match.clone(), number)
        assert everything(later) == frozen


@check
def clones_with_other_dice_can_be_cloned(case: Case) -> None:
    """A look ahead may branch again: the copy of a copy with other dice has those dice."""
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(6))):
        if case.skips(number, 6):
            continue
        one = match.clone(quiet=True, dice=SeededDice(f"future {number}"))
        rng = random.Random(number)
        for _ in range(12):
            if one.outcome is not None:
                break
            two, three = one.clone(quiet=True), one.clone(quiet=True, dice=one.table.dice.copy())
            seat, choice = pick(one, rng)
            for each in (one, two, three):
                each.enter(seat, choice)
            assert (
                dump(case.game.save(one.state)) == dump(case.game.save(two.state)) == dump(case.game.save(three.state))
            )


@check
def restored_at_every_decision_ends_the_same(case: Case) -> None:
    """Saved to JSON and read back before each answer, with its history, a match is none the worse."""
    match, twin = case.match(), case.match()
    for number, (seat, choice) in enumerate(walk(match, random.Random(7))):
        if case.skips(number, 1):
            twin.enter(seat, choice)
            continue
        snapshot = json.loads(json.dumps(twin.snapshot()))
        record = json.loads(json.dumps(twin.record()))
        told = [Event.from_plain(event) for event in record["events"]]
        twin = Match.restore(case.game, snapshot, answers=record["answers"], events=told)
        bare = Match.restore(case.game, snapshot)
        assert outside(twin) == outside(bare) == outside(match)
        twin.enter(seat, choice)
    assert everything(twin) == everything(match)


@check
def same_seed_and_answers_give_the_same_bytes(case: Case) -> None:
    one, two = play_out(case.match(), 8), play_out(case.match(), 8)
    assert everything(one) == everything(two)
    assert everything(replay(case.game, json.loads(json.dumps(one.record())))) == everything(one)
    assert play_out(case.match("another seed"), 8).record()["events"] != one.record()["events"]


@check
def records_prove_themselves(case: Case) -> None:
    match = play_out(case.match(), 9)
    record = json.loads(json.dumps(match.record()))
    assert everything(verify(case.game, record)) == everything(match)
    for tampered, sentence in tamper(record):
        with pytest.raises(DataError) as refusal:
            verify(case.game, tampered)
        assert refusal.value.code == "record-differs", sentence
        assert sentence in refusal.value.message


def tamper(record: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Records that lie, each with a part of the sentence that says where."""
    copies = [json.loads(json.dumps(record)) for _ in range(8)]
    event, dropped, added, outcome, seed, promise, answer, extra = copies
    middle = len(record["events"]) // 2
    event["events"][middle]["data"]["tampered"] = 1
    del dropped["events"][-1]
    added["events"].append(record["events"][-1])
    outcome["outcome"]["places"] = [9] * len(outcome["outcome"]["places"])
    seed["seed"] = "a better seed"
    promise["commitment"] = "0" * 64
    answer["answers"][0][1] = "no answer to anything"
    extra["answers"].append(record["answers"][-1])
    count = len(record["events"])
    return [
        (event, f"event {middle}"),
        (dropped, f"{count - 1} events, the rules give {count}"),
        (added, f"{count + 1} events, the rules give {count}"),
        (outcome, "outcome"),
        (seed, "the seed is not the one"),
        (promise, "the seed is not the one"),
        (answer, "answer 0: "),
        (extra, f"answer {len(record['answers'])}: the match is over"),
    ]


@check
def undo_and_redo_come_out_even(case: Case) -> None:
    match = case.match()
    secrets = secrets_of(case)
    undone = 0
    for number, (seat, choice) in enumerate(walk(match, random.Random(12))):
        if case.skips(number, 1) or seat == HOST:
            continue
        trial = match.clone()
        before, hidden, position = everything(match), secrets(match, seat), match.table.dice.position
        trial.enter(seat, choice)
        after = everything(trial)
        if not trial.can_undo(seat):
            with pytest.raises(Refused) as refusal:
                trial.undo(seat)
            assert refusal.value.code == "undo-refused"
            assert everything(trial) == after
            continue
        undone += 1
        assert trial.table.dice.position == position, "an answer that rolled dice can be taken back"
        assert hidden <= secrets(trial, seat), "an answer that showed a secret can be taken back"
        restored = Match.restore(case.game, trial.snapshot(), answers=trial.answers, events=trial.events)
        for each in (trial, restored):
            each.undo(seat)
            assert everything(each) == before
            each.enter(seat, choice)
            assert everything(each) == after
    assert undone or not case.game.may_undo(match.state)


@check
def several_answers_can_be_undone_and_redone(case: Case) -> None:
    match, rng = case.match(), random.Random(13)
    for number, (seat, _) in enumerate(walk(match, rng)):
        if case.skips(number, 1) or not match.can_undo(seat):
            continue
        trial, taken = match.clone(), 0
        states = [everything(trial)]
        while trial.can_undo(seat):
            trial.undo(seat)
            states.append(everything(trial))
            taken += 1
        for choice in [choice for who, choice in match.answers if who == seat][-taken:]:
            assert everything(trial) == states.pop()
            trial.enter(seat, choice)
        assert sorted(map(str, trial.answers)) == sorted(map(str, match.answers))
        assert outside(trial) == outside(match)


@check
def nobody_undoes_across_others_or_dice(case: Case) -> None:
    match = case.match()
    position, secret = match.table.dice.position, False
    for _ in walk(match, random.Random(14)):
        rolled, position = match.table.dice.position != position, match.table.dice.position
        waiting = given_answers(match)
        revealed, secret = secret and not waiting, bool(waiting) or len(match.pending) > 1
        able = [other for other in range(case.seats) if match.can_undo(other)]
        last = match.answers[-1][0] if match.answers else None
        assert not ((rolled or revealed) and able)
        assert all(other == last or other in waiting for other in able)
