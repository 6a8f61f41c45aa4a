"""Setting the clock of a match. More time one may give to all; less, or none to go by, only if all want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludus.server import schema
from ludus.server.clock import spoken
from ludus.server.draft import Draft
from ludus.server.match_making import allowed_clock
from ludus.server.problems import Problem
from ludus.server.saved_match import ClockProposal, Head
from ludus.server.seating import not_in_contest, the_seat

if TYPE_CHECKING:
    from ludus.server.hall import Hall


async def set_clock(hall: Hall, match_id: str, seconds: int | None, token: str | None) -> schema.MatchInfo:
    """Set it, propose it, or agree to what is proposed. To ask for the clock as it is declines a proposal."""
    room = await hall.room(match_id)
    allowed_clock(hall.settings, seconds)

    def set_it(head: Head) -> Draft | None:
        seat = the_seat(head, token)
        if head.status == "over":
            raise Problem(409, "match-over", "the match is over; its clock stays as it was")
        if head.tournament is not None:
            not_in_contest(head)
        return _change(head, seat, seconds)

    await room.arrange(set_it)
    return schema.MatchInfo.model_validate(room.info())


def _change(head: Head, seat: int, seconds: int | None) -> Draft | None:
    now = None if head.clock is None else head.clock.seconds
    name, proposal = head.seats[seat].name, head.proposal
    if seconds == now:
        if proposal is None:
            return None
        return Draft("propose", note=f"{name} wants the clock as it is.")
    if now is not None and seconds is not None and seconds > now:
        return _set(name, seconds)
    same = proposal is not None and proposal.seconds == seconds
    agreed = {seat, *(proposal.agreed if proposal is not None and same else ())}
    if agreed.issuperset(head.people):
        return _agree(name, seconds) if same else _set(name, seconds)
    if proposal is not None and same:
        if seat in proposal.agreed:
            return None
        wanted, note = ClockProposal(seconds, proposal.by, tuple(sorted(agreed))), f"{name} agrees."
    else:
        what = "no clock" if seconds is None else f"a clock of {spoken(seconds)}"
        wanted, note = ClockProposal(seconds, seat, (seat,)), f"{name} proposes {what}; the others must agree."
    return Draft("propose", note=note, proposal=wanted)


def _agree(name: str, seconds: int | None) -> Draft:
    what = "taken away" if seconds is None else f"set to {spoken(seconds)}"
    return Draft("clock", seconds=seconds, note=f"{name} agrees: the clock is {what}.")


def _set(name: str, seconds: int | None) -> Draft:
    note = f"{name} took the clock away." if seconds is None else f"{name} set the clock to {spoken(seconds)}."
    return Draft("clock", seconds=seconds, note=note)
