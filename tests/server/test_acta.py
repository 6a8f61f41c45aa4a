"""The Acta over REST: for anybody with the link, once there is something to tell."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

from ludus.core.decision import plain_choice
from tests.conformance.kit import SHORT_CIRCUS
from tests.server.kit import House, Player, question


async def acta(server: House, match_id: str) -> dict[str, Any]:
    answer = await server.call("GET", f"/api/matches/{match_id}/acta")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def refused(server: House, match_id: str) -> tuple[int, str]:
    answer = await server.call("GET", f"/api/matches/{match_id}/acta")
    return answer.status_code, answer.json()["code"]


async def play(players: Sequence[Player], rng: random.Random) -> None:
    """Random answers, forms filled in too, until it is over."""

    async def one(player: Player) -> None:
        while player.view()["outcome"] is None:
            if player.view()["decision"] is None:
                await player.receive()
                continue
            choice = plain_choice(question(player.view()).sample(rng))
            done = await player.answer(player.view()["seat"], choice)
            assert done["type"] in ("ack", "error"), done

    await asyncio.gather(*map(one, players))


async def play_out(server: House, match_id: str, tokens: dict[int, str]) -> None:
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(1))


async def test_a_fight_has_its_page_once_it_is_over(server: House) -> None:
    match_id, tokens = await server.create("human", "human", game="gladiator", options={"turns": 1})
    assert await refused(server, match_id) == (409, "not-over")
    await play_out(server, match_id, tokens)
    told = await acta(server, match_id)
    assert told["match"]["id"] == match_id
    assert told["page"]["kind"] == "fight"
    assert told["season"] is None
    assert told["picture"]["position"]["fighters"]
    assert await acta(server, match_id) == told


async def test_the_picture_of_a_race_shows_no_purse(server: House) -> None:
    options = {"track": SHORT_CIRCUS}
    match_id, tokens = await server.create("human", "human", game="circus", ruleset="patrons", options=options)
    await play_out(server, match_id, tokens)
    told = await acta(server, match_id)
    assert told["page"]["kind"] == "race"
    assert told["page"]["odds"]
    assert "patronage" not in told["picture"]["position"]["parts"]
    assert set(told["picture"]["about"]) <= set(told["picture"]["position"]["chariots"])


async def test_other_games_and_nothing_are_refused(server: House) -> None:
    match_id, _ = await server.create("human", "human")
    assert await refused(server, match_id) == (404, "no-acta")
    assert await refused(server, "nowhere") == (404, "no-such-match")


async def test_a_season_is_told_race_by_race(server: House) -> None:
    options = {"races": 1, "race_options": {"track": SHORT_CIRCUS}}
    season, tokens = await server.create("human", "open", game="campaign", ruleset="season", options=options)
    assert await refused(server, season) == (409, "not-started")
    taken = await server.call("POST", f"/api/matches/{season}/seats/1/take", json={"name": "Marcus"})
    tokens[1] = taken.json()["token"]
    assert (await acta(server, season))["season"]["chapters"] == []
    async with server.players(season, tokens) as players:
        while players[0].view()["contest"] is None:
            player = next(player for player in players if player.view()["decision"] is not None)
            done = await player.answer(player.view()["seat"], player.decision()["default"])
            for each in players:
                await each.until_number(done["number"])
        race = players[0].match["contests"][0]["id"]
        assert await refused(server, race) == (409, "not-over")
        await play_out(server, race, tokens)
        await players[0].until(lambda message: "is over" in message.get("note", ""))
        told = await acta(server, race)
        names = [seat["name"] for seat in (await server.info(season))["seats"]]
        assert told["page"]["issue"].endswith("race 1 of 1")
        assert {row["name"] for row in told["page"]["standings"]} == set(names)
        assert {row["owner"] for row in told["page"]["table"]} <= set(names)
        assert all(row["name"] for row in told["page"]["table"]), "drivers have names"
        await play(players, random.Random(2))
    whole = await acta(server, season)
    assert whole["page"] is None
    assert whole["season"]["over"]
    assert [chapter["match"] for chapter in whole["season"]["chapters"]] == [race]
    assert whole["season"]["chapters"][0]["headline"] == told["page"]["headline"]
