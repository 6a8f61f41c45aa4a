"""Nonsense at every door: coded refusals, nothing changed, still up."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed

from ludus.server.app import create_app
from ludus.server.run import configured, listen
from ludus.server.settings import NO_LIMITS, Settings
from tests.server.kit import House, Player, house, play
from tests.server.nonsense import nonsense, nonsense_by_rest

REFUSED = ["400", "401", "403", "404", "405", "409", "413", "422"]


@pytest.fixture(scope="module")
def rest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs in a thread."""
    sock = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(Settings(data=tmp_path_factory.mktemp("rest"), **NO_LIMITS)))
    thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    sock.close()


@pytest.fixture(scope="module")
def known(rest: str) -> dict[str, str]:
    """Matches that exist, waiting and running, and a token of each."""
    found = {}
    for second in ("open", "human"):
        new = {"game": "chariot-race", "seats": [{"kind": "human"}, {"kind": second}]}
        created = httpx.post(f"{rest}/api/matches", json=new, timeout=20).json()
        found[created["match"]["id"]] = created["tokens"][0]["token"]
    return found


# A text far beyond its limit is refused before anybody reads it.
CONFIG = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}})
described = schemathesis.openapi.from_dict(create_app(Settings()).openapi(), config=CONFIG)
OPERATIONS = [found.ok() for found in described.get_all_operations() if isinstance(found, Ok)]
# Where nothing is given, nothing can be wrong.
CASES = [
    pytest.param(operation, mode, id=f"{operation.label} {mode.value}")
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or operation.body or list(operation.iter_parameters())
]
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_the_rest_part_is_what_it_says(rest: str, known: dict[str, str], operation: Any, mode: GenerationMode) -> None:
    """As its own description says: every answer to anything, fitting or not, is one that is described."""

    @settings(max_examples=20, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), match_id=st.none() | st.sampled_from(sorted(known)))
    def call(case: Any, match_id: str | None) -> None:
        headers = {}
        if match_id is not None and "match_id" in case.path_parameters:
            headers["Authorization"] = f"Bearer {known[match_id]}"
            if mode is GenerationMode.POSITIVE:
                case.path_parameters["match_id"] = match_id
        case.call_and_validate(base_url=rest, headers=headers, checks=CHECKS)

    call()
    assert httpx.get(f"{rest}/api/games", timeout=20).status_code == 200


# -- the socket ------------------------------------------------------------------------------


@pytest.mark.slow
async def test_ten_thousand_pieces_of_nonsense_at_the_socket(tmp_path: Path) -> None:
    async with house(tmp_path, messages_per_second=1e6, max_malformed=10**9) as server:
        match_id, tokens = await server.create("human", "human")
        rng = random.Random(14)
        async with server.players(match_id, tokens) as players:
            await play(players, rng, moves=8)
            player = next(each for each in players if each.view()["decision"] is not None)
            seat = player.view()["seat"]
            await player.explained(seat)
            before = json.dumps(player.views)
            info = await server.info(match_id)
            asked = player.decision()
            for _ in range(100):
                messages = [nonsense(rng, seat, asked, asked["default"]) for _ in range(100)]
                for message in messages:
                    await player.socket.send(message)
                await player.send(type="ping")
                refused = 0
                while (answer := await player.receive())["type"] != "pong":
                    refused += answer["type"] == "refused"
                    assert answer["type"] in ("refused", "sync")
                    if answer["type"] == "refused":
                        assert "Traceback" not in answer["message"]
                        assert answer["code"] not in ("internal", "storage")
                assert refused == len(messages)
            assert await server.info(match_id) == info
            assert json.dumps(player.views) == before
            await play(players, rng, moves=8)


async def test_nonsense_by_rest(server: House) -> None:
    """What `make soak` sends by the hundred thousand."""
    match_id, _ = await server.create("human", "human")
    before = await server.info(match_id)
    rng = random.Random(17)
    for _ in range(100):
        refused = await server.client.request(**nonsense_by_rest(rng, match_id))
        assert 400 <= refused.status_code < 500, (refused.request.url, refused.text)
        assert refused.json()["code"] not in ("internal", "storage")
    assert await server.info(match_id) == before


async def test_messages_that_are_too_large(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as (ann, bob):
        for size, wide in ((64 * 1024, "x"), (20 * 1024, "\U0001f40e")):
            await ann.socket.send(wide * (size + 1))
            assert (await ann.until_type("refused"))["code"] == "too-large"
        for deep in ("[" * 60_000, '{"a":' * 10_000):
            await ann.socket.send(deep)
            assert (await ann.until_type("refused"))["code"] == "malformed"
        await ann.socket.send("x" * 1_500_000)
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until(lambda message: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (1009, 1008)
        async with server.player(match_id, tokens[0]) as back:
            await play([back, bob], random.Random(1), moves=4)


async def test_endless_nonsense_is_hung_up_on_and_haste_is_slowed(tmp_path: Path) -> None:
    async with house(tmp_path, max_malformed=20, messages_per_second=50) as server:
        match_id, tokens = await server.create("human", "human")
        async with server.socket(match_id) as socket:
            for _ in range(20):
                await socket.send("{")
            for _ in range(20):
                assert json.loads(await socket.recv())["code"] == "malformed"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        async with server.player(match_id, tokens[0]) as ann:
            started = asyncio.get_running_loop().time()
            for _ in range(130):
                await ann.send(type="ping")
            for _ in range(130):
                await ann.until_type("pong")
            assert asyncio.get_running_loop().time() - started > 0.4


async def test_connections_that_break_off_anywhere(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    rng = random.Random(15)
    for _ in range(30):
        async with server.socket(match_id) as socket:
            player = Player(socket)
            await player.send(type="hello", tokens=list(tokens.values()))
            if rng.random() < 0.7:
                await player.until_type("sync")
                seat = player.view()["waiting"][0]
                asked = player.decision(seat)
                answer = {"type": "answer", "id": str(rng.random()), "seat": seat}
                await player.send(**answer, decision=asked["number"], choice=asked["default"])
            socket.transport.abort()
    await asyncio.sleep(0.2)
    room = await server.hall.room(match_id)
    assert not room.audience.browsers
    assert server.hall.sockets.total() == 0
    async with server.player(match_id, *tokens.values()) as back:
        assert back.number == (await server.info(match_id))["number"] > 5
