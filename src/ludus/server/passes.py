"""A pass: one long code for all the seats of a person, to have them on another device or after a browser forgot them.

The house keeps its hash, and the seats' tokens sealed with it; so who steals the database has neither.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import orjson
from sqlalchemy import Connection, delete, insert, select, update

from ludus.server.borrowed import is_borrowed, known_tokens
from ludus.server.people_schema import Pass, PassSeats
from ludus.server.problems import Problem
from ludus.server.schema import SeatToken
from ludus.server.sealing import seal, unseal
from ludus.server.seating import hashed
from ludus.server.sql_tables import passes, seats
from ludus.server.writer import Conflict

if TYPE_CHECKING:
    from ludus.server.hall import Hall

MOST_SEATS = 500  # of one pass; the oldest go first


def new_pass() -> str:
    return secrets.token_urlsafe(32)


def wrong_pass() -> Problem:
    message = "this pass is not known here: it was renewed, revoked or mistyped; use the newest one"
    return Problem(401, "wrong-pass", message)


def own(given: list[SeatToken]) -> list[SeatToken]:
    """Without those that are here by an account: they end with its session, and a pass should not."""
    return [each for each in given if not is_borrowed(each.token)]


async def make_pass(hall: Hall, given: list[SeatToken]) -> Pass:
    code = new_pass()
    kept = await real_seats(hall, own(given))
    row = {"hash": hashed(code), "sealed": _sealed(code, kept), "changed": _now()}
    await hall.store.write("", lambda connection: connection.execute(insert(passes), row))
    return Pass(code=code, seats=kept)


async def seats_of(hall: Hall, code: str | None) -> PassSeats:
    return PassSeats(seats=await real_seats(hall, await _kept(hall, code)))


async def add_seats(hall: Hall, code: str | None, given: list[SeatToken]) -> PassSeats:
    """Put these seats to the others, and tell all of them."""
    new = await real_seats(hall, own(given))

    def job(connection: Connection) -> list[SeatToken]:
        before = connection.execute(select(passes.c.sealed).where(passes.c.hash == hashed(code or ""))).scalar()
        found = _read(code or "", before)
        after = _joined(found, new)
        if after != found:
            here = update(passes).where(passes.c.hash == hashed(code or ""), passes.c.sealed == before)
            values = {"sealed": _sealed(code or "", after), "changed": _now()}
            if connection.execute(here.values(**values)).rowcount != 1:
                raise Conflict  # another device did the same at the same moment
        return after

    try:
        return PassSeats(seats=await real_seats(hall, await hall.store.write("", job)))
    except Conflict as error:
        raise Problem(409, "too-busy", "another of your devices did the same just now; try again") from error


async def renew(hall: Hall, code: str | None) -> Pass:
    """Another code for the same seats; the old one is good for nothing any more."""
    kept, fresh = await _kept(hall, code), new_pass()
    row = {"hash": hashed(fresh), "sealed": _sealed(fresh, kept), "changed": _now()}

    def job(connection: Connection) -> None:
        if connection.execute(delete(passes).where(passes.c.hash == hashed(code or ""))).rowcount != 1:
            raise wrong_pass()
        connection.execute(insert(passes), row)

    await hall.store.write("", job)
    return Pass(code=fresh, seats=kept)


async def revoke(hall: Hall, code: str | None) -> PassSeats:
    """The pass is good for nothing any more; the seats stay with the devices that have them."""

    def job(connection: Connection) -> None:
        if connection.execute(delete(passes).where(passes.c.hash == hashed(code or ""))).rowcount != 1:
            raise wrong_pass()

    await hall.store.write("", job)
    return PassSeats(seats=[])


async def _kept(hall: Hall, code: str | None) -> list[SeatToken]:
    found = select(passes.c.sealed).where(passes.c.hash == hashed(code or ""))
    return _read(code or "", await hall.store.read(lambda connection: connection.execute(found).scalar()))


def _read(code: str, sealed: bytes | None) -> list[SeatToken]:
    text = None if sealed is None else unseal(code, sealed)
    if text is None:
        raise wrong_pass()
    return [SeatToken(match=match, seat=seat, token=token) for match, seat, token in orjson.loads(text)]


def _sealed(code: str, kept: Iterable[SeatToken]) -> bytes:
    return seal(code, orjson.dumps([(each.match, each.seat, each.token) for each in kept]))


def _joined(before: list[SeatToken], new: list[SeatToken]) -> list[SeatToken]:
    fresh = {(each.match, each.seat): each for each in new}
    kept = [fresh.pop((each.match, each.seat), each) for each in before]
    return [*kept, *fresh.values()][-MOST_SEATS:]


async def real_seats(hall: Hall, given: list[SeatToken]) -> list[SeatToken]:
    """Those that own a seat: what owns none is not kept for anybody."""
    hashes = [hashed(token) for token in await known_tokens(hall, [each.token for each in given])]
    found = select(seats.c.match_id, seats.c.seat, seats.c.token).where(seats.c.token.in_(hashes))
    owned = await hall.store.read(lambda connection: {tuple(row) for row in connection.execute(found)})
    return [each for each, token in zip(given, hashes, strict=True) if (each.match, each.seat, token) in owned]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
