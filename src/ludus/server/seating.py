"""Who sits where: names, tokens, and what anyone may know about a match."""

from __future__ import annotations

import hashlib
import secrets
import string
from collections.abc import Collection, Iterable
from dataclasses import asdict, replace
from typing import Any

from ludus.bots import COMPANY, TRAINED, Bot, kinds_of, make_bot
from ludus.core.errors import SetupError
from ludus.library import find_game
from ludus.server.house_rules import rules_in_words
from ludus.server.house_time import Moment
from ludus.server.names import clean_name, distinct
from ludus.server.problems import Problem, needs_token
from ludus.server.saved_match import Head, Seat
from ludus.server.schema import ChangeSeat

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


LETTERS = string.ascii_letters + string.digits  # of a match's id: no dash that a shell or a reader could mistake


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Known(str):
    """The hash of a token, found by another way than the token; `given` is what it was found by."""

    __slots__ = ("given",)

    given: str

    def __new__(cls, token_hash: str, given: str) -> Known:
        known = super().__new__(cls, token_hash)
        known.given = given
        return known


def hashed(token: str) -> str:
    """Only this is kept, so that a stolen database opens no seat."""
    if isinstance(token, Known):
        return str(token)
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def find_bot(game: str, name: str | None) -> type[Bot]:
    """The bot of this name; without one, a middling one."""
    kinds = kinds_of(game)
    if name is None:
        return kinds[len(kinds) // 2]
    kinds = (*kinds, *COMPANY.get(game, ()), *TRAINED.get(game, ()))
    for kind in kinds:
        if kind.name == name:
            return kind
    known = ", ".join(kind.name for kind in kinds)
    raise SetupError(f"there is no bot '{name[:40]}' for {game}; there is {known}", code="unknown-bot")


def seated_bot(game: str, name: str | None) -> str:
    """What a bot is called as it takes a seat. One with a character has it from now on, drawn unless it was named."""
    plain, _, character = (name or "").partition("-")
    kind = find_bot(game, plain or None)
    if character:
        return make_bot(game, f"{kind.name}-{character}", "").called
    return make_bot(game, kind.name, secrets.token_hex(8)).called


def stand_in(game: str) -> str:
    """The bot that answers for a person who is away, always the same: the first of its characters."""
    kind = find_bot(game, None)
    return f"{kind.name}-{kind.characters[0]}" if kind.characters else kind.name


def name_for(kind: str, number: int, given: str | None, others: Collection[str]) -> str:
    """A seat's name: the given one, a Roman for a bot, "Player 2" for a person."""
    if given is not None:
        return distinct(clean_name(given), others)
    if kind == "bot":
        return next((roman for roman in ROMANS if roman not in others), None) or distinct("Bot", others)
    return distinct(f"Player {number + 1}", others)


def held(seats: Iterable[Seat], tokens: Collection[str]) -> tuple[int, ...]:
    """The seats these (hashed) tokens own."""
    return tuple(number for number, seat in enumerate(seats) if seat.kind == "human" and seat.token in tokens)


def kept_for(seat: Seat) -> Seat:
    """The seat of a rematch, kept for whoever had it: open, with his token."""
    if seat.kind != "human":
        return Seat(seat.kind, seat.name, seat.bot)
    return Seat("open", seat.name, token=seat.token)


def not_kept(seat: Seat, token: str | None = None) -> None:
    """Refuse to give away a seat that is kept for somebody else."""
    if seat.kind == "open" and seat.token is not None and (token is None or seat.token != hashed(token)):
        message = f"this seat is kept for {seat.name}, who has not declined the rematch"
        raise Problem(409, "seat-kept", message)


def describe(head: Head, connected: Collection[int], moment: Moment) -> dict[str, Any]:
    """What anyone with the link may know: the fields of `MatchInfo`."""
    return {
        "id": head.id,
        "game": head.game,
        "ruleset": head.ruleset,
        "options": open_options(head),
        "rules": rules_in_words(head.game, head.ruleset, head.options, head.rules_name),
        "status": head.status,
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "connected": number in connected,
                "resigned": seat.resigned,
                "kept": seat.kind == "open" and seat.token is not None,
                "orders": seat.orders,
                "hands": seat.hands,
                "contests": seat.contests,
                "owner": seat.owner,
            }
            for number, seat in enumerate(head.seats)
        ],
        "waiting": list(head.waiting),
        "number": head.number,
        "created": head.created,
        "changed": head.changed,
        "outcome": head.outcome,
        "rematch": head.rematch,
        "clock": clock_of(head, moment),
        "proposal": None if head.proposal is None else asdict(head.proposal),
        "scenario": head.scenario,
        "title": head.title,
        "parent": head.parent and {"id": head.parent, "title": head.parent_title, "number": head.contest},
        "tournament": head.tournament and {"id": head.tournament, "name": head.parent_title},
        "contests": [
            {**asdict(each), "status": "running" if each.outcome is None else "over"} for each in head.contests
        ],
    }


def open_options(head: Head) -> dict[str, Any]:
    """The options that everybody may read. What a campaign hands into its contest, purses among it, is not for all: the
    contest itself shows each seat its own."""
    if head.parent is None:
        return head.options
    handed = {option.name for option in find_game(head.game).options if option.handed}
    return {name: value for name, value in head.options.items() if name not in handed}


def clock_of(head: Head, moment: Moment) -> dict[str, Any] | None:
    """The fields of `ClockInfo`, as of now."""
    return None if head.clock is None else head.clock.describe(moment, head.people)


# -- whose seat, and what may become of it --------------------------------------------------------------


def changed(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:number], seat, *seats[number + 1 :])


def the_seat(head: Head, token: str | None) -> int:
    """The seat of this match that the token owns."""
    seats = held(head.seats, {hashed(token)}) if token is not None else ()
    if not seats:
        raise needs_token()
    return seats[0]


def own_seat(head: Head, seat: int, token: str | None) -> str:
    """The hash of the token, which must own this very seat."""
    the_seat(head, token)
    check_seat(head, seat)
    if head.seats[seat].token != hashed(token or ""):
        raise Problem(403, "not-your-seat", f"that is the seat of {head.seats[seat].name}; your token is of another")
    return hashed(token or "")


def check_seat(head: Head, number: int) -> None:
    if number >= len(head.seats):
        raise Problem(404, "no-such-seat", f"there is no seat {number}; seats are 0 to {len(head.seats) - 1}")


def not_in_contest(head: Head) -> None:
    """A contest is arranged by its campaign, a table by its tournament: whose its seats are, how they are called."""
    if head.tournament is not None:
        raise Problem(409, "table-of-tournament", f"this is a table of {head.parent_title}; arrange that on its page")
    if head.parent is not None:
        raise Problem(409, "contest-of-campaign", f"{head.title} belongs to {head.parent_title}; arrange that there")


def playable_seat(head: Head, number: int) -> Seat:
    """The seat, if it can still change hands."""
    check_seat(head, number)
    if head.status == "over":
        raise Problem(409, "match-over", "the match is over; the seats stay as they are")
    if head.seats[number].resigned:
        raise Problem(409, "seat-resigned", f"{head.seats[number].name} has resigned; the seat is out of the match")
    return head.seats[number]


def open_seats(head: Head) -> str:
    return ", ".join(str(number) for number, seat in enumerate(head.seats) if seat.kind == "open") or "none"


def rearranged(head: Head, number: int, change: ChangeSeat) -> Seat:
    """The seat after a change that its token allows."""
    there = head.seats[number]
    kind = change.kind or there.kind
    others = [seat.name for each, seat in enumerate(head.seats) if each != number]
    if change.bot is not None and kind != "bot":
        raise Problem(422, "not-a-bot", "a bot can only be named for a bot's seat; say kind = bot too")
    if kind == "human" and there.kind != "human":
        raise Problem(409, "take-it", "a person takes an open seat: open it first, then take it")
    keeps_name = change.name is None and kind == there.kind
    name = there.name if keeps_name else name_for(kind, number, change.name, others)
    if kind == "bot":
        kept = there.bot if change.bot is None else None
        return Seat("bot", name, kept or seated_bot(head.game, change.bot))
    if kind == "open":
        return Seat("open", name)
    return replace(there, name=name)


def note_of(before: Seat, after: Seat) -> str:
    if after.kind == before.kind:
        return f"{before.name} is now called {after.name}." if before.name != after.name else ""
    if after.kind == "bot":
        return f"{after.name}, a bot, plays for {before.name}."
    return f"The seat of {before.name} is open."
