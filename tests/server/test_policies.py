"""A trained policy at a table of the house."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="ludus[learn] is not installed")

from ludus.bots import TRAINED
from tests.learn.test_policy import any_policy
from tests.server.kit import house


async def test_the_operators_policies_are_offered_and_play(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    any_policy().save(tmp_path / "discipulus.npz")
    try:
        async with house(tmp_path / "data", policies=tmp_path) as server:
            games = {each["id"]: each for each in (await server.call("GET", "/api/games")).json()}
            offered = {each["name"]: each["trained"] for each in games["chariot-race"]["bots"]}
            assert offered["discipulus"]
            assert not offered["tiro"]
            match_id, _ = await server.create("bot:discipulus", "bot:discipulus")
            async with server.player(match_id) as watcher:
                await watcher.until_number(12)
            assert (await server.info(match_id))["seats"][0]["bot"] == "discipulus"
    finally:
        TRAINED.clear()
    assert not caplog.records, "a bot that fails is answered for, and that is logged"
