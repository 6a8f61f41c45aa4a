"""Random play comes to an end, whatever is played, and what must always hold holds."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from ludus.core.decision import Allocate
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.state import AMID, Arena
from ludus.games.gladiator.words import event_in_words

GAME = Gladiator()
MOST = 20_000


def check_ground(arena: Arena) -> None:
    """GL 7.2: nobody shares a hex once movement is over."""
    if arena.step != "setup" and (arena.step, arena.moment) != ("plot", AMID):
        places = [man.place for man in arena.men]
        assert len(set(places)) == len(places)


def check_sheet(now: Fighter, before: Fighter) -> None:
    """Wounds never heal, lasting losses stay lost, nobody holds three things."""
    assert all(new >= old for new, old in zip(now.wounds, before.wounds, strict=True))
    assert now.cf <= before.cf
    assert bool(now.weapon) + bool(now.shield) + now.net + (now.holding >= 0) <= 2
    assert now.stun >= 0
    assert now.used <= now.allowance
    if now.fighting:
        assert all(wounds < now.wound_factor for wounds in now.wounds)
        assert now.prone or not now.unconscious


def play(seats: int, ruleset: str, options: dict[str, Any] | None, seed: int) -> Match[Arena]:
    match = Match(GAME, seats, SeededDice(f"random {seed}"), ruleset, options)
    rng = random.Random(seed)
    for _ in range(MOST):
        if match.outcome is not None:
            return match
        before = {man.name: man.copy() for man in match.state.fighters if match.state.step != "setup"}
        seat, decision = rng.choice(sorted(match.pending.items()))
        if isinstance(decision, Allocate):
            assert decision.budget <= max(0, own_and_bonus(match.state, seat))
        match.answer(seat, decision.sample(rng))
        check_ground(match.state)
        for man in match.state.fighters:
            if man.name in before:
                check_sheet(man, before[man.name])
    raise AssertionError("no end")


def own_and_bonus(arena: Arena, seat: int) -> int:
    """All that a man could spend in this combat (GL 8.33)."""
    man = next(each for each in arena.fighters if each.seat == seat)
    return man.own_cf + max((bonus for _, bonus in man.bonuses), default=0)


CASES: list[tuple[int, str, dict[str, Any] | None]] = [
    (2, "basic", None),
    (2, "advanced", None),
    (2, "advanced", {"types": ["retiarius", "medium"]}),
    (2, "optional", {"creation": "choice"}),
    (3, "advanced", None),
    (6, "advanced", {"help": False}),
    (8, "advanced", {"sides": [0, 1, 1, 1, 0, 1, 0, 1]}),
]


@pytest.mark.parametrize(("seats", "ruleset", "options"), CASES)
def test_random_fights_end(seats: int, ruleset: str, options: dict[str, Any] | None) -> None:
    for seed in range(40 // seats):
        match = play(seats, ruleset, options, seed)
        assert match.outcome is not None
        assert match.outcome.reason in GAME.endings
        told = [event_in_words(event, "ABCDEFGH") for event in match.events]
        assert not re.search(r"\(-?\d+, -?\d+\)", "".join(told))  # no board shows the numbers of its hexes
