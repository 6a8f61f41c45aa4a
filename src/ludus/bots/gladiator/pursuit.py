"""How a man is caught who will not fight: run to where he will be, not to where he is."""

from __future__ import annotations

from ludus.bots.gladiator.ground import Stance, clash_from, faces, stances
from ludus.bots.gladiator.habits import as_he_stands, flight
from ludus.bots.gladiator.shock import collision, shock
from ludus.bots.gladiator.worth import HABIT
from ludus.core.decision import Choose
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import distance
from ludus.games.gladiator.plot import NO_MOVE
from ludus.games.gladiator.state import Arena

GOES_ON = 0.75  # that he flees once more
BLOW, PLACE = 2.0, 0.5  # hexes that a blow is worth, and a point of position
BACK_TURNED = 3.0
MOVE = 0.4


def pursue(arena: Arena, fighter: Fighter, foe: Fighter, decision: Choose) -> str:
    """The order that is likeliest to bring him within reach. One move too many (GL 16.4) only where it does: when
    he has used up his own, and stands with his back to the blow."""
    ends = [each for each in stances(fighter, decision) if each.plain]
    if fighter.moves_left <= 0:
        return sprint(arena, fighter, foe, ends)
    his = ((flight(arena, fighter, foe), GOES_ON), (as_he_stands(foe), 1 - GOES_ON))
    best = max(
        ends, key=lambda own: sum(share * _near(arena, fighter, foe, own, end) for end, share in his), default=None
    )
    return "" if best is None else best.order


def sprint(arena: Arena, fighter: Fighter, foe: Fighter, ends: list[Stance]) -> str:
    if foe.moves_left > 0:
        return NO_MOVE
    still = as_he_stands(foe)
    caught = {each.order: clash_from(arena, fighter, foe, each, still) for each in ends}
    best = max(ends, key=lambda each: (caught[each.order].strikes, caught[each.order].bonus), default=None)
    return best.order if best is not None and caught[best.order].strikes else NO_MOVE


def _near(arena: Arena, fighter: Fighter, foe: Fighter, own: Stance, his: Stance) -> float:
    effort = MOVE if own.order != NO_MOVE else 0.0
    edge = collision(arena, fighter, foe, own, his)
    if edge is not None:
        return shock(edge, HABIT) - effort
    meeting = clash_from(arena, fighter, foe, own, his)
    gap = max(0, distance(own.place, his.place) - max(1, fighter.reach))
    value = BLOW * (meeting.strikes - meeting.struck) + PLACE * (meeting.bonus - meeting.against)
    return value - gap - (0.0 if faces(own, his.place) else BACK_TURNED) - effort
