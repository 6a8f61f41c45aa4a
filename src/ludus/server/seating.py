"""Who sits where: names, tokens, and what anyone may know about a match."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections.abc import Collection, Iterable
from typing import Any

from ludus.bots import BOTS, Bot, RandomBot
from ludus.core.errors import SetupError
from ludus.server.problems import Problem
from ludus.server.schema import MAX_NAME
from ludus.server.store import Head, Seat

# Drivers and fighters whose names are on stones.
ROMANS = (
    "Scorpus",
    "Diocles",
    "Calpurnianus",
    "Crescens",
    "Fuscus",
    "Porphyrius",
    "Musclosus",
    "Epaphroditus",
    "Spiculus",
    "Flamma",
    "Priscus",
    "Verus",
    "Hermes",
    "Felix",
    "Tetraites",
    "Carpophorus",
)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Only this is kept, so that a stolen database opens no seat."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def bots_of(game: str) -> tuple[type[Bot], ...]:
    return BOTS.get(game, (RandomBot,))


def find_bot(game: str, name: str | None) -> type[Bot]:
    """The bot of this name; without one, a middling one."""
    kinds = bots_of(game)
    if name is None:
        return kinds[len(kinds) // 2]
    for kind in kinds:
        if kind.name == name:
            return kind
    known = ", ".join(kind.name for kind in kinds)
    raise SetupError(f"there is no bot '{name[:40]}' for {game}; there is {known}", code="unknown-bot")


def clean_name(name: str) -> str:
    """Without line breaks, invisible characters and doubled spaces."""
    visible = "".join(
        char for char in unicodedata.normalize("NFC", name) if char == " " or unicodedata.category(char)[0] not in "CZ"
    )
    cleaned = " ".join(visible.split())[:MAX_NAME].strip()
    if not cleaned:
        raise Problem(422, "bad-name", f"a name has 1 to {MAX_NAME} visible characters")
    return cleaned


def distinct(name: str, others: Collection[str]) -> str:
    """The name, with a number when somebody at the table has it already.

    >>> distinct("Ann", ["Ann", "Bob"])
    'Ann 2'
    """
    taken = {other.casefold() for other in others}
    candidate, number = name, 1
    while candidate.casefold() in taken:
        number += 1
        suffix = f" {number}"
        candidate = name[: MAX_NAME - len(suffix)] + suffix
    return candidate


def name_for(kind: str, number: int, given: str | None, others: Collection[str]) -> str:
    """A seat's name: the given one, a Roman for a bot, "Player 2" for a person."""
    if given is not None:
        return distinct(clean_name(given), others)
    if kind == "bot":
        return next((roman for roman in ROMANS if roman not in others), None) or distinct("Bot", others)
    return distinct(f"Player {number + 1}", others)


def held(seats: Iterable[Seat], tokens: Collection[str]) -> tuple[int, ...]:
    """The seats these (hashed) tokens own."""
    return tuple(number for number, seat in enumerate(seats) if seat.token is not None and seat.token in tokens)


def describe(head: Head, connected: Collection[int]) -> dict[str, Any]:
    """What anyone with the link may know: the fields of `MatchInfo`."""
    return {
        "id": head.id,
        "game": head.game,
        "ruleset": head.ruleset,
        "options": head.options,
        "status": head.status,
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "connected": number in connected,
                "resigned": seat.resigned,
            }
            for number, seat in enumerate(head.seats)
        ],
        "waiting": list(head.waiting),
        "number": head.number,
        "created": head.created,
        "changed": head.changed,
        "outcome": head.outcome,
        "rematch": head.rematch,
        "clock": clock_of(head),
        "scenario": head.scenario,
    }


def clock_of(head: Head) -> dict[str, Any] | None:
    """The fields of `ClockInfo`, as of now."""
    return None if head.clock is None else head.clock.describe(time.time(), head.people)
