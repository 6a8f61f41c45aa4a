"""What an experiment came to: shares and means with the spans that they support at 95 %."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist, mean, stdev
from typing import Any

from ludus.games.circus.archetypes import NAMES
from ludus.lab.experiment import TRAITS, Experiment
from ludus.lab.ratings import wilson
from ludus.lab.rows import Row

Z = 1.959964
NUMBERS = ("lane", "order")  # traits that are numbers: of more and less of them


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and the span around it."""

    name: str
    value: float
    low: float
    high: float
    count: int  # of what it was made


@dataclass(frozen=True, slots=True)
class Change:
    """What another value of an axis changes, beside its first."""

    axis: str
    before: str
    after: str
    measure: str
    difference: Estimate

    @property
    def sure(self) -> bool:
        """Whether chance alone is an unlikely reason."""
        return self.difference.low > 0 or self.difference.high < 0


def by_cell(experiment: Experiment, rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows of each cell, under its name; cells with none are left out."""
    cells = enumerate(experiment.cells)
    found = [(cell.name, [row for row in rows if row["cell"] == number]) for number, cell in cells]
    return [(name, mine) for name, mine in found if mine]


def win_shares(rows: Sequence[Row], trait: str) -> list[Estimate]:
    """How often who has a trait wins. Shared first places count as parts of one."""
    played: Counter[Any] = Counter()
    won: dict[Any, float] = defaultdict(float)
    for row in rows:
        for seat, value in enumerate(row.get(trait, ())):
            if value in ("", 0):
                continue
            played[value] += 1
            if seat in row["winners"]:
                won[value] += 1 / len(row["winners"])
    return [
        Estimate(_called(trait, value), won[value] / played[value], *wilson(won[value], played[value]), played[value])
        for value in sorted(played)
    ]


def _called(trait: str, value: Any) -> str:
    """A build by its name, where it has one."""
    if trait != "build":
        return str(value)
    name = NAMES.get(tuple(map(int, value.split("-"))))
    return f"{name} ({value})" if name else str(value)


def mean_places(rows: Sequence[Row], trait: str) -> list[Estimate]:
    """In which place who has a trait comes in, on average: a race says that of everybody, not of its winner alone."""
    places: dict[Any, list[float]] = defaultdict(list)
    for row in rows:
        for value, place in zip(row.get(trait, ()), row["places"], strict=False):
            if value not in ("", 0):
                places[value].append(place)
    return [average(_called(trait, value), places[value]) for value in sorted(places)]


def trend(rows: Sequence[Row], trait: str) -> Estimate:
    """How many places further back one more of a trait is: the slope in each match, and its mean over all."""
    slopes = []
    for row in rows:
        seen = [(value, place) for value, place in zip(row[trait], row["places"], strict=True) if value]
        middle = mean(value for value, _ in seen)
        spread = sum((value - middle) ** 2 for value, _ in seen)
        if spread:
            slopes.append(sum((value - middle) * place for value, place in seen) / spread)
    return average(f"each further {TRAITS[trait]}", slopes)


def trends(experiment: Experiment, rows: Sequence[Row]) -> list[tuple[str, Estimate]]:
    """Of every cell with lanes and draws, with spans as wide as so many comparisons need."""
    cells = by_cell(experiment, rows)
    found = [(name, trend(mine, trait)) for trait in NUMBERS for name, mine in cells if mine[0].get(trait)]
    wider = NormalDist().inv_cdf(1 - 0.025 / len(found)) / Z if found else 1.0
    return [
        (name, replace(each, low=each.value - wider * reach, high=each.value + wider * reach))
        for name, each in found
        for reach in (each.high - each.value,)
    ]


def fair_share(rows: Sequence[Row]) -> float:
    return mean(1 / len(row["places"]) for row in rows)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who of those that differ in a trait wins more than a fair share, who less, and of whom that is not known."""

    cell: str
    trait: str
    fair: float
    more: tuple[Estimate, ...]
    less: tuple[Estimate, ...]
    open: tuple[Estimate, ...]


def verdicts(experiment: Experiment, rows: Sequence[Row]) -> list[Verdict]:
    """What is proven of winning: the span leaves the fair share out, though it is wider by as much as so many
    comparisons of the same trait need, so that in 95 of 100 experiments where all are equal nothing at all is proven.
    """
    found = []
    for trait in TRAITS:
        cells = [(name, fair_share(mine), win_shares(mine, trait)) for name, mine in by_cell(experiment, rows)]
        cells = [(name, fair, shares) for name, fair, shares in cells if len(shares) > 1]
        compared = sum(len(shares) for _, _, shares in cells)
        for name, fair, shares in cells:
            z = NormalDist().inv_cdf(1 - 0.025 / compared)
            wide = [_widened(each, z) for each in shares]
            more = tuple(each for each in wide if each.low > fair)
            less = tuple(each for each in wide if each.high < fair)
            rest = tuple(each for each in wide if each.low <= fair <= each.high)
            found.append(Verdict(name, trait, fair, more, less, rest))
    return found


def _widened(share: Estimate, z: float) -> Estimate:
    low, high = wilson(share.value * share.count, share.count, z)
    return replace(share, low=low, high=high)


def losses(rows: Sequence[Row]) -> list[Estimate]:
    """What chariots and men were lost to, as shares of all who started."""
    started = sum(len(row["places"]) for row in rows)
    counts = Counter(why for row in rows for why in row.get("lost_to", ()) if why)
    return [Estimate(why, count / started, *wilson(count, started), started) for why, count in counts.most_common()]


def average(name: str, numbers: Sequence[float]) -> Estimate:
    """A mean, and its span.

    >>> found = average("turns", [1, 2, 3])
    >>> round(found.low, 2), found.value, round(found.high, 2)
    (0.87, 2, 3.13)
    """
    reach = Z * stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else math.inf
    return Estimate(name, mean(numbers), mean(numbers) - reach, mean(numbers) + reach, len(numbers))


MEASURES: dict[str, Callable[[Row], float]] = {
    "decisions a match": lambda row: row["decisions"],
    "rounds a match": lambda row: row["rounds"],
    "lost a match": lambda row: sum(map(bool, row.get("lost_to", ()))),
    "wins of the first seat": lambda row: (0 in row["winners"]) / max(1, len(row["winners"])),
    "wins of the first bot": lambda row: (
        sum(row["bots"][seat] == row["first"] for seat in row["winners"]) / max(1, len(row["winners"]))
    ),
}


def changes(experiment: Experiment, rows: Sequence[Row]) -> list[Change]:
    """What each value of each axis changes beside its first, everything else taken together."""
    named = [{**row, "first": experiment.cells[row["cell"]].plan.bots[0]} for row in rows]
    measures = dict(MEASURES)
    if all(len(set(cell.plan.bots)) == 1 for cell in experiment.cells):
        del measures["wins of the first bot"]
    if any(len(set(cell.plan.bots)) > 1 for cell in experiment.cells):
        del measures["wins of the first seat"]  # bots move from seat to seat
    found = []
    for axis in experiment.axes:
        groups: dict[str, list[Row]] = {}
        for row in named:
            groups.setdefault(row[f"axis_{axis}"], []).append(row)
        first, *others = groups
        for other in others:
            for measure, read in measures.items():
                found.append(Change(axis, first, other, measure, _between(groups[first], groups[other], read)))
    return found


def _between(before: Sequence[Row], after: Sequence[Row], read: Callable[[Row], float]) -> Estimate:
    one, two = average("", [read(row) for row in before]), average("", [read(row) for row in after])
    reach = math.hypot(one.high - one.value, two.high - two.value)
    difference = two.value - one.value
    return Estimate("", difference, difference - reach, difference + reach, one.count + two.count)
