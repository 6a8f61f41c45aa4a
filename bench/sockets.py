"""A WebSocket client that does next to nothing: whoever measures a server must not be what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
WHOLE = 0x80  # a message in one piece
MASKED = 0x80
NO_MASK = bytes(4)  # a mask of zeros is one too, and changes nothing


class Socket(asyncio.Protocol):
    """Texts, whole and uncompressed, as the house sends them. `heard` is given each as it comes; without it they wait
    for `recv`."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._loop = asyncio.get_running_loop()
        self._rest = b""  # of what has come, not yet a whole frame
        self._open = False
        self._waiting: asyncio.Future[None] | None = None
        self._texts: deque[bytes] = deque()
        self.heard: Callable[[bytes], None] | None = None
        self.lost = False

    # -- what asyncio calls -------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        rest = self._rest + data if self._rest else data
        if not self._open:
            head, found, rest = rest.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self._transport.close()
                return
            self._open = True
            self._wake()
        at = 0
        while (frame := _frame(rest, at)) is not None:
            kind, begins, at = frame
            if kind == TEXT:
                self._deliver(rest[begins:at])
            elif kind == PING:
                self._transport.write(_framed(PONG, rest[begins:at]))
            elif kind == CLOSE:
                self._transport.close()
        self._rest = rest[at:]

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        self._wake()

    def _deliver(self, text: bytes) -> None:
        if self.heard is not None:
            self.heard(text)
            return
        self._texts.append(text)
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    # -- what a player does -------------------------------------------------------------------

    def send(self, text: bytes) -> None:
        self._transport.write(_framed(TEXT, text))

    async def recv(self) -> bytes:
        while not self._texts:
            await self._wait()
        return self._texts.popleft()

    async def opened(self) -> None:
        while not self._open:
            await self._wait()

    async def _wait(self) -> None:
        if self.lost:
            raise ConnectionError("the server has closed the socket")
        self._waiting = self._loop.create_future()
        await self._waiting

    def close(self) -> None:
        self._transport.close()


@asynccontextmanager
async def open_socket(base: str, path: str) -> AsyncIterator[Socket]:
    at = urlsplit(base)
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    assert at.hostname is not None
    assert at.port is not None
    _, opened = await loop.create_connection(lambda: Socket(request.encode()), at.hostname, at.port)
    try:
        await opened.opened()
        yield opened
    finally:
        opened.close()


def _framed(kind: int, body: bytes) -> bytes:
    size = len(body)
    if size < 126:
        return bytes((WHOLE | kind, MASKED | size)) + NO_MASK + body
    return bytes((WHOLE | kind, MASKED | 126)) + size.to_bytes(2, "big") + NO_MASK + body


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Kind, begin and end of the frame at this place; None if it is not all there."""
    there = len(data) - at
    if there < 2:
        return None
    size, begins = data[at + 1], at + 2
    if size > 125:
        width = 2 if size == 126 else 8
        if there < 2 + width:
            return None
        begins += width
        size = int.from_bytes(data[at + 2 : begins], "big")
    return (data[at] & 15, begins, begins + size) if len(data) - begins >= size else None
