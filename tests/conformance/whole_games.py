"""Checks: whole games, those who leave them, and what they are told with."""

from __future__ import annotations

import json
import random

import pytest

from ludus.core.clauses import clauses
from ludus.core.decision import Allocate, freeze_choice, read_decision
from ludus.core.dice import SeededDice
from ludus.core.errors import LudusError, Refused
from ludus.core.event import Event
from ludus.core.form import Form
from ludus.core.match import Match
from ludus.core.record import verify
from tests.conformance.kit import (
    Case,
    check,
    dump,
    everything,
    given_answers,
    imaginable,
    is_plain,
    outside,
    play_out,
    sane_outcome,
    walk,
    watchers,
)


@check
def any_seat_may_resign_at_any_decision(case: Case) -> None:
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(15))):
        if case.skips(number, 11):
            continue
        original = everything(match)
        for seat in range(case.seats):
            quitter = match.clone()
            quitter.resign(seat)
            assert seat not in quitter.pending
            if quitter.outcome is None:
                assert not quitter.can_undo(seat)
                before = everything(quitter)
                for other, question in quitter.pending.items():
                    if not imaginable(quitter, other):
                        continue
                    imagined = Match.imagine(case.game, quitter.view(other, explain=False), SeededDice("a dream"))
                    assert imagined.pending[other].to_plain() == question.to_plain()
                for act in (quitter.resign, quitter.undo):
                    with pytest.raises(Refused):
                        act(seat)
                assert everything(quitter) == before
                assert (
                    outside(Match.restore(case.game, quitter.snapshot()))
                    == outside(quitter.clone())
                    == outside(quitter)
                )
            play_out(quitter, number)
            sane_outcome(quitter)
            verify(case.game, quitter.record())
        assert everything(match) == original, "a copy that was played out changed the match"


@check
def all_seats_may_resign(case: Case) -> None:
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(16))):
        if case.skips(number, 7):
            continue
        empty = match.clone()
        for seat in range(case.seats):
            if empty.outcome is None:
                empty.resign(seat)
        play_out(empty)
        sane_outcome(empty)
        verify(case.game, empty.record())


@check
def leaving_twice_is_leaving_once(case: Case) -> None:
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(17))):
        if not case.skips(number, 7):
            twin = match.clone()
            case.game.withdraw(twin.state, twin.table, 0)
            once = dump([case.game.save(twin.state), len(twin.events)])
            case.game.withdraw(twin.state, twin.table, 0)
            assert dump([case.game.save(twin.state), len(twin.events)]) == once


@check
def random_play_comes_to_an_end(case: Case) -> None:
    for seed in range(12):
        match = play_out(case.match(f"random {seed}"), seed)
        sane_outcome(match)
        assert not match.pending
        assert match.events


@check
def events_are_frozen_and_name_their_rules(case: Case) -> None:
    match, index = case.match(), clauses()
    told: list[bytes] = []
    for _ in walk(match, random.Random(18)):
        told += [dump(event.to_plain()) for event in match.events[len(told) :]]
    assert told == [dump(event.to_plain()) for event in match.events[: len(told)]], "an event has changed afterwards"
    for event in match.events:
        assert event.clauses
        assert len(set(event.clauses)) == len(event.clauses), event
        cited = [*event.clauses, *(roll.clause for roll in event.dice)]
        assert all(clause in index for clause in cited), event
        assert match.narrate(event).strip()
        assert is_plain(event.to_plain()), event
        assert Event.from_plain(event.to_plain()).to_plain() == event.to_plain()
        with pytest.raises(AttributeError):
            event.kind = "other"  # type: ignore[misc]


@check
def questions_are_explained(case: Case) -> None:
    match, index = case.match(), clauses()
    for _ in walk(match, random.Random(19)):
        for seat, decision in match.pending.items():
            assert decision.seat == seat
            assert decision.clause in index
            assert decision.prompt.strip()
            plain = decision.to_plain()
            assert is_plain(plain)
            again = read_decision(plain)
            assert again.to_plain() == plain
            answers = match.view(seat)["decision"]["answers"]
            assert is_plain(answers)
            assert all(answer["label"] for answer in answers)
            if isinstance(decision, Allocate) and "box" in answers[0]:
                # Too many to list: box by box and point by point.
                caps = dict(zip(decision.boxes, decision.caps, strict=True))
                explained = [(answer["box"], answer["points"]) for answer in answers]
                assert len(explained) == len(set(explained))
                assert all(0 <= points <= caps[box] for box, points in explained)
                continue
            assert [*again] == [*decision]
            if isinstance(decision, Form):  # its fields explain themselves; answers are ways to fill it in
                assert all(freeze_choice(answer["choice"]) in decision for answer in answers)
                continue
            assert [freeze_choice(answer["choice"]) for answer in answers] == [*decision]


@check
def everything_is_plain(case: Case) -> None:
    match = case.match()
    assert is_plain(case.game.stage(match.options))
    for number, _ in enumerate(walk(match, random.Random(20))):
        if case.skips(number, 1):
            continue
        assert is_plain(match.snapshot())
        assert all(is_plain(match.view(seat)) for seat in watchers(match))
    assert is_plain(match.record())


@check
def positions_can_be_written_and_read(case: Case) -> None:
    """A position written as a scenario asks the same question again, and with the same dice ends the same."""
    match, written = case.match(), 0
    for number, _ in enumerate(walk(match, random.Random(21))):
        if number % case.patience > 2:  # also some that come right after each other
            continue
        try:
            position = json.loads(json.dumps(case.game.write_position(match.state)))
        except LudusError as error:
            if error.code == "no-scenario":
                continue
            raise
        written += 1
        again = Match(case.game, case.seats, match.table.dice.copy(), case.ruleset, case.options, position=position)
        position = case.game.write_position(again.state)
        twice = case.game.read_position(position, case.seats, match.options)
        assert case.game.write_position(twice) == position
        for seat, decision in match.pending.items():
            if imaginable(match, seat):
                assert again.pending[seat].to_plain() == decision.to_plain()
        # A position holds no answers that wait for others, nor what a script keeps to itself.
        if case.game.reentrant and not case.skips(number, 8) and not given_answers(match):
            assert play_out(again, number).outcome == play_out(match.clone(), number).outcome
    assert written
    told = play_out(Match(case.game, case.seats, SeededDice("scenario"), case.ruleset, case.options, position=position))
    verify(case.game, json.loads(json.dumps(told.record())))
