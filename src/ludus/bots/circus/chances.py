"""What the charts' odds come to over a race: averages, and wheels that must last for several checks."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import odds, sums


@odds
def bolting(book: SecondEdition, difference: int) -> float:
    """CM 9.41: the factors a lashed team is forced to gain, on average, by a CDM that is higher by so much."""
    lashes = book.lash_team_odds(difference, 0).items()
    return sum(chance * factors for (forced, factors), chance in lashes if forced)


@odds
def tiring(book: SecondEdition, difference: int, endurance: int) -> float:
    """CM 8.4, 9.41: the chance that a lash costs a team all the endurance that it has left."""
    lashes = book.lash_team_odds(difference, 0).items()
    return sum(chance for (_, factors), chance in lashes if 0 < endurance <= factors)


@odds
def ram_odds(book: SecondEdition, difference: int) -> tuple[float, float]:
    """CM 9.54: the chances that a ram damages the attacker's and the defender's car."""
    hits = book.damage_odds(difference).items()
    return sum(chance for (own, _), chance in hits if own), sum(chance for (_, his), chance in hits if his)


@odds
def wheel_lost(book: SecondEdition, total: int, checks: int) -> float:
    """CM 7.43: the chance that a wheel with so many points comes off in so many checks."""
    if total >= book.charts.wheel_boxes:
        return 1.0
    if total < 2 or checks <= 0:
        return 0.0
    worn = ((book.wear(roll, total), chance) for roll, chance in sums(2).items())
    return sum(chance * (1.0 if off else wheel_lost(book, after, checks - 1)) for (after, off), chance in worn)


@odds
def wheel_hit(book: SecondEdition, total: int, car: str, checks: int) -> float:
    """How much likelier a hit by such a car makes it that the wheel comes off."""
    hits = ((book.wheel_damage(roll + book.charts.car_modifier[car]), chance) for roll, chance in sums(2).items())
    most = book.charts.wheel_boxes
    after = sum(chance * wheel_lost(book, min(most, total + points), checks + 1) for points, chance in hits)
    return after - wheel_lost(book, total, checks)
