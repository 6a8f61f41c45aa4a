"""What is seen of a match: events, questions, views, replays."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, StrictInt, StrictStr

from ludus.core.event import Mark, Picture, Sound, Tone, Weight
from ludus.server.form_schema import FormSection, LimitInfo
from ludus.server.schema import MatchInfo, Message, OutcomeInfo

# A text, a whole number, a list of whole numbers, or a form filled in.
RawChoice = StrictStr | StrictInt | list[StrictInt] | dict[StrictStr, StrictStr | StrictInt | list[StrictStr]]


class RollInfo(Message):
    reason: str
    clause: str
    values: list[int]
    sides: int


class ModifierInfo(Message):
    reason: str
    amount: int


class CallInfo(Message):
    """A word or two, called out over a piece."""

    over: str
    words: str
    tone: Tone


class RemarkInfo(Message):
    """What somebody at the table says to an event. It is no part of the match, nor of its record."""

    seat: int
    name: str
    nation: str  # what he looks like follows from both
    piece: str  # his colour
    text: str


class SpotInfo(Message):
    """Where dice have fallen on a chart: row and column, counted from 0, the sum that led there, and what it says."""

    chart: str
    row: int
    column: int
    said: str
    title: str  # of the chart
    result: str


class EventInfo(Message):
    n: int  # its place in the story of the match
    kind: str
    text: str  # in plain words
    data: dict[str, Any]
    clauses: list[str]
    dice: list[RollInfo]
    modifiers: list[ModifierInfo]
    weight: Weight | None = None  # null: as much as most
    about: list[str] | None = None  # the pieces that it concerns, first the one that acts
    call: CallInfo | None = None
    headline: str | None = None  # in big letters
    sound: Sound | None = None
    mark: Mark | None = None  # what one looks for in a replay
    picture: Picture | None = None  # a moment that is worth one
    joined: str | None = None  # it is on one line with what came before it: the whole line
    remark: RemarkInfo | None = None
    spots: list[SpotInfo] | None = None  # on the charts of the book


class AnswerInfo(BaseModel):
    """One legal answer; games add what their board needs (space, effects, odds ...)."""

    model_config = ConfigDict(extra="allow")

    choice: RawChoice
    label: str
    hint: str
    tone: Tone | None = None  # how it may turn out for whoever gives it; null: plain
    group: str | None = None  # the title of those that belong together
    short: str | None = None  # on a small button, where a whole group has such
    advised: bool | None = None  # wiser than the default, which only says what an absent player does
    folly: bool | None = None  # ruin, where there is another way: to be asked twice; null: if it is shunned


class SheetLine(Message):
    """A number that is asked for next in any case: it may be written together with the one that is asked for now."""

    about: str
    prompt: str
    default: int
    low: int
    high: int
    answers: list[AnswerInfo]


class DecisionInfo(Message):
    number: int  # names this question; an answer must give it back
    kind: Literal["choose", "range", "allocate", "form"]
    seat: int
    name: str
    prompt: str
    clause: str
    default: RawChoice
    about: str = ""  # the piece that is meant, where a seat may have several
    owners: bool = False  # about money: an owner answers it himself, also when his driver drives (`SeatInfo.hands`)
    # None: they follow in an `explained`. Empty: nothing can be said of them; the question is answered all the same.
    answers: list[AnswerInfo] | None
    choices: list[RawChoice] | None = None
    shunned: list[RawChoice] | None = None  # legal, but to be asked twice
    low: int | None = None
    high: int | None = None
    budget: int | None = None
    boxes: dict[str, int] | None = None
    few: tuple[int, int] | None = None  # of the first so many boxes at most so many may be used
    sheet: list[SheetLine] | None = None  # what else may be written at once; comes with the answers
    sections: list[FormSection] | None = None  # of a form
    limits: list[LimitInfo] | None = None


class ContestInfo(Message):
    """A match of its own within this one; `owners` are the seats here that its seats belong to, -1: nobody's."""

    title: str
    game: str
    ruleset: str
    owners: list[int]
    names: list[str]
    clause: str


class NumberedContestInfo(ContestInfo):
    """One of those that are played side by side."""

    number: int


class View(Message):
    """All that one seat (or a spectator) may know now."""

    seat: int | None
    position: dict[str, Any]
    waiting: list[int]
    floor: bool  # any of these may speak, and the first goes on
    contest: ContestInfo | None  # the match that is played before this one goes on, or the first of them
    contests: list[NumberedContestInfo]  # all of them
    decision: DecisionInfo | None
    given: RawChoice | None
    undo: bool
    resigned: list[int]
    decided: int | None  # the seat that alone has not resigned: it may take the victory (`decide`), or play on
    outcome: OutcomeInfo | None
    commitment: str | None
    seed: str | None


# A change of a view: [path, value] sets, [path] removes. Lists are replaced whole.
Patch = list[list[Any]]


class NoteInfo(Message):
    """What happened at the table besides the game: `update.note`, kept for whoever comes later."""

    number: int  # of the update that brought it
    since: int  # it comes before the event with this place in the story
    text: str


class ReplayFrame(Message):
    events: list[EventInfo]
    patch: Patch


class Replay(Message):
    """A finished match: the first position, and for each step its events and what changed."""

    match: MatchInfo
    stage: dict[str, Any]
    position: dict[str, Any]
    frames: list[ReplayFrame]
    notes: list[NoteInfo]
    commitment: str | None
    seed: str | None
