"""The socket: playing, refusals, gaps, taking back, resigning, several seats, spectators."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from websockets.exceptions import ConnectionClosed

from ludus.server.socket_schema import Explained, Sync, Update
from tests.games.morra import Morra
from tests.server.kit import House, Player, house, play, question


async def ready(players: list[Player]) -> tuple[Player, int]:
    """Who is asked, and its seat."""
    player = next(player for player in players if player.view()["decision"] is not None)
    return player, player.view()["seat"]


async def test_everyone_sees_the_same_race(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "human")
    async with server.players(match_id, tokens) as players, server.player(match_id) as watcher:
        await play(players, random.Random(1), moves=60)
        await watcher.until_number(players[0].number)
        for player in players:
            assert player.view()["position"] == watcher.views["watch"]["position"]
            assert player.events == watcher.events
        async with server.player(match_id, tokens[1]) as late:
            assert late.views["1"] == (await players[1].settled())["1"]
            assert late.events == watcher.events
        assert watcher.views["watch"]["decision"] is None


async def test_messages_are_as_the_schema_says(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(2), moves=15)
        seen = [json.loads(frame) for frame in players[0].frames]
    kinds: dict[str, type[BaseModel]] = {"sync": Sync, "update": Update, "explained": Explained}
    assert {message["type"] for message in seen} >= set(kinds)
    for message in seen:
        if message["type"] in kinds:
            kinds[message["type"]].model_validate(message, strict=True)


async def test_a_question_is_shown_first_and_then_explained_to_its_seat_alone(server: House) -> None:
    match_id, tokens = await server.create("human", "human", game="circus")
    async with server.players(match_id, tokens) as players, server.player(match_id) as watcher:
        await play(players, random.Random(4), moves=20)
        player, seat = await ready(players)
        answers = await player.explained(seat)
        assert {each["choice"] for each in answers} >= set(player.decision(seat).get("choices") or ())
        asked = player.decision(seat)["number"]
        seen = [json.loads(frame) for frame in player.frames]
        shown = next(place for place, each in enumerate(seen) if each["type"] == "update" and each["number"] == asked)
        told = next(
            place for place, each in enumerate(seen) if each["type"] == "explained" and each["decision"] == asked
        )
        assert shown < told
        async with server.player(match_id, tokens[seat]) as late:
            assert late.decision(seat)["answers"] == answers
        await watcher.until_number(player.number)
        assert not any('"explained"' in frame for frame in watcher.frames)
        for other in players:
            for frame in map(json.loads, other.frames):
                assert frame["type"] != "explained" or str(frame["seat"]) in other.views


async def test_an_old_question_is_refused_and_the_client_brought_up_to_date(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        player, seat = await ready(players)
        old = player.decision(seat)["number"]
        while player.view()["decision"] is None or player.decision(seat)["number"] == old:
            await play(players, random.Random(1), moves=1)
        before = await server.info(match_id)
        refused = await player.answer(seat, player.decision(seat)["default"], number=old)
        assert (refused["type"], refused["code"]) == ("refused", "stale")
        sync = await player.receive()
        assert (sync["type"], sync["reason"]) == ("sync", "stale")
        assert await server.info(match_id) == before


async def test_a_repeated_answer_is_acknowledged_again_and_counts_once(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        player, seat = await ready(players)
        asked = player.decision(seat)
        first = await player.answer(seat, asked["default"], id="same")
        await play(players, random.Random(4), moves=5)
        again = await player.answer(seat, asked["default"], number=asked["number"], id="same")
        assert again == first
        assert (await server.info(match_id))["number"] == player.number


@pytest.mark.parametrize("choice", ["nonsense", 7, -1, [1, 2], "", 10**30, ["x"], None, True, 1.5, {}])
async def test_an_illegal_answer_changes_nothing(server: House, choice: Any) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        player, seat = await ready(players)
        before, info = json.dumps(player.views), await server.info(match_id)
        refused = await player.answer(seat, choice)
        assert refused["code"] in ("illegal-answer", "malformed", "malformed-answer")
        assert refused["message"]
        assert await server.info(match_id) == info
        sync = await player.hello(tokens[seat])
        assert json.dumps(sync["views"]) == before


async def test_out_of_turn_and_not_your_seat(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players, server.player(match_id) as watcher:
        player, seat = await ready(players)
        other = players[1 - seat]
        asked = player.decision(seat)
        assert (await other.answer(1 - seat, asked["default"], number=asked["number"]))["code"] == "not-your-turn"
        for stranger in (other, watcher):
            for wrong in (seat, 99, -1, 10**20):
                refused = await stranger.answer(wrong, asked["default"], number=asked["number"])
                assert refused["code"] == "not-your-seat"
        assert (await watcher.ask("resign", seat))["code"] == "not-your-seat"
        assert (await server.info(match_id))["number"] == player.number


async def test_a_wrong_token_only_watches(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, "guess", tokens[0][:-1]) as player:
        assert (await player.until_type("refused"))["code"] == "wrong-token"
        assert set(player.views) == {"watch"}
        await player.hello("guess", tokens[1])
        assert set(player.views) == {"1"}


async def test_an_unknown_match_says_so_and_hangs_up(server: House) -> None:
    async with server.socket("abcdefghijkl") as socket:
        assert json.loads(await socket.recv())["code"] == "no-such-match"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


async def test_hello_comes_first_and_soon(tmp_path: Path) -> None:
    async with house(tmp_path, hello_seconds=0.3) as server:
        match_id, _ = await server.create("human", "human")
        async with server.socket(match_id) as socket:
            await socket.send(json.dumps({"type": "resync"}))
            assert json.loads(await socket.recv())["code"] == "say-hello"
            await socket.send(json.dumps({"type": "ping"}))
            assert json.loads(await socket.recv())["type"] == "pong"
            assert json.loads(await socket.recv())["code"] == "say-hello"
            with pytest.raises(ConnectionClosed):
                await socket.recv()


async def test_sockets_are_counted(tmp_path: Path) -> None:
    async with house(tmp_path, max_sockets_per_match=1) as server:
        match_id, tokens = await server.create("human", "human")
        async with server.player(match_id, tokens[0]), server.socket(match_id) as second:
            assert json.loads(await second.recv())["code"] == "too-many-sockets"
        async with server.player(match_id, tokens[1]) as again:
            assert set(again.views) == {"1"}


async def test_a_gap_is_mended(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(6), moves=5)
        await players[0].send(type="resync")
        assert (await players[0].until_type("sync"))["reason"] == "gap"
        have = players[0].number
        async with server.player(match_id, tokens[0], have=have) as back:
            assert '"reason":"joined"' in back.frames[0]
        await play(players, random.Random(7), moves=3)
        async with server.player(match_id, tokens[0], have=have) as back:
            assert '"reason":"gap"' in back.frames[0]
            assert back.views["0"] == (await players[0].settled())["0"]


async def test_presence_follows_who_comes_and_goes(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0]) as ann:
        async with server.player(match_id, tokens[1]), server.player(match_id):
            here = await ann.until(lambda message: message.get("watching") == 1)
            assert here["connected"] == [0, 1]
            assert [seat["connected"] for seat in (await server.info(match_id))["seats"]] == [True, True]
        gone = await ann.until(lambda message: message.get("connected") == [0] and message["watching"] == 0)
        assert gone["type"] == "presence"


async def test_one_browser_may_hold_all_seats(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, *tokens.values()) as table:
        assert set(table.views) == {"0", "1"}
        rng = random.Random(8)
        for _ in range(30):
            seat = table.view(0)["waiting"][0]
            assert table.view(1 - seat)["decision"] is None
            done = await table.answer(seat, question(table.view(seat)).sample(rng))
            assert done["type"] == "ack"


async def test_an_answer_is_taken_back(server: House) -> None:
    match_id, tokens = await server.create("human", "human", ruleset="alternate-chariots")
    async with server.players(match_id, tokens) as players:
        player, seat = await ready(players)
        before, events = dict(player.view()), list(player.events)
        for colour in ("red", "blue"):
            assert (await player.answer(seat, colour))["type"] == "ack"
            assert player.view()["undo"]
            assert len(player.events) > len(events)
            undone = await player.ask("undo", seat)
            assert undone["type"] == "ack"
            for each in players:
                await each.until_number(undone["number"])
                assert each.events == events
            assert "took back" in player.notes[-1]
            now = dict(player.view())
            assert now.pop("decision")["number"] == undone["number"]
            assert {**now, "decision": None} == {**before, "decision": None}
        assert (await server.info(match_id))["number"] == 5
        other = players[1 - seat]
        assert (await other.ask("undo", 1 - seat))["code"] == "undo-refused"


async def test_a_secret_answer_is_taken_back_and_given_anew(morra: Morra, server: House) -> None:
    match_id, tokens = await server.create("human", "human", "human", game="morra")
    async with server.players(match_id, tokens) as players:
        first = [player.decision()["number"] for player in players]
        wager = question(players[0].view())
        low, *_, high = wager
        assert (await players[0].answer(0, low))["type"] == "ack"
        assert players[0].view()["given"] == low
        await players[1].until_number(players[0].number)
        assert players[1].decision()["number"] == first[1], "the others' question is still the same one"
        assert (await players[0].answer(0, high, number=first[0]))["code"] == "already-answered"
        assert (await players[0].ask("undo", 0))["type"] == "ack"
        assert players[0].view()["given"] is None
        assert (await players[0].answer(0, high))["type"] == "ack"
        for seat in (1, 2):
            done = await players[seat].answer(seat, question(players[seat].view()).default)
            assert done["type"] == "ack"
        await players[0].until_number(done["number"])
        assert players[0].decision()["name"] == "fingers"


async def test_resigning(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(9), moves=10)
        done = await players[2].ask("resign", 2)
        assert done["type"] == "ack"
        for player in players:
            await player.until_number(done["number"])
            assert player.match["seats"][2]["resigned"]
            assert player.view()["resigned"] == [2]
        assert (await players[2].ask("resign", 2))["code"] == "already-resigned"
        taken = await server.call(
            "PATCH", f"/api/matches/{match_id}/seats/2", tokens[2], json={"kind": "bot", "bot": "random"}
        )
        assert taken.json()["code"] == "seat-resigned"
        await play(players, random.Random(9))
        assert players[0].view()["outcome"]["places"][2] == 3
        assert players[2].view()["seed"] is not None


async def test_after_the_end_nothing_moves(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        assert (await players[0].ask("resign", 0))["type"] == "ack"
        done = await players[1].ask("resign", 1)
        if done["type"] == "ack":
            await players[0].until_number(done["number"])
        await play(players, random.Random(3))
        for kind in ("undo", "resign"):
            assert (await players[0].ask(kind, 0))["code"] in ("match-over", "undo-refused")
        assert (await players[0].answer(0, "x", number=1))["code"] == "match-over"


async def test_a_slow_reader_holds_nobody_up(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.socket(match_id) as silent, server.players(match_id, tokens) as players:
        await silent.send(json.dumps({"type": "hello"}))
        silent.transport.pause_reading()
        await asyncio.wait_for(play(players, random.Random(11), moves=40), 20)
        silent.transport.resume_reading()
