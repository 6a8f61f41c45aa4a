"""Teach a network to drive the light race, by scikit-learn: `python examples/learning/train_driver.py`.

It looks on while `auriga`, a professional, is asked what each answer is worth to him. In the first round he drives
himself; then the pupil drives more and more, so that it learns what to do where its own mistakes lead. After every round
it races three beginners and three who do anything. What it learned goes into a file that `ludus play --policies` seats
as a bot.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
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
from ludus.learn.policy import Policy, bot_of, load_policy
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


def policy_of(network: MLPRegressor) -> Policy:
    """The network as a policy: it picks what it would mark highest."""
    layers = [
        (weights.astype(np.float32), added.astype(np.float32))
        for weights, added in zip(network.coefs_, network.intercepts_, strict=True)
    ]
    return Policy(GAME, TITLE, ABOUT, tuple(layers))


def go_on_from(network: MLPRegressor, policy: Policy, seen: Seen) -> None:
    """Give a network what a policy has learned already."""
    network.partial_fit(seen[0][:2], seen[1][:2])  # makes its layers
    for weights, added, layer in zip(network.coefs_, network.intercepts_, policy.layers, strict=True):
        weights[...], added[...] = layer


def race(policy: Policy, other: str, races: int, seed: str) -> tuple[float, float, float]:
    """Its share of first places among three of a kind, and the span that so many races support."""
    TRAINED[GAME] = (bot_of(NAME, policy),)
    bots = [NAME, *[other] * (SEATS - 1)]
    wins = simulate(GAME, games=races, seats=SEATS, bots=bots, seed=seed).to_plain()["bots"][NAME]["wins"]
    return (wins / races, *wilson(wins, races))


def train(
    rounds: int, races: int, judged: int, seed: int = 1, jobs: int = 1, begun: Policy | None = None, rate: float = 0.001
) -> tuple[Policy, list[dict[str, Any]]]:
    """The policy, and after each round how many questions it had seen and how it fared."""
    network = MLPRegressor(
        hidden_layer_sizes=(HIDDEN,), batch_size=256, learning_rate_init=rate, alpha=1e-5, random_state=seed
    )
    policy = begun
    seen: list[Seen] = []
    curve = []
    began = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        for number in range(rounds):
            own = min(0.9, 0.3 * number) if begun is None else 0.9
            parts = [f"{seed}/{number}/{job}" for job in range(jobs)]
            seen += pool.map(look_on, repeat(policy), repeat(own), repeat(races // jobs), parts)
            rows = vstack([each for each, _ in seen], format="csr")
            marks = np.concatenate([each for _, each in seen])
            if begun is not None and number == 0:
                go_on_from(network, begun, seen[0])
            order = np.random.default_rng(seed + number)
            for _ in range(TIMES):
                shuffled = order.permutation(len(marks))
                network.partial_fit(rows[shuffled], marks[shuffled])
            policy = policy_of(network)
            taught = (time.monotonic() - began) / 60
            run = judged * LAST if number == rounds - 1 else judged
            shares = dict(zip(OPPONENTS, judge(pool, policy, run, f"{seed}/judge/{number}"), strict=True))
            curve.append({"questions": len(marks), "races": run, "minutes": round(taught, 1), **shares})
            said = ", ".join(f"{shares[each][0]:.0%} of races with three {each}" for each in OPPONENTS)
            print(f"{len(marks):>7,} questions, {taught:.1f} minutes: wins {said}", flush=True)
    assert policy is not None
    return policy, curve


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


def judge(pool: ProcessPoolExecutor, policy: Policy, races: int, seed: str) -> Any:
    return pool.map(race, repeat(policy), OPPONENTS, repeat(races), repeat(seed))


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a network to drive the light race.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--races", type=int, default=140, help="looked on at in each round")
    parser.add_argument("--begun", type=Path, metavar="FILE", help="a policy to go on with")
    parser.add_argument("--rate", type=float, default=0.001, help="how fast it learns; slower at the end steadies it")
    parser.add_argument(
        "--judged", type=int, default=100, help=f"races with each kind after a round; the last: {LAST} x"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes to use")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policies"), help="the folder of the policy")
    parser.add_argument("--picture", type=Path, help="draw the curve into this PNG file")
    given = parser.parse_args()
    begun = None if given.begun is None else load_policy(given.begun)
    policy, curve = train(given.rounds, given.races, given.judged, given.seed, given.jobs, begun, given.rate)
    given.out.mkdir(parents=True, exist_ok=True)
    policy.save(given.out / f"{NAME}.npz")
    (given.out / f"{NAME}.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
    if given.picture is not None:
        draw(curve, given.picture)
    print(f"{NAME}.npz is in {given.out}; ludus play --policies {given.out} seats it")


if __name__ == "__main__":
    main()
