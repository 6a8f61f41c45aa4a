"""The professional: knows the odds and drives the turn that promises most."""

from __future__ import annotations

from typing import ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.chariot_race.driver import answers_of, best, race_in_sight, setup_answers
from ludus.bots.chariot_race.planner import Planner
from ludus.bots.chariot_race.temper import Temper
from ludus.core.decision import Choice


class Auriga(Bot):
    """Exact odds for every die, one turn ahead."""

    name = "auriga"
    title = "Auriga"
    about = "A hardened professional. Knows the odds of every die and takes corners as fast as the axle allows."
    temper: ClassVar[Temper] = Temper()

    def choose(self, glimpse: Glimpse) -> Choice:
        race = race_in_sight(glimpse)
        name, answers = glimpse.decision.name, answers_of(glimpse)
        if name in ("chariot", "place"):
            return best(setup_answers(race, name, answers, self.temper))
        planner = Planner(race, race.mover, self.temper)
        return best(planner.answers(name, answers))
