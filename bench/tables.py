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
from pathlib import Path
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from ludus.core.decision import read_decision
from ludus.library import find_game
from ludus.server.wire import apply_patch


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


def open_socket(base: str, path: str) -> connect:
    address = base.replace("http", "ws", 1) + path
    return connect(address, compression=None, max_size=None, ping_interval=None)


class Table:
    """One match and its players; `move` answers an open question."""

    def __init__(
        self, rng: random.Random, match_id: str, sockets: list[ClientConnection], tokens: Sequence[str]
    ) -> None:
        self.rng = rng
        self.match_id = match_id
        self.sockets = sockets
        self.tokens = tokens
        self.views: list[dict[str, Any]] = [{} for _ in sockets]
        self.number = 0
        self.sent = 0
        self.over = False

    async def join(self) -> None:
        for seat in range(len(self.sockets)):
            await self.say_hello(seat)

    async def say_hello(self, seat: int) -> None:
        await self.sockets[seat].send(orjson.dumps({"type": "hello", "tokens": [self.tokens[seat]]}).decode())
        message = orjson.loads(await self.sockets[seat].recv(decode=False))
        assert message["type"] == "sync", message
        self.views[seat], self.number = message["views"][str(seat)], message["number"]

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
        text = orjson.dumps(answer).decode()
        begun = time.perf_counter()
        await self.sockets[seat].send(text)
        # One after the other: the last to come counts, and waiting for all at once would be work of this program.
        bodies = [await self.next_update(each) for each in range(len(self.sockets))]
        took = time.perf_counter() - begun
        # Reading what came is this program's own work and not the server's.
        for each, body in enumerate(bodies):
            message = orjson.loads(body)
            assert message["number"] == self.number, message
            self.views[each] = apply_patch(self.views[each], message["patches"][str(each)])
        self.over = self.views[0]["outcome"] is not None
        return took

    async def next_update(self, seat: int) -> bytes:
        while True:
            body = await self.sockets[seat].recv(decode=False)
            if body.startswith(b'{"type":"update"'):
                return body
            if body.startswith(b'{"type":"refused"'):
                raise RuntimeError(f"the server refused a legal answer: {body!r}")


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
