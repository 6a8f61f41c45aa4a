"""How strong: ratings by places, and how far they can be trusted."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludus.formats import Places

MIDDLE = 1500
SCALE = 400 / math.log(10)  # points: 400 are ten to one
SWEEPS = 200
CLOSE = 1e-4
AGAIN = 200  # samples for the error bars
SURE, Z = 0.95, 1.959964


@dataclass(frozen=True, slots=True)
class Rating:
    """Points on the usual scale, and the span of strengths that the games support at 95 %."""

    points: float
    low: float
    high: float


def wilson(won: float, played: int, z: float = Z) -> tuple[float, float]:
    """The span of a share that won so many of so many supports, by Wilson, at 95 % unless `z` is another.

    >>> [round(each, 3) for each in wilson(5, 10)]
    [0.237, 0.763]
    """
    if not played:
        return 0.0, 1.0
    share = won / played
    middle = (share + z * z / (2 * played)) / (1 + z * z / played)
    reach = z * math.sqrt(share * (1 - share) / played + z * z / (4 * played * played)) / (1 + z * z / played)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def rate(games: Sequence[Places], names: Sequence[str], seed: str = "0") -> dict[str, Rating]:
    """Ratings of all, with error bars by drawing the games anew: a race of eight is one game, not 28 duels. Who won all
    his games wins them all in every drawing; the bars are therefore never shorter than so few games allow.

    >>> rated = rate([{"a": 1, "b": 2}] * 30 + [{"a": 2, "b": 1}] * 10, ["a", "b"])
    >>> 90 < rated["a"].points - MIDDLE < 96  # three to one is 191 points apart, a little less by the doubt of a draw
    True
    """
    points = _fit(games, names)
    luck = random.Random(f"{seed}/ratings")
    samples = [_fit(luck.choices(games, k=len(games)), names) for _ in range(AGAIN)] if games else [points]
    known, rated = _known(games, points), {}
    for name in names:
        found = sorted(sample[name] for sample in samples)
        edge = round((1 - SURE) / 2 * (len(found) - 1))
        reach = Z * SCALE / math.sqrt(known[name])
        low, high = points[name] - reach, points[name] + reach
        rated[name] = Rating(points[name], min(low, found[edge]), max(high, found[-1 - edge]))
    return rated


def _known(games: Sequence[Places], points: Mapping[str, float]) -> dict[str, float]:
    """How much the games say about each: a game whose end was certain says nothing, one between equals a quarter."""
    strength = {name: math.exp((mine - MIDDLE) / SCALE) for name, mine in points.items()}
    known = {name: mine / (mine + 1) ** 2 for name, mine in strength.items()}  # the draw that everybody begins with
    for places in games:
        seated = [name for name in points if name in places]
        weight = 1 / max(1, len(seated) - 1)
        for index, one in enumerate(seated):
            for other in seated[index + 1 :]:
                said = weight * strength[one] * strength[other] / (strength[one] + strength[other]) ** 2
                known[one] += said
                known[other] += said
    return known


def _fit(games: Sequence[Places], names: Sequence[str]) -> dict[str, float]:
    """Bradley and Terry: of two at a table the better place is a win, weighed so that a table counts once for each who
    sits there. Everybody has drawn once with a man of middling strength, so nobody is endless points ahead."""
    won = dict.fromkeys(names, 0.5)
    met: dict[tuple[str, str], float] = {}
    for places in games:
        seated = [name for name in names if name in places]
        weight = 1 / max(1, len(seated) - 1)
        for index, one in enumerate(seated):
            for other in seated[index + 1 :]:
                met[one, other] = met.get((one, other), 0.0) + weight
                lead = places[other] - places[one]
                won[one] += weight * (lead > 0) + weight / 2 * (lead == 0)
                won[other] += weight * (lead < 0) + weight / 2 * (lead == 0)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(SWEEPS):
        below = {name: 1 / (strength[name] + 1) for name in names}
        for (one, other), weight in met.items():
            part = weight / (strength[one] + strength[other])
            below[one] += part
            below[other] += part
        after = {name: won[name] / below[name] for name in names}
        moved = max(abs(after[name] / strength[name] - 1) for name in names)
        strength = after
        if moved < CLOSE:
            break
    return {name: MIDDLE + SCALE * math.log(strength[name]) for name in names}
