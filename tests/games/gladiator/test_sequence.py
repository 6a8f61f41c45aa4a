"""The list of steps, and going on from any of them."""

from __future__ import annotations

import random
from typing import Any

from ludus import Match, SeededDice, restore
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.sequence import END, NEXT, SEQUENCE, STEPS
from ludus.games.gladiator.state import AMID, ASKING, BEFORE, Arena
from tests.conformance.kit import walk

GAME = Gladiator()


def duel(**position: Any) -> Match[Arena]:
    men = [
        {"seat": 0, "place": [0, 0], "facing": "N", "type": "retiarius"},
        {"seat": 1, "place": [0, -1], "facing": "S"},
    ]
    return Match(GAME, 2, SeededDice("1"), position={"fighters": men, **position})


def test_the_steps_follow_each_other_to_the_end_of_the_phase() -> None:
    assert list(STEPS) == [step.name for step in SEQUENCE]
    assert list(NEXT.values()) == [*list(STEPS)[1:], END]
    assert all(step.skip_to in (*STEPS, END) for step in SEQUENCE if step.unless is not None)


def test_a_step_that_opens_with_a_question_says_that_it_asks() -> None:
    match = duel(step="engage")
    assert (match.state.step, match.state.moment) == ("combat", ASKING)
    match.submit(0, match.pending[0].default)
    match.submit(1, match.pending[1].default)
    assert {decision.name for decision in match.pending.values()} == {"order"}
    assert (match.state.step, match.state.moment) == ("combat", AMID)


def test_positions_saved_before_there_were_moments_are_at_a_checkpoint() -> None:
    match: Match[Arena] = Match(GAME, 2, SeededDice("3"))
    for number, _ in enumerate(walk(match, random.Random(3))):
        if number % 7 == 0:
            snapshot = match.snapshot()
            assert snapshot["state"].pop("moment") == BEFORE
            again = restore(snapshot)
            assert again.pending.keys() == match.pending.keys()
            assert GAME.save(again.state) == GAME.save(match.state)


def test_who_resigns_amid_the_blows_leaves_when_they_have_fallen() -> None:
    """Whoever is left is still asked what he throws; records of such matches have his answer."""
    match = duel(step="engage")
    match.resign(1)
    match.submit(0, match.pending[0].default)
    match.submit(0, match.pending[0].default)
    assert match.pending[0].name == "throw"
    assert [event.kind for event in match.events][-1] == "resigned"
    match.submit(0, "no")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
