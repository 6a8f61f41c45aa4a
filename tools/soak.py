"""A long proof, outside of `make test`: kills and nonsense by the thousand, on SQLite and on PostgreSQL.

python tools/soak.py                                    # 1,000 kills on each database, 1,000,000 pieces of nonsense
python tools/soak.py --kills 20 --messages 5000         # a short one
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from tests.server.kit import Player, play  # noqa: E402
from tests.server.nonsense import nonsense, nonsense_by_rest  # noqa: E402
from tests.server.postgres import MISSING, find_programs, private_postgres  # noqa: E402
from tests.server.test_kills import kill_and_come_back  # noqa: E402

from ludus.server.run import serve  # noqa: E402
from ludus.server.settings import NO_LIMITS, Settings  # noqa: E402
from tables import Process, process, socket_path  # noqa: E402

AT_ONCE = 100
MOST_GROWTH = 30.0  # megabytes, between a tenth of the way and its end
RACE = {"game": "chariot-race", "seats": [{"kind": "human"}] * 2}


async def kill(name: str, place: Path | str, kills: int) -> None:
    began = time.perf_counter()
    answers = await kill_and_come_back(place, kills, seed=random.randrange(2**32))
    took = time.perf_counter() - began
    print(f"{name}: {kills} kills, {answers} acknowledged answers, none lost ({took:.0f} s)", flush=True)


def connected(base: str, match_id: str) -> connect:
    address = base.replace("http", "ws", 1) + socket_path(match_id)
    return connect(address, compression=None, max_size=None, ping_interval=None)


async def pester(house: Process, messages: int) -> None:
    """Half of it at the socket, half by REST: each piece is refused with a code, nothing changes, memory is flat."""
    rng = random.Random()
    async with httpx.AsyncClient(base_url=house.base, timeout=30) as client:
        made = (await client.post("/api/matches", json=RACE)).raise_for_status().json()
        match_id, tokens = made["match"]["id"], [each["token"] for each in made["tokens"]]
        async with (
            connected(house.base, match_id) as one,
            connected(house.base, match_id) as two,
        ):
            players = [Player(one), Player(two)]
            for player, token in zip(players, tokens, strict=True):
                await player.hello(token)
            await play(players, rng, moves=8)
            player = next(each for each in players if each.view()["decision"] is not None)
            await player.explained(player.view()["seat"])
            views, info = json.dumps(player.views), (await client.get(f"/api/matches/{match_id}")).json()
            held, began = 0.0, time.perf_counter()
            rounds = messages // (2 * AT_ONCE)
            for count in range(rounds):
                await pester_socket(player, rng)
                await pester_rest(client, rng, match_id)
                player.frames.clear()
                if count == rounds // 10:
                    held = house.megabytes
            assert json.dumps(player.views) == views, "a view has changed"
            assert (await client.get(f"/api/matches/{match_id}")).json() == info, "the match has changed"
            grown = house.megabytes - held
            assert grown < MOST_GROWTH, f"{grown:.0f} MB more than a tenth of the way through"
            await play(players, rng, moves=8)
    took = time.perf_counter() - began
    print(f"{2 * AT_ONCE * rounds} pieces of nonsense, all refused, nothing changed, {grown:+.1f} MB ({took:.0f} s)")


async def pester_socket(player: Player, rng: random.Random) -> None:
    asked = player.decision()
    for _ in range(AT_ONCE):
        await player.socket.send(nonsense(rng, player.view()["seat"], asked, asked["default"]))
    await player.send(type="ping")
    refused = 0
    while (answer := await player.receive())["type"] != "pong":
        assert answer["type"] in ("refused", "sync"), answer
        if answer["type"] == "refused":
            assert answer["code"] not in ("internal", "storage"), answer
            refused += 1
    assert refused == AT_ONCE


async def pester_rest(client: httpx.AsyncClient, rng: random.Random, match_id: str) -> None:
    answers = [await client.request(**nonsense_by_rest(rng, match_id)) for _ in range(AT_ONCE)]
    for answer in answers:
        said: dict[str, Any] = answer.json()
        assert 400 <= answer.status_code < 500, (answer.request.url, answer.status_code, said)
        assert said["code"] != "internal", said
        assert said["message"], said


async def soak(kills: int, messages: int, places: dict[str, Path | str]) -> None:
    for name, place in places.items():
        await kill(name, place, kills)
    async with process(Process(__file__, "--serve", str(places["SQLite"]))) as house:
        await pester(house, messages)


def serve_patiently(data: Path) -> None:
    """A house that hears out whoever talks nonsense without end."""
    settings = Settings(data=data, **NO_LIMITS, messages_per_second=1e6, max_malformed=10**9)
    with suppress(KeyboardInterrupt):
        serve(port=0, settings=settings, on_ready=lambda url: print(f"Ludus is at {url}", flush=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve_patiently(given.serve)
        return
    with ExitStack() as stack:
        places: dict[str, Path | str] = {"SQLite": Path(stack.enter_context(tempfile.TemporaryDirectory()))}
        if find_programs() is None:
            print(MISSING)
        else:
            places["PostgreSQL"] = stack.enter_context(private_postgres()).new_database("soak")
        asyncio.run(soak(given.kills, given.messages, places))


if __name__ == "__main__":
    main()
