"""A running server for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.kit import House, house


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as running:
        yield running
