"""What a person does in a match: answer, take back, resign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludus.core.contest import HOST, Decided
from ludus.core.errors import Refused
from ludus.server.draft import Draft
from ludus.server.running_match import RunningMatch

if TYPE_CHECKING:
    from ludus.server.room import Room


async def answer(room: Room, seat: int, decision: int, choice: Any, key: str) -> int:
    """An answer to the question with this number."""
    key = f"{decision} {key}"  # the same id for another question is no repetition

    def make(number: int) -> Draft:
        running = _started(room)
        if running.asked.get(seat, decision) != decision:
            raise _stale(running)
        if room.head.clock is not None and seat in room.head.clock.late(room.moment):
            raise Refused("your time is up; the default counts", code="too-late")
        running.play(number, "answer", seat, choice)
        return Draft("answer", seat, choice, key)

    return await room.once(seat, key, make)


def _stale(running: RunningMatch) -> Refused:
    if running.match.floor_is_open:
        return Refused("somebody else was first; hear what was said, and speak again if you like", code="stale")
    return Refused("this question is no longer open; here is the match as it stands", code="stale")


async def undo(room: Room, seat: int, key: str) -> int:
    def make(number: int) -> Draft:
        _started(room).play(number, "undo", seat, None)
        return Draft("undo", seat, key=key, note=f"{room.head.seats[seat].name} took back the last step.")

    return await room.once(seat, key, make)


async def resign(room: Room, seat: int, key: str) -> int:
    def make(number: int) -> Draft:
        _started(room).play(number, "resign", seat, None)
        return Draft("resign", seat, key=key, note=f"{room.head.seats[seat].name} resigned.")

    return await room.once(seat, key, make)


async def decide(room: Room, seat: int, key: str) -> int:
    """All others have left: the match is his."""

    def make(number: int) -> Draft:
        choice = Decided(seat).to_plain()
        _started(room).play(number, "decide", HOST, choice)
        return Draft("decide", HOST, choice, key, note=f"{room.head.seats[seat].name} is the last one left.")

    return await room.once(seat, key, make)


def _started(room: Room) -> RunningMatch:
    if room.running is None:
        raise Refused("the match has not started; seats are still open", code="not-started")
    return room.running
