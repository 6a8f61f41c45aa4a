"""Who can strike whom: combat fronts, turning to face, and positional advantage (GL 8.1, 8.2, 20.1)."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.gladiator.charts import POSITION
from ludus.games.gladiator.fighter import REACH, Fighter
from ludus.games.gladiator.hexes import (
    FARTHEST,
    FRONTS,
    Hex,
    bearing,
    distance,
    in_front,
    positional_value,
    turn_towards,
)
from ludus.games.gladiator.state import Arena

REAR_SIDES = {2, 3, 4}
STRUCK = {weapon: FRONTS[reach] for weapon, reach in REACH.items()}  # the hexes that it reaches, by the facing


class Engagement:
    """One man's part in this phase's combat."""

    __slots__ = ("attackers", "bonuses", "number", "outside", "targets")

    def __init__(self, number: int) -> None:
        self.number = number
        self.targets: list[int] = []  # whom he may attack
        self.attackers: list[int] = []  # who may attack him
        self.bonuses: dict[int, int] = {}  # positional advantage over each target
        self.outside = False  # he stands outside the front of a man whom several attack (GL 20.5)


def able(fighter: Fighter) -> bool:
    """GL 8.12a, GL 15.3, GL 17.35, GL 19.24a: armed and free to strike, and not on the ground."""
    return (
        bool(fighter.weapon)
        and fighter.upright
        and not fighter.netted
        and not fighter.was_netted
        and not fighter.appealing
    )


def bonus_against(arena: Arena, fighter: Fighter, target: Fighter) -> int:
    """GL 8.2 to GL 8.24: the hex he stands in, and the state the other is in: stumbling (GL 14.5), or prone instead
    (GL 15.5), and ensnared."""
    (q, r), (there_q, there_r) = fighter.place, target.place
    value = positional_value((q - there_q, r - there_r), target.facing, arena.rules.values[target.left_handed])
    if target.posture == "prone":
        value += POSITION["prone"]
    elif target.stumbling:
        value += POSITION["stumbling"]
    if target.netted:
        value += POSITION["ensnared"]
    return value


def from_behind(attacker: Fighter, target: Fighter) -> bool:
    """GL 20.3: a man beset by several cannot cover his back."""
    offset = (attacker.place[0] - target.place[0], attacker.place[1] - target.place[1])
    return REAR_SIDES.issuperset(bearing(offset, target.facing)[1:])


def turn_to_face(arena: Arena, table: Table) -> None:
    """GL 4-order (11): pivots, bonuses, turning to face. What everybody's place is worth is kept for the combat."""
    men = arena.men
    attackers: dict[int, list[Fighter]] = {}
    for man in men:
        man.bonuses = ()
        q, r = man.place
        front = STRUCK[man.weapon][man.facing]
        for foe in arena.foes(man):
            there_q, there_r = foe.place
            if (there_q - q, there_r - r) not in front or foe.appealing or not able(man):
                continue
            if man.own_cf > 0 or man.own_cf + bonus_against(arena, man, foe) > 0:  # GL 9.33: else he cannot strike
                attackers.setdefault(foe.number, []).append(man)
    if not attackers:
        return
    for number, around in attackers.items():
        if len(around) > 1:
            pivot(arena, table, arena.fighters[number], around)
    # GL 8.12a: bonuses are worked out before anybody turns to face a single attacker.
    for man in men:
        man.bonuses = tuple([(foe.number, bonus_against(arena, man, foe)) for foe in arena.foes(man)])
    for number, around in attackers.items():
        if len(around) == 1:
            face(table, arena.fighters[number], around[0])


def engagements(arena: Arena) -> dict[int, Engagement]:
    """GL 8.1a, GL 8.11, GL 8.12b, GL 8.13: after all turning, whoever has a foe in his front may attack him, be he
    alone against several (GL 20.4). From two hexes away only a trident strikes (GL 18.4)."""
    found: dict[int, Engagement] = {}
    for man in arena.men:
        if not man.bonuses or not able(man):
            continue
        q, r = man.place
        front = STRUCK[man.weapon][man.facing]
        for number, bonus in man.bonuses:
            foe = arena.fighters[number]
            there_q, there_r = foe.place
            if (there_q - q, there_r - r) not in front or foe.status != "fighting" or foe.appealing:
                continue
            bonus = 0 if man.rotated else bonus
            if man.own_cf + bonus <= 0:
                continue  # GL 9.33: nothing to attack with
            own = found.get(man.number) or found.setdefault(man.number, Engagement(man.number))
            own.targets.append(number)
            own.bonuses[number] = bonus
            (found.get(number) or found.setdefault(number, Engagement(number))).attackers.append(man.number)
    if arena.seats > 2:
        for engagement in found.values():
            _note_outside(arena, engagement, found)
    return found


def _note_outside(arena: Arena, engagement: Engagement, found: dict[int, Engagement]) -> None:
    """GL 20.5: one of several, and not in the front of the man they attack."""
    if len(engagement.targets) == 1 and len(found[engagement.targets[0]].attackers) > 1:
        man, target = arena.fighters[engagement.number], arena.fighters[engagement.targets[0]]
        away = distance(man.place, target.place)
        engagement.outside = not in_front(target.place, target.facing, man.place, away)


def face(table: Table, fighter: Fighter, attacker: Fighter) -> None:
    """GL 8.12a: a man attacked from outside his front turns to face; the prone and the unconscious do not."""
    offset = (attacker.place[0] - fighter.place[0], attacker.place[1] - fighter.place[1])
    if offset in FRONTS[FARTHEST][fighter.facing] or not fighter.upright:
        return
    fighter.facing = turn_towards(offset, fighter.facing)
    fighter.rotated = True
    table.tell(
        "faces",
        {"fighter": fighter.name, "attacker": attacker.name, "facing": fighter.facing},
        ("GL 8.12a", "GL 8.12b"),
    )


def burden(offsets: list[Hex], facing: int, turn: int, values: tuple[int, ...]) -> tuple[bool, int, int, int, bool]:
    """GL 20.1: how ill a turn serves a man with foes there: one is not before him, what their places are worth ..."""
    facing = (facing + turn) % 6
    front = sum(offset in FRONTS[1][facing] for offset in offsets)
    total = sum(positional_value(offset, facing, values) for offset in offsets)
    return (front < len(offsets), total, -front, min(turn, 6 - turn), turn > 3)


def pivot(arena: Arena, table: Table, fighter: Fighter, attackers: list[Fighter]) -> None:
    """GL 20.1: a man beset by several takes the facing that serves him best."""
    beside = [each for each in attackers if distance(fighter.place, each.place) == 1]
    if not beside:
        face(table, fighter, attackers[0])
        return
    if not fighter.upright:
        return
    offsets: list[Hex] = [(each.place[0] - fighter.place[0], each.place[1] - fighter.place[1]) for each in beside]
    values = arena.rules.values[fighter.left_handed]
    _, best = min((burden(offsets, fighter.facing, turn, values), turn) for turn in range(6))
    if best:
        fighter.facing = (fighter.facing + best) % 6
        fighter.rotated = True
        table.tell("pivots", {"fighter": fighter.name, "facing": fighter.facing}, ("GL 20.1",))
