"""Simulations: the contract, the same games for the same seed, and what is refused."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import ludus
import ludus.bots
from ludus.bots import RandomBot
from ludus.bots.base import Glimpse
from ludus.core.decision import Choice
from ludus.core.errors import LudusError, SetupError
from ludus.core.game import Outcome
from ludus.lab.simulate import Plan, Report, Simulation, SimulationError, play_one, simulate

GAME = "chariot-race"
KEYS = [
    "game",
    "games",
    "finished",
    "decisions",
    "seconds",
    "decisions_per_second",
    "games_per_second",
    "bots",
    "lengths",
    "events",
    "endings",
]
CLOCK = {"seconds", "decisions_per_second", "games_per_second"}


def timeless(simulation: Simulation) -> dict[str, Any]:
    return {key: value for key, value in simulation.to_plain().items() if key not in CLOCK}


def test_the_contract() -> None:
    plain = simulate(GAME, games=12, seats=4, bots=["tiro", "random"], seed=1).to_plain()
    assert list(plain) == KEYS
    assert json.loads(json.dumps(plain)) == plain
    assert (plain["game"], plain["games"], plain["finished"]) == (GAME, 12, 12)
    assert plain["decisions_per_second"] > 0
    assert plain["games_per_second"] > 0
    assert list(plain["bots"]) == ["tiro", "random"]
    assert list(plain["bots"]["tiro"]) == ["wins", "mean_place", "seats"]
    assert [bot["seats"] for bot in plain["bots"].values()] == [24, 24]
    assert 1 <= plain["bots"]["tiro"]["mean_place"] < plain["bots"]["random"]["mean_place"] <= 4
    assert list(plain["lengths"]) == ["min", "median", "mean", "max", "rounds"]
    assert plain["lengths"]["min"] <= plain["lengths"]["median"] <= plain["lengths"]["max"]
    assert plain["decisions"] == pytest.approx(12 * plain["lengths"]["mean"], rel=0.01)
    assert plain["events"]["grid"] == 1
    assert sum(plain["endings"].values()) == 12
    wins = sum(bot["wins"] for bot in plain["bots"].values())
    assert wins == 12 - plain["endings"].get("all-wrecked", 0)


def test_the_same_seed_gives_the_same_games_whatever_the_jobs() -> None:
    bots = ["tiro", "agitator", "random"]
    one, two = (simulate(GAME, games=3, seats=3, bots=bots, seed=7, jobs=jobs, samples=1) for jobs in (1, 2))
    assert timeless(one) == timeless(two)
    assert one.reports == two.reports
    other = simulate(GAME, games=3, seats=3, bots=["tiro"], seed=8)
    assert timeless(other) != timeless(one)


def test_bots_repeat_and_rotate() -> None:
    plan = Plan(GAME, 4, 4, ("auriga", "tiro", "tiro"), "1")
    assert plan.seating(0) == ["auriga", "tiro", "tiro", "auriga"]
    assert plan.seating(1) == ["tiro", "tiro", "auriga", "auriga"]
    assert plan.seating(4) == plan.seating(0)
    for seat in range(4):
        assert Counter(plan.seating(number)[seat] for number in range(4)) == {"auriga": 2, "tiro": 2}


def test_every_winner_of_a_shared_victory_counts() -> None:
    plan = Plan(GAME, 2, 2, ("a", "b"), "1")
    shared = Report(["a", "b"], (1, 1), (0, 1), "shared-victory", 10, Counter(round=3))
    nobody = Report(["b", "a"], (2, 2), (), "all-wrecked", 20, Counter(round=5))
    plain = Simulation(plan, [shared, nobody], 2.0).to_plain()
    assert plain["bots"]["a"] == {"wins": 1, "mean_place": 1.5, "seats": 2}
    assert plain["bots"]["b"] == {"wins": 1, "mean_place": 1.5, "seats": 2}
    assert plain["endings"] == {"all-wrecked": 1, "shared-victory": 1}
    assert plain["lengths"] == {"min": 10, "median": 15, "mean": 15, "max": 20, "rounds": 4}
    assert (plain["decisions_per_second"], plain["games_per_second"]) == (15, 1)


def test_records_are_saved_and_hold(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    result = simulate(GAME, games=11, seats=4, bots=["random"], seed=3, ruleset="everything", save=folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{number:02d}.json" for number in range(11)]
    for file, report in zip(files, result.reports, strict=True):
        match = ludus.verify(ludus.load_record(file))
        assert match.outcome == Outcome(report.reason, report.winners, report.places)
        assert match.names == ["random 1", "random 2", "random 3", "random 4"]


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    simulate(GAME, games=3, seats=2, bots=["random"], progress=told.append)
    assert told == [1, 2, 3]


class Cheat(RandomBot):
    """Answers what is not allowed."""

    name = "cheat"

    def choose(self, glimpse: Glimpse) -> Choice:
        return "win"


def test_a_broken_game_says_how_to_play_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ludus.bots.BOTS, GAME, (RandomBot, Cheat))
    plan = Plan(GAME, 1, 2, ("random", "cheat"), "9")
    with pytest.raises(SimulationError) as caught:
        play_one(plan, 3)
    assert caught.value.code == "simulation-failed"
    assert "game 3 of seed 9 broke (dice seed '9/3', seats cheat, random): Refused: win is not legal" in str(
        caught.value
    )


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "ludo"}, "unknown-game"),
        ({"games": 0}, "bad-games"),
        ({"games": 10**9}, "bad-games"),
        ({"seats": 7}, "bad-seats"),
        ({"bots": []}, "bad-bots"),
        ({"bots": ["random"] * 5}, "bad-bots"),
        ({"bots": ["nero"]}, "unknown-bot"),
        ({"jobs": 0}, "bad-jobs"),
        ({"ruleset": "naval"}, "unknown-ruleset"),
        ({"options": {"lions": 3}}, "unknown-option"),
        ({"options": {"part_1": "C"}}, "bad-option"),
        ({"game": "gladiator", "options": {"types": ["light", "giant"]}}, "bad-option"),
        ({"game": "gladiator", "ruleset": "basic"}, "bad-seats"),
        ({"samples": 0}, "bad-samples"),
        ({"budget_ms": 0}, "bad-budget"),
    ],
)
def test_what_cannot_be_simulated_is_refused(wrong: Mapping[str, Any], code: str) -> None:
    right: dict[str, Any] = {"game": GAME, "games": 1, "seats": 4, "bots": ["random"]}
    with pytest.raises(LudusError) as caught:
        simulate(**{**right, **wrong})
    assert caught.value.code == code
    assert isinstance(caught.value, SetupError)


LONG_RUN = """
from ludus.lab.simulate import simulate

if __name__ == "__main__":
    try:
        simulate("chariot-race", 1_000_000, 4, ["random"], jobs=2, progress=lambda done: print(done, flush=True))
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


def test_an_interrupt_ends_it_and_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "long_run.py"
    script.write_text(LONG_RUN, encoding="utf-8")
    # A session of its own, so that the interrupt reaches parent and workers as Ctrl-C does.
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1\n"
        os.killpg(process.pid, signal.SIGINT)
        # Workers that lived on would hold the pipes open.
        told, complaints = process.communicate(timeout=60)
    assert told.splitlines()[-1] == "stopped"
    assert complaints == ""
    assert process.returncode == 0


def test_errors_come_back_from_workers_whole() -> None:
    error = pickle.loads(pickle.dumps(SimulationError("game 3 broke")))
    assert (error.code, error.message) == ("simulation-failed", "game 3 broke")
