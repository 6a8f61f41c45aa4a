"""The messages of the socket, both ways."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

from ludus.server.schema import ClockInfo, MatchInfo, Message, Name
from ludus.server.view_schema import AnswerInfo, EventInfo, NoteInfo, Patch, RawChoice, SheetLine, View

MAX_LINE = 300  # characters of talk
# Not every database keeps the character 0.
MessageId = Annotated[StrictStr, Field(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]


# -- from the client -------------------------------------------------------------------


class Hello(Message):
    """First message. No tokens: a spectator. `have` is the newest update the client holds."""

    type: Literal["hello"]
    tokens: list[Annotated[StrictStr, Field(max_length=100)]] = Field(default=[], max_length=32)
    have: StrictInt | None = None


class Answer(Message):
    type: Literal["answer"]
    id: MessageId  # chosen by the client; repeats are answered alike
    seat: StrictInt
    decision: StrictInt
    choice: RawChoice


class Undo(Message):
    type: Literal["undo"]
    id: MessageId
    seat: StrictInt


class Resign(Message):
    type: Literal["resign"]
    id: MessageId
    seat: StrictInt


class Decide(Message):
    """All others have resigned: this seat takes the victory without playing on."""

    type: Literal["decide"]
    id: MessageId
    seat: StrictInt


class Say(Message):
    """A line for everybody, by a seat the client holds or, with null, by a spectator of this name."""

    type: Literal["say"]
    id: MessageId
    seat: StrictInt | None = None
    name: Name | None = None
    text: Annotated[StrictStr, Field(min_length=1, max_length=MAX_LINE)]


class Resync(Message):
    """The client noticed a gap."""

    type: Literal["resync"]


class Advise(Message):
    """What would a strong bot answer to this question? It is thought by nobody unless somebody asks."""

    type: Literal["advise"]
    seat: StrictInt
    decision: StrictInt


class Ping(Message):
    type: Literal["ping"]


ClientMessage = Annotated[
    Hello | Answer | Undo | Resign | Decide | Say | Resync | Advise | Ping, Field(discriminator="type")
]


# -- from the server -------------------------------------------------------------------


class ChatLine(Message):
    number: int  # of the update that brought it
    seat: int | None  # null: a spectator
    name: str
    text: str
    at: str  # ISO 8601, UTC


class Sync(Message):
    """Everything, anew. `views` has one entry per held seat ("0", "2"), or "watch"."""

    type: Literal["sync"]
    number: int
    reason: Literal["joined", "gap", "stale", "changed"]
    match: MatchInfo
    stage: dict[str, Any] | None  # null in the lobby
    views: dict[str, View]
    events: list[EventInfo]
    chat: list[ChatLine]  # the last 100
    notes: list[NoteInfo]  # the last 300


class Update(Message):
    """Number n + 1 after n. Events from `since` on are replaced by `events` (an undo takes some away)."""

    type: Literal["update"]
    number: int
    since: int
    events: list[EventInfo]
    patches: dict[str, Patch]
    match: MatchInfo | None  # when seats, names or status changed
    note: str  # what happened at the table besides the game ("Ann took back her last step"), or ""
    clock: ClockInfo | None
    said: ChatLine | None


class Explained(Message):
    """What is said of the answers to an open question, [] if nothing can be said; not numbered."""

    type: Literal["explained"]
    seat: int
    decision: int
    answers: list[AnswerInfo]
    sheet: list[SheetLine] | None


class Suggested(Message):
    """What a bot that sees this seat's view would answer to its open question, and why; not numbered. Null: nothing."""

    type: Literal["suggested"]
    seat: int
    decision: int
    choice: RawChoice | None
    label: str  # the choice in words
    reason: str  # one sentence


class Presence(Message):
    """Who is connected; not numbered."""

    type: Literal["presence"]
    connected: list[int]
    watching: int


class Ack(Message):
    type: Literal["ack"]
    id: str
    number: int


class RefusedMessage(Message):
    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    number: int


class Pong(Message):
    type: Literal["pong"]


ServerMessage = Sync | Update | Explained | Suggested | Presence | Ack | RefusedMessage | Pong
