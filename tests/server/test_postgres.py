"""The server with PostgreSQL instead of its own file."""

from __future__ import annotations

import itertools
import random
import secrets
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select
from tools import rehearse

import ludus
from ludus.server.chest import pack, unpack
from ludus.server.keeping import delete_match
from ludus.server.migrate import migrate
from ludus.server.sql_engine import make_engine
from ludus.server.sql_tables import challenges
from tests.server.kit import House, house, play, question
from tests.server.postgres import MISSING, Postgres, find_programs, private_postgres

# What holds for SQLite holds here: the same tests with the `place` below.
from tests.server.test_accounts import (  # noqa: F401
    test_a_campaign_is_proven_without_the_name_of_who_is_forgotten,
    test_an_account_by_passkey_brings_its_seats_to_another_device,
    test_two_servers_rate_a_match_once,
)
from tests.server.test_bots import (  # noqa: F401
    test_a_person_races_bots_to_the_end,
    test_bots_go_on_after_a_restart,
)
from tests.server.test_campaigns import (  # noqa: F401
    test_there_is_one_contest_of_each_number,
    test_two_servers_share_a_campaign,
    test_what_a_stopped_process_left_undone_is_done_by_the_next,
)
from tests.server.test_clocks import test_a_clock_survives_a_restart_and_runs_where_nobody_looks  # noqa: F401
from tests.server.test_company import (  # noqa: F401
    test_a_database_of_before_clocks_and_notes_is_brought_up,
    test_notes_are_kept_and_reach_their_seat_only,
)
from tests.server.test_floor import test_the_database_decides_whose_bid_was_first  # noqa: F401
from tests.server.test_kills import kill_and_come_back
from tests.server.test_rest import test_open_and_running_matches_are_listed_and_mine_are_found  # noqa: F401
from tests.server.test_seats import test_the_same_match_again  # noqa: F401
from tests.server.test_standing_orders import test_they_survive_a_restart_and_act_where_nobody_looks  # noqa: F401
from tests.server.test_storage import (  # noqa: F401
    test_a_match_goes_on_after_restarts,
    test_migrations_lead_to_the_tables,
    test_servers_that_start_at_once_migrate_once,
    test_the_database_decides_who_was_first,
    test_two_servers_share_a_match,
)
from tests.server.test_tournaments import test_two_servers_make_a_round_once_and_a_restart_goes_on  # noqa: F401

names = (f"ludus_{number}" for number in itertools.count())


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    if find_programs() is None:
        pytest.skip(MISSING)
    with private_postgres() as postgres:
        yield postgres


@pytest.fixture
def place(postgres: Postgres) -> str:
    return postgres.new_database(next(names))


@pytest.mark.slow
def test_the_house_of_the_compose_file_is_rehearsed(place: str, tmp_path: Path) -> None:
    rehearse.rehearse_compose(tmp_path, place)


async def test_the_database_may_be_away_for_a_while(postgres: Postgres, server: House) -> None:
    rng = random.Random(3)
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, rng, moves=6)
        before = players[0].number
        asked = next(player for player in players if player.view()["decision"] is not None)
        seat, choice = asked.view()["seat"], asked.decision()["default"]
        with postgres.away():
            for _ in range(2):
                refused = await asked.answer(seat, choice)
                assert (refused["type"], refused["code"]) == ("refused", "storage")
            listing = await server.call("GET", "/api/matches")
            assert (listing.status_code, listing.json()["code"]) == (503, "storage")
            assert asked.number == before
        assert (await asked.answer(seat, choice))["number"] == before + 1
        for player in players:
            await player.until_number(before + 1)
        await play(players, rng)
    record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
    ludus.verify(record)


async def test_what_is_read_together_is_of_one_moment(server: House, place: str) -> None:
    """A head without a step that came after it: who has both would play that step twice, and refuse everybody."""
    writing = make_engine(place, writing=True)
    row = {"kind": "test", "body": "{}", "mail": None, "expires": 0.0}

    def read(connection: Connection) -> list[int]:
        counted = []
        for _ in range(2):
            counted.append(connection.execute(select(func.count()).select_from(challenges)).scalar_one())
            with writing.begin() as other:
                other.execute(insert(challenges), {**row, "id": secrets.token_hex()})
        return counted

    try:
        assert await server.hall.store.read(read) == [0, 0]
        assert await server.hall.store.read(read) == [2, 2]
    finally:
        writing.dispose()


async def test_a_character_that_postgresql_does_not_keep(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    assert (await server.call("GET", f"/api/matches/{match_id}%00")).status_code == 404
    named = await server.call("PATCH", f"/api/matches/{match_id}/seats/0", tokens[0], json={"name": "A\x00nn"})
    assert named.status_code == 200
    async with server.players(match_id, tokens) as players:
        asked = next(player for player in players if player.view()["decision"] is not None)
        seat, choice = asked.view()["seat"], asked.decision()["default"]
        assert (await asked.ask("say", seat, text="Ave\x00!"))["type"] == "ack"
        await asked.send(type="answer", id="a\x00b", seat=seat, decision=asked.decision()["number"], choice=choice)
        assert (await asked.until_type("refused"))["code"] == "malformed"


async def test_a_backup_goes_from_postgresql_to_sqlite_and_back(server: House, place: str, tmp_path: Path) -> None:
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(5), moves=9)
        for player in players:
            await player.ask("resign", player.view()["seat"])
    record = await server.hall.store.record(match_id)
    here = make_engine(place, writing=False)
    there = make_engine(f"sqlite:///{tmp_path / 'ludus.sqlite3'}", writing=True)
    try:
        migrate(there)
        assert pack(here, tmp_path / "one") == unpack(there, tmp_path / "one", whole=True) == 1
        assert pack(there, tmp_path / "two", [match_id]) == 1
        assert delete_match(here, match_id) == 1
        assert unpack(here, tmp_path / "two", whole=False) == 1
    finally:
        here.dispose()
        there.dispose()
    assert await server.hall.store.record(match_id) == record


async def test_a_move_is_seen_at_another_process_at_once(postgres: Postgres, place: str) -> None:
    """Called out by the database: nobody looks for himself here, and the listeners come back after an outage."""
    rng = random.Random(21)
    async with house(place, poll_seconds=1000) as one, house(place, poll_seconds=1000) as two:
        match_id, tokens = await one.create("human", "human")
        async with one.player(match_id, tokens[0]) as ann, two.player(match_id, tokens[1]) as bob:

            async def moves(count: int) -> list[float]:
                times = []
                for _ in range(count):
                    player, other = (ann, bob) if ann.view()["decision"] is not None else (bob, ann)
                    choice = question(player.view()).sample(rng)
                    while (done := await player.answer(player.view()["seat"], choice))["type"] != "ack":
                        assert done["code"] == "storage", done
                    began = time.perf_counter()
                    await other.until_number(done["number"])
                    times.append(time.perf_counter() - began)
                    await player.until_number(done["number"])
                return times

            # In a quiet house all of them come in 50 ms; `bench/load.py --processes 2` measures that.
            assert statistics.median(await moves(15)) < 0.05
            with postgres.away():
                pass
            # Either it is heard, or it is looked for when there is somebody to listen again.
            assert max(await moves(10)) < 5


@pytest.mark.slow
async def test_kill_dash_nine_loses_no_acknowledged_answer(place: str) -> None:
    await kill_and_come_back(place, kills=15)
