"""Four drivers, from the novice to the man of a thousand victories."""

from __future__ import annotations

from ludus.bots.circus.driver import Driver
from ludus.core.decision import Choice, Choose, Decision
from ludus.games.circus.state import Race


class Novus(Driver):
    """Keeps to the safe speeds, spares the whip, and never attacks."""

    name = "novus"
    title = "Novus"
    about = "New to the reins: drives safely and harms nobody."
    boldness = 0.3
    whips = False
    temper = 0.0

    def build(self, race: Race, decision: Decision) -> Choice:
        return (1, 1, 1, 1)


class Auriga(Driver):
    """Knows the course, takes small risks, and lashes whoever stands by the wall."""

    name = "auriga"
    title = "Auriga"
    about = "A steady professional: plans the corners, whips on the straights, attacks when it pays."
    boldness = 1.0
    temper = 0.6


class Agitator(Driver):
    """Races to win and does not mind who pays for it."""

    name = "agitator"
    title = "Agitator"
    about = "A star of the factions: bold in corners, quick with the whip."
    boldness = 1.3
    temper = 1.2

    def defend(self, race: Race, decision: Decision) -> Choice:
        assert isinstance(decision, Choose)
        return "avoid" if "avoid" in decision else decision.choices[0]


CHARACTERS = (Novus, Auriga, Agitator)
