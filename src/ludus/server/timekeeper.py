"""What the clock does to a room: defaults for those whose time is up, and a fresh start for those who are back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ludus.server.clock import AT_ONCE
from ludus.server.draft import Draft

if TYPE_CHECKING:
    from ludus.server.room import Room


async def time_out(room: Room) -> float | None:
    """Take the defaults of all whose time is up; when that will be, if somebody has a grace."""
    await room.catch_up()
    while room.head.clock is not None and (late := room.head.clock.late(room.moment)):
        await room.change(partial(_take_default, room, late[0]))
    clock, moment = room.head.clock, room.moment
    if clock is None or clock.next_due is None or clock.next_due > moment.now:
        return None
    return min(clock.ends(seat, moment) for seat in clock.running)


def _take_default(room: Room, seat: int, number: int) -> Draft | None:
    clock, running = room.head.clock, room.running
    if clock is None or running is None or seat not in clock.late(room.moment):
        return None
    silent = tuple(clock.late(room.moment)) if running.match.floor_is_open else ()
    choice, passed = running.match.pending[seat].default, running.match.passed
    running.play(number, "timeout", seat, choice)
    note = ""
    if clock.due[seat] != AT_ONCE:  # else it goes on with a default move that has been told
        note = f"Time: {room.head.seats[seat].name}'s default was taken."
        if clock.stops_with(seat, room.head.people):
            note += " Nobody seems to be here: the clock stops until somebody is back."
    return Draft("timeout", seat, choice, note=note, goes_on=running.match.passed == passed, silent=silent)


async def come_back(room: Room, seat: int) -> None:
    """A clock that has stopped runs again, with all of the time."""

    def wind(number: int) -> Draft | None:
        clock = room.head.clock
        if clock is None or not clock.stopped(room.head.people):
            return None
        note = f"{room.head.seats[seat].name} is back; the clock runs again."
        return Draft("clock", note=note, seconds=clock.seconds)

    if room.head.clock is not None:
        await room.change(wind)
