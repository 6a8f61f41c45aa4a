"""In whose hands a seat is: bots that stand in for persons, in campaigns, their contests and anywhere else."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludus
from ludus.library import find_game
from ludus.server.line import ALONE
from ludus.server.thinkers import Thinkers
from tests.games.morra import Morra
from tests.server.campaigns import kinds, pass_all, play_out, until_goes_on
from tests.server.kit import House, house, question

pytestmark = pytest.mark.usefixtures("swift_league")


async def put(server: House, match_id: str, seat: int, token: str | None, **hands: Any) -> tuple[int, dict[str, Any]]:
    answer = await server.call("PUT", f"/api/matches/{match_id}/seats/{seat}/hands", token, json=hands)
    return answer.status_code, answer.json()


async def answers(server: House, match_id: str) -> list[int | None]:
    """The seats that answered, in order."""
    saved = await server.hall.store.load(match_id)
    assert saved is not None
    return [step.seat for step in saved.steps if step.kind == "answer"]


def test_an_owner_keeps_what_is_about_money() -> None:
    asked = find_game("circus").owner_questions({})
    assert "skullduggery" in asked
    assert not {"whip", "speed", "step"} & asked


async def test_who_lets_a_race_be_run_need_not_look(server: House) -> None:
    campaign, tokens = await server.create("human", "human", game="league")
    async with server.players(campaign, tokens) as players:
        for seat in (0, 1):
            status, info = await put(server, campaign, seat, tokens[seat], contests="run")
            assert (status, info["seats"][seat]["contests"], info["seats"][seat]["hands"]) == (200, "run", "drive")
        await players[0].until(lambda message: "From the next contest on a bot plays for" in message.get("note", ""))
        await players[0].until_number(info["number"])
        await players[1].until_number(info["number"])
        contest = await pass_all(players)
    # Nobody looks at either of them, and the race is run.
    info = await until_goes_on(server, campaign)
    assert info["contests"][0]["status"] == "over"
    seats = (await server.info(contest))["seats"]
    assert [(seat["kind"], seat["hands"]) for seat in seats] == [("human", "run"), ("human", "run"), ("bot", "drive")]
    mine = (await server.call("POST", "/api/matches/lookup", json={"tokens": [tokens[0]]})).json()
    assert mine[0]["my_turn"]


async def test_a_driver_leaves_the_owner_his_own_questions(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Morra, "owner_questions", lambda game, options: frozenset(("wager",)))
    campaign, tokens = await server.create("human", "human", game="league", seconds=600)
    async with server.players(campaign, tokens) as players:
        for seat, hands in ((0, "driver"), (1, "run")):
            status, info = await put(server, campaign, seat, tokens[seat], contests=hands)
            assert status == 200
            for player in players:
                await player.until_number(info["number"])
        contest = await pass_all(players)
    async with server.player(contest, tokens[0]) as ann:
        asked = []
        while ann.view()["outcome"] is None:
            while ann.view()["decision"] is None and ann.view()["outcome"] is None:
                await ann.receive()
            if ann.view()["outcome"] is None and ann.decision()["name"] == "wager":
                assert list((await server.info(contest))["clock"]["left"]) == ["0"], "time passes for who must act"
                asked.append(ann.decision()["number"])
                assert (await ann.answer(0, ann.decision()["default"]))["type"] == "ack"
            elif ann.view()["outcome"] is None:
                await ann.receive()
        assert asked
    assert len([seat for seat in await answers(server, contest) if seat == 0]) > len(asked)
    await until_goes_on(server, campaign)


async def test_a_seat_is_given_back_in_the_midst_of_a_race(server: House) -> None:
    campaign, tokens = await server.create("human", "human", game="league")
    async with server.players(campaign, tokens) as players:
        contest = await pass_all(players)
    async with server.players(contest, tokens) as (ann, bob):
        await play_out([ann], random.Random(1), moves=1)
        status, info = await put(server, contest, 1, tokens[1], hands="run")
        assert (status, info["seats"][1]["hands"]) == (200, "run")
        told = await ann.until(lambda message: "A bot plays for" in message.get("note", ""))
        assert told["note"] == "A bot plays for Man of 1."
        assert told["match"]["seats"][1]["hands"] == "run"
        await ann.until(lambda message: ann.view()["decision"] is not None)  # so the bot has answered
        status, info = await put(server, contest, 1, tokens[1], hands="drive")
        assert (status, info["seats"][1]["hands"]) == (200, "drive")
        await ann.until(lambda message: message.get("note") == "Man of 1 plays in person.")
        await bob.until_number(ann.number)
        before = len([seat for seat in await answers(server, contest) if seat == 1])
        await asyncio.sleep(0.3)
        assert len([seat for seat in await answers(server, contest) if seat == 1]) == before
        await play_out([ann, bob], random.Random(2))
    assert (await server.info(campaign))["seats"][1]["hands"] == "drive", "that was for this race only"


async def test_a_bot_takes_a_stable_over_and_gives_it_back(server: House) -> None:
    campaign, tokens = await server.create("human", "human", game="league", options={"rounds": 3})
    async with server.player(campaign, tokens[0]) as ann:
        status, info = await put(server, campaign, 1, tokens[1], hands="run")
        assert status == 200
        while ann.view()["contest"] is None:
            if ann.view()["decision"] is not None and ann.view()["waiting"] == [0]:
                await ann.answer(0, ann.decision()["default"])
            else:
                await ann.receive()
        contest = ann.match["contests"][0]["id"]
    info = await server.info(contest)
    seat = next(each["seat"] for each in info["seats"] if each["owner"] == 1)
    assert info["seats"][seat]["hands"] == "run", "who is away from the campaign is away from its races"
    # He is back, and drives: both in the campaign and in the race under way.
    await put(server, campaign, 1, tokens[1], hands="drive")
    assert (await server.info(contest))["seats"][seat]["hands"] == "drive"
    async with server.players(contest, tokens) as players:
        await play_out(players, random.Random(3))
    info = await until_goes_on(server, campaign)
    await asyncio.sleep(0.3)
    assert (await server.info(campaign))["number"] == info["number"], "nobody bids for him any more"


async def test_only_the_holder_says_so(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "bot:random")
    for seat, token, expected in (
        (0, None, (401, "wrong-token")),
        (0, "guess", (401, "wrong-token")),
        (0, tokens[1], (403, "not-your-seat")),
        (2, tokens[0], (403, "not-your-seat")),
        (9, tokens[0], (404, "no-such-seat")),
    ):
        status, refused = await put(server, match_id, seat, token, hands="run")
        assert (status, refused["code"]) == expected
    status, refused = await put(server, match_id, 0, tokens[0], hands="fly")
    assert (status, refused["code"]) == (422, "invalid")
    before = (await server.info(match_id))["number"]
    status, _ = await put(server, match_id, 0, tokens[0], hands="drive")
    assert (status, (await server.info(match_id))["number"]) == (200, before), "nothing has changed"
    async with server.player(match_id, tokens[0]) as ann:
        await ann.ask("resign", 0)
    status, refused = await put(server, match_id, 0, tokens[0], hands="run")
    assert (status, refused["code"]) == (409, "seat-resigned")


async def test_in_any_match_a_bot_may_stand_in(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    for seat in (0, 1):
        await put(server, match_id, seat, tokens[seat], hands="run")
    async with server.player(match_id) as watcher:
        while watcher.view()["outcome"] is None:
            await watcher.receive()
    ludus.verify((await server.call("GET", f"/api/matches/{match_id}/record")).json())
    assert "timeout" not in await kinds(server, match_id)


# -- many of them ------------------------------------------------------------------------------

MANY = 100


async def test_many_campaigns_between_their_contests_cost_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        before = len(asyncio.all_tasks())
        for number in range(MANY):
            campaign, tokens = await server.create("human", "human", game="league", seconds=600)
            if number % 2:  # some wait for their contest, the others for a bid
                async with server.players(campaign, tokens) as players:
                    await pass_all(players)
        server.hall.settings = replace(server.hall.settings, idle_seconds=0)
        for _ in range(200):
            if not server.hall._rooms:
                break
            await asyncio.sleep(0.05)
        assert not server.hall._rooms
        assert not server.hall.contests._tending
        assert len(asyncio.all_tasks()) <= before + 2, "what is there is the tests' own"
        assert await server.hall.store.hanging() == []
    # Nor does a server load them that has just been started.
    async with house(tmp_path) as server:
        await asyncio.sleep(0.5)
        assert not server.hall._rooms


async def test_races_that_are_run_go_on_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at them, and none of them waits until another is at its end."""
    gate, choose = asyncio.Event(), Thinkers.choose

    async def wait(self: Thinkers, bot: str, view: Any, past: Any = ()) -> Any:
        await gate.wait()
        await asyncio.sleep(0.002)
        return await choose(self, bot, view)

    monkeypatch.setattr(Thinkers, "choose", wait)
    async with house(tmp_path, bot_workers=2) as server:
        contests = []
        for _ in range(6):
            campaign, tokens = await server.create("human", "human", game="league", options={"rounds": 1})
            for seat in (0, 1):
                await put(server, campaign, seat, tokens[seat], contests="run")
            async with server.players(campaign, tokens) as players:
                contests.append(await pass_all(players))
        gate.set()
        running, widest = [0], 0
        while running:
            heads = [head for each in contests if (head := await server.hall.store.head(each)) is not None]
            running = [head.number for head in heads if head.status != "over"]
            widest = max(widest, max(running, default=0) - min(running, default=0))
            await asyncio.sleep(0.01)
        steps = min(head.number for head in heads)
        assert widest < steps / 2, f"of some {steps} steps one was {widest} ahead"


async def test_where_somebody_looks_bots_need_not_wait_for_a_turn(server: House) -> None:
    """However many races are run where nobody looks."""
    line = server.hall._thinkers.line
    line._free += 1
    async with line.turn("alone", lambda: ALONE):  # the only turn there is for them
        waiting = asyncio.ensure_future(line.turn("alone", lambda: ALONE).__aenter__())
        match_id, tokens = await server.create("human", "bot:random")
        async with server.player(match_id, tokens[0]) as ann:
            for _ in range(3):
                while ann.view()["decision"] is None:
                    await ann.receive()
                assert (await ann.answer(0, question(ann.view()).default))["type"] == "ack"
        assert not waiting.done()
    await waiting
