"""Experiments, run: on this machine or on a cluster, stopped and gone on with, nothing lost and nothing counted twice.

Every match that is over is a line in a journal, written at once. Whoever goes on reads the journal first and plays what
is missing; since a match follows from the experiment and its number, it does not matter where it was played.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from ludus.core.errors import LudusError, SetupError
from ludus.lab.experiment import Experiment
from ludus.lab.rows import Row, Task, play_task
from ludus.lab.simulate import play_many

if sys.platform != "win32":
    import fcntl

JOURNAL, MARK = "journal.jsonl", "experiment.json"
TRIES = 5  # of a match whose worker is gone
PATIENCE = "20s"  # for a cluster to answer


class LabError(LudusError):
    """An experiment cannot be run here."""

    code = "lab"


class Journal:
    """What was played so far, a line a match. A line that a crash left half written is dropped."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._check(folder / MARK, experiment)
            self.path = folder / JOURNAL
            self._file = self.path.open("a", encoding="utf-8")
            _hold(self._file, folder)
            self.rows = self._read(experiment)
        except OSError as error:
            raise LabError(f"cannot write to {folder}: {error.strerror or error}", code="cannot-save") from error

    def _check(self, mark: Path, experiment: Experiment) -> None:
        """Results of another experiment are not mixed with these."""
        if mark.exists():
            if json.loads(mark.read_text(encoding="utf-8"))["mark"] != experiment.mark:
                raise LabError(
                    f"{mark.parent} has results of another experiment, or of this one before it was changed; choose "
                    "another --out, or delete it (only the number of games may grow)",
                    code="lab-changed",
                )
            return
        plain = {"mark": experiment.mark, "experiment": experiment.plain}
        mark.write_text(json.dumps(plain, ensure_ascii=False, indent=1), encoding="utf-8")

    def _read(self, experiment: Experiment) -> dict[Task, Row]:
        rows: dict[Task, Row] = {}
        whole = 0
        with self.path.open("rb") as file:
            for line in file:
                try:
                    row = json.loads(line)
                except ValueError:
                    break
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                rows[row["cell"], row["number"]] = row
        if whole < self.path.stat().st_size:
            os.truncate(self.path, whole)
        wanted = set(experiment.tasks)
        return {task: row for task, row in rows.items() if task in wanted}

    def write(self, task: Task, row: Row) -> None:
        if task in self.rows:
            return  # played twice, by a worker that was thought dead: the same match
        self._file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()
        self.rows[task] = row

    def close(self) -> None:
        self._file.close()


def _hold(file: TextIO, folder: Path) -> None:
    """One run at a time writes a journal; where the system knows no locks, nobody is kept out."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise LabError(f"another run is writing to {folder}; wait for it, or stop it", code="lab-busy") from error


def run(
    experiment: Experiment,
    folder: Path,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Row]:
    """Play what is missing of an experiment, and give all its rows, in order."""
    if jobs < 1:
        raise SetupError(f"there must be at least one job, not {jobs}", code="bad-jobs")
    journal = Journal(folder, experiment)
    try:
        tasks = [task for task in experiment.tasks if task not in journal.rows]
        everything = len(experiment.tasks)
        if progress is not None:
            progress(len(journal.rows), everything)
        for task, row in _play(experiment, tasks, jobs, cluster):
            journal.write(task, row)
            if progress is not None:
                progress(len(journal.rows), everything)
    finally:
        journal.close()
    return [journal.rows[task] for task in sorted(journal.rows)]


def _play(experiment: Experiment, tasks: Sequence[Task], jobs: int, cluster: str | None) -> Iterator[tuple[Task, Row]]:
    if not tasks:
        return iter(())
    if cluster is None:
        return play_many(partial(play_task, experiment), tasks, jobs)
    return _on_cluster(experiment, tasks, cluster)


def _on_cluster(experiment: Experiment, tasks: Sequence[Task], address: str) -> Iterator[tuple[Task, Row]]:
    """On a Dask cluster. A match whose worker is lost is played anew by another."""
    client = connect(address)
    with client:
        from distributed import as_completed

        mark = experiment.mark[:12]
        futures = {
            client.submit(play_task, experiment, task, key=f"ludus-{mark}-{task[0]}-{task[1]}", retries=TRIES): task
            for task in tasks
        }
        for future, row in as_completed(list(futures), with_results=True):
            yield futures.pop(future), row
            future.release()


def connect(address: str) -> Any:
    """A client of the cluster there."""
    try:
        from distributed import Client
    except ImportError as error:
        raise LabError("a cluster needs Dask: pip install 'ludus[lab]'", code="no-lab") from error
    try:
        return Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise LabError(f"no cluster answers at {address}: {error}", code="no-cluster") from error
