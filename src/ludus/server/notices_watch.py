"""Telling people that it is their turn: once when it becomes so, once more before the time is up.

Every process looks after all; a line in `told` is written first, so the database decides who tells. Who is at the
table is told nothing, and who has just left is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, NamedTuple

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludus.library import find_game
from ludus.server.clock import Clock
from ludus.server.messenger import News
from ludus.server.notices import Target, read_target
from ludus.server.saved_match import RUN
from ludus.server.sql_tables import matches, seats, steps, target_seats, targets, told

if TYPE_CHECKING:
    from ludus.server.hall import Hall

log = logging.getLogger("ludus.server")

LONG = 600  # seconds: a clock that is shorter is watched from the table, and nobody is reminded
ANSWERS = ("answer", "orders", "timeout")
TURN, REMINDER = "turn", "reminder"


class Waiting(NamedTuple):
    """Somebody is asked, and wants to be told."""

    target: Target
    match_id: str
    number: int
    seat: int
    name: str
    game: str
    title: str
    token: str
    seen: float
    clock: Clock | None


async def watch_notices(hall: Hall) -> None:
    # What was seen to, by the number of the match: nothing is to be done until it changes, or its clock comes near.
    done: dict[tuple[str, str, int], tuple[int, bool]] = {}
    while True:
        await asyncio.sleep(hall.settings.poll_seconds)
        try:
            found = await hall.store.look_out(_waiting)
            known = {(each.target.id, each.match_id, each.seat) for each in found}
            done = {key: done[key] for key in done if key in known}
            for each in found:
                key, urgent = (each.target.id, each.match_id, each.seat), _presses(hall, each)
                if done.get(key) != (each.number, urgent) and await _look(hall, each, urgent):
                    done[key] = (each.number, urgent)
        except Exception:
            log.exception("telling people that it is their turn failed")


# Asked every second, and made once. Where nobody wants to be told, there is no need to look through all seats.
ANY = select(targets.c.id).where(targets.c.confirmed).limit(1)
WAITING = (
    select(
        targets, target_seats.c.token, target_seats.c.seen, matches.c.id.label("match_id"), matches.c.number,
        matches.c.waiting, matches.c.clock, matches.c.game, matches.c.title, seats.c.seat, seats.c.name,
    )
    .select_from(
        targets.join(target_seats, target_seats.c.target_id == targets.c.id)
        .join(seats, seats.c.token == target_seats.c.token)
        .join(matches, matches.c.id == seats.c.match_id)
    )
    .where(
        targets.c.confirmed, matches.c.status == "running", matches.c.waiting != "[]", seats.c.kind == "human",
        seats.c.resigned.is_(False), seats.c.hands != RUN,
    )
)  # fmt: skip


def _waiting(connection: Connection) -> list[Waiting]:
    if connection.execute(ANY).first() is None:
        return []
    return [
        Waiting(
            read_target(row), row.match_id, row.number, row.seat, row.name, row.game, row.title, row.token, row.seen,
            None if row.clock is None else Clock.from_plain(orjson.loads(row.clock)),
        )
        for row in connection.execute(WAITING)
        if row.seat in orjson.loads(row.waiting)
    ]  # fmt: skip


def _presses(hall: Hall, each: Waiting) -> bool:
    """Whether the time is nearly up."""
    clock = each.clock
    if clock is None or clock.seconds < LONG or each.seat not in clock.running:
        return False
    return clock.ends(each.seat, hall.time.moment) - hall.time.now <= min(3600.0, clock.seconds / 4)


async def _look(hall: Hall, each: Waiting, urgent: bool) -> bool:
    """Tell, if it is time to; whether that is settled."""
    now = time.time()
    if each.seat in hall.connected(each.match_id):
        if now - each.seen > hall.settings.away_seconds / 2:
            await _say_here(hall, each, now)
        return False
    if now - each.seen < hall.settings.away_seconds or each.target.is_quiet(now):
        return False
    if await _is_first(hall, each, TURN):
        hall.messenger.tell(each.target, _news(each, TURN))
        if urgent:  # it is the reminder, too
            await _is_first(hall, each, REMINDER)
    elif urgent and await _is_first(hall, each, REMINDER):
        hall.messenger.tell(each.target, _news(each, REMINDER))
    return True


async def _say_here(hall: Hall, each: Waiting, now: float) -> None:
    """Tell the other processes."""
    mine = (target_seats.c.target_id == each.target.id) & (target_seats.c.token == each.token)
    here = update(target_seats).where(mine).values(seen=now)
    await hall.store.write("", lambda connection: connection.execute(here))


async def _is_first(hall: Hall, each: Waiting, kind: str) -> bool:
    """Whether nobody has told this yet. It is about the question after the seat's last answer."""
    own = (told.c.target_id == each.target.id) & (told.c.match_id == each.match_id) & (told.c.seat == each.seat)
    last = select(func.max(steps.c.number)).where(
        steps.c.match_id == each.match_id, steps.c.seat == each.seat, steps.c.kind.in_(ANSWERS)
    )

    def job(connection: Connection) -> bool:
        since = connection.execute(last).scalar() or 0
        if connection.execute(select(told).where(own, told.c.kind == kind, told.c.since == since)).first():
            return False
        row = {"target_id": each.target.id, "match_id": each.match_id, "seat": each.seat, "kind": kind, "since": since}
        connection.execute(delete(told).where(own, told.c.since < since))
        connection.execute(insert(told), row)
        return True

    try:
        return bool(await hall.store.write(each.match_id, job))
    except IntegrityError:
        return False


def _news(each: Waiting, kind: str) -> News:
    game = find_game(each.game).title
    where = f"{game}, {each.title}" if each.title else game
    path = f"/m/{each.match_id}"
    if kind == REMINDER:
        return News(f"Your time is nearly up: {where}", f"They still wait for {each.name}.", path, each.match_id, kind)
    return News(f"It is your turn: {where}", f"They wait for {each.name}.", path, each.match_id, kind)
