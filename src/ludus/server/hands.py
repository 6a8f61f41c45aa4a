"""In whose hands a seat is: a person may let a bot answer for him, and take his seat back at any time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ludus.library import find_game
from ludus.server import schema
from ludus.server.draft import Draft
from ludus.server.saved_match import DRIVE, DRIVER, RUN, Head, Seat
from ludus.server.seating import changed, own_seat, playable_seat, stand_in

if TYPE_CHECKING:
    from ludus.server.hall import Hall

WORDS = {
    DRIVE: "{name} plays in person",
    DRIVER: "a bot plays for {name}, who decides what an owner decides",
    RUN: "a bot plays for {name}",
}


def bot_answering(head: Head, seat: int, question: str) -> str | None:
    """The bot that answers the question of this name for this seat; None: that is for a person."""
    there = head.seats[seat]
    if there.kind == "bot":
        return there.bot or ""
    if there.kind != "human" or there.hands == DRIVE:
        return None
    if there.hands == DRIVER and question in find_game(head.game).owner_questions(head.options):
        return None
    return stand_in(head.game)


def may_wait_for_bot(head: Head) -> bool:
    """Whether one of those who are asked is a bot, or has one to stand in."""
    return any(
        head.seats[seat].kind == "bot" or (head.seats[seat].kind == "human" and head.seats[seat].hands != DRIVE)
        for seat in head.waiting
    )


async def set_hands(
    hall: Hall, match_id: str, seat: int, asked: schema.SetHands, token: str | None
) -> schema.MatchInfo:
    """Who answers for this seat, here and in the contests to come; everybody is told."""
    room = await hall.room(match_id)

    def arrange(head: Head) -> Draft | None:
        own_seat(head, seat, token)
        there = playable_seat(head, seat)
        now = replace(there, hands=asked.hands or there.hands, contests=asked.contests or there.contests)
        if now == there:
            return None
        return Draft("table", seats=changed(head.seats, seat, now), note=_note(there, now))

    await room.arrange(arrange)
    if asked.hands is not None:
        await hall.contests.pass_on(room, seat)
    return schema.MatchInfo.model_validate(room.info())


def _note(before: Seat, after: Seat) -> str:
    """
    >>> _note(Seat("human", "Ann"), Seat("human", "Ann", hands="run", contests="driver"))
    'A bot plays for Ann. From the next contest on a bot plays for Ann, who decides what an owner decides.'
    """
    said = []
    if before.hands != after.hands:
        words = WORDS[after.hands].format(name=after.name)
        said.append(f"{words[0].upper()}{words[1:]}.")
    if before.contests != after.contests:
        said.append(f"From the next contest on {WORDS[after.contests].format(name=after.name)}.")
    return " ".join(said)
