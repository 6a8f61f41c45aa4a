"""What an attack is worth: the exact odds of every chart, weighed in turns."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product

from ludus.games.circus.attack import Attack
from ludus.games.circus.charts import CAR_MODIFIER, car_ram, driver_lash, horse_injury, lash_factor, wheel_damage
from ludus.games.circus.logs import defending_cdm
from ludus.games.circus.reactions import blockers, can_brake, can_evade
from ludus.games.circus.state import TEAM, Chariot, Race
from ludus.games.circus.track import WALL

# Turns the victim loses by each result of the lash table; G costs the attacker his whip.
LASH_VALUE = {"-": 0.0, "B": 0.15, "S": 0.2, "M": 0.25, "W": 0.5, "G": -0.4}
FLIP = 6.0
BLOCKED_SWERVE = 0.6
INJURY_POINT = 0.25
WHEEL_POINT = 0.12
BOLTED_FACTOR = 0.02  # endurance lost, but speed gained
AVOIDED = 0.1  # even an attack that is avoided costs the defender something


@cache
def sums(dice: int) -> dict[int, float]:
    """The chance of each total of so many dice."""
    counts = Counter(sum(throw) for throw in product(range(1, 7), repeat=dice))
    return {total: count / 6**dice for total, count in counts.items()}


@cache
def avoids(difference: int) -> float:
    """The chance that two dice plus so much reach two other dice."""
    return sum(
        mine * his for own, mine in sums(2).items() for against, his in sums(2).items() if own + difference >= against
    )


@cache
def lash_odds(difference: int) -> dict[str, float]:
    """The chance of each result of a driver lash, with the attacker's CDM so much higher."""
    odds: defaultdict[str, float] = defaultdict(float)
    for own, mine in sums(2).items():
        for against, his in sums(2).items():
            factor = lash_factor(own - against + difference)
            for roll, chance in sums(2).items():
                odds[driver_lash(roll, factor)] += mine * his * chance
    return dict(odds)


@cache
def injury_points(car: str) -> float:
    """Injury points of a ram on horses, on average."""
    return sum(chance * horse_injury(roll + CAR_MODIFIER[car]) for roll, chance in sums(2).items())


@cache
def wheel_points(car: str) -> float:
    """Points a wheel takes from such a car, on average."""
    return sum(chance * wheel_damage(roll + CAR_MODIFIER[car]) for roll, chance in sums(2).items())


@cache
def ram_odds(difference: int) -> tuple[float, float]:
    """The chances that a ram damages the attacker's and the defender's car."""
    own = against = 0.0
    for roll, chance in sums(3).items():
        hurts_attacker, hurts_target = car_ram(roll + difference)
        own += chance * hurts_attacker
        against += chance * hurts_target
    return own, against


def attack_value(race: Race, chariot: Chariot, target: Chariot, attack: Attack) -> float:
    """Turns the target loses on average, less those the attacker does."""
    cdm = defending_cdm(race, target)
    escapes = 0.0
    if can_brake(race, target) or can_evade(race, target, -attack.side):
        escapes = avoids(cdm - chariot.cdm)
    return (1 - escapes) * landed_value(race, chariot, target, attack, chariot.cdm - cdm) + escapes * AVOIDED


def landed_value(race: Race, chariot: Chariot, target: Chariot, attack: Attack, difference: int) -> float:
    if attack.kind == "trample":
        return 0.0
    if attack.kind == "ram":
        if attack.part == TEAM:
            return INJURY_POINT * injury_points(chariot.car)
        own, against = ram_odds(difference)
        return WHEEL_POINT * (against * wheel_points(chariot.car) - own * wheel_points(target.car))
    if attack.part == TEAM:
        return BOLTED_FACTOR * max(1, 2 + difference)
    return sum(chance * lash_result(race, target, attack, code) for code, chance in lash_odds(difference).items())


def lash_result(race: Race, target: Chariot, attack: Attack, code: str) -> float:
    """A swerve into a wall is the end of him, into another chariot a mess."""
    if code == "S":
        beside = race.track.slip[-attack.side][target.square]
        if beside == WALL:
            return FLIP
        if blockers(race, target, beside):
            return BLOCKED_SWERVE
    return LASH_VALUE[code]
