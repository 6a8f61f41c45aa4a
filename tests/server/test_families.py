"""Families at a server: deals and debts, orders, a bot that stands in, a house that falls, the open floor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.campaigns import bots_answer_at_once
from tests.server.kit import House, Player
from tests.server.test_hands import answers, put
from tests.server.test_standing_orders import confirm, steps

ANN, BOB, EVE, DORA = range(4)
OWED = 100_000
CHEAP = [f"bid {price}" for price in range(100, 1000, 100)]


async def answer(player: Player, **filled: Any) -> None:
    """As usual, or a form filled in like this."""
    decision = player.decision()
    choice = {**decision["default"], **filled} if filled else decision["default"]
    done = await player.answer(decision["seat"], choice)
    assert done["type"] == "ack" or (done["code"] == "stale" and not filled), done  # on a floor another may be first


async def play_on(player: Player, until: Callable[[dict[str, Any]], bool]) -> None:
    """By usual answers, until his view is like this."""
    while not until(player.view()):
        if player.view()["decision"] is None:
            await player.receive()
        else:
            await answer(player)


def asks(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda view: view["decision"] is not None and view["decision"]["name"] == name


async def test_a_debt_that_brings_a_house_down_while_others_are_away(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots_answer_at_once(monkeypatch)
    options = {"events": 3, "challenges": 0, "calendar": "alternate"}
    campaign, tokens = await server.create(*["human"] * 4, game="campaign", ruleset="epic", options=options)
    # Dora has left orders, and Eve a bot.
    orders = {"auctions": "limits", "chariots": 0, "gladiators": 0}
    await confirm(server, campaign, DORA, tokens[DORA], orders)
    status, info = await put(server, campaign, EVE, tokens[EVE], hands="run")
    assert (status, info["seats"][EVE]["hands"]) == (200, "run")
    async with server.player(campaign, tokens[ANN]) as ann, server.player(campaign, tokens[BOB]) as bob:
        # A deal names both sides, and nobody else hears of it before it is struck.
        await asyncio.gather(*(play_on(each, asks("deal")) for each in (ann, bob)))
        await answer(ann, **{"with": "seat 2", "pays": 1000, "debt": "yours", "owed": OWED, "due": 2})
        await play_on(bob, asks("accept"))
        prompt = bob.decision()["prompt"]
        assert prompt.startswith("Player 1 offers you a deal: you get 1,000s and give nothing; you owe 100,000s, due")
        async with server.player(campaign, tokens[DORA]) as dora:
            assert not [event for event in dora.events if event["kind"] == "deal"]
            assert "offers" not in "".join(dora.frames)
        assert (await bob.answer(BOB, "accept"))["type"] == "ack"
        await ann.until(lambda message: bool(ann.view()["position"]["loans"]))
        loan = ann.view()["position"]["loans"][0]
        assert (loan["lender"], loan["borrower"], loan["owed"]) == (ANN, BOB, OWED)

        # Nobody who answers has bought anything, so there is no race; then the debt is due.
        await asyncio.gather(
            play_on(ann, lambda view: view["position"]["step"] == "debts" and view["position"]["round"] == 2),
            play_on(bob, asks("afterlife")),
        )
        assert (await bob.answer(BOB, "gladiator"))["type"] == "ack"
        await play_on(ann, lambda view: bool(view["position"]["slaves"]))
        slave = ann.view()["position"]["slaves"][0]
        assert (slave["seat"], slave["kind"]) == (BOB, "gladiator")
        assert ann.view()["position"]["loans"] == []
        await play_on(bob, asks("type"))
        await answer(bob)

        # He has no say any more in what families do; nobody deals with him.
        await play_on(ann, asks("deal"))
        assert "seat 2" not in str(ann.decision()["sections"])
        assert {step.seat for step in await steps(server, campaign)} == {DORA}, "she has left orders"
        assert await steps(server, campaign, "timeout") == []

        # Eve is back: from now on she is waited for.
        await put(server, campaign, EVE, tokens[EVE], hands="drive")
        async with server.player(campaign, tokens[EVE]) as eve:
            spoken = [seat for seat in await answers(server, campaign) if seat == EVE]
            others = [asyncio.ensure_future(play_on(each, lambda view: False)) for each in (ann, bob)]
            while eve.view()["decision"] is None:
                await eve.receive()
            for each in others:
                each.cancel()
            assert spoken
            assert [seat for seat in await answers(server, campaign) if seat == EVE] == spoken


async def test_what_one_fills_in_on_the_open_floor_stays_when_another_speaks(server: House) -> None:
    options = {"events": 2, "challenges": 1}
    campaign, tokens = await server.create("human", "human", game="campaign", ruleset="epic", options=options)

    async def come_to_the_floor(player: Player) -> None:
        """With a gladiator who stays at home."""
        while not asks("challenge")(player.view()):
            if player.view()["decision"] is None:
                await player.receive()
                continue
            decision = player.decision()
            seat, chosen = decision["seat"], decision["default"]
            if decision["name"] == "council":
                chosen = "gala"
            elif decision["name"] == "bid" and not bought(player, seat) and decision["choices"][1] in CHEAP:
                chosen = decision["choices"][1]
            elif decision["name"] == "fighter":
                chosen = "nobody"
            done = await player.answer(seat, chosen)
            assert done["type"] == "ack" or done["code"] == "stale", done

    async with server.players(campaign, tokens) as (ann, bob):
        await asyncio.gather(*map(come_to_the_floor, (ann, bob)))
        before = bob.decision()
        await answer(ann)  # she challenges nobody
        await bob.until_number((await server.info(campaign))["number"])
        assert bob.decision()["number"] == before["number"]
        challenge = {**before["default"], "kind": "duel"}
        assert (await bob.answer(BOB, challenge, before["number"]))["type"] == "ack"
        await ann.until(lambda message: asks("challenged")(ann.view()))
        assert ann.decision()["prompt"].startswith(
            "Player 2 challenges you. A duel of 1 a side at 1-1, 100s against 100s"
        )


def bought(player: Player, seat: int) -> bool:
    return any(event["kind"] == "sold" and event["data"]["buyer"] == seat for event in player.events)
