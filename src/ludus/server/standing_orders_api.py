"""Giving standing orders: read the form, have them said in plain words, confirm them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludus.core.bounds import bound_values
from ludus.core.standing_orders import default_orders, read_orders
from ludus.library import find_game
from ludus.server.clock import spoken
from ludus.server.draft import Draft
from ludus.server.seating import changed, own_seat, playable_seat
from ludus.server.standing_orders import StandingOrders, orders_form, read_standing_orders, write_standing_orders
from ludus.server.standing_orders_schema import GiveOrders, OrdersInfo

if TYPE_CHECKING:
    from ludus.server.hall import Hall
    from ludus.server.saved_match import Head

MOST_VALUES = 2_000  # of one seat's orders


async def show_standing_orders(hall: Hall, match_id: str, seat: int, token: str | None) -> OrdersInfo:
    """The form, and the orders of this seat: those given last, or what the form begins with."""
    head = (await hall.room(match_id)).head
    kept = await read_standing_orders(hall.store, match_id, own_seat(head, seat, token))
    form = orders_form(head)
    return _info(head, seat, kept or StandingOrders(default_orders(form)))


async def give_standing_orders(
    hall: Hall, match_id: str, seat: int, token: str | None, asked: GiveOrders
) -> OrdersInfo:
    """Check them and say them in plain words. Only what is confirmed is kept and counts."""
    room = await hall.room(match_id)
    mine = own_seat(room.head, seat, token)
    playable_seat(room.head, seat)
    bound_values(asked.orders, "orders", MOST_VALUES, code="bad-orders")
    form = orders_form(room.head)
    standing = StandingOrders(read_orders(form, asked.orders), asked.when, asked.minutes)
    if not asked.confirmed:
        return _info(room.head, seat, standing)
    await write_standing_orders(hall.store, match_id, mine, standing)

    def switch(head: Head) -> Draft | None:
        own_seat(head, seat, token)
        there = playable_seat(head, seat)
        if there.orders == asked.active:
            return None
        note = f"{there.name} gave standing orders." if asked.active else f"{there.name}'s standing orders are off."
        return Draft("table", seats=changed(head.seats, seat, replace(there, orders=asked.active)), note=note)

    await room.arrange(switch)
    return _info(room.head, seat, standing)


def _info(head: Head, seat: int, standing: StandingOrders) -> OrdersInfo:
    game = find_game(head.game)
    form = orders_form(head)
    plain: dict[str, Any] = {
        "form": [section.to_plain() for section in form],
        "orders": standing.orders,
        "when": standing.when,
        "minutes": standing.minutes,
        "active": head.seats[seat].orders,
        "words": [in_words(standing), *game.orders_in_words(read_orders(form, standing.orders), head.options)]
        if form
        else [],
    }
    return OrdersInfo.model_validate(plain)


def in_words(standing: StandingOrders) -> str:
    """When they act.

    >>> in_words(StandingOrders({}, "away", 90))
    'These orders answer for me while I am not here, after 1 hour 30 minutes in which nothing has happened.'
    """
    when = "while I am not here" if standing.when == "away" else "at any time, also while I am here"
    wait = f", after {spoken(60 * standing.minutes)} in which nothing has happened" if standing.minutes else ""
    return f"These orders answer for me {when}{wait}."
