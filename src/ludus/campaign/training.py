"""CM 23.4 to 23.7, E1 10.1.2: what the points of drivers and teams buy, in every campaign alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ludus.campaign.book import Book
from ludus.campaign.people import Driver, Stable, Team
from ludus.campaign.season.charts import CHARTS
from ludus.core.decision import Decision
from ludus.core.game import S

SAVE = "save"


def may_train(driver: Driver) -> bool:
    """CM 23.4: whether he has points for a higher modifier."""
    return driver.alive and driver.experience >= CHARTS.driver_points


def train(driver: Driver) -> None:
    """CM 23.4: there is no limit to it, and hits never grow."""
    driver.experience -= CHARTS.driver_points
    driver.modifier += 1


def may_harden(team: Team) -> bool:
    """CM 23.6: whether it has points for more endurance."""
    return bool(team.living) and team.experience >= CHARTS.team_points


def harden(team: Team, total: int) -> None:
    """CM 23.6, 23.7: the total of the dice, and speed stays as it is. There is no limit."""
    team.experience -= CHARTS.team_points
    team.endurance += total


def may_quicken(team: Team, place: int) -> bool:
    """CM 23.5: a horse comes above 8 only when all four are rated 6 at least, unhurt, and never above 10."""
    horse = team.horses[place]
    if not horse.alive or team.experience < CHARTS.team_points:
        return False
    rated = [other.full if other.alive else 0 for other in team.horses]
    most = CHARTS.horse_most if min(rated) >= CHARTS.horse_others else CHARTS.horse_free
    return horse.full < most


def quicken(team: Team, place: int) -> None:
    """CM 23.5, 23.7: speed and boxes of one horse; endurance stays as it is."""
    horse = team.horses[place]
    team.experience -= CHARTS.team_points
    horse.full += 1
    horse.now += 1


class Training(Book[S]):
    """Points are spent one thing after another, or kept for later. A book names its own clauses."""

    by_clauses: ClassVar[Mapping[str, tuple[str, ...]]]  # of trained drivers, hardened teams and quickened horses

    @abstractmethod
    def stable(self, seat: int) -> Stable:
        """Everybody and everything that a seat owns for races."""

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

    def improve(self, seat: int, choice: str) -> None:
        kind, number, *place = choice.split()
        if kind == "driver":
            driver = self.driver(seat, int(number))
            train(driver)
            told = {"seat": seat, "name": driver.name, "modifier": driver.modifier, "left": driver.experience}
            self.tell("trained", told, self.by_clauses["trained"])
            return
        team = self.team(seat, int(number))
        if kind == "endurance":
            clauses = self.by_clauses["hardened"]
            harden(team, sum(self.roll(CHARTS.endurance_dice, "endurance", clauses[0])))
            told = {"seat": seat, "team": team.id, "endurance": team.endurance, "left": team.experience}
            self.tell("hardened", told, clauses)
            return
        at = int(place[0]) - 1
        quicken(team, at)
        horse = team.horses[at]
        told = {"seat": seat, "name": horse.name, "speed": horse.full, "left": team.experience}
        self.tell("quickened", told, self.by_clauses["quickened"])

    def driver(self, seat: int, number: int) -> Driver:
        return next(each for each in self.stable(seat).all_drivers() if each.id == number)

    def team(self, seat: int, number: int) -> Team:
        return next(each for each in self.stable(seat).all_teams() if each.id == number)

    # -- explained, told ------------------------------------------------------------------------------------------

    def training_explained(self, decision: Decision) -> list[dict[str, Any]]:
        return [self.explained(decision.seat, str(choice)) for choice in decision]

    def explained(self, seat: int, choice: str) -> dict[str, Any]:
        if choice == SAVE:
            return self.answer(choice, "Keep the rest for later")
        kind, number, *place = choice.split()
        if kind == "driver":
            driver = self.driver(seat, int(number))
            has = f"{CHARTS.driver_points} of his {driver.experience} points"
            label = f"{driver.name}: driver {driver.modifier + 1:+d} instead of {driver.modifier:+d}"
            return self.answer(choice, label, has)
        team = self.team(seat, int(number))
        has = f"{CHARTS.team_points} of the team's {team.experience} points"
        if kind == "endurance":
            label = f"{self.called(seat, team)}: endurance {team.endurance} and two dice more"
            return self.answer(choice, label, has)
        horse = team.horses[int(place[0]) - 1]
        return self.answer(choice, f"{horse.name}: speed {horse.full + 1} instead of {horse.full}", has)

    def called(self, seat: int, team: Team) -> str:
        """A team is known by its driver; one without, by its first horse."""
        chariots = [each for each in self.stable(seat).chariots if each.team is team]
        driver = chariots[0].driver if chariots else None
        return f"The team of {driver.name}" if driver is not None else f"The team with {team.living[0].name}"

    def say_trained(self, data: Mapping[str, Any], names: Sequence[str]) -> str:
        return f"{data['name']} of {names[data['seat']]} is a driver {data['modifier']:+d} now."

    def say_hardened(self, data: Mapping[str, Any], names: Sequence[str]) -> str:
        return f"A team of {names[data['seat']]} has an endurance of {data['endurance']} now."

    def say_quickened(self, data: Mapping[str, Any], names: Sequence[str]) -> str:
        return f"{data['name']}, a horse of {names[data['seat']]}, has a speed of {data['speed']} now."
