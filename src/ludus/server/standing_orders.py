"""Standing orders of a match, kept on disk for the token that gave them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import orjson
from sqlalchemy import ColumnElement, CompoundSelect, Connection, delete, insert, select, union_all, update

from ludus.core.standing_orders import OrderForm, default_orders
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
    home: str = ""  # the campaign in which they were given, for its contests; "": the match itself

    @property
    def standing(self) -> StandingOrders:
        return StandingOrders(**orjson.loads(self.body))


def orders_form(head: Head) -> OrderForm:
    """What can be ordered in a match."""
    return find_game(head.game).orders(head.options, len(head.seats), head.position)


def orders_in_contest(form: OrderForm, orders: Mapping[str, Any]) -> dict[str, Any]:
    """What a campaign's orders say in one of its contests: what both forms ask for, else what the form begins with."""
    given = default_orders(form)
    return {**given, **{name: value for name, value in orders.items() if name in given}}


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


def _counting() -> CompoundSelect[Any]:
    asked = (matches.c.id, matches.c.number, matches.c.changed, matches.c.waiting, seats.c.seat, kept)
    at_play = (matches.c.status == "running") & seats.c.resigned.is_(False)
    there = seats.join(matches, matches.c.id == seats.c.match_id)
    mine = kept.c.token == seats.c.token
    own = select(*asked).select_from(there.join(kept, mine & (kept.c.match_id == seats.c.match_id)))
    owner = seats.alias()
    gave = (owner.c.match_id == matches.c.parent) & (owner.c.seat == seats.c.owner) & owner.c.orders
    of_campaign = select(*asked).select_from(
        there.join(owner, gave).join(kept, mine & (kept.c.match_id == matches.c.parent))
    )
    return union_all(own.where(seats.c.orders, at_play), of_campaign.where(seats.c.orders.is_(False), at_play))


# Asked every second, and made once. Most houses keep no orders, and need not look through all their seats for that.
ANY = select(kept.c.match_id).limit(1)
COUNTING = _counting()


async def those_that_count(store: Store) -> list[GivenOrders]:
    """The orders that are switched on, in running matches; those of a campaign count in its contests, too, where the
    seat has none of its own."""

    def read(connection: Connection) -> list[GivenOrders]:
        if connection.execute(ANY).first() is None:
            return []
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
                "" if row.match_id == row.id else row.match_id,
            )
            for row in connection.execute(COUNTING)
        ]

    return await store.look_out(read)


async def say_giver_is_here(store: Store, given: GivenOrders) -> None:
    """Tell the other processes."""
    here = update(kept).where(_of_token(given.home or given.match_id, given.token)).values(seen=time.time())
    await store.write(given.match_id, lambda connection: connection.execute(here))
