"""Races with money in them: purses, envelopes and bets as they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus import Match, ScriptedDice
from ludus.core.decision import Filled
from ludus.core.dice import SeededDice
from ludus.core.form import Form
from ludus.games.circus.patronage.money import BANK, Coffers
from tests.rules.circus.kit import GAME, CircusMatch
from tests.rules.epic.kit import epic

START = {"seats": 2}


def purse(seat: int, amount: int) -> dict[str, Any]:
    return {"payer": BANK, "payee": seat, "sum": amount, "why": "the purse", "clause": "E2 1"}


def rich(
    envelopes: Mapping[int, Mapping[str, Any]] | None = None, amount: int = 5000, seats: int = 2, **more: Any
) -> dict[str, Any]:
    """The coffers of a race under way, before anybody has moved."""
    return {
        "patronage": {
            "transfers": [purse(seat, amount) for seat in range(seats)],
            "envelopes": {str(seat): dict(envelope) for seat, envelope in (envelopes or {}).items()},
            **more,
        }
    }


def patrons(envelopes: Mapping[int, Mapping[str, Any]] | None = None, **position: Any) -> CircusMatch:
    """Red's phase begins; red belongs to the first seat, blue to the second."""
    options = {"patronage": "bets", **position.pop("options", {})}
    money = {name: position.pop(name) for name in ("bets", "odds", "later", "side_bets", "opened") if name in position}
    parts = rich(envelopes, position.pop("amount", 5000), position.pop("purses", 2), **money)
    return epic(options=options, parts=parts, **position)


def coffers(match: CircusMatch) -> Coffers:
    found: Coffers = match.state.parts["patronage"]
    return found


def set_up(seats: int, *, seed: str = "patrons", **options: Any) -> CircusMatch:
    """A race from the start, up to the first question about money: whoever is asked before gives the default."""
    match: CircusMatch = Match(
        GAME, seats, SeededDice(seed), "epic", {"weather": False, "patronage": "bets", "entries": 1, **options}
    )
    return until(match, "skullduggery", "bets", "match_odds", "bid")


def until(match: CircusMatch, *names: str) -> CircusMatch:
    """Defaults, up to one of these questions."""
    while match.outcome is None and next(iter(match.pending.values())).name not in names:
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, decision.default)
    return match


def form(match: CircusMatch, seat: int) -> Form:
    found = match.pending[seat]
    assert isinstance(found, Form)
    return found


def filled(match: CircusMatch, seat: int, **values: Any) -> Filled:
    found = form(match, seat).read(values)
    assert isinstance(found, Filled)
    return found


def own(match: CircusMatch, seat: int) -> str:
    """The colour of the seat's first chariot."""
    return next(each.faction for each in match.state.chariots if each.seat == seat)


__all__ = ["ScriptedDice", "coffers", "filled", "form", "own", "patrons", "purse", "rich", "set_up", "until"]
