"""CM 21.4 to 21.7: what may be replaced, and how a newcomer joins.

A vacancy is what a race has left: a driver killed or injured, a horse killed, a car wrecked. What was sold leaves none.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.campaign.people import Car, Chariot, Driver, Horse, Stable, Team


def needs_driver(chariot: Chariot) -> bool:
    """CM 21.5a: its driver is killed or injured."""
    return chariot.driver is not None and (not chariot.driver.alive or chariot.driver.injury > 0)


def needs_horses(chariot: Chariot) -> list[int]:
    """CM 21.4, 21.7: places of horses that were killed."""
    return [] if chariot.team is None else chariot.team.lost


def needs_team(chariot: Chariot) -> bool:
    """CM 21.4: a whole new team only for one that has lost a horse."""
    return bool(needs_horses(chariot))


def needs_car(chariot: Chariot) -> bool:
    """CM 21.6: its car is wrecked."""
    return chariot.car is not None and chariot.car.wrecked


def break_in(team: Team, die: int) -> int:
    """CM 21.43a, 21.43b, 21.5b: a newcomer costs the team endurance for good, never below 0. What it was before."""
    before = team.endurance
    team.endurance = max(0, team.endurance - die)
    return before


def seat_driver(stable: Stable, chariot: Chariot, newcomer: Driver) -> None:
    """CM 21.5a: an injured driver stays with his owner, and may come back into a vacancy."""
    old = chariot.driver
    if old is not None and old.alive:
        stable.drivers.append(old)
    chariot.driver = newcomer


def harness(team: Team, place: int, newcomer: Horse) -> None:
    """CM 21.4: into the gap that a killed horse has left."""
    team.horses[place] = newcomer


def arrange(team: Team, order: Sequence[int]) -> None:
    """CM 21.42: the horses change places; `order` names for each place who stands there from now on."""
    team.horses = [team.horses[place] for place in order]


def put_team(chariot: Chariot, team: Team) -> None:
    """CM 21.4: what was left of the old team leaves the game, and its experience with it."""
    chariot.team = team


def put_car(chariot: Chariot, car: Car) -> None:
    chariot.car = car
