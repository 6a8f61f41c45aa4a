"""What all tests share."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from tests.games import league as league_game
from tests.games import morra as morra_game
from tests.rule_coverage import RuleCoverage

# The machine may be busy, and a red run must be red again.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

# Hundreds of databases wait for their disk. Who is killed loses no more in memory than there.
MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_report_header() -> list[str]:
    """What is too heavy for everybody, and is tested only where it is."""
    return [] if find_spec("pyspiel") else ["OpenSpiel is absent, its games are not tested: pip install open_spiel"]


def pytest_configure(config: pytest.Config) -> None:
    # In the background of a shell interrupts are ignored, and so they would be by every program that a test starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(RuleCoverage(config), "rule-coverage")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: browsers, servers and clocks are waited for now and then."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand tests stay to the end: nobody looks for rubbish among them, neither now nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Examples in docstrings are those of the sources: nobody looks through a thousand tests for more."""
    return [found for found in (yield) if not isinstance(found, DoctestModule)]


WITH_OTHERS = ("tests/browser/", "tests/server/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that at the end nobody waits for one long test.

    Tests with browsers, servers and clocks have a second try when the machine was too busy for the first. The summary
    names those that needed it: each is a fault to be found."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    for item in items:
        if item.nodeid.startswith(WITH_OTHERS):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def morra() -> Iterator[morra_game.Morra]:
    """The test-only game with secrets, at home among the games as long as the test runs."""
    with morra_game.registered() as game:
        yield game


@pytest.fixture
def league() -> Iterator[league_game.League]:
    """The test-only game with an open floor and contests, and the morra that is played in those."""
    with league_game.registered() as game:
        yield game
