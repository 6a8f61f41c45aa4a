"""What is remarkable about a question, for whoever teaches a newcomer: names of moments, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludus.core.decision import Allocate, Decision
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import distance, in_front, step
from ludus.games.gladiator.plot import CHARGE_HEXES
from ludus.games.gladiator.state import Arena

MEETING = 3  # hexes between two men who may meet in this phase
WORN_SHIELD = 9  # boxes left


def sees(man: Fighter, other: Fighter, reach: int = 0) -> bool:
    return in_front(man.place, man.facing, other.place, reach or man.reach or 1)


def plot_moments(arena: Arena, fighter: Fighter, orders: Iterable[str]) -> Iterator[str]:
    foes = arena.foes(fighter)
    near = [foe for foe in foes if distance(foe.place, fighter.place) <= MEETING]
    if fighter.prone:
        beside = any(foe.weapon and sees(foe, fighter, 1) for foe in foes)
        yield "helpless" if fighter.moves_left <= 0 and beside else "kneel"
    if fighter.owes_stumble:
        yield "stumble"
    yield "plot"
    ahead = step(fighter.place, fighter.facing, CHARGE_HEXES)
    found = {
        "disarmed": not fighter.weapon,
        "hurt": any(fighter.wounds),
        "stun": bool(fighter.stun),
        "net-about": any(foe.net for foe in near),
        "net": fighter.net and bool(near),
        "behind": any(sees(fighter, foe) and not sees(foe, fighter) for foe in near),
        "close": any(foe.weapon for foe in near),
        "charge": any(foe.place == ahead for foe in foes) and "C" in orders,
        "overexertion": fighter.moves_left <= 0,
        "few-moves": fighter.moves_left == 1,
    }
    yield from (name for name, holds in found.items() if holds)


def allocation_moments(arena: Arena, fighter: Fighter, decision: Decision) -> Iterator[str]:
    yield decision.name
    assert isinstance(decision, Allocate)
    foes = [foe for foe in arena.foes(fighter) if sees(fighter, foe) or sees(foe, fighter)]
    found = {
        "half": any(box.startswith("attack") for box in decision.boxes),
        "advantage": decision.budget > fighter.own_cf,
        "bad-place": fighter.rotated,
        "stun": bool(fighter.stun),
        "shield": bool(fighter.shield) and fighter.shield_boxes <= WORN_SHIELD,
        "two-hands": fighter.one_handed,
        "prone-foe": any(foe.prone for foe in foes),
        "bare": any(not foe.shield for foe in foes),
        "wounds": any(any(foe.wounds) for foe in foes),
    }
    yield from (name for name, holds in found.items() if holds)
