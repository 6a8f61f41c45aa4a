"""A page of the Acta as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MOST_SENTENCES = 6  # of a race or a fight: it is read aloud


@dataclass(frozen=True, slots=True)
class Death:
    """Somebody who was buried."""

    name: str
    kind: Literal["driver", "horse", "gladiator"]
    text: str


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A line of the betting sheet, held against what came of it."""

    chariot: str
    name: str
    odds: int  # to 1
    staked: int  # sesterces, before the race and between its laps
    place: int | None
    paid: int  # to all who backed it, together


@dataclass(frozen=True, slots=True)
class TableLine:
    """Who came in where."""

    place: int | None
    chariot: str  # its colour; of a gladiator, his kind
    name: str  # whoever drove or fought; none where nobody knows him
    owner: str
    note: str


@dataclass(frozen=True, slots=True)
class Standing:
    """An owner after this race."""

    rank: int
    name: str
    sesterces: int
    change: int  # since the race before
    starts: int
    wins: int
    gone: str  # why he is no longer in the game


@dataclass(frozen=True, slots=True)
class Moment:
    """The picture: the position after this event of the record."""

    event: int
    caption: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of somebody's career."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Portrait:
    """The career of the week."""

    name: str
    chariot: str
    owner: str
    text: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One contest."""

    kind: Literal["race", "fight"]
    title: str
    issue: str  # which race of which season
    date: str
    headline: str
    lead: str
    story: tuple[str, ...]  # sentences, at most six
    deaths: tuple[Death, ...]
    scandal: tuple[str, ...]
    odds: tuple[OddsLine, ...]
    table: tuple[TableLine, ...]
    moment: Moment | None
    career: Portrait | None
    notices: tuple[str, ...]
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """What an owner had, from contest to contest, and when all was settled."""

    name: str
    sesterces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Champion:
    """Somebody whom the season will be remembered for."""

    title: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Grave:
    """Somebody who did not see the end of it."""

    name: str
    kind: Literal["driver", "horse", "gladiator"]
    owner: str
    race: int
    epitaph: str
    when: str = ""  # where it was no race and no fight of a school


@dataclass(frozen=True, slots=True)
class Chapter:
    """A race of the season in two lines."""

    race: int
    date: str
    headline: str
    lead: str
    match: str  # where it can be read in full, if anywhere


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The whole season."""

    title: str
    issue: str
    date: str
    over: bool
    headline: str
    lead: str
    champions: tuple[Champion, ...]
    records: tuple[Champion, ...]
    graves: tuple[Grave, ...]
    curves: tuple[Curve, ...]
    standings: tuple[Standing, ...]
    chapters: tuple[Chapter, ...]
