"""Campaigns of owners, whatever happens: money is conserved, everything is saved, orders are obeyed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludus.campaign.ledger import BANK
from ludus.campaign.owners.state import Stables
from ludus.core.decision import Decision
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError
from ludus.core.match import Match
from ludus.core.nested import nest, open_contest, settled
from ludus.core.record import verify
from ludus.core.standing_orders import default_orders, obey, read_orders
from ludus.library import find_game
from tests.rules.campaign.owners_kit import (
    poor,
    stables,
)
from tests.rules.campaign.sand_kit import (
    GAME,
    owners,
    play_on,
    purses,
)


@pytest.mark.rule("GL 22.1", "GL 22.5", "GL 22.6")
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_random_campaigns_end_and_money_is_conserved(seats: int) -> None:
    for seed in range(4 if seats < 5 else 2):  # the more owners, the more happens in each
        match = owners(seats, dice=SeededDice(f"{seed}"), matches=15)
        orders = read_orders(match.game.orders(match.options, seats), {})
        for _ in play_on(match, random.Random(seed)):
            state: Stables = match.state
            assert sum(state.purse(seat) for seat in (BANK, *range(seats))) == 0
            assert min(purses(match)) >= 0
            for seat in sorted(match.pending)[:1]:
                check_question(match, seat, match.pending[seat], orders)
        assert match.outcome is not None
        assert all(match.narrate(event) for event in match.events)
        assert {clause.split()[0] for event in match.events for clause in event.clauses} == {"GL"}
        verify(match.game, match.record())


def check_question(match: Match[Any], seat: int, decision: Decision, orders: Any) -> None:
    assert match.state.free_money(seat) >= 0
    obeyed = obey(match, seat, orders)
    assert obeyed is not None
    assert obeyed.choice in decision
    told = match.explain(seat)
    assert told
    assert all(each["label"] for each in told)


def test_owners_are_saved_and_restored_anywhere() -> None:
    match = owners(3, dice=SeededDice("7"), matches=4)
    for _ in play_on(match, random.Random(5)):
        twin = Match.restore(match.game, json.loads(json.dumps(match.snapshot())))
        assert twin.view(0) == match.view(0)
        assert twin.contest == match.contest


def test_standing_orders() -> None:
    match = stables(2)
    form = match.game.orders(match.options, 2)
    given = default_orders(form) | {"send": "veteran", "arms": "retiarius", "odds": 4, "price": 300}
    assert match.game.orders_in_words(given, match.options) == [
        "Send the one with the most victories: net and trident.",
        "Give odds up to 4-1.",
        "No side bets.",
        "Experience: +1 Training.",
        "Bid up to 300s for a new man while you have fewer than 5.",
    ]
    first = obey(match, 0, given)
    assert first is not None
    match.submit(0, first.choice)
    assert obey(match, 0, given) == ("retiarius", f"{match.state.men[1].name}: net and trident")
    match.submit(0, "retiarius")
    match.submit(1, 7)
    assert obey(match, 1, given) == ("medium", f"{match.state.men[7].name}: sword, medium armour")
    match.submit(1, "medium")
    assert obey(match, 0, given) == ("4-1", "gives 4-1")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"step": "dance"}, "position.step is one of found, draw, send"),
        ({"sent": [77]}, "position.sent: these men are not there"),
        ({"ledger": {"transfers": []}, "step": "draw"}, ""),
        (
            {"ledger": {"transfers": [{"payer": 0, "payee": 1, "sum": 5, "why": "", "clause": "", "when": 0}]}},
            "position.ledger: seat 0 has spent more than it had",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], words: str) -> None:
    plain = GAME.write_position(stables(2).state)
    if not words:
        assert poor(0, 0, **change).outcome is not None
        return
    with pytest.raises(DataError) as refused:
        owners(2, position={**plain, **change})
    assert words in refused.value.message


@pytest.mark.rule("GL 22.3a", "GL 22.5")
def test_a_whole_match_in_the_arena_is_proven_with_its_fight() -> None:
    match = owners(2, dice=SeededDice("3"), matches=1)
    contests = []
    rng = random.Random(1)
    while match.outcome is None:
        if match.contest is not None:
            arena = open_contest(match, find_game)
            while arena.outcome is None:
                seat, decision = next(iter(arena.pending.items()))
                arena.answer(seat, decision.sample(rng))
            contests.append(arena.record())
            match.settle(settled(arena))
        else:
            seat = min(match.pending)
            match.submit(seat, match.pending[seat].default)
    assert len(contests) == 1
    assert verify(match.game, nest(match.record(), contests), find_game).outcome == match.outcome
