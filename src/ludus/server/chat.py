"""What is said at a table. A line is a step of the match like any other: numbered, on disk, told to everybody."""

from __future__ import annotations

import time
import unicodedata
from collections import Counter, deque
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ludus.core.errors import Refused
from ludus.server.draft import Draft
from ludus.server.names import clean_name, distinct
from ludus.server.saved_match import Step

if TYPE_CHECKING:
    from ludus.server.room import Room

KEPT = 100  # lines shown to whoever comes late
KEPT_NOTES = 300
MOST_LINES = 1000  # of all spectators of one match
BURST = 5  # lines of one seat, or of all spectators at one address, and then
PER_SECOND = 1.0
TALKATIVE = 2000  # lines of one seat; who has said so much may always go on, but slowly
PER_SECOND_THEN = 1 / 30
MOST_SPEAKERS = 1000  # of whom we remember how fast they spoke

Speaker = int | str  # a seat, or a spectator's address


class Chat:
    """The lines of one room, and how fast each speaker may go on."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._lines: dict[bool, deque[dict[str, Any]]] = {
            seated: deque(maxlen=KEPT)
            for seated in (True, False)  # spectators drive nobody else's words out
        }
        self.notes: deque[dict[str, Any]] = deque(maxlen=KEPT_NOTES)  # what the table says of itself
        self._count: Counter[int | None] = Counter()  # by seat, None for spectators
        self._credit: dict[Speaker, tuple[float, float]] = {}  # how much, and when
        for step in steps:
            self.hear(step)

    def hear(self, step: Step) -> dict[str, Any] | None:
        """Keep the line that the step is, if it is one, and the note that goes with any other."""
        if step.note:
            self.notes.append({"number": step.number, "since": step.since, "text": step.note})
        if step.kind != "say":
            return None
        line = {"number": step.number, "seat": step.seat, **step.choice}
        self._lines[step.seat is not None].append(line)
        self._count[step.seat] += 1
        return line

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The last ones of the players and the last ones of the spectators, as they were said."""
        return sorted((*self._lines[True], *self._lines[False]), key=lambda line: line["number"])

    def admit(self, seat: int | None, address: str, now: float) -> None:
        """Refuse who talks too fast, and spectators once they have filled their part; players can always talk."""
        if seat is None and self._count[None] >= MOST_LINES:
            message = f"spectators have said {MOST_LINES} lines in this match; that is all it keeps"
            raise Refused(message, code="chat-full")
        speaker: Speaker = address if seat is None else seat
        credit, then = self._credit.pop(speaker, (BURST, now))
        pace = PER_SECOND if seat is None or self._count[seat] < TALKATIVE else PER_SECOND_THEN
        credit = min(BURST, credit + (now - then) * pace)
        self._credit[speaker] = (credit, now) if credit < 1 else (credit - 1, now)
        if len(self._credit) > MOST_SPEAKERS:
            del self._credit[next(iter(self._credit))]
        if credit < 1:
            wait = max(1, round((1 - credit) / pace))
            raise Refused(f"one line after the other: wait {wait} s", code="too-fast")


async def say(room: Room, seat: int | None, name: str | None, text: str, key: str, address: str = "") -> int:
    """A line by whoever holds the seat, or by a spectator at this address."""
    words, key = clean_line(text), f"say {key}"

    def make(number: int) -> Draft:
        room.chat.admit(seat, address, time.monotonic())
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
