"""A real Dask cluster: a scheduler, two workers, and one of them killed in the middle of an experiment."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.core.errors import LudusError
from ludus.lab.experiment import read_experiment
from ludus.lab.run import JOURNAL, run

EXPERIMENT = """
title = "On a cluster"
game = "chariot-race"
games = 8
bots = ["tiro"]

[grid]
seats = [2, 3]
"""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and two workers of one thread each, all of them processes."""
    file = tmp_path / "scheduler.json"
    begin = [sys.executable, "-m"]
    local = ("--scheduler-file", str(file), "--no-dashboard")
    scheduler = [*begin, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *local]
    running = [subprocess.Popen(scheduler)]
    try:
        end = time.monotonic() + 60
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.1)
        worker = [*begin, "distributed.cli.dask_worker", *local, "--nthreads", "1", "--no-nanny"]
        running += [subprocess.Popen([*worker, "--local-directory", str(tmp_path)]) for _ in range(2)]
        yield json.loads(file.read_text(encoding="utf-8"))["address"], running[1:]
    finally:
        for process in running:
            process.kill()
            process.wait()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_loses_nothing_and_nothing_counts_twice(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    from distributed import Client

    address, (doomed, other) = cluster
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    experiment = read_experiment(EXPERIMENT)

    def kill(done: int, total: int) -> None:
        if done == 4:
            doomed.kill()
            doomed.wait()

    rows = run(experiment, tmp_path / "out", cluster=address, progress=kill)
    assert doomed.poll() is not None
    assert other.poll() is None
    lines = [json.loads(line) for line in (tmp_path / "out" / JOURNAL).read_text(encoding="utf-8").splitlines()]
    assert Counter((line["cell"], line["number"]) for line in lines) == Counter(experiment.tasks)
    here = run(experiment, tmp_path / "here")
    assert [row["places"] for row in rows] == [row["places"] for row in here], "the same matches as at home"


@pytest.mark.filterwarnings("ignore")
def test_where_no_cluster_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.lab.run.PATIENCE", "1s")
    with pytest.raises(LudusError, match="no cluster answers") as refused:
        run(read_experiment(EXPERIMENT), tmp_path, cluster="tcp://127.0.0.1:1")
    assert refused.value.code == "no-cluster"
