"""Where somebody wants to be told that it is his turn: a browser, an e-mail address, a webhook."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update

from ludus.core.errors import DataError
from ludus.server import push
from ludus.server.notices_schema import ChangeNotices, NewNotices, NoticesInfo
from ludus.server.outbound import read_address
from ludus.server.passes import real_seats
from ludus.server.problems import Problem
from ludus.server.schema import SeatToken
from ludus.server.seating import hashed
from ludus.server.sql_tables import account_seats, account_targets, matches, seats, target_seats, targets

if TYPE_CHECKING:
    from ludus.server.hall import Hall

MOST_SEATS = 500


@dataclass(frozen=True, slots=True)
class Target:
    id: str
    off: str
    kind: str
    body: Mapping[str, Any]
    quiet: Mapping[str, Any] | None

    def is_quiet(self, now: float) -> bool:
        """
        >>> night = Target("", "", "mail", {}, {"start": 22, "end": 7, "zone": "Europe/Rome"})
        >>> [night.is_quiet(3600.0 * hour) for hour in (20, 21, 29, 30)]  # 1 January 1970, an hour behind Rome
        [False, True, True, False]
        """
        if self.quiet is None:
            return False
        hour = datetime.fromtimestamp(now, ZoneInfo(self.quiet["zone"])).hour
        start, end = int(self.quiet["start"]), int(self.quiet["end"])
        return start <= hour < end if start <= end else hour >= start or hour < end


def read_target(row: Any) -> Target:
    quiet = None if row.quiet is None else orjson.loads(row.quiet)
    return Target(row.id, row.off, row.kind, orjson.loads(row.body), quiet)


def wrong_key() -> Problem:
    return Problem(401, "wrong-key", "these messages are switched off already, or the key is mistyped")


async def make(hall: Hall, new: NewNotices, account_id: str | None = None) -> NoticesInfo:
    key = secrets.token_urlsafe(24)
    target = Target(secrets.token_hex(8), secrets.token_urlsafe(16), new.kind, _body(hall, new), _quiet(new))
    confirmed = new.kind != "mail"  # nobody is written to who has not said yes
    row = {
        **asdict(target),
        "key": hashed(key),
        "body": orjson.dumps(target.body).decode(),
        "quiet": None if target.quiet is None else orjson.dumps(target.quiet).decode(),
        "confirmed": confirmed,
    }
    tokens = await _tokens(hall, list(new.seats))

    def job(connection: Connection) -> None:
        connection.execute(insert(targets), row)
        _follow(connection, target.id, account_id)
        _add(connection, target.id, [*tokens, *_seats_of(connection, account_id)])

    await hall.store.write("", job)
    if not confirmed:
        await hall.messenger.ask_for_confirmation(target)
    return NoticesInfo(key=key, confirmed=confirmed, seats=len(tokens), secret=str(target.body.get("secret", "")))


async def change(hall: Hall, key: str | None, asked: ChangeNotices, account_id: str | None = None) -> NoticesInfo:
    """More seats, other hours of silence."""
    tokens = await _tokens(hall, list(asked.seats))
    quiet = _quiet(asked)

    def job(connection: Connection) -> tuple[bool, int]:
        row = connection.execute(select(targets).where(targets.c.key == hashed(key or ""))).first()
        if row is None:
            raise wrong_key()
        kept = None if quiet is None else orjson.dumps(quiet).decode()
        connection.execute(update(targets).where(targets.c.id == row.id).values(quiet=kept))
        _follow(connection, row.id, account_id)
        if asked.only:
            connection.execute(delete(target_seats).where(target_seats.c.target_id == row.id))
        _add(connection, row.id, [*tokens, *_seats_of(connection, account_id)])
        count = select(func.count()).where(target_seats.c.target_id == row.id)
        return row.confirmed, connection.execute(count).scalar() or 0

    confirmed, seats = await hall.store.write("", job)
    return NoticesInfo(key=key or "", confirmed=confirmed, seats=seats, secret="")


async def remove(hall: Hall, *, key: str | None = None, off: str | None = None) -> None:
    mine = targets.c.key == hashed(key or "") if off is None else targets.c.off == off

    def job(connection: Connection) -> None:
        if not connection.execute(delete(targets).where(mine)).rowcount:
            raise wrong_key()

    await hall.store.write("", job)


async def confirm(hall: Hall, off: str) -> None:
    yes = update(targets).where(targets.c.off == off).values(confirmed=True)

    def job(connection: Connection) -> None:
        if not connection.execute(yes).rowcount:
            raise wrong_key()

    await hall.store.write("", job)


async def by_key(hall: Hall, key: str | None) -> Target:
    found = select(targets).where(targets.c.key == hashed(key or ""), targets.c.confirmed)
    row = await hall.store.read(lambda connection: connection.execute(found).first())
    if row is None:
        raise wrong_key()
    return read_target(row)


def tell_of(connection: Connection, account_id: str, tokens: list[str]) -> None:
    """Who is told of all seats of this account is told of these, too."""
    followed = select(account_targets.c.target_id).where(account_targets.c.account_id == account_id)
    for target_id in list(connection.execute(followed).scalars()):
        _add(connection, target_id, tokens)


def _follow(connection: Connection, target_id: str, account_id: str | None) -> None:
    connection.execute(delete(account_targets).where(account_targets.c.target_id == target_id))
    if account_id is not None:
        connection.execute(insert(account_targets), {"target_id": target_id, "account_id": account_id})


def _seats_of(connection: Connection, account_id: str | None) -> list[str]:
    """The seats of an account in matches that go on."""
    found = (
        select(account_seats.c.token)
        .select_from(
            account_seats.join(seats, seats.c.token == account_seats.c.token).join(
                matches, matches.c.id == seats.c.match_id
            )
        )
        .where(account_seats.c.account_id == (account_id or ""), matches.c.status != "over")
    )
    return list(connection.execute(found).scalars())


def _add(connection: Connection, target_id: str, tokens: list[str]) -> None:
    mine = select(target_seats.c.token).where(target_seats.c.target_id == target_id)
    there = set(connection.execute(mine).scalars())
    if len(there | set(tokens)) > MOST_SEATS:  # old seats make room: nobody is told of what is over
        open_ones = select(seats.c.token).join(matches, matches.c.id == seats.c.match_id)
        open_ones = open_ones.where(matches.c.status != "over", seats.c.token.is_not(None))
        done = target_seats.c.token.not_in(open_ones)
        connection.execute(delete(target_seats).where(target_seats.c.target_id == target_id, done))
        there = set(connection.execute(mine).scalars())
    fresh = [token for token in dict.fromkeys(tokens) if token not in there][: MOST_SEATS - len(there)]
    if fresh:
        connection.execute(
            insert(target_seats), [{"target_id": target_id, "token": each, "seen": 0.0} for each in fresh]
        )


async def _tokens(hall: Hall, given: list[SeatToken]) -> list[str]:
    return [hashed(each.token) for each in await real_seats(hall, given)]


def _body(hall: Hall, new: NewNotices) -> dict[str, Any]:
    if new.kind == "push" and new.push is not None and push.is_installed():
        read_address(new.push.endpoint, private=hall.settings.private_hooks)
        return {"endpoint": new.push.endpoint, "keys": {"p256dh": new.push.p256dh, "auth": new.push.auth}}
    if new.kind == "mail" and new.mail and hall.settings.smtp:
        return {"address": new.mail}
    if new.kind == "hook" and new.hook is not None:
        read_address(new.hook.url, private=hall.settings.private_hooks)
        return {"url": new.hook.url, "shape": new.hook.shape, "secret": secrets.token_hex(16)}
    message = f"this house sends no messages of the kind '{new.kind}', or nobody said where to"
    raise Problem(422, "no-such-notices", message)


def _quiet(asked: NewNotices | ChangeNotices) -> dict[str, Any] | None:
    if asked.quiet is None:
        return None
    try:
        ZoneInfo(asked.quiet.zone)
    except (ValueError, OSError, LookupError) as error:
        raise DataError(f"there is no time zone {asked.quiet.zone!r}; one is Europe/Rome", code="bad-zone") from error
    return asked.quiet.model_dump()
