"""A running server for each test."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludus.server.store import Store
from tests.dice import same_dice, same_luck
from tests.games.league import League
from tests.server.campaigns import bots_answer_at_once
from tests.server.kit import House, Place, house, kept


@pytest.fixture(autouse=True)
def fallen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice fall as they fell in the last run, and bots are as lucky."""
    monkeypatch.setattr("ludus.server.match_making.new_head", same_dice)
    monkeypatch.setattr("ludus.server.thinkers.new_luck", same_luck)


@pytest.fixture
def swift_league(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """The league, with bots that answer at once."""
    bots_answer_at_once(monkeypatch)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """What is proved of this place holds for other databases too where another module says so."""
    return tmp_path


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house that has just opened for the first time, made once for all tests that do not ask how."""
    folder = tmp_path_factory.mktemp("new")
    Store(kept(folder).url).close()
    return folder


@pytest.fixture
async def server(place: Place, new_database: Path) -> AsyncIterator[House]:
    if isinstance(place, Path):
        shutil.copytree(new_database, place, dirs_exist_ok=True)
    async with house(place) as running:
        yield running
