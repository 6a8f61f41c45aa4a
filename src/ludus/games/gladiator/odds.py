"""Exact odds by enumeration: an attack before it is made, a collision, a fall, a net, the crowd.

Every chance is exact; where dice are compared with a chart all rolls are counted, none is sampled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from ludus.games.gladiator.charts import (
    ARMOUR_MODIFIER,
    HEAD,
    KILLED,
    PARRY_BOXES,
    column_and_shift,
    combat_result,
    critical_hit,
    spared_from,
    stun_for,
    wounds_for,
)
from ludus.games.gladiator.fighter import Fighter

Chances = dict[int, float]


@cache
def dice(count: int) -> Mapping[int, float]:
    """The chance of every total of so many dice.

    >>> round(dice(2)[7], 4)
    0.1667
    """
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, number in ways.items():
            for die in range(1, 7):
                more[total + die] = more.get(total + die, 0) + number
        ways = more
    return {total: number / 6**count for total, number in ways.items()}


def at_most(count: int, limit: int) -> float:
    """The chance that so many dice show no more than a limit."""
    return sum(chance for total, chance in dice(count).items() if total <= limit)


@dataclass(frozen=True, slots=True)
class Defender:
    """What the odds of an attack depend on, of the man attacked."""

    armour: str  # on the area
    helmet: bool
    shield_boxes: int  # 0: no shield
    weapon: bool
    arm_loss: int
    wounds_left: int  # in the area
    weak: int = 0  # how far below zero his CF is (GL 9.34)
    net_loss: int = 0  # what he owes for escaping a net: on the dice of the blow alone (GL 17.351b, 12.3)


@dataclass(frozen=True, slots=True)
class Odds:
    """What comes of an attack. The first seven add up to 1; `wounds` and `criticals` are part of `hit`."""

    miss: float  # no effect at all
    bad_miss: float  # M
    shield: float  # it stops there
    parry: float  # it stops there
    hit: float  # the body is reached, wound or not
    shield_lost: float  # ruined or dropped
    weapon_lost: float
    wounds: Chances  # number of wounds (0 too), given as chances of the whole attack
    criticals: dict[str, float]
    death: float


@cache
def results(advantage: int, more: int = 0) -> Mapping[str, float]:
    """GL 8.5 to 8.52: the chance of every result of the table for a net advantage.

    >>> round(results(0)["M"], 4), round(sum(results(3).values()), 4)
    (0.0046, 1.0)
    """
    column, shift = column_and_shift(advantage)
    found: dict[str, float] = {}
    for total, chance in dice(3).items():
        result = combat_result(total + shift + more, column)
        found[result] = found.get(result, 0.0) + chance
    return found


Body = tuple[Mapping[int, float], Mapping[str, float], float]  # wounds, criticals, death


@cache
def armour_struck(armour: str) -> float:
    """GL 3-6b: the chance that a blow meets the armour of an area at all."""
    if len(armour) < 2:
        return float(len(armour))
    return at_most(2, int(armour[1:]))


@cache
def first_wounds(plus: int, armour: str) -> Mapping[int, float]:
    """GL 9.1: the chance of every number of wounds, before any critical hit."""
    struck = armour_struck(armour)
    found: Chances = {}
    for modifier, share in ((ARMOUR_MODIFIER[armour[:1]], struck), (0, 1 - struck)):
        if share:
            for total, chance in dice(3).items():
                number = wounds_for(total + plus + modifier)
                found[number] = found.get(number, 0.0) + chance * share
    return found


@cache
def critical_hits(area: int, first: int, helmet: bool) -> tuple[tuple[str, int, float], ...]:
    """GL 9.4: what becomes of so many wounds: the critical hit, the wounds in the end, the chance."""
    found = []
    for roll, chance in dice(2).items():
        critical = critical_hit(area, roll + first - 1)
        if critical == "H" and not helmet:
            critical = "3xM"
        found.append((critical, _total(first, critical), chance))
    return tuple(found)


@lru_cache(maxsize=8192)
def body_hit(area: int, plus: int, armour: str, helmet: bool, wounds_left: int) -> Body:
    """GL 9.1 to 9.5: what an H or H+ does to an area; chances given the hit."""
    wounds: Chances = {}
    criticals: dict[str, float] = {}
    death = 0.0
    for first, chance in first_wounds(plus, armour).items():
        if first in (0, KILLED):
            wounds[first] = chance
            death += chance * (first == KILLED)
            continue
        for critical, number, part in critical_hits(area, first, helmet):
            both = chance * part
            wounds[number] = wounds.get(number, 0.0) + both
            criticals[critical] = criticals.get(critical, 0.0) + both
            if critical == "K" or number >= wounds_left:
                death += both
    return wounds, criticals, death


@cache
def fatal(area: int, first: int, helmet: bool, wounds_left: int) -> float:
    """That so many wounds of an area, with the critical hit they bring, kill."""
    if first == KILLED:
        return 1.0
    hits = critical_hits(area, first, helmet) if first else ()
    return sum(chance for critical, number, chance in hits if critical == "K" or number >= wounds_left)


@lru_cache(maxsize=8192)
def harm(area: int, plus: int, armour: str, helmet: bool, wounds_left: int) -> tuple[float, float]:
    """What counts of a hit: the chances that it wounds or kills, and that it kills."""
    chances = first_wounds(plus, armour)
    death = sum(chance * fatal(area, first, helmet, wounds_left) for first, chance in chances.items())
    return 1 - chances.get(0, 0.0), death


def _total(wounds: int, critical: str) -> int:
    if critical == "1":
        return wounds + 1
    return wounds * (2 if critical[:2] == "2x" else 3 if critical[:2] == "3x" else 1)


@lru_cache(maxsize=8192)
def shield_hit(boxes: int, force: int, edge: int, drop: int) -> tuple[float, float, float, float]:
    """GL 10.2 to 10.3, 12.1: the chances that a shield stops a blow, lets a P through, lets an H through, and is lost.
    `force` is strength and CFs, `drop` strength and net advantage."""
    parry = through = lost = 0.0
    dropped = at_most(3, drop) if edge else 0.0
    for total, chance in dice(3).items():
        due = total + force + edge - boxes + 1
        if due < boxes:
            lost += chance * dropped
            continue
        lost += chance
        if due > boxes:
            if due - boxes <= PARRY_BOXES:
                parry += chance
            else:
                through += chance
    return 1 - parry - through, parry, through, lost


class Meeting(NamedTuple):
    """What a blow meets with, wherever it is aimed; `hits` are the chances of a hit by what it adds (H+)."""

    miss: float
    bad_miss: float
    shield: float
    parry: float
    shield_lost: float
    weapon_lost: float
    hits: dict[int, float]


def meet(advantage: int, strength: int, cfs: int, defender: Defender) -> Meeting:
    """GL 8.5 to 8.6, 10: how far one attack comes."""
    miss = bad_miss = shield = parry = shield_lost = weapon_lost = 0.0
    hits: dict[int, float] = {}
    net = advantage + defender.weak

    def parried(chance: float, both: bool) -> None:
        nonlocal parry, weapon_lost
        if not defender.weapon or (both and not defender.shield_boxes):
            hits[0] = hits.get(0, 0.0) + chance
            return
        parry += chance
        weapon_lost += chance * at_most(3, strength + net + defender.arm_loss)

    for result, chance in results(advantage, defender.weak + defender.net_loss).items():
        if result == "-":
            miss += chance
        elif result == "M":
            bad_miss += chance
        elif result[0] == "S" and defender.shield_boxes:
            stops, spills, breaks, lost = shield_hit(
                defender.shield_boxes, strength + cfs, int(result == "S*"), strength + net
            )
            shield += chance * stops
            shield_lost += chance * lost
            hits[0] = hits.get(0, 0.0) + chance * breaks
            parried(chance * spills, both=False)
        elif result[0] == "S":
            parried(chance, both=False)
        elif result[0] == "P":
            parried(chance, both=result == "P*")
        else:
            plus = int(result[2:] or 0)
            hits[plus] = hits.get(plus, 0.0) + chance
    return Meeting(miss, bad_miss, shield, parry, shield_lost, weapon_lost, hits)


def attack_odds(advantage: int, area: int, strength: int, cfs: int, defender: Defender) -> Odds:
    """GL 8 to 10: the exact chances of one attack, all told. `cfs` is what the attack is made with after halving."""
    miss, bad_miss, shield, parry, shield_lost, weapon_lost, hits = meet(advantage, strength, cfs, defender)
    wounds, criticals, death = _bodies(hits.items(), area, defender)
    return Odds(miss, bad_miss, shield, parry, sum(hits.values()), shield_lost, weapon_lost, wounds, criticals, death)


Brief = tuple[float, float, float, float, float, float]


class Harms(dict[int, tuple[float, float]]):
    """What hits do to one area of a man, by what they add (H+); worked out when they are first asked for."""

    def __init__(self, area: int, defender: Defender) -> None:
        super().__init__()
        self.area = area
        self.defender = defender

    def __missing__(self, plus: int) -> tuple[float, float]:
        defender = self.defender
        self[plus] = found = harm(self.area, plus, defender.armour, defender.helmet, defender.wounds_left)
        return found


def brief_odds(meeting: Meeting, harms: Harms) -> Brief:
    """An attack in six chances that add up to 1: it misses, the shield stops it, it is parried, it hits without a
    wound, it wounds, it kills."""
    hit = wounded = death = 0.0
    for plus, chance in meeting.hits.items():
        wounds, kills = harms[plus]
        hit += chance
        wounded += chance * wounds
        death += chance * kills
    return meeting.miss + meeting.bad_miss, meeting.shield, meeting.parry, hit - wounded, wounded - death, death


def _bodies(
    hits: Iterable[tuple[int, float]], area: int, defender: Defender
) -> tuple[Chances, dict[str, float], float]:
    """All hits taken together."""
    wounds: Chances = {}
    criticals: dict[str, float] = {}
    death = 0.0
    for plus, chance in hits:
        numbers, codes, dead = body_hit(area, plus, defender.armour, defender.helmet, defender.wounds_left)
        death += chance * dead
        for number, part in numbers.items():
            wounds[number] = wounds.get(number, 0.0) + chance * part
        for code, part in codes.items():
            criticals[code] = criticals.get(code, 0.0) + chance * part
    return wounds, criticals, death


def defender_of(fighter: Fighter, area: int, widths: tuple[int, ...]) -> Defender:
    """A man as the odds of an attack on one of his areas see him."""
    return Defender(
        armour=fighter.armour[area],
        helmet=bool(fighter.armour[HEAD]),
        shield_boxes=fighter.shield_boxes if fighter.shield else 0,
        weapon=bool(fighter.weapon),
        arm_loss=fighter.arm_loss(widths),
        wounds_left=fighter.wound_factor - fighter.wounds[area],
        weak=max(0, -fighter.cf),
        net_loss=fighter.net_loss,
    )


# -- other rolls -------------------------------------------------------------------------------------------


@cache
def collision_odds(own: int, other: int) -> tuple[float, dict[int, float]]:
    """GL 7.5 to 7.52: the chance to win a collision with these modifiers, and the other's stun if it is won."""
    wins: dict[int, float] = {}
    decided = 0.0
    for mine in range(1, 7):
        for theirs in range(1, 7):
            difference = own + mine - other - theirs
            decided += difference != 0
            if difference > 0:
                wins[difference] = wins.get(difference, 0.0) + 1
    if not decided:
        return 0.0, {}
    won = sum(wins.values()) / decided
    stun: dict[int, float] = {}
    for difference, ways in wins.items():
        for total, chance in dice(2).items():
            factors = stun_for(total + difference)
            stun[factors] = stun.get(factors, 0.0) + chance * ways / sum(wins.values())
    return won, stun


def fall_odds(agility: int) -> float:
    """GL 14.3: that a stumbling man falls."""
    return at_most(2, 7 - agility)


def recovery_odds(modifiers: int) -> float:
    """GL 12.61: one die plus modifiers, 0 or less."""
    return at_most(1, -modifiers)


def net_odds(modifiers: int) -> dict[str, float]:
    """GL 17.33, 17.44, 17.54: caught or tripped, a stumble check, a grab, nothing."""
    found = {"caught": 0.0, "check": 0.0, "grabbed": 0.0, "nothing": 0.0}
    for result, chance in results(0, modifiers).items():
        name = {"H": "caught", "P": "check", "M": "grabbed"}.get(result[0], "nothing")
        found[name] += chance
    return found


def freeing_odds(cfs: int, free_at: int) -> float:
    """GL 17.351a."""
    return at_most(3, free_at + cfs)


def missus_odds(total: int) -> float:
    """GL 19.2: that the crowd spares him."""
    needed = spared_from(total)
    return 0.0 if needed is None else (7 - needed) / 6
