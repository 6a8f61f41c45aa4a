"""What the charts' odds come to over a race: averages, and wheels that must last for several checks."""

from __future__ import annotations

from functools import cache

from ludus.games.circus.charts import CAR_MODIFIER, WHEEL_BOXES, wheel_damage
from ludus.games.circus.odds import damage_odds, lash_team_odds, sums
from ludus.games.circus.wheels import wear


@cache
def bolting(difference: int, dice: int) -> float:
    """CM 9.41: the factors a lashed team is forced to gain, on average, by a CDM that is higher by so much."""
    lashes = lash_team_odds(difference, 0, dice).items()
    return sum(chance * factors for (forced, factors), chance in lashes if forced)


@cache
def ram_odds(difference: int) -> tuple[float, float]:
    """CM 9.54: the chances that a ram damages the attacker's and the defender's car."""
    hits = damage_odds(difference).items()
    return sum(chance for (own, _), chance in hits if own), sum(chance for (_, his), chance in hits if his)


@cache
def wheel_lost(total: int, checks: int) -> float:
    """CM 7.43: the chance that a wheel with so many points comes off in so many checks."""
    if total >= WHEEL_BOXES:
        return 1.0
    if total < 2 or checks <= 0:
        return 0.0
    worn = ((wear(roll, total), chance) for roll, chance in sums(2).items())
    return sum(chance * (1.0 if off else wheel_lost(after, checks - 1)) for (after, off), chance in worn)


@cache
def wheel_hit(total: int, car: str, checks: int) -> float:
    """How much likelier a hit by such a car makes it that the wheel comes off."""
    hits = ((wheel_damage(roll + CAR_MODIFIER[car]), chance) for roll, chance in sums(2).items())
    after = sum(chance * wheel_lost(min(WHEEL_BOXES, total + points), checks + 1) for points, chance in hits)
    return after - wheel_lost(total, checks)
