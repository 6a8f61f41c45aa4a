"""A question that its game cannot explain is asked all the same, and the keeper of the server reads why."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from ludus.core.decision import Decision
from ludus.library import GAMES
from tests.games.morra import Morra, Round
from tests.server.kit import House


class Mute(Morra):
    def explain(self, state: Round, decision: Decision) -> list[dict[str, Any]]:
        raise ValueError("no words for it")


@pytest.fixture(autouse=True)
def mute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Mute.id, Mute())


async def test_who_comes_is_asked_without_words_and_can_answer(server: House, caplog: pytest.LogCaptureFixture) -> None:
    match_id, tokens = await server.create("human", "human", game="morra")
    async with server.player(match_id, tokens[0]) as ann, server.player(match_id, tokens[1]) as bob:
        asked = ann.decision(0)
        assert asked["answers"] == []
        assert asked["low"] < asked["high"], "what is legal is said all the same"
        assert (await ann.answer(0, asked["low"]))["type"] == "ack"
        done = await bob.answer(1, bob.decision(1)["high"])
        await ann.until_number(done["number"])
        # The next question comes with an update, and that there is nothing to be said of it right after.
        assert await ann.explained(0) == []
        assert ann.decision(0)["name"] == "fingers"
    async with server.player(match_id, tokens[0]) as again:
        assert again.decision(0)["answers"] == [], "whoever goes may come back"
    [first, *_] = [record for record in caplog.records if "cannot be explained" in record.getMessage()]
    assert first.levelno == logging.ERROR
    assert match_id in first.getMessage()
    assert "'wager' (Write your wager.) to seat 0" in first.getMessage()
    assert first.exc_text is not None
    assert "no words for it" in first.exc_text


async def test_it_is_tried_once_for_each_question(server: House, caplog: pytest.LogCaptureFixture) -> None:
    match_id, tokens = await server.create("human", "human", game="morra")
    async with server.player(match_id, tokens[0]) as ann:
        for _ in range(3):
            await ann.send(type="resync")
            assert (await ann.until_type("sync"))["views"]["0"]["decision"]["answers"] == []
    assert sum("cannot be explained" in record.getMessage() for record in caplog.records) == 1


async def test_rest_does_not_mind(server: House) -> None:
    match_id, tokens = await server.create("human", "open", game="morra")
    taken = await server.call("POST", f"/api/matches/{match_id}/seats/1/take", json={"name": "Bob"})
    assert taken.status_code == 200
    for path in ("", "/stage", "/seats/0/notes"):
        answer = await server.call("GET", f"/api/matches/{match_id}{path}", tokens[0])
        assert answer.status_code == 200, answer.text
    mine = await server.call("POST", "/api/matches/lookup", json={"tokens": [tokens[0]]})
    assert [each["my_turn"] for each in mine.json()] == [True]
