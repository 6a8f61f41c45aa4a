"""A season as plain data: stables, loans, the race under way, and what became of everybody."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ludus.campaign.ledger import Ledger
from ludus.campaign.loans import Loan
from ludus.campaign.people import Stable
from ludus.core.plain import STATIC

FIRST_STEP = "prepare"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """What was agreed on before the season."""

    races: int = 10  # CM 20.2
    bettors: int = 0  # CM 26.5: the last seats
    most_chariots: int = 16  # CM 20.22b: in a race
    race_ruleset: str = "advanced"  # CM 20.3
    race_options: dict[str, Any] = field(default_factory=dict)
    single_record: bool = False  # CM 20.21a, in its strict order
    epic: bool = False  # CM 20.3: whether that ruleset is of the epic edition


@dataclass(frozen=True, slots=True)
class Entered:
    """A chariot in the race under way; the first of two has the better right to the front row (CM 20.22b)."""

    seat: int
    chariot: int


@dataclass(frozen=True, slots=True)
class Record:
    """CM 20.21a, in its strict order: what a player has paid for in secret before the entries. Sealed."""

    rival: int = -1  # a seat, or nobody
    bribe: int = 0
    aim: Literal["", "attacks", "speed"] = ""
    drugs: int = 0
    sabotage: int = 0
    guards: tuple[tuple[int, str, int], ...] = ()  # an own chariot, against what, sesterces

    @property
    def cost(self) -> int:
        return self.bribe + self.drugs + self.sabotage + sum(paid for _, _, paid in self.guards)


@dataclass(frozen=True, slots=True)
class Finish:
    """What one chariot did in one race."""

    seat: int
    chariot: int
    driver: str
    alive: bool
    experience: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class RaceDay:
    """A race that is over: the calendar has it, its own record the rest."""

    race: int
    hash: str  # of its record; none where too few entered
    finishes: tuple[Finish, ...]


@dataclass(frozen=True, slots=True)
class Grave:
    """Somebody who will not race any more."""

    name: str
    kind: str  # "driver" or "horse"
    seat: int
    race: int
    races: int
    wins: int
    lot: str = ""  # "horse 12": names come again


@dataclass(frozen=True, slots=True)
class Departure:
    """Who has left the game, before which race, and why: "bankrupt" or "gave up"."""

    seat: int
    race: int
    why: str


@dataclass(slots=True)
class Season:
    """All of it. Only the records are secret: whatever else is written in secret are answers that are not in yet."""

    rules: SeasonRules = field(metadata=STATIC)
    seats: int = field(metadata=STATIC)
    ledger: Ledger = field(default_factory=Ledger)
    stables: list[Stable] = field(default_factory=list)  # one for each seat; those of bettors stay empty
    race: int = 1  # the one under way
    step: str = FIRST_STEP
    loans: list[Loan] = field(default_factory=list)
    entered: list[Entered] = field(default_factory=list)
    days: list[RaceDay] = field(default_factory=list)
    graves: list[Grave] = field(default_factory=list)
    gone: list[Departure] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)  # who has resigned and is still to be seen off
    slaves: list[int] = field(default_factory=list)  # CM 21.2e: bankrupts that no faction has bought yet
    records: dict[int, Record] = field(default_factory=dict)  # by seat, until the race is over
    serial: int = 0  # the last number given to anybody or anything

    def owners(self) -> range:
        """CM 26.5: all seats but the last ones."""
        return range(self.seats - self.rules.bettors)

    def has_left(self, seat: int) -> bool:
        return any(each.seat == seat for each in self.gone)

    def players(self) -> list[int]:
        """Who is still in the game."""
        left = {each.seat for each in self.gone}
        return [seat for seat in range(self.seats) if seat not in left]

    def next_id(self) -> int:
        self.serial += 1
        return self.serial

    def copy(self) -> Season:
        twin = replace(self)
        twin.ledger = self.ledger.copy()
        twin.stables = [each.copy() for each in self.stables]
        twin.loans = [each.copy() for each in self.loans]
        twin.entered = self.entered[:]
        twin.days = self.days[:]
        twin.graves = self.graves[:]
        twin.gone = self.gone[:]
        twin.leaving = self.leaving[:]
        twin.slaves = self.slaves[:]
        twin.records = dict(self.records)
        return twin
