"""A seat's view as a row of numbers between -1 and 1: what a network sees.

Every place in the view has a number of its own, worked out from its path: the same in every match and on every
machine. What belongs to a seat is told from where one sits: one's own first, then the next seat's. A word is a place
that is 1; numbers are drawn together, so that 1 and 2 differ more than 100 and 200.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ludus.core.match import Match

WIDTH = 2048  # a power of two
HALF = 8  # the number that is drawn half way
LARGE, VAST = 24, 1024  # from here on a number is marked as a share of the vast one besides

Row = NDArray[np.float32]
Slots = NDArray[np.int64]


class Place:
    """A place in a view, with the places below it."""

    __slots__ = ("below", "path", "slot", "words")

    def __init__(self, path: str) -> None:
        self.path = path
        self.slot = crc32(path.encode()) % WIDTH
        self.below: dict[Any, Place] = {}
        self.words: dict[str, int] = {}

    def at(self, key: Any) -> Place:
        place = self.below.get(key)
        if place is None:
            place = self.below[key] = Place(f"{self.path}/{key}")
        return place

    def word(self, text: str) -> int:
        slot = self.words.get(text)
        if slot is None:
            slot = self.words[text] = crc32(f"{self.path}={text}".encode()) % WIDTH
        return slot


ROOT = Place("")
PIECE = Place("piece")
UNSAID = frozenset({"names", "remarks", "troubles", "log", "words", "title", "clause"})  # said again in other words
LONG = 40  # a text that is no word but a sentence


class Eye:
    """Looks at one match, again and again. Pieces that stayed as they were since the last look are not read anew."""

    __slots__ = ("_known", "_match")

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._known: dict[tuple[str, Any], tuple[Mapping[str, Any], Slots, Row]] = {}

    def look(self, seat: int, picked: Sequence[int] = ()) -> Row:
        """What this seat sees: the position as it may know it, who is waited for, its own question and what it has
        answered of that so far. Nothing else."""
        match = self._match
        row = np.zeros(WIDTH, dtype=np.float32)
        marks: dict[int, float] = {}
        pieces: list[tuple[Place, Any, Mapping[str, Any]]] = []
        _read(match.game.sight(match.state, seat), ROOT.at("position"), marks, pieces)
        own = ROOT.at("own")
        marks[own.at("seat").word(str(seat))] = 1.0
        waiting = ROOT.at("waiting")
        for each in match.pending:
            marks[waiting.at((each - seat) % match.seats).slot] = 1.0
        decision = match.pending.get(seat)
        if decision is not None:
            marks[own.at("question").word(decision.name)] = 1.0
            marks[own.at("about").word(decision.about)] = 1.0
            for index, action in enumerate(picked):
                marks[own.at("picked").at(index).word(str(action))] = 1.0
        counts: dict[tuple[str, int], int] = {}
        for place, key, piece in pieces:
            whose = (place.path, (piece["seat"] - seat) % match.seats)
            counts[whose] = number = counts.get(whose, 0) + 1
            slots, values = self._piece(place, key, piece)
            row[(slots + place.at((whose[1], number)).slot) & (WIDTH - 1)] = values
        row[list(marks)] = list(marks.values())
        return row

    def _piece(self, place: Place, key: Any, piece: Mapping[str, Any]) -> tuple[Slots, Row]:
        """Where a piece has marks, counted from its own place, and which."""
        known = self._known.get((place.path, key))
        if known is None or known[0] != piece:
            marks = {PIECE.word(str(key)): 1.0}
            _read(piece, PIECE, marks, None)
            slots, values = np.array(list(marks), dtype=np.int64), np.array(list(marks.values()), dtype=np.float32)
            known = self._known[place.path, key] = (piece, slots, values)
        return known[1], known[2]


def _read(
    seen: Any, place: Place, marks: dict[int, float], pieces: list[tuple[Place, Any, Mapping[str, Any]]] | None
) -> None:
    """Mark what differs from nothing; most of a view does not. What belongs to a seat is put aside as a piece."""
    below = place.below
    for key, value in seen.items() if type(seen) is dict else enumerate(seen):
        if not value or key in UNSAID:
            continue
        there = below.get(key) or place.at(key)
        kind = type(value)
        if kind is int or kind is float:
            marks[there.slot] = value / (HALF + abs(value))
            if not -LARGE < value < LARGE:  # drawn together they would be all alike
                marks[there.word("#")] = max(-1.0, min(1.0, value / VAST))
        elif kind is bool:
            marks[there.slot] = 1.0
        elif kind is str:
            if len(value) < LONG:
                marks[there.word(value)] = 1.0
                if type(key) is int:  # in a list: that it is there at all
                    marks[place.word(value)] = 1.0
        elif pieces is not None and kind is dict and type(value.get("seat")) is int:
            pieces.append((place, key, value))
        else:
            _read(value, there, marks, pieces)
