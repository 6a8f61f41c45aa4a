"""Suggestions: by a bot that sees one seat's view, for that seat alone, and only while the question is open."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from ludus.bots import Glimpse, make_bot
from ludus.core.decision import Choice
from ludus.server.socket_schema import Suggested
from ludus.server.thinkers import Thinkers
from tests.server.kit import House, play


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the advising bot was shown; it thinks in this process."""
    views: list[dict[str, Any]] = []

    async def choose(self: Thinkers, bot: str, view: dict[str, Any], past: Any = ()) -> Choice:
        views.append(view)
        await asyncio.sleep(0)
        return make_bot(view["game"], bot, "1", samples=1).choose(Glimpse.from_view(view))

    monkeypatch.setattr(Thinkers, "choose", choose)
    return views


async def test_a_suggestion_comes_to_its_seat_alone_with_a_reason(server: House, shown: list[dict[str, Any]]) -> None:
    match_id, tokens = await server.create("human", "human", game="gladiator")
    async with server.players(match_id, tokens) as players, server.player(match_id) as watcher:
        await play(players, random.Random(4), moves=3)
        player = next(each for each in players if each.view()["decision"] is not None)
        seat = player.view()["seat"]
        await player.explained(seat)
        asked = player.decision(seat)
        await player.send(type="advise", seat=seat, decision=asked["number"])
        told = await player.until_type("suggested")
        Suggested.model_validate(told, strict=True)
        assert told["choice"] in asked["choices"]
        assert told["label"]
        assert told["reason"].endswith(".")
        # He was shown what the seat sees: of what the enemy writes, nothing.
        (view,) = shown
        assert view["seat"] == seat
        assert [each["crossed"] for each in view["position"]["fighters"].values() if each["seat"] != seat] == [None]
        # Asked once more it is known; and nobody else hears of it.
        await player.send(type="advise", seat=seat, decision=asked["number"])
        assert await player.until_type("suggested") == told
        assert len(shown) == 1
        await play(players, random.Random(5), moves=1)
        await watcher.until_number(player.number)
        others = [each for each in players if each is not player]
        assert not any('"suggested"' in frame for each in (watcher, *others) for frame in each.frames)


async def test_no_advice_on_another_seat_or_a_question_that_is_gone(server: House, shown: list[dict[str, Any]]) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        player = next(each for each in players if each.view()["decision"] is not None)
        seat = player.view()["seat"]
        await player.send(type="advise", seat=1 - seat, decision=player.decision(seat)["number"])
        assert (await player.until_type("refused"))["code"] == "not-your-seat"
        await player.send(type="advise", seat=seat, decision=player.decision(seat)["number"] + 7)
        await player.send(type="ping")
        await player.until_type("pong")
        assert not shown
