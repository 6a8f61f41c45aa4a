"""Explanations through whole races: complete, true, harmless and quick."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings

from ludus.core.clauses import find_clause
from ludus.core.decision import Allocate, Choice, Decision, freeze_choice
from ludus.core.dice import SeededDice
from ludus.core.event import Event
from ludus.core.form import Form
from ludus.core.game import CHECKPOINT, Ask, Together
from ludus.core.match import Match
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Race
from tests.conformance.kit import SHORT_CIRCUS, cases_of
from tests.games.circus.positions import GAME, Play, Start, starts

Answer = dict[str, Any]


MANY = 1_000  # answers to one question


def questions(ask: Ask) -> list[Decision]:
    if isinstance(ask, Together):
        return list(ask.values())
    return [ask] if isinstance(ask, Decision) else []


def explained(race: Race, decision: Decision) -> list[Answer]:
    """The answers, after every check that holds for all of them."""
    answers = GAME.explain(race, decision)
    assert json.loads(json.dumps(answers)) == answers
    if isinstance(decision, Form):  # its fields explain themselves
        assert all(freeze_choice(answer["choice"]) in decision for answer in answers)
    elif decision.count() > MANY:
        # Too many to list: each says what one box gets for so many points.
        assert isinstance(decision, Allocate)
        assert [(each["box"], each["points"]) for each in answers] == [
            (box, points) for box, cap in zip(decision.boxes, decision.caps, strict=True) for points in range(cap + 1)
        ]
    else:
        assert [freeze_choice(answer["choice"]) for answer in answers] == list(decision)
    for answer in answers:
        assert answer["label"]
        assert isinstance(answer["hint"], str)
        assert find_clause(answer.get("clause", decision.clause))
        for name in (answer.get("to"), answer.get("end"), answer.get("blocked_at"), *answer.get("path", ())):
            assert name is None or race.track.find(name) >= 0
        for odds in all_odds(answer):
            assert sum(odds.values()) == pytest.approx(1, abs=0.001)
            assert all(0 <= chance <= 1 for chance in odds.values())
    labels = [answer["label"] for answer in answers]
    assert len(set(labels)) == len(labels), labels
    return answers


def all_odds(part: Any) -> Iterator[dict[str, float]]:
    """Every distribution anywhere in an answer."""
    if isinstance(part, list):
        for each in part:
            yield from all_odds(each)
    if isinstance(part, dict):
        for key, value in part.items():
            if key in ("odds", "self", "injury"):
                yield value
            else:
                yield from all_odds(value)


# -- every question ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [(each.ruleset, each.seats) for each in cases_of(GAME) if each.seats in (3, 8, 11)] + [("match-race", 2)],
)
def test_every_answer_of_a_race_is_explained(ruleset: str, seats: int) -> None:
    rng = random.Random(seats)
    match = Match(GAME, seats, SeededDice(ruleset), ruleset, {"track": SHORT_CIRCUS})
    number = 0
    while match.outcome is None:
        seat, decision = rng.choice(list(match.pending.items()))
        before = json.dumps(GAME.save(match.state)) if number % 5 == 0 else ""
        explained(match.state, decision)
        if before:
            assert json.dumps(GAME.save(match.state)) == before
        match.answer(seat, decision.sample(rng))
        number += 1


@settings(max_examples=40, deadline=None)
@given(starts())
def test_a_broken_field_is_explained_and_left_alone(start: Start) -> None:
    play = start.play()
    for ask in play.steps(60):
        for decision in questions(ask):
            before = play.race.copy()
            explained(play.race, decision)
            assert GAME.save(play.race) == GAME.save(before)


def test_there_is_nothing_that_cannot_be_explained() -> None:
    """Races with many attacks, until every kind of question has come up."""
    missing = {name.removeprefix("explain_") for name in dir(SecondEdition) if name.startswith("explain_")}
    for seed in range(40):
        play = Play(GAME.begin(8, GAME.resolve("advanced", {})), seed)
        for ask in play.steps(800):
            for decision in questions(ask):
                if decision.name in missing:
                    explained(play.race, decision)
                    missing.discard(decision.name)
        if not missing:
            return
    pytest.fail(f"never asked: {missing}")


# -- true ----------------------------------------------------------------------------------------------------


class Witness(Play):
    """Remembers what was answered last, and what had been said about it."""

    said: Answer | None = None
    about = ""
    told = 0

    def choose(self, decision: Decision) -> Choice:
        choice = super().choose(decision)
        if decision.name == "step":
            answers = GAME.explain(self.race, decision)
            self.said = next(answer for answer in answers if answer["choice"] == choice)
            self.about = decision.about
            self.told = len(self.table.events)
        return choice


@settings(max_examples=60, deadline=None)
@given(starts())
def test_what_is_said_of_a_step_comes_true(start: Start) -> None:
    play = Witness(start.race(), start.seed)
    for ask in play.steps(80):
        if play.said is None or ask is CHECKPOINT:
            continue
        said, play.said = play.said, None
        own = [event for event in play.table.events[play.told :] if event.data.get("chariot") == play.about]
        check_step(said, own)


def check_step(said: Answer, events: list[Event]) -> None:
    kinds = [event.kind for event in events]
    if said["choice"].startswith("forward"):
        check_run(said, [event.data for event in events if event.kind == "drive"])
    elif said.get("path"):
        assert events[0].data["to"] == said["path"][-1]
    strain = said.get("strain")
    if strain and strain["unpaid"]:
        assert "flip" in kinds
        assert "strain" not in kinds
    elif strain and "strain" in kinds:
        told = next(event for event in events if event.kind == "strain")
        assert told.data["points"] == strain["points"]
        assert told.data["endurance_paid"] <= strain["endurance"]
        assert strain["odds"][told.data["result"]] > 0
    elif strain:
        assert strain["wheels"] > 0
        assert "flip" in kinds
    if "stop" in said:
        sign = {"strain": "strain", "wreck": "jump", "man": "run-down", "jump": "run-over", "finish": "finish"}
        assert sign[said["stop"]] in kinds or said["stop"] in ("strain", "finish")
    if "attack" in said:
        assert kinds[0] in ("attack", "trampled")
    if said["label"] == "Turn into the wall: you flip":
        assert kinds[0] == "flip"


def check_run(said: Answer, drives: list[Mapping[str, Any]]) -> None:
    """A run is told in parts, a new one wherever something could have happened."""
    driven = 0
    for drive in drives:
        driven += drive["squares"]
        if driven >= said["cost"]:
            assert driven == said["cost"]
            assert drive["to"] == ("the finish line" if said.get("finish") else said["path"][-1])
            return
    pytest.fail(f"{driven} squares instead of {said['cost']}")
