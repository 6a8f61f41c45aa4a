"""CM 8: a team tires."""

from __future__ import annotations

from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import (
    Data,
    Names,
    who,
)


class Endurance(Chapter):
    def tire(self, chariot: Chariot, factors: int) -> int:
        """CM 8.3, 8.5a: endurance goes at once and for good, never below 0. Returns what was really lost."""
        lost = min(factors, chariot.endurance)
        chariot.endurance -= lost
        if lost and chariot.endurance == 0:
            # CM 8.4, 8.44: permanent and current modifier fall by one, once.
            chariot.exhausted = True
            self.lower_modifier(chariot)
            self.tell(
                "exhausted",
                {"chariot": chariot.faction, "modifier": chariot.modifier},
                ("CM 8.4", "CM 8.44", "CM 8.5a"),
            )
        return lost

    def lower_modifier(self, chariot: Chariot) -> None:
        """CM 8.44, 9.43-W2, 13.1-3: the CDM falls with the permanent modifier; both may become negative."""
        chariot.modifier -= 1
        chariot.cdm -= 1

    def tired(self, chariot: Chariot, endurance: int) -> Chariot:
        """The chariot as if it had paid so much."""
        if endurance < chariot.endurance:
            return chariot
        future, twin = self.race.apart(chariot)  # what follows may change the accounts of the phase as well
        self.over(future).tire(twin, endurance)
        return twin

    def say_exhausted(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s team is exhausted!"
