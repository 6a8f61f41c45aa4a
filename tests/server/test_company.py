"""Company: what is said at the table, and what a seat writes down for itself."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

import ludus
from ludus.server import chat
from tests.server.kit import House, Place, Player, house, kept, play


async def say(player: Player, text: str, seat: int | None = None, **fields: Any) -> dict[str, Any]:
    """Say it and wait for what comes of it."""
    wanted = fields.setdefault("id", uuid.uuid4().hex)
    await player.send(type="say", seat=seat, text=text, **fields)
    return await player.until(lambda message: message.get("id") == wanted)


async def heard(player: Player) -> dict[str, Any]:
    message = await player.until(lambda message: message.get("said") is not None)
    return dict(message["said"])


# -- chat ------------------------------------------------------------------------------------


async def test_everybody_hears_who_said_what_and_when(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as (ann, bob), server.player(match_id) as watcher:
        before = ann.views
        done = await say(ann, " Ave,\n\u202eCaesar! ", 0)
        for player in (bob, watcher):
            line = await heard(player)
            assert (line["seat"], line["name"], line["text"]) == (0, "Player 1", "Ave, Caesar!")
            assert line["number"] == done["number"] == player.number
            assert datetime.now(UTC) - datetime.fromisoformat(line["at"]) < timedelta(seconds=10)
        assert ann.views == before
        # A spectator is named as such, and not as one of the seated.
        await say(watcher, "Panem!", name="player 1")
        line = await heard(bob)
        assert (line["seat"], line["name"]) == (None, "player 1 2")
        await say(watcher, "Et circenses!")
        assert (await heard(bob))["name"] == "Spectator"
        # The game goes on, and its record knows nothing of talk.
        for player in (ann, bob):
            await player.until_number(watcher.number)
        await play([ann, bob], random.Random(4), moves=10)
        for player in (ann, bob):
            assert (await player.ask("resign", player.view()["seat"]))["type"] == "ack"
        await say(bob, "Well driven.", 1)
        assert (await heard(ann))["text"] == "Well driven."
    record = await server.call("GET", f"/api/matches/{match_id}/record")
    ludus.verify(record.json())
    assert "Panem" not in record.text
    assert "Panem" not in (await server.call("GET", f"/api/matches/{match_id}/replay")).text


async def test_who_comes_late_gets_the_last_hundred_lines(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        match_id, tokens = await server.create("human", "human")
        room = await server.hall.room(match_id)
        for number in range(chat.KEPT + 20):
            room.chat._credit.clear()
            await chat.say(room, number % 2, None, f"line {number}", str(number))
        async with server.players(match_id, tokens) as players:
            await play(players, random.Random(4), moves=6)
    async with house(tmp_path) as server, server.player(match_id) as watcher:
        await watcher.send(type="resync")
        lines = (await watcher.until_type("sync"))["chat"]
        assert [line["text"] for line in lines] == [f"line {number}" for number in range(20, 120)]
        async with server.players(match_id, tokens) as players:
            await play(players, random.Random(5), moves=6)


async def test_lines_are_heard_in_the_lobby_and_at_other_servers(tmp_path: Path) -> None:
    async with house(tmp_path) as one, house(tmp_path) as two:
        match_id, tokens = await one.create("human", "open")
        async with one.player(match_id, tokens[0]) as ann, two.player(match_id) as bob:
            assert (await say(ann, "Anybody there?", 0))["type"] == "ack"
            sync = await bob.until_type("sync")
            assert [line["text"] for line in sync["chat"]] == ["Anybody there?"]
            taken = await two.call("POST", f"/api/matches/{match_id}/seats/1/take", json={})
            await bob.hello(taken.json()["token"])
            await say(ann, "Let us race.", 0)
            frames = len(bob.frames)
            assert (await heard(bob))["text"] == "Let us race."
            later = [json.loads(frame)["type"] for frame in bob.frames[frames:]]
            assert "sync" not in later[1:], "talk does not cost a new picture"
            await say(bob, "Yes.", 1)
            assert (await heard(ann))["text"] == "Yes."


async def test_a_line_sent_twice_is_said_once(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0]) as ann:
        first = await say(ann, "Hail!", 0, id="x")
        assert await say(ann, "Hail!", 0, id="x") == first
        await ann.send(type="resync")
        assert len((await ann.until_type("sync"))["chat"]) == 1


async def test_what_cannot_be_said(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0]) as ann, server.player(match_id) as watcher:
        number = ann.number
        refused = [
            (await say(ann, "I am Bob", 1), "not-your-seat"),
            (await say(watcher, "I am Bob", 1), "not-your-seat"),
            (await say(ann, " \n\u200b ", 0), "nothing-said"),
            (await say(ann, "", 0), "malformed"),
            (await say(ann, "x" * 301, 0), "malformed"),
            (await say(watcher, "x", name="\u200b"), "bad-name"),
        ]
        assert [(message["type"], message["code"]) for message, _ in refused] == [
            ("refused", code) for _, code in refused
        ]
        assert ann.number == number
        assert (await say(ann, "x" * 300, 0))["type"] == "ack"
    async with server.socket(match_id) as socket:
        stranger = Player(socket)
        await stranger.send(type="say", id="x", text="Hail!")
        assert (await stranger.receive())["code"] == "say-hello"


async def test_nobody_talks_all_the_time(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with (
        server.player(match_id, tokens[0]) as ann,
        server.player(match_id) as watcher,
        server.player(match_id) as crowd,
    ):
        for _ in range(chat.BURST):
            assert (await say(ann, "More!", 0))["type"] == "ack"
        assert (await say(ann, "More!", 0))["code"] == "too-fast"
        # Spectators share what they may say, however many sockets they open.
        said = [(await say(each, "More!"))["type"] for each in (watcher, crowd) * chat.BURST]
        assert "refused" in said
        assert said.count("ack") < chat.BURST + 4
        await asyncio.sleep(1.1)
        assert (await say(ann, "More!", 0))["type"] == "ack"
        room = await server.hall.room(match_id)
        room.chat._count[None] = chat.MOST_LINES
        await asyncio.sleep(1.1)
        assert (await say(watcher, "More!"))["code"] == "chat-full"


# -- private notes ---------------------------------------------------------------------------

SECRET = "Veneti are bribed 918273645"


async def test_notes_are_kept_and_reach_their_seat_only(place: Place) -> None:
    async with house(place) as server:
        match_id, tokens = await server.create("human", "human", "bot:random")
        path = f"/api/matches/{match_id}/seats"
        async with server.players(match_id, tokens) as players, server.player(match_id) as watcher:
            assert (await server.call("GET", f"{path}/0/notes", tokens[0])).json() == {"text": ""}
            for text in ("first", f"{SECRET}\n\tsecond\x00"):
                written = await server.call("PUT", f"{path}/0/notes", tokens[0], json={"text": text})
                assert written.status_code == 200
            assert written.json()["text"] == f"{SECRET}\n\tsecond"
            for token, seat, expected in (
                (None, 0, (401, "wrong-token")),
                ("guess", 0, (401, "wrong-token")),
                (tokens[1], 0, (403, "not-your-seat")),
                (tokens[0], 1, (403, "not-your-seat")),
                (tokens[0], 2, (403, "not-your-seat")),
                (tokens[0], 9, (404, "no-such-seat")),
            ):
                for method, body in (("GET", {}), ("PUT", {"json": {"text": "mine now"}})):
                    refused = await server.call(method, f"{path}/{seat}/notes", token, **body)
                    assert (refused.status_code, refused.json()["code"]) == expected
                    assert SECRET not in refused.text
            too_long = await server.call("PUT", f"{path}/0/notes", tokens[0], json={"text": "x" * 4001})
            assert too_long.status_code == 422
            for player in (*players, watcher):
                await player.send(type="resync")
                await player.until_type("sync")
            done = await say(players[1], "What do you write?", 1)
            for player in (*players, watcher):
                await player.until_number(done["number"])
                assert SECRET not in "".join(player.frames)
            rest = [await server.call("GET", where) for where in (f"/api/matches/{match_id}", "/api/matches")]
            assert all(SECRET not in answer.text for answer in rest)
    async with house(place) as server:
        found = (await server.call("GET", f"{path}/0/notes", tokens[0])).json()["text"]
        assert found == f"{SECRET}\n\tsecond"
        # Whoever has the seat next does not read them.
        await server.call("PATCH", f"{path}/0", tokens[0], json={"kind": "open"})
        taken = (await server.call("POST", f"{path}/0/take", json={})).json()["token"]
        assert (await server.call("GET", f"{path}/0/notes", taken)).json() == {"text": ""}
        assert (await server.call("GET", f"{path}/0/notes", tokens[0])).status_code == 401


async def test_a_database_of_before_clocks_and_notes_is_brought_up(place: Place) -> None:
    async with house(place) as server:
        match_id, tokens = await server.create("human", "human")
    engine = create_engine(kept(place).url)
    older = (
        "DROP TABLE tournament_tables; DROP TABLE entrants; DROP TABLE tournaments;"
        "ALTER TABLE matches DROP COLUMN tournament;"
        "DROP TABLE results; DROP TABLE ratings; DROP TABLE unrated; DROP TABLE players; DROP TABLE challenges;"
        "DROP TABLE seat_keys; DROP TABLE account_seats; DROP TABLE sessions; DROP TABLE passkeys;"
        "DROP TABLE account_targets; DROP TABLE accounts;"
        "DROP TABLE told; DROP TABLE target_seats; DROP TABLE targets; DROP TABLE keys; DROP TABLE passes;"
        "DROP TABLE house; DROP TABLE banned; ALTER TABLE matches DROP COLUMN proposal;"
        "DROP TABLE shelf; DROP TABLE orders; DROP INDEX seats_by_orders; ALTER TABLE seats DROP COLUMN orders;"
        "ALTER TABLE seats DROP COLUMN hands; ALTER TABLE seats DROP COLUMN contests;"
        "ALTER TABLE seats DROP COLUMN owner; DROP INDEX matches_by_parent;"
        "ALTER TABLE matches DROP COLUMN contests; ALTER TABLE matches DROP COLUMN parent;"
        "ALTER TABLE matches DROP COLUMN parent_title; ALTER TABLE matches DROP COLUMN contest;"
        "ALTER TABLE matches DROP COLUMN title; DROP TABLE notes; DROP INDEX matches_by_due;"
        "ALTER TABLE matches DROP COLUMN scenario; ALTER TABLE matches DROP COLUMN position;"
        "ALTER TABLE matches DROP COLUMN rules_name;"
        "ALTER TABLE matches DROP COLUMN due; ALTER TABLE matches DROP COLUMN clock;"
        "UPDATE alembic_version SET version_num = '0001'"
    )
    with engine.begin() as connection:
        for statement in older.split(";"):
            connection.execute(text(statement))
    engine.dispose()
    async with house(place) as server, server.players(match_id, tokens) as players:
        assert players[0].match["clock"] is None
        await play(players, random.Random(7), moves=5)
        notes = f"/api/matches/{match_id}/seats/1/notes"
        assert (await server.call("PUT", notes, tokens[1], json={"text": "new"})).status_code == 200
