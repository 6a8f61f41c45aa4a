"""Standing orders of a match, kept on disk for the token that gave them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import orjson
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from ludus.core.standing_orders import OrderForm
from ludus.library import find_game
from ludus.server.saved_match import Head
from ludus.server.sql_tables import matches, seats
from ludus.server.sql_tables import standing_orders as kept
from ludus.server.store import Store


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """The orders of one seat, and when they act."""

    orders: Mapping[str, Any]
    when: str = "away"  # or "always"
    minutes: int = 0  # in which nothing has happened, before they act


class GivenOrders(NamedTuple):
    """Orders that count, in a running match."""

    match_id: str
    number: int  # of the newest step
    changed: str
    asked: bool
    seat: int
    token: str
    body: str
    seen: float

    @property
    def standing(self) -> StandingOrders:
        return StandingOrders(**orjson.loads(self.body))


def orders_form(head: Head) -> OrderForm:
    """What can be ordered in a match."""
    return find_game(head.game).orders(head.options, len(head.seats), head.position)


def _of_token(match_id: str, token: str) -> ColumnElement[bool]:
    return (kept.c.match_id == match_id) & (kept.c.token == token)


async def read_standing_orders(store: Store, match_id: str, token: str) -> StandingOrders | None:
    found = select(kept.c.body).where(_of_token(match_id, token))
    body = await store.read(lambda connection: connection.execute(found).scalar())
    return None if body is None else StandingOrders(**orjson.loads(body))


async def write_standing_orders(store: Store, match_id: str, token: str, standing: StandingOrders) -> None:
    row = {"match_id": match_id, "token": token, "body": orjson.dumps(asdict(standing)).decode(), "seen": time.time()}

    def job(connection: Connection) -> None:
        connection.execute(delete(kept).where(_of_token(match_id, token)))
        connection.execute(insert(kept), row)

    await store.write(match_id, job)


async def those_that_count(store: Store) -> list[GivenOrders]:
    """The orders that are switched on, in running matches."""
    mine = (kept.c.match_id == seats.c.match_id) & (kept.c.token == seats.c.token)
    found = (
        select(matches.c.id, matches.c.number, matches.c.changed, matches.c.waiting, seats.c.seat, kept)
        .select_from(seats.join(matches, matches.c.id == seats.c.match_id).join(kept, mine))
        .where(seats.c.orders, matches.c.status == "running", seats.c.resigned.is_(False))
    )

    def read(connection: Connection) -> list[GivenOrders]:
        return [
            GivenOrders(
                row.id,
                row.number,
                row.changed,
                row.seat in orjson.loads(row.waiting),
                row.seat,
                row.token,
                row.body,
                row.seen,
            )
            for row in connection.execute(found)
        ]

    return await store.read(read)


async def say_giver_is_here(store: Store, given: GivenOrders) -> None:
    """Tell the other processes."""
    here = update(kept).where(_of_token(given.match_id, given.token)).values(seen=time.time())
    await store.write(given.match_id, lambda connection: connection.execute(here))
