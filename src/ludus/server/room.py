"""One match in this process, in step with the disk.

Everything that changes the match goes through `change`: one at a time, checked, written, and only then shown. What is
changed is said by others: `moves`, `chat`, `timekeeper`, `bot_turns`, `arrangements` and the standing orders.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

import orjson

from ludus.library import find_game
from ludus.server import timekeeper
from ludus.server.adviser import Adviser
from ludus.server.audience import Audience
from ludus.server.bot_turns import BotTurns
from ludus.server.browser import Browser
from ludus.server.chat import Chat
from ludus.server.draft import Draft
from ludus.server.explainer import Explainer
from ludus.server.house_time import HouseTime, Moment
from ludus.server.metrics import Metrics
from ludus.server.out_of_reach import in_time
from ludus.server.page_after import as_it_stands, moved_head, page_after
from ludus.server.problems import Problem, no_such_match
from ludus.server.run_until_first_wait import run_until_first_wait
from ludus.server.running_match import PLAYED, RunningMatch
from ludus.server.saved_match import Head, SavedMatch, Step
from ludus.server.seating import describe
from ludus.server.settings import Settings
from ludus.server.store import Store
from ludus.server.thinkers import Thinkers
from ludus.server.writer import Conflict

log = logging.getLogger("ludus.server")

MOST_TRIES = 10  # against other processes that are faster


def unsaved() -> Problem:
    return Problem(503, "storage", "this could not be saved and did not happen; try again")


class Room:
    """The match as it is on disk or, while a change is being written, one change ahead of it."""

    def __init__(
        self,
        saved: SavedMatch,
        running: RunningMatch | None,
        store: Store,
        thinkers: Thinkers,
        explainer: Explainer,
        settings: Settings,
        time: HouseTime,
        look_after: Callable[[Room], None],
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._settings = settings
        self._time = time
        self._metrics = metrics
        self._look_after = look_after  # its contest or its campaign
        self.tended: object = None  # what of them has been looked after
        self._lock = asyncio.Lock()
        self._stage: orjson.Fragment | None = None
        self._explainer = explainer
        self.audience = Audience(self, explainer)
        self.bots = BotTurns(self, thinkers)
        self.adviser = Adviser(self, thinkers)
        self._take_in(saved, running)

    def _take_in(self, saved: SavedMatch, running: RunningMatch | None) -> None:
        self.head: Head = saved.head
        self.ahead_of_disk = False
        self.running = running
        self.chat = Chat(saved.steps)
        self._keys = {(step.seat, step.key): step.number for step in saved.steps if step.key is not None}
        self.audience.look_anew()

    @property
    def busy(self) -> bool:
        return bool(self.audience.browsers or self.bots.busy or self._lock.locked())

    def wake(self) -> None:
        """Go on with whatever needs no person: bots think, contests begin, campaigns go on after them."""
        self.bots.wake()
        self._look_after(self)

    @property
    def moment(self) -> Moment:
        return self._time.moment

    async def close(self) -> None:
        self.adviser.close()
        await self.bots.close()
        self.audience.close()

    # -- what anyone may ask ------------------------------------------------------------------

    def info(self) -> dict[str, Any]:
        return describe(self.head, self.audience.connected(), self.moment)

    def stage(self) -> orjson.Fragment:
        if self._stage is None:
            stage = find_game(self.head.game).stage(self.head.options)
            self._stage = orjson.Fragment(orjson.dumps(stage))
        return self._stage

    # -- coming in ----------------------------------------------------------------------------

    async def join(self, browser: Browser, tokens: frozenset[str], have: int | None) -> None:
        await self.catch_up()
        async with self._lock:
            self.audience.admit(browser, tokens, "joined" if have is None or have == self.head.number else "gap")
        if browser.seats:
            await timekeeper.come_back(self, browser.seats[0])
        self.bots.wake()

    async def resync(self, browser: Browser, reason: str) -> None:
        async with self._lock:
            await self._settle()
            self.audience.sync(browser, reason)

    # -- changing the match -------------------------------------------------------------------

    async def change(self, make: Callable[[int], Draft | None]) -> int:
        """Make a change and return its number once it is on disk. `make` refuses, or does it in memory;
        it is asked again when another process was first. None means that nothing is to be done."""
        # A caller who goes away must not leave the room between memory and disk.
        return await asyncio.shield(run_until_first_wait(self._change_now(make)))

    async def once(self, seat: int | None, key: str, make: Callable[[int], Draft | None]) -> int:
        """What comes twice with the same key counts once and is answered alike."""
        first: int | None = None

        def unless_known(number: int) -> Draft | None:
            nonlocal first
            first = self._keys.get((seat, key))
            return make(number) if first is None else None

        # Only a socket's own task asks this, and nobody calls it off while the house is open.
        number = await self._change_now(unless_known)
        return number if first is None else first

    async def arrange(self, make: Callable[[Head], Draft | None]) -> None:
        """A change at the table. The last open seat filled starts the match."""

        def start_when_full(number: int) -> Draft | None:
            draft = make(self.head)
            seats = self.head.seats if draft is None or draft.seats is None else draft.seats
            if self.head.status == "lobby" and all(seat.kind != "open" for seat in seats):
                note = "" if draft is None else draft.note
                return Draft("start", note=f"{note} The match begins.".strip(), seats=seats)
            return draft

        await self.change(start_when_full)

    async def _change_now(self, make: Callable[[int], Draft | None]) -> int:
        async with self._lock:
            await self._settle()
            for _ in range(MOST_TRIES):
                number = self.head.number + 1
                draft = make(number)
                if draft is None:
                    return self.head.number
                try:
                    await self._write(draft, number)
                except Conflict:
                    await self._settle()
                    continue
                except Exception as error:
                    log.exception("match %s: step %s could not be written", self.head.id, number)
                    self.ahead_of_disk = True
                    await self._settle()
                    raise unsaved() from error
                self.bots.patience = 0.0
                self.wake()
                return number
        raise Problem(503, "too-busy", "others were faster time and again; try again")

    async def _write(self, draft: Draft, number: int) -> None:
        """Put a change on disk and then on every screen."""
        before = self.head
        if draft.kind == "start":
            self.running = RunningMatch.begin(moved_head(before, draft, number, None), number)
        page = page_after(before, draft, number, self.running, self.moment)
        self.head = page.head
        # Made before it is written: made meanwhile, they would only get into the writer's way.
        messages = self.audience.messages(before, page.step)
        self.ahead_of_disk = True
        began = perf_counter()
        with self._explainer.after_move():
            await in_time(self._store.append(page))
        self.ahead_of_disk = False
        self._metrics.write_seconds.add(perf_counter() - began)
        self._metrics.steps[draft.kind] += 1
        if draft.key is not None:
            self._keys[draft.seat, draft.key] = number
        self.audience.show(messages)

    # -- keeping up with the disk -------------------------------------------------------------

    async def _settle(self) -> None:
        """What is ahead of the disk while nothing is being written did not get there: back to what did."""
        if self.ahead_of_disk:
            try:
                await self._reload()
            except Problem:
                raise
            except Exception as error:
                raise unsaved() from error

    async def _reload(self) -> None:
        """Another process has written something else: everyone gets the match as it is on disk."""
        saved = await self._store.load(self.head.id)
        if saved is None:  # its keeper has deleted it
            raise no_such_match()
        # Long matches take a while to be played again; nobody else should wait for that.
        self._take_in(saved, await asyncio.to_thread(RunningMatch.load, saved))
        self.audience.sync_all("changed")

    async def catch_up(self) -> None:
        """Read what other processes have written since."""
        async with self._lock:
            await self._settle()
            saved = await self._store.load(self.head.id, after=self.head.number)
            if saved is None:
                raise no_such_match()
            if not saved.steps:
                return
            if self.running is None or any(step.kind not in (*PLAYED, "say") for step in saved.steps):
                await self._reload()
            else:
                for step in saved.steps:
                    self._follow(self.running, step, saved.head)
            self.bots.patience = self._settings.takeover_seconds
            self.wake()

    def _follow(self, running: RunningMatch, step: Step, newest: Head) -> None:
        """Go one step that another process has gone."""
        if step.kind != "say":
            running.play(step.number, step.kind, step.seat, step.choice)
            running.turn_events()
            running.turn_position()
            running.turn_checkpoint(step.number)
        if step.key is not None:
            self._keys[step.seat, step.key] = step.number
        before = self.head
        now = replace(before, number=step.number, changed=newest.changed, clock=newest.clock, contests=newest.contests)
        self.head = as_it_stands(now, running)
        self.audience.show(self.audience.messages(before, step))
