"""What people arrange at the table besides the game: seats, the start, their private notes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ludus.server import schema
from ludus.server.accounts import Account, claim
from ludus.server.chat import clean_text
from ludus.server.draft import Draft
from ludus.server.problems import Problem
from ludus.server.saved_match import Head, Seat
from ludus.server.seating import (
    changed,
    hashed,
    held,
    name_for,
    new_token,
    not_in_contest,
    not_kept,
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
    from ludus.server.room import Room


async def take_seat(
    hall: Hall, match_id: str, seat: int, name: str | None, kept: str | None, who: Account | None = None
) -> schema.SeatToken:
    """`kept` is the token of the match before, for whom the seat of a rematch is kept."""
    room = await hall.room(match_id)
    token = new_token()

    def sit(head: Head) -> Draft:
        not_in_contest(head)
        there = playable_seat(head, seat)
        if there.kind != "open":
            raise Problem(409, "seat-taken", f"{there.name} sits there; open seats are {open_seats(head)}")
        not_kept(there, kept)
        others = [each.name for number, each in enumerate(head.seats) if number != seat]
        mine = Seat("human", name_for("human", seat, name, others), token=hashed(token))
        return Draft("table", seats=changed(head.seats, seat, mine), note=f"{mine.name} sat down.")

    if who is not None:  # before the match may begin: who sits there then is rated
        await hall.store.write(match_id, partial(claim, account_id=who.id, tokens=[hashed(token)]))
    await room.arrange(sit)
    return schema.SeatToken(match=match_id, seat=seat, token=token)


async def change_seat(
    hall: Hall, match_id: str, seat: int, change: schema.ChangeSeat, token: str | None
) -> schema.MatchInfo:
    room = await hall.room(match_id)

    def arrange(head: Head) -> Draft | None:
        not_in_contest(head)
        there = playable_seat(head, seat)
        if change.kind == "open" and there.kind == "open" and there.token == hashed(token or ""):
            note = f"{there.name} declines the rematch; the seat is open."
            return Draft("table", seats=changed(head.seats, seat, Seat("open", there.name)), note=note)
        the_seat(head, token)
        not_kept(there)
        _not_in_secret(room, there, seat, change)
        if there.kind == "human" and seat not in held(head.seats, {hashed(token or "")}):
            raise Problem(403, "not-your-seat", f"that is the seat of {there.name}; your token is of another")
        now = rearranged(head, seat, change)
        if now == there:
            return None
        return Draft("table", seats=changed(head.seats, seat, now), note=note_of(there, now))

    await room.arrange(arrange)
    return schema.MatchInfo.model_validate(room.info())


def _not_in_secret(room: Room, there: Seat, seat: int, change: schema.ChangeSeat) -> None:
    """What a bot has written in secret is for nobody's eyes, and for nobody to take back."""
    running = room.running
    if there.kind == "bot" and change.kind == "open" and running is not None and running.match.has_answered(seat):
        message = f"{there.name} has answered in secret; open the seat once all have answered and it is known"
        raise Problem(409, "answered-in-secret", message)


async def start(hall: Hall, match_id: str, token: str | None) -> schema.MatchInfo:
    room = await hall.room(match_id)

    def fill(head: Head) -> Draft:
        the_seat(head, token)
        if head.status != "lobby":
            raise Problem(409, "already-started", "the match has started already")
        seats = list(head.seats)
        for number, seat in enumerate(seats):
            not_kept(seat)
            if seat.kind == "open":
                name = name_for("bot", number, None, [each.name for each in seats])
                seats[number] = Seat("bot", name, seated_bot(head.game, None))
        return Draft("table", seats=tuple(seats))

    await room.arrange(fill)
    return schema.MatchInfo.model_validate(room.info())


async def read_notes(hall: Hall, match_id: str, seat: int, token: str | None) -> schema.Notes:
    head = (await hall.room(match_id)).head
    return schema.Notes(text=await hall.store.notes(match_id, own_seat(head, seat, token)))


async def write_notes(hall: Hall, match_id: str, seat: int, token: str | None, text: str) -> schema.Notes:
    head = (await hall.room(match_id)).head
    kept = clean_text(text)
    await hall.store.write_notes(match_id, own_seat(head, seat, token), kept)
    return schema.Notes(text=kept)
