"""What the measurements of load share: servers in processes of their own, and the tables at which their players sit."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import orjson

from ludus.core.decision import read_decision
from ludus.library import find_game
from ludus.server.wire import apply_patch
from sockets import Socket, open_socket

GRACE = 5.0  # seconds an answer may take before the run is called broken


class Process:
    """A server in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = arguments
        self.running: subprocess.Popen[str] | None = None
        self.base = ""

    async def start(self) -> None:
        self.running = subprocess.Popen([sys.executable, *self.arguments], stdout=subprocess.PIPE, text=True)
        assert self.running.stdout is not None
        said = await asyncio.to_thread(self.running.stdout.readline)
        self.base = said.split()[-1].rstrip("/")

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.running is not None
        assert self.running.stdout is not None
        self.running.send_signal(how)
        self.running.wait()
        self.running.stdout.close()

    @property
    def cpu_seconds(self) -> float:
        """What it has worked so far, whatever else the machine did."""
        assert self.running is not None
        fields = Path(f"/proc/{self.running.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        assert self.running is not None
        status = Path(f"/proc/{self.running.pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def house_process(place: str, port: int = 0) -> Process:
    """Ludus itself. The place is a folder, or the address of a database."""
    where = ("--database-url", place) if "://" in place else ("--data", place)
    return Process("-m", "ludus.server.run", "--no-limits", *where, "--port", str(port))


@asynccontextmanager
async def process(running: Process) -> AsyncIterator[Process]:
    await running.start()
    try:
        yield running
    finally:
        running.end()


# Of what a player sees, all that this program looks at: whose turn it is, what he is asked, whether it is over.
LOOKED_AT = ("waiting", "decision", "outcome")
MAY_TELL = tuple(f'["{name}"'.encode() for name in LOOKED_AT)


class Table:
    """One match and its players; `move` answers an open question."""

    def __init__(self, rng: random.Random, match_id: str, sockets: list[Socket], tokens: Sequence[str]) -> None:
        self.rng = rng
        self.match_id = match_id
        self.sockets = sockets
        self.tokens = tokens
        self.views: list[dict[str, Any]] = [{} for _ in sockets]
        self.number = 0
        self.sent = 0
        self.over = False
        self._awaited = b""  # how the next update begins
        self._bodies: dict[int, bytes] = {}
        self._all_there: asyncio.Future[float] | None = None

    async def join(self) -> None:
        for seat in range(len(self.sockets)):
            await self.say_hello(seat)

    async def say_hello(self, seat: int) -> None:
        socket = self.sockets[seat]
        socket.heard = None
        socket.send(orjson.dumps({"type": "hello", "tokens": [self.tokens[seat]]}))
        message = orjson.loads(await socket.recv())
        assert message["type"] == "sync", message
        self.views[seat], self.number = message["views"][str(seat)], message["number"]
        socket.heard = partial(self._hear, seat)

    async def move(self) -> float:
        """Seconds from sending until every seat has the update."""
        seat = self.views[0]["waiting"][0]
        decision = self.views[seat]["decision"]
        answer = {
            "type": "answer",
            "id": str(self.sent),
            "seat": seat,
            "decision": decision["number"],
            "choice": pick(decision, self.rng),
        }
        self.sent += 1
        self.number += 1
        text = orjson.dumps(answer)
        self._awaited = b'{"type":"update","number":%d,' % self.number
        self._bodies.clear()
        self._all_there = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        self.sockets[seat].send(text)
        async with asyncio.timeout(GRACE):
            took = await self._all_there - begun
        # Reading what came is this program's own work and not the server's.
        for each, body in self._bodies.items():
            self._read(each, body)
        self.over = self.views[0]["outcome"] is not None
        return took

    def _hear(self, seat: int, body: bytes) -> None:
        there = self._all_there
        if there is None or there.done():
            return
        if body.startswith(self._awaited):
            self._bodies[seat] = body
            if len(self._bodies) == len(self.sockets):
                there.set_result(time.perf_counter())
        elif body.startswith(b'{"type":"refused"'):
            there.set_exception(RuntimeError(f"the server refused a legal answer: {body!r}"))

    def _read(self, seat: int, body: bytes) -> None:
        if any(words in body for words in MAY_TELL):
            patch = orjson.loads(body)["patches"][str(seat)]
            self.views[seat] = apply_patch(self.views[seat], [each for each in patch if each[0][0] in LOOKED_AT])

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()


def pick(decision: dict[str, Any], rng: random.Random) -> Any:
    """Any answer that is meant."""
    return read_decision(decision).sample(rng)


class Doors:
    """Where matches are made and joined. Seats of one match come in by different doors when they are spread."""

    def __init__(self, bases: Sequence[str], game: str, seed: int, *, spread: bool) -> None:
        self.bases = bases
        self.game = game
        self.spread = spread
        self.seats = find_game(game).usual_seats
        self.stack = AsyncExitStack()
        self.tables: list[Table] = []
        self._rng = random.Random(seed)
        self._made = 0

    async def new_table(self) -> Table:
        index = self._made
        self._made += 1
        new = {"game": self.game, "seats": [{"kind": "human"}] * self.seats, "listed": False}
        base = self.bases[index % len(self.bases)]
        created = (await self._client.post(f"{base}/api/matches", json=new)).raise_for_status().json()
        match_id = created["match"]["id"]
        sockets = []
        for seat in range(self.seats):
            door = self.bases[(index + (seat if self.spread else 0)) % len(self.bases)]
            sockets.append(await self.stack.enter_async_context(open_socket(door, socket_path(match_id))))
        table = Table(self._rng, match_id, sockets, [each["token"] for each in created["tokens"]])
        await table.join()
        return table

    @asynccontextmanager
    async def opened(self, matches: int) -> AsyncIterator[Doors]:
        async with self.stack:
            self._client = await self.stack.enter_async_context(httpx.AsyncClient(timeout=30))
            self.tables = [await self.new_table() for _ in range(matches)]
            yield self


def socket_path(match_id: str) -> str:
    return f"/api/matches/{match_id}/socket"


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def summary(times: Sequence[float]) -> dict[str, Any]:
    return {
        "moves": len(times),
        "p50_ms": round(percentile(times, 0.50), 3),
        "p99_ms": round(percentile(times, 0.99), 3),
        "max_ms": round(max(times) * 1000, 3),
    }
