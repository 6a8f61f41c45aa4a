"""Starting the server: what cannot be opened is refused with a sentence. Ending it: nothing is left behind."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from ludus.server import run
from ludus.server.run import CannotOpen, reach
from ludus.server.settings import Settings


def test_a_new_folder_is_made(tmp_path: Path) -> None:
    reach(Settings(data=tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()


def test_no_folder_and_no_database(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(CannotOpen, match=r"cannot keep matches in .*file: File exists"):
        reach(Settings(data=file))
    folder = tmp_path / "folder"
    folder.mkdir()
    noise = file.read_bytes()
    (folder / "ludus.sqlite3").write_bytes(noise)
    with pytest.raises(CannotOpen, match="file is not a database"):
        reach(Settings(data=folder))
    assert (folder / "ludus.sqlite3").read_bytes() == noise, "nothing of it has changed"


@pytest.mark.parametrize("url", ["nonsense", "lorem://user@host/ludus"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(CannotOpen, match="a database is written") as refusal:
        reach(Settings(database_url=url))
    assert refusal.value.code == "cannot-open"


@pytest.mark.parametrize(
    ("module", "how"),
    [(["ludus.server.run"], signal.SIGTERM), (["ludus", "serve"], signal.SIGINT)],
    ids=["told to go", "interrupted"],
)
def test_it_goes_without_a_word_while_bots_are_thinking(tmp_path: Path, module: list[str], how: signal.Signals) -> None:
    program = [sys.executable, "-m", *module, "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        race = {"game": "chariot-race", "seats": [{"kind": "bot", "bot": "agitator"}] * 4}
        match = httpx.post(f"{address}api/matches", json=race).json()["match"]
        with connect(f"{address.replace('http', 'ws')}api/matches/{match['id']}/socket") as socket:
            socket.send(json.dumps({"type": "hello", "tokens": []}))
            while json.loads(socket.recv())["type"] != "update":
                pass
            server.send_signal(how)
        said, complained = server.communicate(timeout=20)
    assert (said, complained) == ("", "")


@pytest.mark.parametrize(
    ("moves", "sweeps"),
    [
        pytest.param(itertools.repeat(7), 3, id="nobody moves"),
        pytest.param(itertools.count(), 9, id="somebody always moves"),
        pytest.param(itertools.chain(range(5), itertools.repeat(5)), 7, id="as soon as nobody does"),
    ],
)
async def test_everything_is_looked_through_when_nobody_moves(
    monkeypatch: pytest.MonkeyPatch, moves: Iterator[int], sweeps: int
) -> None:
    """It takes the longer the more matches there are, and everybody would wait."""
    looked: list[int] = []
    monkeypatch.setattr(run, "SWEEP_EVERY", 0)
    monkeypatch.setattr(run, "STROKES", 1)
    monkeypatch.setattr(run, "SWEEPS_TO_A_CLEANING", 3)
    monkeypatch.setattr(run, "MOST_SWEEPS", 9)
    monkeypatch.setattr("ludus.server.run.gc.collect", lambda generation=2: looked.append(generation))
    sweeping = asyncio.ensure_future(run.sweep(lambda: next(moves)))
    while 2 not in looked:
        await asyncio.sleep(0)
    sweeping.cancel()
    assert looked == [1] * sweeps + [2]


async def test_while_somebody_moves_little_is_looked_through_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    moves = iter((1, 2, 2, 2))
    monkeypatch.setattr(run, "SWEEP_EVERY", 0)
    monkeypatch.setattr("ludus.server.run.gc.collect", lambda generation=2: looked.append(generation))
    done: list[int] = []  # strokes before each look at the moves

    def count() -> int:
        done.append(len(looked))
        return next(moves)

    sweeping = asyncio.ensure_future(run.sweep(count))
    while len(done) < 4:
        await asyncio.sleep(0)
    sweeping.cancel()
    assert [after - before for before, after in itertools.pairwise([0, *done])] == [1, run.STROKES, run.STROKES, 1]
