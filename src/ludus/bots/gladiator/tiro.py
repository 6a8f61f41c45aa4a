"""The beginner: walks up to his man, strikes where he fancies, and covers himself with the rest."""

from __future__ import annotations

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.ground import Stance, faces, stances
from ludus.bots.gladiator.pupil import Pupil, even_share
from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.games.gladiator.charts import TYPES
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import distance
from ludus.games.gladiator.state import Arena


class Tiro(Pupil):
    """Has learnt to keep his face to the foe, and little else."""

    name = "tiro"
    title = "Tiro"
    about = "Fresh from the training ground: keeps his face to the foe, strikes where he fancies, covers the rest."
    kinds = TYPES

    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        """Up to arm's length, face to face; there he stands his ground."""
        assert isinstance(decision, Choose)
        foe = self.foe_of(arena, fighter)
        if foe is None:
            return decision.default
        if fighter.prone or not fighter.weapon:
            return self.in_need(arena, fighter, foe, decision)
        best = min(
            (stance for stance in stances(fighter, decision) if stance.plain),
            key=lambda stance: (self.misfit(stance, fighter, foe), self.rng.random()),
            default=None,
        )
        return decision.default if best is None else best.order

    def misfit(self, stance: Stance, fighter: Fighter, foe: Fighter) -> float:
        """How far an end is from where he wants to be."""
        reach = max(1, fighter.reach)
        away = distance(stance.place, foe.place)
        effort = 0.3 if stance.order != "-" else 0.0
        spent = 4.0 if effort and fighter.moves_left <= 0 else 0.0
        return abs(away - reach) + (0.0 if faces(stance, foe.place) else 3.0) + effort + spent

    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        """Half of it into one or two blows, the other half over his whole body."""
        answer = [0] * len(decision.boxes)
        attacks = [
            box for box, name in enumerate(decision.boxes) if name.startswith("attack") and decision.caps[box] > 0
        ]
        guards = [box for box, name in enumerate(decision.boxes) if name.startswith("defend")]
        points = decision.budget
        if attacks:
            aims = self.rng.sample(attacks, min(len(attacks), self.rng.choice((1, 2))))
            blows = points // 2 if guards and decision.caps[guards[0]] else points
            points -= blows - even_share(decision, aims, blows, answer)
        points = even_share(decision, guards, points, answer)
        answer[-1] += points
        return tuple(answer) if tuple(answer) in decision else decision.default
