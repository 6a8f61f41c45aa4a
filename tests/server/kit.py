"""A server to test, and players who talk to it as the browser does."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect

from ludus.core.decision import Decision, read_decision
from ludus.server.hall import Hall
from ludus.server.run import configured, listen
from ludus.server.settings import NO_LIMITS, Settings
from ludus.server.wire import apply_patch

PATIENCE = 20.0

Place = Path | str  # where matches are kept: the folder of SQLite's file, or the address of another database


class House:
    """A running server and a client for its REST part."""

    def __init__(self, url: str, client: httpx.AsyncClient, hall: Hall) -> None:
        self.url = url
        self.client = client
        self.hall = hall

    async def call(self, method: str, path: str, token: str | None = None, **options: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return await self.client.request(method, path, headers=headers, **options)

    async def create(self, *kinds: str, **options: Any) -> tuple[str, dict[int, str]]:
        """A match with seats such as "human", "open", "bot" or "bot:random"; its id and my tokens by seat."""
        seats = [{"kind": kind.split(":")[0], **({"bot": kind[4:]} if kind[3:4] == ":" else {})} for kind in kinds]
        new = {"game": "chariot-race", "seats": seats, **options}
        answer = await self.call("POST", "/api/matches", json=new)
        assert answer.status_code == 201, answer.text
        created = answer.json()
        return created["match"]["id"], {each["seat"]: each["token"] for each in created["tokens"]}

    async def info(self, match_id: str) -> dict[str, Any]:
        answer = await self.call("GET", f"/api/matches/{match_id}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    @asynccontextmanager
    async def player(self, match_id: str, *tokens: str, have: int | None = None) -> AsyncIterator[Player]:
        """Someone who has said hello and has got the first sync."""
        async with self.socket(match_id) as socket:
            player = Player(socket)
            await player.hello(*tokens, have=have)
            yield player

    def socket(self, match_id: str) -> connect:
        address = self.url.replace("http", "ws", 1) + f"/api/matches/{match_id}/socket"
        return connect(address, max_size=None, max_queue=None, open_timeout=PATIENCE)

    @asynccontextmanager
    async def players(self, match_id: str, tokens: dict[int, str]) -> AsyncIterator[list[Player]]:
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(self.player(match_id, token)) for _, token in sorted(tokens.items())]


def kept(place: Place, **settings: Any) -> Settings:
    where = {"data": place} if isinstance(place, Path) else {"database_url": place}
    return Settings(**{**where, **settings})


@asynccontextmanager
async def house(place: Place, **settings: Any) -> AsyncIterator[House]:
    """The real application behind a real port."""
    swift = {"poll_seconds": 0.1, "takeover_seconds": 0.5, "bot_workers": 1}
    config = configured(kept(place, **{**NO_LIMITS, **swift, **settings}))
    sock = listen("127.0.0.1", 0)
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve([sock]))
    while not server.started:
        assert not serving.done(), serving.result()
        await asyncio.sleep(0.005)
    url = f"http://127.0.0.1:{sock.getsockname()[1]}"
    try:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=False) as client:
            yield House(url, client, cast(FastAPI, config.app).state.hall)
    finally:
        server.should_exit = True
        await serving
        sock.close()


class Player:
    """Keeps views and events as the browser must: by numbered updates alone."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []  # every byte that ever came
        self.number = -1
        self.views: dict[str, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.match: dict[str, Any] = {}
        self.notes: list[str] = []

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "sync":
            self.number = message["number"]
            self.views, self.events, self.match = message["views"], message["events"], message["match"]
        elif message["type"] == "update":
            assert message["number"] == self.number + 1, "updates are numbered without a gap"
            self.number = message["number"]
            assert set(message["patches"]) == set(self.views)
            self.views = {key: apply_patch(view, message["patches"][key]) for key, view in self.views.items()}
            self.events = [event for event in self.events if event["n"] < message["since"]] + message["events"]
            self.match = message["match"] or self.match
            self.notes.append(message["note"])
        elif message["type"] == "explained":
            decision = self.decision(message["seat"])
            assert decision["number"] == message["decision"], "what is explained has been asked"
            assert decision["answers"] is None, "a question is explained once"
            decision["sheet"] = message["sheet"]
            self.views[str(message["seat"])]["decision"]["answers"] = message["answers"]
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(message := await self.receive()):
            pass
        return message

    async def until_type(self, kind: str) -> dict[str, Any]:
        return await self.until(lambda message: bool(message["type"] == kind))

    async def until_number(self, number: int) -> None:
        while self.number < number:
            await self.receive()

    async def hello(self, *tokens: str, have: int | None = None) -> dict[str, Any]:
        await self.send(type="hello", tokens=tokens, have=have)
        return await self.until_type("sync")

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Of this seat, or the only one there is."""
        return self.views[str(seat)] if seat is not None else next(iter(self.views.values()))

    def decision(self, seat: int | None = None) -> dict[str, Any]:
        found = self.view(seat)["decision"]
        assert found is not None
        return dict(found)

    async def explained(self, seat: int) -> list[dict[str, Any]]:
        """What is said of the answers to the open question."""
        while self.decision(seat)["answers"] is None:
            await self.until_type("explained")
        return list(self.decision(seat)["answers"])

    async def settled(self) -> dict[str, dict[str, Any]]:
        """The views, once everything in them is explained."""
        for view in list(self.views.values()):
            if view["decision"] is not None:
                await self.explained(view["seat"])
        return self.views

    async def ask(self, kind: str, seat: int, **fields: Any) -> dict[str, Any]:
        """Send something that is acknowledged or refused, and wait for that."""
        fields = {"id": uuid.uuid4().hex, **fields}
        await self.send(type=kind, seat=seat, **fields)
        wanted = fields["id"]
        return await self.until(lambda message: message["type"] in ("ack", "refused") and message["id"] == wanted)

    async def answer(self, seat: int, choice: Any, number: int | None = None, **fields: Any) -> dict[str, Any]:
        asked = self.decision(seat)["number"] if number is None else number
        return await self.ask("answer", seat, decision=asked, choice=choice, **fields)


def question(view: dict[str, Any]) -> Decision:
    return read_decision(view["decision"])


async def play(players: Sequence[Player], rng: random.Random, moves: int = 10_000) -> int:
    """Random legal answers by whoever is asked, until it is over or enough. Players hold one seat each."""
    made = 0
    while made < moves and players[0].view()["outcome"] is None:
        deciding = [player for player in players if player.view()["decision"] is not None]
        assert deciding, "somebody must be asked"
        player = rng.choice(deciding)
        seat = player.view()["seat"]
        done = await player.answer(seat, question(player.view()).sample(rng))
        assert done["type"] == "ack", done
        for other in players:
            await other.until_number(done["number"])
        made += 1
    return made
