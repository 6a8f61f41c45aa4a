"""Those who live from race to race: drivers, horses in their teams, and the cars behind them.

Everybody has one place only: in a chariot, or among the spares of a stable. Whoever was killed, and whatever was
wrecked, keeps its place until it is replaced, for that is the vacancy (CM 21.7); what was sold leaves none behind.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

WHOLE = (0, 0)  # wheels without damage
PLACES = 4  # CM 20.4: those that are announced
MOST_ENDURANCE = 999  # that a log sheet takes; a team that newcomers have worn out starts with 1


@dataclass(slots=True)
class Career:
    """What somebody has done in his races."""

    races: int = 0
    places: list[int] = field(default_factory=lambda: [0] * PLACES)  # how often first, second, third, fourth
    kills: int = 0  # men who did not leave the track after meeting him

    @property
    def wins(self) -> int:
        return self.places[0]

    def add(self, place: int | None, kills: int = 0) -> None:
        """One race more."""
        self.races += 1
        self.kills += kills
        if place is not None and place <= PLACES:
            self.places[place - 1] += 1

    def copy(self) -> Career:
        return Career(self.races, self.places[:], self.kills)


@dataclass(slots=True)
class Driver:
    """A man with his modifier and his hits (CM 3.61); his experience is his own (CM 23.2)."""

    id: int
    name: str
    nation: str
    modifier: int
    full: int  # hits
    hits: int
    experience: int = 0
    career: Career = field(default_factory=Career)
    fate: str = ""  # how it ended, in words
    once: int = -1  # CM 21.2e: the seat of the bankrupt who was sold into slavery

    @property
    def alive(self) -> bool:
        return self.hits > 0

    @property
    def injury(self) -> int:
        """CM 22.4b: hits that he misses."""
        return self.full - self.hits

    def copy(self) -> Driver:
        return replace(self, career=self.career.copy())


@dataclass(slots=True)
class Horse:
    """Its speed is also the number of its boxes (CM 21.41)."""

    id: int
    name: str
    full: int
    now: int

    @property
    def alive(self) -> bool:
        return self.now > 0

    @property
    def sold(self) -> bool:
        """It is none at all: only the place of one that was sold."""
        return self.full == 0

    @property
    def injury(self) -> int:
        return self.full - self.now

    def copy(self) -> Horse:
        return Horse(self.id, self.name, self.full, self.now)


def gap() -> Horse:
    """CM 21.7: what a sold horse leaves in its team, which may never be filled."""
    return Horse(0, "", 0, 0)


@dataclass(slots=True)
class Team:
    """Four horses, which nothing but death and auction parts (CM 21.7)."""

    id: int
    horses: list[Horse]
    endurance: int
    experience: int = 0
    career: Career = field(default_factory=Career)
    used_to: str = ""  # E1 8.5.5: the type of the car that was taken from it

    @property
    def living(self) -> list[Horse]:
        return [horse for horse in self.horses if horse.alive]

    @property
    def lost(self) -> list[int]:
        """CM 21.7: places of horses that were killed, which alone may be filled again."""
        return [place for place, horse in enumerate(self.horses) if not horse.alive and not horse.sold]

    @property
    def complete(self) -> bool:
        """CM 22.4b, E2 3.4.3: four that live."""
        return len(self.living) == len(self.horses)

    @property
    def speed(self) -> int:
        return sum(horse.now for horse in self.living)

    @property
    def injury(self) -> int:
        return sum(horse.injury for horse in self.horses)

    def copy(self) -> Team:
        return Team(
            self.id,
            [horse.copy() for horse in self.horses],
            self.endurance,
            self.experience,
            self.career.copy(),
            self.used_to,
        )


@dataclass(slots=True)
class Car:
    """CM 3.62. A wrecked one is lost, and makes room for another of its class (CM 21.6)."""

    id: int
    kind: str
    wrecked: bool = False
    wheels: tuple[int, ...] = WHOLE  # E1 11.1.1: damage of a match race, left and right, which nobody repairs after it

    def copy(self) -> Car:
        return Car(self.id, self.kind, self.wrecked, self.wheels)


@dataclass(slots=True)
class Chariot:
    """Driver, team and car that belong together (CM 20.1c)."""

    id: int
    driver: Driver | None = None
    team: Team | None = None
    car: Car | None = None
    points: tuple[int, ...] = ()  # CM 20.1b: driver, car, speed, endurance

    @property
    def ready(self) -> bool:
        """CM 22.4b: a living driver, four living horses and a car; without them it may never start."""
        return (
            self.driver is not None
            and self.driver.alive
            and self.team is not None
            and self.team.complete
            and self.car is not None
            and not self.car.wrecked
        )

    @property
    def injury(self) -> int:
        """CM 22.4b: points of driver and horses that are not repaired yet, added up."""
        return (0 if self.driver is None else self.driver.injury) + (0 if self.team is None else self.team.injury)

    @property
    def empty(self) -> bool:
        """Nothing is left of it."""
        return self.driver is None and self.team is None and self.car is None

    def copy(self) -> Chariot:
        return Chariot(
            self.id,
            None if self.driver is None else self.driver.copy(),
            None if self.team is None else self.team.copy(),
            None if self.car is None else self.car.copy(),
            self.points,
        )


@dataclass(slots=True)
class Stable:
    """All that an owner has: chariots, and what he keeps aside for a vacancy (CM 21.2b, 21.5a)."""

    chariots: list[Chariot] = field(default_factory=list)
    drivers: list[Driver] = field(default_factory=list)
    teams: list[Team] = field(default_factory=list)
    horses: list[Horse] = field(default_factory=list)
    cars: list[Car] = field(default_factory=list)

    def chariot(self, identity: int) -> Chariot:
        return next(each for each in self.chariots if each.id == identity)

    def all_drivers(self) -> list[Driver]:
        return [each.driver for each in self.chariots if each.driver is not None] + self.drivers

    def all_teams(self) -> list[Team]:
        return [each.team for each in self.chariots if each.team is not None] + self.teams

    def all_horses(self) -> list[Horse]:
        harnessed = [horse for team in self.all_teams() for horse in team.horses if not horse.sold]
        return harnessed + self.horses

    def all_cars(self) -> list[Car]:
        return [each.car for each in self.chariots if each.car is not None] + self.cars

    @property
    def empty(self) -> bool:
        return not (self.chariots or self.drivers or self.teams or self.horses or self.cars)

    def copy(self) -> Stable:
        return Stable(
            [each.copy() for each in self.chariots],
            [each.copy() for each in self.drivers],
            [each.copy() for each in self.teams],
            [each.copy() for each in self.horses],
            [each.copy() for each in self.cars],
        )


def race_log(chariot: Chariot) -> dict[str, Any]:
    """A chariot that can start, as the circus takes it: with the wounds that are left and its endurance whole."""
    driver, team, car = chariot.driver, chariot.team, chariot.car
    assert driver is not None
    assert team is not None
    assert car is not None
    return {
        "name": driver.name,
        "modifier": driver.modifier,
        "hits_start": driver.full,
        "hits": driver.hits,
        "horses_start": [horse.full for horse in team.living],
        "horses": [horse.now for horse in team.living],
        "endurance": min(max(team.endurance, 1), MOST_ENDURANCE),
        "car": car.kind,
        **({"wheels": list(car.wheels)} if any(car.wheels) else {}),
    }
