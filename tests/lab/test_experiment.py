"""Experiments: what the file may say, runs that stop and go on, Parquet, the report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from ludus.cli import app
from ludus.core.errors import LudusError
from ludus.lab.experiment import Experiment, read_experiment
from ludus.lab.findings import average, changes, mean_places, trend, verdicts, win_shares
from ludus.lab.parquet import write_parquet
from ludus.lab.report import report
from ludus.lab.rows import Row, play_task
from ludus.lab.run import JOURNAL, Journal, run

SMALL = """
title = "Who <wins>?"
question = "Two against two."
game = "chariot-race"
games = 3
seed = "small"
bots = ["random"]
decisions = true

[grid]
seats = [2, 3]
"""


@pytest.fixture(scope="module")
def small() -> Experiment:
    return read_experiment(SMALL)


@pytest.fixture(scope="module")
def rows(small: Experiment) -> list[Row]:
    return [play_task(small, task) for task in sorted(small.tasks)]


def timeless(rows: list[Row]) -> list[Row]:
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


def test_the_grid_is_every_combination() -> None:
    plain = SMALL + 'bots = [["random"], ["tiro", "random"]]\n[grid.options]\nfinish_protection = [true, false]\n'
    cells = read_experiment(plain).cells
    assert len(cells) == 8
    assert cells[2].labels == {"seats": "2", "bots": "tiro + random", "finish_protection": "yes"}


def test_every_match_once_and_a_row_each(small: Experiment, rows: list[Row]) -> None:
    assert len(small.tasks) == len(set(small.tasks)) == len(rows) == 6
    assert [len(row["places"]) for row in rows] == [2, 2, 2, 3, 3, 3]
    assert all(len(row["asked"]) == row["decisions"] for row in rows)


def test_a_run_goes_on_where_it_stopped(small: Experiment, rows: list[Row], tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise Stop

    with pytest.raises(Stop):
        run(small, tmp_path, progress=stop)
    journal = tmp_path / JOURNAL
    before = journal.read_bytes()
    assert before.count(b"\n") == 2
    with journal.open("ab") as file:
        file.write(b'{"cell":0,"numb')  # the machine went down in the middle of a line
    told: list[int] = []
    found = run(small, tmp_path, progress=lambda done, total: told.append(done))
    assert told == [2, 3, 4, 5, 6]
    assert journal.read_bytes().startswith(before)
    assert journal.read_bytes().count(b"\n") == 6
    assert timeless(found) == timeless(rows)
    told.clear()
    more = run(read_experiment(SMALL, games=4), tmp_path, progress=lambda done, total: told.append(done))
    assert len(more) == 8, "more games of the same experiment are added"
    assert told[0] == 6


def test_results_of_two_experiments_are_not_mixed(small: Experiment, tmp_path: Path) -> None:
    run(read_experiment(SMALL, games=1), tmp_path)
    with pytest.raises(LudusError, match="another experiment") as refused:
        run(read_experiment(SMALL.replace('"random"', '"tiro"')), tmp_path)
    assert refused.value.code == "lab-changed"


def test_one_run_at_a_time_writes_a_journal(small: Experiment, tmp_path: Path) -> None:
    journal = Journal(tmp_path, small)
    with pytest.raises(LudusError, match="another run") as refused:
        run(small, tmp_path)
    journal.close()
    assert refused.value.code == "lab-busy"
    assert not (tmp_path / JOURNAL).read_bytes()


def test_an_interrupt_keeps_what_is_played(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text(SMALL.replace("games = 3", "games = 100000"), encoding="utf-8")
    command = [sys.executable, "-m", "ludus", "lab", "run", str(file), "--jobs", "2"]
    journal = tmp_path / "long" / JOURNAL
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            while not (journal.exists() and journal.stat().st_size) and process.poll() is None:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            assert "goes on from there" in process.communicate(timeout=60)[1]
        finally:
            process.kill()
    assert process.returncode == 130
    assert all(json.loads(line)["places"] for line in journal.read_text(encoding="utf-8").splitlines())


def test_parquet_has_a_row_a_match_and_a_row_a_decision(rows: list[Row], tmp_path: Path) -> None:
    matches, decisions = write_parquet(rows, tmp_path)
    table = parquet.read_table(matches)
    assert table.num_rows == 6
    assert table.column("places").to_pylist() == [row["places"] for row in rows]
    assert table.column("axis_seats").to_pylist() == ["2"] * 3 + ["3"] * 3
    assert parquet.read_table(decisions).num_rows == sum(row["decisions"] for row in rows)


def test_the_report_needs_nothing_from_outside(small: Experiment, rows: list[Row]) -> None:
    page = report(small, rows, "ludus lab run small.toml")
    assert "Who &lt;wins&gt;?" in page
    assert "ludus lab run small.toml" in page
    assert page.count("<svg") == 1, "lengths; there is one bot, and nothing else to compare"
    for outside in ("<script", "<link", 'src="', "@import", "url(http"):
        assert outside not in page
    assert report(small, rows, "ludus lab run small.toml") == page, "the same rows, the same bytes"


def row(cell: int, winner: int, **more: Any) -> Row:
    plain: Row = {"cell": cell, "winners": [winner], "places": [1 + winner, 2 - winner], "axis_seats": str(cell + 2)}
    return {**plain, "rounds": 5, "decisions": 9, "bots": ["random"] * 2, **more}


def test_shares_and_changes(small: Experiment) -> None:
    races = [row(0, int(number >= 30), lane=[1, 2]) for number in range(40)]
    found = {each.name: each for each in win_shares(races, "lane")}
    assert found["1"].value == 0.75
    assert 0.5 < found["1"].low < 0.75 < found["1"].high < 0.9
    assert average("", [2, 2]).low == average("", [2, 2]).high == 2
    same = [row(0, number % 2, rounds=5 + number % 3) for number in range(30)]
    longer = [row(1, number % 2, rounds=8 + number % 3) for number in range(30)]
    sure = {each.measure: each for each in changes(small, same + longer)}
    assert sure["rounds a match"].sure
    assert sure["rounds a match"].difference.value == pytest.approx(3)
    assert not sure["wins of the first seat"].sure


def test_what_is_proven_and_what_is_not(small: Experiment) -> None:
    """Three of four is proven in forty races, five of eight is not; the report says both in words."""
    races = [row(0, int(number >= 30), lane=[1, 2]) for number in range(40)]
    races += [row(1, int(number >= 25), lane=[1, 2]) for number in range(40)]
    clear, unclear = verdicts(small, races)
    assert [each.name for each in clear.more] == ["1"]
    assert [each.name for each in clear.less] == ["2"]
    assert clear.more[0].low < win_shares(races[:40], "lane")[0].low, "wider for several comparisons"
    assert (unclear.more, unclear.less, len(unclear.open)) == ((), (), 2)
    page = report(small, races, "")
    assert "by lane at the start: more than a fair share (50.0%): 1 75.0%" in page
    assert "By lane at the start (seats: 3): nothing; what all of them win could be a fair share." in page


def test_the_answer_comes_first(small: Experiment) -> None:
    """In one sentence; of lanes it says besides how much further back each one is."""
    races = [row(0, int(number >= 30), lane=[1, 2]) for number in range(40)]
    asked = read_experiment('asks = { trait = "lane", value = "1" }\n' + SMALL)
    page = report(asked, races, "")
    assert "Lane 1 wins 75% (60% to 86%) of 40 matches with 2, where each further one costs +0.50 places" in page
    assert page.index("Lane 1 wins") < page.index("What is proven")
    assert asked.mark == small.mark, "what is asked changes no match"
    slope = trend(races, "lane")
    assert (slope.value, slope.count) == (0.5, 40)
    assert 0 < slope.low < 0.5 < slope.high < 1
    assert [each.value for each in mean_places(races, "lane")] == [1.25, 1.75]
    assert "<b>seats: 2</b>: each further lane at the start costs +0.500 places" in page, "which is proven"
    most = read_experiment('asks = { trait = "lane" }\n' + SMALL)
    assert "The most is won by 1 with 75%" in report(most, races, "")


def test_builds_go_with_their_seats() -> None:
    text = 'title = "B"\ngame = "circus"\nseats = 4\ngames = 2\nbots = ["random"]\n'
    text += 'builds = ["thunderfoot", "lasting-pleasure"]'
    experiment = read_experiment(text)
    assert [play_task(experiment, (0, number))["build"] for number in range(2)] == [
        ["2-2-0-0", "1-0-1-2", "2-2-0-0", "1-0-1-2"],
        ["1-0-1-2", "2-2-0-0", "1-0-1-2", "2-2-0-0"],
    ]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (SMALL.replace("title", "titel"), "bad-experiment"),
        (SMALL.replace('game = "chariot-race"', ""), "bad-experiment"),
        (SMALL.replace("games = 3", 'games = "three"'), "bad-experiment"),
        (SMALL.replace("games = 3", "games = 0"), "bad-experiment"),
        (SMALL.replace("[2, 3]", "2"), "bad-experiment"),
        (SMALL.replace("[2, 3]", "[2, 99]"), "bad-seats"),
        (SMALL.replace("seats = [2, 3]", "luck = [1]"), "bad-experiment"),
        (SMALL.replace('["random"]', '["nobody"]'), "unknown-bot"),
        (SMALL.replace('["random"]', "[1]"), "bad-experiment"),
        (SMALL.replace("decisions = true", 'builds = ["thunderfoot"]'), "bad-experiment"),
        (SMALL.replace("[2, 3]", str(list(range(501)))), "bad-experiment"),
        ('asks = { trait = "luck" }' + SMALL, "bad-experiment"),
        ('asks = { trait = "lane", value = 1 }' + SMALL, "bad-experiment"),
        ("title = ", "bad-toml"),
    ],
)
def test_what_cannot_be_played_is_refused_first(wrong: str, code: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(wrong, encoding="utf-8")
    result = CliRunner().invoke(app, ["lab", "run", str(file), "--json"])
    assert result.exit_code == 2, result.output
    assert json.loads(result.stdout)["error"]["code"] == code
    assert os.listdir(tmp_path) == ["wrong.toml"]
