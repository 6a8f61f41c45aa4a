"""Looking ahead: the road before a chariot, and a table that stops a phase when its speed is told."""

from __future__ import annotations

from typing import Any

from ludus.core.dice import ScriptedDice
from ludus.core.event import Modifier
from ludus.core.table import QuietTable
from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.step_list import MOST
from ludus.games.circus.words import named

WHIP = "whipping the team"  # besides the dice of the start, all that a speed is made of


class Road:
    """What lies straight ahead in the present lane, as things stand."""

    def __init__(self, book: Chapter, chariot: Chariot) -> None:
        race = book.race
        track = race.track
        self.book = book
        self.race = race
        self.start = chariot.square
        self.squares: list[int] = []  # the free ones
        self.corner: int | None = None  # factors to the next corner; 0: in it
        self.corner_leg = chariot.leg + 1
        self.blocked = -1  # the first square that is not free, before the finish line
        leg = book.corner_leg(chariot)
        if leg is not None:
            self.corner, self.corner_leg = 0, leg
        twin = chariot.copy()
        for steps in range(1, MOST + 1):
            if book.would_finish(twin):
                return
            ahead = track.ahead[twin.square]
            if self.corner is None and track.corner[ahead]:
                self.corner = steps
            if self.blocked < 0:
                if race.free(ahead):
                    self.squares.append(ahead)
                else:
                    self.blocked = ahead
            twin.leg += track.section[ahead] != track.section[twin.square]
            twin.square = ahead

    def end(self, factors: int) -> dict[str, Any]:
        """Where so many factors lead: to a square, to whoever stands in the way, or over the line."""
        name = self.race.track.name
        if factors <= len(self.squares):
            return {"end": name(self.squares[factors - 1] if factors else self.start)}
        if self.blocked >= 0:
            return {"end": None, "blocked_at": name(self.blocked)}
        return {"end": None, "finish": True}

    def obstacle(self) -> str:
        """CM 6.71, 14.1a: who stands in the way, or what can be run over."""
        there = self.race.whose(self.blocked)
        if there is not None and self.book.blocks(self.blocked):
            return f"blocked by {named(there[0])}"
        return f"{self.book.obstacle_words(self.blocked)} in the way"


class Told(Exception):
    """The moment has come."""


class UntilTheSpeed(QuietTable):
    """A table that stops the script when the speed of the phase is told; until then its dice fall as they should."""

    __slots__ = ("_start", "_whip")

    def __init__(self, start_die: int, whip_die: int) -> None:
        super().__init__(ScriptedDice(()), [])
        self._start, self._whip = start_die, whip_die

    def roll(self, count: int, reason: str, clause: str, sides: int = 6) -> tuple[int, ...]:
        return (self._whip if reason == WHIP else self._start,) * count

    def tell(
        self,
        kind: str,
        data: Any,
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
        seats: tuple[int, ...] | None = None,
    ) -> None:
        if kind == "speed":
            raise Told
