"""An open floor: any of several may speak, and the first goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.kit import House, Place, house

pytestmark = pytest.mark.usefixtures("swift_league")


async def test_of_two_bids_at_once_the_second_is_told_that_somebody_was_first(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "human", game="league")
    async with server.players(match_id, tokens) as players:
        assert all(player.view()["floor"] for player in players)
        ann, bob, eve = players
        done = await asyncio.gather(ann.answer(0, "bid 1"), bob.answer(1, "bid 2"))
        assert sorted(each["type"] for each in done) == ["ack", "refused"]
        late = next(each for each in done if each["type"] == "refused")
        assert (late["code"], late["message"]) == (
            "stale",
            "somebody else was first; hear what was said, and speak again if you like",
        )
        speaker, other = (ann, bob) if done[0]["type"] == "ack" else (bob, ann)
        await other.until_type("sync")
        await eve.until_number(other.number)
        assert other.view()["decision"]["number"] == eve.view()["decision"]["number"] == other.number
        assert speaker.view()["decision"] is None, "who leads is not asked"
        assert (await other.answer(other.view()["seat"], "bid 3"))["type"] == "ack"
        # What was said aloud stays said.
        assert (await other.ask("undo", other.view()["seat"]))["code"] == "undo-refused"


@pytest.mark.usefixtures("swift_league")
async def test_the_database_decides_whose_bid_was_first(place: Place) -> None:
    # The servers do not look by themselves what the other wrote: the conflict must tell them.
    async with house(place, poll_seconds=1000) as one, house(place, poll_seconds=1000) as two:
        match_id, tokens = await one.create("human", "human", "human", game="league")
        async with one.player(match_id, tokens[0]) as ann, two.player(match_id, tokens[1]) as bob:
            for _ in range(3):
                bids = [player.decision(seat)["choices"][1] for seat, player in ((0, ann), (1, bob))]
                done = await asyncio.gather(ann.answer(0, bids[0]), bob.answer(1, bids[1]))
                assert sorted(each["type"] for each in done) == ["ack", "refused"]
                late = next(each for each in done if each["type"] == "refused")
                assert (late["code"], "first" in late["message"]) == ("stale", True)
                # A third speaks, so that both are asked again.
                async with one.player(match_id, tokens[2]) as eve:
                    assert (await eve.answer(2, eve.decision()["choices"][1]))["type"] == "ack"
                await ann.hello(tokens[0])
                await bob.hello(tokens[1])
        saved = await one.hall.store.load(match_id)
        assert saved is not None
        assert [step.number for step in saved.steps] == list(range(1, len(saved.steps) + 1))


async def test_who_speaks_after_the_floor_is_closed_learns_it(server: House) -> None:
    match_id, tokens = await server.create("human", "human", game="league")
    async with server.players(match_id, tokens) as (ann, bob):
        assert (await ann.answer(0, "pass"))["type"] == "ack"
        assert (await bob.answer(1, "pass", 1))["code"] == "stale"
        await bob.until_type("sync")
        assert (await bob.answer(1, "pass"))["type"] == "ack"
        late = await ann.answer(0, "bid 1", 1)
        assert (late["type"], late["code"]) == ("refused", "contest-under-way")
        assert "Round 1" in late["message"]
        await ann.until_type("sync")
        assert ann.view()["contest"]["title"] == "Round 1"


async def test_time_on_the_floor_passes_for_all_who_may_speak(tmp_path: Path) -> None:
    async with house(tmp_path, least_seconds=1) as server:
        match_id, tokens = await server.create("human", "human", "human", game="league", seconds=2)
        async with server.players(match_id, tokens) as players:
            ann, bob, eve = players
            assert set(ann.match["clock"]["left"]) == {"0", "1", "2"}
            await asyncio.sleep(1.2)
            # A bid is a fresh question for the others.
            assert (await bob.answer(1, "bid 1"))["type"] == "ack"
            left = (await server.info(match_id))["clock"]["left"]
            assert set(left) == {"0", "2"}
            assert all(seconds > 1.5 for seconds in left.values())
            # Whoever is silent until the time is up passes, all of them at once.
            await ann.until(lambda message: "Player 1's default was taken" in message.get("note", ""))
            first = ann.number
            await eve.until(lambda message: "Player 3's default was taken" in message.get("note", ""))
            assert eve.number == first + 1
            await bob.until_number(eve.number)
            assert bob.decision()["name"] == "toast"
            assert bob.view()["waiting"] == [1]
