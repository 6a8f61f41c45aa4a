"""How fast the environments are, beside PettingZoo's own chess in the same run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

import numpy as np
import pettingzoo
from pettingzoo import AECEnv

from ludus.core.errors import SetupError
from ludus.lab.bench import SLICE, Meter
from ludus.lab.pace import few_sweeps
from ludus.learn import aec
from ludus.learn.play import names as all_names

CHESS = "classic/chess_v6"


def bench(names: Sequence[str] | None = None, seconds: float = 1.0) -> dict[str, Any]:
    """Random steps a second of processor time, each with a look at what is seen: of chess, and of every game and
    ruleset as many times that: the middle one of slices that take turns, whatever else the machine does. A step of a
    campaign may be a whole race; those are measured only where they are named.
    """
    asked = [name for name in all_names() if not name.startswith("campaign/")] if names is None else names
    chess, found = Meter(_steps(CHESS)), {}
    with few_sweeps():  # as training does well to; chess too
        chess.run(SLICE)
        for name in asked:
            meter = Meter(_steps(aec.registered(name)))
            meter.run(SLICE)  # what is worked out once and kept is not measured
            slices = [(_rate(meter), _rate(chess)) for _ in range(max(1, round(seconds / SLICE)))]
            found[name] = {
                "steps_per_second": median(ours for ours, _ in slices),
                "chess": median(theirs for _, theirs in slices),
                "ratio": median(ours / theirs for ours, theirs in slices),
            }
    return found


def _rate(meter: Meter) -> float:
    meter.reset()
    meter.run(SLICE)
    return meter.rate


def _steps(name: str) -> Iterator[None]:
    """Match after match, as the environment is registered: with the wrappers that check what an agent does."""
    env, rng = _make(name), random.Random(0)
    env.reset(seed=0)
    while True:
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
            continue
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        yield


def _make(name: str) -> AECEnv[str, Any, Any]:
    try:
        return pettingzoo.make("aec", name)
    except ImportError as error:
        raise SetupError("PettingZoo's chess needs more: pip install 'pettingzoo[classic]'", code="no-learn") from error
