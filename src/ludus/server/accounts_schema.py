"""Messages about accounts: who one is, the devices, history and ratings."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictStr

from ludus.server.schema import Message

MAIL = r"^[!-?A-~]+@[A-Za-z0-9.-]+$"

AccountName = Annotated[StrictStr, Field(min_length=1, max_length=100)]
Code = Annotated[StrictStr, Field(max_length=100)]


class NewPasskey(Message):
    """Without a name for who is signed in and wants another passkey."""

    name: AccountName | None = None


class Ceremony(Message):
    """What the browser needs for `navigator.credentials`, and the code to come back with."""

    code: str
    options: dict[str, Any]


class Credential(Message):
    """What the browser made of it."""

    code: Code
    credential: dict[str, Any]


class AskForLetter(Message):
    """A letter with a link: to sign in, or with a name to make an account."""

    mail: Annotated[StrictStr, Field(max_length=200, pattern=MAIL)]
    name: AccountName | None = None


class OpenLetter(Message):
    code: Code


class Rename(Message):
    name: AccountName


class PasskeyInfo(Message):
    id: str
    device: str
    created: str


class SessionInfo(Message):
    id: str
    device: str
    seen: str
    here: bool  # the one that asks


class AccountInfo(Message):
    name: str
    mail: str | None
    created: str
    passkeys: list[PasskeyInfo]
    sessions: list[SessionInfo]


class Points(Message):
    """A rating on the usual scale, where 400 points are ten to one: between `points` - `doubt` and `points` + `doubt`
    nineteen times in twenty."""

    points: int
    doubt: int


class GameStatistics(Message):
    game: str
    played: int
    won: int
    rated: int  # matches that counted for the rating
    rating: Points | None
    curve: list[Points]  # after each of them, the newest last


class PastMatch(Message):
    match: str
    game: str
    finished: str
    place: int
    seats: int
    won: bool
    rating: Points | None  # afterwards; null: it did not count
    kept: bool  # whether the match can still be looked at


class Rival(Message):
    name: str
    bot: bool
    game: str
    met: int
    ahead: int  # how often one's own place was the better one
    behind: int


class History(Message):
    games: list[GameStatistics]
    matches: list[PastMatch]
    rivals: list[Rival]


class Ranked(Message):
    rank: int | None  # null: too few matches yet
    name: str
    bot: bool
    me: bool
    rating: Points
    played: int
    won: int


class Board(Message):
    """The best of one game."""

    game: str
    ranked: list[Ranked]
