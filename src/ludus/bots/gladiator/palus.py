"""The post that men train at: crude ways to fight, each of them one idea and nothing else.

Nobody is meant to be beaten by any of them. They are not offered as opponents; simulations and tests seat them by name
("palus-charge"), and docs/bots.md says how the school fares against each.
"""

from __future__ import annotations

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.ground import Stance, faces, stances, straight
from ludus.bots.gladiator.school import Trained, bare_areas
from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.games.gladiator.charts import NET, TYPES
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.forms import fill_in
from ludus.games.gladiator.hexes import distance, in_front, turn_towards
from ludus.games.gladiator.plot import NO_MOVE, turns
from ludus.games.gladiator.state import Arena

GUARD, ALL_OUT, SPOT, CHARGE, RETREAT, RUN, TOSS = "guard", "all-out", "spot", "charge", "retreat", "run", "toss"
STANDING = (GUARD, ALL_OUT)
BEHIND = 2  # factors fewer than the foe, after which the runner runs


class Palus(Trained):
    """Does one thing, whatever the other does."""

    name = "palus"
    title = "Palus"
    about = "A wooden post to train at: one crude idea, again and again."
    kinds = TYPES
    characters = (GUARD, ALL_OUT, SPOT, CHARGE, RETREAT, RUN, TOSS)
    character = SPOT

    def way(self, fighter: Fighter, foe: Fighter) -> str:
        """What he does now: the runner fights until he is behind, whoever tosses nets fights when he has none."""
        if self.character == RUN:
            hurt = fighter.own_cf < fighter.cf_start
            return RETREAT if hurt and fighter.own_cf + BEHIND <= foe.own_cf else SPOT
        return SPOT if self.character == TOSS else self.character

    # -- orders ------------------------------------------------------------------------------------

    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        assert isinstance(decision, Choose)
        foe = self.foe_of(arena, fighter)
        if foe is None:
            return decision.default
        if fighter.prone or not fighter.weapon:
            return self.in_need(arena, fighter, foe, decision)
        if fighter.moves_left <= 0:
            return NO_MOVE if NO_MOVE in decision else decision.default
        ends = [each for each in stances(fighter, decision) if each.plain]
        if not ends:
            return decision.default
        way = self.way(fighter, foe)
        if way == RETREAT:
            return self.flight(ends, fighter, foe)
        facing = turn_towards((foe.place[0] - fighter.place[0], foe.place[1] - fighter.place[1]), fighter.facing)
        toss = f"X{turns((facing - fighter.facing + 2) % 6 - 2)}(TN)"
        near = not foe.netted and in_front(fighter.place, facing, foe.place, NET["toss"]["range"])
        if self.character == TOSS and near and toss in decision:
            return toss
        if way in STANDING:
            ends = [each for each in ends if not each.path]
        elif way == CHARGE and "C" in decision and facing == fighter.facing:
            return "C"
        return min(ends, key=lambda end: self.misfit(end, fighter, foe)).order

    def misfit(self, end: Stance, fighter: Fighter, foe: Fighter) -> tuple[object, ...]:
        """Straight before him, at arm's length; with as little ado as it takes."""
        away = distance(end.place, foe.place)
        return (
            not faces(end, foe.place),
            abs(away - max(1, fighter.reach)),
            not straight(end, foe.place),
            end.order != "-",
        )

    def flight(self, ends: list[Stance], fighter: Fighter, foe: Fighter) -> Choice:
        """As far away as he can; who only retreats keeps his face to the foe, who runs does not care."""
        if self.character == RETREAT:
            ends = [end for end in ends if faces(end, foe.place)] or ends
        farthest = max(distance(end.place, foe.place) for end in ends)
        ends = [end for end in ends if distance(end.place, foe.place) == farthest]
        if self.character == RETREAT:
            return min(ends, key=lambda end: not straight(end, foe.place)).order
        ahead = {end.order: (2 * end.place[0] - foe.place[0], 2 * end.place[1] - foe.place[1]) for end in ends}
        return min(ends, key=lambda end: not straight(end, ahead[end.order])).order

    # -- combat factors ----------------------------------------------------------------------------

    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        foe = self.opponent(arena, fighter)
        if foe is None:
            return decision.default
        way = self.way(fighter, foe)
        sheet = [0] * 10
        if way in (ALL_OUT, CHARGE):
            first, second = self.rng.sample(bare_areas(foe)[:3], 2)
            sheet[first] = decision.budget // 2
            sheet[second] = decision.budget - sheet[first]
        elif way == SPOT:
            first, second = bare_areas(foe)[:2]
            sheet[first], sheet[second] = decision.budget // 2, 1
        return fill_in(decision, sheet, foe.name)
