"""The scenarios that ship with the arena: each is valid, asks what it says, and can be played to the end."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludus.core.clauses import clauses
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.state import Arena

SCENARIOS = Path(__file__).parents[3] / "examples" / "scenarios" / "gladiator"
FILES = sorted(SCENARIOS.glob("*.toml"))
GAME = Gladiator()

# What the first player is asked first.
FIRST_QUESTIONS = {
    "lesson-move-and-face": "plot",
    "lesson-strike-and-guard": "allocate",
    "lesson-the-shield": "allocate",
    "lesson-collisions": "plot",
    "lesson-the-net": "plot",
    "first-blood": "allocate",
    "the-charge": "plot",
    "on-his-flank": "plot",
    "the-lost-sword": "plot",
    "a-man-on-the-ground": "plot",
    "the-toss": "plot",
    "in-the-net": "free",
    "let-him-live": "appeal",
    "two-against-one": "concentrate",
}


def start(path: Path, seed: int = 0) -> Match[Arena]:
    written: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    return Match(GAME, written["seats"], SeededDice(str(seed)), names=written["names"], position=written["position"])


def test_there_are_five_lessons_and_nine_more() -> None:
    assert {path.stem for path in FILES} == set(FIRST_QUESTIONS)
    assert sorted(tomllib.loads(path.read_text("utf-8"))["number"] for path in FILES) == list(range(1, 15))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_is_valid_and_can_be_played_to_the_end(path: Path) -> None:
    written = tomllib.loads(path.read_text("utf-8"))
    assert written["game"] == GAME.id
    assert all(clause in clauses() for clause in written["clauses"])
    assert start(path).pending[0].name == FIRST_QUESTIONS[path.stem]
    for seed in range(3):
        match, rng = start(path, seed), random.Random(seed)
        while match.outcome is None:
            seat, decision = next(iter(match.pending.items()))
            match.submit(seat, decision.sample(rng))


def test_the_man_alone_cannot_cover_his_back() -> None:
    match = start(SCENARIOS / "two-against-one.toml")
    assert match.state.fighters[0].bonuses == ((1, 5),)


def test_who_lies_there_without_a_move_is_at_the_others_mercy() -> None:
    match = start(SCENARIOS / "a-man-on-the-ground.toml")
    match.submit(0, "-")
    match.submit(1, "-")
    (verdict,) = [event for event in match.events if event.kind == "verdict"]
    assert verdict.data["total"] == 32
