"""E2 13.2: teams that have lost their driver, with their car or without it."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot


class EpicRunaways(SecondEdition):
    """E2 def-runaway-team, E2 13.2, 13.2.1: whatever took the driver from it, a team runs by the same rules.

    E2 13.2.1.2: at team speed; E2 13.2.1.3: without attacks of its own but on dragged men, and without braking;
    E2 13.2.1.4: through corners as if there were none, unless it pulls its car.
    """

    def men_avoided(self) -> list[int]:
        """E2 13.2.1.1: men on foot, too."""
        return self.men_on_foot()

    def break_up(self, chariot: Chariot, square: int, clause: str) -> None:
        """E2 13.2: whoever dies in his own phase leaves its factors to the team, as whoever is dragged does."""
        if chariot.driver == "car" and chariot.hits == 0:
            self.keep_speed(chariot)
        super().break_up(chariot, square, clause)

    def free_of_stopped_team(self, chariot: Chariot, square: int) -> None:
        """E2 13.3.1.1: with or without his knife; he is left where he lies."""
        self.stand_up(chariot, square, "E2 13.3.1.1")
