"""An analysis is made in a process of its own, for matches that are over and for no others."""

from __future__ import annotations

import asyncio
import random

import pytest

from ludus.server.analysis_api import AnalysisInfo
from tests.server.kit import House, play


async def test_where_was_it_lost(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.server.analyses.SECONDS", 0.5)
    match_id, tokens = await server.create("human", "human", game="gladiator")
    address = f"/api/matches/{match_id}/seats/0/analysis"
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(1), moves=6)
        early = await server.client.post(address)
        assert (early.status_code, early.json()["code"]) == (409, "not-over")
        await play(players, random.Random(2), moves=30)
        await players[0].send(type="resign", id="enough", seat=0)
        done = await players[0].until_type("ack")
        for each in players:
            await each.until_number(done["number"])
        await play(players, random.Random(3))
    first = AnalysisInfo.model_validate((await server.client.post(address)).json())
    assert first.found is None
    while (now := AnalysisInfo.model_validate((await server.client.post(address)).json())).found is None:
        await asyncio.sleep(0.1)
    assert now.progress == 1
    assert now.found.curve[-1].chances == [0.0, 1.0]
    assert now.found.decisions > 0
    nobody = await server.client.post(f"/api/matches/{match_id}/seats/7/analysis")
    assert (nobody.status_code, nobody.json()["code"]) == (404, "no-seat")
