"""What a man has shown of himself in this fight, as far as his log sheet remembers it.

A bot is asked anew at every question and keeps nothing: what it knows of the other's ways it reads where everybody can,
from the factors that the crowd has counted (GL 19.2) and from his latest step.
"""

from __future__ import annotations

from ludus.bots.gladiator.ground import Stance, faces, stances
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import distance
from ludus.games.gladiator.legal_plots import legal_orders
from ludus.games.gladiator.plot import NO_MOVE
from ludus.games.gladiator.state import Arena

CHARGE = "C"
BACKWARDS = ("back", "side_back")
WEAKER = 2  # factors fewer
RUN_UP = 2  # hexes: who has come on so far has come to strike
PAST = 2  # hexes at which a man ends who has charged by
ALL_OUT, SEEN = 0.85, 0.4
FEW = 12.0  # factors seen, after which what a man has shown counts as much as what one would expect


def as_he_stands(foe: Fighter) -> Stance:
    return Stance(NO_MOVE, foe.place, foe.facing, (), True)


def flees(fighter: Fighter, foe: Fighter) -> bool:
    """Out of reach, and his latest step led away; or his back is turned, and not because he has just run past."""
    away = distance(fighter.place, foe.place)
    if not foe.upright or foe.netted or away <= max(1, fighter.reach):
        return False
    if not faces(as_he_stands(foe), fighter.place):
        return away > PAST or (beaten(fighter, foe) and not rash(foe))
    return foe.last_way in BACKWARDS


def beaten(fighter: Fighter, foe: Fighter) -> bool:
    """Wounded, and clearly the weaker: he has reason to run."""
    return any(foe.wounds) and foe.own_cf + WEAKER <= fighter.own_cf


def flight(arena: Arena, fighter: Fighter, foe: Fighter) -> Stance:
    """Where he gets to if he goes on as he did: as far off as a move takes him, his face as he has turned it."""
    still = as_he_stands(foe)
    if foe.moves_left <= 0:
        return still
    ends = [each for each in stances(foe, legal_orders(arena, foe)) if each.plain]
    if distance(fighter.place, foe.place) > max(1, fighter.reach):
        towards = faces(still, fighter.place)
        ends = [each for each in ends if faces(each, fighter.place) == towards]
    return max(ends, key=lambda end: (_straight_away(fighter, end), end.order), default=still)


def _straight_away(fighter: Fighter, end: Stance) -> tuple[int, int]:
    q, r = end.place[0] - fighter.place[0], end.place[1] - fighter.place[1]
    return distance((0, 0), (q, r)), q * q + r * r + q * r  # on a hexrow, if it can be


def zeal(foe: Fighter) -> tuple[float, float]:
    """How much of his factors he puts into attacks, and how sure that is: from 0 to nearly 1."""
    seen = foe.attack_total + foe.defence_total
    return (foe.attack_total / seen if seen else 0.5), seen / (seen + FEW)


def rash(foe: Fighter) -> bool:
    """Whether he strikes with all he has, and leaves it to others to guard themselves."""
    share, sure = zeal(foe)
    return share > ALL_OUT and sure > SEEN


def in_a_rush(foe: Fighter) -> bool:
    """When the blows fall: whether he is hardly going to guard himself, for he never does, or has come at a run."""
    return rash(foe) or foe.forward >= RUN_UP


def runs_at(arena: Arena, fighter: Fighter, foe: Fighter) -> bool:
    """Whether a man who charges has him on the line of it, from where both stand."""
    if not charges(foe):
        return False
    return any(each.order == CHARGE and fighter.place in each.path for each in stances(foe, legal_orders(arena, foe)))


def charges(foe: Fighter) -> bool:
    """Whether he is likely to run at a man: he has the moves, has come forward before, and is rash."""
    return foe.moves_left > 0 and foe.last_way in ("forward", "pushed") and rash(foe)
