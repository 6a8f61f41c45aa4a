"""The REST bodies of the server. The browser's types are made from them, from `view_schema.py`, `socket_schema.py` and
`standing_orders_schema.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from ludus.core.house_rules import MOST_NAME
from ludus.server.clock import MOST as MOST_SECONDS

MAX_NAME = 24
MAX_NOTES = 4000
Name = Annotated[StrictStr, Field(min_length=1, max_length=MAX_NAME)]


class Message(BaseModel):
    """Unknown fields are refused, so that a slip in a client is seen at once."""

    model_config = ConfigDict(extra="forbid")


# -- what can be played ------------------------------------------------------------------------


class NumbersInfo(Message):
    """A list of numbers: one for each of what option `of` counts (at least one a seat), but for `spared`."""

    low: int
    high: int
    of: str
    spared: int


class NamedValue(Message):
    value: Any
    title: str


class OnlyInfo(Message):
    name: str
    values: list[Any]


class OptionInfo(Message):
    name: str
    title: str
    help: str
    clause: str
    default: Any
    choices: list[Any] | None
    file: bool  # it takes a board file
    numbers: NumbersInfo | None  # it takes such a list
    per_seat: list[NamedValue]  # it takes a list with one of these for each seat; the first: none at all
    seconds: bool  # a time to answer in: a clock for the match
    group: str  # switches that are shown together; "": none
    excludes: list[str]  # those with which it cannot be played, whichever of the two says so
    spoken: list[str]  # the choices in words, one for each
    only: OnlyInfo | None  # it stands only where another switch has one of these values


class RulesetInfo(Message):
    name: str
    title: str
    help: str
    options: dict[str, Any]


class BotInfo(Message):
    """An opponent; one that is `trained` was hired by the operator, and nobody knows how strong it is."""

    name: str
    title: str
    about: str
    trained: bool = False


class PersonInfo(Message):
    """An opponent with a name and a character; a bot of his is called "rival-drusus"."""

    key: str  # the last part of that name
    name: str
    title: str  # what sort of man he is
    nation: str
    likes: str  # his usual chariot, or his favourite arms
    about: str
    wants: str


class FieldInfo(Message):
    """Opponents that are drawn together: every seat that has this for its bot gets one of them."""

    name: str
    title: str
    about: str
    bot: str  # the first part of what its bots are called


class GameInfo(Message):
    id: str
    title: str
    summary: str
    source: str
    min_seats: int
    max_seats: int
    rulesets: list[RulesetInfo]
    options: list[OptionInfo]
    bots: list[BotInfo]
    people: list[PersonInfo]
    fields: list[FieldInfo]


class ScenarioInfo(Message):
    """A position to be played as an exercise."""

    game: str
    name: str
    title: str
    topic: str  # in a word, or ""
    number: int  # its place among the exercises of its game; 0: none
    about: str
    goal: str  # what to try, or ""
    judged: bool  # an event `goal` will say whether it was reached
    solved: bool  # it can be shown how
    clauses: list[str]  # what it teaches
    seats: int
    player: int  # the seat the goal is meant for
    names: list[str] | None


class BookInfo(Message):
    source: str  # the first word of its clauses' ids
    title: str
    clauses: int  # how many


class ClauseName(Message):
    id: str
    title: str


class OddsInfo(Message):
    seat: int  # in the race
    chariot: str
    driver: str  # his name, if he has one
    odds: int  # to 1


class Glance(Message):
    share: float  # of the way, from 0 to 1
    words: str
    odds: list[OddsInfo]  # of a race with bets, once they lie open


class ClauseInfo(Message):
    id: str
    title: str
    level: str
    kind: str
    text: str
    checks: list[str]
    see: list[str]
    ambiguity: str
    ruling: str
    ledger: str
    differs_from: list[str]
    difference: str


# -- matches and seats -------------------------------------------------------------------------


# From the keeper's least (usually 5 s) to a week.
Seconds = Annotated[StrictInt, Field(ge=1, le=MOST_SECONDS)]


# The person himself ("drive"); a bot, which leaves him what an owner is asked about money ("driver"); a bot ("run").
Hands = Literal["drive", "driver", "run"]


class SeatRequest(Message):
    """A seat when a match is made: `human` is the maker's own, `open` waits for whoever has the link."""

    kind: Literal["human", "bot", "open"]
    name: Name | None = None
    bot: StrictStr | None = None


RulesName = Annotated[StrictStr, Field(max_length=MOST_NAME)]
BoardText = Annotated[StrictStr, Field(max_length=100_000)]


class NewMatch(Message):
    game: StrictStr
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=32)]
    ruleset: StrictStr | None = None
    options: dict[str, Any] = {}
    board_file: BoardText | None = None  # the text of a board TOML file
    listed: bool = True  # shown among the open matches
    seconds: Seconds | None = None  # for each decision; null: no clock
    rules_name: RulesName | None = None  # of the house rules
    # Begin at this scenario's position, with its own rules: neither ruleset nor options nor board then.
    scenario: Annotated[StrictStr, Field(max_length=100)] | None = None


class SeatInfo(Message):
    seat: int
    kind: Literal["human", "bot", "open"]
    name: str
    bot: str | None
    connected: bool
    resigned: bool
    kept: bool  # open, and kept for whoever sat there before the rematch
    orders: bool  # standing orders answer for this seat; what they say is its secret
    hands: Hands  # who answers for a person
    contests: Hands  # and in the contests to come, where this is a campaign
    owner: int | None  # where this is a contest: the seat of the campaign to which it belongs; null: nobody's


class ClockInfo(Message):
    """How long whoever must act has left, counted from when this was sent."""

    seconds: int  # for each decision
    left: dict[str, float]  # by seat; bots and open seats have no clock
    stopped: bool  # nobody has answered in time for a while; it runs again when somebody is back


class SetClock(Message):
    seconds: Seconds | None  # for each decision from now on; null: no clock


class ProposalInfo(Message):
    """A clock that one of the seated people wants. It counts once all of them have agreed."""

    seconds: int | None
    by: int
    agreed: list[int]


class OutcomeInfo(Message):
    reason: str
    winners: list[int]
    places: list[int]


class SetSwitch(Message):
    """A switch that is not as the ruleset has it."""

    name: str
    words: str  # "with weather", "team lash: 2 dice"
    help: str
    clause: str


class RulesInfo(Message):
    """By which rules a match is played, in words."""

    line: str  # all of it
    name: str  # of the house rules, or ""
    ruleset: str  # its title
    changed: list[SetSwitch]


class CampaignInfo(Message):
    """The campaign whose contest this is."""

    id: str
    title: str
    number: int  # of the contest there, from 0


class TournamentOfTable(Message):
    """The tournament of which this match is a table."""

    id: str
    name: str


class ContestOfCampaignInfo(Message):
    """A contest of a campaign: a match of its own. Winners and places of its outcome are by its own seats."""

    id: str
    number: int  # from 0
    title: str  # "Race 3"
    game: str
    status: Literal["running", "over"]
    owners: list[int]  # for each of its seats the seat here that it belongs to; -1: nobody's
    names: list[str]
    outcome: OutcomeInfo | None


class MatchInfo(Message):
    """What anyone with the link may know about a match."""

    id: str
    game: str
    ruleset: str
    options: dict[str, Any]
    rules: RulesInfo
    status: Literal["lobby", "running", "over"]
    seats: list[SeatInfo]
    waiting: list[int]
    number: int  # of the newest update
    created: str  # ISO 8601, UTC
    changed: str
    outcome: OutcomeInfo | None
    rematch: str | None  # the id of the match that follows this one
    clock: ClockInfo | None
    proposal: ProposalInfo | None
    scenario: str | None  # the name of the one it began from
    title: str  # of a contest, or of a tournament's table; else ""
    parent: CampaignInfo | None  # null: it is no contest
    tournament: TournamentOfTable | None  # whose table it is
    contests: list[ContestOfCampaignInfo]  # so far, where it is a campaign; the last may be under way


class SeatToken(Message):
    """Whoever holds the token has the seat."""

    match: str
    seat: int
    token: str


class Created(Message):
    match: MatchInfo
    tokens: list[SeatToken]


class TakeSeat(Message):
    name: Name | None = None


class ChangeSeat(Message):
    """Rename, or hand the seat over. Your own seat's token, or any seat's of the match for bot <-> open."""

    kind: Literal["human", "bot", "open"] | None = None
    bot: StrictStr | None = None
    name: Name | None = None


class SetHands(Message):
    """Who answers for your seat from now on, and in the contests of a campaign that are to come; null: as it is."""

    hands: Hands | None = None
    contests: Hands | None = None


class Notes(Message):
    """What a seat keeps to itself."""

    text: Annotated[StrictStr, Field(max_length=MAX_NOTES)]


class Lookup(Message):
    """The matches these tokens belong to."""

    tokens: Annotated[list[Annotated[StrictStr, Field(max_length=100)]], Field(max_length=500)]


class MyMatch(Message):
    match: MatchInfo
    seats: list[int]  # mine
    my_turn: bool  # here, or in the contest
    contest: str | None  # the id of the contest under way that waits for me


class MatchList(Message):
    open: list[MatchInfo]
    running: list[MatchInfo]


class ErrorInfo(Message):
    """A refusal: a stable code, and a sentence that says what is wrong and what would be right."""

    code: str
    message: str
