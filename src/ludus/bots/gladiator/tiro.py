"""The beginner: walks up to his man, strikes where he sees skin, and covers himself with the rest."""

from __future__ import annotations

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.ground import Stance, faces, stances
from ludus.bots.gladiator.habits import rash
from ludus.bots.gladiator.pursuit import pursue
from ludus.bots.gladiator.school import Trained, cover, even_share
from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.games.gladiator.charts import AREAS, TYPES
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import distance, positional_value
from ludus.games.gladiator.plot import NO_MOVE
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import LAY_DOWN


class Tiro(Trained):
    """Has learnt to keep his face to the foe, and little else."""

    name = "tiro"
    title = "Tiro"
    about = "Fresh from the training ground: keeps his face to the foe, strikes where he sees skin, covers the rest."
    kinds = TYPES

    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        """Up to arm's length, face to face; there he stands his ground."""
        assert isinstance(decision, Choose)
        foe = self.foe_of(arena, fighter)
        if foe is None:
            return decision.default
        if fighter.prone or not fighter.weapon:
            return self.in_need(arena, fighter, foe, decision)
        if self.runs(fighter, foe, glimpse) and (order := pursue(arena, fighter, foe, decision)) in decision:
            return order
        if (arena.turn, arena.phase) == (1, 1) and NO_MOVE in decision:
            return NO_MOVE  # who comes first runs into it
        best = min(
            (stance for stance in stances(fighter, decision) if stance.plain),
            key=lambda stance: (self.misfit(arena, stance, fighter, foe), self.rng.random()),
            default=None,
        )
        return decision.default if best is None else best.order

    def misfit(self, arena: Arena, stance: Stance, fighter: Fighter, foe: Fighter) -> float:
        """How far an end is from where he wants to be."""
        reach = max(1, fighter.reach)
        away = distance(stance.place, foe.place)
        effort = 0.3 if stance.order != "-" else 0.0
        spent = 4.0 if effort and fighter.moves_left <= 0 else 0.0
        offset = (stance.place[0] - foe.place[0], stance.place[1] - foe.place[1])
        behind = BEHIND * positional_value(offset, foe.facing, arena.rules.values[foe.left_handed])
        return abs(away - reach) + (0.0 if faces(stance, foe.place) else 3.0) + effort + spent - behind

    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        """Two blows, wherever he sees skin, with three fifths of all he has; the rest over his whole body."""
        answer = [0] * len(decision.boxes)
        attacks = [
            box for box, name in enumerate(decision.boxes) if name.startswith("attack") and decision.caps[box] > 0
        ]
        guards = [box for box, name in enumerate(decision.boxes) if name.startswith("defend")]
        points = decision.budget
        foe = self.foe_of(arena, fighter)
        if attacks and foe is not None:
            attacks.sort(key=lambda box: cover(foe.armour[AREAS.index(decision.boxes[box].split()[-1])]))
            aims = self.rng.sample(attacks[:SKIN], min(len(attacks), BLOWS))
            blows = points * 3 // 5 if guards and decision.caps[guards[0]] else points
            if rash(foe) and len(attacks) > BLOWS:  # one blow and two feints come before his (GL 8.42)
                for box in [box for box in attacks if box != aims[0]][:FEINTS]:
                    answer[box] = 1
                answer[aims[0]] = min(decision.caps[aims[0]], max(0, blows - FEINTS))
                points -= sum(answer)
            else:
                points -= blows - even_share(decision, aims, blows, answer)
        answer[-1] += even_share(decision, guards, points, answer)
        return tuple(answer) if tuple(answer) in decision else decision.default

    def throw(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """He has never learnt what to do with a net: both hands for the trident."""
        return LAY_DOWN if LAY_DOWN in decision else super().throw(arena, fighter, decision)


BEHIND = 0.2  # of a hex, for each point that a place round the foe is worth
FEINTS = 2
SKIN, BLOWS = 3, 2  # of so many areas with the least armour, so many are struck at
