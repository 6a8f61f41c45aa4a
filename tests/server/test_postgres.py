"""The server with PostgreSQL instead of its own file."""

from __future__ import annotations

import itertools
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludus
from tests.server.kit import House, play
from tests.server.postgres import MISSING, Postgres, find_programs

# What holds for SQLite holds here: the same tests with the `place` below.
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

names = (f"ludus_{number}" for number in itertools.count())


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    programs = find_programs()
    if programs is None:
        pytest.skip(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="ludus-"))  # a socket's path must be short
    postgres = Postgres(programs, folder)
    postgres.start()
    yield postgres
    postgres.crash()
    shutil.rmtree(folder)


@pytest.fixture
def place(postgres: Postgres) -> str:
    return postgres.new_database(next(names))


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
