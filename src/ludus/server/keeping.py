"""What the keeper of a house does with its matches: look at them, delete them, clear a seat, keep somebody out.

All of it works on the database alone, while servers run on it too: they notice as they notice each other.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from ludus.core.errors import DataError, LudusError
from ludus.server import shelf
from ludus.server.running_match import PLAYED, RunningMatch
from ludus.server.saved_match import Head, Seat, Step
from ludus.server.seating import changed
from ludus.server.sql_rows import dump, read_heads, seat_rows
from ludus.server.sql_tables import accounts, banned, matches, results, seats, sessions, steps, tournaments
from ludus.server.tournaments import Cup, read_cups


def all_heads(engine: Engine, status: str | None = None) -> list[Head]:
    """The newest first."""
    found = select(matches).order_by(matches.c.changed.desc())
    if status is not None:
        found = found.where(matches.c.status == status)
    with engine.connect() as connection:
        return read_heads(connection, found)


def one_head(connection: Connection, match_id: str) -> Head:
    heads = read_heads(connection, select(matches).where(matches.c.id == match_id))
    if not heads:
        raise DataError(f"there is no match {match_id[:40]}", code="no-such-match")
    return heads[0]


def with_contests(engine: Engine, match_id: str) -> list[str]:
    """The match, and those that were played within it."""
    with engine.connect() as connection:
        head = one_head(connection, match_id)
    return [head.id, *(each.id for each in head.contests)]


def delete_match(engine: Engine, match_id: str) -> int:
    """The match and its contests, for good; how many were deleted."""
    ids = with_contests(engine, match_id)
    with engine.begin() as connection:
        head = one_head(connection, match_id)
        if head.parent is not None:
            raise DataError(
                f"{match_id} belongs to the campaign {head.parent}; delete that", code="contest-of-campaign"
            )
        connection.execute(update(matches).where(matches.c.rematch == match_id).values(rematch=None))
        return int(connection.execute(delete(matches).where(matches.c.id.in_(ids))).rowcount)


def kick(engine: Engine, match_id: str, number: int) -> str:
    """Take a seat from whoever has it: his token is good for nothing any more. Who it was."""
    with engine.begin() as connection:
        head = one_head(connection, match_id)
        if not 0 <= number < len(head.seats):
            raise DataError(f"there is no seat {number}; seats are 0 to {len(head.seats) - 1}", code="no-such-seat")
        there = head.seats[number]
        if there.token is None or head.status == "over":
            raise DataError(f"nobody is to be kicked from seat {number} of {match_id}", code="nobody-there")
        after = replace(head, number=head.number + 1, seats=changed(head.seats, number, Seat("open", there.name)))
        moved = update(matches).where(matches.c.id == match_id, matches.c.number == head.number)
        if connection.execute(moved.values(number=after.number)).rowcount != 1:
            raise DataError("somebody moved meanwhile; try again", code="too-busy")
        note = f"The keeper of the house has opened the seat of {there.name}."
        last = _last(connection, match_id)
        told = 0 if last is None else last.since + len(last.events)
        connection.execute(
            insert(steps),
            {"match_id": match_id, "number": after.number, "kind": "table", "note": note, "since": told,
             "events": dump([]), "patch": dump([])},
        )  # fmt: skip
        connection.execute(delete(seats).where(seats.c.match_id == match_id))
        connection.execute(insert(seats), seat_rows(after))
        return there.name


def _last(connection: Connection, match_id: str) -> Step | None:
    story = shelf.read_steps(connection, match_id)
    return story[-1] if story else None


def ban(engine: Engine, address: str, why: str) -> None:
    network = str(_network(address))
    with engine.begin() as connection:
        connection.execute(delete(banned).where(banned.c.address == network))
        connection.execute(insert(banned), {"address": network, "why": why})


def pardon(engine: Engine, address: str) -> bool:
    with engine.begin() as connection:
        return bool(connection.execute(delete(banned).where(banned.c.address == str(_network(address)))).rowcount)


def bans(engine: Engine) -> list[tuple[str, str]]:
    with engine.connect() as connection:
        return [(row.address, row.why) for row in connection.execute(select(banned).order_by(banned.c.address))]


def _network(address: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(address, strict=False)
    except ValueError as error:
        message = f"'{address[:60]}' is no address; write 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64"
        raise DataError(message, code="bad-address") from error


class AccountLine(NamedTuple):
    name: str
    created: str
    seen: str  # when one of its devices was last here
    played: int


def all_accounts(engine: Engine) -> list[AccountLine]:
    """By name."""
    last = select(func.max(sessions.c.seen)).where(sessions.c.account_id == accounts.c.id).scalar_subquery()
    count = select(func.count()).where(results.c.who == accounts.c.id).scalar_subquery()
    found = select(accounts.c.name, accounts.c.created, last.label("seen"), count.label("played"))
    with engine.connect() as connection:
        return [
            AccountLine(
                row.name,
                row.created,
                "" if row.seen is None else datetime.fromtimestamp(row.seen, UTC).isoformat(timespec="seconds"),
                row.played,
            )
            for row in connection.execute(found.order_by(accounts.c.looks))
        ]


def all_tournaments(engine: Engine) -> list[Cup]:
    """The newest first."""
    with engine.connect() as connection:
        return read_cups(connection, select(tournaments).order_by(tournaments.c.changed.desc()))


def delete_tournament(engine: Engine, cup_id: str) -> str:
    """For good; what it was called. Its matches stay."""
    with engine.begin() as connection:
        cups = read_cups(connection, select(tournaments).where(tournaments.c.id == cup_id))
        if not cups:
            raise DataError(f"there is no tournament {cup_id[:40]}", code="no-such-tournament")
        connection.execute(delete(tournaments).where(tournaments.c.id == cup_id))
        return cups[0].name


def abandoned(engine: Engine, days: float, *, finished: bool) -> list[Head]:
    """Matches in which nothing has happened for so long: lobbies and running ones, and finished ones if they may go."""
    oldest = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
    found = select(matches).where(matches.c.changed < oldest, matches.c.parent.is_(None))
    if not finished:
        found = found.where(matches.c.status != "over")
    with engine.connect() as connection:
        heads = read_heads(connection, found.order_by(matches.c.changed))
        # A campaign is as young as the youngest of its contests.
        young = set(connection.execute(select(matches.c.parent).where(matches.c.changed >= oldest)).scalars())
    return [head for head in heads if head.id not in young]


@dataclass(frozen=True, slots=True)
class Difference:
    """A match that today's rules would play otherwise."""

    match_id: str
    game: str
    status: str
    why: str


def check(engine: Engine) -> Iterator[Difference | None]:
    """Play every stored match again by the rules that are installed: what differs, None for one that does not."""
    with engine.connect() as connection:
        ids = list(
            connection.execute(select(matches.c.id, matches.c.game, matches.c.status).order_by(matches.c.created))
        )
    for row in ids:
        try:
            with engine.connect() as connection:
                why = _replayed(connection, row.id)
        except LudusError as error:
            why = error.message
        except Exception as error:  # whatever the rules do with it
            why = f"{type(error).__name__}: {error}"
        yield None if why is None else Difference(row.id, row.game, row.status, why)


def _replayed(connection: Connection, match_id: str) -> str | None:
    """How a match differs from what is stored of it."""
    head = one_head(connection, match_id)
    running: RunningMatch | None = None
    for step in shelf.read_steps(connection, match_id):
        if step.kind == "start":
            running = RunningMatch.begin(head, step.number)
        elif step.kind in PLAYED:
            if running is None:
                return f"step {step.number} comes before the start"
            running.play(step.number, step.kind, step.seat, step.choice)
        else:
            continue
        since, events = running.turn_events()
        if (since, [event.to_plain() for event in events]) != (step.since, step.events):
            return f"other events in step {step.number}"
        if running.turn_position() != step.patch:
            return f"another position after step {step.number}"
    return None
