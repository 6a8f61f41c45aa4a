"""How cost grows: with the chariots of a race, and with the races of a season. Linear is what is hoped for."""

from __future__ import annotations

import random
import time
from typing import Any

from ludus.core.match import Match
from ludus.play import new_match, open_contest, settle

FIELDS = (2, 4, 8, 16)
RACES = 10
OWNERS = 8
REPEATS = 5


def by_chariots(fields: tuple[int, ...] = FIELDS, repeats: int = REPEATS) -> dict[str, float]:
    """Microseconds a decision of a random epic race, by the number of chariots; the same for all is linear."""
    return {str(field): _race_cost(field, repeats) for field in fields}


def _race_cost(field: int, repeats: int) -> float:
    rng, seconds, decisions = random.Random(0), 0.0, 0
    for number in range(repeats):
        match = new_match("circus", field, seed=number, ruleset="epic", options={"entries": 1, "stable": 0})
        began = time.process_time()
        while match.outcome is None:
            seat, decision = next(iter(match.pending.items()))
            decision.listed()
            match.answer(seat, decision.sample(rng))
            decisions += 1
        seconds += time.process_time() - began
    return round(1e6 * seconds / decisions, 1)


def by_races(races: int = RACES) -> list[float]:
    """Milliseconds that each race of a season takes, with what is done before it. Everybody gives the default answers:
    at random nobody would be left after three races."""
    match = new_match("campaign", OWNERS, seed=0, ruleset="season", options={"races": races})
    costs, began = [], time.process_time()
    while match.outcome is None:
        if match.contest is None:
            _by_default(match)
            continue
        contest = open_contest(match)
        while contest.outcome is None:
            _by_default(contest)
        settle(match, contest)
        now = time.process_time()
        costs.append(round(1e3 * (now - began), 1))
        began = now
    return costs


def _by_default(match: Match[Any]) -> None:
    seat, decision = next(iter(match.pending.items()))
    match.answer(seat, decision.default)
