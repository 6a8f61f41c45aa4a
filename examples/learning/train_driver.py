"""Teach a network to drive the light race, by scikit-learn: `python examples/learning/train_driver.py`.

It looks on while `auriga`, a professional, is asked what he would do. In the first rounds he drives himself; then the
pupil drives more and more, so that it learns what to do where its own mistakes lead. After every round it races three
beginners and three who do anything. What it learned goes into a file that `ludus play --policies` seats as a bot.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.neural_network import MLPClassifier

from ludus.bots import TRAINED, Bot, Glimpse, make_bot
from ludus.core.decision import Choice, Decision
from ludus.lab.ratings import wilson
from ludus.lab.simulate import simulate
from ludus.learn.play import Play
from ludus.learn.policy import Policy, bot_of, load_policy
from ludus.learn.steps import ACTIONS, steps_of

GAME, SEATS, TEACHER = "chariot-race", 4, "auriga"
OPPONENTS = ("random", "tiro")
TIMES = 4  # through all that was seen, in each round
NAME, TITLE = "discipulus", "Discipulus"
ABOUT = "Was taught by looking over a professional's shoulder, and drives by what it remembers."
Seen = tuple[csr_matrix, list[int]]


def actions_for(decision: Decision, answer: Choice) -> Iterator[int]:
    """The steps that lead to an answer."""
    steps = steps_of(decision)
    try:
        menu = next(steps)
        while True:
            action = next(each for each, meaning in menu.items() if _leads_to(meaning, answer))
            yield action
            menu = steps.send(action)
    except StopIteration:
        return


def _leads_to(meaning: Any, answer: Choice) -> bool:
    return meaning == answer or (isinstance(meaning, tuple | range) and answer in meaning)


def look_on(policy: Policy | None, own: float, races: int, seed: str) -> Seen:
    """What was seen in so many races and what the teacher would have done. The pupil decides `own` of the turns."""
    rng = random.Random(seed)
    rows: list[Any] = []
    actions: list[int] = []
    for number in range(races):
        play = Play(f"{GAME}/standard", SEATS, f"{seed}/{number}")
        teachers: list[Bot] = [make_bot(GAME, TEACHER, f"{seed}/{number}/{seat}") for seat in range(SEATS)]
        while play.match.outcome is None:
            seat, decision = play.seat, play.match.pending[play.seat]
            advice = actions_for(decision, teachers[seat].choose(Glimpse.of(play.match, seat)))
            pupil = policy if rng.random() < own else None
            answered = False
            while not answered:
                seen = play.look(seat)
                advised = next(advice, None)
                if advised is not None:
                    rows.append(csr_matrix(seen))
                    actions.append(advised)
                action = advised if pupil is None else pupil.pick(seen, play.menu)
                if action != advised:  # from here to the end of this question the pupil goes its own way
                    advice = iter(())
                assert action is not None
                play.act(action)
                answered = not play.picked
    return vstack(rows, format="csr"), actions


def policy_of(network: MLPClassifier) -> Policy:
    """The network as a policy; an action that was never seen is never picked."""
    layers = [
        (weights.astype(np.float32), added.astype(np.float32))
        for weights, added in zip(network.coefs_, network.intercepts_, strict=True)
    ]
    return Policy(GAME, TITLE, ABOUT, tuple(layers))


def go_on_from(network: MLPClassifier, policy: Policy, rows: csr_matrix, actions: Any) -> None:
    """Give a network what a policy has learned already."""
    network.partial_fit(rows[:1], actions[:1], classes=range(ACTIONS))  # makes its layers
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
    """The policy, and after each round how many of the teacher's answers it had seen and how it fared."""
    network = MLPClassifier((128,), batch_size=256, learning_rate_init=rate, alpha=1e-5, random_state=seed)
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
            actions = np.array([action for _, mine in seen for action in mine])
            if begun is not None and number == 0:
                go_on_from(network, begun, rows, actions)
            order = np.random.default_rng(seed + number)
            for _ in range(TIMES):
                shuffled = order.permutation(len(actions))
                network.partial_fit(rows[shuffled], actions[shuffled], classes=range(ACTIONS))
            policy = policy_of(network)
            run = judged * 2 if number == rounds - 1 else judged
            judges = pool.map(race, repeat(policy), OPPONENTS, repeat(run), repeat(f"{seed}/judge/{number}"))
            shares = dict(zip(OPPONENTS, judges, strict=True))
            minutes = (time.monotonic() - began) / 60
            curve.append({"answers": len(actions), "races": run, "minutes": round(minutes, 1), **shares})
            said = ", ".join(f"{shares[each][0]:.0%} of races with three {each}" for each in OPPONENTS)
            print(f"{len(actions):>7,} answers, {minutes:.1f} minutes: wins {said}", flush=True)
    assert policy is not None
    return policy, curve


def draw(curve: list[dict[str, Any]], path: Path) -> None:
    """Win shares with their spans, by how many answers were seen."""
    import matplotlib as plotting

    plotting.use("agg")
    from matplotlib import pyplot

    figure, panel = pyplot.subplots(figsize=(7.5, 4.2), layout="constrained")
    figure.set_facecolor("#faf6ee")
    panel.set_facecolor("#faf6ee")
    for other, colour in zip(OPPONENTS, ("#8c6a2f", "#7a1f2b"), strict=True):
        answers = [each["answers"] / 1000 for each in curve]
        share, low, high = ([100 * each[other][part] for each in curve] for part in range(3))
        panel.plot(answers, share, "o-", color=colour, label=f"against three {other}")
        panel.fill_between(answers, low, high, color=colour, alpha=0.15, linewidth=0)
    panel.axhline(100 / SEATS, color="#65574b", linestyle="--", linewidth=1)
    panel.text(1, 100 / SEATS - 4, "an equal's share", fontsize=9, color="#65574b")
    panel.set(xlim=(0, None), ylim=(0, 100), xlabel="thousands of the teacher's answers seen", ylabel="first places, %")
    panel.legend(frameon=False)
    for side in ("top", "right"):
        panel.spines[side].set_visible(False)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a network to drive the light race.")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--races", type=int, default=150, help="looked on at in each round")
    parser.add_argument("--begun", type=Path, metavar="FILE", help="a policy to go on with")
    parser.add_argument("--rate", type=float, default=0.001, help="how fast it learns; slower at the end steadies it")
    parser.add_argument("--judged", type=int, default=100, help="races with each kind after a round; the last: twice")
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
