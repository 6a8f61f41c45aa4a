"""Families at a server: a deal with a debt, one who is away with orders, one in a bot's hands, and a house that falls."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.campaigns import bots_answer_at_once
from tests.server.kit import House, Player
from tests.server.test_hands import answers, put
from tests.server.test_standing_orders import confirm, steps

ANN, BOB, EVE, DORA = range(4)
OWED = 100_000


async def answer(player: Player, **filled: Any) -> None:
    """As usual, or a form filled in like this."""
    decision = player.decision()
    choice = {**decision["default"], **filled} if filled else decision["default"]
    assert (await player.answer(decision["seat"], choice))["type"] == "ack"


async def until_asked(player: Player, name: str) -> None:
    """By usual answers."""
    while player.view()["decision"] is None or player.decision()["name"] != name:
        if player.view()["decision"] is None:
            await player.receive()
        else:
            await answer(player)


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
        await until_asked(ann, "deal")
        await answer(ann, **{"with": "seat 2", "pays": 1000, "debt": "yours", "owed": OWED, "due": 2})
        await until_asked(bob, "accept")
        prompt = bob.decision()["prompt"]
        assert prompt.startswith("Player 1 offers you a deal: you get 1,000s and give nothing; you owe 100,000s, due")
        async with server.player(campaign, tokens[DORA]) as dora:
            assert not [event for event in dora.events if event["kind"] == "deal"]
            assert "offers you" not in "".join(dora.frames)
        assert (await bob.answer(BOB, "accept"))["type"] == "ack"
        await ann.until(lambda message: bool(ann.view()["position"]["loans"]))
        loan = ann.view()["position"]["loans"][0]
        assert (loan["lender"], loan["borrower"], loan["owed"]) == (ANN, BOB, OWED)

        # Nobody else has bought anything, so there is no race; then the debt is due.
        while ann.view()["position"]["round"] < 2:
            for player in (ann, bob):
                if player.view()["decision"] is not None:
                    await answer(player)
            await ann.receive()
        await until_asked(bob, "afterlife")
        assert ann.view()["position"]["loans"] == []
        assert (await bob.answer(BOB, "gladiator"))["type"] == "ack"
        await until_asked(bob, "type")
        await answer(bob)
        await bob.until(lambda message: bool(bob.view()["position"]["slaves"]))
        slave = bob.view()["position"]["slaves"][0]
        assert (slave["seat"], slave["kind"]) == (BOB, "gladiator")

        # He has no say any more but in his own fights, and may go to the gala.
        await until_asked(ann, "deal")
        assert "seat 2" not in str(ann.decision()["sections"])
        assert {step.seat for step in await steps(server, campaign)} == {DORA}, "orders, and no defaults"
        assert await steps(server, campaign, "timeout") == []

        # Eve is back: from now on she is waited for.
        await put(server, campaign, EVE, tokens[EVE], hands="drive")
        async with server.player(campaign, tokens[EVE]) as eve:
            spoken = [seat for seat in await answers(server, campaign) if seat == EVE]
            assert spoken
            await answer(ann)
            while eve.view()["decision"] is None:
                await eve.receive()
            assert [seat for seat in await answers(server, campaign) if seat == EVE] == spoken
