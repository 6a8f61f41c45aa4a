"""A season and a career on the server: real campaigns, whose contests are races and fights."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Engine, RowMapping, event

import ludus
from ludus.server import sql_rows
from ludus.server.contest_making import hand_over
from ludus.server.contests import Contests
from ludus.server.saved_match import Head
from tests.server.campaigns import bots_answer_at_once, kinds, pass_all
from tests.server.kit import House, Place, house


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bots_answer_at_once(monkeypatch)


async def test_a_race_at_a_glance(server: House) -> None:
    """What the forum shows of it: how far it has come, and the odds as soon as the bets lie open."""

    async def glance(match_id: str) -> Any:
        seen = await server.call("GET", f"/api/matches/{match_id}/glance")
        assert seen.status_code == 200
        return seen.json()

    season, tokens = await server.create("human", "human", game="campaign", ruleset="season")
    assert await glance(season) is None, "a season is no race"
    async with server.players(season, tokens) as players:
        race = await pass_all(players)
    assert await glance(race) == {"share": 0.0, "words": "before the start", "odds": []}
    async with server.players(race, tokens) as players:
        while not (asked := [player for player in players if player.view()["decision"] is not None]) or (
            asked[0].decision()["name"] != "speed"
        ):
            if not asked:
                await players[0].receive()
                continue
            done = await asked[0].answer(asked[0].view()["seat"], asked[0].decision()["default"])
            for each in players:
                await each.until_number(done["number"])
    seen = await glance(race)
    assert seen["words"].startswith("lap 1 of 3, ")
    assert [(each["seat"], each["odds"]) for each in seen["odds"]] == [(0, 2), (1, 2)]
    assert (await server.call("GET", "/api/matches/nowhere12345/glance")).status_code == 404


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [("season", ("human", "bot", "bot"), {"races": 2}), ("careers", ("human", "bot"), {"rounds": 2})],
)
async def test_a_campaign_that_is_left_to_bots_is_played_to_its_end(
    server: House, ruleset: str, seats: tuple[str, ...], options: dict[str, int]
) -> None:
    campaign, tokens = await server.create(*seats, game="campaign", ruleset=ruleset, options=options)
    hands = await server.call("PUT", f"/api/matches/{campaign}/seats/0/hands", tokens[0], json={"hands": "run"})
    assert hands.status_code == 200
    # A fight at random may take its time, and meanwhile nothing is heard of the campaign itself.
    while (info := await server.info(campaign))["status"] != "over":
        await asyncio.sleep(0.05)
    assert info["contests"]
    assert all(each["status"] == "over" for each in info["contests"])
    assert (await kinds(server, campaign)).count("settle") == len(info["contests"])
    race = await server.info(info["contests"][0]["id"])
    assert race["parent"]["id"] == campaign
    record = (await server.call("GET", f"/api/matches/{campaign}/record")).json()
    await asyncio.to_thread(ludus.verify, record)


@pytest.mark.rule("CM 20.21a")
async def test_a_sealed_record_reaches_the_race_and_nobody_else(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the house is stopped after the race has begun and before it was handed in."""
    secret = {"rival": "seat 2", "drugs": 1337}

    async def never(self: Contests, campaign: Any, contest: Any) -> None:
        """The process is stopped here."""

    with monkeypatch.context() as stopped:
        stopped.setattr(Contests, "_hand_in", never)
        async with house(place) as server:
            options = {"races": 1, "single_record": True}
            season, tokens = await server.create("human", "human", game="campaign", ruleset="season", options=options)
            async with server.players(season, tokens) as (writer, rival), server.player(season) as watcher:
                while "record" not in (rival.view()["decision"] or {}).get("name", ""):
                    player = writer if writer.view()["decision"] else rival
                    done = await player.answer(player.view()["seat"], player.decision()["default"])
                    for each in (writer, rival):
                        await each.until_number(done["number"])
                done = await writer.answer(0, secret)
                assert done["type"] == "ack", done
                await writer.until_number(done["number"])
                assert "1337" in "".join(writer.frames)
                race = await pass_all((rival, writer))
                season_frames = "".join((*rival.frames, *watcher.frames))
            while "start" not in await kinds(server, race):
                await asyncio.sleep(0.02)
            assert (await server.info(race))["waiting"] == [], "nobody can answer before it is handed in"
    async with house(place) as server:
        while "hand" not in await kinds(server, race):
            await asyncio.sleep(0.02)
        async with server.players(race, tokens) as (writer, rival), server.player(race) as watcher:
            assert writer.decision()["name"] == rival.decision()["name"] == "bets"
            own = writer.view()["position"]["parts"]["patronage"]["envelopes"]["0"]
            assert (own["drugs"], own["rival"]) == (1337, 1)
            race_frames = "".join((*rival.frames, *watcher.frames))
        assert (await kinds(server, race)).count("hand") == 1
        exported = await server.call("GET", f"/api/matches/{season}/record")
        for shown in (season_frames, race_frames, exported.text, str(await server.info(race))):
            assert "1337" not in shown


async def test_a_bot_goes_to_the_races_with_what_it_remembers(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """And keeps it when seats are compared with those of the campaign."""
    monkeypatch.setattr("ludus.server.contest_making.instructed", lambda bot, state, seat: f"{bot}-wary")
    season, tokens = await server.create("human", "bot:eques-miser", game="campaign", ruleset="season")
    async with server.players(season, tokens) as players:
        race = await pass_all(players)
    held, campaign = await server.hall.store.head(race), await server.hall.store.head(season)
    assert held is not None
    assert campaign is not None
    assert held.seats[1].bot == "auriga+eques-miser-wary"
    assert hand_over(held.seats[1], campaign, "circus") is held.seats[1]


SEASONS = 100
TICK = 0.1  # seconds from one look of the house at its matches to the next


class Bustle:
    """What a house does: counted, because processor time is also what others leave of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements: Counter[str] = Counter()
        self.heads = 0  # of matches, read from disk
        self._began = 0.0
        read = sql_rows._head

        def counted(row: RowMapping) -> Head:
            self.heads += 1
            return read(row)

        monkeypatch.setattr(sql_rows, "_head", counted)

    def count(self, connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        self.statements[statement] += 1

    def begin(self) -> None:
        self.statements.clear()
        self.heads, self._began = 0, time.monotonic()

    @property
    def ticks(self) -> int:
        """How often a chore can have come round since, at most."""
        return int((time.monotonic() - self._began) / TICK) + 1

    @staticmethod
    def waiting() -> tuple[int, int]:
        """Tasks, and timers that are set."""
        scheduled = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]
        return len(asyncio.all_tasks()), sum(not timer.cancelled() for timer in scheduled)


@pytest.mark.slow
async def test_a_hundred_seasons_cost_nothing_while_nobody_looks(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits for its owner: no room, no task, no timer, no word from or to the disk."""
    monkeypatch.setattr("ludus.server.hall.TIDY_SECONDS", TICK)
    bustle = Bustle(monkeypatch)
    async with house(place, idle_seconds=TICK, poll_seconds=TICK) as server:
        await server.call("GET", "/api/matches")  # the client's connection has its timer too
        tasks, timers = bustle.waiting()
        for number in range(SEASONS):
            await server.create("human", "bot", game="campaign", ruleset="season", options={"races": 1 + number % 20})
        async with asyncio.timeout(60):
            while server.hall.gauges()["rooms"] or server.hall.gauges()["bots_in_line"]:
                await asyncio.sleep(TICK)
        steps = server.hall.metrics.steps.total()
        event.listen(Engine, "before_cursor_execute", bustle.count)
        try:
            bustle.begin()
            for _ in range(20):
                await asyncio.sleep(TICK)
                # The house's own come and go, one for each chore at most.
                now = bustle.waiting()
                assert now[0] < tasks + SEASONS // 2
                assert now[1] < timers + SEASONS // 2
        finally:
            event.remove(Engine, "before_cursor_execute", bustle.count)
        assert bustle.heads == 0, "a match was looked at"
        assert bustle.statements, "the house itself is awake"
        for statement, count in bustle.statements.items():
            assert count <= bustle.ticks, f"more than once a tick: {statement}"
        assert server.hall.metrics.steps.total() == steps
        assert server.hall.gauges()["rooms"] == 0
