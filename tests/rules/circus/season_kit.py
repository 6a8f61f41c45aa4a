"""Races of a season: chariots out of their stables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ludus import Match, ScriptedDice
from ludus.core.dice import SeededDice
from tests.rules.circus.kit import GAME, CircusMatch

Handed = list[list[dict[str, Any]]]


def stabled(**more: Any) -> dict[str, Any]:
    """A chariot as a season hands it in."""
    return {"horses_start": [5, 4, 4, 5], "endurance": 46, "car": "normal", "modifier": 1, "hits_start": 7, **more}


def stables(*entries: int) -> Handed:
    """So many chariots of each seat."""
    return [
        [stabled(name=f"driver {seat + 1}.{number + 1}") for number in range(count)]
        for seat, count in enumerate(entries)
    ]


def season(
    given: Handed, *, seed: str = "season", dice: Sequence[int] | None = None, ruleset: str = "advanced", **options: Any
) -> CircusMatch:
    """A race of a season from the start."""
    throws = SeededDice(seed) if dice is None else ScriptedDice(dice)
    return Match(GAME, len(given), throws, ruleset, {"stables": given, **options})


def drive_on(match: CircusMatch, rng: random.Random | None = None) -> CircusMatch:
    """To the end, by usual answers or by any."""
    while match.outcome is None:
        seat, decision = next(iter(match.pending.items()))
        match.answer(seat, decision.default if rng is None else decision.sample(rng))
    return match


def report(match: CircusMatch) -> dict[str, Any]:
    assert match.outcome is not None
    found = match.outcome.report
    assert isinstance(found, dict)
    return found
