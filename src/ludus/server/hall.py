"""All the rooms of one process: opened when somebody comes, looked after, put away when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from ludus.core.errors import LudusError
from ludus.server.contests import Contests
from ludus.server.explainer import Explainer
from ludus.server.hands import may_wait_for_bot
from ludus.server.problems import Problem, no_such_match
from ludus.server.room import Room
from ludus.server.running_match import RunningMatch
from ludus.server.settings import Settings
from ludus.server.standing_orders_watch import watch_standing_orders
from ludus.server.store import Store
from ludus.server.thinkers import Thinkers
from ludus.server.timekeeper import time_out

log = logging.getLogger("ludus.server")

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{6,32}")
TIDY_SECONDS = 5.0


class Hall:
    """The rooms, the store and the bots."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.sockets = 0
        self._thinkers = Thinkers(settings.bot_workers, settings.bot_budget_ms)
        self._explainer = Explainer()
        self.contests = Contests(self)
        self._rooms: dict[str, asyncio.Future[Room]] = {}
        self._used: dict[str, float] = {}

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[Hall]:
        store = await asyncio.to_thread(Store, settings.url)
        hall = cls(settings, store)
        chores = [
            hall._look_after_rooms(),
            hall._tidy_up(),
            hall._wake_bots(),
            hall._watch_clocks(),
            hall._take_up_contests(),
            watch_standing_orders(hall),
        ]
        tasks = [asyncio.ensure_future(chore) for chore in chores]
        try:
            yield hall
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hall.contests.close()
            for room in hall._open_rooms():
                await room.close()
            hall._thinkers.close()
            await asyncio.to_thread(store.close)

    # -- rooms --------------------------------------------------------------------------------

    async def room(self, match_id: str) -> Room:
        """The room of a match, read from disk when nobody has been there lately."""
        self._used[match_id] = asyncio.get_running_loop().time()
        future = self._rooms.get(match_id)
        if future is None:
            future = self._rooms[match_id] = asyncio.ensure_future(self._load(match_id))
            future.add_done_callback(lambda done: self._forget_failed(match_id, done))
        return await asyncio.shield(future)

    async def up_to_date(self, match_id: str) -> Room:
        """The room of a match, for who asks without a socket: where nobody is, nobody looks what others wrote."""
        room = await self.room(match_id)
        if not room.busy:
            await room.catch_up()
        return room

    def _forget_failed(self, match_id: str, done: asyncio.Future[Room]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._rooms.pop(match_id, None)
            self._used.pop(match_id, None)

    async def _load(self, match_id: str) -> Room:
        saved = await self.store.load(match_id) if MATCH_ID.fullmatch(match_id) else None
        if saved is None:
            raise no_such_match()
        try:
            running = await asyncio.to_thread(RunningMatch.load, saved)
            room = Room(saved, running, self.store, self._thinkers, self._explainer, self.settings, self.contests.look)
        except LudusError as error:
            log.error("match %s cannot be loaded: %s", match_id, error.message)
            raise Problem(409, "cannot-load", "this match was saved by other rules and cannot go on here") from error
        await room.arrange(lambda head: None)  # it may have been full and not yet started
        room.wake()
        return room

    def _open_rooms(self) -> list[Room]:
        return [future.result() for future in self._rooms.values() if future.done() and not future.exception()]

    async def _look_after_rooms(self) -> None:
        """Now and then: see what other processes wrote, put unused rooms away."""
        while True:
            await asyncio.sleep(self.settings.poll_seconds)
            try:
                rooms = {room.head.id: room for room in self._open_rooms() if room.busy}
                newest = await self.store.numbers(list(rooms)) if rooms and self.store.others_wrote() else {}
                for match_id, number in newest.items():
                    if number > rooms[match_id].head.number:
                        await rooms[match_id].catch_up()
                self._put_away()
            except Exception:
                log.exception("looking after the rooms failed")

    async def _tidy_up(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.store.put_away()
                await self.store.tidy()
            except Exception:
                log.exception("tidying up failed")

    def _put_away(self) -> None:
        oldest = asyncio.get_running_loop().time() - self.settings.idle_seconds
        for room in self._open_rooms():
            if not room.busy and self._used[room.head.id] < oldest:
                del self._rooms[room.head.id], self._used[room.head.id]

    async def _wake_bots(self) -> None:
        """After a start: matches that wait for a bot go on."""
        for head in await self.store.heads("running", listed=False):
            if may_wait_for_bot(head):
                try:
                    await self.room(head.id)
                except LudusError:
                    continue  # it is in the log

    async def _watch_clocks(self) -> None:
        """Take the defaults of those whose time is up, whether or not anybody looks at the match. Every process does
        so for every match; the database decides who was first."""
        hopeless: set[str] = set()
        while True:
            await asyncio.sleep(self.settings.poll_seconds)
            try:
                for match_id in await self.store.late(time.time()):
                    try:
                        if match_id not in hopeless:
                            await time_out(await self.room(match_id))
                    except Problem as problem:
                        if problem.code == "cannot-load":
                            hopeless.add(match_id)
            except Exception:
                log.exception("looking after the clocks failed")

    async def _take_up_contests(self) -> None:
        """Campaigns whose contest was not begun or not settled, because whoever should have was stopped, go on."""
        hopeless: set[str] = set()
        while True:
            try:
                for match_id in await self.store.hanging():
                    try:
                        if match_id not in hopeless:
                            await self.contests.take_up(await self.room(match_id))
                    except Problem as problem:
                        if problem.code == "cannot-load":
                            hopeless.add(match_id)
            except Exception:
                log.exception("looking after the contests failed")
            await asyncio.sleep(TIDY_SECONDS)

    def connected(self, match_id: str) -> Collection[int]:
        """The seats whose people are connected to this process."""
        future = self._rooms.get(match_id)
        return future.result().audience.connected() if future and future.done() and not future.exception() else ()
