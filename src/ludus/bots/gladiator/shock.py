"""Running into one another: whether two orders end in a collision, who is likely to win it, and what that is worth."""

from __future__ import annotations

from functools import cache

from ludus.bots.gladiator.ground import Stance
from ludus.bots.gladiator.worth import Prices
from ludus.games.gladiator.charts import COLLISION, FALL, stun_for
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import Hex, positional_value
from ludus.games.gladiator.odds import dice
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.state import Arena

FARTHEST = 14  # beyond such a difference nothing changes any more


def collision(arena: Arena, fighter: Fighter, foe: Fighter, own: Stance, his: Stance) -> int | None:
    """GL 7.2, 7.3, 7.5-drm: by how much the first man's impact is the greater; None: they do not collide."""
    mine, others = len(own.path), len(his.path)
    if not others and his.place in own.path:
        mine = own.path.index(his.place) + 1
        place = his.place
    elif not mine and own.place in his.path:
        others = his.path.index(own.place) + 1
        place = own.place
    elif own.place == his.place:
        place = own.place
    else:
        return None
    values = arena.rules.values
    came, stood = _from(fighter, own, mine), _from(foe, his, others)
    position = _position(came, place if mine else stood, _facing(foe, his), values[foe.left_handed])
    against = _position(stood, place if others else came, _facing(fighter, own), values[fighter.left_handed])
    return brunt(fighter) + _way(own, mine) + position - brunt(foe) - _way(his, others) - against


def _from(fighter: Fighter, stance: Stance, hexes: int) -> Hex:
    """The hex before the one in which they meet."""
    return fighter.place if hexes < 2 else stance.path[hexes - 2]


def _facing(fighter: Fighter, stance: Stance) -> int:
    """GL 7.3: whatever a mover has written after the step is dropped."""
    return (fighter.facing + read_plot(stance.order).before) % 6 if stance.path else stance.facing


def _position(place: Hex, other: Hex, facing: int, values: tuple[int, ...]) -> int:
    return positional_value((place[0] - other[0], place[1] - other[1]), facing, values)


def _way(stance: Stance, hexes: int) -> int:
    if not hexes:
        return 0
    way = read_plot(stance.order).way
    if way == "roll":
        return int(COLLISION["rolling"])
    name = {"forward": "forward", "side_forward": "sidestep_forward"}.get(way, "backward")
    return int(COLLISION[name]) * hexes


def brunt(fighter: Fighter) -> int:
    """What a man brings into any collision, however he moves."""
    shield = COLLISION["large_shield"] if fighter.shield == "large" else 0 if fighter.shield else COLLISION["no_shield"]
    total = fighter.strength + fighter.agility + COLLISION[fighter.weight] + shield - fighter.stun
    if fighter.netted:
        total += COLLISION["ensnared"]
    return int(total + (COLLISION["kneeling"] if fighter.posture == "kneeling" else 0))


@cache
def shock(difference: int, prices: Prices) -> float:
    """What a collision is worth to a man whose impact is so much greater, in factors: stun, stumbles, falls."""
    difference = min(max(difference, -FARTHEST), FARTHEST)
    total = decided = 0.0
    for mine in range(1, 7):
        for theirs in range(1, 7):
            edge = difference + mine - theirs
            decided += edge != 0
            if edge:
                total += _loss(abs(edge), prices) * (1 if edge > 0 else -1)
    return total / decided if decided else 0.0


@cache
def _loss(edge: int, prices: Prices) -> float:
    """GL 7.52, 14.1: what the loser loses."""
    lost = 0.0
    for roll, chance in dice(2).items():
        stun = stun_for(roll + edge)
        fall = prices.prone if roll + edge >= FALL else prices.stumble * min(1.0, stun / 6)
        lost += chance * (prices.stun * stun + fall)
    return lost
