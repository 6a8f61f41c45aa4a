"""Clocks: so long for each decision, and then its default."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

import ludus
from ludus.server.clock import Clock
from ludus.server.house_time import Beat, HouseTime, Moment
from ludus.server.sql_rows import dump
from ludus.server.sql_tables import matches
from tests.games.morra import Morra
from tests.server.kit import House, Place, Player, house, question


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[House]:
    """A server whose clocks may be very short, so that nobody has to wait for them here."""
    async with house(tmp_path, least_seconds=1) as running:
        yield running


async def kinds(server: House, match_id: str) -> list[str]:
    saved = await server.hall.store.load(match_id)
    assert saved is not None
    return [step.kind for step in saved.steps]


async def notes(server: House, match_id: str, words: str) -> list[str]:
    saved = await server.hall.store.load(match_id)
    assert saved is not None
    return [step.note for step in saved.steps if words in step.note]


async def set_clock(server: House, match_id: str, token: str | None, seconds: Any) -> tuple[int, dict[str, Any]]:
    answer = await server.call("PUT", f"/api/matches/{match_id}/clock", token, json={"seconds": seconds})
    return answer.status_code, answer.json()


async def until_note(player: Player, words: str) -> dict[str, Any]:
    return await player.until(lambda message: words in message.get("note", ""))


def asked(*players: Player) -> Player:
    return next(player for player in players if player.view()["decision"] is not None)


async def end(*players: Player) -> None:
    for player in players:
        assert (await player.ask("resign", player.view()["seat"]))["type"] == "ack"


async def test_when_the_time_is_up_the_default_counts(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human", seconds=1)
    async with quick.players(match_id, tokens) as (ann, bob):
        sleeper = asked(ann, bob)
        seat, default = sleeper.view()["seat"], sleeper.decision()["default"]
        assert ann.match["clock"] == {"seconds": 1, "left": {str(seat): pytest.approx(1, abs=0.5)}, "stopped": False}
        began = time.monotonic()
        for player in (ann, bob):
            told = await until_note(player, "Time: ")
            assert told["note"] == f"Time: {ann.match['seats'][seat]['name']}'s default was taken."
        assert 0.4 < time.monotonic() - began < 5
        saved = await quick.hall.store.load(match_id)
        assert saved is not None
        step = next(step for step in saved.steps if step.kind == "timeout")
        assert (step.seat, step.choice) == (seat, default)
        assert {"timeout"} == {step.kind for step in saved.steps[1:]}


async def test_who_answers_in_time_has_all_of_it_again(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human", seconds=60)
    async with quick.players(match_id, tokens) as (ann, bob):
        await asyncio.sleep(0.3)
        assert (await quick.info(match_id))["clock"]["left"].popitem()[1] < 59.8
        player = asked(ann, bob)
        done = await player.answer(player.view()["seat"], player.decision()["default"])
        assert done["type"] == "ack"
        update = next(frame for frame in reversed(player.frames) if '"update"' in frame)
        assert '"seconds":60' in update
        after = (await quick.info(match_id))["clock"]["left"]
        await bob.until_number(done["number"])
        assert list(after) == [str(asked(ann, bob).view()["seat"])]
        assert after.popitem()[1] > 59.5


async def test_bots_have_no_clock(quick: House) -> None:
    match_id, _ = await quick.create("human", "bot:random", "bot:random", seconds=60)
    for _ in range(100):
        info = await quick.info(match_id)
        if info["waiting"] == [0]:
            break
        assert set(info["clock"]["left"]) <= {"0"}
        await asyncio.sleep(0.05)
    assert set(info["clock"]["left"]) == {"0"}
    assert "timeout" not in await kinds(quick, match_id)


async def test_secret_answers_run_out_one_by_one_and_the_last_reveals(morra: Morra, quick: House) -> None:
    match_id, tokens = await quick.create("human", "human", "human", game="morra", seconds=2)
    async with quick.players(match_id, tokens) as players:
        wager = list(question(players[0].view()))[3]
        assert (await players[0].answer(0, wager))["type"] == "ack"
        assert set((await quick.info(match_id))["clock"]["left"]) == {"1", "2"}
        # Taking back gives no new time.
        assert (await players[0].ask("undo", 0))["type"] == "ack"
        left = (await quick.info(match_id))["clock"]["left"]
        assert left["0"] == left["1"] == left["2"] < 2, "taking back is no way to see the others' defaults first"
        assert (await players[0].answer(0, wager))["type"] == "ack"
        await until_note(players[0], "Time: Player 2's")
        await until_note(players[0], "Time: Player 3's")
        assert "fingers" in players[0].decision()["name"]
        for player in players[1:]:
            assert str(wager) not in "".join(player.frames), "a default tells no secrets"


async def test_an_answer_after_the_time_comes_too_late(quick: House) -> None:
    """Also in the moment before the server has taken the default: others may have seen theirs taken already."""
    match_id, tokens = await quick.create("human", "human", seconds=60)
    async with quick.players(match_id, tokens) as (ann, bob):
        sleeper = asked(ann, bob)
        seat, before = sleeper.view()["seat"], sleeper.number
        room = await quick.hall.room(match_id)
        assert room.head.clock is not None
        room.head = replace(room.head, clock=replace(room.head.clock, due={seat: room.moment.now - 0.1}))
        refused = await sleeper.answer(seat, sleeper.decision()["default"])
        assert (refused["code"], refused["number"]) == ("too-late", before)


async def test_the_default_move_goes_on_to_its_end(quick: House) -> None:
    """Who does not begin in time loses the whole move (CM 11.3b), not one second a step."""
    match_id, tokens = await quick.create("human", "bot:random", game="circus", seconds=3)
    async with quick.player(match_id, tokens[0]) as ann:
        # Builds and the speed are given by hand until it is the time to move.
        while ann.view()["decision"] is None or ann.decision()["name"] not in ("step", "take", "whip"):
            if ann.view()["decision"] is not None:
                assert (await ann.answer(0, ann.decision()["default"]))["type"] == "ack"
            else:
                await ann.receive()
        chariot, turn = ann.decision()["about"], ann.view()["position"]["turn"]
        await until_note(ann, "Time: ")
        began = time.monotonic()
        while ann.view()["decision"] is not None and (ann.decision()["about"], ann.view()["position"]["turn"]) == (
            chariot,
            turn,
        ):
            await ann.receive()
        assert time.monotonic() - began < 2
        assert ann.notes.count("Time: Player 1's default was taken.") == 1


async def test_the_next_move_has_its_own_time(quick: House) -> None:
    """Also where nobody else is asked in between."""
    match_id, tokens = await quick.create("human", "human", seconds=1)
    async with quick.players(match_id, tokens) as (ann, bob):
        assert (await bob.ask("resign", 1))["type"] == "ack"
        await until_note(ann, "Time: ")
        began = time.monotonic()
        await until_note(ann, "Time: ")
        assert time.monotonic() - began > 0.5
        assert (await quick.info(match_id))["status"] == "running"


async def test_a_clock_survives_a_restart_and_runs_where_nobody_looks(place: Place) -> None:
    async with house(place, least_seconds=1) as server:
        match_id, _ = await server.create("human", "human", seconds=2)
    async with house(place, least_seconds=1, idle_seconds=0.0, grace_seconds=0.0) as server:
        async with asyncio.timeout(6):
            while "timeout" not in await kinds(server, match_id):
                await asyncio.sleep(0.05)


async def test_of_two_servers_one_takes_the_default(place: Place) -> None:
    async with house(place, least_seconds=1) as one, house(place, least_seconds=1, grace_seconds=0.0) as two:
        match_id, tokens = await one.create("human", "human", seconds=1)
        began = time.monotonic()
        async with one.player(match_id, tokens[0]) as ann, two.player(match_id, tokens[1]) as bob:
            while len(told := await notes(one, match_id, "Time: ")) < 3:
                await asyncio.sleep(0.05)
            assert len(told) <= time.monotonic() - began + 0.5, "each of them once"
            await set_clock(one, match_id, tokens[0], None)
            status, info = await set_clock(two, match_id, tokens[1], None)
            assert (status, info["clock"]) == (200, None), "a proposal is seen at the other server"
            for player in (ann, bob):
                await player.until_number(info["number"])
            assert ann.events == bob.events
            assert ann.view()["position"] == bob.view()["position"]


async def test_a_match_that_everybody_left_waits(quick: House) -> None:
    match_id, tokens = await quick.create("human", "bot:random", seconds=1)
    async with asyncio.timeout(15):
        while not await notes(quick, match_id, "the clock stops"):
            await asyncio.sleep(0.1)
    clock = (await quick.info(match_id))["clock"]
    assert (clock["stopped"], clock["left"]) == (True, {})
    assert len(await notes(quick, match_id, "Time: ")) == 3
    async with quick.player(match_id) as watcher:  # a spectator does not set it going
        await asyncio.sleep(1.3)
        assert watcher.match["clock"]["stopped"]
        async with quick.player(match_id, tokens[0]):
            told = await until_note(watcher, "is back")
            assert told["note"] == "Player 1 is back; the clock runs again."
            assert not told["clock"]["stopped"]
    assert not (await quick.info(match_id))["clock"]["stopped"]


async def test_the_clock_can_be_set_changed_and_taken_away(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human")
    async with quick.players(match_id, tokens) as (ann, bob):
        assert ann.match["clock"] is None
        await set_clock(quick, match_id, tokens[0], 90)
        status, info = await set_clock(quick, match_id, tokens[1], 90)
        assert (status, info["clock"]["seconds"]) == (200, 90)
        told = await until_note(ann, "agrees")
        assert told["note"] == "Player 2 agrees: the clock is set to 1 minute 30 seconds."
        assert list(told["clock"]["left"]) == [str(asked(ann, bob).view()["seat"])]
        number = info["number"]
        assert (await set_clock(quick, match_id, tokens[0], 90))[1]["number"] == number, "nothing changed"
        await set_clock(quick, match_id, tokens[0], 7 * 24 * 3600)
        assert (await until_note(ann, "clock"))["note"] == "Player 1 set the clock to 7 days."
        await set_clock(quick, match_id, tokens[1], None)
        assert (await set_clock(quick, match_id, tokens[0], None))[1]["clock"] is None
        assert (await until_note(bob, "away"))["clock"] is None
        for token in (None, "guess"):
            status, refused = await set_clock(quick, match_id, token, 60)
            assert (status, refused["code"]) == (401, "wrong-token")
        for wrong in (0, -5, 7 * 24 * 3600 + 1, "60", 6.5, True):
            assert (await set_clock(quick, match_id, tokens[0], wrong))[0] == 422
        await end(ann, bob)
        status, refused = await set_clock(quick, match_id, tokens[1], 60)
        assert (status, refused["code"]) == (409, "match-over")
        record = (await quick.call("GET", f"/api/matches/{match_id}/record")).json()
        ludus.verify(record)


async def test_a_clock_of_the_lobby_starts_with_the_match(server: House) -> None:
    new = {"game": "chariot-race", "seats": [{"kind": "human"}] * 2, "seconds": 4}
    refused = await server.call("POST", "/api/matches", json=new)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-clock")
    match_id, tokens = await server.create("human", "open", seconds=60)
    assert (await server.info(match_id))["clock"] == {"seconds": 60, "left": {}, "stopped": False}
    await set_clock(server, match_id, tokens[0], 300)
    tokens[1] = (await server.call("POST", f"/api/matches/{match_id}/seats/1/take", json={})).json()["token"]
    async with server.players(match_id, tokens) as players:
        assert list(players[0].match["clock"]["left"].values()) == [pytest.approx(300, abs=2)]
        await end(*players)
    again = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])).json()
    assert again["match"]["clock"]["seconds"] == 300


async def test_a_finished_match_with_time_outs_proves_itself(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human", seconds=1)
    async with quick.players(match_id, tokens) as (ann, bob):
        await until_note(ann, "Time: ")
        await end(ann, bob)
    assert (await quick.info(match_id))["clock"]["left"] == {}
    record = (await quick.call("GET", f"/api/matches/{match_id}/record")).json()
    assert len(ludus.verify(record).answers) >= 2
    assert (await quick.call("GET", f"/api/matches/{match_id}/replay")).status_code == 200


async def test_less_time_or_none_needs_the_agreement_of_all(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human", "human", "bot:random", seconds=600)
    status, info = await set_clock(quick, match_id, tokens[0], 10)
    assert (status, info["clock"]["seconds"]) == (200, 600), "proposed, not set"
    assert info["proposal"] == {"seconds": 10, "by": 0, "agreed": [0]}
    assert await notes(quick, match_id, "Player 1 proposes a clock of 10 seconds; the others must agree.")
    number = info["number"]
    assert (await set_clock(quick, match_id, tokens[0], 10))[1]["number"] == number, "to say it twice is no agreement"
    info = (await set_clock(quick, match_id, tokens[1], 10))[1]
    assert (info["clock"]["seconds"], info["proposal"]["agreed"]) == (600, [0, 1])
    info = (await set_clock(quick, match_id, tokens[2], 600))[1]
    assert info["proposal"] is None, "declined by asking for what is there"
    for seat, seconds in ((0, None), (1, None)):
        info = (await set_clock(quick, match_id, tokens[seat], seconds))[1]
    assert (info["clock"]["seconds"], info["proposal"]["agreed"]) == (600, [0, 1])
    info = (await set_clock(quick, match_id, tokens[2], None))[1]
    assert (info["clock"], info["proposal"]) == (None, None)
    info = (await set_clock(quick, match_id, tokens[2], 60))[1]
    assert (info["clock"], info["proposal"]["seconds"]) == (None, 60), "no clock is more time than any"


def test_no_change_of_a_clock_renews_anybodys_time() -> None:
    asked_at = 1000.0
    clock = Clock(60, {0: asked_at + 60}, {}, frozenset({0}))
    now = Moment(asked_at + 50)
    longer = clock.set_to(600, now)
    assert longer.ends(0, now) - now.now == 550, "what is used is used"
    assert longer.set_to(60, now) == clock, "there and back is nothing won"
    assert clock.set_to(20, now).ends(0, now) - now.now == 5, "and nobody is cut off at once"
    assert clock.set_to(20, Moment(asked_at + 58)).due == clock.due


async def test_after_a_restart_there_is_what_was_left_and_twenty_seconds_at_least(place: Place) -> None:
    async with house(place, least_seconds=1) as server:
        long, _ = await server.create("human", "human", seconds=600)
        short, _ = await server.create("human", "human", seconds=30)
        slow, _ = await server.create("human", "human", seconds=6000)
        await server.hall.time.beat(server.hall.store)
        left = (await server.info(long))["clock"]["left"].popitem()[1]
        for each in (short, slow):
            room = await server.hall.room(each)
            assert room.head.clock is not None
            [seat] = room.head.clock.running
            nearly = replace(room.head.clock, due={seat: server.hall.time.now + 0.5})
            set_back = update(matches).where(matches.c.id == each).values(clock=dump(nearly.to_plain()))
            await server.hall.store.write(each, lambda connection: connection.execute(set_back))  # noqa: B023
    await asyncio.sleep(0.7)
    async with house(place, least_seconds=1) as server:
        assert (await server.info(long))["clock"]["left"].popitem()[1] == pytest.approx(left, abs=0.5)
        assert (await server.info(short))["clock"]["left"].popitem()[1] == pytest.approx(20, abs=0.5)
        assert (await server.info(slow))["clock"]["left"].popitem()[1] == pytest.approx(600, abs=0.5), "a tenth of it"
        await asyncio.sleep(0.3)
        assert "timeout" not in await kinds(server, short)


class Held:
    """A database that answers only while it is let."""

    def __init__(self) -> None:
        self.known: Beat | None = None
        self.away = False

    async def beat(self, beat: Beat | None) -> Beat | None:
        if self.away:
            raise OSError("away")
        self.known = beat or self.known
        return self.known


async def test_time_stands_still_during_an_outage_and_nobody_is_late_after_it() -> None:
    passed = 0.0
    keeper, time_of_house = Held(), HouseTime(2.0, 20.0, lambda: passed)
    await time_of_house.open(keeper)
    began = time_of_house.now
    clock = Clock(60, {0: began + 60}, {}, frozenset({0}))
    passed = 2.0
    await time_of_house.beat(keeper)
    assert time_of_house.now == began + 2
    keeper.away = True
    passed = 3602.0
    with pytest.raises(OSError, match="away"):
        await time_of_house.beat(keeper)
    assert not clock.late(time_of_house.moment)
    keeper.away = False
    await time_of_house.beat(keeper)
    assert time_of_house.now < began + 10
    clock = replace(clock, due={0: began + 8})
    for _ in range(19):
        passed += 1.0
        await time_of_house.beat(keeper)
        assert not clock.late(time_of_house.moment), "twenty seconds at least"
    passed += 1.5
    assert not replace(clock, seconds=3000).late(time_of_house.moment), "or a tenth of it"
    assert clock.late(time_of_house.moment) == [0]


async def test_a_jump_of_the_system_clock_defaults_nobody(quick: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, _ = await quick.create("human", "human", seconds=60)
    real = time.time
    for jump in (86400.0, -86400.0):
        monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
        await asyncio.sleep(0.3)
        assert (await quick.info(match_id))["clock"]["left"].popitem()[1] == pytest.approx(59, abs=2)
    assert "timeout" not in await kinds(quick, match_id)
