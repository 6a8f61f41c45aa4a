"""The browsers at one table, and what is on their screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import orjson

from ludus.server.browser import Browser
from ludus.server.explainer import Explainer
from ludus.server.remarks import Remarks
from ludus.server.saved_match import Head, Step
from ludus.server.seating import clock_of, held
from ludus.server.wire import Screens, Told, tell

if TYPE_CHECKING:
    from ludus.server.room import Room

# What each browser is sent; None stands for a sync.
Messages = dict[Browser, bytes | None]


class Audience:
    """Everybody connected to a room. All that any of them is sent about the match is made here."""

    def __init__(self, room: Room, explainer: Explainer) -> None:
        self._room = room
        self._explainer = explainer
        self._told: list[Told] = []
        self._screens: Screens | None = None
        self.browsers: set[Browser] = set()

    # -- who is there -------------------------------------------------------------------------

    def connected(self) -> set[int]:
        """The seats whose people are here."""
        return {seat for browser in self.browsers for seat in browser.seats}

    def admit(self, browser: Browser, tokens: frozenset[str], reason: str) -> None:
        """Give the newcomer everything, and tell the others."""
        browser.tokens = tokens
        browser.seats = held(self._room.head.seats, tokens)
        self.browsers.add(browser)
        self.sync(browser, reason)
        self._tell_presence()

    def leave(self, browser: Browser) -> None:
        self.browsers.discard(browser)
        self._forget_views()
        self._tell_presence()

    def _tell_presence(self) -> None:
        watching = sum(not browser.seats for browser in self.browsers)
        body = orjson.dumps({"type": "presence", "connected": sorted(self.connected()), "watching": watching})
        for browser in self.browsers:
            browser.send(body)

    def _reseat(self) -> set[Browser]:
        """Give every browser the seats its tokens own now; returns those whose seats changed."""
        moved = set()
        for browser in self.browsers:
            seats = held(self._room.head.seats, browser.tokens)
            if seats != browser.seats:
                browser.seats = seats
                moved.add(browser)
        self._forget_views()
        return moved

    # -- the whole match ----------------------------------------------------------------------

    def look_anew(self) -> None:
        """The room has read its match from disk: forget what was shown of it."""
        running = self._room.running
        self._told = [] if running is None else tell(running.match, 0, self._remarks())
        self._screens = self._new_screens()
        self._reseat()

    def _new_screens(self) -> Screens | None:
        running = self._room.running
        return None if running is None else Screens(self._room.head.id, running.match, running.position)

    def sync_all(self, reason: str) -> None:
        for browser in self.browsers:
            self.sync(browser, reason)

    def sync(self, browser: Browser, reason: str) -> None:
        room, running = self._room, self._room.running
        views: dict[str, Any] = {}
        events: list[orjson.Fragment] = []
        if running is not None and self._screens is not None:
            views = {key: self._screens.view(key, running.asked) for key in _keys(browser.seats)}
            events = [told.body for told in self._told if told.visible_to(browser.seats)]
        message = {
            "type": "sync",
            "number": room.head.number,
            "reason": reason,
            "match": room.info(),
            "stage": None if running is None else room.stage(),
            "views": views,
            "events": events,
            "chat": room.chat.lines,
            "notes": list(room.chat.notes),
        }
        browser.send(orjson.dumps(message))

    # -- one step -----------------------------------------------------------------------------

    def messages(self, before: Head, step: Step) -> Messages:
        """What the step that led on from `before` looks like to each; made once for all who see the same."""
        room, running = self._room, self._room.running
        said = room.chat.hear(step)
        if running is None or self._screens is None or step.kind == "start":
            self._screens = self._new_screens()
            self._reseat()
            self._retell()
            return dict.fromkeys(self.browsers)
        moved = self._reseat() if before.seats != room.head.seats else set()
        seats = room.head.seats
        if before.seats is not seats and [seat.name for seat in before.seats] != [seat.name for seat in seats]:
            self._retell()
        else:
            self._told[step.since :] = tell(running.match, step.since, self._remarks())
        screens = self._screens
        patches = screens.still() if said else screens.turn(running.position, step.patch, running.asked)
        told_before = (before.seats, before.status, before.rematch, before.contests, before.proposal)
        told_now = (room.head.seats, room.head.status, room.head.rematch, room.head.contests, room.head.proposal)
        message: dict[str, Any] = {
            "type": "update",
            "number": step.number,
            "since": step.since,
            "match": None if told_before == told_now else room.info(),
            "note": step.note,
            "clock": clock_of(room.head, room.moment),
            "said": said,
        }
        told = self._told[step.since :]
        shared: dict[int, orjson.Fragment] = {}  # most see the same change: it is made into bytes once
        for patch in patches.values():
            if id(patch) not in shared:
                shared[id(patch)] = orjson.Fragment(orjson.dumps(patch))
        bodies: dict[tuple[int, ...], bytes] = {}
        messages: Messages = {}
        for browser in self.browsers:
            if browser in moved:
                messages[browser] = None
                continue
            if browser.seats not in bodies:
                message["events"] = [each.body for each in told if each.visible_to(browser.seats)]
                message["patches"] = {key: shared[id(patches[key])] for key in _keys(browser.seats)}
                bodies[browser.seats] = orjson.dumps(message)
            messages[browser] = bodies[browser.seats]
        return messages

    def show(self, messages: Messages) -> None:
        for browser, body in messages.items():
            if browser not in self.browsers:
                continue
            if body is None:
                self.sync(browser, "changed")
            else:
                browser.send(body)
        self._explainer.ask(self)

    def explain_one(self) -> bool:
        """Tell a seat about the answers to its open question; False when there is none to be explained."""
        # Nothing is told of what is not on disk; once it is, we are asked again.
        if self._screens is None or self._room.ahead_of_disk:
            return False
        explained = self._screens.explain_next()
        if explained is None:
            return False
        body = orjson.dumps({"type": "explained", **explained._asdict()})
        for browser in self.browsers:
            if explained.seat in browser.seats:
                browser.send(body)
        return True

    def told(self, seat: int) -> list[dict[str, Any]]:
        """What is said of the answers to this seat's question on its own screen."""
        return [] if self._screens is None else self._screens.told(seat)

    def show_suggestion(self, seat: int, suggestion: Mapping[str, Any]) -> None:
        """To whoever holds the seat, and to nobody else."""
        body = orjson.dumps({"type": "suggested", **suggestion})
        for browser in self.browsers:
            if seat in browser.seats:
                browser.send(body)

    def _retell(self) -> None:
        """Names have changed, and the events name people."""
        running = self._room.running
        if running is not None:
            running.match.names[:] = [seat.name for seat in self._room.head.seats]
            self._told = tell(running.match, 0, self._remarks())

    def _remarks(self) -> Remarks:
        head = self._room.head
        return Remarks.of(head.id, head.game, head.seats)

    def _forget_views(self) -> None:
        """Keep only the views somebody is looking at."""
        if self._screens is not None:
            self._screens.keep({key for browser in self.browsers for key in _keys(browser.seats)})

    def close(self) -> None:
        """The server stops."""
        for browser in list(self.browsers):
            browser.close(1001)


def _keys(seats: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the views that whoever holds these seats looks at."""
    return tuple(map(str, seats)) or ("watch",)
