"""One match and the people at its table.

Everything that changes the match goes through `change`: one at a time, checked, written, and only then shown.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import orjson

from ludus.core.errors import Refused
from ludus.core.record import compact
from ludus.games import find_game
from ludus.server import timekeeper
from ludus.server.browser import Browser
from ludus.server.chat import Chat
from ludus.server.clock import Clock, Turn
from ludus.server.draft import Draft
from ludus.server.explainer import Explainer
from ludus.server.problems import Problem
from ludus.server.run_until_first_wait import run_until_first_wait
from ludus.server.running_match import PLAYED, RunningMatch
from ludus.server.seating import clock_of, describe, held
from ludus.server.settings import Settings
from ludus.server.store import Head, Page, Saved, Step, Store
from ludus.server.thinkers import Thinkers
from ludus.server.wire import Screens, Told, tell
from ludus.server.writer import Conflict

log = logging.getLogger("ludus.server")

MOST_TRIES = 10  # against other processes that are faster


def unsaved() -> Problem:
    return Problem(503, "storage", "this could not be saved and did not happen; try again")


class Room:
    """The table of one match, in this process."""

    def __init__(
        self, saved: Saved, store: Store, thinkers: Thinkers, explainer: Explainer, settings: Settings
    ) -> None:
        self._store = store
        self._thinkers = thinkers
        self._explainer = explainer
        self._settings = settings
        self._lock = asyncio.Lock()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._patience = 0.0  # how long bots wait for the process that moved last
        self._closed = False
        self._stage: orjson.Fragment | None = None
        self.browsers: set[Browser] = set()
        self._take_in(saved)

    def _take_in(self, saved: Saved) -> None:
        self.head: Head = saved.head
        self._ahead = False  # of the disk: a change is being written
        self.running = RunningMatch.load(saved)
        self._told: list[Told] = [] if self.running is None else tell(self.running.match, 0)
        self._screens = None if self.running is None else Screens(self.running.match, self.running.position)
        self.chat = Chat(saved.steps)
        self._keys = {(step.seat, step.key): step.number for step in saved.steps if step.key is not None}

    @property
    def busy(self) -> bool:
        return bool(self.browsers or self._thinking or self._lock.locked())

    # -- what anyone may ask ----------------------------------------------------------------

    def connected(self) -> set[int]:
        return {seat for browser in self.browsers for seat in browser.seats}

    def info(self) -> dict[str, Any]:
        return describe(self.head, self.connected())

    def stage(self) -> orjson.Fragment:
        if self._stage is None:
            stage = find_game(self.head.game).stage(self.head.options)
            self._stage = orjson.Fragment(orjson.dumps(stage))
        return self._stage

    # -- coming and going ---------------------------------------------------------------------

    async def join(self, browser: Browser, tokens: frozenset[str], have: int | None) -> None:
        """Give the newcomer everything, and tell the others."""
        await self.catch_up()
        async with self._lock:
            browser.tokens = tokens
            browser.seats = held(self.head.seats, tokens)
            self.browsers.add(browser)
            self._sync(browser, "joined" if have is None or have == self.head.number else "gap")
            self._tell_presence()
        if browser.seats:
            await timekeeper.come_back(self, browser.seats[0])
        self.wake_bots()

    async def resync(self, browser: Browser, reason: str) -> None:
        async with self._lock:
            await self._settle()
            self._sync(browser, reason)

    def leave(self, browser: Browser) -> None:
        self.browsers.discard(browser)
        self._forget_views()
        self._tell_presence()

    def _tell_presence(self) -> None:
        watching = sum(not browser.seats for browser in self.browsers)
        message = {"type": "presence", "connected": sorted(self.connected()), "watching": watching}
        self._send_all(orjson.dumps(message))

    def _send_all(self, body: bytes) -> None:
        for browser in self.browsers:
            browser.send(body)

    # -- changing the match -------------------------------------------------------------------

    async def change(self, make: Callable[[int], Draft | None]) -> int:
        """Make a change and return its number once it is on disk. `make` refuses, or does it in memory;
        it is asked again when another process was first. None means that nothing is to be done."""
        # A caller who goes away must not leave the room between memory and disk.
        return await asyncio.shield(run_until_first_wait(self._change_now(make)))

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
                    self._ahead = True
                    await self._settle()
                    raise unsaved() from error
                self._patience = 0.0
                self.wake_bots()
                return number
        raise Problem(503, "too-busy", "others were faster time and again; try again")

    async def _write(self, draft: Draft, number: int) -> None:
        """Put a change on disk and then on every screen."""
        before = self.head
        head = replace(
            before,
            number=number,
            changed=datetime.now(UTC).isoformat(timespec="milliseconds"),
            seats=before.seats if draft.seats is None else draft.seats,
            rematch=draft.rematch or before.rematch,
        )
        if draft.kind == "start":
            self.running = RunningMatch.begin(head, number)
        head = self._wind(self._judge(head), draft)
        step, snapshot, record = self._step(draft, number), None, None
        running = self.running
        if running is not None and (draft.kind in PLAYED or draft.kind == "start"):
            snapshot = running.turn_checkpoint(number)
            if before.outcome is None and head.outcome is not None:
                record = compact(running.match.record())
        seats_changed = draft.seats is not None or draft.kind in ("start", "resign")
        page = Page(head, step, seats_changed, snapshot, record, before)
        self.head = head
        # Made before it is written: made meanwhile, they would only get into the writer's way.
        messages = self._messages(before, step)
        self._ahead = True
        await self._store.append(page)
        self._ahead = False
        if draft.key is not None:
            self._keys[draft.seat, draft.key] = number
        self._show(messages)

    def _step(self, draft: Draft, number: int) -> Step:
        running = self.running
        since, told, patch = 0, [], []
        if running is not None:
            events = running.match.events
            since = len(events)
            if draft.kind in PLAYED or draft.kind == "start":
                since = min(len(self._told), len(events))
                told = [event.to_plain() for event in events[since:]]
                patch = running.turn_position()
        return Step(number, draft.kind, draft.seat, draft.choice, draft.key, draft.note, since, told, patch)

    def _judge(self, head: Head) -> Head:
        """The head as the match stands now."""
        if self.running is None:
            return head
        match = self.running.match
        seats = head.seats
        if match.resigned:
            seats = tuple(
                seat if number not in match.resigned else replace(seat, resigned=True)
                for number, seat in enumerate(seats)
            )
        return replace(
            head,
            status="running" if match.outcome is None else "over",
            waiting=tuple(sorted(match.pending)),
            outcome=None if match.outcome is None else match.outcome.to_plain(),
            seats=seats,
        )

    def _wind(self, head: Head, draft: Draft) -> Head:
        """The head with its clock as this change leaves it."""
        clock = head.clock
        if draft.kind == "clock":
            clock = None if draft.seconds is None else Clock(draft.seconds)
        if clock is None:
            return head if head.clock is None else replace(head, clock=None)
        asked = {} if self.running is None else self.running.asked
        anew = [seat for seat, number in asked.items() if number == head.number]
        turn = Turn(draft.kind, draft.seat, asked, anew, head.people, draft.goes_on)
        return replace(head, clock=clock.turn(turn, time.time()))

    async def _settle(self) -> None:
        """What is ahead of the disk while nothing is being written did not get there: back to what did."""
        if self._ahead:
            try:
                await self._reload()
            except Exception as error:
                raise unsaved() from error

    async def _reload(self) -> None:
        """Another process has written something else: everyone gets the match as it is on disk."""
        saved = await self._store.load(self.head.id)
        assert saved is not None
        self._take_in(saved)
        self._reseat()
        for browser in self.browsers:
            self._sync(browser, "changed")

    async def catch_up(self) -> None:
        """Read what other processes have written since."""
        async with self._lock:
            await self._settle()
            saved = await self._store.load(self.head.id, after=self.head.number)
            assert saved is not None
            if not saved.steps:
                return
            running = self.running
            if running is None or any(step.kind not in (*PLAYED, "say") for step in saved.steps):
                await self._reload()
            else:
                for step in saved.steps:
                    if step.kind != "say":
                        running.play(step.number, step.kind, step.seat, step.choice)
                        running.turn_position()
                        running.turn_checkpoint(step.number)
                    if step.key is not None:
                        self._keys[step.seat, step.key] = step.number
                    before = self.head
                    now = replace(before, number=step.number, changed=saved.head.changed, clock=saved.head.clock)
                    self.head = self._judge(now)
                    self._show(self._messages(before, step))
            self._patience = self._settings.takeover_seconds
            self.wake_bots()

    # -- showing it -----------------------------------------------------------------------------

    def _sync(self, browser: Browser, reason: str) -> None:
        running = self.running
        views: dict[str, Any] = {}
        events: list[orjson.Fragment] = []
        if running is not None and self._screens is not None:
            views = {key: self._screens.view(key, running.asked) for key in _audience(browser.seats)}
            events = [told.body for told in self._told if told.visible_to(browser.seats)]
        message = {
            "type": "sync",
            "number": self.head.number,
            "reason": reason,
            "match": self.info(),
            "stage": None if running is None else self.stage(),
            "views": views,
            "events": events,
            "chat": list(self.chat.lines),
            "notes": list(self.chat.notes),
        }
        browser.send(orjson.dumps(message))

    def _messages(self, before: Head, step: Step) -> dict[Browser, bytes | None]:
        """What each browser is sent; None stands for a sync. Made once for all who see the same."""
        running = self.running
        said = self.chat.hear(step)
        if running is None or self._screens is None or step.kind == "start":
            self._screens = None if running is None else Screens(running.match, running.position)
            self._reseat()
            self._retell()
            return dict.fromkeys(self.browsers)
        moved = self._reseat() if before.seats != self.head.seats else set()
        if [seat.name for seat in before.seats] != [seat.name for seat in self.head.seats]:
            self._retell()
        else:
            self._told[step.since :] = tell(running.match, step.since)
        screens = self._screens
        patches = screens.still() if said else screens.turn(running.position, step.patch, running.asked)
        settled = (before.seats, before.status, before.rematch)
        message = {
            "type": "update",
            "number": step.number,
            "since": step.since,
            "match": None if settled == (self.head.seats, self.head.status, self.head.rematch) else self.info(),
            "note": step.note,
            "clock": clock_of(self.head),
            "said": said,
        }
        bodies: dict[tuple[int, ...], bytes] = {}
        messages: dict[Browser, bytes | None] = {}
        for browser in self.browsers:
            if browser in moved:
                messages[browser] = None
                continue
            if browser.seats not in bodies:
                told = [each.body for each in self._told[step.since :] if each.visible_to(browser.seats)]
                mine = {key: patches[key] for key in _audience(browser.seats)}
                bodies[browser.seats] = orjson.dumps({**message, "events": told, "patches": mine})
            messages[browser] = bodies[browser.seats]
        return messages

    def _show(self, messages: dict[Browser, bytes | None]) -> None:
        for browser, body in messages.items():
            if browser not in self.browsers:
                continue
            if body is None:
                self._sync(browser, "changed")
            else:
                browser.send(body)
        self._explainer.ask(self)

    def explain_one(self) -> bool:
        """Tell a seat about the answers to its open question; False when there is none to be explained."""
        if self._screens is None or self._ahead:  # nothing is told of what is not on disk; then we are back
            return False
        explained = self._screens.explain_next()
        if explained is None:
            return False
        body = orjson.dumps({"type": "explained", **explained._asdict()})
        for browser in self.browsers:
            if explained.seat in browser.seats:
                browser.send(body)
        return True

    def _reseat(self) -> set[Browser]:
        """Give every browser the seats its tokens own now; returns those whose seats changed."""
        moved = set()
        for browser in self.browsers:
            seats = held(self.head.seats, browser.tokens)
            if seats != browser.seats:
                browser.seats = seats
                moved.add(browser)
        self._forget_views()
        return moved

    def _retell(self) -> None:
        """Names have changed, and the events name people."""
        if self.running is not None:
            self.running.match.names[:] = [seat.name for seat in self.head.seats]
            self._told = tell(self.running.match, 0)

    def _forget_views(self) -> None:
        """Keep only the views somebody is looking at."""
        if self._screens is not None:
            self._screens.keep({key for browser in self.browsers for key in _audience(browser.seats)})

    # -- moves ----------------------------------------------------------------------------------

    async def answer(self, seat: int, decision: int, choice: Any, key: str) -> int:
        """A person's answer to the question with this number."""
        key = f"{decision} {key}"  # the same id for another question is no repetition

        def make(number: int) -> Draft | None:
            running = self._started()
            if running.asked.get(seat, decision) != decision:
                raise Refused("this question is no longer open; here is the match as it stands", code="stale")
            if self.head.clock is not None and seat in self.head.clock.late(time.time()):
                raise Refused("your time is up; the default counts", code="too-late")
            running.play(number, "answer", seat, choice)
            return Draft("answer", seat, choice, key)

        return await self.once(seat, key, make)

    async def undo(self, seat: int, key: str) -> int:
        def make(number: int) -> Draft | None:
            self._started().play(number, "undo", seat, None)
            return Draft("undo", seat, key=key, note=f"{self.head.seats[seat].name} took back the last step.")

        return await self.once(seat, key, make)

    async def resign(self, seat: int, key: str) -> int:
        def make(number: int) -> Draft | None:
            self._started().play(number, "resign", seat, None)
            return Draft("resign", seat, key=key, note=f"{self.head.seats[seat].name} resigned.")

        return await self.once(seat, key, make)

    async def once(self, seat: int | None, key: str, make: Callable[[int], Draft | None]) -> int:
        """What comes twice with the same key counts once and is answered alike."""
        first: int | None = None

        def unless_known(number: int) -> Draft | None:
            nonlocal first
            first = self._keys.get((seat, key))
            return make(number) if first is None else None

        number = await self.change(unless_known)
        return number if first is None else first

    def _started(self) -> RunningMatch:
        if self.running is None:
            raise Refused("the match has not started; seats are still open", code="not-started")
        return self.running

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

    # -- bots -----------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let the bots think whose turn it is, as long as there is anybody to play for."""
        seats = self.head.seats
        anybody = self.browsers or any(seat.kind == "human" and not seat.resigned for seat in seats)
        if self.running is None or self._closed or not anybody:
            return
        for number in self.running.match.pending:
            if seats[number].kind == "bot" and number not in self._thinking:
                task = asyncio.ensure_future(self._think(self.running, number, seats[number].bot or ""))
                self._thinking[number] = task
                task.add_done_callback(partial(self._thought, number))

    def _thought(self, seat: int, task: asyncio.Task[None]) -> None:
        del self._thinking[seat]
        self.wake_bots()

    async def _think(self, running: RunningMatch, seat: int, bot: str) -> None:
        decision = running.asked[seat]
        if self._patience:
            await asyncio.sleep(self._patience)
        if running is not self.running or running.asked.get(seat) != decision:
            return
        choice = await self._thinkers.choose(bot, running.match.view(seat, explain=False))

        def make(number: int) -> Draft | None:
            now = self.running
            if now is None or now.asked.get(seat) != decision or self.head.seats[seat].bot != bot:
                return None  # the seat has changed hands, or the question is gone
            taken = choice
            if taken is None or taken not in now.match.pending[seat]:
                log.error("match %s: bot %s gave no legal answer; the default is taken", self.head.id, bot)
                taken = now.match.pending[seat].default
            now.play(number, "answer", seat, taken)
            return Draft("answer", seat, taken)

        try:
            await self.change(make)
        except Exception:
            log.exception("match %s: the answer of bot %s did not count", self.head.id, bot)
            await asyncio.sleep(1)  # the disk may be full; try again later

    async def close(self) -> None:
        self._closed = True
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        for browser in list(self.browsers):
            browser.close(1001)


def _audience(seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, seats)) or ("watch",)
