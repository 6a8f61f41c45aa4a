"""Opponents, by game and name."""

from __future__ import annotations

import random

from ludus.bots import campaign, chariot_race, circus, gladiator
from ludus.bots.base import Bot, Glimpse, RandomBot
from ludus.core.errors import SetupError

__all__ = ["BOTS", "Bot", "Glimpse", "RandomBot", "find_kind", "kinds_of", "make_bot", "middle"]

# From the weakest to the strongest.
BOTS: dict[str, tuple[type[Bot], ...]] = {
    "chariot-race": (RandomBot, chariot_race.Tiro, chariot_race.Auriga, chariot_race.Agitator),
    "gladiator": (RandomBot, gladiator.Tiro, gladiator.Veteranus, gladiator.Rudiarius),
    "circus": (RandomBot, circus.Novus, circus.Tiro, circus.Auriga, circus.Agitator),
    "campaign": (RandomBot, campaign.Libertus, campaign.Eques, campaign.Dominus),
}


def kinds_of(game: str) -> tuple[type[Bot], ...]:
    """The bots of a game; one that has none of its own can be played at random."""
    return BOTS.get(game, (RandomBot,))


def middle(game: str) -> str:
    """The bot of middle strength.

    >>> middle("circus"), middle("gladiator"), middle("chariot-race")
    ('tiro', 'veteranus', 'auriga')
    """
    kinds = kinds_of(game)
    return kinds[len(kinds) // 2].name


def make_bot(game: str, name: str, seed: str, budget_ms: int | None = None, samples: int | None = None) -> Bot:
    """A bot for one seat of one match. The same seed gives the same luck.

    A name may say more: "eques-miser" is an `eques` who is a miser, and "tiro+eques-miser" a `tiro` who drives for him.

    >>> make_bot("circus", "tiro+eques-miser", "1"), make_bot("campaign", "eques-miser", "1").called
    (<Bot 'tiro'>, 'eques-miser')
    """
    plain, _, owner = name.partition("+")
    called, _, character = plain.partition("-")
    kind = find_kind(game, called)
    if character and character not in kind.characters:
        known = ", ".join(kind.characters) or "none"
        raise SetupError(f"{called} has no character '{character[:40]}'; there is {known}", code="unknown-bot")
    bot = kind(random.Random(seed), budget_ms, samples)
    if character:
        bot.character = character
    if owner:
        bot.serve(owner)
    return bot


def find_kind(game: str, name: str) -> type[Bot]:
    """The bot of this name."""
    kinds = kinds_of(game)
    for kind in kinds:
        if kind.name == name:
            return kind
    known = ", ".join(kind.name for kind in kinds)
    raise SetupError(f"there is no bot '{name[:40]}' for {game}; there are {known}", code="unknown-bot")
