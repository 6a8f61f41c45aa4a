"""The short way of frames: whatever a client may do with them, it is understood, and nothing is out of order."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

from ludus.server.frames import framed
from tests.server.kit import PATIENCE, House

TEXT, CONTINUED, PING, PONG, CLOSE = 1, 0, 9, 10, 8
MASK = b"\x01\x02\x03\x04"


class RawSocket:
    """A client that cuts its frames as it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()
        await asyncio.sleep(0.02)  # so that it comes alone

    async def read(self) -> tuple[int, bytes]:
        first, size = await asyncio.wait_for(self.reader.readexactly(2), PATIENCE)
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self.reader.readexactly(size)

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            opcode, body = await self.read()
            if opcode == TEXT and (message := json.loads(body))["type"] == kind:
                return dict(message)


def frame(opcode: int, body: bytes, last: bool = True) -> bytes:
    size = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0x80 | 126]) + len(body).to_bytes(2, "big")
    masked = bytes(each ^ MASK[index % 4] for index, each in enumerate(body))
    return bytes([opcode | (0x80 if last else 0)]) + size + MASK + masked


def text(**message: Any) -> bytes:
    return frame(TEXT, json.dumps(message).encode())


async def test_frames_may_be_cut_joined_and_mixed_as_the_protocol_allows(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    host, _, port = server.url.removeprefix("http://").partition(":")
    raw = RawSocket(*await asyncio.open_connection(host, int(port)))
    key = base64.b64encode(bytes(16)).decode()
    await raw.write(
        f"GET /api/matches/{match_id}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in await asyncio.wait_for(raw.reader.readuntil(b"\r\n\r\n"), PATIENCE)
    # Whole and alone, which is the short way; long enough for a length of two bytes.
    await raw.write(text(type="hello", tokens=list(tokens.values()), have=None))
    sync = await raw.until("sync")
    seat = sync["views"]["0"]["waiting"][0]
    # A ping by itself, and the short way again.
    await raw.write(frame(PING, b"ave"))
    assert await pong(raw) == b"ave"
    await raw.write(text(type="ping"))
    assert await raw.until("pong")
    # The answer and the update come together, the update first.
    asked = sync["views"][str(seat)]["decision"]
    answer = {"type": "answer", "id": "a", "seat": seat, "decision": asked["number"], "choice": asked["default"]}
    await raw.write(text(**answer))
    assert (await raw.until("update"))["number"] == sync["number"] + 1
    assert await raw.until("ack") == {"type": "ack", "id": "a", "number": sync["number"] + 1}
    # In two pieces, with a ping between them.
    body = json.dumps({**answer, "id": "b"}).encode()
    await raw.write(frame(TEXT, body[:10], last=False))
    await raw.write(frame(PING, b"x"))
    await raw.write(frame(CONTINUED, body[10:]))
    assert (await raw.until("refused"))["id"] == "b"
    # Two in one packet, and one in two packets.
    await raw.write(text(type="ping") + text(type="ping"))
    assert await raw.until("pong")
    assert await raw.until("pong")
    await raw.write(text(type="ping")[:5])
    await raw.write(text(type="ping")[5:] + text(type="resync"))
    assert await raw.until("pong")
    assert (await raw.until("sync"))["reason"] == "gap"
    # A text that begins while another is not finished is against the protocol.
    await raw.write(frame(TEXT, b"{", last=False))
    await raw.write(text(type="ping"))
    opcode, body = await raw.read()
    while opcode != CLOSE:
        opcode, body = await raw.read()
    assert int.from_bytes(body[:2], "big") == 1002
    raw.writer.close()


async def pong(raw: RawSocket) -> bytes:
    opcode, body = await raw.read()
    while opcode != PONG:
        opcode, body = await raw.read()
    return body


def test_a_frame_tells_its_length() -> None:
    for size in (0, 1, 125, 126, 65535, 65536, 70000):
        whole = framed(b"a" * size)
        assert whole.endswith(b"a" * size)
        head = whole[: len(whole) - size]
        assert head[0] == 0x81
        assert (head[1] if len(head) == 2 else int.from_bytes(head[2:], "big")) == size
        assert len(head) == (2 if size < 126 else 4 if size < 65536 else 10)
