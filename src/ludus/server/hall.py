"""All the rooms of one process: opened when somebody comes, looked after, put away when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from ludus.server.analyses import Analyses
from ludus.server.contests import Contests
from ludus.server.door import Bans
from ludus.server.explainer import Explainer
from ludus.server.hands import may_wait_for_bot
from ludus.server.house_time import HouseTime
from ludus.server.limits import Bucket
from ludus.server.messenger import Messenger
from ludus.server.metrics import Metrics
from ludus.server.notices_watch import watch_notices
from ludus.server.problems import Problem, no_such_match
from ludus.server.ratings import watch_ratings
from ludus.server.room import Room
from ludus.server.running_match import RunningMatch
from ludus.server.saved_match import Head
from ludus.server.settings import Settings
from ludus.server.standing_orders_watch import watch_standing_orders
from ludus.server.store import Store
from ludus.server.thinkers import Thinkers
from ludus.server.timekeeper import time_out
from ludus.server.tournament_rounds import watch_tournaments

if TYPE_CHECKING:
    from ludus.server.tournament_page import Page

log = logging.getLogger("ludus.server")

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{6,32}")
TIDY_SECONDS = 5.0


class Hall:
    """The rooms, the store and the bots."""

    def __init__(self, settings: Settings, store: Store, bans: Bans, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.time = HouseTime(settings.beat_seconds, settings.grace_seconds)
        self.sockets: Counter[str] = Counter()  # by address
        self.messages = Bucket(settings.address_messages_per_second, 2 * settings.address_messages_per_second)
        self.newcomers = Bucket(settings.accounts_per_hour / 3600, settings.accounts_per_hour)  # by address
        self.cups = Bucket(settings.tournaments_per_hour / 3600, settings.tournaments_per_hour)
        self.entries = Bucket(settings.entries_per_hour / 3600, settings.entries_per_hour)
        self.cup_pages: dict[str, Page] = {}  # tournaments as they are shown
        self._bans = bans
        self.metrics = metrics
        self._thinkers = Thinkers(settings.bot_workers, settings.bot_budget_ms, settings.thinkers, settings.policies)
        self._explainer = Explainer()
        self.contests = Contests(self)
        self.analyses = Analyses()
        self.messenger = Messenger(self)
        self._rooms: dict[str, asyncio.Future[Room]] = {}
        self._used: dict[str, float] = {}
        self._behind: dict[str, int] = {}  # how far others have come with matches that are brought up just now
        self._followers: set[asyncio.Task[None]] = set()
        self._look = asyncio.Event()  # for what others wrote, and not only when it is time

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings, bans: Bans, metrics: Metrics) -> AsyncIterator[Hall]:
        store = await asyncio.to_thread(Store, settings.url)
        hall = cls(settings, store, bans, metrics)
        await hall.time.open(store)
        bans.set(await store.banned())
        chores = [
            hall._look_after_rooms(),
            hall._tidy_up(),
            hall._keep_time(),
            hall._wake_bots(),
            hall._watch_clocks(),
            hall._take_up_contests(),
            watch_standing_orders(hall),
            watch_notices(hall),
            watch_ratings(hall),
            watch_tournaments(hall),
        ]
        tasks = [asyncio.ensure_future(chore) for chore in chores]
        listener = store.listen(hall._heard, hall._look.set)
        try:
            yield hall
        finally:
            if listener is not None:
                await asyncio.to_thread(listener.close)
            tasks.extend(hall._followers)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hall.analyses.close()
            await hall.messenger.close()
            await hall.contests.close()
            for room in hall._open_rooms():
                await room.close()
            await hall._thinkers.close()
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

    async def head(self, match_id: str) -> Head:
        """A match without its story: as it is in its room, or on disk. What is over need not be loaded to be shown, and
        may be of other rules than today's."""
        future = self._rooms.get(match_id)
        if future is None or not future.done():
            found = await self.store.head(match_id) if MATCH_ID.fullmatch(match_id) else None
            if found is None:
                raise no_such_match()
            if found.status == "over":
                if found.parent is not None:  # its campaign may not know yet: where it is opened, it is settled
                    with suppress(Problem):
                        await self.room(match_id)
                return found
        return (await self.up_to_date(match_id)).head

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
            room = Room(
                saved,
                running,
                self.store,
                self._thinkers,
                self._explainer,
                self.settings,
                self.time,
                self.contests.look,
                self.metrics,
            )
        except Exception as error:  # other rules, or a slip in these: whatever it is, it is this match's alone
            log.exception("match %s cannot be loaded", match_id)
            raise cannot_load() from error
        await room.arrange(lambda head: None)  # it may have been full and not yet started
        room.wake()
        return room

    def _open_rooms(self) -> list[Room]:
        return [future.result() for future in self._rooms.values() if future.done() and not future.exception()]

    async def _look_after_rooms(self) -> None:
        """Now and then: see what other processes wrote, put unused rooms away."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), self.settings.poll_seconds)
            self._look.clear()
            try:
                rooms = {room.head.id: room for room in self._open_rooms() if room.busy}
                if rooms and self.store.others_wrote():
                    newest = await self.store.numbers(list(rooms))
                    for match_id, room in rooms.items():
                        if match_id not in newest:
                            await self.clear_out(match_id)
                        elif newest[match_id] > room.head.number:
                            await room.catch_up()
                self._put_away()
            except Exception:
                log.exception("looking after the rooms failed")

    def _heard(self, match_id: str, number: int) -> None:
        """Somebody has written this step; whoever looks on here shall see it at once."""
        future = self._rooms.get(match_id)
        if future is None or not future.done() or future.cancelled() or future.exception():
            return  # who opens it next reads it from disk
        room = future.result()
        if number <= room.head.number or not room.busy:
            return  # most of what is heard was written here
        under_way = match_id in self._behind
        self._behind[match_id] = number
        if not under_way:
            task = asyncio.ensure_future(self._bring_up(room))
            self._followers.add(task)
            task.add_done_callback(self._followers.discard)

    async def _bring_up(self, room: Room) -> None:
        match_id, seen = room.head.id, 0
        try:
            while self._behind[match_id] > max(seen, room.head.number):
                seen = self._behind[match_id]
                await room.catch_up()
        except Exception as error:
            _one_alone(match_id, error)
        finally:
            del self._behind[match_id]

    async def _tidy_up(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                self._bans.set(await self.store.banned())
                await self.store.put_away()
                await self.store.tidy()
            except Exception:
                log.exception("tidying up failed")

    async def clear_out(self, match_id: str) -> None:
        """The match was deleted."""
        future = self._rooms.pop(match_id, None)
        self._used.pop(match_id, None)
        if future is not None and future.done() and not future.exception():
            await future.result().close()

    async def look_again(self, ids: Collection[str]) -> None:
        """Somebody here has changed these matches on disk, behind the backs of their rooms."""
        for room in self._open_rooms():
            if room.head.id in ids:
                await room.catch_up()

    def _put_away(self) -> None:
        oldest = asyncio.get_running_loop().time() - self.settings.idle_seconds
        for room in self._open_rooms():
            if not room.busy and self._used[room.head.id] < oldest:
                del self._rooms[room.head.id], self._used[room.head.id]

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(self.settings.beat_seconds)
            try:
                await self.time.beat(self.store)
            except Exception as error:
                log.error("the time cannot be written down, so it stands still: %s", error)

    async def _wake_bots(self) -> None:
        """After a start: matches that wait for a bot go on."""
        for head in await self.store.heads("running", listed=False):
            if may_wait_for_bot(head):
                try:
                    await self.room(head.id)
                except Exception as error:
                    _one_alone(head.id, error)

    async def _watch_clocks(self) -> None:
        """Take the defaults of those whose time is up, whether or not anybody looks at the match. Every process does
        so for every match; the database decides who was first."""
        hopeless: set[str] = set()
        not_before: dict[str, float] = {}  # who has some time left because the house was closed
        while True:
            await asyncio.sleep(self.settings.poll_seconds)
            try:
                late = [each for each in await self.store.late(self.time.now) if each not in hopeless]
            except Exception as error:
                log.error("looking after the clocks failed: %s", error)
                continue
            not_before = {each: not_before[each] for each in not_before if each in late}
            for match_id in late:
                if not_before.get(match_id, 0.0) > self.time.now:
                    continue
                try:
                    not_before[match_id] = await time_out(await self.room(match_id)) or 0.0
                except Exception as error:
                    if _one_alone(match_id, error):
                        hopeless.add(match_id)

    async def _take_up_contests(self) -> None:
        """Campaigns whose contest was not begun or not settled, because whoever should have was stopped, go on."""
        hopeless: set[str] = set()
        while True:
            try:
                for match_id in [each for each in await self.store.hanging() if each not in hopeless]:
                    try:
                        await self.contests.take_up(await self.room(match_id))
                    except Exception as error:
                        if _one_alone(match_id, error):
                            hopeless.add(match_id)
            except Exception as error:
                log.error("looking after the contests failed: %s", error)
            await asyncio.sleep(TIDY_SECONDS)

    def gauges(self) -> dict[str, float]:
        rooms = self._open_rooms()
        return {
            "rooms": len(rooms),
            "matches_at_play": sum(room.busy for room in rooms),
            "sockets": self.sockets.total(),
            "bots_in_line": self._thinkers.line.waiting,
        }

    def connected(self, match_id: str) -> Collection[int]:
        """The seats whose people are connected to this process."""
        future = self._rooms.get(match_id)
        return future.result().audience.connected() if future and future.done() and not future.exception() else ()


def cannot_load() -> Problem:
    return Problem(409, "cannot-load", "this match was saved by other rules and cannot go on here")


def _one_alone(match_id: str, error: Exception) -> bool:
    """A match that fails is logged and left, and the others go on; whether it is of no use to try it again."""
    if isinstance(error, Problem):
        return error.code in ("cannot-load", "no-such-match")  # that is in the log already
    log.error("match %s fails while others go on", match_id, exc_info=error)
    return False
