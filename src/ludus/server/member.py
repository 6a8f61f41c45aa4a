"""One browser at the table: the seats it holds, and what is on its way to it."""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.websockets import WebSocket

MOST_UNSENT = 500  # messages; a connection that falls further behind is closed and may come back
TRY_AGAIN_LATER = 1013


class Member:
    """A socket that has said hello. Sending never waits, so a slow browser holds nobody up."""

    __slots__ = ("_socket", "_unsent", "_wake", "closing", "seats", "tokens")

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._unsent: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self.closing: int | None = None  # the close code, once it is decided
        self.tokens: frozenset[str] = frozenset()  # hashed
        self.seats: tuple[int, ...] = ()

    def send(self, body: bytes) -> None:
        if len(self._unsent) >= MOST_UNSENT:
            self.close(TRY_AGAIN_LATER)
        if self.closing is None:
            self._unsent.append(body)
            self._wake.set()

    def close(self, code: int) -> None:
        """After what is on its way."""
        if self.closing is None:
            self.closing = code
            self._wake.set()

    async def run(self) -> None:
        """Send until it is closed."""
        while True:
            while self._unsent:
                await self._socket.send({"type": "websocket.send", "text": self._unsent.popleft().decode()})
            if self.closing is not None:
                await self._socket.close(self.closing)
                return
            self._wake.clear()
            await self._wake.wait()
