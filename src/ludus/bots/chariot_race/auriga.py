"""The professional: knows the odds and drives the turn that promises most."""

from __future__ import annotations

from ludus.bots.base import Bot, Glimpse
from ludus.bots.chariot_race.driver import answers_of, best, race_in_sight, setup_answers
from ludus.bots.chariot_race.planner import Planner
from ludus.core.decision import Choice


class Auriga(Bot):
    """Exact odds for every die, one turn ahead."""

    name = "auriga"
    title = "Auriga"
    about = "A hardened professional. Knows the odds of every die and takes corners as fast as the axle allows."

    def choose(self, glimpse: Glimpse) -> Choice:
        race = race_in_sight(glimpse)
        name, answers = glimpse.decision.name, answers_of(glimpse)
        if name in ("chariot", "place"):
            return best(setup_answers(race, name, answers))
        planner = Planner(race, race.mover)
        if name == "steer":
            return planner.steering()
        return best(planner.answers(name, answers))
