"""Campaigns: matches whose contests are matches of their own."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

import ludus
from ludus.core.contest import HOST
from ludus.server.contests import Contests
from ludus.server.sql_tables import matches
from tests.games.morra import secrets
from tests.server.campaigns import kinds, pass_all, play_contest, play_out, until_goes_on
from tests.server.kit import House, Place, house, question

pytestmark = pytest.mark.usefixtures("swift_league")


async def contests_of(server: House, campaign: str) -> list[str]:
    """The ids of all contests that were ever made for it."""
    found = select(matches.c.id).where(matches.c.parent == campaign).order_by(matches.c.contest)
    return await server.hall.store.read(lambda connection: list(connection.execute(found).scalars()))


async def test_a_campaign_is_played_to_its_end_and_proven_with_its_contests(server: House) -> None:
    rng = random.Random(1)
    campaign, tokens = await server.create("human", "human", game="league")
    async with server.players(campaign, tokens) as players, server.player(campaign) as watcher:
        for number in range(2):
            contest = await pass_all(players)
            listed = players[0].match["contests"]
            assert [each["status"] for each in listed] == ["over"] * number + ["running"]
            assert listed[-1] == {
                "id": contest,
                "number": number,
                "title": f"Round {number + 1}",
                "game": "morra",
                "status": "running",
                "owners": [0, 1, HOST],
                "names": ["Player 1", "Man of 1", "The house"],
                "outcome": None,
            }
            await play_contest(server, contest, tokens, rng)
            for player in (*players, watcher):
                await player.until(lambda message: "is over" in message.get("note", ""))
                assert player.match["contests"][number]["outcome"] is not None
                assert player.view()["contest"] is None
        assert players[0].view()["outcome"] is not None
        played = "".join(watcher.frames)
        assert '"kind":"token"' not in played
        assert '"fingers"' not in played, "who opens a campaign is sent nothing of its contests"
    info = await server.info(campaign)
    assert info["status"] == "over"
    assert [each["outcome"] for each in info["contests"]] == [
        (await server.info(each["id"]))["outcome"] for each in info["contests"]
    ]
    assert "settle" in await kinds(server, campaign)
    record = (await server.call("GET", f"/api/matches/{campaign}/record")).json()
    assert len(record["contests"]) == 2
    assert ludus.verify(record).outcome is not None
    wrong = json.loads(json.dumps(record))
    wrong["contests"][1]["names"][0] = "Nero"
    with pytest.raises(ludus.LudusError, match="Round 2"):
        ludus.verify(wrong)
    for contest in (each["id"] for each in info["contests"]):
        ludus.verify((await server.call("GET", f"/api/matches/{contest}/record")).json())
    replay = (await server.call("GET", f"/api/matches/{campaign}/replay")).json()
    assert [event["kind"] for frame in replay["frames"] for event in frame["events"]].count("round") == 2


async def test_a_contest_belongs_to_its_campaign(server: House) -> None:
    campaign, tokens = await server.create("human", "human", "bot:random", game="league", seconds=600)
    async with server.players(campaign, tokens) as players:
        while players[0].view()["contest"] is None:
            asked = [player for player in players if player.view()["decision"] is not None]
            if asked:
                await asked[0].answer(asked[0].view()["seat"], "pass")
            else:
                await players[0].receive()
            for player in players:
                await player.until_number(max(each.number for each in players))
        contest = players[0].match["contests"][-1]["id"]
    async with server.players(contest, tokens) as players:  # the campaign's tokens are good for it
        owners = [player.match["seats"][player.view()["seat"]]["owner"] for player in players]
        assert owners == [0, 1]
    info = await server.info(contest)
    assert info["parent"] == {"id": campaign, "title": "League: Short", "number": 0}
    assert (info["title"], info["status"], info["contests"]) == ("Round 1", "running", [])
    seats = {(seat["owner"], seat["kind"], seat["bot"]) for seat in info["seats"]}
    assert seats == {(0, "human", None), (1, "human", None), (2, "bot", "random"), (None, "bot", "random")}
    assert info["clock"]["seconds"] == 600
    head = await server.hall.store.head(campaign)
    assert head is not None
    assert head.clock is not None
    assert not head.clock.running, "time does not pass in the campaign"
    # It is arranged there and not here.
    seat = f"/api/matches/{contest}/seats/0"
    for method, path, body in (
        ("PATCH", seat, {"name": "Nero"}),
        ("PATCH", seat, {"kind": "bot"}),
        ("POST", f"{seat}/take", {}),
        ("POST", f"/api/matches/{contest}/rematch", None),
    ):
        refused = await server.call(method, path, tokens[0], json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "contest-of-campaign")


async def test_lists_show_campaigns_and_who_is_asked_in_a_contest(server: House) -> None:
    campaign, tokens = await server.create("human", "human", game="league")
    async with server.players(campaign, tokens) as players:
        contest = await pass_all(players)
    listed = (await server.call("GET", "/api/matches")).json()
    assert [each["id"] for each in listed["open"] + listed["running"]] == [campaign]
    async with server.player(contest, tokens[0]) as ann:
        assert (await ann.answer(0, question(ann.view()).default))["type"] == "ack"
    for seat, waits in ((0, False), (1, True)):
        mine = (await server.call("POST", "/api/matches/lookup", json={"tokens": [tokens[seat]]})).json()
        assert [(each["match"]["id"], each["seats"]) for each in mine] == [(campaign, [seat])]
        assert (mine[0]["my_turn"], mine[0]["contest"]) == (waits, contest if waits else None)
    await play_contest(server, contest, tokens, random.Random(2))
    await until_goes_on(server, campaign)
    mine = (await server.call("POST", "/api/matches/lookup", json={"tokens": [tokens[0]]})).json()
    assert [(each["match"]["id"], each["my_turn"], each["contest"]) for each in mine] == [(campaign, True, None)]


async def test_what_a_contest_kept_secret_stays_so_while_its_campaign_is_under_way(server: House) -> None:
    campaign, tokens = await server.create("human", "human", game="league")
    async with server.players(campaign, tokens) as players:
        contest = await pass_all(players)
        async with server.players(contest, tokens) as drivers:
            await play_out(drivers, random.Random(3), moves=2)
            room = await server.hall.room(contest)
            assert room.running is not None
            hidden = secrets(room.running.match.state, None)
            assert hidden
            await play_out(drivers, random.Random(4))
        await until_goes_on(server, campaign)
        for path in (f"/api/matches/{campaign}", "/api/matches"):
            text = (await server.call("GET", path)).text
            assert not [secret for secret in hidden if secret in text]
        refused = await server.call("GET", f"/api/matches/{contest}/record")
        assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
        replay = (await server.call("GET", f"/api/matches/{contest}/replay")).json()
        told = [event["kind"] for frame in replay["frames"] for event in frame["events"]]
        assert "fingers" in told
        assert "token" not in told
        assert "sealed" not in told
        for player in players:
            await player.until_number((await server.info(campaign))["number"])
        await play_contest(server, await pass_all(players), tokens, random.Random(5))
        await until_goes_on(server, campaign)
    replay = (await server.call("GET", f"/api/matches/{contest}/replay")).json()
    assert "token" in [event["kind"] for frame in replay["frames"] for event in frame["events"]]


# -- restarts and several processes ------------------------------------------------------------


async def test_a_campaign_goes_on_after_restarts_wherever_they_come(place: Place) -> None:
    rng = random.Random(6)
    async with house(place) as server:
        campaign, tokens = await server.create("human", "human", game="league")
    info: dict[str, Any] = {"status": "running"}
    for _ in range(200):
        async with house(place) as server:
            info = await server.info(campaign)
            if info["status"] == "over":
                break
            under_way = [each["id"] for each in info["contests"] if each["status"] == "running"]
            async with server.players(under_way[0] if under_way else campaign, tokens) as players:
                for _ in range(rng.randrange(1, 6)):
                    asked = [player for player in players if player.view()["decision"] is not None]
                    for player in asked[:1]:
                        await play_out([player], rng, moves=1)
                        for each in players:
                            await each.until_number(player.number)
    assert info["status"] == "over"
    async with house(place) as server:
        ludus.verify((await server.call("GET", f"/api/matches/{campaign}/record")).json())
        assert await contests_of(server, campaign) == [each["id"] for each in info["contests"]]


@pytest.mark.usefixtures("swift_league")
async def test_what_a_stopped_process_left_undone_is_done_by_the_next(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as stopped:
        stopped.setattr(Contests, "look", lambda self, room: None)
        async with house(place) as server:
            campaign, tokens = await server.create("human", "human", game="league")
            async with server.players(campaign, tokens) as players:
                contest = await pass_all(players)
            await asyncio.sleep(0.3)
            assert await kinds(server, contest) == [], "made, and not begun"
    # Nobody has come back yet.
    async with house(place) as server:
        while not await kinds(server, contest):
            await asyncio.sleep(0.02)
    with monkeypatch.context() as stopped:
        stopped.setattr(Contests, "look", lambda self, room: None)
        async with house(place) as server:
            await play_contest(server, contest, tokens, random.Random(7))
            assert (await server.info(contest))["status"] == "over"
            assert "settle" not in await kinds(server, campaign)
    async with house(place) as server:
        while "settle" not in await kinds(server, campaign):
            await asyncio.sleep(0.02)
        assert (await kinds(server, campaign)).count("settle") == 1
        assert await contests_of(server, campaign) == [contest]
        await until_goes_on(server, campaign)


@pytest.mark.parametrize("opened", ["campaign", "contest"])
async def test_whoever_opens_either_of_them_settles_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, opened: str
) -> None:
    async def never(self: Any) -> None:
        await asyncio.sleep(1000)

    monkeypatch.setattr("ludus.server.hall.Hall._take_up_contests", never)
    with monkeypatch.context() as stopped:
        stopped.setattr(Contests, "look", lambda self, room: None)
        async with house(place) as server:
            campaign, tokens = await server.create("human", "human", game="league")
            async with server.players(campaign, tokens) as players:
                contest = await pass_all(players)
            await play_contest(server, contest, tokens, random.Random(8))
    async with house(place) as server:
        await asyncio.sleep(0.2)
        assert "settle" not in await kinds(server, campaign)
        await server.info({"campaign": campaign, "contest": contest}[opened])
        async with asyncio.timeout(20):
            while "settle" not in await kinds(server, campaign):
                await asyncio.sleep(0.02)


@pytest.mark.usefixtures("swift_league")
async def test_two_servers_share_a_campaign(place: Place) -> None:
    rng = random.Random(9)
    async with house(place) as one, house(place) as two:
        campaign, tokens = await one.create("human", "human", game="league")
        for number in range(2):
            async with one.player(campaign, tokens[0]) as ann, two.player(campaign, tokens[1]) as bob:
                contest = await pass_all([ann, bob])
            async with one.player(contest, tokens[0]) as ann, two.player(contest, tokens[1]) as bob:
                await play_out([ann, bob], rng)
            both = await asyncio.gather(until_goes_on(one, campaign), until_goes_on(two, campaign))
            assert all(each["contests"][number]["outcome"] for each in both)
        assert (await kinds(one, campaign)).count("settle") == 2
        assert len(await contests_of(one, campaign)) == 2
        ludus.verify((await two.call("GET", f"/api/matches/{campaign}/record")).json())


@pytest.mark.usefixtures("swift_league")
async def test_there_is_one_contest_of_each_number(server: House) -> None:
    campaign, tokens = await server.create("human", "human", game="league")
    async with server.players(campaign, tokens) as players:
        contest = await pass_all(players)
    child = await server.hall.store.head(contest)
    assert child is not None
    with pytest.raises(IntegrityError):
        await server.hall.store.create(replace(child, id="another12345"))


# -- seats -------------------------------------------------------------------------------------


async def test_a_seat_that_changes_hands_does_so_in_the_contest_too(server: House) -> None:
    campaign, tokens = await server.create("human", "human", game="league")
    async with server.players(campaign, tokens) as players:
        contest = await pass_all(players)
    seat = f"/api/matches/{campaign}/seats/1"
    assert (await server.call("PATCH", seat, tokens[1], json={"kind": "open"})).status_code == 200
    while (await server.info(contest))["seats"][1]["kind"] != "bot":
        await asyncio.sleep(0.02)
    token = (await server.call("POST", f"{seat}/take", json={"name": "Dora"})).json()["token"]
    while (await server.info(contest))["seats"][1]["kind"] != "human":
        await asyncio.sleep(0.02)
    assert (await server.info(contest))["seats"][1]["name"] == "Man of 1"
    async with server.player(contest, tokens[1]) as bob:
        assert set(bob.views) == {"watch"}
    await play_contest(server, contest, {0: tokens[0], 1: token}, random.Random(10))
    await until_goes_on(server, campaign)


async def test_bots_alone_play_their_contest_for_who_looks_at_the_campaign(server: House) -> None:
    campaign, _ = await server.create("bot", "bot", game="league")
    await asyncio.sleep(0.2)
    assert (await server.info(campaign))["number"] == 1
    async with server.player(campaign) as watcher:
        while watcher.view()["outcome"] is None:
            await watcher.receive()
    ludus.verify((await server.call("GET", f"/api/matches/{campaign}/record")).json())


# -- side by side ------------------------------------------------------------------------------


async def test_contests_side_by_side_end_in_any_order_also_across_a_restart(place: Place) -> None:
    rng = random.Random(8)
    async with house(place) as server:
        campaign, tokens = await server.create("human", "human", game="league", ruleset="two-tables")
        async with server.players(campaign, tokens) as players:
            await pass_all(players)
            tables = await contests_of(server, campaign)
            assert [each["title"] for each in players[0].view()["contests"]] == ["Round 1, table 1", "Round 1, table 2"]
            await play_contest(server, tables[1], tokens, rng)
            await players[0].until(lambda message: "table 2 is over" in message.get("note", ""))
            assert [each["number"] for each in players[0].view()["contests"]] == [0]
    async with house(place) as server:
        assert [each["status"] for each in (await server.info(campaign))["contests"]] == ["running", "over"]
        await play_contest(server, tables[0], tokens, rng)
        await until_goes_on(server, campaign)
        async with server.players(campaign, tokens) as players:
            await pass_all(players)
            for contest in (await contests_of(server, campaign))[2:]:
                await play_contest(server, contest, tokens, rng)
        assert (await until_goes_on(server, campaign))["status"] == "over"
        record = (await server.call("GET", f"/api/matches/{campaign}/record")).json()
        settled = [answer[1]["number"] for answer in record["answers"] if answer[0] == HOST]
        assert settled == [1, 0, 2, 3]
        assert len(record["contests"]) == len(settled)
        ludus.verify(record)
