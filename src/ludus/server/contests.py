"""Campaigns and their contests, kept in step.

A contest is made in the very step that leads to it, so there is one whenever a campaign waits for one. Here it is
begun, its seats follow those of its campaign, and when it is over the campaign goes on. Every process does so whenever
it comes by; each of these can be done twice and counts once, for the database decides who was first.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import orjson

from ludus.core.contest import HOST, Sealed, Settled, digest
from ludus.core.record import read_events
from ludus.server.contest_making import hand_over, hands_in_contest
from ludus.server.draft import Draft
from ludus.server.hands import may_wait_for_bot
from ludus.server.problems import Problem
from ludus.server.saved_match import ContestOfCampaign, Head

if TYPE_CHECKING:
    from ludus.server.hall import Hall
    from ludus.server.room import Room

log = logging.getLogger("ludus.server")

MOST_TRIES = 10  # against bots of other processes that answer again at once


class Contests:
    """Looks at a room whenever it has changed, and does what is to be done for its contests or its campaign."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._tending: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def look(self, room: Room) -> None:
        state = _state(room)
        if state is None or self._closed or room.tended == state or room.head.id in self._tending:
            return
        task = self._tending[room.head.id] = asyncio.ensure_future(self._tend(room, state))
        task.add_done_callback(partial(self._tended, room))

    def _tended(self, room: Room, task: asyncio.Task[None]) -> None:
        del self._tending[room.head.id]
        if not task.cancelled():
            self.look(room)

    async def _tend(self, room: Room, state: object) -> None:
        head = room.head
        try:
            if head.parent is not None and head.status == "over":
                await self._tell_campaign(head.parent, head)
            elif head.parent is not None and waits_for_campaign(head):
                await self._hand_in(await self._hall.room(head.parent), room)
            for contest in contests_under_way(head):
                await self._look_after_contest(room, contest.id)
        except Problem as problem:  # the database is away, or one of them cannot be loaded; that is in the log
            log.warning("match %s: its contest has to wait: %s", head.id, problem.message)
        except Exception:
            log.exception("match %s: its contest cannot go on", head.id)
        room.tended = state  # what failed is tried again when the hall looks what hangs

    async def close(self) -> None:
        self._closed = True
        tasks = list(self._tending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def take_up(self, campaign: Room) -> None:
        """Something was left undone: by a process that was stopped, or because it failed."""
        await campaign.catch_up()
        campaign.tended = None
        self.look(campaign)
        task = self._tending.get(campaign.head.id)
        if task is not None:
            await asyncio.wait([task])

    # -- the campaign ---------------------------------------------------------------------------

    async def _tell_campaign(self, campaign_id: str, child: Head) -> None:
        campaign = await self._hall.store.head(campaign_id)
        if campaign is not None and any(each.id == child.id for each in contests_under_way(campaign)):
            room = await self._hall.room(campaign_id)
            await room.catch_up()
            await self._settle(room, child)

    async def _settle(self, campaign: Room, child: Head) -> None:
        """Enter how the contest ended; the campaign goes on."""
        body = await self._hall.store.record(child.id)
        assert body is not None
        proof = await asyncio.to_thread(_proof, body)

        def make(number: int) -> Draft | None:
            running, under_way = campaign.running, contests_under_way(campaign.head)
            if running is None or all(each.id != child.id for each in under_way):
                return None
            beside = running.match.side_by_side
            settled = replace(proof, number=child.contest if beside else None).to_plain()
            try:
                running.play(number, "settle", HOST, settled)
            except Exception:
                campaign.ahead_of_disk = True  # the script may be anywhere: back to what is on disk
                raise
            return Draft("settle", HOST, settled, note=f"{child.title} is over.")

        await campaign.change(make)

    async def _hand_in(self, campaign: Room, contest: Room) -> None:
        """What the campaign has sealed for single seats goes into its contest, and into nobody's browser."""
        await campaign.catch_up()

        def make(number: int) -> Draft | None:
            running, asking = contest.running, campaign.running
            asked = None if asking is None else asking.match.contests.get(contest.head.contest or 0)
            if running is None or not running.match.wants_sealed or asked is None or asked.sealed is None:
                return None
            sealed = Sealed(asked.sealed).to_plain()
            try:
                running.play(number, "hand", HOST, sealed)
            except Exception:
                contest.ahead_of_disk = True
                raise
            return Draft("hand", HOST, sealed)

        await contest.change(make)

    # -- the contest ----------------------------------------------------------------------------

    async def _look_after_contest(self, campaign: Room, contest: str) -> None:
        child = await self._hall.store.head(contest)
        if child is None:
            return
        if child.status == "over":
            await self._settle(campaign, child)
        elif child.status == "lobby" or may_wait_for_bot(child) or _reseated(child, campaign.head) is not None:
            room = await self._hall.room(child.id)  # there it begins, and bots think
            await self._reseat(room, campaign.head)

    async def _reseat(self, contest: Room, campaign: Head) -> None:
        """Seats follow their owners. Where a bot has answered in secret for a seat that goes to a person, the seat is
        asked anew: what was written is for nobody's eyes."""
        secretive: list[int] = []

        def arrange(head: Head) -> Draft | None:
            draft = _reseated(head, campaign)
            secretive[:] = [] if draft is None else _written_by_bots(contest, draft)
            return None if secretive else draft

        with contest.bots.hold():
            for _ in range(MOST_TRIES):
                await contest.arrange(arrange)
                if not secretive:
                    return
                await contest.change(partial(_ask_anew, contest, secretive[0]))

    async def pass_on(self, campaign: Room, owner: int) -> None:
        """Who lets a bot stand in for him, or comes back, does so in the contests under way too."""
        hands = hands_in_contest(campaign.head.seats[owner])

        def arrange(head: Head) -> Draft | None:
            seats = tuple(
                replace(seat, hands=hands) if seat.owner == owner and seat.kind == "human" else seat
                for seat in head.seats
            )
            return None if seats == head.seats or head.status == "over" else Draft("table", seats=seats)

        for contest in contests_under_way(campaign.head):
            if owner in contest.owners:
                room = await self._hall.room(contest.id)
                await room.arrange(arrange)


def contests_under_way(head: Head) -> tuple[ContestOfCampaign, ...]:
    """The contests that a campaign waits for."""
    return tuple(each for each in head.contests if each.outcome is None) if head.status == "running" else ()


def waits_for_campaign(head: Head) -> bool:
    """Whether a contest can only go on with what its campaign hands in."""
    return head.parent is not None and head.status == "running" and not head.waiting


def _state(room: Room) -> object:
    """What would have to be looked after; None: nothing. The same again has been."""
    head, under_way = room.head, contests_under_way(room.head)
    over = head.parent is not None and head.status == "over"
    waits = waits_for_campaign(head)
    return (over, waits, under_way, head.seats) if over or waits or under_way else None


def _reseated(child: Head, campaign: Head) -> Draft | None:
    """A seat that has changed hands in the campaign has changed hands in its contest."""
    seats = tuple(hand_over(seat, campaign, child.game) for seat in child.seats)
    if seats == child.seats or child.status == "over":
        return None
    return Draft("table", seats=seats, note=f"The seats are as in {child.parent_title}.")


def _written_by_bots(contest: Room, draft: Draft) -> list[int]:
    """The seats that would go to a person while the secret answer of a bot lies there."""
    running, before = contest.running, contest.head.seats
    return [
        number
        for number, seat in enumerate(draft.seats or ())
        if before[number].kind == "bot" != seat.kind and running is not None and running.match.has_answered(number)
    ]


def _ask_anew(contest: Room, seat: int, number: int) -> Draft | None:
    if contest.running is None or not contest.running.match.has_answered(seat):
        return None
    contest.running.play(number, "undo", seat, None)
    return Draft("undo", seat, note=f"{contest.head.seats[seat].name} is asked anew.")


def _proof(body: bytes) -> Settled:
    """How a contest ended, out of its record."""
    record = orjson.loads(body)
    return Settled(digest({**record, "events": read_events(record)}), record["outcome"])
