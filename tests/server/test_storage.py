"""What is on disk: restarts, several processes, group commit, migrations."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import IntegrityError, OperationalError

import ludus
from ludus.core.errors import DataError
from ludus.core.record import read_events
from ludus.core.running import FEW
from ludus.server import migrate as migrations
from ludus.server import store as storing
from ludus.server.running_match import RunningMatch
from ludus.server.sql_engine import make_engine
from ludus.server.sql_tables import metadata
from ludus.server.store import Store
from ludus.server.writer import Conflict, Writer
from tests.games.morra import Morra
from tests.server.kit import House, Place, house, kept, play, question


@pytest.mark.parametrize("game", ["chariot-race", "morra"])
async def test_a_match_goes_on_after_restarts(morra: Morra, place: Place, game: str) -> None:
    rng = random.Random(12)
    async with house(place) as server:
        match_id, tokens = await server.create("human", "human", "human", game=game)
    views: list[Any] = []
    events: list[Any] = []
    over = False
    while not over:
        async with house(place) as server, server.players(match_id, tokens) as players:
            assert views in ([], [player.views for player in players])
            assert events in ([], [player.events for player in players])
            await play(players, rng, moves=60 if game == "chariot-race" else 7)
            undoing = [player for player in players if player.view()["undo"]]
            if undoing and rng.random() < 0.5:
                done = await undoing[0].ask("undo", undoing[0].view()["seat"])
                for player in players:
                    await player.until_number(done["number"])
            views = [await player.settled() for player in players]
            events = [player.events for player in players]
            over = players[0].view()["outcome"] is not None
    async with house(place) as server:
        record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
        assert ludus.verify(record).outcome is not None
        replay = (await server.call("GET", f"/api/matches/{match_id}/replay")).json()
        told = [event["n"] for frame in replay["frames"] for event in frame["events"]]
        assert told == list(range(len(read_events(record))))


async def test_loading_plays_only_what_came_after_the_checkpoint(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(1), moves=80)
    saved = await server.hall.store.load(match_id)
    assert saved is not None
    assert saved.snapshot is not None
    after = [step for step in saved.steps if step.number > saved.snapshot.number]
    assert len(after) < FEW + 16  # a checkpoint is kept at the end of the turn in which it is worth it
    live = (await server.hall.room(match_id)).running
    loaded = RunningMatch.load(saved)
    assert live is not None
    assert loaded is not None
    assert loaded.match.record() == live.match.record()
    assert loaded.asked == live.asked


async def test_two_servers_share_a_match(place: Place) -> None:
    rng = random.Random(13)
    async with house(place) as one, house(place) as two:
        match_id, tokens = await one.create("human", "human")
        async with one.player(match_id, tokens[0]) as ann, two.player(match_id, tokens[1]) as bob:
            for _ in range(12):  # too few to wreck everybody
                player = ann if ann.view()["decision"] is not None else bob
                seat = player.view()["seat"]
                assert (await player.answer(seat, question(player.view()).sample(rng)))["type"] == "ack"
                for each in (ann, bob):
                    await each.until_number(player.number)
            assert ann.events == bob.events
            assert ann.view()["position"] == bob.view()["position"]
            renamed = await two.call("PATCH", f"/api/matches/{match_id}/seats/1", tokens[1], json={"name": "Brutus"})
            assert renamed.status_code == 200
            await ann.until(lambda message: bool(ann.match["seats"][1]["name"] == "Brutus"))


async def test_the_database_decides_who_was_first(morra: Morra, place: Place) -> None:
    # The servers do not look by themselves what the other wrote: the conflict must tell them.
    async with house(place, poll_seconds=1000) as one, house(place, poll_seconds=1000) as two:
        match_id, tokens = await one.create("human", "human", game="morra")
        async with (
            one.player(match_id, tokens[0]) as ann,
            two.player(match_id, tokens[1]) as bob,
            two.player(match_id, tokens[0]) as twin,
        ):
            # Two secret answers at once, each to its own server: both count.
            done = await asyncio.gather(
                ann.answer(0, question(ann.view()).default), bob.answer(1, question(bob.view()).default)
            )
            assert sorted(each["number"] for each in done) == [2, 3]
            await twin.send(type="resync")
            await twin.until_number(3)
            # The same seat answers the same question at both: one counts, the other learns that it was late.
            await ann.hello(tokens[0])
            fingers = question(ann.view()).default
            done = await asyncio.gather(ann.answer(0, fingers), twin.answer(0, fingers))
            assert sorted(each["type"] for each in done) == ["ack", "refused"]
            late = next(each for each in done if each["type"] == "refused")
            assert late["code"] in ("stale", "already-answered")
            # The same message sent to both is one message.
            bobs = await one.hall.room(match_id)
            await bobs.catch_up()
            await bob.hello(tokens[1])  # whoever wrote last, he has it now
            async with one.player(match_id, tokens[1]) as again:
                choice = question(again.view()).default
                done = await asyncio.gather(again.answer(1, choice, id="x"), bob.answer(1, choice, id="x"))
            assert done[0] == done[1]
        saved = await one.hall.store.load(match_id)
        assert saved is not None
        assert [step.number for step in saved.steps] == list(range(1, len(saved.steps) + 1))


async def test_what_cannot_be_written_did_not_happen(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(1), moves=3)
        before = players[0].number
        player = next(each for each in players if each.view()["decision"] is not None)
        await player.settled()
        seat, asked = player.view()["seat"], player.decision()
        write = server.hall.store.append

        def full(page: Any) -> asyncio.Future[None]:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            future.set_exception(OperationalError("INSERT", {}, sqlite3.OperationalError("disk is full")))
            return future

        monkeypatch.setattr(server.hall.store, "append", full)
        refused = await player.answer(seat, asked["default"])
        assert refused["code"] == "storage"
        assert player.number == before
        assert player.decision() == asked
        monkeypatch.setattr(server.hall.store, "append", write)
        assert (await player.answer(seat, asked["default"]))["number"] == before + 1


# -- the writer ------------------------------------------------------------------------------


async def test_jobs_that_wait_together_are_one_transaction(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'x.sqlite3'}", connect_args={"check_same_thread": False})
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY)"))
    writer = Writer(engine, on_the_spot=False)
    began: list[Connection] = []

    def job(number: int) -> Any:
        def run(connection: Connection) -> int:
            began.append(connection)
            if number == 7:
                raise Conflict
            connection.execute(text("INSERT INTO t VALUES (:n)"), {"n": number % 10})
            return number

        return run

    blocked = asyncio.get_running_loop().create_future()
    first = writer.pause(lambda _: asyncio.run_coroutine_threadsafe(_wait(blocked), loop).result())
    loop = asyncio.get_running_loop()
    jobs = [writer.write(str(number), job(number)) for number in range(10)]
    blocked.set_result(None)
    await first
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert [each for each in done if not isinstance(each, Exception)] == [0, 1, 2, 3, 4, 5, 6, 8, 9]
    assert isinstance(done[7], Conflict)
    assert len({id(connection) for connection in began}) == 1
    # One that fails takes nobody with it.
    mixed = await asyncio.gather(writer.write("a", job(17)), writer.write("b", job(11)), return_exceptions=True)
    assert mixed[0] == 17
    assert isinstance(mixed[1], Exception)
    writer.close()
    engine.dispose()


async def test_the_event_loop_writes_what_one_turn_brought_and_only_a_thread_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    engine = make_engine(url, writing=True)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY)"))
    writer = Writer(engine, on_the_spot=True)
    commits: list[str] = []
    commit = Writer._commit

    def committed(self: Writer, transaction: Any) -> bool:
        commits.append(threading.current_thread().name)
        return commit(self, transaction)

    monkeypatch.setattr(Writer, "_commit", committed)

    def insert(number: int) -> asyncio.Future[Any]:
        return writer.write(str(number), lambda connection: put(connection, number))

    def put(connection: Connection, number: int) -> int:
        connection.execute(text("INSERT INTO t VALUES (:n)"), {"n": number})
        return number

    # Nothing is told before it is on disk, and one turn of the loop is one transaction.
    writer._lately = 0.0
    jobs = [insert(number) for number in range(5)]
    assert not any(job.done() for job in jobs)
    assert await asyncio.gather(*jobs) == [0, 1, 2, 3, 4]
    assert commits == [threading.main_thread().name]
    # A slow disk is waited for by a thread; what comes meanwhile is the next transaction.
    writer._lately = 1.0
    first = insert(5)
    while not writer._committing:
        await asyncio.sleep(0)
    later = [insert(6), insert(7)]
    assert await asyncio.gather(first, *later) == [5, 6, 7]
    assert [name.startswith("ludus-committer") for name in commits[1:]] == [True, True]
    # One that fails takes nobody with it, and a file that another process holds is waited for by a thread.
    mixed = await asyncio.gather(insert(8), insert(5), return_exceptions=True)
    assert mixed[0] == 8
    assert isinstance(mixed[1], IntegrityError)
    with sqlite3.connect(tmp_path / "x.sqlite3", isolation_level=None) as foreign:
        foreign.execute("BEGIN IMMEDIATE")
        held = insert(9)
        await asyncio.sleep(0.05)
        assert not held.done()
        foreign.execute("ROLLBACK")
        assert await held == 9
        assert foreign.execute("SELECT count(*) FROM t").fetchone() == (10,)
    writer.close()
    engine.dispose()


async def _wait(future: asyncio.Future[None]) -> None:
    await future


# -- migrations ------------------------------------------------------------------------------


async def test_what_is_asked_again_and_again_is_asked_one_after_the_other(server: House) -> None:
    store, asking, most = server.hall.store, 0, 0

    def ask(connection: Connection) -> None:
        nonlocal asking, most
        asking += 1
        most = max(most, asking)
        connection.execute(text("SELECT 1")).all()
        time.sleep(0.005)
        asking -= 1

    await asyncio.gather(*(store.look_out(ask) for _ in range(5)))
    assert most == 1, "a move takes turns with one thread"


def test_migrations_lead_to_the_tables(place: Place) -> None:
    engine = create_engine(kept(place).url)
    migrations.migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    folder = ScriptDirectory(str(Path(migrations.__file__).parent / "migrations"))
    assert folder.get_current_head() == migrations.HEAD
    assert {script.revision for script in folder.walk_revisions()} == set(migrations.KNOWN)
    migrations.migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DataError) as refused:
        migrations.migrate(engine)
    assert refused.value.code == "newer-database"
    engine.dispose()


def test_servers_that_start_at_once_migrate_once(place: Place) -> None:
    async def open_many() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(Store, kept(place).url) for _ in range(4)))
        for store in stores:
            store.close()

    asyncio.run(open_many())


async def test_sqlite_is_set_to_keep_what_it_was_given(server: House, tmp_path: Path) -> None:
    match_id, _ = await server.create("human", "human")
    with server.hall.store._writing.connect() as connection:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
    assert found == wanted
    await server.hall.store.tidy()
    assert (await server.info(match_id))["status"] == "running"


async def test_the_log_takes_room_only_while_much_is_going_on(
    server: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "STILL", 2)
    monkeypatch.setattr(storing, "BUSY", 1)
    store = server.hall.store
    log = Path(f"{store._writing.url.database}-wal")
    match_id, _ = await server.create("human", "human")
    await store.tidy()
    assert log.stat().st_size > 8_000_000
    await store.tidy()
    await store.tidy()
    assert log.stat().st_size < 100_000, "two times nothing had changed"
    assert (await server.info(match_id))["status"] == "running"
    await server.create("human", "human")
    await store.tidy()
    assert log.stat().st_size > 8_000_000
