"""Bots that think on a Dask cluster: a real scheduler and two workers. Where it is away, they think here."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

import ludus
from ludus.server import cluster as cluster_module
from ludus.server.thinkers import Thinkers

pytest.importorskip("distributed", reason="NOTHING IS PROVED OF DASK: it is not here. pip install 'ludus[dask]'")


@contextmanager
def running(module: str, *words: str) -> Iterator[str]:
    """A program of Dask's; what it says, until it has said where it is."""
    command = [sys.executable, "-m", module, *words, "--no-dashboard"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as program:
        assert program.stderr is not None
        try:
            for line in program.stderr:
                if found := re.search(r"(?:Scheduler at|Registered to):\s+(tcp://\S+)", line):
                    break
            else:
                raise AssertionError(f"{module} has ended")
            yield found[1]
        finally:
            program.kill()


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with ExitStack() as stack:
        words = ("--host", "127.0.0.1", "--port", "0")
        address = stack.enter_context(running("distributed.cli.dask_scheduler", *words))
        for _ in range(2):
            words = (address, "--nthreads", "1", "--no-nanny")
            stack.enter_context(running("distributed.cli.dask_worker", *words))
        yield address


async def test_bots_think_on_the_cluster(
    cluster: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def nobody(*words: object) -> None:
        raise AssertionError("a bot has thought here")

    monkeypatch.setattr(Thinkers, "_choose_here", nobody)
    thinkers = Thinkers(1, None, cluster)
    match = ludus.new_match("chariot-race", seed="cluster")
    seat = next(iter(match.pending))
    with caplog.at_level(logging.ERROR):
        choice = await thinkers.choose("random", match.view(seat, explain=False))
    await thinkers.close()
    assert choice in match.pending[seat]
    assert not caplog.records


async def test_where_the_cluster_is_away_bots_think_here(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "REACHED_WITHIN", 0.1)
    thinkers = Thinkers(1, None, "tcp://127.0.0.1:1")
    match = ludus.new_match("chariot-race", seed="cluster")
    seat = next(iter(match.pending))
    for _ in range(2):
        assert await thinkers.choose("random", match.view(seat, explain=False)) in match.pending[seat]
    await thinkers.close()
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records][-1] == "it was away a moment ago"
