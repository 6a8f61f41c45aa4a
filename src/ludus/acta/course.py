"""Where everybody is in a race, followed from its events alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludus.core.errors import DataError
from ludus.games.circus.track import Track

MOVES = ("drive", "lane-change", "sideslip", "braked-away", "evaded")
SECTIONS = 4


class Course:
    """Squares and legs by colour. A record that begins in the middle does not say how far anybody has come, so its
    order is not known."""

    def __init__(self, track: Track, *, known: bool = True) -> None:
        self.track = track
        self.known = known
        self.squares: dict[str, int] = {}
        self.legs: dict[str, int] = {}

    def line_up(self, grid: Mapping[str, str]) -> None:
        for colour, name in grid.items():
            self.squares[colour] = self.track.find(name)
            self.legs[colour] = 0

    def move(self, data: Mapping[str, Any]) -> None:
        """What an event of moving says."""
        colour = data["chariot"]
        square = self.squares.get(colour)
        if square is None:
            return
        try:
            target = self.track.find(data["to"])
        except DataError:
            return  # over the finish line
        if "squares" in data:
            self.legs[colour] += self.sections_ahead(square, data["squares"])
        else:
            change = (self.track.section[target] - self.track.section[square]) % SECTIONS
            self.legs[colour] += -1 if change == SECTIONS - 1 else change
        self.squares[colour] = target

    def sections_ahead(self, square: int, steps: int) -> int:
        """How many sections are entered on the way straight on."""
        entered = 0
        for _ in range(steps):
            ahead = self.track.ahead[square]
            entered += self.track.section[ahead] != self.track.section[square]
            square = ahead
        return entered

    def order(self, colours: Iterable[str]) -> list[str]:
        """Who is ahead of whom, the inner lane first; nobody where it is not known."""
        if not self.known:
            return []
        placed = [colour for colour in colours if colour in self.squares]
        return sorted(placed, key=self._ahead, reverse=True)

    def _ahead(self, colour: str) -> tuple[float, int]:
        square = self.squares[colour]
        return self.track.position(square, self.legs[colour]), -self.track.lane[square]

    def lap(self, colour: str) -> int | None:
        """Which lap it is in, from 1."""
        return self.legs[colour] // SECTIONS + 1 if self.known and colour in self.legs else None
