"""Teach a network to drive the light race, by scikit-learn: `python examples/learning/train_driver.py`.

It looks on while `auriga`, a professional, is asked what each answer is worth to him. In the first round he drives
himself; then the pupil drives more and more, so that it learns what to do where its own mistakes lead. After each round
it races three beginners and three who do anything. What it learned goes into a file that `ludus play --policies` seats
as a bot. Stopped, the same command goes on from the last round.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.neural_network import MLPRegressor

from ludus.bots import TRAINED
from ludus.bots.chariot_race.auriga import Auriga
from ludus.lab.ratings import wilson
from ludus.lab.simulate import simulate
from ludus.learn.play import Play
from ludus.learn.policy import Policy, bot_of
from ludus.learn.steps import ACTIONS, Menu

GAME, SEATS = "chariot-race", 4
OPPONENTS = ("random", "tiro")
TIMES = 4  # through all that was seen, in each round
HIDDEN = 256
NEARLY = 15.0  # ticks: an answer that is worth so much less than the best is marked 1/e
LAST = 10  # times as many races are judged after the last round
NAME, TITLE = "discipulus", "Discipulus"
ABOUT = "Was taught by looking over a professional's shoulder, and drives by what it remembers."
Seen = tuple[csr_matrix, NDArray[np.float32]]  # what was seen, and the marks of all actions there


def marks_of(menu: Menu, worth: dict[str, float]) -> NDArray[np.float32]:
    """The best answer is marked 1, worse ones less; 0 what is not legal or what no driver would do."""
    marks = np.zeros(ACTIONS, np.float32)
    most = max(worth.values())
    for action, answer in menu.items():
        if answer in worth:
            marks[action] = exp((worth[answer] - most) / NEARLY)
    return marks


def look_on(policy: Policy | None, own: float, races: int, seed: str) -> Seen:
    """What was seen in so many races and how the teacher marks what could be done. The pupil decides `own` of it."""
    rng = random.Random(seed)
    teacher = Auriga(rng)
    rows: list[Any] = []
    marks: list[NDArray[np.float32]] = []
    for number in range(races):
        play = Play(f"{GAME}/standard", SEATS, f"{seed}/{number}")
        while play.match.outcome is None:
            seen = play.look(play.seat)
            rows.append(csr_matrix(seen))
            marks.append(marks_of(play.menu, teacher.weigh(play.glimpse())))
            pupil = policy if rng.random() < own else None
            play.act(int(marks[-1].argmax()) if pupil is None else pupil.pick(seen, play.menu))
    return vstack(rows, format="csr"), np.array(marks)


def race(policy: Policy, other: str, races: int, seed: str) -> float:
    """How many races it wins among three of a kind."""
    TRAINED[GAME] = (bot_of(NAME, policy),)
    bots = [NAME, *[other] * (SEATS - 1)]
    wins: float = simulate(GAME, games=races, seats=SEATS, bots=bots, seed=seed).to_plain()["bots"][NAME]["wins"]
    return wins


def processor_minutes() -> float:
    """Of this process and of those that it has waited for."""
    return sum(os.times()[:4]) / 60


@dataclass
class School:
    """The network and all that it was taught so far."""

    network: MLPRegressor
    seen: list[Seen] = field(default_factory=list)
    curve: list[dict[str, Any]] = field(default_factory=list)  # after each round

    @classmethod
    def open(cls, kept: Path, seed: int) -> School:
        """Go on where the last run stopped, or begin."""
        if kept.exists():
            school: School = pickle.loads(kept.read_bytes())  # our own, of this folder
            return school
        settings = {"batch_size": 256, "alpha": 1e-5, "random_state": seed}
        return cls(MLPRegressor(hidden_layer_sizes=(HIDDEN,), **settings))

    @property
    def policy(self) -> Policy:
        """The network as a policy: it picks what it would mark highest."""
        pairs = zip(self.network.coefs_, self.network.intercepts_, strict=True)
        layers = tuple((weights.astype(np.float32), added.astype(np.float32)) for weights, added in pairs)
        return Policy(GAME, TITLE, ABOUT, layers)

    def teach(self, races: int, seed: str, jobs: int) -> None:
        """One round: look on at so many races, then go through all that was ever seen."""
        number = len(self.curve)
        policy, own = (self.policy, min(0.9, 0.3 * number)) if number else (None, 0.0)
        parts = [f"{seed}/{number}/{job}" for job in range(jobs)]
        with ProcessPoolExecutor(jobs) as pool:
            self.seen += pool.map(look_on, repeat(policy), repeat(own), repeat(races // jobs), parts)
        rows = vstack([each for each, _ in self.seen], format="csr")
        marks = np.concatenate([each for _, each in self.seen])
        order = np.random.default_rng(number)
        for _ in range(TIMES):
            shuffled = order.permutation(len(marks))
            self.network.partial_fit(rows[shuffled], marks[shuffled])

    def judge(self, races: int, seed: str, jobs: int) -> dict[str, tuple[float, float, float]]:
        """Its share of first places among three of each kind, and the span that so many races support."""
        parts = [f"{seed}/{job}" for job in range(jobs)]
        shares = {}
        with ProcessPoolExecutor(jobs) as pool:
            for other in OPPONENTS:
                wins = sum(pool.map(race, repeat(self.policy), repeat(other), repeat(races // jobs), parts))
                played = races // jobs * jobs
                shares[other] = (wins / played, *wilson(wins, played))
        return shares


def train(out: Path, rounds: int, races: int, judged: int, seed: int = 1, jobs: int = 1) -> School:
    """Teach for so many rounds, and keep what came of each: a run that was stopped goes on from there."""
    out.mkdir(parents=True, exist_ok=True)
    kept = out / f"{NAME}.pickle"
    school = School.open(kept, seed)
    while len(school.curve) < rounds:
        number = len(school.curve)
        before = processor_minutes()
        school.teach(races, str(seed), jobs)
        minutes = processor_minutes() - before + (school.curve[-1]["minutes"] if number else 0)
        run = judged * LAST if number == rounds - 1 else judged
        shares = school.judge(run, f"{seed}/judge/{number}", jobs)
        questions = sum(len(marks) for _, marks in school.seen)
        school.curve.append({"questions": questions, "races": run, "minutes": minutes, **shares})
        kept.write_bytes(pickle.dumps(school))
        said = ", ".join(f"{shares[each][0]:.0%} of races with three {each}" for each in OPPONENTS)
        print(f"{questions:>7,} questions, {minutes:.1f} minutes of a processor: wins {said}", flush=True)
    school.policy.save(out / f"{NAME}.npz")
    (out / f"{NAME}.json").write_text(json.dumps(school.curve, indent=1) + "\n", encoding="utf-8")
    return school


def draw(curve: list[dict[str, Any]], path: Path) -> None:
    """Win shares with their spans, by how much was seen."""
    import matplotlib as plotting

    plotting.use("agg")
    from matplotlib import pyplot

    figure, panel = pyplot.subplots(figsize=(7.5, 4.2), layout="constrained")
    figure.set_facecolor("#faf6ee")
    panel.set_facecolor("#faf6ee")
    for other, colour in zip(OPPONENTS, ("#8c6a2f", "#7a1f2b"), strict=True):
        questions = [each["questions"] / 1000 for each in curve]
        share, low, high = ([100 * each[other][part] for each in curve] for part in range(3))
        panel.plot(questions, share, "o-", color=colour, label=f"against three {other}")
        panel.fill_between(questions, low, high, color=colour, alpha=0.15, linewidth=0)
    panel.axhline(100 / SEATS, color="#65574b", linestyle="--", linewidth=1)
    panel.text(1, 100 / SEATS - 4, "an equal's share", fontsize=9, color="#65574b")
    panel.set(xlim=(0, None), ylim=(0, 100), xlabel="thousands of questions seen", ylabel="first places, %")
    panel.legend(frameon=False, loc="upper left")
    for side in ("top", "right"):
        panel.spines[side].set_visible(False)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a network to drive the light race.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--races", type=int, default=100, help="looked on at in each round")
    parser.add_argument(
        "--judged", type=int, default=100, help=f"races with each kind after a round, the last: {LAST} x"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes to use")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policies"), help="the folder of the policy")
    parser.add_argument("--picture", type=Path, help="draw the curve into this PNG file")
    given = parser.parse_args()
    school = train(given.out, given.rounds, given.races, given.judged, given.seed, given.jobs)
    if given.picture is not None:
        draw(school.curve, given.picture)
    print(f"{NAME}.npz is in {given.out}; ludus play --policies {given.out} seats it")


if __name__ == "__main__":
    main()
