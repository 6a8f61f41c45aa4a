"""What a change leaves behind: the head of the match after it, and the page that is written."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ludus.core.decision import plain_choice
from ludus.core.record import compact
from ludus.server.clock import Clock, Turn
from ludus.server.contest_making import ended, listed, open_contests
from ludus.server.draft import Draft
from ludus.server.hands import bot_answering
from ludus.server.house_time import Moment
from ludus.server.running_match import PLAYED, RunningMatch
from ludus.server.saved_match import ClockProposal, Head, Page, Seat, Step


def page_after(before: Head, draft: Draft, number: int, running: RunningMatch | None, moment: Moment) -> Page:
    """The page of a change that has been made in memory."""
    head = _wind(moved_head(before, draft, number, running), draft, running, moment)
    step, snapshot, record = _step(draft, number, running), None, None
    children: tuple[Head, ...] = ()
    if running is not None and moves_the_match(draft):
        if draft.kind == "settle":
            head = replace(head, contests=ended(head.contests, draft.choice))
        children = open_contests(head, running.match)
        if children:
            head = replace(head, contests=(*head.contests, *map(listed, children)))
        snapshot = running.turn_checkpoint(number)
        if before.outcome is None and head.outcome is not None:
            record = compact(running.match.record())
    seats_changed = draft.seats is not None or draft.kind in ("start", "resign")
    return Page(head, step, seats_changed, snapshot, record, before, children)


def moves_the_match(draft: Draft) -> bool:
    return draft.kind in PLAYED or draft.kind == "start"


def moved_head(before: Head, draft: Draft, number: int, running: RunningMatch | None) -> Head:
    """The head with what the change itself says, and with what the match says after it."""
    seats = before.seats if draft.seats is None else draft.seats
    return replace(
        before,
        number=number,
        changed=datetime.now(UTC).isoformat(timespec="milliseconds"),
        rematch=draft.rematch or before.rematch,
        proposal=_proposal_after(before, draft),
        **({"seats": seats} if running is None else _standing(seats, running)),
    )


def _proposal_after(before: Head, draft: Draft) -> ClockProposal | None:
    """A clock that was set is no longer proposed."""
    if draft.kind == "clock":
        return None
    return draft.proposal if draft.kind == "propose" else before.proposal


def as_it_stands(head: Head, running: RunningMatch | None) -> Head:
    """The head with what the match says."""
    return head if running is None else replace(head, **_standing(head.seats, running))


def _standing(seats: tuple[Seat, ...], running: RunningMatch) -> dict[str, Any]:
    """Who is asked, who has resigned, who has won."""
    match = running.match
    if match.resigned:
        seats = tuple(
            seat if number not in match.resigned else replace(seat, resigned=True) for number, seat in enumerate(seats)
        )
    return {
        "status": "running" if match.outcome is None else "over",
        "waiting": tuple(sorted(match.pending)),
        "outcome": None if match.outcome is None else match.outcome.in_short(),
        "seats": seats,
    }


def _wind(head: Head, draft: Draft, running: RunningMatch | None, moment: Moment) -> Head:
    """The head with its clock as this change leaves it."""
    clock = head.clock
    if draft.kind == "clock":
        if draft.seconds is None:
            clock = None
        elif clock is None or clock.stopped(head.people):
            clock = Clock(draft.seconds)
        else:
            clock = clock.set_to(draft.seconds, moment)
    if clock is None:
        return head if head.clock is None else replace(head, clock=None)
    numbers = {} if running is None else running.asked
    pending = {} if running is None else running.match.pending
    asked = [seat for seat, decision in pending.items() if bot_answering(head, seat, decision.name) is None]
    anew = [seat for seat in asked if numbers[seat] == head.number]
    turn = Turn(draft.kind, draft.seat, asked, anew, head.people, draft.goes_on, draft.silent)
    return replace(head, clock=clock.turn(turn, moment.now))


def _step(draft: Draft, number: int, running: RunningMatch | None) -> Step:
    since, told, patch = 0, [], []
    if running is not None:
        since = len(running.match.events)
        if moves_the_match(draft):
            since, events = running.turn_events()
            told = [event.to_plain() for event in events]
            patch = running.turn_position()
    choice = plain_choice(draft.choice)  # bots and clocks answer with forms
    return Step(number, draft.kind, draft.seat, choice, draft.key, draft.note, since, told, patch)
