"""Chances of dice, added up exactly; and what all odds of the circus are made of.

Odds say how likely each result is, the results in words or by the chart's own codes. Every chapter works out its own
(`strain_odds`, `ram_car_odds`...); they are worked out once for each book and each set of numbers, and shared: read
them, do not change them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

Odds = Mapping[str, float]
Ending = tuple[str, str]  # of the target, of the attacker
T = TypeVar("T")
P = ParamSpec("P")

NOTHING, UNHURT = "nothing", "unhurt"
DAMAGED, FLIPS = "damaged", "flips"
HORSE_DEAD, DEAD = "horse dead", "dead"
GRABS_WHIP, HELD_FAST, SLOWED, BRAKES = "grabs the whip", "held fast", "loses speed", "brakes"
SWERVES, SWERVES_STRAINING, SWERVES_INTO = "swerves", "swerves and strains", "swerves into another"
WOUNDED, PULLED_OUT, WHIP_LOST = "wounded", "pulled from the car", "whip lost"
WITHSTANDS = "withstands"

HARMLESS: Odds = {NOTHING: 1.0}
NO_HARM = (NOTHING, UNHURT, GRABS_WHIP, WITHSTANDS)
LIGHT = (SLOWED, BRAKES, SWERVES, WHIP_LOST)  # what costs little
GRAVE = (FLIPS, PULLED_OUT, HORSE_DEAD, DEAD)  # what ends a race


# What a lash can do to a driver, the gravest last. Where several things happen, the gravest counts.
LASH_WORDS = (
    GRABS_WHIP, NOTHING, HELD_FAST, SLOWED, BRAKES, SWERVES, SWERVES_STRAINING, WOUNDED,
    "arm wound", "eye wound", "severe wound", "deep wound", SWERVES_INTO, PULLED_OUT, FLIPS,
)  # fmt: skip


class Knows(Protocol):
    """Something with a memory of odds worked out before."""

    @property
    def known(self) -> dict[Any, Any]: ...


K = TypeVar("K", bound=Knows)


def odds(work_out: Callable[Concatenate[K, P], T]) -> Callable[Concatenate[K, P], T]:
    """A method that depends on the book and its numbers alone is worked out once for both."""
    name = work_out.__qualname__

    def look_up(self: K, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (name, args, *kwargs.items()) if kwargs else (name, args)
        known = self.known
        try:
            found: T = known[key]
        except KeyError:
            found = known[key] = work_out(self, *args, **kwargs)
        return found

    look_up.__doc__ = work_out.__doc__
    return look_up


@dataclass(frozen=True, slots=True)
class Axle:
    """The wheels of a car: damage and boxes of both, and what is added to every check."""

    left: int = 0
    right: int = 0
    left_boxes: int = 10
    right_boxes: int = 10
    modifier: int = 0

    def hit(self, side: int, points: int) -> Axle:
        """With so many points more on the wheel of that side."""
        if side < 0:
            return replace(self, left=min(self.left_boxes, self.left + points))
        return replace(self, right=min(self.right_boxes, self.right + points))


@dataclass(frozen=True, slots=True)
class Car:
    """A car in a ram: its wheels, the side that is hit, and what is added to the damage it does."""

    axle: Axle
    side: int
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class Lashed:
    """A driver under the lash: the hit boxes of both men, and what braking and swerving would mean for him."""

    hits: int
    attacker_hits: int
    brake: str = BRAKES  # or HELD_FAST, or WOUNDED: he cannot
    swerve: str = SWERVES  # or SWERVES_STRAINING, SWERVES_INTO, FLIPS, NOTHING
    shift: int = 0  # columns, by the kind of the whip


@dataclass(frozen=True, slots=True)
class Sides:
    """What an attack does to its target, and to the attacker."""

    target: Odds
    attacker: Odds


@cache
def sums(dice: int) -> Mapping[int, float]:
    """The chance of each total of so many dice."""
    counts = Counter(sum(throw) for throw in product(range(1, 7), repeat=dice))
    return {total: count / 6**dice for total, count in counts.items()}


def thrown(total: int, dice: int) -> tuple[int, ...]:
    """A throw of so many dice with this total.

    >>> thrown(11, 3)
    (4, 4, 3)
    """
    return tuple(total // dice + (die < total % dice) for die in range(dice))


@cache
def leads(dice: int) -> Mapping[int, float]:
    """The chance of each difference between one throw of so many dice and another."""
    return gathered(
        (own - against, mine * his) for own, mine in sums(dice).items() for against, his in sums(dice).items()
    )


def gathered(parts: Iterable[tuple[T, float]]) -> dict[T, float]:
    """Chances of equal results added up."""
    found: dict[T, float] = {}
    for result, chance in parts:
        found[result] = found.get(result, 0.0) + chance
    return found


def mixed(cases: list[Odds]) -> Odds:
    """Each case as likely as the others."""
    return gathered((word, chance / len(cases)) for case in cases for word, chance in case.items())


def times(chance: float, endings: Mapping[Ending, float]) -> Iterator[tuple[Ending, float]]:
    return ((ending, chance * part) for ending, part in endings.items())


def read_off(dice: int, chart: Callable[[int], str]) -> dict[str, float]:
    """What a chart gives for all totals of so many dice."""
    return gathered((chart(total), chance) for total, chance in sums(dice).items())


def in_order(words: tuple[str, ...], found: Odds) -> dict[str, float]:
    return {word: found[word] for word in words if word in found}


@cache
def at_most(dice: int, limit: int) -> float:
    """The chance that so many dice show no more than this."""
    return sum(chance for total, chance in sums(dice).items() if total <= limit)


def if_hit(chance: float, hit: Odds) -> Odds:
    return {UNHURT: 1 - chance, **{word: chance * part for word, part in hit.items()}}


def boxes_lost(boxes: int) -> str:
    return f"{boxes} box{'es' if boxes > 1 else ''}" if boxes else NOTHING


def harm(found: Odds) -> float:
    """The chance of any harm at all."""
    return sum(chance for word, chance in found.items() if word not in NO_HARM)


def graver(one: str, other: str) -> str:
    return max(one, other, key=LASH_WORDS.index)
