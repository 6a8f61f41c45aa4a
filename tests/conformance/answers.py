"""Checks: which answers are taken, and what a seat is shown."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from ludus.core.contest import HOST, Settled
from ludus.core.decision import Choice, Decision, Filled
from ludus.core.dice import SeededDice
from ludus.core.errors import Refused
from ludus.core.form import Form
from ludus.core.match import Match
from tests.conformance.kit import (
    MANY_ANSWERS,
    Case,
    Story,
    check,
    dump,
    everything,
    given_answers,
    imaginable,
    play_out,
    secrets_of,
    sent_to,
    some_answers,
    walk,
    watchers,
)


@check
def legal_lists_agree_with_submit(case: Case) -> None:
    """Every listed answer is accepted; count, sample and default agree with the list."""
    match, rng = case.match(), random.Random(1)
    for _ in walk(match, rng):
        for seat, decision in match.pending.items():
            assert decision.default in decision
            if decision.count() <= MANY_ANSWERS:
                listed = list(decision)
                assert listed, f"{decision!r} has no answer"
                assert len(listed) == len(set(listed)) == decision.count()
                assert decision.default in listed
                assert all(decision.sample(rng) in listed for _ in range(5))
            for choice in some_answers(decision, rng, case.tried):
                assert choice in decision
                twin = match.clone(quiet=True)
                twin.enter(seat, choice)
                assert twin.outcome is not None or twin.pending or twin.contest


def near_misses(decision: Decision) -> list[Any]:
    """Answers that are almost right, and things that are no answers."""
    misses: list[Any] = [
        "",
        " ",
        None,
        True,
        1.0,
        [[0]],
        ["a"],
        (),
        10**5000,
        [10**5000],
        "\ud800",
        b"keep",
        "é" * 99,
    ]
    if not isinstance(decision, Form):
        misses.append({})  # of a form, which keeps what is not named, it is the default
    for choice in itertools.islice(decision, 3):
        if isinstance(choice, str):
            misses += [choice + " ", choice.upper(), choice[:-1], [choice], 0]
        elif isinstance(choice, int):
            misses += [str(choice), float(choice), [choice], -choice - 1, choice + decision.count()]
        elif isinstance(choice, Filled):
            plain = choice.to_plain()
            if {} in misses and decision.read({}) in decision:
                misses.remove({})  # nobody need fill in anything
            misses += [
                {**plain, "no such field": 1},
                dict.fromkeys(plain, 1.5),
                list(plain),
                {name: [] for name in plain},
            ]
        else:
            misses += [[*choice, 0], list(choice[:-1]), [points + 1 for points in choice], [*map(float, choice)]]
            misses += [[choice[0] + 1, *choice[1:-1], choice[-1] - 1] if choice[-1] == 0 else [*choice[:-1], -1]]
    # Whatever is no answer to one of the first few of very many is no answer at all: too long, too short, too much.
    listed = list(itertools.islice(decision, MANY_ANSWERS))
    return [miss for miss in misses if not any(miss == choice and type(miss) is type(choice) for choice in listed)]


@check
def refused_answers_change_nothing(case: Case) -> None:
    """Near misses and nonsense are refused with a code, and leave no trace."""
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(2))):
        if case.skips(number, 4):
            continue
        before = everything(match)
        for seat, decision in match.pending.items():
            for miss in near_misses(decision):
                with pytest.raises(Refused) as refusal:
                    match.submit(seat, miss)
                assert refusal.value.code in ("illegal-answer", "malformed-answer", "bad-plot"), miss
                assert len(refusal.value.message) < 1000
        assert everything(match) == before


@check
def only_the_seat_that_is_asked_may_answer(case: Case) -> None:
    match = case.match()
    nobody: list[Any] = [-1, case.seats, "0", True, 0.0, None, [0], 10**5000]
    choice: Choice = "anything"
    for number, (_, entered) in enumerate(walk(match, random.Random(3))):
        if case.skips(number, 4) or isinstance(entered, Settled):
            continue
        choice = entered
        before = everything(match)
        for stranger in nobody:
            for entry in (choice, None):
                with pytest.raises(Refused) as refusal:
                    match.enter(stranger, entry)
                assert refusal.value.code == "no-such-seat"
            with pytest.raises(Refused) as refusal:
                match.undo(stranger)
            assert refusal.value.code == "no-such-seat"
        for seat in set(range(case.seats)) - set(match.pending):
            with pytest.raises(Refused) as refusal:
                match.enter(seat, choice)
            assert refusal.value.code in ("not-your-turn", "already-answered")
        assert everything(match) == before
    before = everything(match)
    for seat in range(case.seats):
        for entry in (choice, None):
            with pytest.raises(Refused) as refusal:
                match.enter(seat, entry)
            assert refusal.value.code == "match-over"
    assert everything(match) == before


@check
def views_leak_nothing(case: Case) -> None:
    """The seed, the secrets of the position and the answers others have given occur in no byte that is sent."""
    seed = "seed-8a1f0c77"
    match = case.match(seed)
    secrets, story = secrets_of(case), Story()
    for number, _ in enumerate(walk(match, random.Random(10))):
        if number % case.patience > 1:  # also some that come right after each other
            continue
        given = given_answers(match)
        for seat in watchers(match):
            hidden = {seed, *secrets(match, seat)}
            # Short answers occur anywhere by chance; long ones do not, but in one's own question.
            view = match.view(seat)
            asked = dump(view["decision"])
            sent = sent_to(match, seat, view, story)
            hidden |= {
                written
                for other, choice in given.items()
                if other != seat and len(written := as_sent(choice)) > 8 and written.encode() not in asked
                if sent != sent_without(match, other, seat, story)  # else the words are there for another reason
            }
            if case.game.is_open(match.options):
                assert case.game.view(match.state, seat) == case.game.view(match.state, None), "open to everybody"
            assert not [secret for secret in hidden if secret.encode() in sent], f"seat {seat}"
    assert match.view(None)["seed"] == seed


def as_sent(choice: Any) -> str:
    """An answer as it would be written in anything that is sent."""
    return choice if isinstance(choice, str) else dump(choice).decode()


def sent_without(match: Match[Any], other: int, seat: int | None, story: Story) -> bytes:
    """What a seat would be sent if another had not answered yet, but for who is being waited for."""
    twin = match.clone()
    if not twin.can_undo(other):
        return b""
    twin.undo(other)
    waiting = dump({"waiting": sorted(match.pending)})[1:-1]
    return sent_to(twin, seat, twin.view(seat), story).replace(dump({"waiting": sorted(twin.pending)})[1:-1], waiting)


@check
def a_seat_can_imagine_the_match(case: Case) -> None:
    """From its view alone a seat comes to the same question, and can play it out."""
    match = case.match()
    for number, (seat, _) in enumerate(walk(match, random.Random(11))):
        if seat == HOST or not imaginable(match, seat):
            continue
        view = json.loads(json.dumps(match.view(seat, explain=False)))
        imagined = Match.imagine(case.game, view, SeededDice("a dream"))
        assert imagined.pending[seat].to_plain() == match.pending[seat].to_plain()
        if not case.skips(number, 8):
            play_out(imagined, number)
