"""Accounts: signing up and in, seats that follow, history and ratings, and being forgotten."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from email import message_from_bytes
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import create_engine, func, select, text

import ludus
from ludus.library import find_game
from ludus.server import passkeys, ratings
from ludus.server.players import LEAST_ANSWERS, Answers, by_the_book, count, count_answers
from ludus.server.saved_match import Head, Seat, Step
from ludus.server.sql_tables import results, unrated
from tests.server.authenticator import Authenticator
from tests.server.campaigns import bots_answer_at_once, pass_all, play_contest
from tests.server.kit import House, Place, house, play
from tests.server.test_notices import SWIFT, Receiver, hook, receiver, until  # noqa: F401
from tests.server.test_operating import admin
from tests.server.test_passes import held


class Device:
    """A browser: it has its own cookies, and says by which name it has opened the house."""

    def __init__(self, server: House, client: httpx.AsyncClient) -> None:
        self.server = server
        self.client = client
        self.key = Authenticator(f"http://localhost:{server.url.rpartition(':')[2]}")

    async def call(self, method: str, path: str, token: str | None = None, **options: Any) -> httpx.Response:
        headers = {"Host": self.key.origin.partition("//")[2]}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return await self.client.request(method, f"/api{path}", headers=headers, **options)

    async def add_passkey(self, name: str | None = None) -> httpx.Response:
        begun = await self.call("POST", "/account/passkeys/begin", json={"name": name})
        if begun.status_code != 200:
            return begun
        made = {"code": begun.json()["code"], "credential": self.key.make(begun.json()["options"])}
        return await self.call("POST", "/account/passkeys", json=made)

    async def sign_in(self, key: Authenticator) -> httpx.Response:
        begun = (await self.call("POST", "/account/signin/begin")).json()
        return await self.call(
            "POST", "/account/signin", json={"code": begun["code"], "credential": key.sign(begun["options"])}
        )

    async def create(self, *kinds: str, **options: Any) -> tuple[str, dict[int, str]]:
        seats = [{"kind": kind.split(":")[0], **({"bot": kind[4:]} if kind[3:4] == ":" else {})} for kind in kinds]
        made = await self.call("POST", "/matches", json={"game": "chariot-race", "seats": seats, **options})
        assert made.status_code == 201, made.text
        return made.json()["match"]["id"], {each["seat"]: each["token"] for each in made.json()["tokens"]}

    async def take(self, match_id: str, seat: int, name: str) -> str:
        taken = await self.call("POST", f"/matches/{match_id}/seats/{seat}/take", json={"name": name})
        return str(taken.json()["token"])

    async def history(self) -> dict[str, Any]:
        return dict((await self.call("GET", "/account/history")).json())


@asynccontextmanager
async def device(server: House, name: str | None = None) -> AsyncIterator[Device]:
    """With an account of this name."""
    async with httpx.AsyncClient(base_url=server.url, timeout=20) as client:
        found = Device(server, client)
        if name is not None:
            made = await found.add_passkey(name)
            assert made.status_code == 201, made.text
        yield found


async def fight_it_out(server: House, match_id: str, tokens: dict[int, str], moves: int = 30) -> None:
    """Some moves; then all but the first resign, who has won."""
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(7), moves=moves)
        for player in players[1:]:
            await player.ask("resign", player.view()["seat"])
        await players[0].until_number(players[-1].number)
        if players[0].view()["outcome"] is None:
            await players[0].ask("decide", players[0].view()["seat"])
    assert (await server.info(match_id))["status"] == "over"
    await ratings.rate_waiting(server.hall)


async def test_an_account_by_passkey_brings_its_seats_to_another_device(server: House) -> None:
    async with device(server, "Livia") as desk, device(server) as phone:
        match_id, tokens = await desk.create("human", "human")
        first = {0: tokens[0]}
        kept = (await desk.call("PUT", "/account/seats", json=held(match_id, first))).json()["seats"]
        assert kept[0] == held(match_id, first)["seats"][0], "what is here already stays as it is"
        refused = await phone.sign_in(phone.key)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad-passkey")
        assert (await phone.sign_in(desk.key)).json()["name"] == "Livia"
        brought = (await phone.call("PUT", "/account/seats", json={"seats": []})).json()["seats"]
        keys = {each["seat"]: each["token"] for each in brought}
        assert set(keys) == {0, 1}
        assert not set(keys.values()) & set(tokens.values()), "the tokens themselves are known to nobody"
        # They are as good as the tokens: for the socket, REST, my matches, the rematch; but not for a pass.
        async with server.players(match_id, keys) as players:
            await play(players, random.Random(1), moves=4)
            for player in players:
                await player.ask("resign", player.view()["seat"])
        assert (
            await phone.call("PUT", f"/matches/{match_id}/seats/0/notes", keys[0], json={"text": "x"})
        ).status_code == 200
        assert (await desk.call("GET", f"/matches/{match_id}/seats/0/notes", tokens[0])).json()["text"] == "x"
        assert len((await phone.call("POST", "/matches/lookup", json={"tokens": list(keys.values())})).json()) == 1
        again = (await phone.call("POST", f"/matches/{match_id}/rematch", keys[0])).json()
        assert again["tokens"][0]["token"] == keys[0]
        assert (await phone.call("POST", "/passes", json=held(match_id, keys))).json()["seats"] == []
        # A lost telephone is signed out from the desk, and its keys open nothing any more.
        info = (await desk.call("GET", "/account")).json()
        (lost,) = [each["id"] for each in info["sessions"] if not each["here"]]
        assert (await desk.call("DELETE", f"/account/sessions/{lost}")).status_code == 200
        assert (await phone.call("GET", "/account")).json() is None
        assert (await phone.call("GET", f"/matches/{match_id}/seats/0/notes", keys[0])).status_code == 401
        assert (await desk.call("GET", f"/matches/{match_id}/seats/0/notes", tokens[0])).status_code == 200


async def test_history_ratings_rivals_and_the_best_of_the_house(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    bots_answer_at_once(monkeypatch)
    async with device(server, "Livia") as livia, device(server, "Cato") as cato:
        match_id, tokens = await livia.create("human", "open")
        tokens[1] = await cato.take(match_id, 1, "Cato")
        await fight_it_out(server, match_id, tokens)
        mine, his = await livia.history(), await cato.history()
        (game,) = mine["games"]
        assert (game["played"], game["won"], game["rated"]) == (1, 1, 1)
        assert game["rating"]["points"] > 1500 > his["games"][0]["rating"]["points"]
        assert game["rating"]["doubt"] < 491
        (rival,) = mine["rivals"]
        assert rival == {"name": "Cato", "bot": False, "game": "chariot-race", "met": 1, "ahead": 1, "behind": 0}
        (board,) = (await cato.call("GET", "/leaderboard")).json()
        assert [(each["name"], each["me"], each["rank"]) for each in board["ranked"]] == [
            ("Livia", False, None),
            ("Cato", True, None),
        ]
        exported = (await livia.call("GET", "/account/export")).json()
        assert (exported["name"], exported["results"][0]["match_id"], exported["ratings"][0]["won"]) == (
            "Livia",
            match_id,
            1,
        )
        assert not set(tokens.values()) & set(re.findall(r"[\w-]+", json.dumps(exported)))
        # Bots are rated, also where nobody has an account.
        alone, seat = await server.create("human", "bot:tiro", "bot:random")
        async with server.player(alone, seat[0]) as player:
            await player.ask("resign", 0)
            while player.view()["outcome"] is None:
                await player.receive()
        (board,) = (await server.call("GET", "/api/leaderboard")).json()
        assert sum(each["bot"] for each in board["ranked"]) == 2


async def test_who_is_forgotten_leaves_what_others_played(server: House, tmp_path: Path) -> None:
    async with device(server, "Livia") as livia, device(server, "Cato") as cato:
        match_id, tokens = await livia.create("human", "open")
        await livia.call("PATCH", f"/matches/{match_id}/seats/0", tokens[0], json={"name": "Livia"})
        tokens[1] = await cato.take(match_id, 1, "Cato")
        async with server.player(match_id, tokens[0]) as player:
            await player.ask("say", 0, text="It is Livia who says so")
            await livia.call("PUT", f"/matches/{match_id}/seats/0/notes", tokens[0], json={"text": "Livia's plan"})
        await fight_it_out(server, match_id, tokens)
        running, seats = await livia.create("human", "human")
        await livia.call("PATCH", f"/matches/{running}/seats/0", seats[0], json={"name": "Livia"})
        async with server.player(running) as watcher:
            assert (await livia.call("DELETE", "/account")).status_code == 200
            await watcher.until_type("sync")
            assert [seat["name"] for seat in watcher.match["seats"]] == ["Somebody", "Somebody 2"]
        assert (await livia.call("GET", "/account")).json() is None
        assert [seat["name"] for seat in (await server.info(match_id))["seats"]] == ["Somebody", "Cato"]
        record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
        assert ludus.verify(record).outcome is not None
        history = await cato.history()
        assert (history["games"][0]["played"], history["rivals"]) == (1, [])
        engine = create_engine(server.hall.settings.url)
        with engine.connect() as connection:
            stored = "".join(map(str, connection.connection.driver_connection.iterdump()))  # type: ignore[union-attr]
        engine.dispose()
        replay = (await server.call("GET", f"/api/matches/{match_id}/replay")).text
        assert "Livia" not in stored + json.dumps(record) + replay
        # The running match goes on.
        async with server.players(running, seats) as players:
            await play(players, random.Random(2), moves=4)
        # The keeper can do the same.
        data = server.hall.settings.data
        assert "Cato  " in admin("accounts", data=data).output
        assert "Cato has no account any more" in admin("delete-account", "cato", "--yes", data=data).output
        assert "no-such-account" in admin("delete-account", "cato", "--yes", data=data).output
        assert [seat["name"] for seat in (await server.info(match_id))["seats"]] == ["Somebody", "Somebody 2"]


@pytest.mark.usefixtures("swift_league")
async def test_a_campaign_is_proven_without_the_name_of_who_is_forgotten(server: House) -> None:
    async with device(server, "Player 1") as ann:
        campaign, tokens = await ann.create("human", "human", game="league")
        async with server.players(campaign, tokens) as players:
            for number in range(2):
                await play_contest(server, await pass_all(players), tokens, random.Random(3))
                for player in players:
                    await player.until(lambda message: "is over" in message.get("note", ""))
                if not number:  # in its midst, and with a contest on disk
                    assert (await ann.call("DELETE", "/account")).status_code == 200
                    for player in players:
                        await player.until_type("sync")
        record = (await server.call("GET", f"/api/matches/{campaign}/record")).json()
        assert ludus.verify(record).outcome is not None
        assert [each["names"][0] for each in record["contests"]] == ["Somebody", "Somebody"]


# -- by letter ---------------------------------------------------------------------------------


class Letters:
    def __init__(self) -> None:
        self.codes: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = str(message_from_bytes(envelope.content).get_payload())
        self.codes.append(letter.partition("#letter=")[2].split()[0])
        return "250 taken"


async def test_an_account_by_letter(tmp_path: Path) -> None:
    letters = Letters()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    post = Controller(letters, hostname="127.0.0.1", port=port)
    post.start()
    try:
        smtp = {"smtp": f"smtp://127.0.0.1:{port}", "mail_from": "a@b.example", "address": "http://club.example"}
        async with house(tmp_path, **smtp) as server, device(server) as desk, device(server) as phone:
            for asked in ({"mail": "Ann@example.org"}, {"mail": "ann@example.org", "name": "Ann"}):
                assert (await desk.call("POST", "/account/letters", json=asked)).json() == {"done": True}
            await until(lambda: letters.codes)
            (code,) = letters.codes  # nobody is written to who has not asked for an account
            made = await desk.call("POST", "/account/letters/open", json={"code": code})
            assert (made.json()["name"], made.json()["mail"]) == ("Ann", "ann@example.org")
            again = await phone.call("POST", "/account/letters/open", json={"code": code})
            assert (again.status_code, again.json()["code"]) == (409, "used-up")
            await phone.call("POST", "/account/letters", json={"mail": "ANN@example.org"})
            await until(lambda: len(letters.codes) == 2)
            assert (await phone.call("POST", "/account/letters/open", json={"code": letters.codes[1]})).json()[
                "name"
            ] == "Ann"
            more = await phone.call("POST", "/account/letters", json={"mail": "ann@example.org"})
            assert (more.status_code, more.json()["code"]) == (429, "too-fast"), "nobody's post is flooded"
            # A link that adds an address is good only where its account is signed in.
            async with device(server, "Mallory") as mallory, device(server) as victim:
                await mallory.call("POST", "/account/letters", json={"mail": "bob@example.org"})
                await until(lambda: len(letters.codes) == 3)
                wrong = await victim.call("POST", "/account/letters/open", json={"code": letters.codes[2]})
                assert (wrong.status_code, wrong.json()["code"]) == (401, "not-signed-in")
                added = await mallory.call("POST", "/account/letters/open", json={"code": letters.codes[2]})
                assert added.json()["mail"] == "bob@example.org"
    finally:
        post.stop()


async def test_a_device_hears_of_seats_that_another_took(
    receiver: Receiver,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludus.server.notices.MOST_SEATS", 2)
    async with house(tmp_path, **SWIFT) as server, device(server, "Livia") as desk, device(server) as phone:
        await phone.sign_in(desk.key)
        made = await phone.call("POST", "/notices", json={"seats": [], "follow": True, **hook(receiver)})
        assert made.status_code == 201, made.text
        for number in range(2):  # the second where the first has filled all there was, and is over
            match_id, tokens = await desk.create("human", "human")
            await until(lambda: len(receiver.taken) > number)  # noqa: B023
            assert receiver.news[-1]["match"] == match_id
            async with server.players(match_id, tokens) as players:
                for player in players:
                    await player.ask("resign", player.view()["seat"])
        assert (await desk.call("DELETE", "/account")).status_code == 200
        assert (await phone.call("POST", "/notices/trial", made.json()["key"])).status_code == 401


# -- enemies -----------------------------------------------------------------------------------


async def test_what_opens_no_door(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with device(server, "Livia") as livia, device(server) as enemy:
        for name in ("livia", "L\u0456via", "Liv\u200bia", "L1VIA"):
            taken = await enemy.call("POST", "/account/passkeys/begin", json={"name": name})
            assert (taken.status_code, taken.json()["code"]) == (409, "name-taken"), name
        # A proof is good once, for its own challenge, and for this house.
        begun = (await enemy.call("POST", "/account/signin/begin")).json()
        proof = livia.key.sign(begun["options"])
        for wrong in (
            {**proof, "response": {**proof["response"], "signature": "AAAA"}},
            livia.key.sign({"challenge": "AAAA"}),
            {"id": proof["id"], "response": {}},
            {},
        ):
            refused = await enemy.call("POST", "/account/signin", json={"code": begun["code"], "credential": wrong})
            assert (refused.status_code, refused.json()["code"]) == (422, "bad-passkey")
        good = {"code": begun["code"], "credential": proof}
        assert (await enemy.call("POST", "/account/signin", json=good)).status_code == 200
        assert (await enemy.call("POST", "/account/signin", json=good)).json()["code"] == "used-up"
        enemy.client.cookies.clear()
        foreign = Authenticator("http://evil.example:80")
        foreign.id, foreign._key = livia.key.id, livia.key._key
        assert (await enemy.sign_in(foreign)).status_code == 422
        # Another's ceremony does not add a passkey to an account.
        begun = (await livia.call("POST", "/account/passkeys/begin", json={})).json()
        made = {"code": begun["code"], "credential": enemy.key.make(begun["options"])}
        assert (await enemy.call("POST", "/account/passkeys", json=made)).status_code == 401
        # Neither a guessed cookie nor what is in the database opens anything.
        match_id, tokens = await livia.create("human", "open")
        engine = create_engine(server.hall.settings.url)
        with engine.connect() as connection:
            session = str(connection.execute(text("SELECT hash FROM sessions")).scalars().first())
            seat = str(connection.execute(text("SELECT token FROM account_seats")).scalars().first())
        engine.dispose()
        for cookie in (session, "guess", ""):
            enemy.client.cookies.set("ludus-session", cookie, path="/api")
            assert (await enemy.call("GET", "/account")).json() is None
            assert (await enemy.call("DELETE", "/account")).status_code == 401
        assert (
            await enemy.call("PUT", f"/matches/{match_id}/seats/0/notes", seat, json={"text": "x"})
        ).status_code == 401
        cookie = (await livia.call("POST", "/account/signin/begin")).headers.get("set-cookie")
        assert cookie is None, "nothing is handed out but at the door"
        # A page of another site cannot use hers, and no script reads it.
        signed = await livia.sign_in(livia.key)
        assert {"httponly", "samesite=strict", "path=/api"} <= set(signed.headers["set-cookie"].lower().split("; "))
        far = await livia.client.request("DELETE", "/api/account", headers={"Origin": "https://evil.example"})
        assert (far.status_code, far.json()["code"]) == (403, "wrong-origin")
        # The last way in stays; and by a bare address, or without the library, there are no passkeys.
        info = (await livia.call("GET", "/account")).json()
        last = await livia.call("DELETE", f"/account/passkeys/{info['passkeys'][0]['id']}")
        assert (last.status_code, last.json()["code"]) == (409, "last-way-in")
        bare = await server.call("POST", "/api/account/signin/begin")
        assert (bare.status_code, bare.json()["code"]) == (409, "no-passkeys")
        monkeypatch.setattr(passkeys, "is_installed", lambda: False)
        assert (await enemy.call("POST", "/account/signin/begin")).json()["code"] == "no-passkeys"
        assert (await enemy.call("GET", "/house")).json()["passkeys"] is False
        # Another's account cannot take a seat that has one.
        monkeypatch.undo()
        async with device(server, "Nero") as nero:
            await nero.call("PUT", "/account/seats", json=held(match_id, tokens))
            assert (await nero.call("GET", "/account/export")).json()["seats"] == []


async def test_accounts_are_not_made_by_the_dozen(tmp_path: Path) -> None:
    async with (
        house(tmp_path, accounts_per_hour=2) as server,
        device(server, "Ann"),
        device(server, "Bob"),
        device(server) as third,
    ):
        refused = await third.add_passkey("Cara")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")


def head_of(*seats: Seat, places: tuple[int, ...]) -> Head:
    outcome = {"reason": "finish", "winners": [places.index(1)], "places": list(places)}
    return Head("m", "chariot-race", "standard", {}, "", False, "", "", seats, status="over", outcome=outcome)


def test_a_match_that_is_older_than_an_option_was_still_played_by_the_book() -> None:
    whole = find_game("circus").resolve("advanced", {})
    older = {name: value for name, value in whole.items() if name != "rivals_die"}
    head = replace(head_of(places=(1,)), game="circus", ruleset="advanced", options=whole)
    assert by_the_book(head)
    assert by_the_book(replace(head, options=older))
    assert not by_the_book(replace(head, options={**older, "lash_dice": 2}))
    assert not by_the_book(replace(head, rules_name="Sunday"))


def test_what_counts_and_for_whom() -> None:
    ann, bob = Seat("human", "Ann", token="a"), Seat("human", "Bob", token="b")
    bot = Seat("bot", "Felix", bot="tiro")
    many, hers = Answers(30, 0), {"a": "ANN", "b": "BOB"}

    def counted(*seats: Seat, answers: dict[int, Answers], whose: dict[str, str] = hers) -> list[tuple[int, bool]]:
        began = {0: "ANN", 1: whose["b"], 2: "bot:tiro"}
        return [(each.rank, each.counts) for each in count(head_of(*seats, places=(1, 2, 3)), began, whose, answers)]

    fair = {0: many, 1: many, 2: Answers(0, 40)}
    assert counted(ann, bob, bot, answers=fair) == [(1, True), (2, True), (3, True)]
    # One person at both seats.
    alone = {"a": "ANN", "b": "ANN"}
    assert counted(ann, bob, bot, answers=fair, whose=alone) == [(3, True)]
    # Resigned at once, or never there; later it is a lost match like others.
    quick, late = Answers(LEAST_ANSWERS - 1, 0), Answers(LEAST_ANSWERS, 0)
    gone = Seat("human", "Bob", token="b", resigned=True)
    assert counted(ann, gone, bot, answers={**fair, 1: quick})[1] == (2, False)
    assert counted(ann, gone, bot, answers={**fair, 1: late})[1] == (2, True)
    assert counted(ann, bob, bot, answers={0: many, 2: Answers(0, 40)})[1] == (2, False)
    # Who leaves a seat that is about to lose, to a bot or to another, has lost; and whoever has it now has won nothing.
    for heir in (Seat("bot", "Nero", bot="random"), Seat("human", "Cara", token="c"), Seat("open", "Bob")):
        assert counted(ann, heir, bot, answers=fair)[1] == (4, True)
    assert counted(ann, bob, bot, answers={**fair, 1: Answers(12, 13)})[1] == (4, True), "a bot has played for him"
    # Answers that are taken back again and again are none.
    story = [Step(1, "answer", 0, key="a"), Step(2, "undo", 0), Step(3, "answer", 0, key="b"), Step(4, "answer", 0)]
    assert count_answers(story) == {0: Answers(1, 1)}
    # A bot whose seat somebody has taken, or had, is not itself.
    assert counted(ann, bob, Seat("human", "Cara", token="c"), answers=fair)[2][1] is False
    assert counted(ann, bob, bot, answers={**fair, 2: Answers(3, 40)})[2][1] is False


async def test_points_cannot_be_farmed(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with device(server, "Livia") as livia, device(server, "Cato") as cato:

        async def rated(match_id: str) -> int:
            found = select(func.count()).where(results.c.match_id == match_id, results.c.mu.is_not(None))
            return await server.hall.store.read(lambda connection: connection.execute(found).scalar_one())

        # Both seats her own.
        match_id, tokens = await livia.create("human", "human")
        await fight_it_out(server, match_id, tokens)
        assert await rated(match_id) == 0
        # He resigns at once.
        match_id, tokens = await livia.create("human", "open")
        tokens[1] = await cato.take(match_id, 1, "Cato")
        await fight_it_out(server, match_id, tokens, moves=4)
        assert await rated(match_id) == 0
        # The seat is made hers, or his, when it is known who wins.
        match_id, tokens = await server.create("human", "human")
        async with server.players(match_id, tokens) as players:
            await play(players, random.Random(7), moves=30)
        await livia.call("PUT", "/account/seats", json=held(match_id, {0: tokens[0]}))
        await cato.call("PUT", "/account/seats", json=held(match_id, {1: tokens[1]}))
        await fight_it_out(server, match_id, tokens, moves=2)
        assert await rated(match_id) == 0
        # By rules of one's own.
        match_id, tokens = await livia.create("human", "open", rules_name="Quick")
        tokens[1] = await cato.take(match_id, 1, "Cato")
        await fight_it_out(server, match_id, tokens)
        assert await rated(match_id) == 0
        assert len((await livia.history())["matches"]) == 2, "they are in the history all the same"
        # Again and again with the same friend.
        monkeypatch.setattr(ratings, "A_DAY_TOGETHER", 1)
        for counts in (2, 0):
            match_id, tokens = await livia.create("human", "open")
            tokens[1] = await cato.take(match_id, 1, "Cato")
            await fight_it_out(server, match_id, tokens)
            assert await rated(match_id) == counts
        # What cannot be rated is looked at once, and stops nothing else.
        with monkeypatch.context() as broken:
            broken.setattr(ratings, "count", lambda *given: 1 / 0)
            again, tokens_again = await livia.create("human", "human")
            await fight_it_out(server, again, tokens_again, moves=2)
        waiting = select(func.count()).select_from(unrated)
        assert await server.hall.store.read(lambda connection: connection.execute(waiting).scalar_one()) == 0
        # Deleting what was lost changes nothing.
        before = (await cato.history())["games"]
        assert (await cato.call("DELETE", f"/matches/{match_id}", tokens[1])).status_code == 409
        assert (await cato.history())["games"] == before


async def test_two_servers_rate_a_match_once(place: Place) -> None:
    async with house(place) as one, house(place) as two, device(one, "Livia") as livia, device(two, "Cato") as cato:
        for number in range(2):
            match_id, tokens = await livia.create("human", "open")
            tokens[1] = await cato.take(match_id, 1, "Cato")
            await fight_it_out((one, two)[number], match_id, tokens)
        (game,) = (await livia.history())["games"]
        assert (game["played"], game["rated"], len(game["curve"])) == (2, 2, 2)
        (board,) = (await cato.call("GET", "/leaderboard")).json()
        assert [each["played"] for each in board["ranked"]] == [2, 2]
