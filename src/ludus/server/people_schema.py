"""Messages about people and the house rather than matches."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictStr

from ludus.server.accounts_schema import Points
from ludus.server.schema import Message, SeatToken


class HeldSeat(SeatToken):
    """A seat that somebody holds."""

    match: Annotated[StrictStr, Field(max_length=64)]
    seat: Annotated[int, Field(ge=0, le=31)]
    token: Annotated[StrictStr, Field(max_length=100)]


class HeldSeats(Message):
    seats: Annotated[list[HeldSeat], Field(max_length=500)]


class PassSeats(Message):
    """The seats of a pass."""

    seats: list[SeatToken]


class Pass(Message):
    """A pass, shown this once: whoever has the code has the seats."""

    code: str
    seats: list[SeatToken]


class HouseInfo(Message):
    """What a browser must know of the house."""

    push: str | None  # the house's key for messages to browsers; null: it sends none
    mail: bool  # whether it sends e-mail
    passkeys: bool  # whether an account can be made with one
    letters: bool  # whether one can be made, and signed in to, by e-mail
    ratings: bool  # whether matches are rated
    address: str | None  # where other devices find it, e.g. http://192.168.1.5:8000; null: nobody else can reach it


class KnownSeat(Message):
    """A seat whose holder has an account here, and sits there by its name."""

    seat: int
    rating: Points | None  # at this game


class Deleted(Message):
    matches: int  # that are gone, a campaign's contests among them
