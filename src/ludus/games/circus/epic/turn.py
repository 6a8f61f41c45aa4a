"""E2 6: the turn of six phases, A to F."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot


class EpicTurn(SecondEdition):
    """What the book dates to the start and the end of turns and phases.

    E2 6.D-5c, 6.D-5e, 6.F-2: what a chariot has used, lost or gained is always that of its next phase. It is read when
    that phase begins, so nothing has to be cleared when it ends, nor shifted at the end of the turn.
    """

    def shakes_off_jostle(self, chariot: Chariot) -> bool:
        """E2 2.5.6, 6.A-4: the counter stays while the CDM is negative, for whatever reason."""
        return chariot.cdm >= 0

    def end_turn(self) -> None:
        """E2 6.F-1: all No Inside Lane Change counters come off."""
        super().end_turn()
        for chariot in self.race.chariots:
            chariot.no_inside = False
