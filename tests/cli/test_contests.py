"""Matches with contests on the command line: simulated, proven, told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ludus.cli import app
from tests.games.league import League


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed)


def run_json(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    plain: dict[str, Any] = json.loads(result.stdout)
    return plain


@pytest.fixture
def record(league: League, tmp_path: Path) -> Path:
    result = run("simulate", "league", "--games", "1", "--seats", "2", "--save", str(tmp_path), "--drivers", "random")
    assert result.exit_code == 0, result.output
    return tmp_path / "0.json"


def without(record: Path, *missing: int) -> Path:
    plain = json.loads(record.read_text())
    plain["contests"] = [None if number in missing else each for number, each in enumerate(plain["contests"])]
    record.write_text(json.dumps(plain))
    return record


def test_proven_with_its_contests(record: Path) -> None:
    said = run("verify", str(record))
    assert said.exit_code == 0
    assert ", 2 contests proven, <Match of league" in said.output
    assert run_json("verify", str(record))["files"][0]["contests_proven"] == 2


def test_what_is_not_at_hand_is_believed(record: Path) -> None:
    assert ", 1 contest proven, 1 believed by its hash, <Match" in run("verify", str(without(record, 0))).output
    assert ", 0 contests proven, 2 believed by their hashes" in run("verify", str(without(record, 0, 1))).output
    told = run_json("verify", str(record))["files"][0]
    assert (told["contests_proven"], told["contests_believed"]) == (0, 2)


def test_a_changed_contest_is_found_out(record: Path) -> None:
    plain = json.loads(record.read_text())
    plain["contests"][0]["names"][0] = "Somebody else"
    record.write_text(json.dumps(plain))
    said = run("verify", str(record))
    assert said.exit_code == 1
    assert "Round 1: its record is not the one whose hash is written [record-differs]" in said.output


def test_told_with_its_contests_and_without(record: Path) -> None:
    alone = run("replay", str(record)).output
    assert "round: " in alone
    assert "omen" not in alone
    both = run("replay", str(record), "--contests").output
    assert both.startswith(alone)
    assert "Contest 1: Morra" in both
    assert "Contest 2: Morra" in both
    one = run_json("replay", str(record), "--contest", "2")
    assert one["game"] == "morra"
    everything = run_json("replay", str(record), "--contests")
    assert everything["contests"][1] == one
    assert one["outcome"] == json.loads(record.read_text())["contests"][1]["outcome"]


def test_a_contest_that_is_not_there(record: Path) -> None:
    said = run("replay", str(record), "--contest", "3")
    assert said.exit_code == 2
    assert "this record has 2 contests in it, no number 3 [no-contest]" in said.output


@pytest.mark.parametrize("contests", [3, [3], {"a": 1}])
def test_contests_that_are_none(record: Path, contests: object) -> None:
    plain = json.loads(record.read_text())
    plain["contests"] = contests
    record.write_text(json.dumps(plain))
    assert "[bad-record]" in run("replay", str(record), "--contests").output
    assert "[bad-record]" in run("verify", str(record)).output


def test_drivers_nobody_knows(league: League) -> None:
    said = run("simulate", "league", "--seats", "3", "--drivers", "phaethon")
    assert said.exit_code == 2
    assert "[unknown-bot]" in said.output
