"""Tournaments: who meets whom, who goes on, and ratings that can be trusted."""

from __future__ import annotations

import json
import random
from itertools import combinations, pairwise

import pytest
from typer.testing import CliRunner

from ludus.cli import app
from ludus.formats import Table, stages
from ludus.lab import tournament
from ludus.lab.ratings import rate
from ludus.lab.simulate import Plan, Report
from ludus.lab.tournament import hold

NAMES = [
    "rival-drusus",
    "rival-felix",
    "novus",
    "tiro",
    "auriga",
    "agitator",
    "random",
    "sparring-felix",
    "master-felix",
]


def better(table: Table) -> list[str]:
    return table.order()[: (len(table.names) + 1) // 2]


@pytest.fixture
def by_the_alphabet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first in the alphabet always wins: no game is played."""

    def play(task: tuple[Plan, int]) -> Report:
        plan, number = task
        seating = plan.seating(number)
        places = tuple(sorted(seating).index(name) + 1 for name in seating)
        return Report(seating, places, (places.index(1),), "", 0, None)  # type: ignore[arg-type]

    monkeypatch.setattr(tournament, "_play_game", play)


@pytest.mark.usefixtures("by_the_alphabet")
class TestForms:
    def test_everybody_meets_everybody_in_a_round_robin(self) -> None:
        cup = hold("circus", NAMES[:4], seats=2, games=2)
        pairs = {frozenset(pair) for pair in combinations(NAMES[:4], 2)}
        assert {frozenset(table.names) for table in cup.tables} == pairs
        assert cup.standings() == sorted(NAMES[:4])
        assert [sum(name in game for game in cup.games) for name in cup.entrants] == [6] * 4

    def test_seats_rotate(self) -> None:
        cup = hold("circus", NAMES[:2], seats=2, games=2)
        assert [next(iter(game)) for game in cup.games] == NAMES[:2]

    def test_a_swiss_brings_equals_together_and_nobody_twice(self) -> None:
        cup = hold("circus", NAMES, "swiss", seats=2, games=1)
        rounds = [[table for table in cup.tables if table.stage == f"round {number}"] for number in range(1, 5)]
        assert [len(each) for each in rounds] == [4, 4, 4, 4], "nine entrants, one of them free each time"
        assert len(cup.byes) == 4
        met = [frozenset(table.names) for table in cup.tables]
        assert len(met) == len(set(met))
        assert cup.standings()[0] == min(NAMES)

    def test_heats_lead_to_semi_finals_and_a_final(self) -> None:
        cup = hold("circus", NAMES, "heats", seats=3, games=1)
        stages = [table.stage for table in cup.tables]
        assert stages == ["heats 1"] * 3 + ["heats 2"] * 2 + ["semi-finals"] * 2 + ["final"]
        for before, after in pairwise(dict.fromkeys(stages)):
            through = {name for table in cup.tables if table.stage == before for name in better(table)}
            assert {name for table in cup.tables if table.stage == after for name in table.names} == through
        assert cup.standings()[0] == min(NAMES)


def test_all_who_fit_at_a_table_play_a_final_at_once() -> None:
    assert stages(8, 8) == ["final"]
    assert stages(16, 8) == ["semi-finals", "final"]
    assert stages(32, 8) == ["heats", "semi-finals", "final"]
    assert stages(64, 8) == ["heats 1", "heats 2", "semi-finals", "final"]


def test_error_bars_hold_what_is_true() -> None:
    """Five tournaments between men of known strength: the bars hold the difference nearly always, and shrink."""
    luck = random.Random(1)
    true = {"a": 1600.0, "b": 1500.0, "c": 1400.0}

    def game() -> dict[str, int]:
        one, other = luck.sample(sorted(true), 2)
        wins = luck.random() < 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
        return {one: 1 if wins else 2, other: 2 if wins else 1}

    held, widths = 0, []
    for number in range(5):
        rated = rate([game() for _ in range(150)], sorted(true), str(number))
        middle = sum(each.points for each in rated.values()) / 3 - 1500
        held += sum(each.low - middle <= true[name] <= each.high - middle for name, each in rated.items())
        widths.append(rated["a"].high - rated["a"].low)
    assert held >= 12
    few = rate([game() for _ in range(20)], sorted(true))
    assert few["a"].high - few["a"].low > max(widths)
    sure = rate([{"a": 1, "b": 2}] * 3, ["a", "b"])["a"]
    assert sure.low < 1500 < sure.points < sure.high, "three wins of three are no proof, however they are drawn anew"


def test_the_same_seed_gives_the_same_tournament_whatever_the_jobs() -> None:
    words = ["tournament", "chariot-race", "--bots", "tiro,random,auriga", "--format", "heats", "--seats", "2"]
    words += ["--games", "1", "--json"]
    one, two = (CliRunner().invoke(app, [*words, "--jobs", jobs]) for jobs in ("1", "2"))
    assert one.exit_code == 0, one.output
    assert one.stdout == two.stdout
    plain = json.loads(one.stdout)
    assert [table["stage"] for table in plain["tables"]] == ["semi-finals", "final"], "one of three was alone"
    assert plain["standings"][0]["low"] <= plain["standings"][0]["rating"] <= plain["standings"][0]["high"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--bots", "tiro"), "bad-entrants"),
        (("--bots", "tiro,tiro"), "bad-entrants"),
        (("--bots", "tiro,nobody"), "unknown-bot"),
        (("--bots", "tiro,random", "--format", "duel"), "unknown-tournament"),
        (("--bots", "tiro,random", "--rounds", "3"), "bad-rounds"),
        (("--bots", "tiro,random", "--seats", "1"), "bad-seats"),
    ],
)
def test_refusals(words: tuple[str, ...], code: str) -> None:
    result = CliRunner().invoke(app, ["tournament", "chariot-race", *words, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == code
