"""A season and a career on the server: real campaigns, whose contests are races and fights."""

from __future__ import annotations

import asyncio

import pytest

import ludus
from tests.server.campaigns import bots_answer_at_once, kinds
from tests.server.kit import House


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bots_answer_at_once(monkeypatch)


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [("season", ("human", "bot", "bot"), {"races": 2}), ("careers", ("human", "bot"), {})],
)
async def test_a_campaign_that_is_left_to_bots_is_played_to_its_end(
    server: House, ruleset: str, seats: tuple[str, ...], options: dict[str, int]
) -> None:
    campaign, tokens = await server.create(*seats, game="campaign", ruleset=ruleset, options=options)
    hands = await server.call("PUT", f"/api/matches/{campaign}/seats/0/hands", tokens[0], json={"hands": "run"})
    assert hands.status_code == 200
    async with server.player(campaign, tokens[0]) as ann:
        while ann.view()["outcome"] is None:
            await ann.receive()
    info = await server.info(campaign)
    assert info["contests"]
    assert all(each["status"] == "over" for each in info["contests"])
    assert (await kinds(server, campaign)).count("settle") == len(info["contests"])
    race = await server.info(info["contests"][0]["id"])
    assert race["parent"]["id"] == campaign
    record = (await server.call("GET", f"/api/matches/{campaign}/record")).json()
    await asyncio.to_thread(ludus.verify, record)
