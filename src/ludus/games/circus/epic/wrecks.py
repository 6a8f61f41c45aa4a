"""E2 13.1: flipped cars, and where they land."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Falling, Threat


class EpicWrecks(SecondEdition):
    """E2 13, 13.1.1 to 13.1.4.2: as in the second edition, by a chart of its own (E2 13.1.2-chart)."""

    def flip_clauses(self) -> tuple[str, ...]:
        """E2 13.1.1, 13.2, 13: whatever the cause, car and team part."""
        return ("E2 13.1.1", "E2 13.2", "E2 13")

    def under_wreck(self, car: Falling, square: int) -> tuple[Chariot, int] | None:
        """E2 13.1.4: a team that lies there is hit like any other; men, wrecks and carcasses are not."""
        there = super().under_wreck(car, square)
        lying = self.race.wrecks.get(square, -1)
        if there is not None or lying < 0 or lying == car.faction:
            return there
        return (self.race.chariots[lying], TEAM)

    def struck_from_above(self, target: Chariot) -> int:
        if target.on_track:
            return super().struck_from_above(target)
        return next(square for square, lying in self.race.wrecks.items() if lying == target.number)

    def ways_out(self, threat: Threat) -> list[str]:
        """E2 13.1.4: a team that lies there goes nowhere."""
        return super().ways_out(threat) if self.race.chariots[threat.target].on_track else []
