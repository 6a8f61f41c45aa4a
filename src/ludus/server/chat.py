"""What is said at a table. A line is a step of the match like any other: numbered, on disk, told to everybody."""

from __future__ import annotations

import time
import unicodedata
from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ludus.core.errors import Refused
from ludus.server.draft import Draft
from ludus.server.saved_match import Step
from ludus.server.seating import clean_name, distinct

if TYPE_CHECKING:
    from ludus.server.room import Room

KEPT = 100  # lines shown to whoever comes late
KEPT_NOTES = 300
MOST_LINES = 2000  # of one match
BURST = 5  # lines of one seat, or of all spectators together, and then
PER_SECOND = 1.0


class Chat:
    """The lines of one room, and how fast each speaker may go on."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self.lines: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self.notes: deque[dict[str, Any]] = deque(maxlen=KEPT_NOTES)  # what the table says of itself
        self._count = 0
        self._credit: dict[int | None, tuple[float, float]] = {}  # by seat, None for spectators: how much, and when
        for step in steps:
            self.hear(step)

    def hear(self, step: Step) -> dict[str, Any] | None:
        """Keep the line that the step is, if it is one, and the note that goes with any other."""
        if step.note:
            self.notes.append({"number": step.number, "since": step.since, "text": step.note})
        if step.kind != "say":
            return None
        line = {"number": step.number, "seat": step.seat, **step.choice}
        self.lines.append(line)
        self._count += 1
        return line

    def admit(self, seat: int | None, now: float) -> None:
        """Refuse who talks too fast."""
        if self._count >= MOST_LINES:
            raise Refused(f"{MOST_LINES} lines have been said in this match; that is all it keeps", code="chat-full")
        credit, then = self._credit.get(seat, (BURST, now))
        credit = min(BURST, credit + (now - then) * PER_SECOND)
        if credit < 1:
            raise Refused("one line after the other: wait a second", code="too-fast")
        self._credit[seat] = credit - 1, now


async def say(room: Room, seat: int | None, name: str | None, text: str, key: str) -> int:
    """A line by whoever holds the seat, or by a spectator."""
    words, key = clean_line(text), f"say {key}"

    def make(number: int) -> Draft:
        room.chat.admit(seat, time.monotonic())
        names = [each.name for each in room.head.seats]
        who = distinct(clean_name(name or "Spectator"), names) if seat is None else names[seat]
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        return Draft("say", seat, {"name": who, "text": words, "at": at}, key)

    return await room.once(seat, key, make)


def clean_line(text: str) -> str:
    """On one line, without invisible characters.

    >>> clean_line(" Ave,\\n  Caesar! ")
    'Ave, Caesar!'
    """
    cleaned = " ".join(clean_text(text).split())
    if not cleaned:
        raise Refused("say something that can be seen", code="nothing-said")
    return cleaned


def clean_text(text: str) -> str:
    """Several lines, without invisible characters."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")
