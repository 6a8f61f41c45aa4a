"""E2 13.3: men dragged behind runaway teams, or behind their own empty cars."""

from __future__ import annotations

from ludus.core.chance import percent
from ludus.core.decision import Decision
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import at_most
from ludus.games.circus.state import CARCASS, Chariot
from ludus.games.circus.words import Answer


class EpicDragged(SecondEdition):
    """E2 13.3: on a flip, or out of his car.

    E2 6.D-5a, E2 6.D-5b: at the end of each phase he may cut himself free, and then the sand takes its toll.
    """

    def dragged_square(self, chariot: Chariot) -> int:
        """E2 13.3, 13.3.4: behind the team, or behind the car where it is still there."""
        behind = super().dragged_square(chariot)
        return self.race.track.behind[behind] if chariot.hitched else behind

    def dragged_through(self, chariot: Chariot, origin: int, quiet: list[int]) -> tuple[int, ...]:
        """E2 13.3.4: behind the car he lags a square more."""
        if not chariot.hitched:
            return super().dragged_through(chariot, origin, quiet)
        return (self.race.track.behind[origin], origin, *quiet)[: len(quiet)]

    def drag(self, chariot: Chariot) -> None:
        """E2 13.3.4: when his empty car flips he moves up behind the team; that alone is not being dragged."""
        if chariot.driver == "dragged":
            behind = self.dragged_square(chariot)
            chariot.trail = (*chariot.trail, behind) if len(chariot.trail) > 1 else (behind,)
        super().drag(chariot)

    def dragged_over(self, chariot: Chariot, square: int) -> None:
        """E2 13.3.3: wrecks and teams that lie there kill; a carcass costs half a die of hits, fractions up."""
        super().dragged_over(chariot, square)
        if chariot.driver != "dragged" or self.race.wrecks.get(square) != CARCASS:
            return
        die = self.roll(1, "dragged over a carcass", "E2 13.3.3")[0]
        self.hurt_driver(chariot, (die + 1) // 2, "E2 13.3.3")
        if chariot.hits == 0:
            self.kill_driver(chariot, "dragged over a dead horse", "E2 13.3.3")

    def cuts_again(self, chariot: Chariot) -> bool:
        """E2 13.3.1: in every phase of his team."""
        return True

    def stand_up(self, chariot: Chariot, square: int, clause: str) -> None:
        """E2 13.3.1.1, 13.3.2: a man whose team falls is still hurt by how far it has dragged him in this phase."""
        trail = chariot.trail
        super().stand_up(chariot, square, clause)
        chariot.trail = trail

    def dies_of_dragging(self, chariot: Chariot) -> float:
        """E2 13.3.2: that the die for this phase takes his last hit; none is thrown if he was not dragged a square."""
        if len(chariot.trail) < 2:
            return 0.0
        return sum(self.drag_hits(die) >= chariot.hits for die in range(1, 7)) / 6

    def explain_loose(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """E2 13.3.1, 13.3.2: free or not, he is hurt by this phase, unless he is left where he lay."""
        spared = 0.0 if chariot.cut_from else at_most(2, chariot.cdm)
        told = super().explain_loose(chariot, decision)
        for answer in told:
            dies = self.dies_of_dragging(chariot)
            if answer["choice"] == "cut":
                dies *= 1 - spared
            answer["dies"] = round(dies, 4)
            if dies:
                either = "" if spared else "either way "
                answer["hint"] = f"{answer['hint']}; {either}the dragging kills him {percent(dies)}"
        return told
