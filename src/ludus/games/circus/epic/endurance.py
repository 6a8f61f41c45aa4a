"""E2 11.1, 11.2: endurance, and what happens without any."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot


class EpicEndurance(SecondEdition):
    """A team without endurance."""

    def cut_to_safe_speed(self, chariot: Chariot) -> bool:
        """E2 11.2.1: too fast in the corner it starts in, it is not slowed down but flips."""
        return chariot.endurance > 0 and super().cut_to_safe_speed(chariot)
