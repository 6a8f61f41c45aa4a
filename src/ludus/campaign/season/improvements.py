"""CM 20.5, 23.3 to 23.7: points of experience are spent, one thing after another, or kept for later."""

from __future__ import annotations

from ludus.campaign.people import Driver, Team
from ludus.campaign.season.chapter import Answer, Data, Names
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.race_day import RaceDays
from ludus.campaign.training import harden, may_harden, may_quicken, may_train, quicken, train
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

SAVE = "save"


class Improvements(RaceDays):
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

    def affordable(self, seat: int) -> tuple[str, ...]:
        """What the points of each driver and each team would buy now."""
        stable = self.stable(seat)
        teams = stable.all_teams()
        return (
            SAVE,
            *(f"driver {driver.id}" for driver in stable.all_drivers() if may_train(driver)),
            *(f"endurance {team.id}" for team in teams if may_harden(team)),
            *(
                f"horse {team.id} {place + 1}"
                for team in teams
                for place in range(len(team.horses))
                if may_quicken(team, place)
            ),
        )

    def ask_improvement(self, seat: int, choices: tuple[str, ...]) -> Choose:
        return Choose(seat, "improve", "Who spends his experience, and on what?", "CM 23.3", choices)

    def improve(self, seat: int, choice: str) -> None:
        kind, number, *place = choice.split()
        if kind == "driver":
            driver = self.driver(seat, int(number))
            train(driver)
            told = {"seat": seat, "name": driver.name, "modifier": driver.modifier, "left": driver.experience}
            self.tell("trained", told, ("CM 23.3", "CM 23.4"))
            return
        team = self.team(seat, int(number))
        if kind == "endurance":
            total = sum(self.roll(CHARTS.endurance_dice, "endurance", "CM 23.6"))
            harden(team, total)
            told = {"seat": seat, "team": team.id, "endurance": team.endurance, "left": team.experience}
            self.tell("hardened", told, ("CM 23.6", "CM 23.7"))
            return
        at = int(place[0]) - 1
        quicken(team, at)
        horse = team.horses[at]
        told = {"seat": seat, "name": horse.name, "speed": horse.full, "left": team.experience}
        self.tell("quickened", told, ("CM 23.5", "CM 23.7"))

    def driver(self, seat: int, number: int) -> Driver:
        return next(each for each in self.stable(seat).all_drivers() if each.id == number)

    def team(self, seat: int, number: int) -> Team:
        return next(each for each in self.stable(seat).all_teams() if each.id == number)

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_improve(self, decision: Decision) -> list[Answer]:
        return [self.explained(decision.seat, str(choice)) for choice in decision]

    def explained(self, seat: int, choice: str) -> Answer:
        if choice == SAVE:
            return self.answer(choice, "Keep the rest for later")
        kind, number, *place = choice.split()
        if kind == "driver":
            driver = self.driver(seat, int(number))
            has = f"{CHARTS.driver_points} of his {driver.experience} points"
            return self.answer(choice, f"{driver.name}: driver {driver.modifier + 1:+d}", has)
        team = self.team(seat, int(number))
        has = f"{CHARTS.team_points} of the team's {team.experience} points"
        if kind == "endurance":
            label = f"The team of {team.living[0].name}: two dice on its endurance of {team.endurance}"
            return self.answer(choice, label, has)
        horse = team.horses[int(place[0]) - 1]
        return self.answer(choice, f"{horse.name}: speed {horse.full + 1}", has)

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

    def say_trained(self, data: Data, names: Names) -> str:
        return f"{data['name']} of {names[data['seat']]} is a driver {data['modifier']:+d} now."

    def say_hardened(self, data: Data, names: Names) -> str:
        return f"A team of {names[data['seat']]} has an endurance of {data['endurance']} now."

    def say_quickened(self, data: Data, names: Names) -> str:
        return f"{data['name']}, a horse of {names[data['seat']]}, has a speed of {data['speed']} now."
