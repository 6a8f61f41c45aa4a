"""Messages about tournaments of people."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from ludus.server.schema import BoardText, Message, Name, RulesInfo, RulesName, Seconds

MOST_ENTRANTS = 128
MOST_ROUNDS = 20  # of a Swiss
MAX_TITLE = 60

Format = Literal["round-robin", "swiss", "heats"]
# Entrants come; a round is played; the next round waits for the organiser; it is over.
Status = Literal["open", "running", "waiting", "over"]


class NewTournament(Message):
    """What is played, and how. Tables have so many seats; where people are fewer, `bot` sits down, or nobody (null)."""

    name: Annotated[StrictStr, Field(min_length=1, max_length=2 * MAX_TITLE)]
    game: Annotated[StrictStr, Field(max_length=100)]
    ruleset: Annotated[StrictStr, Field(max_length=100)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    board_file: BoardText | None = None
    rules_name: RulesName | None = None
    format: Format
    seats: Annotated[StrictInt, Field(ge=2, le=32)]
    rounds: Annotated[StrictInt, Field(ge=1, le=MOST_ROUNDS)] | None = None  # of a Swiss; null: as many as it takes
    seconds: Seconds | None = None  # for each decision; null: no clock
    bot: Annotated[StrictStr, Field(max_length=100)] | None = None
    auto: StrictBool = True  # the next round begins by itself
    listed: StrictBool = False  # shown to all who come by


class EntrantInfo(Message):
    """Where somebody stands, the first first."""

    number: int
    name: str
    account: bool  # he plays with one
    out: bool  # has withdrawn
    place: int
    points: float
    wins: float
    met: float  # the points of all whom he has met
    played: int


class TableInfo(Message):
    """Who meets at a table. Who is free has one without a match."""

    round: int  # from 1
    number: int  # from 1
    stage: str
    title: str
    match: str | None
    status: Literal["lobby", "running", "over", "free", "void"]
    seating: list[int | None]  # entrants' numbers, by seat; null: a bot
    names: list[str]
    places: list[int] | None  # once it is over
    points: list[float] | None


class TournamentInfo(Message):
    id: str
    name: str
    status: Status
    game: str
    ruleset: str
    rules: RulesInfo
    format: Format
    seats: int
    rounds: int | None  # how many there will be, as far as is known
    seconds: int | None
    bot: str | None
    auto: bool
    listed: bool
    by: str | None  # the organiser's name, if he has an account
    created: str
    changed: str
    entrants: list[EntrantInfo]
    tables: list[TableInfo]
    winners: list[int]  # the numbers of those who have won, once it is over


class TournamentLine(Message):
    """A tournament in a list."""

    id: str
    name: str
    status: Status
    game: str
    format: Format
    entrants: int
    changed: str


class MadeTournament(Message):
    tournament: TournamentInfo
    key: str  # of the organiser, shown this once


class Enter(Message):
    name: Name


class Entered(Message):
    """Whoever holds the token has the seats at all tables of this entrant."""

    number: int
    token: str


class ChangeEntrant(Message):
    """`withdraw`: out of the tournament, and of the match that is played. For the organiser besides: `forfeit`, out of
    that match alone; `stand-in`, a bot plays for him until he comes back."""

    do: Literal["withdraw", "forfeit", "stand-in"]


class MyTokens(Message):
    tokens: Annotated[list[Annotated[StrictStr, Field(max_length=100)]], Field(max_length=200)]


class MySeat(Message):
    """A seat at a table; `token` says which of those that were given owns it (null: one's account does)."""

    match: str
    seat: int
    token: int | None


class MyTournament(Message):
    tournament: TournamentLine
    organiser: bool
    key: int | None  # which of those that were given is the organiser's
    entrants: list[int]  # mine
    seats: list[MySeat]  # at all tables so far
    next: str | None  # the match in which I sit now
    my_turn: bool
