"""The server under load: matches with real WebSockets.

`paced` (each match one answer a second) runs beside a bare WebSocket echo with the same number of sockets and the same
pacing; the two take turns, so that whatever else the machine does meanwhile meets both. Measured is the time from
sending an answer until every seat has the update. By then the answer is on disk. The target is a multiple of the echo,
which one socket hears and no disk keeps; what telling the whole table and what the disk take, each with nothing else to
do, is shown beside it and counts for nothing. `full`: every seat answers as soon as
it may. `storm`: the server is killed and everybody comes back at once. With several processes the seats of a paced
match sit at different ones.

    python bench/load.py --matches 100 --seconds 20 --json
    python bench/load.py --game circus --matches 300
    python bench/load.py full --matches 50
    python bench/load.py storm --matches 1000
    python bench/load.py --processes 2 --database private
    python bench/load.py full --processes 4 --database private
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import uvloop

from ludus.library import GAMES, find_game
from sockets import open_socket
from tables import Doors, Process, Table, house_process, percentile, process, socket_path, summary

TARGET = 4  # times the bare echo, at most
TURNS = 5  # of the echo, and as many of the matches
PAYLOAD = b'{"type":"answer","id":"12345678","seat":0,"decision":1234,"choice":"straight"}'
TO_ALL = b'{"type":"say","id":"12345678","seat":0,"name":"","text":"to the whole table of the echo"}'
PAGES, PAGE = 1000, 4096  # of a file that is written over and over, as SQLite's log is
SPARE = 25  # matches a second that may end while a full load is measured
AT_ONCE = 100  # connections that a crowd opens at a time: more would wait at the kernel's door


seated: defaultdict[str, list[Any]] = defaultdict(list)


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The bare echo: an ASGI application that does nothing else. One word is for everybody at the table."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    myself, table, to_all = [send], seated[scope["path"]], TO_ALL.decode()
    table.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        for each in table if message["text"] == to_all else myself:
            await each({"type": "websocket.send", "text": message["text"]})


def serve_echo() -> None:
    import uvicorn

    from ludus.server.run import listen

    sock = listen("127.0.0.1", 0)
    sock.listen(2048)  # who comes before it serves waits
    print(f"echo is at http://127.0.0.1:{sock.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        echo,
        log_level="error",
        lifespan="off",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
    uvicorn.Server(config).run([sock])


Mover = Callable[[], Awaitable[float | None]]


async def paced(seconds: float, moves: Sequence[Mover]) -> list[float]:
    """Each move once a second, evenly spread; how long each took."""
    times: list[float] = []

    async def one(index: int, move: Mover) -> None:
        due = start + index / len(moves)
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            took = await move()
            if took is None:
                return
            times.append(took)
            due += 1.0

    start = time.perf_counter() + 0.5
    await asyncio.gather(*(one(index, move) for index, move in enumerate(moves)))
    return times


@asynccontextmanager
async def echoes_at(base: str, matches: int, seats: int) -> AsyncIterator[tuple[list[Mover], list[Mover]]]:
    """As many sockets as the matches have; each mover uses its own in turn. Of what is sent back to whoever sent it,
    and of what goes to all of a table."""
    async with AsyncExitStack() as stack:
        groups = [
            [await stack.enter_async_context(open_socket(base, f"/{index}")) for _ in range(seats)]
            for index in range(matches)
        ]
        turns = [0] * matches

        def mover(index: int, text: bytes) -> Mover:
            async def move() -> float:
                socket = groups[index][turns[index] % seats]
                turns[index] += 1
                begun = time.perf_counter()
                socket.send(text)
                for hearing in groups[index] if text is TO_ALL else (socket,):
                    await hearing.recv()
                return time.perf_counter() - begun

            return move

        yield [mover(index, PAYLOAD) for index in range(matches)], [mover(index, TO_ALL) for index in range(matches)]


@contextmanager
def pages_in(folder: str) -> Iterator[Mover]:
    """What the disk takes for next to nothing: two pages written over others, there for good."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        file.write(bytes(PAGES * PAGE))
        file.flush()
        os.fsync(file.fileno())
        places = itertools.cycle(range(0, PAGES - 1, 2))
        body = os.urandom(2 * PAGE)

        async def write() -> float:
            begun = time.perf_counter()
            os.pwrite(file.fileno(), body, next(places) * PAGE)
            os.fdatasync(file.fileno())
            return time.perf_counter() - begun

        yield write


async def play_some(table: Table, moves: int) -> None:
    for _ in range(moves):
        if not table.over:
            await table.move()


def movers(doors: Doors) -> list[Mover]:
    def mover(table: Table) -> Mover:
        async def move() -> float | None:
            return None if table.over else await table.move()

        return move

    return [mover(table) for table in doors.tables]


Houses = Sequence[Process]


async def run_paced(
    houses: Houses, game: str, matches: int, seconds: float, seed: int, folder: str, under_way: int
) -> dict[str, Any]:
    doors = Doors([house.base for house in houses], game, seed, spread=True)
    echoes: list[float] = []
    to_all: list[float] = []
    writes: list[float] = []
    moves: list[float] = []
    turn = seconds / TURNS
    async with (
        process(Process(__file__, "--echo-server")) as echo_house,
        echoes_at(echo_house.base, matches, doors.seats) as (echoing, telling_all),
        doors.opened(matches),
    ):
        chance = random.Random(seed)
        for table in doors.tables:
            await play_some(table, chance.randint(0, under_way))
        with pages_in(folder) as write:
            for _ in range(TURNS):
                echoes += await paced(turn, echoing)
                moves += await paced(turn, movers(doors))
                to_all += await paced(turn / 2, telling_all)
                writes += await paced(turn / 2, [write] * matches)
    ratio = percentile(moves, 0.99) / percentile(echoes, 0.99)
    return {
        "echo": summary(echoes),
        "echo_to_all": summary(to_all),
        "disk": summary(writes),
        "server": summary(moves),
        "ratio_p99": round(ratio, 2),
    }


async def run_full(
    houses: Houses, game: str, matches: int, seconds: float, seed: int, spare: int | None = None
) -> dict[str, Any]:
    """Players in processes of their own, one for each server: they work as much as it does."""
    spare = round(SPARE * seconds) if spare is None else spare
    crowds = []
    for index, house in enumerate(houses):
        words = ["--play", house.base, "--game", game, "--matches", str(matches // len(houses))]
        words += ["--seconds", str(seconds), "--seed", f"{seed}{index}", "--spare", str(spare // len(houses))]
        crowds.append(
            await asyncio.create_subprocess_exec(
                sys.executable, __file__, *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        )
    for crowd in crowds:
        assert crowd.stdout is not None
        assert await crowd.stdout.readline() == b"seated\n"
    before = sum(house.cpu_seconds for house in houses)
    told = [json.loads(said) for said, _ in await asyncio.gather(*(crowd.communicate(b"go\n") for crowd in crowds))]
    worked = sum(house.cpu_seconds for house in houses) - before
    times = [each for crowd, _ in told for each in crowd]
    return {
        "seated_beforehand": matches + spare,
        "made_meanwhile": sum(made for _, made in told),
        "moves_per_second": round(len(times) / seconds),
        "moves_per_cpu_second": round(len(times) / worked),
        "server": summary(times),
    }


async def play_on(base: str, game: str, matches: int, seconds: float, seed: int, spare: int) -> None:
    """One crowd: everybody answers as soon as he may. A match that is over makes room for the next, and as moves are to
    be measured, the next are seated beforehand; when these are used up, more are made."""
    doors = Doors([base], game, seed, spread=False)
    times: list[float] = []
    made = 0

    async def next_table() -> Table:
        nonlocal made
        if waiting:
            return waiting.pop()
        made += 1
        return await doors.new_table()

    async def one(table: Table) -> None:
        while time.perf_counter() < until:
            times.append(await table.move())
            if table.over:
                table.leave()
                table = await next_table()

    async with doors.opened(matches):
        waiting = [await doors.new_table() for _ in range(spare)]
        print("seated", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        until = time.perf_counter() + seconds
        await asyncio.gather(*(one(table) for table in doors.tables))
    print(json.dumps([times, made]), flush=True)


async def run_storm(houses: Houses, game: str, matches: int, seconds: float, seed: int) -> dict[str, Any]:
    """The server is killed and started again; then everybody comes back at once, and finds his match as he left it."""
    [house] = houses
    doors = Doors([house.base], game, seed, spread=False)
    async with doors.opened(matches):
        for table in doors.tables:
            await table.move()
        numbers = [table.number for table in doors.tables]
        held = house.megabytes
        port = int(house.base.rpartition(":")[2])
        house.end(signal.SIGKILL)
        house.arguments = (*house.arguments[:-1], str(port))
        began = time.perf_counter()
        await house.start()
        up = time.perf_counter()
        few = asyncio.Semaphore(AT_ONCE)

        async def come_back(table: Table, seat: int) -> None:
            async with few:
                table.sockets[seat] = await doors.stack.enter_async_context(
                    open_socket(house.base, socket_path(table.match_id))
                )
            await table.say_hello(seat)

        await asyncio.gather(*(come_back(table, seat) for table in doors.tables for seat in range(doors.seats)))
        over = time.perf_counter()
        assert [table.number for table in doors.tables] == numbers, "something is lost"
        return {
            "megabytes_before": round(held),
            "megabytes_after": round(house.megabytes),
            "start_seconds": round(up - began, 2),
            "storm_seconds": round(over - up, 2),
        }


MODES: dict[str, Callable[..., Awaitable[dict[str, Any]]]] = {"paced": run_paced, "full": run_full, "storm": run_storm}


@contextmanager
def place_of(database: str | None, folder: str) -> Iterator[str]:
    """Where the matches are kept: a folder, or a database."""
    if database != "private":
        yield database or folder
        return
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.server.postgres import private_postgres

    with private_postgres() as postgres:
        yield postgres.new_database("load")


async def run(given: argparse.Namespace, place: str, folder: str) -> dict[str, Any]:
    mode, game, matches, count = given.mode, given.game, given.matches, given.processes
    of_paced = {"folder": folder, "under_way": given.under_way}
    more = {"spare": given.spare} if mode == "full" else of_paced if mode == "paced" else {}
    before = os.getloadavg()[0]
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(process(house_process(place))) for _ in range(count)]
        found = await MODES[mode](houses, game, matches, given.seconds, given.seed, **more)
    return {
        "mode": mode,
        "game": game,
        "matches": matches,
        "sockets": matches * find_game(game).usual_seats,
        "processes": count,
        "database": "PostgreSQL" if "://" in place else "SQLite",
        "cores": os.cpu_count(),
        "load_before": round(before, 1),  # what others do: what is measured on a busy machine says little
        **({"under_way": given.under_way} if mode == "paced" else {}),
        **found,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("mode", nargs="?", default="paced", choices=MODES)
    parser.add_argument("--game", default="chariot-race", choices=GAMES)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="of the server")
    parser.add_argument("--data", help="the folder of the SQLite file; a new one otherwise")
    parser.add_argument("--database", help="a PostgreSQL's address; `private`: one for this measurement alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--echo-server", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument(
        "--under-way", type=int, default=0, help="paced: so many moves, at most, each match has had beforehand"
    )
    parser.add_argument("--spare", type=int, help="matches seated beforehand in a full load, for those that end")
    given = parser.parse_args()
    if given.echo_server:
        serve_echo()
        return
    gc.disable()  # this program's own pauses are nobody's answer time
    game, matches, seconds, seed = given.game, given.matches, given.seconds, given.seed
    if given.play:
        uvloop.run(play_on(given.play, game, matches, seconds, seed, given.spare))
        return
    with (
        tempfile.TemporaryDirectory(prefix="ludus-load-") as folder,
        place_of(given.database, given.data or folder) as at,
    ):
        result = uvloop.run(run(given, at, given.data or folder))
    if given.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        words = ", ".join(f"{key} {each}" for key, each in value.items()) if isinstance(value, dict) else value
        print(f"{name:>20}: {words}" + (f" (the target is at most {TARGET})" if name == "ratio_p99" else ""))


if __name__ == "__main__":
    main()
