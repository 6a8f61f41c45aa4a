"""A match as it is kept: its head, its steps, its newest checkpoint, and the page that one change writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludus.server.clock import Clock

# In whose hands a person's seat is.
DRIVE, DRIVER, RUN = "drive", "driver", "run"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. `token` is the hash of the one that owns a person's seat."""

    kind: str
    name: str
    bot: str | None = None
    token: str | None = None
    resigned: bool = False
    orders: bool = False  # standing orders answer for whoever is away
    hands: str = DRIVE  # who answers for a person: himself, a bot that leaves him the owner's questions, or a bot
    contests: str = DRIVE  # the same in the contests of a campaign that are to come
    owner: int | None = None  # the seat of the campaign to which this one of a contest belongs


@dataclass(frozen=True, slots=True)
class ClockProposal:
    """A clock that somebody wants, and who has agreed to it so far."""

    seconds: int | None
    by: int
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ContestOfCampaign:
    """A contest as its campaign lists it."""

    id: str
    number: int
    title: str
    game: str
    owners: list[int]
    names: list[str]
    outcome: dict[str, Any] | None = None  # in short, once it is settled


@dataclass(frozen=True, slots=True)
class Head:
    """A match without its story."""

    id: str
    game: str
    ruleset: str
    options: dict[str, Any]
    seed: str
    listed: bool
    created: str
    changed: str
    seats: tuple[Seat, ...]
    status: str = "lobby"
    number: int = 0
    waiting: tuple[int, ...] = ()
    outcome: dict[str, Any] | None = None
    rematch: str | None = None
    clock: Clock | None = None
    proposal: ClockProposal | None = None
    scenario: str | None = None
    position: dict[str, Any] | None = None  # the scenario's
    rules_name: str = ""  # of the house rules
    contests: tuple[ContestOfCampaign, ...] = ()
    parent: str | None = None  # the campaign whose contest it is
    parent_title: str = ""
    contest: int | None = None  # its number there
    title: str = ""  # of a contest, "Race 3"; of a tournament's table, "Round 2, table 1"
    tournament: str | None = None  # whose table it is

    @property
    def people(self) -> list[int]:
        """The seats that persons play themselves."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "human" and not seat.resigned and seat.hands != RUN
        ]


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a match."""

    number: int
    kind: str  # one of PLAYED (`running_match`), or "start", "table", "clock" ...
    seat: int | None = None
    choice: Any = None
    key: str | None = None
    note: str = ""
    since: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    patch: list[list[Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Snapshot:
    number: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """All there is of a match."""

    head: Head
    steps: list[Step]
    snapshot: Snapshot | None


@dataclass(frozen=True, slots=True)
class Page:
    """What one change writes: the step, the head after it, and now and then a checkpoint or the record."""

    head: Head
    step: Step
    seats_changed: bool = False
    snapshot: Snapshot | None = None
    record: dict[str, Any] | None = None
    before: Head | None = None
    children: tuple[Head, ...] = ()  # the contests that the match waits for from now on
