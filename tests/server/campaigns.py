"""People who play campaigns: leagues of morra."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

from ludus.core.decision import Choice, read_decision
from ludus.server import thinkers
from tests.server.kit import House, Player, question


def bots_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, and anything legal: what bots think is proved elsewhere."""

    async def choose(self: Any, bot: str, view: Any, past: Any = ()) -> Choice:
        await asyncio.sleep(0)
        return read_decision(view["decision"]).sample(random.Random(f"{view['names']}{view['position']}"))

    monkeypatch.setattr(thinkers.Thinkers, "choose", choose)


async def pass_all(players: Sequence[Player]) -> str:
    """Nobody bids; the id of the contest that comes of it."""
    while players[0].view()["contest"] is None:
        assert players[0].view()["outcome"] is None
        player = next(player for player in players if player.view()["decision"] is not None)
        done = await player.answer(player.view()["seat"], player.decision()["default"])
        assert done["type"] == "ack", done
        for each in players:
            await each.until_number(done["number"])
    return str(players[0].match["contests"][-1]["id"])


async def play_out(players: Sequence[Player], rng: random.Random, moves: int = 10_000) -> int:
    """Random answers of persons, each when he is asked, until the match is over or each has made so many."""

    async def play(player: Player) -> int:
        made = 0
        while made < moves and player.view()["outcome"] is None:
            if player.view()["decision"] is None:
                await player.receive()
                continue
            done = await player.answer(player.view()["seat"], question(player.view()).sample(rng))
            assert done["type"] == "ack", done
            made += 1
        return made

    return sum(await asyncio.gather(*map(play, players)))


async def play_contest(server: House, contest: str, tokens: dict[int, str], rng: random.Random) -> None:
    async with server.players(contest, tokens) as players:
        await play_out(players, rng)


async def until_goes_on(server: House, campaign: str) -> dict[str, Any]:
    """Until no contest is under way any more."""
    for _ in range(1000):
        info = await server.info(campaign)
        if info["status"] == "over" or info["waiting"]:
            return info
        await asyncio.sleep(0.02)
    raise AssertionError("the campaign hangs")


async def kinds(server: House, match_id: str) -> list[str]:
    """Of all steps of a match."""
    saved = await server.hall.store.load(match_id)
    assert saved is not None
    return [step.kind for step in saved.steps]
