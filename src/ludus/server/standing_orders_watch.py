"""Carrying out standing orders while their giver is away.

Every process looks after every match; as with every step, the database decides who was first. What was answered is
stored as the answer it is, so that a restart, a replay and a proof need to know nothing of orders.
"""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import datetime
from enum import Enum, auto
from typing import TYPE_CHECKING

from ludus.core.decision import plain_choice
from ludus.core.errors import LudusError
from ludus.core.standing_orders import obey, read_orders
from ludus.server.draft import Draft
from ludus.server.hands import bot_answering
from ludus.server.standing_orders import (
    GivenOrders,
    orders_form,
    orders_in_contest,
    say_giver_is_here,
    those_that_count,
)

if TYPE_CHECKING:
    from ludus.server.hall import Hall
    from ludus.server.room import Room

log = logging.getLogger("ludus.server")

MOST_AT_ONCE = 200  # answers of one seat in a row, before others have their turn


class Result(Enum):
    """What came of looking at a question."""

    ANSWERED = auto()
    SILENT = auto()  # the orders say nothing about it
    NOT_NOW = auto()


ANSWERED, SILENT, NOT_NOW = Result


async def watch_standing_orders(hall: Hall) -> None:
    """Look, now and then, whether orders have something to answer; at once again while they have."""
    # Where orders have nothing to say: at which step of the match, and which orders.
    silent: dict[tuple[str, int], tuple[int, str]] = {}
    acted = False
    while True:
        await asyncio.sleep(0 if acted else hall.settings.poll_seconds)
        acted = False
        try:
            found = await those_that_count(hall.store)
            silent = {key: silent[key] for key in silent if key in {(each.match_id, each.seat) for each in found}}
            for given in found:
                key, now = (given.match_id, given.seat), (given.number, given.body)
                if silent.get(key) == now:
                    continue
                try:
                    came_of_it = await _act(hall, given) if await _may_act(hall, given) else NOT_NOW
                except Exception:  # of this match; the others go on
                    log.exception("match %s: looking after its standing orders failed", given.match_id)
                    came_of_it = SILENT
                acted = acted or came_of_it is ANSWERED
                if came_of_it is SILENT:
                    silent[key] = now
        except Exception:
            log.exception("looking after standing orders failed")


async def _may_act(hall: Hall, given: GivenOrders) -> bool:
    standing, now = given.standing, time.time()
    if given.seat in hall.connected(given.match_id) and now - given.seen > hall.settings.away_seconds / 2:
        await say_giver_is_here(hall.store, given)
    if not given.asked or now - datetime.fromisoformat(given.changed).timestamp() < 60 * standing.minutes:
        return False
    if standing.when == "always":
        return True
    return given.seat not in hall.connected(given.match_id) and now - given.seen >= hall.settings.away_seconds


async def _act(hall: Hall, given: GivenOrders) -> Result:
    """Answer for the seat as long as it is asked and the orders know an answer."""
    try:
        room = await hall.room(given.match_id)
    except LudusError:
        return SILENT  # it cannot be loaded here; that is in the log
    await room.catch_up()
    for answers in range(MOST_AT_ONCE):
        came_of_it = await _answer(room, given)
        if came_of_it is not ANSWERED:
            return ANSWERED if answers else came_of_it
    return ANSWERED


async def _answer(room: Room, given: GivenOrders) -> Result:
    came_of_it = NOT_NOW

    def make(number: int) -> Draft | None:
        nonlocal came_of_it
        came_of_it = NOT_NOW
        if not _is_asked(room, given):
            return None
        draft = _draft(room, given, number)
        came_of_it = SILENT if draft is None else ANSWERED
        return draft

    await room.change(make)
    return came_of_it


def _is_asked(room: Room, given: GivenOrders) -> bool:
    """Whether the question is for the orders: others may have been faster, and their giver may be back."""
    head, running, seat = room.head, room.running, given.seat
    if running is None or seat not in running.asked or head.seats[seat].token != given.token:
        return False
    if head.clock is not None and seat in head.clock.late(room.moment):
        return False  # the default counts
    if bot_answering(head, seat, running.match.pending[seat].name) is not None:
        return False
    counts = head.seats[seat].orders or bool(given.home)
    return counts and (given.standing.when == "always" or seat not in room.audience.connected())


def _draft(room: Room, given: GivenOrders, number: int) -> Draft | None:
    head, running, seat = room.head, room.running, given.seat
    assert running is not None
    if seat in running.taken_back:
        return None  # what somebody takes back he answers himself
    if given.home and running.match.pending[seat].name not in running.match.game.owner_questions(head.options):
        return None  # how one drives is ordered in the contest itself
    try:
        form, orders = orders_form(head), given.standing.orders
        orders = read_orders(form, orders_in_contest(form, orders) if given.home else orders)
        obeyed = obey(running.match, seat, orders)
    except Exception:  # the orders of an older Ludus, or a slip in a game; the question stays open
        log.exception("match %s: the standing orders of seat %s cannot be carried out", head.id, seat)
        return None
    if obeyed is None:
        return None
    choice = plain_choice(obeyed.choice)
    running.play(number, "orders", seat, choice)
    name = head.seats[seat].name
    note = f"{name}'s standing orders: {obeyed.note}" if obeyed.note else f"{name}'s standing orders have answered."
    return Draft("orders", seat, choice, note=note)
