"""Small positions of the circus, and a bot's answer in them."""

from __future__ import annotations

from typing import Any

from ludus.bots import Bot, Glimpse, make_bot
from ludus.core.decision import Choice
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.games.circus.game import Circus

LAST_LAP = 3


def chariot(faction: str, square: str, seat: int = 1, **log: Any) -> dict[str, Any]:
    return {"faction": faction, "seat": seat, "square": square, "modifier": 1, **log}


def position(
    *chariots: dict[str, Any], mover: str = "", turn: int = 5, options: dict[str, Any] | None = None, **more: Any
) -> Match[Any]:
    """A match of two seats; seat 0 is asked about."""
    plain = {"turn": turn, "mover": mover, "chariots": list(chariots), **more}
    return Match(Circus(), 2, SeededDice("position"), "advanced", options or {}, None, plain)


def driver(name: str, samples: int | None = 1) -> Bot:
    return make_bot("circus", name, "driver", samples=samples)


def answer(match: Match[Any], name: str, seat: int = 0) -> Choice:
    """What the bot says to the open question."""
    choice = driver(name).choose(Glimpse.of(match, seat))
    assert choice in match.pending[seat]
    return choice


def drive(match: Match[Any], name: str, seat: int = 0) -> None:
    """Let the bot answer for its seat, until somebody else must or a new phase begins."""
    bot = driver(name)
    mover = match.state.mover
    while match.outcome is None and seat in match.pending and match.state.mover == mover:
        match.submit(seat, bot.choose(Glimpse.of(match, seat)))
