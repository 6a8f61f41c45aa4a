"""Who is who in a race, and what a campaign knows of them besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludus.acta.page import Standing


@dataclass(frozen=True, slots=True)
class Record:
    """What a man has done up to now, this contest included."""

    starts: int = 0
    wins: int = 0
    places: int = 0  # among the first four


@dataclass(frozen=True, slots=True)
class Lore:
    """What a campaign adds to the record of a contest."""

    campaign: str
    number: int  # of the contest, from 1
    of: int  # how many there are; 0: nobody knows yet
    names: tuple[str, ...] = ()  # of the owners, by seat of the contest
    careers: Mapping[str, Record] = field(default_factory=dict)  # by name
    horses: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # those that died of it, by seat of the contest
    standings: tuple[Standing, ...] = ()
    issue: str = ""  # which contest it was, where a number does not say it


@dataclass(slots=True)
class Runner:
    """A chariot in a race, and what became of it."""

    colour: str
    seat: int
    owner: str
    driver_name: str = ""
    lane: int = 0
    place: int | None = None
    drawn: int = 0  # the event of its last phase
    finished: int | None = None  # the event of its crossing the line
    left: int = 0  # factors beyond the line
    dragged_in: bool = False
    out: str = ""  # why it takes no place
    dead: str = ""  # how its driver died
    fate: str = ""  # what became of a driver who lost his car
    attacks: int = 0
    attacked: int = 0
    whips: int = 0
    escapes: int = 0
    horses_lost: int = 0
    hits: int = 0
    led: int = 0  # half laps
    felled: int = 0  # chariots that went over when it attacked them

    @property
    def chariot(self) -> str:
        """Its colour as a name."""
        return self.colour.title()

    @property
    def name(self) -> str:
        """Whoever is talked about in the taverns: the man, where he has a name, else his colour."""
        return self.driver_name or self.chariot

    @property
    def driver(self) -> str:
        return self.driver_name or f"the driver of {self.chariot}"

    @property
    def full(self) -> str:
        """With everything that belongs to it."""
        if self.driver_name:
            return f"{self.driver_name}, driving {self.chariot} for {self.owner},"
        return f"{self.chariot}, out of {self.owner}'s stable,"

    @property
    def mark(self) -> str:
        """Man and colour, for tables and captions."""
        return f"{self.driver_name} ({self.chariot})" if self.driver_name else self.chariot
