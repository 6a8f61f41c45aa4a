"""Exact odds: every chart over all throws of its dice.

Odds say how likely each result is, the results in words or by the chart's own codes. They are worked out once for each
set of numbers and shared: read them, do not change them.

>>> strain_odds(3, cdm=0)["FP"]
0.046296296296296294
>>> round(defence_odds(attacker_cdm=0, defender_cdm=0), 4)
0.5563
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import TypeVar

from ludus.core.dice import ScriptedDice
from ludus.core.table import QuietTable
from ludus.games.circus.attack import heart_lost
from ludus.games.circus.charts import (
    CAR_MODIFIER,
    WHEEL_BOXES,
    car_ram,
    corner_strain,
    critical_hit,
    driver_lash,
    horse_injury,
    lash_factor,
    run_over,
    wheel_damage,
)
from ludus.games.circus.horses import cutting_price
from ludus.games.circus.phase import whip
from ludus.games.circus.rules import Rules
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import house_track
from ludus.games.circus.wheels import wear
from ludus.games.circus.wrecks import jolt

Odds = Mapping[str, float]
T = TypeVar("T")

STRAIN_CODES = ("-", "S", "SS", "J", "LH", "RH", "FP")
LASH_CODES = ("-", "B", "S", "M", "W", "G")
RUN_OVER_CODES = ("none", "jostled", "car", "hobbled", "serious", "danger", "flip")

NOTHING, UNHURT = "nothing", "unhurt"
DAMAGED, FLIPS = "damaged", "flips"
HORSE_DEAD, DEAD = "horse dead", "dead"
GRABS_WHIP, HELD_FAST, SLOWED, BRAKES = "grabs the whip", "held fast", "loses speed", "brakes"
SWERVES, SWERVES_STRAINING, SWERVES_INTO = "swerves", "swerves and strains", "swerves into another"
WOUNDED, PULLED_OUT, WHIP_LOST = "wounded", "pulled from the car", "whip lost"
# What a lash can do to a driver, the gravest last. Where several things happen, the gravest counts.
LASH_WORDS = (
    GRABS_WHIP, NOTHING, HELD_FAST, SLOWED, BRAKES, SWERVES, SWERVES_STRAINING, WOUNDED,
    "arm wound", "eye wound", "severe wound", "deep wound", SWERVES_INTO, PULLED_OUT, FLIPS,
)  # fmt: skip


@cache
def sums(dice: int) -> Mapping[int, float]:
    """The chance of each total of so many dice."""
    counts = Counter(sum(throw) for throw in product(range(1, 7), repeat=dice))
    return {total: count / 6**dice for total, count in counts.items()}


@cache
def leads(dice: int) -> Mapping[int, float]:
    """The chance of each difference between one throw of so many dice and another."""
    return gathered(
        (own - against, mine * his) for own, mine in sums(dice).items() for against, his in sums(dice).items()
    )


def gathered(parts: Iterable[tuple[T, float]]) -> dict[T, float]:
    """Chances of equal results added up."""
    odds: dict[T, float] = {}
    for result, chance in parts:
        odds[result] = odds.get(result, 0.0) + chance
    return odds


def read_off(dice: int, chart: Callable[[int], str]) -> dict[str, float]:
    """What a chart gives for all totals of so many dice."""
    return gathered((chart(total), chance) for total, chance in sums(dice).items())


def in_order(words: tuple[str, ...], odds: Odds) -> dict[str, float]:
    return {word: odds[word] for word in words if word in odds}


@cache
def at_most(dice: int, limit: int) -> float:
    """The chance that so many dice show no more than this."""
    return sum(chance for total, chance in sums(dice).items() if total <= limit)


# -- corners and wheels --------------------------------------------------------------------------------


@cache
def strain_odds(points: int, cdm: int) -> Odds:
    """CM 7.32a, 7.32b: a corner strain check, by code."""
    odds = dict.fromkeys(STRAIN_CODES, 0.0)
    odds.update(read_off(3, lambda total: corner_strain(total - cdm, points)))
    return odds


@cache
def wheel_holds_odds(damage: int) -> float:
    """CM 7.43: that one wheel comes through a check."""
    if damage < 2:
        return 1.0
    worn = ((wear(roll, damage), chance) for roll, chance in sums(2).items())
    return sum(chance for (total, lost), chance in worn if not lost and total < WHEEL_BOXES)


@cache
def wheel_off_odds(left: int, right: int) -> float:
    """CM 7.43, 7.44, 9.56b: that a check of both wheels flips the car."""
    if WHEEL_BOXES in (left, right):
        return 1.0
    return 1 - wheel_holds_odds(left) * wheel_holds_odds(right)


# -- rams ----------------------------------------------------------------------------------------------


def boxes_lost(boxes: int) -> str:
    return f"{boxes} box{'es' if boxes > 1 else ''}" if boxes else NOTHING


@cache
def injury_odds(car: str | None = None) -> Mapping[int, float]:
    """CM 9.5: injury points from a car of this type; None: without a car."""
    modifier = 0 if car is None else CAR_MODIFIER[car]
    return gathered((horse_injury(roll + modifier), chance) for roll, chance in sums(2).items())


@cache
def ram_horses_odds(car: str | None, boxes: int) -> Odds:
    """CM 9.5, 9.51a: what a horse with so many boxes left suffers."""
    return gathered(
        (HORSE_DEAD if points >= boxes else boxes_lost(points), chance) for points, chance in injury_odds(car).items()
    )


@dataclass(frozen=True, slots=True)
class Car:
    """A car in a ram: its type, the damage of the wheel that is hit, and of the other."""

    kind: str
    hit: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class Sides:
    """What an attack does to its target, and to the attacker."""

    target: Odds
    attacker: Odds


@cache
def hit_car_odds(wheels: Car, by: str) -> Odds:
    """CM 9.55a, 9.56a: wheel damage by a car of this type, and the check at once."""
    flips = sum(
        chance * wheel_off_odds(min(WHEEL_BOXES, wheels.hit + wheel_damage(roll + CAR_MODIFIER[by])), wheels.other)
        for roll, chance in sums(2).items()
    )
    return {DAMAGED: 1 - flips, FLIPS: flips}


@cache
def damage_odds(difference: int) -> Mapping[tuple[bool, bool], float]:
    """CM 9.54: whether attacker's and target's car are hit, with the attacker's CDM so much higher."""
    return gathered((car_ram(total + difference), chance) for total, chance in sums(3).items())


@cache
def ram_car_odds(attacker_cdm: int, defender_cdm: int, attacker: Car, target: Car) -> Sides:
    """CM 9.54 to 9.56: car against car."""
    hits = damage_odds(attacker_cdm - defender_cdm)
    own = sum(chance for (hurts, _), chance in hits.items() if hurts)
    his = sum(chance for (_, hurts), chance in hits.items() if hurts)
    return Sides(_if_hit(his, hit_car_odds(target, attacker.kind)), _if_hit(own, hit_car_odds(attacker, target.kind)))


def _if_hit(chance: float, hit: Odds) -> Odds:
    return {UNHURT: 1 - chance, **{word: chance * part for word, part in hit.items()}}


@cache
def falling_car_odds(defender_cdm: int, wreck: str, target: Car) -> Odds:
    """CM 12.4a: a wreck of this type falls on a car."""
    hurt = sum(chance for (_, hurts), chance in damage_odds(-defender_cdm).items() if hurts)
    return _if_hit(hurt, hit_car_odds(target, wreck))


@cache
def trample_odds(cdm: int, hits: int) -> Odds:
    """CM 16.5b: a team over a dragged man with so many boxes."""
    hurt = sum(chance for (_, hurts), chance in damage_odds(cdm).items() if hurts)
    wounds = gathered((2 * wheel_damage(roll), hurt * chance) for roll, chance in sums(2).items())
    return gathered(
        (DEAD if boxes >= hits else boxes_lost(boxes), chance) for boxes, chance in [(0, 1 - hurt), *wounds.items()]
    )


# -- defence and lashes ----------------------------------------------------------------------------------


@cache
def defence_odds(attacker_cdm: int, defender_cdm: int) -> float:
    """CM 9.32: that the defender wins the contest; ties are his."""
    return sum(chance for lead, chance in leads(2).items() if lead + defender_cdm >= attacker_cdm)


@cache
def lash_team_odds(attacker_cdm: int, defender_cdm: int, dice: int = 1) -> Mapping[tuple[bool, int], float]:
    """CM 9.41: whether the lash succeeds, and the endurance that is lost if the team has it."""
    margins = ((lead + attacker_cdm - defender_cdm, chance) for lead, chance in leads(dice).items())
    return gathered(((margin > 0, heart_lost(margin)), chance) for margin, chance in margins)


@cache
def lash_factor_odds(attacker_cdm: int, defender_cdm: int) -> Mapping[int, float]:
    """CM 9.42a: the column of the driver lash table."""
    return gathered((lash_factor(lead + attacker_cdm - defender_cdm), chance) for lead, chance in leads(2).items())


@cache
def lash_driver_odds(attacker_cdm: int, defender_cdm: int) -> Odds:
    """CM 9.42: the table alone, by code; what comes of a wound is in `lash_odds`."""
    parts = (
        (driver_lash(roll, factor), column * chance)
        for factor, column in lash_factor_odds(attacker_cdm, defender_cdm).items()
        for roll, chance in sums(2).items()
    )
    return in_order(LASH_CODES, gathered(parts))


@dataclass(frozen=True, slots=True)
class Lashed:
    """A driver under the lash: the hit boxes of both men, and what braking and swerving would mean for him."""

    hits: int
    attacker_hits: int
    brake: str = BRAKES  # or HELD_FAST, or WOUNDED: he cannot
    swerve: str = SWERVES  # or SWERVES_STRAINING, SWERVES_INTO, FLIPS, NOTHING
    advanced: bool = True


Ending = tuple[str, str]  # of the target, of the attacker


@cache
def strike_odds(factor: int, man: Lashed) -> Mapping[Ending, float]:
    """CM 9.42b, 9.43: two dice on the table, and all that follows from the result."""
    return gathered(_strike(factor, man))


def _strike(factor: int, man: Lashed) -> Iterator[tuple[Ending, float]]:
    plain = {"-": NOTHING, "B": man.brake, "S": man.swerve, "M": SLOWED, "W": WOUNDED, "G": GRABS_WHIP}
    for roll, chance in sums(2).items():
        code = driver_lash(roll, factor)
        if code == "W" or (code == "B" and man.brake == WOUNDED):
            yield from _times(chance, wound_odds(factor, man))
        else:
            yield (plain[code], WHIP_LOST if code == "G" else UNHURT), chance


@cache
def wound_odds(factor: int, man: Lashed) -> Mapping[Ending, float]:
    """CM 9.43-W1 to W3, 13.1: a hit box, and in the Advanced Game a critical hit."""
    return gathered(_wound(factor, replace(man, hits=man.hits - 1)))


def _wound(factor: int, man: Lashed) -> Iterator[tuple[Ending, float]]:
    if not man.hits:
        yield (FLIPS, UNHURT), 1.0
    elif not man.advanced:
        yield (WOUNDED, UNHURT), 1.0
    else:
        for roll, chance in sums(2).items():
            yield from _times(chance, _critical(critical_hit(roll), factor, man))


def _critical(result: str, factor: int, man: Lashed) -> Mapping[Ending, float]:
    if result == "surprise":
        again = strike_odds(lash_factor(factor - 1), man)
        return gathered(((graver(WOUNDED, his), own), chance) for (his, own), chance in again.items())
    if result == "tug of war":
        return gathered((_tug_of_war(lead + man.attacker_hits - man.hits), chance) for lead, chance in leads(2).items())
    if result == "deep wound" and man.hits == 1:
        return {(FLIPS, UNHURT): 1.0}
    if result == PULLED_OUT:
        return {(PULLED_OUT, WHIP_LOST): 1.0}
    return {(WOUNDED if result == "none" else result, UNHURT): 1.0}


def _tug_of_war(lead: int) -> Ending:
    """CM 13.1-12."""
    return (PULLED_OUT, WHIP_LOST) if lead > 0 else (WOUNDED, PULLED_OUT) if lead else (WOUNDED, WHIP_LOST)


def graver(one: str, other: str) -> str:
    return max(one, other, key=LASH_WORDS.index)


def _times(chance: float, odds: Mapping[Ending, float]) -> Iterator[tuple[Ending, float]]:
    return ((ending, chance * part) for ending, part in odds.items())


@cache
def lash_odds(attacker_cdm: int, defender_cdm: int, man: Lashed) -> Sides:
    """CM 9.42, 9.43, 13.1: a driver lash to its end, for both men."""
    endings = [
        (ending, column * chance)
        for factor, column in lash_factor_odds(attacker_cdm, defender_cdm).items()
        for ending, chance in strike_odds(factor, man).items()
    ]
    return Sides(
        in_order(LASH_WORDS, gathered((his, chance) for (his, _), chance in endings)),
        in_order((UNHURT, WHIP_LOST, PULLED_OUT), gathered((own, chance) for (_, own), chance in endings)),
    )


# -- wrecks, dead horses, reins ----------------------------------------------------------------------------


@cache
def jump_odds(cdm: int, unpaid: int) -> Odds:
    """CM 14.3b: running over a wreck with so much endurance not paid, by code."""
    return in_order(RUN_OVER_CODES, read_off(3, lambda total: run_over(total - cdm + unpaid)))


@cache
def jolt_odds(left: int, right: int) -> float:
    """CM 14.3-car: that a jolt over a wreck costs the car a wheel."""
    flips = 0.0
    for throw in product(range(1, 7), repeat=2):
        blows = [jolt(die) for die in throw]
        if any(blows):
            flips += wheel_off_odds(min(WHEEL_BOXES, left + blows[0]), min(WHEEL_BOXES, right + blows[1])) / 36
    return flips


@cache
def cut_odds(horses: int, cdm: int, speed: int) -> float:
    """CM 9.53a: that a dead horse is cut free, with so many alive and so much speed to pay from."""
    return sum(chance for thrown, chance in sums(horses).items() if cutting_price(thrown, cdm) <= speed)


def loose_odds(hits: int, cdm: int) -> float:
    """CM 16.2a: that a dragged man cuts himself free."""
    return at_most(2, hits + cdm)


@cache
def whip_odds(endurance: int, arm_wound: bool = False) -> Mapping[int, float]:
    """CM 6.523 to 6.525, 13.1-4: the factors that a whip brings."""
    odds = []
    for die in range(1, 7):
        chariot = Chariot("", 0, endurance=endurance, arm_wound=arm_wound)
        race = Race(house_track(), Rules(), 1, [chariot])
        whip(race, QuietTable(ScriptedDice((die,)), []), chariot)
        odds.append((race.move.strain, 1 / 6))
    return gathered(odds)
