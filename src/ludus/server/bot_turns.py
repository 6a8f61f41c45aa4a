"""The bots of one room: whose turn it is thinks, and answers like anybody else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ludus.bots import Glimpse, recalled_by
from ludus.server.draft import Draft
from ludus.server.hands import bot_answering
from ludus.server.line import ALONE, AT_THE_TABLE, WATCHED
from ludus.server.running_match import RunningMatch
from ludus.server.thinkers import Thinkers

if TYPE_CHECKING:
    from ludus.server.room import Room

log = logging.getLogger("ludus.server")


class BotTurns:
    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self._room = room
        self._thinkers = thinkers
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._closed = False
        self._held = 0  # by how many that arrange seats
        self.patience = 0.0  # seconds that are left to the process that moved last

    @property
    def busy(self) -> bool:
        return bool(self._thinking)

    def wake(self) -> None:
        """Let the bots think whose turn it is, as long as there is anybody to play for."""
        running, head = self._room.running, self._room.head
        if running is None or self._closed or self._held or not self._anybody():
            return
        if self._thinking:
            self._thinkers.line.go_on()  # somebody may have come, and the match is no longer alone
        for number, decision in running.match.pending.items():
            bot = bot_answering(head, number, decision.name)
            if bot is not None and number not in self._thinking:
                task = asyncio.ensure_future(self._think(running, number, running.asked[number], bot))
                self._thinking[number] = task
                task.add_done_callback(partial(self._thought, number))

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Nobody answers here meanwhile: a seat is about to go to somebody else."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.wake()

    def _anybody(self) -> bool:
        """Somebody looks, or has a seat; or a campaign waits for its contest, a tournament for its table."""
        head = self._room.head
        seated = any(seat.kind == "human" and not seat.resigned for seat in head.seats)
        waited_for = head.parent is not None or head.tournament is not None
        return bool(self._room.audience.browsers or seated or waited_for)

    def _rank(self) -> int:
        """Where nobody looks, nobody is kept waiting for it."""
        audience = self._room.audience
        if not audience.browsers:
            return ALONE
        return AT_THE_TABLE if audience.connected() else WATCHED

    def _thought(self, seat: int, task: asyncio.Task[None]) -> None:
        del self._thinking[seat]
        self.wake()

    async def _think(self, running: RunningMatch, seat: int, decision: int, bot: str) -> None:
        """About the question of this number; on an open floor another may speak before he has begun."""
        room = self._room
        if self.patience:
            await asyncio.sleep(self.patience)
        async with self._thinkers.line.turn(room.head.id, self._rank):
            if running is not room.running or running.asked.get(seat) != decision:
                return
            match = running.match
            past = Glimpse.of(match, seat).past(recalled_by(match.game.id, bot))
            choice = await self._thinkers.choose(bot, match.view(seat, explain=False), past)

        def make(number: int) -> Draft | None:
            now = room.running
            if self._held or now is None or now.asked.get(seat) != decision:
                return None  # the question is gone
            if bot_answering(room.head, seat, now.match.pending[seat].name) != bot:
                return None  # the seat has changed hands
            taken = choice
            if taken is None or taken not in now.match.pending[seat]:
                log.error("match %s: bot %s gave no legal answer; the default is taken", room.head.id, bot)
                taken = now.match.pending[seat].default
            now.play(number, "answer", seat, taken)
            return Draft("answer", seat, taken)

        try:
            await room.change(make)
        except Exception:
            log.exception("match %s: the answer of bot %s did not count", room.head.id, bot)
            await asyncio.sleep(1)  # the disk may be full; try again later

    async def close(self) -> None:
        self._closed = True
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
