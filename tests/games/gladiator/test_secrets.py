"""What a man has written stays his own until everybody has."""

from __future__ import annotations

import random

from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.state import Arena

GAME = Gladiator()


def duel(seed: int, ruleset: str) -> Match[Arena]:
    return Match(GAME, 2, SeededDice(f"secret {seed}"), ruleset)


def test_sheets_and_crossed_phases_are_shown_to_their_owner_only() -> None:
    seen = {"sheet": 0, "crossed": 0}
    for seed in range(6):
        match, rng = duel(seed, "optional"), random.Random(seed)
        while match.outcome is None:
            for man in match.state.fighters:
                for name in seen:
                    own = match.view(man.seat, explain=False)["position"]["fighters"][man.name][name]
                    assert own == list(getattr(man, name))
                    seen[name] += bool(own)
                    for other in (None, 1 - man.seat):
                        assert match.view(other, explain=False)["position"]["fighters"][man.name][name] is None
            seat, decision = rng.choice(sorted(match.pending.items()))
            match.answer(seat, decision.sample(rng))
    assert all(seen.values())


def test_an_order_changes_nothing_that_others_see_before_all_are_written() -> None:
    match = duel(1, "basic")
    match.submit(0, "medium")
    match.submit(1, "medium")
    before = match.view(1, explain=False)["position"], match.view(None, explain=False)["position"]
    match.submit(0, "C")
    assert (match.view(1, explain=False)["position"], match.view(None, explain=False)["position"]) == before
    assert match.view(1, explain=False)["given"] is None
    assert not [event for event in match.events_for(1) if event.kind == "plots"]


def test_an_allocation_is_secret_until_the_number_of_attacks_is_told() -> None:
    match, rng = duel(4, "basic"), random.Random(4)
    while "allocate" not in {decision.name for decision in match.pending.values()}:
        seat, decision = next(iter(match.pending.items()))
        match.answer(seat, decision.sample(rng))
    (first, second) = sorted(match.pending)
    before = match.view(second, explain=False)["position"]
    match.submit(first, match.pending[first].sample(rng))
    assert match.view(second, explain=False)["position"] == before
