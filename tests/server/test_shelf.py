"""Finished matches on the shelf: smaller, and otherwise as they were."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

import ludus
from ludus.bots import Glimpse, make_bot
from ludus.core.decision import Choice
from ludus.server import shelf, thinkers
from ludus.server.sql_tables import records, snapshots, steps
from ludus.server.sql_tables import shelf as shelved
from ludus.server.store import Store
from tests.games.morra import Morra
from tests.server.kit import House, Place, house, play

MOST_BYTES = 1_000_000  # of a season of ten races
RACES = 3  # they are all alike: ten would prove no more


async def finish(server: House) -> tuple[str, dict[int, str]]:
    match_id, tokens = await server.create("human", "human", game="morra")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(4), moves=10_000)
    return match_id, tokens


async def put_all_away(store: Store) -> None:
    while await store.put_away():
        pass


async def rows(store: Store) -> dict[str, int]:
    def count(connection: Connection) -> dict[str, int]:
        tables = (steps, snapshots, records, shelved)
        return {each.name: connection.execute(select(func.count()).select_from(each)).scalar_one() for each in tables}

    return await store.read(count)


def unused(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA freelist_count").scalar_one())


async def test_a_match_on_the_shelf_is_what_it_was(morra: Morra, server: House, place: Place) -> None:
    match_id, _ = await finish(server)
    store = server.hall.store
    before = await store.load(match_id), await store.load(match_id, after=5), await store.record(match_id)
    shown = [(await server.call("GET", f"/api/matches/{match_id}/{what}")).content for what in ("record", "replay")]
    await put_all_away(store)
    assert await rows(store) == {"steps": 0, "snapshots": 0, "records": 0, "shelf": 1}
    if isinstance(place, Path):
        assert await store.read(unused) == 0, "what it took before is given back"
    assert (await store.load(match_id), await store.load(match_id, after=5), await store.record(match_id)) == before
    again = [(await server.call("GET", f"/api/matches/{match_id}/{what}")).content for what in ("record", "replay")]
    assert again == shown


async def test_people_talk_on_and_come_back_after_a_restart(morra: Morra, place: Place) -> None:
    async with house(place) as server:
        match_id, tokens = await finish(server)
        await put_all_away(server.hall.store)
        async with server.player(match_id, tokens[0]) as ann:
            said = await ann.ask("say", 0, text="Well played!")
            assert said["type"] == "ack", said
    async with house(place) as server:
        await put_all_away(server.hall.store)
        assert (await rows(server.hall.store))["steps"] == 1
        saved = await server.hall.store.load(match_id)
        assert saved is not None
        assert [step.number for step in saved.steps] == list(range(1, saved.head.number + 1))
        async with server.player(match_id, tokens[1]) as bob:
            assert bob.view()["outcome"] is not None
            assert bob.events


async def test_a_match_under_way_stays_where_it_is(morra: Morra, server: House) -> None:
    match_id, tokens = await server.create("human", "human", game="morra")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(4), moves=3)
        assert await server.hall.store.put_away() == 0
        assert (await rows(server.hall.store))["shelf"] == 0
        await play(players, random.Random(5), moves=10_000)


async def test_two_processes_put_a_match_away_once(morra: Morra, place: Place) -> None:
    async with house(place) as one, house(place) as two:
        match_id, _ = await finish(one)
        saved = await one.hall.store.load(match_id)
        stores = one.hall.store, two.hall.store
        parcels = [await store.read(lambda connection: shelf.pack(connection, match_id)) for store in stores]
        for store, parcel in zip(stores, parcels, strict=True):
            assert parcel is not None
            await store.write(match_id, partial(shelf.put_away, parcel=parcel))
        assert await rows(one.hall.store) == {"steps": 0, "snapshots": 0, "records": 0, "shelf": 1}
        assert await two.hall.store.load(match_id) == saved
        assert await two.hall.store.read(lambda connection: shelf.pack(connection, match_id)) is None


async def drive(self: Any, bot: str, view: Any, past: Any = ()) -> Choice:
    """A quick driver in every race; owners enter one chariot each, and do nothing else."""
    await asyncio.sleep(0)
    glimpse = Glimpse.from_view(view)
    if view["game"] == "circus":
        luck = f"{view['seat']} {len(str(view['position']))}"
        return make_bot("circus", "novus", luck).choose(glimpse)
    if glimpse.decision.name == "entries":
        return next(choice for choice in glimpse.decision if str(choice).count(" ") == 1)
    return glimpse.decision.default


async def test_a_file_of_an_older_house_learns_to_give_back_room(tmp_path: Path) -> None:
    """It was made with room in it, which it would have kept for ever."""
    path = tmp_path / "ludus.db"
    with sqlite3.connect(path) as older:
        older.execute("CREATE TABLE room (space BLOB)")
        older.execute("INSERT INTO room VALUES (zeroblob(8000000))")
        older.execute("DROP TABLE room")
    older.close()
    assert path.stat().st_size > 8 * MOST_BYTES / 2
    Store(f"sqlite:///{path}").close()
    assert path.stat().st_size < MOST_BYTES / 3  # empty tables


@pytest.mark.slow
async def test_a_season_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight chariots in each race: a megabyte is enough for a season of ten, as a database and as a record."""
    monkeypatch.setattr(thinkers.Thinkers, "choose", drive)
    file = tmp_path / "ludus.sqlite3"
    Store(f"sqlite:///{file}").close()
    empty = file.stat().st_size  # a page for every table and index, before anything is played
    async with house(tmp_path) as server:
        options = {"races": RACES}
        season, tokens = await server.create("human", *["bot"] * 7, game="campaign", ruleset="season", options=options)
        hands = await server.call("PUT", f"/api/matches/{season}/seats/0/hands", tokens[0], json={"hands": "run"})
        assert hands.status_code == 200
        while (await server.info(season))["status"] != "over":
            await asyncio.sleep(0.2)
        await put_all_away(server.hall.store)
        record = (await server.call("GET", f"/api/matches/{season}/record")).content
    most = empty + (MOST_BYTES - empty) * RACES // 10
    assert len(record) < most
    assert file.stat().st_size < most
    plain = json.loads(record)
    assert len(plain["contests"]) == RACES
    assert all(sum(map(len, race["options"]["stables"])) == 8 for race in plain["contests"])
    await asyncio.to_thread(ludus.verify, plain)
