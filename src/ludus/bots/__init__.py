"""Opponents, by game and name."""

from __future__ import annotations

import random

from ludus.bots.base import Bot, Glimpse, RandomBot
from ludus.core.errors import SetupError
from ludus.core.shelf import Shelf

__all__ = [
    "BOTS",
    "COMPANY",
    "TRAINED",
    "Bot",
    "Glimpse",
    "RandomBot",
    "all_kinds",
    "find_kind",
    "kinds_of",
    "make_bot",
    "middle",
    "recalled_by",
]

Kinds = tuple[type[Bot], ...]  # from the weakest to the strongest


def _chariot_race() -> Kinds:
    from ludus.bots import chariot_race

    return (RandomBot, chariot_race.Tiro, chariot_race.Auriga, chariot_race.Agitator)


def _gladiator() -> Kinds:
    from ludus.bots import gladiator

    return (RandomBot, gladiator.Tiro, gladiator.Veteranus, gladiator.Rudiarius)


def _circus() -> Kinds:
    from ludus.bots import circus

    return (RandomBot, circus.Novus, circus.Tiro, circus.Auriga, circus.Agitator)


def _campaign() -> Kinds:
    from ludus.bots import campaign

    return (RandomBot, campaign.Libertus, campaign.Eques, campaign.Dominus)


# By game. Like the games themselves, they are imported when they are wanted.
BOTS: Shelf[Kinds] = Shelf(
    {"chariot-race": _chariot_race, "gladiator": _gladiator, "circus": _circus, "campaign": _campaign}
)


def _men_of_the_circus() -> Kinds:
    from ludus.bots import circus

    return (circus.Sparring, circus.Rival, circus.Furious, circus.Master)


def _men_of_the_arena() -> Kinds:
    from ludus.bots import gladiator

    return (gladiator.Sparring, gladiator.Rival, gladiator.Master)


def _posts() -> Kinds:
    from ludus.bots import gladiator

    return (gladiator.Palus,)


# Characters who stand beside that line: men with a name, easy-going, as they are, on a black day, at their best.
COMPANY: Shelf[Kinds] = Shelf({"circus": _men_of_the_circus, "gladiator": _men_of_the_arena})
# Seated by name only, to train at: nobody is offered them.
POSTS: Shelf[Kinds] = Shelf({"gladiator": _posts})

# Policies that were trained outside and hired by the operator (`learn/policy.py`).
TRAINED: dict[str, Kinds] = {}


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
        bot.become(character)
    if owner:
        bot.serve(owner)
    return bot


def recalled_by(game: str, name: str) -> frozenset[str]:
    """The kinds of events that a bot of this name wants to be reminded of."""
    called = name.partition("+")[0].partition("-")[0]
    kinds = (*kinds_of(game), *COMPANY.get(game, ()))
    return next((kind.recalls for kind in kinds if kind.name == called), frozenset())


def all_kinds(game: str) -> Kinds:
    """Everybody of the house who can be seated by name."""
    return (*kinds_of(game), *COMPANY.get(game, ()), *POSTS.get(game, ()))


def find_kind(game: str, name: str) -> type[Bot]:
    """The bot of this name."""
    for kind in (*all_kinds(game), *TRAINED.get(game, ())):
        if kind.name == name:
            return kind
    offered = (*kinds_of(game), *COMPANY.get(game, ()), *TRAINED.get(game, ()))
    known = ", ".join(kind.name for kind in offered)
    raise SetupError(f"there is no bot '{name[:40]}' for {game}; there are {known}", code="unknown-bot")
