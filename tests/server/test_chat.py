"""What people say at a table, and what they write down for themselves."""

from __future__ import annotations

import uuid
from pathlib import Path

from ludus.server.chat import BURST, KEPT
from tests.server.kit import House, Player, house


async def say(player: Player, text: str, seat: int | None = None, name: str | None = None) -> dict[str, object]:
    key = uuid.uuid4().hex
    await player.send(type="say", id=key, seat=seat, name=name, text=text)
    return await player.until(lambda message: message["type"] in ("ack", "refused") and message["id"] == key)


async def test_everybody_hears_it_and_latecomers_read_it(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0]) as ann, server.player(match_id) as watcher:
        before = ann.decision() if ann.view()["decision"] else None
        assert (await say(ann, " Ave,\n Caesar! ", 0))["type"] == "ack"
        heard = (await watcher.until_type("update"))["said"]
        assert (heard["seat"], heard["text"], heard["number"]) == (0, "Ave, Caesar!", watcher.number)
        assert heard["name"] == ann.match["seats"][0]["name"]
        assert (ann.decision() if ann.view()["decision"] else None) == before, "talking is not playing"
        assert (await say(watcher, "Morituri!", name="Nero"))["type"] == "ack"
        async with server.player(match_id, tokens[1]) as bob:
            assert (bob.view()["seat"], bob.number) == (1, watcher.number)
            joined = await bob.hello(tokens[1])
            assert [line["text"] for line in joined["chat"]] == ["Ave, Caesar!", "Morituri!"]
            assert (joined["chat"][1]["seat"], joined["chat"][1]["name"]) == (None, "Nero")


async def test_a_line_is_on_disk(tmp_path: Path) -> None:
    async with house(tmp_path) as first:
        match_id, tokens = await first.create("human", "human")
        async with first.player(match_id, tokens[0]) as ann:
            assert (await say(ann, "Remember me", 0))["type"] == "ack"
    async with house(tmp_path) as second, second.player(match_id, tokens[0]) as ann:
        joined = await ann.hello(tokens[0])
        assert [line["text"] for line in joined["chat"]] == ["Remember me"]
        assert (await say(ann, "and again", 0))["type"] == "ack"


async def test_what_cannot_be_said(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0]) as ann:
        number = ann.number
        assert (await say(ann, "not me", 1))["code"] == "not-your-seat"
        assert (await say(ann, " \u200b\n", 0))["code"] == "nothing-said"
        assert (await say(ann, "x" * 301, 0))["code"] == "malformed"
        assert ann.number == number
        answers = [await say(ann, f"line {count}", 0) for count in range(BURST + 3)]
        assert [answer["type"] for answer in answers[:BURST]] == ["ack"] * BURST
        assert "too-fast" in [answer.get("code") for answer in answers[BURST:]]


async def test_a_match_with_talk_in_it_plays_and_takes_back_as_ever(tmp_path: Path) -> None:
    async with house(tmp_path) as first:
        match_id, tokens = await first.create("human", "bot:random")
        async with first.player(match_id, tokens[0]) as ann:
            for turn in range(3):
                while ann.view()["decision"] is None:
                    await ann.receive()
                assert (await say(ann, f"turn {turn}", 0))["type"] == "ack"
                assert (await ann.answer(0, ann.decision()["default"]))["type"] == "ack"
            while ann.view()["decision"] is None:
                await ann.receive()
            told, position = ann.events, ann.view()["position"]
    async with house(tmp_path) as second, second.player(match_id, tokens[0]) as ann:
        assert ann.events == told
        assert ann.view()["position"] == position


async def test_the_last_lines_are_kept_in_sight(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0]) as ann:
        room = await server.hall.room(match_id)
        for number in range(KEPT + 5):
            room.chat._credit.clear()
            assert (await say(ann, f"line {number}", 0))["type"] == "ack"
        lines = [line["text"] for line in (await ann.hello(tokens[0]))["chat"]]
        assert lines == [f"line {number}" for number in range(5, KEPT + 5)]


# -- private notes ----------------------------------------------------------------------------------------


async def test_notes_are_the_token_holders_alone(tmp_path: Path) -> None:
    secret = "ram Blue in the corner 4711"
    async with house(tmp_path) as first:
        match_id, tokens = await first.create("human", "human")
        path = f"/api/matches/{match_id}/seats/0/notes"
        async with first.player(match_id, tokens[1]) as bob:
            written = await first.call("PUT", path, tokens[0], json={"text": secret})
            assert (written.status_code, written.json()) == (200, {"text": secret})
            assert (await first.call("GET", path, tokens[1])).json()["code"] == "not-your-seat"
            assert (await first.call("PUT", path, tokens[1], json={"text": "x"})).status_code == 403
            assert (await first.call("GET", path)).status_code == 401
            assert (await first.call("PUT", path, tokens[0], json={"text": "x" * 4001})).status_code == 422
            await say(bob, "hello", 1)
            assert not any("4711" in frame for frame in bob.frames)
    async with house(tmp_path) as second:
        assert (await second.call("GET", path, tokens[0])).json() == {"text": secret}
        assert (await second.call("GET", f"/api/matches/{match_id}/seats/9/notes", tokens[0])).status_code == 404
