"""A change of a match on its way to disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludus.server.saved_match import ClockProposal, Seat


@dataclass(frozen=True, slots=True)
class Draft:
    """A change that has been checked and, where it is a move, made in memory."""

    kind: str
    seat: int | None = None
    choice: Any = None
    key: str | None = None
    note: str = ""
    seats: tuple[Seat, ...] | None = None  # when somebody sits down, leaves or is renamed
    rematch: str | None = None
    seconds: int | None = None  # when the clock is set
    proposal: ClockProposal | None = None  # where a clock is proposed, or no longer is
    goes_on: bool = False  # a default move that is not at its end
    silent: tuple[int, ...] = ()  # whose time on an open floor was up as well
