"""E2 13.2: teams that have lost their driver, with their car or without it."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot


class EpicRunaways(SecondEdition):
    """E2 def-runaway-team, E2 13.2, 13.2.1: whatever took the driver from it, a team runs by the same rules.

    E2 13.2.1.2: at team speed; E2 13.2.1.3: without attacks of its own but on dragged men, and without braking;
    E2 13.2.1.4: through corners as if there were none, unless it pulls its car.
    """

    def to_be_avoided(self, square: int) -> bool:
        """E2 13.2.1.1: men on foot, too."""
        return super().to_be_avoided(square) or square in self.men_on_foot()

    def stopped_clause(self, chariot: Chariot) -> str:
        """E2 13.2.1.5, 11.2.3.1: a dead horse, or no team speed any more."""
        return "E2 13.2.1.5" if chariot.fallen else "E2 11.2.3.1"

    def free_of_stopped_team(self, chariot: Chariot, square: int) -> None:
        """E2 13.3.1.1: with or without his knife; he is left where he lies."""
        self.stand_up(chariot, square, "E2 13.3.1.1")
