"""What every game must pass. Each check takes a case and fails with an assertion.

A new game is covered by being in the registry; a game with secrets also says in `kit.SECRETS` what they are.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from ludus.core.decision import Decision, freeze_choice, read_decision
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError, LudusError, Refused
from ludus.core.event import Event
from ludus.core.match import Match
from ludus.core.record import replay, verify
from ludus.core.rules import clauses
from tests.conformance.kit import (
    SECRETS,
    Case,
    dump,
    everything,
    is_plain,
    outside,
    pick,
    play_out,
    sent_to,
    walk,
    watchers,
)

CHECKS: list[Callable[[Case], None]] = []


def check(function: Callable[[Case], None]) -> Callable[[Case], None]:
    CHECKS.append(function)
    return function


# -- answers -------------------------------------------------------------------------------------


@check
def legal_lists_agree_with_submit(case: Case) -> None:
    """Every listed answer is accepted; count, sample and default agree with the list."""
    match, rng = case.match(), random.Random(1)
    for _ in walk(match, rng):
        for seat, decision in match.pending.items():
            listed = list(decision)
            assert listed, f"{decision!r} has no answer"
            assert len(listed) == len(set(listed)) == decision.count()
            assert decision.default in listed
            assert all(decision.sample(rng) in listed for _ in range(5))
            assert all(choice in decision for choice in listed)
            for choice in listed:
                twin = match.clone(quiet=True)
                twin.submit(seat, choice)
                assert twin.outcome is not None or twin.pending


def near_misses(decision: Decision) -> list[Any]:
    """Answers that are almost right, and things that are no answers."""
    misses: list[Any] = [
        "",
        " ",
        None,
        True,
        1.0,
        {},
        [[0]],
        ["a"],
        (),
        10**5000,
        [10**5000],
        "\ud800",
        b"keep",
        "é" * 99,
    ]
    for choice in [*decision][:3]:
        if isinstance(choice, str):
            misses += [choice + " ", choice.upper(), choice[:-1], [choice], 0]
        elif isinstance(choice, int):
            misses += [str(choice), float(choice), [choice], -choice - 1, choice + decision.count()]
        else:
            misses += [[*choice, 0], list(choice[:-1]), [points + 1 for points in choice], [*map(float, choice)]]
            misses += [[choice[0] + 1, *choice[1:-1], choice[-1] - 1] if choice[-1] == 0 else [*choice[:-1], -1]]
    listed = list(decision)
    return [miss for miss in misses if not any(miss == choice and type(miss) is type(choice) for choice in listed)]


@check
def refused_answers_change_nothing(case: Case) -> None:
    """Near misses and nonsense are refused with a code, and leave no trace."""
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(2))):
        if number % 4:
            continue
        before = everything(match)
        for seat, decision in match.pending.items():
            for miss in near_misses(decision):
                with pytest.raises(Refused) as refusal:
                    match.submit(seat, miss)
                assert refusal.value.code in ("illegal-answer", "malformed-answer"), miss
                assert len(refusal.value.message) < 1000
        assert everything(match) == before


@check
def only_the_seat_that_is_asked_may_answer(case: Case) -> None:
    match = case.match()
    nobody: list[Any] = [-1, case.seats, "0", True, 0.0, None, [0], 10**5000]
    for number, (_, choice) in enumerate(walk(match, random.Random(3))):
        if number % 4:
            continue
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
                match.submit(seat, choice)
            assert refusal.value.code in ("not-your-turn", "already-answered")
        assert everything(match) == before
    before = everything(match)
    for seat in range(case.seats):
        for entry in (choice, None):
            with pytest.raises(Refused) as refusal:
                match.enter(seat, entry)
            assert refusal.value.code == "match-over"
    assert everything(match) == before


# -- copies, saving, proof -------------------------------------------------------------------------


@check
def clones_keep_step(case: Case) -> None:
    """A copy of a copy of a copy, made anew at each decision, ends like the original."""
    match, twin = case.match(), case.match()
    for seat, choice in walk(match, random.Random(4)):
        twin = twin.clone()
        assert outside(twin) == outside(match)
        twin.submit(seat, choice)
    assert everything(twin) == everything(match)
    assert everything(twin.clone()) == everything(match)


@check
def clones_leave_the_original_alone(case: Case) -> None:
    match = case.match()
    for number, (seat, choice) in enumerate(walk(match, random.Random(5))):
        if number % 6:
            continue
        before = everything(match)
        twins = [match.clone(), match.clone(quiet=True), match.clone(dice=SeededDice(f"other {number}"))]
        for twin in twins:
            twin.names[0] = "Somebody else"
            twin.submit(seat, choice)
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
        if number % 6:
            continue
        one = match.clone(quiet=True, dice=SeededDice(f"future {number}"))
        rng = random.Random(number)
        for _ in range(12):
            if one.outcome is not None:
                break
            two, three = one.clone(quiet=True), one.clone(quiet=True, dice=one.table.dice.copy())
            seat, choice = pick(one, rng)
            for each in (one, two, three):
                each.submit(seat, choice)
            assert (
                dump(case.game.save(one.state)) == dump(case.game.save(two.state)) == dump(case.game.save(three.state))
            )


@check
def restored_at_every_decision_ends_the_same(case: Case) -> None:
    """Saved to JSON and read back before each answer, with its history, a match is none the worse."""
    match, twin = case.match(), case.match()
    for seat, choice in walk(match, random.Random(7)):
        snapshot = json.loads(json.dumps(twin.snapshot()))
        record = json.loads(json.dumps(twin.record()))
        told = [Event.from_plain(event) for event in record["events"]]
        twin = Match.restore(case.game, snapshot, answers=record["answers"], events=told)
        bare = Match.restore(case.game, snapshot)
        assert outside(twin) == outside(bare) == outside(match)
        twin.submit(seat, choice)
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
        (answer, "answer 0: no answer to anything is not legal"),
        (extra, f"answer {len(record['answers'])}: the match is over"),
    ]


# -- what a seat may know ----------------------------------------------------------------------------


@check
def views_leak_nothing(case: Case) -> None:
    """The seed, the secrets of the position and the answers others have given occur in no byte that is sent."""
    seed = "seed-8a1f0c77"
    match = case.match(seed)
    secrets = SECRETS.get(case.game.id, lambda state, seat: set())
    for _ in walk(match, random.Random(10)):
        for seat in watchers(match):
            hidden = {seed, *secrets(match.state, seat)}
            # Short answers occur anywhere by chance; long ones do not.
            hidden |= {
                str(given) for other, given in given_answers(match).items() if other != seat and len(str(given)) > 8
            }
            sent = sent_to(match, seat)
            assert not [secret for secret in hidden if secret.encode() in sent], f"seat {seat}"
    assert match.view(None)["seed"] == seed


def given_answers(match: Match[Any]) -> dict[int, Any]:
    """Secret answers that wait for the others."""
    views = (match.view(seat, explain=False) for seat in range(match.seats))
    return {view["seat"]: view["given"] for view in views if view["given"] is not None}


@check
def a_seat_can_imagine_the_match(case: Case) -> None:
    """From its view alone a seat comes to the same question, and can play it out."""
    match = case.match()
    for number, (seat, _) in enumerate(walk(match, random.Random(11))):
        view = json.loads(json.dumps(match.view(seat, explain=False)))
        imagined = Match.imagine(case.game, view, SeededDice("a dream"))
        assert imagined.pending[seat].to_plain() == match.pending[seat].to_plain()
        if number % 8 == 0:
            play_out(imagined, number)


# -- taking back, leaving ----------------------------------------------------------------------------


@check
def undo_and_redo_come_out_even(case: Case) -> None:
    match = case.match()
    secrets = SECRETS.get(case.game.id, lambda state, seat: set())
    undone = 0
    for seat, choice in walk(match, random.Random(12)):
        trial = match.clone()
        before, hidden, position = everything(match), secrets(match.state, seat), match.table.dice.position
        trial.submit(seat, choice)
        after = everything(trial)
        if not trial.can_undo(seat):
            with pytest.raises(Refused) as refusal:
                trial.undo(seat)
            assert refusal.value.code == "undo-refused"
            assert everything(trial) == after
            continue
        undone += 1
        assert trial.table.dice.position == position, "an answer that rolled dice can be taken back"
        assert hidden <= secrets(trial.state, seat), "an answer that showed a secret can be taken back"
        restored = Match.restore(case.game, trial.snapshot(), answers=trial.answers, events=trial.events)
        for each in (trial, restored):
            each.undo(seat)
            assert everything(each) == before
            each.submit(seat, choice)
            assert everything(each) == after
    assert undone


@check
def several_answers_can_be_undone_and_redone(case: Case) -> None:
    match, rng = case.match(), random.Random(13)
    for seat, _ in walk(match, rng):
        if not match.can_undo(seat):
            continue
        trial, taken = match.clone(), 0
        states = [everything(trial)]
        while trial.can_undo(seat):
            trial.undo(seat)
            states.append(everything(trial))
            taken += 1
        for choice in [choice for who, choice in match.answers if who == seat][-taken:]:
            assert everything(trial) == states.pop()
            trial.submit(seat, choice)
        assert sorted(map(str, trial.answers)) == sorted(map(str, match.answers))
        assert outside(trial) == outside(match)


@check
def nobody_undoes_across_others_or_dice(case: Case) -> None:
    match = case.match()
    position = match.table.dice.position
    for _ in walk(match, random.Random(14)):
        rolled, position = match.table.dice.position != position, match.table.dice.position
        waiting = given_answers(match)
        able = [other for other in range(case.seats) if match.can_undo(other)]
        last = match.answers[-1][0] if match.answers else None
        assert not (rolled and able)
        assert all(other == last or other in waiting for other in able)


@check
def any_seat_may_resign_at_any_decision(case: Case) -> None:
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(15))):
        if number % 7:
            continue
        for seat in range(case.seats):
            quitter = match.clone()
            quitter.resign(seat)
            assert seat not in quitter.pending
            if quitter.outcome is None:
                assert not quitter.can_undo(seat)
                before = everything(quitter)
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


@check
def all_seats_may_resign(case: Case) -> None:
    match = case.match()
    for number, _ in enumerate(walk(match, random.Random(16))):
        if number % 7:
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
        if number % 7 == 0:
            twin = match.clone()
            case.game.withdraw(twin.state, twin.table, 0)
            once = dump([case.game.save(twin.state), len(twin.events)])
            case.game.withdraw(twin.state, twin.table, 0)
            assert dump([case.game.save(twin.state), len(twin.events)]) == once


# -- the whole game ------------------------------------------------------------------------------------


@check
def random_play_comes_to_an_end(case: Case) -> None:
    for seed in range(12):
        match = play_out(case.match(f"random {seed}"), seed)
        sane_outcome(match)
        assert not match.pending
        assert match.events


def sane_outcome(match: Match[Any]) -> None:
    outcome = match.outcome
    assert outcome is not None
    assert outcome.reason in match.game.endings
    assert len(outcome.places) == match.seats
    assert all(1 <= place <= match.seats for place in outcome.places)
    assert list(outcome.winners) == sorted(set(outcome.winners))
    if outcome.winners:
        assert tuple(seat for seat, place in enumerate(outcome.places) if place == 1) == outcome.winners
        # Ties share a place, and leave as many out after it.
        assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
    else:
        assert 1 not in outcome.places
    assert is_plain(outcome.to_plain())


@check
def events_are_frozen_and_name_their_rules(case: Case) -> None:
    match, index = case.match(), clauses()
    told: list[bytes] = []
    for _ in walk(match, random.Random(18)):
        told += [dump(event.to_plain()) for event in match.events[len(told) :]]
    assert told == [dump(event.to_plain()) for event in match.events[: len(told)]], "an event has changed afterwards"
    for event in match.events:
        assert event.clauses
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
            assert [*again] == [*decision]
            answers = match.view(seat)["decision"]["answers"]
            assert is_plain(answers)
            assert [freeze_choice(answer["choice"]) for answer in answers] == [*decision]
            assert all(answer["label"] for answer in answers)


@check
def everything_is_plain(case: Case) -> None:
    match = case.match()
    assert is_plain(case.game.stage(match.options))
    for _ in walk(match, random.Random(20)):
        assert is_plain(match.snapshot())
        assert all(is_plain(match.view(seat)) for seat in watchers(match))
    assert is_plain(match.record())


@check
def positions_can_be_written_and_read(case: Case) -> None:
    """A position written as a scenario asks the same question again."""
    match, written = case.match(), 0
    for _ in walk(match, random.Random(21)):
        try:
            position = json.loads(json.dumps(case.game.write_position(match.state)))
        except LudusError as error:
            if error.code == "no-scenario":
                continue
            raise
        written += 1
        again = Match(case.game, case.seats, SeededDice("scenario"), case.ruleset, position=position)
        assert case.game.write_position(again.state) == position
        for seat, decision in match.pending.items():
            assert again.pending[seat].to_plain() == decision.to_plain()
    assert written
    play_out(again)
    verify(case.game, json.loads(json.dumps(again.record())))
