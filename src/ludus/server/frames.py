"""Frames of the WebSocket, there and back, by the shortest way.

A house under load does little else but send and receive small texts. uvicorn and `websockets` can do everything that
the protocol knows; this does the usual for them, and leaves the rest to them: a whole text in one piece comes in, a
text goes out to somebody who keeps up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # it has no compiled part here
    from websockets.utils import apply_mask

EXTENSION = "ludus.frames"  # under which the application finds the short way

WHOLE_TEXT = 0x81  # the first byte of a text in one piece
MASKED = 0x80  # in the second, which tells the length otherwise
TWO_BYTES = 126  # where it stands for: the length follows in two bytes
EIGHT_BYTES = 127
SHORT = 126  # the shortest text whose length has bytes of its own
LONG = 1 << 16  # the shortest whose length takes eight

Write = Callable[[Sequence[bytes]], bool]


def framed(body: bytes) -> bytes:
    """A text as it goes to a browser, uncompressed.

    >>> framed(b"ave"), framed(b"." * 300)[:4]
    (b'\\x81\\x03ave', b'\\x81~\\x01,')
    """
    size = len(body)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)) + body
    if size < LONG:
        return bytes((WHOLE_TEXT, TWO_BYTES, size >> 8, size & 255)) + body
    return bytes((WHOLE_TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big") + body


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with a short way for what is usual."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._at_frame = True  # what comes next begins a frame, as far as is known

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self.write_texts

    def write_texts(self, bodies: Sequence[bytes]) -> bool:
        """Send these at once. False: whoever it is reads too slowly, or leaves, and nothing was sent."""
        if self.conn.state is not OPEN or not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(framed(bodies[0]) if len(bodies) == 1 else b"".join(map(framed, bodies)))
        return True

    def data_received(self, data: bytes) -> None:
        if self._at_frame and self.handshake_initiated:
            start = _one_frame(data) if self.handshake_complete else 0
            self._at_frame = start > 0
            if start and data[0] == WHOLE_TEXT and self.conn.current_size is None and self.conn.state is OPEN:
                self.frames = [apply_mask(data[start:], data[start - 4 : start])]
                self.curr_msg_data_type = "text"
                self.send_receive_event_to_app()
                return
        super().data_received(data)


def _one_frame(data: bytes) -> int:
    """Where the payload begins, if this is one masked frame of less than 64 kB, whole and alone; 0 otherwise."""
    if len(data) < 6 or data[1] < MASKED:
        return 0
    size = data[1] & 127
    if size < TWO_BYTES:
        return 6 if len(data) == size + 6 else 0
    if size == TWO_BYTES and len(data) >= 8:
        return 8 if len(data) == (data[2] << 8 | data[3]) + 8 else 0
    return 0
