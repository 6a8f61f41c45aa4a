"""The professional: knows the odds and drives the turn that promises most."""

from __future__ import annotations

from typing import ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.chariot_race.driver import answers_of, best, race_in_sight, setup_answers
from ludus.bots.chariot_race.planner import Planner
from ludus.bots.chariot_race.temper import BOLD, Temper
from ludus.core.decision import Choice


class Auriga(Bot):
    """Exact odds for every die, this turn and the coming corners."""

    name = "auriga"
    title = "Auriga"
    about = "A bold professional. Knows the odds of every die, and drives as if axles were cheap."
    temper: ClassVar[Temper] = BOLD

    def choose(self, glimpse: Glimpse) -> Choice:
        return best(self.weigh(glimpse))

    def weigh(self, glimpse: Glimpse) -> dict[str, float]:
        """What each answer promises, in ticks of the track. Those that no driver would give are left out."""
        race = race_in_sight(glimpse)
        name, answers = glimpse.decision.name, answers_of(glimpse)
        if name in ("chariot", "place"):
            return setup_answers(race, name, answers, self.temper)
        return Planner(race, race.mover, self.temper).answers(name, answers)
