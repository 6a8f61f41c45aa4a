"""Drivers and owners in races of a season: chariots better than any chart, purses, and seats that only bet."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.bots import Bot, Glimpse, make_bot
from ludus.core.decision import Filled
from ludus.core.match import Match
from ludus.play import new_match
from tests.rules.circus.season_kit import stabled

EVERYBODY = ("novus", "tiro", "auriga", "agitator")
CHAMPION = stabled(name="Diocles", modifier=4, horses_start=[10, 8, 8, 10], endurance=90, hits_start=10)
TIRED = stabled(horses=[4, 4, 4, 5], hits=4)


def season_of(name: str, seed: int) -> Match[Any]:
    """Three owners, one of them with two chariots, and a better."""
    options = {
        "stables": [[CHAMPION, stabled()], [TIRED], [stabled()], []],
        "purses": [900, 4000, 10_000, 2500],
        "patronage": "bets",
    }
    match: Match[Any] = new_match("circus", 4, f"season {seed}", "advanced", options)
    bots: dict[int, Bot] = {seat: make_bot("circus", name, f"{seed}/{seat}", samples=1) for seat in range(4)}
    while match.outcome is None:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    return match


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_race_of_a_season_is_driven_and_bet_on_to_the_end(name: str) -> None:
    won = 0
    for seed in range(2):
        match = season_of(name, seed)
        coffers = match.state.parts["patronage"]
        assert all(sum(coffers.bets[seat].values()) >= 100 for seat in range(4))
        assert match.outcome is not None
        won += match.outcome.winners == (0,)
        purses = match.outcome.report["purses"]
        assert min(purses) >= 0
        assert sum(purses) <= 17_400
    assert won  # nobody is as fast as the champion


@pytest.mark.parametrize("name", EVERYBODY[1:])
def test_a_stake_that_does_not_come_back_is_weighed_as_such(name: str) -> None:
    """The same chariots by both books: where the stake is lost they bet less."""
    both = []
    for ruleset, car in (("advanced", "normal"), ("epic", "medium")):
        teams = [[6, 4, 4, 6], *[[5, 4, 4, 5]] * 3]
        given = [[stabled(car=car, horses_start=team)] for team in teams]
        options: dict[str, Any] = {"patronage": "bets", "stables": given}
        if ruleset == "epic":
            options |= {"entries": 1, "weather": False}
        match: Match[Any] = new_match("circus", 4, "stakes", ruleset, options)
        bots = {seat: make_bot("circus", name, f"0/{seat}", samples=1) for seat in range(4)}
        while "bets" not in {decision.name for decision in match.pending.values()}:
            for seat in list(match.pending):
                match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
        answers = [bots[seat].choose(Glimpse.of(match, seat)) for seat in range(4)]
        both.append(sum(amount for each in answers if isinstance(each, Filled) for _, amount in each.items()))
    assert 400 <= both[0] < both[1]
