"""One browser at the table: the seats it holds, and what is on its way to it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque

from starlette.types import Send

from ludus.server.frames import Write
from ludus.server.run_until_first_wait import run_until_first_wait

log = logging.getLogger("ludus.server")

# Bytes on their way to one browser; a connection that falls further behind is closed and may come back. What is sent
# next may be as large as it must be, so that a long match can be shown to anybody.
MOST_UNSENT = 1024 * 1024
TRY_AGAIN_LATER = 1013


class Browser:
    """A socket that has said hello. Sending never waits, so a slow browser holds nobody up."""

    __slots__ = ("_held", "_send", "_sending", "_unsent", "_unsent_bytes", "_write", "closing", "seats", "tokens")

    def __init__(self, send: Send, write: Write | None = None) -> None:
        self._send = send
        self._write = write  # the short way, where there is one
        self._held: list[bytes] | None = None  # what goes out together, as soon as that is said
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._sending: asyncio.Future[None] | None = None  # under way while there is something unsent
        self.closing: int | None = None  # the close code, once it is decided
        self.tokens: frozenset[str] = frozenset()  # hashed
        self.seats: tuple[int, ...] = ()

    def send(self, body: bytes) -> None:
        if self._held is not None:
            self._held.append(body)
        elif not self._goes_short(body):
            self._line_up(body)

    def hold(self) -> None:
        """What is sent from now on goes out in one piece, by `let_go`."""
        self._held = []

    def let_go(self) -> None:
        held, self._held = self._held, None
        if held and not self._goes_short(*held):
            for body in held:
                self._line_up(body)

    def _goes_short(self, *bodies: bytes) -> bool:
        """Whether it could be sent on the spot: nothing is before it, and the browser keeps up."""
        return self._write is not None and self.closing is None and not self._unsent and self._write(bodies)

    def _line_up(self, body: bytes) -> None:
        if self._unsent_bytes >= MOST_UNSENT:
            self._forget()
            self.close(TRY_AGAIN_LATER)
        if self.closing is None:
            self._unsent.append(body)
            self._unsent_bytes += len(body)
            self._go_on()

    def close(self, code: int) -> None:
        """After what is on its way."""
        if self.closing is None:
            self.closing = code
            self._go_on()

    def _go_on(self) -> None:
        if self._sending is None or self._sending.done():
            self._sending = run_until_first_wait(self._send_unsent())

    async def _send_unsent(self) -> None:
        try:
            while self._unsent:
                await self._send({"type": "websocket.send", "text": self._unsent[0].decode()})
                if self._unsent:
                    self._unsent_bytes -= len(self._unsent.popleft())
            if self.closing is not None:
                await self._send({"type": "websocket.close", "code": self.closing, "reason": ""})
        except OSError:  # the browser is gone, as the reading side learns too
            self.closing = self.closing or TRY_AGAIN_LATER
            self._forget()

    def _forget(self) -> None:
        self._unsent.clear()
        self._unsent_bytes = 0

    async def finish(self) -> None:
        """Done with it: send the rest if it is closed in order, else forget it."""
        if self._sending is None:
            return
        if self.closing is None:
            self._sending.cancel()
        await asyncio.gather(self._sending, return_exceptions=True)
