"""What people arrange at the table besides the game: seats, the start, the clock, their private notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludus.server import schema
from ludus.server.chat import clean_text
from ludus.server.clock import spoken
from ludus.server.draft import Draft
from ludus.server.match_making import allowed_clock
from ludus.server.problems import Problem
from ludus.server.saved_match import Head, Seat
from ludus.server.seating import (
    changed,
    hashed,
    held,
    name_for,
    new_token,
    not_in_contest,
    note_of,
    open_seats,
    own_seat,
    playable_seat,
    rearranged,
    seated_bot,
    the_seat,
)

if TYPE_CHECKING:
    from ludus.server.hall import Hall


async def take_seat(hall: Hall, match_id: str, seat: int, name: str | None) -> schema.SeatToken:
    room = await hall.room(match_id)
    token = new_token()

    def sit(head: Head) -> Draft:
        not_in_contest(head)
        there = playable_seat(head, seat)
        if there.kind != "open":
            raise Problem(409, "seat-taken", f"{there.name} sits there; open seats are {open_seats(head)}")
        others = [each.name for number, each in enumerate(head.seats) if number != seat]
        mine = Seat("human", name_for("human", seat, name, others), token=hashed(token))
        return Draft("table", seats=changed(head.seats, seat, mine), note=f"{mine.name} sat down.")

    await room.arrange(sit)
    return schema.SeatToken(match=match_id, seat=seat, token=token)


async def change_seat(
    hall: Hall, match_id: str, seat: int, change: schema.ChangeSeat, token: str | None
) -> schema.MatchInfo:
    room = await hall.room(match_id)

    def arrange(head: Head) -> Draft | None:
        the_seat(head, token)
        not_in_contest(head)
        there = playable_seat(head, seat)
        if there.kind == "human" and seat not in held(head.seats, {hashed(token or "")}):
            raise Problem(403, "not-your-seat", f"that is the seat of {there.name}; your token is of another")
        now = rearranged(head, seat, change)
        if now == there:
            return None
        return Draft("table", seats=changed(head.seats, seat, now), note=note_of(there, now))

    await room.arrange(arrange)
    return schema.MatchInfo.model_validate(room.info())


async def start(hall: Hall, match_id: str, token: str | None) -> schema.MatchInfo:
    room = await hall.room(match_id)

    def fill(head: Head) -> Draft:
        the_seat(head, token)
        if head.status != "lobby":
            raise Problem(409, "already-started", "the match has started already")
        seats = list(head.seats)
        for number, seat in enumerate(seats):
            if seat.kind == "open":
                name = name_for("bot", number, None, [each.name for each in seats])
                seats[number] = Seat("bot", name, seated_bot(head.game, None))
        return Draft("table", seats=tuple(seats))

    await room.arrange(fill)
    return schema.MatchInfo.model_validate(room.info())


async def set_clock(hall: Hall, match_id: str, seconds: int | None, token: str | None) -> schema.MatchInfo:
    """Any seated person may; everybody is told, and begins anew with what he is asked now."""
    room = await hall.room(match_id)
    allowed_clock(hall.settings, seconds)

    def set_it(head: Head) -> Draft | None:
        name = head.seats[the_seat(head, token)].name
        if head.status == "over":
            raise Problem(409, "match-over", "the match is over; its clock stays as it was")
        if seconds == (None if head.clock is None else head.clock.seconds):
            return None
        note = f"{name} took the clock away." if seconds is None else f"{name} set the clock to {spoken(seconds)}."
        return Draft("clock", seconds=seconds, note=note)

    await room.arrange(set_it)
    return schema.MatchInfo.model_validate(room.info())


async def read_notes(hall: Hall, match_id: str, seat: int, token: str | None) -> schema.Notes:
    head = (await hall.room(match_id)).head
    return schema.Notes(text=await hall.store.notes(match_id, own_seat(head, seat, token)))


async def write_notes(hall: Hall, match_id: str, seat: int, token: str | None, text: str) -> schema.Notes:
    head = (await hall.room(match_id)).head
    kept = clean_text(text)
    await hall.store.write_notes(match_id, own_seat(head, seat, token), kept)
    return schema.Notes(text=kept)
