"""CM 20.5, 23.3 to 23.7: points of experience are spent, one thing after another, or kept for later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludus.campaign.season.chapter import Answer
from ludus.campaign.season.race_day import RaceDays
from ludus.campaign.season.state import Season
from ludus.campaign.training import SAVE, Training
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders


class Improvements(RaceDays, Training[Season]):
    by_clauses: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "trained": ("CM 23.3", "CM 23.4"),
        "hardened": ("CM 23.6", "CM 23.7"),
        "quickened": ("CM 23.5", "CM 23.7"),
    }

    def spend_experience(self) -> Phase:
        """CM 23.3: as long as somebody has points and wants to spend them. After the last race they are only written
        down."""
        if self.season.race >= self.season.rules.races:
            return
        spending = self.owners()
        while asked := {seat: choices for seat in spending if len(choices := self.affordable(seat)) > 1}:
            answers = yield Together({seat: self.ask_improvement(seat, choices) for seat, choices in asked.items()})
            spending = [seat for seat, choice in sorted(answers.items()) if choice != SAVE]
            for seat in spending:
                self.improve(seat, answers[seat])

    def ask_improvement(self, seat: int, choices: tuple[str, ...]) -> Choose:
        return Choose(seat, "improve", "Who spends his experience, and on what?", "CM 23.3", choices)

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_improve(self, decision: Decision) -> list[Answer]:
        return self.training_explained(decision)

    def obey_improve(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """The first thing of the kind that was ordered; else the first there is."""
        wish = orders["improve"]
        if wish == "ask":
            return None
        choices = [str(choice) for choice in decision if choice != SAVE]
        if wish == SAVE or not choices:
            return Obeyed(SAVE, "")
        drivers = [choice for choice in choices if choice.startswith("driver")]
        teams = [choice for choice in choices if choice.startswith(wish)]
        return Obeyed((drivers or teams or choices)[0], "")
