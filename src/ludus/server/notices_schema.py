"""Messages about being told that it is one's turn."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictStr

from ludus.server.people_schema import HeldSeat
from ludus.server.schema import Message


class Browser(Message):
    """What a browser gives for Web Push."""

    endpoint: Annotated[StrictStr, Field(max_length=1000)]
    p256dh: Annotated[StrictStr, Field(pattern="^[A-Za-z0-9_=-]{80,100}$")]
    auth: Annotated[StrictStr, Field(pattern="^[A-Za-z0-9_=-]{16,40}$")]


class Hook(Message):
    """An address to which a message is posted."""

    url: Annotated[StrictStr, Field(max_length=1000)]
    shape: Literal["json", "discord", "slack"] = "json"


class Quiet(Message):
    """Hours of silence, from the first to the one before the last."""

    start: Annotated[int, Field(ge=0, le=23)]
    end: Annotated[int, Field(ge=0, le=23)]
    zone: Annotated[StrictStr, Field(max_length=60)]


class NewNotices(Message):
    kind: Literal["push", "mail", "hook"]
    push: Browser | None = None
    mail: Annotated[StrictStr, Field(max_length=200, pattern=r"^[!-?A-~]+@[A-Za-z0-9.-]+$")] | None = None
    hook: Hook | None = None
    seats: Annotated[list[HeldSeat], Field(max_length=500)]
    follow: bool = False  # signed in: of all seats of the account, also those to come
    quiet: Quiet | None = None


class ChangeNotices(Message):
    seats: Annotated[list[HeldSeat], Field(max_length=500)]
    only: bool = False  # these, and no others
    follow: bool = False  # signed in: of all seats of the account, also those to come
    quiet: Quiet | None = None


class NoticesInfo(Message):
    key: str  # for changing them
    confirmed: bool  # an e-mail address must first answer
    seats: int
    secret: str  # of a webhook, shown this once: its messages are signed with it


class Done(Message):
    done: bool = True
