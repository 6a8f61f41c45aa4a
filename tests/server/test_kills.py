"""A server killed without warning, hundreds of times, has every answer it ever acknowledged."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import ludus
from ludus.core.decision import plain_choice
from ludus.server.wire import apply_patch
from tests.server.kit import Place, question

KILLS = 200
CAMPAIGN_KILLS = 8
MATCHES = 3


class Racer:
    """All seats of one match, at one server after the other."""

    def __init__(self, match_id: str, tokens: list[str], rng: random.Random) -> None:
        self.match_id = match_id
        self.tokens = tokens
        self.rng = rng
        self.acknowledged: dict[int, tuple[int, Any]] = {}  # by number: who answered what
        self.unsure: dict[str, Any] | None = None  # sent, and the server was killed before it said anything
        self.repeated = 0
        self.over = False

    async def race(self, port: int) -> None:
        """Answer until the server is gone; first of all, check that nothing is."""
        address = f"ws://127.0.0.1:{port}/api/matches/{self.match_id}/socket"
        try:
            async with connect(address, max_size=None, close_timeout=0.1) as socket:
                await socket.send(json.dumps({"type": "hello", "tokens": self.tokens}))
                await self._answer_on(socket)
        except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
            return

    async def _answer_on(self, socket: Any) -> None:
        views: dict[str, Any] = {}
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "sync":
                assert message["number"] >= max(self.acknowledged, default=0), "an acknowledged answer is lost"
                views = message["views"]
                if self.unsure is not None:
                    self.repeated += 1
                    await socket.send(json.dumps(self.unsure))
                    continue
            elif message["type"] == "update":
                views = {key: apply_patch(view, message["patches"][key]) for key, view in views.items()}
                continue
            elif message["type"] == "ack":
                assert self.unsure is not None
                assert message["id"] == self.unsure["id"]
                self.acknowledged[message["number"]] = (self.unsure["seat"], self.unsure["choice"])
                self.unsure = None
            else:
                assert message["type"] in ("presence", "explained"), message
                continue
            view = views["0"]
            if view["outcome"] is not None:
                self.over = True
                return
            if not view["waiting"]:  # a campaign whose contest is under way
                return
            seat = view["waiting"][0]
            self.unsure = {
                "type": "answer",
                "id": uuid.uuid4().hex,
                "seat": seat,
                "decision": views[str(seat)]["decision"]["number"],
                "choice": plain_choice(question(views[str(seat)]).sample(self.rng)),
            }
            await socket.send(json.dumps(self.unsure))


@asynccontextmanager
async def brought_up(place: Place) -> AsyncIterator[asyncio.subprocess.Process]:
    """A nursery of servers."""
    nursery = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.server.nursery",
        str(place),
        cwd=Path(__file__).parents[2],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert nursery.stdin is not None
    yield nursery
    nursery.stdin.close()
    await nursery.wait()


async def next_server(nursery: asyncio.subprocess.Process) -> tuple[int, int]:
    """Its process and its port."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(b"next\n")
    pid, port = map(int, (await asyncio.wait_for(nursery.stdout.readline(), 30)).split())
    return pid, port


@pytest.mark.slow
async def test_kill_dash_nine_between_a_campaign_and_its_contest(tmp_path: Path) -> None:
    """Whoever comes up next has every answer of both, and goes on with the contest that was asked for."""
    rng = random.Random(15)
    racers: dict[str, Racer] = {}
    campaign, tokens = "", [""]
    async with brought_up(tmp_path) as nursery:
        for kill in range(CAMPAIGN_KILLS):
            pid, port = await next_server(nursery)
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20, verify=False) as client:
                if not campaign:
                    new = {"game": "campaign", "ruleset": "season", "seats": [{"kind": "human"}] * 2}
                    created = (await client.post("/api/matches", json=new)).json()
                    campaign, tokens = created["match"]["id"], [each["token"] for each in created["tokens"]]
                info = (await client.get(f"/api/matches/{campaign}")).json()
            contests = [each["id"] for each in info["contests"]]
            now = contests[-1] if contests else campaign
            racer = racers.setdefault(now, Racer(now, tokens, rng))
            racing = asyncio.ensure_future(racer.race(port))
            wanted = len(racer.acknowledged) + rng.randrange(2, 6)
            while len(racer.acknowledged) < wanted and not racing.done():
                await asyncio.sleep(0.001)
            await asyncio.sleep(rng.uniform(0.0, 0.01))
            os.kill(pid, signal.SIGKILL)
            await racing
            assert len(contests) <= 1, f"kill {kill} made a second race of the first"
    assert len(racers) == 2, "the race was made"
    assert all(racer.acknowledged for racer in racers.values())


@pytest.mark.slow
async def test_kill_dash_nine_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    await kill_and_come_back(tmp_path, KILLS)


async def kill_and_come_back(place: Place, kills: int, seed: int = 16) -> int:
    """How many answers were acknowledged; all of them are there."""
    rng = random.Random(seed)
    racers: list[Racer] = []
    finished: list[Racer] = []
    async with brought_up(place) as nursery:
        for _ in range(kills):
            pid, port = await next_server(nursery)
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20, verify=False) as client:
                for racer in [each for each in racers if each.over]:
                    check((await client.get(f"/api/matches/{racer.match_id}/record")).json(), racer)
                    racers.remove(racer)
                    finished.append(racer)
                while len(racers) < MATCHES:
                    new = {"game": "chariot-race", "seats": [{"kind": "human"}] * 2}
                    created = (await client.post("/api/matches", json=new)).json()
                    tokens = [each["token"] for each in created["tokens"]]
                    racers.append(Racer(created["match"]["id"], tokens, rng))
            racing = [asyncio.ensure_future(racer.race(port)) for racer in racers]
            # In the middle of things: after some answers, and then at any moment.
            wanted = sum(len(racer.acknowledged) for racer in racers) + rng.randrange(8)
            while sum(len(racer.acknowledged) for racer in racers) < wanted and not all(each.done() for each in racing):
                await asyncio.sleep(0.001)
            await asyncio.sleep(rng.uniform(0.0, 0.01))
            os.kill(pid, signal.SIGKILL)
            await asyncio.gather(*racing)
    answers = sum(len(racer.acknowledged) for racer in racers + finished)
    assert answers > kills
    assert sum(racer.repeated for racer in racers + finished) > kills / 10, "it was killed in the middle of things"
    return answers


def check(record: dict[str, Any], racer: Racer) -> None:
    """The record proves itself, and has every acknowledged answer in its place."""
    ludus.verify(record)
    # Step 1 is the start; without undo, step n is answer n - 2.
    for number, (seat, choice) in racer.acknowledged.items():
        assert record["answers"][number - 2] == [seat, list(choice) if isinstance(choice, tuple) else choice]
