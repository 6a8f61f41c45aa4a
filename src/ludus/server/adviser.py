"""Suggestions for people: a bot looks at the view of a seat that is asked, in a process of its own, and its choice is
sent with a reason. The question can be answered meanwhile; then the suggestion is dropped."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from ludus.advice.suggestion import adviser_of, label_of, reason_of
from ludus.core.decision import plain_choice
from ludus.server.line import AT_THE_TABLE
from ludus.server.thinkers import Thinkers

if TYPE_CHECKING:
    from ludus.server.room import Room

log = logging.getLogger("ludus.server")


class Adviser:
    """Of one room. A question is thought about once, however often somebody asks."""

    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self._room = room
        self._thinkers = thinkers
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._known: dict[int, dict[str, Any]] = {}  # the newest, by seat

    def ask(self, seat: int, decision: int) -> None:
        """What to answer to the question of this number; nobody is told of one that is gone."""
        running = self._room.running
        if running is None or running.asked.get(seat) != decision:
            return
        known = self._known.get(seat)
        if known is not None and known["decision"] == decision:
            self._room.audience.show_suggestion(seat, known)
            return
        if seat in self._thinking:
            number, before = self._thinking[seat]
            if number == decision:
                return
            before.cancel()
        task = asyncio.ensure_future(self._think(seat, decision))
        self._thinking[seat] = decision, task
        task.add_done_callback(partial(self._thought, seat))

    def _thought(self, seat: int, task: asyncio.Task[None]) -> None:
        if self._thinking.get(seat, (0, None))[1] is task:
            del self._thinking[seat]
        if not task.cancelled() and task.exception() is not None:
            log.error("match %s: no suggestion for seat %s", self._room.head.id, seat, exc_info=task.exception())

    async def _think(self, seat: int, decision: int) -> None:
        room = self._room
        async with self._thinkers.line.turn(room.head.id, lambda: AT_THE_TABLE):
            running = room.running
            if running is None or running.asked.get(seat) != decision:
                return
            view = running.match.view(seat, explain=False)
            choice = await self._thinkers.choose(adviser_of(room.head.game), view)
        running = room.running
        if running is None or running.asked.get(seat) != decision:
            return
        asked, plain = running.match.pending[seat], None
        label = reason = ""
        if choice is not None and choice in asked:
            plain = plain_choice(choice)
            question = asked.to_plain()
            answers = room.audience.told(seat)
            label = label_of(question, answers, plain)
            reason = reason_of(room.head.game, question, answers, plain, view["position"])
        suggestion = {"seat": seat, "decision": decision, "choice": plain, "label": label, "reason": reason}
        self._known[seat] = suggestion
        room.audience.show_suggestion(seat, suggestion)

    def close(self) -> None:
        for _, task in self._thinking.values():
            task.cancel()
