"""A running server for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.dice import same_dice
from tests.server.kit import House, Place, house


@pytest.fixture(autouse=True)
def fallen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice fall as they fell in the last run."""
    monkeypatch.setattr("ludus.server.match_making.new_head", same_dice)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """What is proved of this place holds for other databases too where another module says so."""
    return tmp_path


@pytest.fixture
async def server(place: Place) -> AsyncIterator[House]:
    async with house(place) as running:
        yield running
