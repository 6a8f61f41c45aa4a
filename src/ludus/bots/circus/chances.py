"""Exact chances: dice contests, wounds, rams and wheels, from the charts of the game."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product

from ludus.games.circus.charts import (
    CAR_MODIFIER,
    WHEEL_BOXES,
    car_ram,
    critical_hit,
    driver_lash,
    horse_injury,
    lash_factor,
    wheel_damage,
)


@cache
def sums(dice: int) -> dict[int, float]:
    """The chance of each total of so many dice."""
    counts = Counter(sum(throw) for throw in product(range(1, 7), repeat=dice))
    return {total: count / 6**dice for total, count in counts.items()}


@cache
def margins(dice: int) -> dict[int, float]:
    """The chance of each difference between two throws of so many dice."""
    odds: defaultdict[int, float] = defaultdict(float)
    for own, mine in sums(dice).items():
        for against, his in sums(dice).items():
            odds[own - against] += mine * his
    return dict(odds)


@cache
def gets_away(difference: int) -> float:
    """CM 9.32: the chance of a defender whose CDM is higher by so much; ties are his."""
    return sum(chance for margin, chance in margins(2).items() if margin + difference >= 0)


@cache
def lash_codes(difference: int) -> dict[str, float]:
    """CM 9.42: the results of a driver lash by an attacker whose CDM is higher by so much."""
    odds: defaultdict[str, float] = defaultdict(float)
    for margin, chance in margins(2).items():
        factor = lash_factor(margin + difference)
        for roll, luck in sums(2).items():
            odds[driver_lash(roll, factor)] += chance * luck
    return dict(odds)


@cache
def critical_odds() -> dict[str, float]:
    """CM 13.1b."""
    odds: defaultdict[str, float] = defaultdict(float)
    for roll, chance in sums(2).items():
        odds[critical_hit(roll)] += chance
    return dict(odds)


@cache
def bolting(difference: int, dice: int) -> float:
    """CM 9.41: the factors a lashed team is forced to gain, on average."""
    return sum(chance * max(0, margin + difference) for margin, chance in margins(dice).items())


@cache
def injuries(car: str) -> dict[int, float]:
    """CM 9.5: the injury points of a ram by such a car."""
    odds: defaultdict[int, float] = defaultdict(float)
    for roll, chance in sums(2).items():
        odds[horse_injury(roll + CAR_MODIFIER[car])] += chance
    return dict(odds)


@cache
def ram_odds(difference: int) -> tuple[float, float]:
    """CM 9.54: the chances that a ram damages the attacker's and the defender's car."""
    own = against = 0.0
    for roll, chance in sums(3).items():
        hurts_attacker, hurts_target = car_ram(roll + difference)
        own += chance * hurts_attacker
        against += chance * hurts_target
    return own, against


@cache
def wheel_lost(total: int, checks: int) -> float:
    """CM 7.43: the chance that a wheel with so many points comes off in so many checks."""
    if total >= WHEEL_BOXES:
        return 1.0
    if total < 2 or checks <= 0:
        return 0.0
    lost = sum(chance for roll, chance in sums(2).items() if roll < total)
    worse = sums(2).get(total, 0.0)
    holds = 1.0 - lost - worse
    return lost + worse * wheel_lost(total + 1, checks - 1) + holds * wheel_lost(total, checks - 1)


@cache
def wheel_hit(total: int, car: str, checks: int) -> float:
    """How much likelier a hit by such a car makes it that the wheel comes off."""
    before = wheel_lost(total, checks)
    after = 0.0
    for roll, chance in sums(2).items():
        points = wheel_damage(roll + CAR_MODIFIER[car])
        after += chance * wheel_lost(min(WHEEL_BOXES, total + points), checks + 1)
    return after - before
