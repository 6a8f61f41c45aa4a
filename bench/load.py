"""The server under load: paced matches with real WebSockets, beside a bare WebSocket echo.

Measured is the time from sending an answer until every seat has the update. By then the answer is on disk.
The echo runs in the same program, with the same number of sockets and the same pacing. The two take turns, so that
whatever else the machine does meanwhile meets both.

    python bench/load.py --matches 100 --seconds 20 --json
    python bench/load.py --game circus
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from ludus.core.decision import read_decision
from ludus.library import GAMES, find_game
from ludus.server.wire import apply_patch

GRACE = 5.0  # seconds an answer may take before the run is called broken
TARGETS = {"chariot-race": 5, "circus": 6}
TURNS = 5  # of the echo, and as many of the matches
PAYLOAD = b'{"type":"answer","id":"12345678","seat":0,"decision":1234,"choice":"straight"}'


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The bare echo: an ASGI application that does nothing else."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve_echo() -> None:
    import uvicorn

    from ludus.server.run import listen

    sock = listen("127.0.0.1", 0)
    print(f"echo is at http://127.0.0.1:{sock.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        echo,
        log_level="error",
        lifespan="off",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
    uvicorn.Server(config).run([sock])


@asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[str]:
    """A server in a process of its own; gives its address."""
    running = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        said = await asyncio.to_thread(running.stdout.readline)
        yield said.split()[-1].rstrip("/")
    finally:
        running.terminate()
        running.wait()
        running.stdout.close()


def open_socket(base: str, path: str) -> connect:
    address = base.replace("http", "ws", 1) + path
    return connect(address, compression=None, max_size=None, ping_interval=None)


class Table:
    """One match and its players; `move` answers an open question."""

    def __init__(self, rng: random.Random, sockets: Sequence[ClientConnection], tokens: Sequence[str]) -> None:
        self.rng = rng
        self.sockets = sockets
        self.tokens = tokens
        self.views: list[dict[str, Any]] = [{} for _ in sockets]
        self.number = 0
        self.sent = 0
        self.over = False

    async def join(self) -> None:
        for seat, socket in enumerate(self.sockets):
            await socket.send(orjson.dumps({"type": "hello", "tokens": [self.tokens[seat]]}).decode())
            message = orjson.loads(await socket.recv(decode=False))
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


Mover = Callable[[], Awaitable[float | None]]


async def paced(seconds: float, moves: Sequence[Mover]) -> list[float]:
    """Each move once a second, evenly spread; how long each took."""
    times: list[float] = []

    async def one(index: int, move: Mover) -> None:
        due = start + index / len(moves)
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            took = await asyncio.wait_for(move(), GRACE)
            if took is None:
                return
            times.append(took)
            due += 1.0

    start = time.perf_counter() + 0.5
    await asyncio.gather(*(one(index, move) for index, move in enumerate(moves)))
    return times


@asynccontextmanager
async def echoes_at(base: str, matches: int, seats: int) -> AsyncIterator[list[Mover]]:
    """As many sockets as the matches have; each mover uses its own in turn."""
    async with AsyncExitStack() as stack:
        groups = [
            [await stack.enter_async_context(open_socket(base, "/")) for _ in range(seats)] for _ in range(matches)
        ]
        turns = [0] * matches
        text = PAYLOAD.decode()

        def mover(index: int) -> Mover:
            async def move() -> float:
                socket = groups[index][turns[index] % seats]
                turns[index] += 1
                begun = time.perf_counter()
                await socket.send(text)
                await socket.recv(decode=False)
                return time.perf_counter() - begun

            return move

        yield [mover(index) for index in range(matches)]


@asynccontextmanager
async def matches_at(base: str, game: str, matches: int, seed: int) -> AsyncIterator[list[Mover]]:
    rng = random.Random(seed)
    seats = find_game(game).usual_seats
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=30))

        async def new_table() -> Table:
            new = {"game": game, "seats": [{"kind": "human"}] * seats, "listed": False}
            created = (await client.post("/api/matches", json=new)).raise_for_status().json()
            path = f"/api/matches/{created['match']['id']}/socket"
            sockets = [await stack.enter_async_context(open_socket(base, path)) for _ in range(seats)]
            table = Table(rng, sockets, [each["token"] for each in created["tokens"]])
            await table.join()
            return table

        tables = [await new_table() for _ in range(matches)]

        def mover(index: int) -> Mover:
            async def move() -> float | None:
                return None if tables[index].over else await tables[index].move()

            return move

        yield [mover(index) for index in range(matches)]


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def summary(times: Sequence[float]) -> dict[str, Any]:
    return {
        "moves": len(times),
        "p50_ms": round(percentile(times, 0.50), 3),
        "p99_ms": round(percentile(times, 0.99), 3),
        "max_ms": round(max(times) * 1000, 3),
    }


async def run(game: str, matches: int, seconds: float, seed: int, data: Path) -> dict[str, Any]:
    seats = find_game(game).usual_seats
    echoes: list[float] = []
    moves: list[float] = []
    async with (
        process(__file__, "--echo-server") as echo_base,
        process("-m", "ludus.server.run", "--data", str(data), "--port", "0") as base,
        echoes_at(echo_base, matches, seats) as echoing,
        matches_at(base, game, matches, seed) as moving,
    ):
        for _ in range(TURNS):
            echoes += await paced(seconds / TURNS, echoing)
            moves += await paced(seconds / TURNS, moving)
    ratio = percentile(moves, 0.99) / percentile(echoes, 0.99)
    return {
        "game": game,
        "matches": matches,
        "sockets": matches * seats,
        "seconds": seconds,
        "echo": summary(echoes),
        "server": summary(moves),
        "ratio_p99": round(ratio, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--game", default="chariot-race", choices=GAMES)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="the folder of the SQLite file; a new one otherwise")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--echo-server", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.echo_server:
        serve_echo()
        return
    gc.disable()  # this program's own pauses are nobody's answer time
    with tempfile.TemporaryDirectory(prefix="ludus-load-") as folder:
        result = uvloop.run(run(given.game, given.matches, given.seconds, given.seed, given.data or Path(folder)))
    if given.json:
        print(json.dumps(result))
        return
    for name in ("echo", "server"):
        print(f"{name:>7}: " + ", ".join(f"{key} {value}" for key, value in result[name].items()))
    print(f"  ratio: {result['ratio_p99']} (p99; the target is at most {TARGETS[result['game']]})")


if __name__ == "__main__":
    main()
