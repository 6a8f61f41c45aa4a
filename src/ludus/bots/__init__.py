"""Opponents, by game and name."""

from __future__ import annotations

import random

from ludus.bots import chariot_race, circus, gladiator
from ludus.bots.base import Bot, Glimpse, RandomBot
from ludus.core.errors import SetupError

__all__ = ["BOTS", "Bot", "Glimpse", "RandomBot", "make_bot"]

# From the weakest to the strongest.
BOTS: dict[str, tuple[type[Bot], ...]] = {
    "chariot-race": (RandomBot, chariot_race.Tiro, chariot_race.Auriga, chariot_race.Agitator),
    "gladiator": (RandomBot, gladiator.Tiro, gladiator.Veteranus, gladiator.Rudiarius),
    "circus": (RandomBot, circus.Novus, circus.Tiro, circus.Auriga, circus.Agitator),
}


def make_bot(game: str, name: str, seed: str, budget_ms: int | None = None, samples: int | None = None) -> Bot:
    """A bot for one seat of one match. The same seed gives the same luck."""
    kinds = BOTS.get(game, (RandomBot,))
    for kind in kinds:
        if kind.name == name:
            return kind(random.Random(seed), budget_ms, samples)
    known = ", ".join(kind.name for kind in kinds)
    raise SetupError(f"there is no bot '{name[:40]}' for {game}; there are {known}", code="unknown-bot")
