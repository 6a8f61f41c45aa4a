"""What simulated seasons tell, and that the same seed tells the same whatever the jobs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ludus
from ludus.cli import app
from ludus.core.match import Match
from ludus.lab.season import Facts, Start, add_up, gains, heading, read_season
from ludus.lab.simulate import Simulation, simulate


def seasons(jobs: int = 1, **more: Any) -> Simulation:
    options = {"races": 3}
    return simulate(
        "campaign", games=3, seats=3, bots=["random"], seed=2, jobs=jobs, options=options, drivers=["random"], **more
    )


@pytest.fixture(scope="module")
def played() -> Simulation:
    return seasons()


def test_every_transfer_has_a_heading(played: Simulation) -> None:
    """What a purse gained adds up to what it has in the end."""
    for number, report in enumerate(played.reports):
        facts = report.facts
        assert isinstance(facts, Facts)
        assert all("other" not in money for money in facts.money), number
        assert facts.winners == report.winners


def test_the_money_adds_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[Match[Any], list[Match[Any]]]] = []
    monkeypatch.setattr("ludus.lab.simulate._save", lambda match, contests, path: played.append((match, contests)))
    seasons(save=tmp_path)
    for match, races in played:
        assert match.outcome is not None
        facts = read_season(match, races)
        assert [money.total() for money in facts.money] == match.outcome.report["cash"]
        ledger = match.state.ledger.transfers
        bets = sum(each.sum for each in ledger if each.why.startswith("a bet"))
        assert sum(each.staked for each in facts.stakes) == bets


def test_the_summary(played: Simulation) -> None:
    told = played.to_plain()["summary"]
    assert json.loads(json.dumps(told)) == told
    assert told["in a season"]["races"] <= 3
    assert next(iter(told["cash after a race"])) == "race 1"
    assert told["what a purse gained by"]["at the start"] == {"everybody": 10000, "winners": 10000}
    assert told["bets"]["staked in a race"] >= 100
    assert "guards" in told["money in a race"]
    raced = sum(row["raced"] for row in told["chariots by car"].values())
    assert raced == sum(row["raced"] for row in told["chariots by driver"].values())


def test_nobody_wins_and_nobody_races() -> None:
    told = add_up([Facts(2, (), [gains([], 0), gains([], 1)], gains([], 0), [])])
    assert told["cash after a race"] == {}
    assert told["bets"]["share paid back"] == 0
    assert told["chariots by car"] == {}


def test_kinds_of_chariots() -> None:
    facts = Facts(1, (0,), [gains([], 0)], gains([], 0), [2, 4])
    facts.curve = [[900], [800]]
    facts.starts = [Start("heavy", 1, 15, 1, False, False), Start("heavy", 2, 16, None, True, True)]
    told = add_up([facts])
    assert told["chariots by car"]["heavy"] == {
        "raced": 2,
        "share won": 0.5,
        "share placed": 0.5,
        "share killed": 0.5,
        "share wrecked": 0.5,
    }
    assert list(told["chariots by driver"]) == ["+1", "+2"]
    assert told["in a season"] == {"races": 2, "bankrupt": 2, "before race": 3}


def test_clauses_that_only_look_alike() -> None:
    assert [heading(f"CM {clause}") for clause in ("21.2a", "21.2b", "21.2d", "26.1a", "26.1d", "25.4")] == [
        "loans",
        "auctions",
        "left behind",
        "bets",
        "side bets",
        "guards",
    ]


@pytest.mark.slow
def test_the_same_seasons_whatever_the_jobs(played: Simulation) -> None:
    assert seasons(jobs=2).reports == played.reports


def test_readable_on_a_screen(tmp_path: Path) -> None:
    arguments = ["simulate", "campaign", "--ruleset", "season", "--games", "2", "--seats", "3", "-o", "races=2"]
    said = CliRunner().invoke(app, [*arguments, "--drivers", "random", "--save", str(tmp_path)])
    assert said.exit_code == 0, said.output
    for words in ("contests 2", "what a purse gained by", "chariots by car", "share paid back"):
        assert words in said.output
    assert all(ludus.verify(ludus.load_record(file)).outcome for file in tmp_path.iterdir())
