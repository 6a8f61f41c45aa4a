"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.games import morra as morra_game
from tests.rule_coverage import RuleCoverage

# The machine may be busy, and a red run must be red again.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(RuleCoverage(config), "rule-coverage")


@pytest.fixture
def morra() -> Iterator[morra_game.Morra]:
    """The test-only game with secrets, at home among the games as long as the test runs."""
    with morra_game.registered() as game:
        yield game
