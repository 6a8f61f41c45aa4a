"""Bots at the table: they think elsewhere, and nothing they do can stop a match."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import signal
from contextlib import suppress
from typing import Any

import pytest

import ludus
from ludus.server import thinkers
from tests.server.kit import House, Place, house, question


async def test_a_person_races_bots_to_the_end(server: House) -> None:
    match_id, tokens = await server.create("human", "bot:random", "bot:tiro", "bot:random")
    rng = random.Random(1)
    async with server.player(match_id, tokens[0]) as ann:
        while ann.view()["outcome"] is None:
            if ann.view()["decision"] is not None:
                assert (await ann.answer(0, question(ann.view()).sample(rng)))["type"] == "ack"
            else:
                await ann.receive()
    record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
    ludus.verify(record)


async def test_bots_go_on_after_a_restart(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(self: Any, bot: str, view: Any, past: Any = ()) -> None:
        await asyncio.sleep(1000)

    with monkeypatch.context() as stuck:
        stuck.setattr(thinkers.Thinkers, "choose", never)
        async with house(place) as server:
            match_id, tokens = await server.create("human", "bot:random", "bot:random", "bot:random")
            async with server.player(match_id, tokens[0]) as ann:
                while ann.view()["decision"] is not None:
                    await ann.answer(0, ann.decision()["default"])
                number = ann.number
    async with house(place) as server:
        # Nobody has come back yet.
        while (await server.info(match_id))["waiting"] != [0]:
            await asyncio.sleep(0.02)
        assert (await server.info(match_id))["number"] > number


async def test_bots_play_for_somebody_only(server: House) -> None:
    match_id, _ = await server.create("bot:random", "bot:random")
    await asyncio.sleep(0.3)
    assert (await server.info(match_id))["number"] == 1
    async with server.player(match_id) as watcher:
        await watcher.until_number(10)


async def test_a_bot_that_dies_is_replaced_by_its_default(server: House) -> None:
    match_id, tokens = await server.create("human", "bot:random")
    async with server.player(match_id, tokens[0]) as ann:
        for _ in range(2):
            while ann.view()["decision"] is not None:
                assert (await ann.answer(0, ann.decision()["default"]))["type"] == "ack"
            while ann.view()["decision"] is None:
                for child in multiprocessing.active_children():
                    with suppress(ProcessLookupError):  # it may have gone by itself
                        child.kill()
                await ann.receive()


@pytest.mark.parametrize("given", [None, "nonsense"])
async def test_a_bot_that_answers_nonsense_gets_the_default(
    server: House, monkeypatch: pytest.MonkeyPatch, given: Any
) -> None:
    async def nonsense(self: Any, bot: str, view: Any, past: Any = ()) -> Any:
        assert view["seat"] == 1
        return given

    monkeypatch.setattr(thinkers.Thinkers, "choose", nonsense)
    match_id, tokens = await server.create("human", "bot:random")
    async with server.player(match_id, tokens[0]) as ann:
        for _ in range(3):
            while ann.view()["decision"] is not None:
                assert (await ann.answer(0, ann.decision()["default"]))["type"] == "ack"
            while ann.view()["decision"] is None:
                await ann.receive()


async def test_an_answer_for_a_seat_that_changed_hands_is_dropped(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, thought = asyncio.Event(), asyncio.Event()

    async def slow(self: Any, bot: str, view: Any, past: Any = ()) -> Any:
        thinking.set()
        await thought.wait()
        return view["decision"]["default"]

    monkeypatch.setattr(thinkers.Thinkers, "choose", slow)
    match_id, tokens = await server.create("human", "bot:random")
    async with server.player(match_id, tokens[0]) as ann:
        while ann.view()["decision"] is not None:
            assert (await ann.answer(0, ann.decision()["default"]))["type"] == "ack"
        await thinking.wait()
        path = f"/api/matches/{match_id}/seats/1"
        await server.call("PATCH", path, tokens[0], json={"kind": "open"})
        token = (await server.call("POST", f"{path}/take", json={})).json()["token"]
        number = (await server.info(match_id))["number"]
        thought.set()
        await asyncio.sleep(0.2)
        assert (await server.info(match_id))["number"] == number
        async with server.player(match_id, token) as bob:
            assert (await bob.answer(1, bob.decision()["default"]))["number"] == number + 1


def test_a_worker_interrupts_endless_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        def choose(self, glimpse: Any) -> None:
            while True:
                pass

    monkeypatch.setattr(thinkers, "make_bot", lambda *_: Endless())
    monkeypatch.setattr(thinkers, "PATIENCE", 0.05)
    match = ludus.new_match("chariot-race", seats=2, seed=1)
    view = match.view(next(iter(match.pending)), explain=False)
    before = signal.getsignal(signal.SIGALRM)
    try:
        with pytest.raises(TimeoutError):
            thinkers.think("endless", "luck", view, None)
    finally:
        signal.signal(signal.SIGALRM, before)
