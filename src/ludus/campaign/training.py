"""CM 23.4 to 23.7, E1 10.1.2: what the points of drivers and teams buy, in every campaign alike."""

from __future__ import annotations

from ludus.campaign.people import Driver, Team
from ludus.campaign.season.charts import CHARTS


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
