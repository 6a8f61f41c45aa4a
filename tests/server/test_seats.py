"""Seats change hands: lobby, bots, rematches."""

from __future__ import annotations

import random

from tests.server.kit import House, play, question


async def test_the_last_seat_taken_starts_the_match(server: House) -> None:
    match_id, tokens = await server.create("human", "open", "open")
    async with server.player(match_id, tokens[0]) as ann:
        assert ann.views == {}
        assert ann.match["status"] == "lobby"
        assert (await ann.ask("resign", 0))["code"] == "not-started"
        taken = await server.call("POST", f"/api/matches/{match_id}/seats/2/take", json={"name": "Cleo"})
        assert taken.status_code == 200
        sync = await ann.until_type("sync")
        assert sync["match"]["seats"][2]["name"] == "Cleo"
        again = await server.call("POST", f"/api/matches/{match_id}/seats/2/take", json={})
        assert (again.status_code, again.json()["code"]) == (409, "seat-taken")
        bob = (await server.call("POST", f"/api/matches/{match_id}/seats/1/take", json={})).json()["token"]
        sync = await ann.until_type("sync")
        assert (sync["match"]["status"], sync["reason"]) == ("running", "changed")
        assert sync["stage"]["board"]
        async with server.players(match_id, {0: tokens[0], 1: bob, 2: taken.json()["token"]}) as players:
            await play(players, random.Random(1), moves=10)


async def test_starting_with_bots_in_the_open_seats(server: House) -> None:
    match_id, tokens = await server.create("human", "open", "open")
    path = f"/api/matches/{match_id}/start"
    for wrong in (None, "guess"):
        refused = await server.call("POST", path, wrong)
        assert (refused.status_code, refused.json()["code"]) == (401, "wrong-token")
    started = (await server.call("POST", path, tokens[0])).json()
    assert started["status"] == "running"
    assert [seat["kind"] for seat in started["seats"]] == ["human", "bot", "bot"]
    assert len({seat["name"] for seat in started["seats"]}) == 3
    assert (await server.call("POST", path, tokens[0])).json()["code"] == "already-started"


async def test_renaming_shows_in_the_story(server: House) -> None:
    match_id, tokens = await server.create("human", "human", ruleset="alternate-chariots")
    path = f"/api/matches/{match_id}/seats/0"
    async with server.players(match_id, tokens) as players:
        renamed = await server.call("PATCH", path, tokens[0], json={"name": "Claudia"})
        assert renamed.json()["seats"][0]["name"] == "Claudia"
        update = await players[1].until_type("update")
        assert update["match"]["seats"][0]["name"] == "Claudia"
        assert update["note"] == "Player 1 is now called Claudia."
        await players[0].until_number(update["number"])
        await play(players, random.Random(2), moves=4)
        assert any("Claudia" in event["text"] for event in players[1].events)
        before = (await server.info(match_id))["number"]
        assert (await server.call("PATCH", path, tokens[0], json={"name": "Claudia"})).status_code == 200
        assert (await server.info(match_id))["number"] == before
    refused = await server.call("PATCH", path, tokens[1], json={"name": "Mine"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-seat")
    refused = await server.call("PATCH", path, None, json={"name": "Mine"})
    assert (refused.status_code, refused.json()["code"]) == (401, "wrong-token")
    refused = await server.call("PATCH", f"/api/matches/{match_id}/seats/7", tokens[0], json={"name": "Mine"})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-such-seat")


async def test_a_seat_goes_to_a_bot_and_back_to_a_person(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    path = f"/api/matches/{match_id}/seats"
    async with server.players(match_id, tokens) as (ann, bob):
        bot = await server.call("PATCH", f"{path}/0", tokens[0], json={"kind": "bot", "bot": "random"})
        assert bot.json()["seats"][0]["kind"] == "bot"
        sync = await ann.until_type("sync")
        assert set(sync["views"]) == {"watch"}, "who gives up a seat no longer sees with its eyes"
        rng = random.Random(3)
        for _ in range(10):
            while bob.view()["decision"] is None:
                await bob.receive()
            assert (await bob.answer(1, question(bob.view()).sample(rng)))["type"] == "ack"
        old = await server.call("PATCH", f"{path}/0", tokens[0], json={"name": "Ann"})
        assert (old.status_code, old.json()["code"]) == (401, "wrong-token")
        refused = await server.call("PATCH", f"{path}/0", tokens[1], json={"kind": "human"})
        assert (refused.status_code, refused.json()["code"]) == (409, "take-it")
        opened = await server.call("PATCH", f"{path}/0", tokens[1], json={"kind": "open"})
        assert opened.json()["seats"][0]["kind"] == "open"
        token = (await server.call("POST", f"{path}/0/take", json={"name": "Dora"})).json()["token"]
        async with server.player(match_id, token) as dora:
            await bob.until_number(dora.number)
            assert bob.match["seats"][0]["name"] == "Dora"
            await play([dora, bob], rng, moves=10)


async def test_what_makes_no_sense_for_a_seat(server: House) -> None:
    match_id, tokens = await server.create("human", "bot", "open")
    path = f"/api/matches/{match_id}/seats"
    for seat, change, status, code in (
        (0, {"bot": "random"}, 422, "not-a-bot"),
        (1, {"bot": "nero"}, 422, "unknown-bot"),
        (1, {"kind": "dog"}, 422, "invalid"),
        (0, {"name": "\n"}, 422, "bad-name"),
        (32, {"name": "x"}, 422, "invalid"),
    ):
        refused = await server.call("PATCH", f"{path}/{seat}", tokens[0], json=change)
        assert (refused.status_code, refused.json()["code"]) == (status, code)


async def test_the_same_match_again(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "bot:random", ruleset="stone-heaps")
    async with server.players(match_id, tokens) as (ann, bob):
        await ann.ask("resign", 0)
        await bob.ask("resign", 1)
        await ann.until(lambda message: ann.view()["outcome"] is not None)
        await bob.until_number(ann.number)
        refused = await server.call("POST", f"/api/matches/{match_id}/rematch", "guess")
        assert (refused.status_code, refused.json()["code"]) == (401, "wrong-token")
        first = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])).json()
        assert first["match"]["status"] == "lobby"
        assert first["match"]["ruleset"] == "stone-heaps"
        assert [seat["kind"] for seat in first["match"]["seats"]] == ["human", "open", "bot"]
        assert not any(seat["resigned"] for seat in first["match"]["seats"])
        told = await bob.until_type("update")
        assert told["match"]["rematch"] == first["match"]["id"]
        again = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])).json()
        assert again["tokens"] == first["tokens"]
        second = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[1])).json()
        assert second["match"]["id"] == first["match"]["id"]
        assert second["match"]["status"] == "running"
    new = {each["seat"]: each["token"] for each in first["tokens"] + second["tokens"]}
    async with server.players(second["match"]["id"], new) as players:
        assert [player.view()["seat"] for player in players] == [0, 1]
        assert len(players[0].events) > 0


async def test_a_match_among_bots_is_deleted_by_whoever_played_it(server: House) -> None:
    match_id, tokens = await server.create("human", "bot", "bot")
    path = f"/api/matches/{match_id}"
    assert (await server.call("DELETE", path)).status_code == 401
    async with server.player(match_id, tokens[0]):
        assert (await server.call("DELETE", path, tokens[0])).json() == {"matches": 1}
    assert (await server.call("GET", path)).status_code == 404
    # Where others sat it is theirs too.
    match_id, tokens = await server.create("human", "human", "bot")
    refused = await server.call("DELETE", f"/api/matches/{match_id}", tokens[0])
    assert (refused.status_code, refused.json()["code"]) == (409, "not-yours-alone")
    assert (await server.info(match_id))["status"] == "running"
