"""Strangers at the door: what is meant to hurt is refused with a sentence, and hurts nobody else."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import stat
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, Update, update
from websockets.exceptions import InvalidStatus

import ludus
from ludus.library import GAMES
from ludus.server import browser, chat, out_of_reach, writer
from ludus.server.clock import Clock
from ludus.server.limits import Bucket
from ludus.server.line import ALONE, AT_THE_TABLE, Line
from ludus.server.names import clean_name, distinct
from ludus.server.running_match import RunningMatch
from ludus.server.saved_match import Step
from ludus.server.sql_rows import dump
from ludus.server.sql_tables import matches
from tests.games.morra import Morra
from tests.server.kit import House, Place, house, play


async def longest_wait(wanted: asyncio.Future[Any]) -> float:
    """How long the event loop was held up while this was done, in seconds."""
    longest, then = 0.0, time.perf_counter()
    while not wanted.done():
        await asyncio.sleep(0.005)
        now = time.perf_counter()
        longest, then = max(longest, now - then), now
    return longest


# -- one request must not exhaust the house ----------------------------------------------------


HURTING = [
    {"game": "chariot-race", "board_file": ".".join("a" * 20_000) + " = 1"},
    {"game": "chariot-race", "board_file": "x = " + "[" * 40_000},
    {"game": "circus", "options": {"track": {"lanes": [[{"gray": [1, 2]}] * 600] * 6}}},
    {"game": "circus", "options": {"track": {"gray": list(range(40_000))}}},
]


@pytest.mark.parametrize("new", HURTING, ids=["key", "layers", "values", "list"])
async def test_a_request_that_is_meant_to_hurt_is_refused_at_once(server: House, new: dict[str, Any]) -> None:
    asked = asyncio.ensure_future(server.call("POST", "/api/matches", json={"seats": [{"kind": "human"}] * 2, **new}))
    held_up = await longest_wait(asked)
    assert asked.result().status_code == 422
    assert asked.result().json()["code"] in ("bad-toml", "bad-option")
    assert held_up < 0.5


async def test_rooms_are_loaded_off_the_loop(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, _ = await server.create("human", "human")
    server.hall._rooms.clear()
    load = RunningMatch.load.__func__  # type: ignore[attr-defined]

    def slowly(cls: type[RunningMatch], saved: Any) -> Any:
        time.sleep(0.6)
        return load(cls, saved)

    monkeypatch.setattr(RunningMatch, "load", classmethod(slowly))
    assert await longest_wait(asyncio.ensure_future(server.call("GET", f"/api/matches/{match_id}"))) < 0.4


async def test_who_does_not_read_is_sent_so_many_bytes_and_no_more(server: House) -> None:
    match_id, _ = await server.create("human", "human")
    async with server.socket(match_id) as silent:
        silent.close_timeout = 0.1
        await silent.send(json.dumps({"type": "hello"}))
        await silent.recv()
        room = await server.hall.room(match_id)
        [one] = room.audience.browsers
        silent.transport.pause_reading()
        for _ in range(400):
            one.send(b"x" * 100_000)
            if one.closing:
                break
            await asyncio.sleep(0)
        assert one.closing == browser.TRY_AGAIN_LATER
        assert one._unsent_bytes == 0, "what was for it is forgotten"


@pytest.mark.parametrize("depth", [150, 900, 50_000])
async def test_deep_json_and_long_paths_get_a_sentence(server: House, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    body = f'{{"game": "chariot-race", "seats": [{{"kind": "human"}}], "options": {{"x": {deep}}}}}'
    answer = await server.client.post("/api/matches", content=body)
    assert answer.status_code in (400, 422)
    assert answer.json()["message"]
    for path in ("/" + "a" * depth, "/assets/" + "a/" * depth, "/api/matches/" + "a" * depth, "/m/" + "%C3%A4" * depth):
        if len(path) < 60_000:
            assert (await server.call("GET", path)).status_code in (200, 404, 422, 503)
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0], tokens[1]) as player:
        seat = int(next(key for key, view in player.views.items() if view["decision"]))
        number = player.decision(seat)["number"]
        say = f'{{"type": "answer", "seat": {seat}, "decision": {number}, "id": "a", "choice": {deep}}}'
        await player.socket.send(say[:60_000])
        assert (await player.until_type("refused"))["code"] in ("malformed", "malformed-answer", "illegal-answer")


# -- who comes in ---------------------------------------------------------------------------------


async def test_other_hosts_and_pages_of_other_sites_are_refused(place: Place) -> None:
    async with house(place, hosts=("club.example",), origins=("https://friends.example",)) as server:
        for host, status in (("evil.example", 421), ("club.example", 200), ("CLUB.example:8000", 200), ("[::1]", 200)):
            answer = await server.client.get("/api/games", headers={"Host": host})
            assert answer.status_code == status, host
        new = {"game": "chariot-race", "seats": [{"kind": "human"}] * 2}
        for origin, status in (
            ("https://evil.example", 403),
            ("null", 403),
            (server.url, 201),
            ("https://friends.example", 201),
        ):
            answer = await server.client.post("/api/matches", json=new, headers={"Origin": origin})
            assert answer.status_code == status, origin
        assert answer.headers["Content-Security-Policy"]
        match_id = answer.json()["match"]["id"]
        server.socket(match_id)
        stranger = server.socket(match_id)
        stranger.additional_headers = {"Origin": "https://evil.example"}
        with pytest.raises(InvalidStatus, match="403"):
            await stranger


async def test_haste_is_refused_by_address_and_by_seat(place: Place) -> None:
    limits = {"requests_per_second": 0.5, "makes_per_minute": 2.0, "changes_per_second": 0.1}
    async with house(place, **limits, trusted_proxies=("127.0.0.1",)) as server:

        async def ask(method: str, path: str, address: str, **more: Any) -> httpx.Response:
            headers = {"X-Forwarded-For": address, **more.pop("headers", {})}
            return await server.client.request(method, path, headers=headers, **more)

        first = [(await ask("GET", "/api/books", "192.0.2.1")).status_code for _ in range(8)]
        assert first[:5] == [200] * 5
        assert 429 in first
        refused = await ask("GET", "/api/books", "192.0.2.1")
        while refused.status_code != 429:
            refused = await ask("GET", "/api/books", "192.0.2.1")
        assert refused.json()["code"] == "too-fast"
        assert int(refused.headers["Retry-After"]) >= 1
        assert (await ask("GET", "/api/books", "192.0.2.2")).status_code == 200, "others do not suffer for it"
        assert (await ask("GET", "/", "192.0.2.1")).status_code != 429, "the pages themselves are there"
        new = {"game": "chariot-race", "seats": [{"kind": "human"}, {"kind": "open"}]}
        made = [await ask("POST", "/api/matches", "2001:db8::1", json=new) for _ in range(2)]
        assert [each.status_code for each in made] == [201, 201]
        assert (await ask("POST", "/api/matches", "2001:db8::2", json=new)).status_code == 429, "the same network"
        match, [seat] = made[0].json()["match"], made[0].json()["tokens"]
        renamed = [
            await ask(
                "PATCH",
                f"/api/matches/{match['id']}/seats/0",
                f"192.0.2.{number}",
                json={"name": f"Ann of {number}"},
                headers={"Authorization": f"Bearer {seat['token']}"},
            )
            for number in range(10, 13)
        ]
        assert [each.status_code for each in renamed] == [200, 429, 429], "one seat from many addresses"


async def test_a_stranger_s_word_about_his_address_is_not_believed(place: Place) -> None:
    async with house(place, requests_per_second=1.0) as server:
        statuses = {
            (await server.client.get("/api/books", headers={"X-Forwarded-For": f"192.0.2.{number}"})).status_code
            for number in range(14)
        }
        assert 429 in statuses


def test_a_bucket_fills_again_and_forgets() -> None:
    now = 0.0
    bucket = Bucket(2.0, 3.0, lambda: now, most=2)
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    now = 0.5
    assert bucket.take("a") == 0
    assert bucket.take("a") == 0.5
    for other in "bc":
        bucket.take(other)
    assert len(bucket._credit) == 2


async def test_one_address_holds_so_many_sockets(place: Place) -> None:
    async with house(place, max_sockets_per_address=2) as server:
        match_id, _ = await server.create("human", "human")
        async with server.player(match_id), server.player(match_id), server.socket(match_id) as third:
            assert json.loads(await third.recv())["code"] == "too-many-sockets"


# -- at the table -------------------------------------------------------------------------------


def test_names_that_look_alike_are_told_apart() -> None:
    for lookalike in ("\u0410nn", "ANN", "A\u0301nn", "\uff21nn", "An n", "A\u200bnn", "Ann\u3164"):
        assert distinct(clean_name(lookalike), ["Ann"]) != clean_name(lookalike), lookalike
    assert distinct("Bi11", ["Bill"]) == "Bi11 2"
    assert distinct("Anna", ["Ann"]) == "Anna"
    assert len(clean_name("Z" + "\u0301" * 20)) <= 3, "no towers of accents"
    for nothing in ("\u3164", "\u2800\u2800", "\u200b", "\u0301", "\ufe0f"):
        with pytest.raises(ludus.LudusError, match="visible"):
            clean_name(nothing)


async def test_players_can_talk_when_spectators_have_filled_the_talk(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.player(match_id, tokens[0]) as ann, server.player(match_id) as watcher:
        assert (await ann.ask("say", 0, text="Ave!"))["type"] == "ack"
        room = await server.hall.room(match_id)
        room.chat._count[None] = chat.MOST_LINES
        await watcher.send(type="say", id="x", text="Boo!", seat=None, name="Crowd")
        assert (await watcher.until_type("refused"))["code"] == "chat-full"
        for number in range(1000, 1000 + 2 * chat.KEPT):
            room.chat.hear(Step(number, "say", None, {"name": "Crowd", "text": "Boo!", "at": ""}))
        assert (await ann.ask("say", 0, text="Still here."))["type"] == "ack"
        assert [line["text"] for line in room.chat.lines if line["seat"] == 0] == ["Ave!", "Still here."]
        room.chat._count[0] = chat.TALKATIVE
        said = [(await ann.ask("say", 0, text="On and on."))["type"] for _ in range(chat.BURST)]
        assert "ack" in said, "slowly, but always"
        assert said[-1] == "refused"


async def test_the_secret_answer_of_a_bot_is_nobodys(morra: Morra, place: Place) -> None:
    async with house(place) as server:
        match_id, tokens = await server.create("human", "bot:random", "human", game="morra")
        async with server.player(match_id, tokens[0]) as ann:
            await ann.until(lambda message: ann.view()["waiting"] == [0, 2])
            opening = f"/api/matches/{match_id}/seats/1"
            refused = await server.call("PATCH", opening, tokens[0], json={"kind": "open"})
            assert (refused.status_code, refused.json()["code"]) == (409, "answered-in-secret")
            assert (await server.info(match_id))["seats"][1]["kind"] == "bot"


async def test_the_seats_of_a_rematch_are_kept_until_declined(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "human")
    async with server.players(match_id, tokens) as players:
        for player in players:
            assert (await player.ask("resign", player.view()["seat"]))["type"] == "ack"
    again = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])).json()["match"]
    assert [(seat["kind"], seat["kept"]) for seat in again["seats"]] == [
        ("human", False),
        ("open", True),
        ("open", True),
    ]
    seat = f"/api/matches/{again['id']}/seats/2"
    for path, method, token in (
        (f"{seat}/take", "POST", None),
        (f"{seat}/take", "POST", tokens[1]),
        (seat, "PATCH", tokens[0]),
        (f"/api/matches/{again['id']}/start", "POST", tokens[0]),
    ):
        body = {"kind": "bot"} if method == "PATCH" else {}
        refused = await server.call(method, path, token, json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "seat-kept"), path
    joined = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[1])).json()
    assert [each["seat"] for each in joined["tokens"]] == [1]
    declined = await server.call("PATCH", seat, tokens[2], json={"kind": "open"})
    assert declined.json()["seats"][2]["kept"] is False
    assert (await server.call("POST", f"{seat}/take", json={})).status_code == 200


async def test_bots_think_in_turn_and_first_where_people_wait() -> None:
    served: list[str] = []
    line, ranks = Line(1), {"live": AT_THE_TABLE, "greedy": ALONE, "modest": ALONE}

    async def think(match_id: str) -> None:
        async with line.turn(match_id, lambda: ranks[match_id]):
            served.append(match_id)
            await asyncio.sleep(0.01)

    tasks = [asyncio.ensure_future(think("greedy")) for _ in range(6)]
    await asyncio.sleep(0)
    tasks += [asyncio.ensure_future(think("modest")) for _ in range(2)]
    tasks.append(asyncio.ensure_future(think("live")))
    gone = asyncio.ensure_future(think("greedy"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(*tasks)
    assert served[:2] == ["greedy", "live"], "who has people at the table is next"
    assert served.index("modest") < 4, "six of one match do not come before one of another"
    assert served.count("greedy") == 6


# -- the database -----------------------------------------------------------------------------------


async def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    async with house(tmp_path):
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    (tmp_path / "ludus.sqlite3").chmod(0o644)
    async with house(tmp_path):
        assert stat.S_IMODE((tmp_path / "ludus.sqlite3").stat().st_mode) == 0o600


@pytest.fixture
async def two_matches(server: House) -> tuple[str, str]:
    spoilt, _ = await server.create("human", "human", seconds=60)
    sound, _ = await server.create("human", "human", seconds=60)
    return spoilt, sound


def _run(connection: Connection, job: Update) -> None:
    connection.execute(job)


@pytest.mark.parametrize("spoil", [{"options": "[]{"}, {"clock": '{"seconds": 1}'}, {"game": "forgotten"}], ids=str)
async def test_one_unreadable_match_stops_nothing_else(
    server: House, two_matches: tuple[str, str], spoil: dict[str, str]
) -> None:
    spoilt, sound = two_matches
    hall = server.hall
    for match_id in two_matches:
        clock = (await hall.room(match_id)).head.clock
        assert clock is not None
        late = Clock(60, dict.fromkeys(clock.running, 1.0), {}, clock.running)
        values = {"clock": dump(late.to_plain()), "due": 1.0, **(spoil if match_id == spoilt else {})}
        job = update(matches).where(matches.c.id == match_id).values(**values)
        await hall.store.write(match_id, partial(_run, job=job))
        hall._rooms.pop(match_id)
    async with asyncio.timeout(5):
        while "Time: " not in str(await hall.store.load(sound)):
            await asyncio.sleep(0.05)
    listed = (await server.call("GET", "/api/matches")).json()
    assert sound in [each["id"] for each in listed["running"]]
    answer = await server.call("GET", f"/api/matches/{spoilt}")
    assert answer.status_code in (404, 409)
    assert answer.json()["message"]


async def test_a_foreign_lock_stops_only_what_must_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "LOCKED", 0.5)
    monkeypatch.setattr(writer.Writer._write, "__defaults__", (0.5,))
    async with house(tmp_path) as server:
        match_id, tokens = await server.create("human", "human")
        other, _ = await server.create("human", "human")
        async with server.players(match_id, tokens) as players:
            player = next(each for each in players if each.view()["decision"] is not None)
            foreign = sqlite3.connect(tmp_path / "ludus.sqlite3", isolation_level=None)
            foreign.execute("BEGIN IMMEDIATE")
            answering = asyncio.ensure_future(player.answer(player.view()["seat"], player.decision()["default"]))
            held_up = asyncio.ensure_future(longest_wait(answering))
            assert (await server.call("GET", f"/api/matches/{other}")).status_code == 200
            async with server.player(other) as watcher:
                assert watcher.match["id"] == other
            assert (await server.call("GET", "/api/matches")).status_code == 200
            assert (await answering)["code"] == "storage"
            assert await held_up < 0.4, "nobody else waits for it"
            foreign.execute("ROLLBACK")
            foreign.close()
            assert (await player.answer(player.view()["seat"], player.decision()["default"]))["type"] == "ack"


async def test_a_hung_database_is_given_up_and_sockets_close_with_storage(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, tokens = await server.create("human", "human")
    monkeypatch.setattr(out_of_reach, "PATIENCE", 0.3)
    async with server.player(match_id, tokens[0]) as ann:
        release = asyncio.Event()
        loop = asyncio.get_running_loop()

        def hang(connection: object) -> None:
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result()

        hanging = [asyncio.ensure_future(server.hall.store.read(hang)) for _ in range(4)]  # every reader
        await asyncio.sleep(0.05)
        assert (await server.call("GET", "/api/matches")).json()["code"] == "storage"
        await ann.send(type="resync")
        assert (await ann.until_type("refused"))["code"] == "storage"
        await ann.socket.wait_closed()
        assert ann.socket.close_code == browser.TRY_AGAIN_LATER
        server.hall._rooms.clear()
        async with server.socket(match_id) as newcomer:
            assert json.loads(await newcomer.recv())["code"] == "storage"
            await newcomer.wait_closed()
            assert newcomer.close_code == browser.TRY_AGAIN_LATER
        release.set()
        await asyncio.gather(*hanging, return_exceptions=True)
    async with server.player(match_id, tokens[0]) as ann:
        assert ann.match["id"] == match_id


async def test_finished_matches_are_shown_whatever_the_rules_say_today(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(3), moves=20)
        for player in players:
            await player.ask("resign", player.view()["seat"])
    link = f"/api/matches/{match_id}"
    before = {path: (await server.call("GET", link + path)).json() for path in ("/record", "/replay")}
    server.hall._rooms.clear()

    def other_rules(*given: object) -> None:
        raise ludus.LudusError("the rules are others today")

    game = GAMES["chariot-race"]
    monkeypatch.setattr(RunningMatch, "load", other_rules)
    monkeypatch.setattr(type(game), "narrate", other_rules)
    old = update(matches).where(matches.c.id == match_id).values(ruleset="of-old")
    await server.hall.store.write(match_id, lambda connection: connection.execute(old))
    info = await server.call("GET", f"/api/matches/{match_id}")
    assert (info.status_code, info.json()["status"], info.json()["ruleset"]) == (200, "over", "of-old")
    assert (await server.call("GET", f"/api/matches/{match_id}/record")).json() == before["/record"]
    replay = (await server.call("GET", f"/api/matches/{match_id}/replay")).json()
    assert replay["position"] == before["/replay"]["position"]
    assert [frame["patch"] for frame in replay["frames"]] == [frame["patch"] for frame in before["/replay"]["frames"]]
