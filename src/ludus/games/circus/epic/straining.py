"""E2 8.3, 2.5.7: voluntary straining, and who may not strain at all."""

from __future__ import annotations

from typing import ClassVar

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot

BARRED = "must not strain"


class EpicStraining(SecondEdition):
    """One ban for both kinds of straining (E2 def-straining)."""

    arm_clause: ClassVar[str] = "E2 8.3.3.1"

    def whip_limits(self, die: int, paid: int) -> tuple[str, ...]:
        return ("E2 8.3.4.1",) if paid < die else ()

    def banned_from_straining(self, chariot: Chariot) -> bool:
        """E2 2.5.6, 2.5.7, 9.4.1.1, 11.2.1: without endurance, with a negative CDM, with a Jostled counter, in the turn
        of a double sideslip and the next. An empty car knows no ban (E2 13.3.4)."""
        return chariot.driver == "car" and (
            not chariot.endurance or chariot.cdm < 0 or chariot.jostled or self.race.turn <= chariot.no_strain_turn
        )

    def troubles(self, chariot: Chariot) -> list[str]:
        """E2 2.5.7: the counter lies on the chariot for everybody to see."""
        said = super().troubles(chariot)
        barred = self.banned_from_straining(chariot) and self.race.turn > 0 and BARRED not in said
        return [*said, BARRED] if barred else said
