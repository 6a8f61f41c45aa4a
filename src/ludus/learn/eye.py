"""A seat's view as a row of numbers between -1 and 1: what a network sees.

Every place in the view has a number of its own, worked out from its path: the same in every match and on every
machine. What belongs to a seat is told from where one sits: one's own first, then the next seat's. A word is a place
that is 1; numbers are drawn together, so that 1 and 2 differ more than 100 and 200.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ludus.core.decision import Decision
from ludus.core.game import Game
from ludus.learn.shape import ATOMS, SEATED, STILL, Footprint, shape_of

WIDTH = 2048  # a power of two
HALF = 8  # the number that is drawn half way
LARGE, VAST = 24, 1024  # from here on a number is marked as a share of the vast one besides

MOST_KEPT = 1024  # values of one place

Row = NDArray[np.float32]
Slots = NDArray[np.int64]


class Place:
    """A place in a view, with the places below it."""

    __slots__ = ("below", "kept", "path", "slot", "words")

    def __init__(self, path: str) -> None:
        self.path = path
        self.slot = crc32(path.encode()) % WIDTH
        self.below: dict[Any, Place] = {}
        self.words: dict[str, int] = {}
        self.kept: dict[Any, dict[int, float]] = {}  # marks of what never changes and has stood here before

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

    def marks_of(self, value: Any) -> dict[int, float]:
        """Of a tuple of numbers or words, or a frozen dataclass, that stands here."""
        marks = self.kept.get(value)
        if marks is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            marks = self.kept[value] = {}
            _read(value, self, marks, None, None)
        return marks


ROOT = Place("")
PIECE = Place("piece")
UNSAID = frozenset({"names", "remarks", "troubles", "log", "words", "title", "clause"})  # said again in other words
LONG = 40  # a text that is no word but a sentence

Pieces = list[tuple[Place, Any, Any]]  # where they stand, under which key, and themselves


class Known:
    """A piece as it was when it was last read: where it has marks, counted from its own place, and which."""

    __slots__ = ("_moved", "footprint", "slots", "values")

    def __init__(self, key: Any, piece: Any) -> None:
        marks = {PIECE.word(str(key)): 1.0}
        _read(piece, PIECE, marks, None, None)
        self.footprint = Footprint(piece)
        self.slots: Slots = np.fromiter(marks, np.int64, len(marks))
        self.values: Row = np.fromiter(marks.values(), np.float32, len(marks))
        self._moved: dict[tuple[int, int], Slots] = {}

    def at(self, place: Place, stand: tuple[int, int]) -> Slots:
        """Its marks where it stands: how many seats on, and as which of that seat's pieces."""
        moved = self._moved.get(stand)
        if moved is None:
            moved = self._moved[stand] = (self.slots + place.at(stand).slot) & (WIDTH - 1)
        return moved


class Block:
    """What belongs to no seat, as it was when it was last read: its marks, and the pieces in it."""

    __slots__ = ("footprint", "marks", "pieces")

    def __init__(self, place: Place, value: Any) -> None:
        self.footprint = Footprint(value)
        self.marks: dict[int, float] = {}
        self.pieces: Pieces = []
        _read(value, place, self.marks, self.pieces, None)


class Seen(Protocol):
    """What an eye looks at: a match, or what a view says of one."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def state(self) -> Any: ...

    @property
    def seats(self) -> int: ...

    @property
    def pending(self) -> Mapping[int, Decision]: ...


class Eye:
    """Looks at one match, again and again. Pieces that stayed as they were since the last look are not read anew, and
    a position that stayed is not looked at again."""

    __slots__ = ("_blocks", "_known", "_match", "_rows")

    def __init__(self, match: Seen) -> None:
        self._match = match
        self._known: dict[tuple[Place, Any, int | None], Known] = {}
        self._blocks: dict[tuple[Place, Any, int], Block] = {}
        self._rows: dict[int, Row] = {}

    def blink(self) -> None:
        """Something was answered: positions must be looked at again."""
        self._rows.clear()

    def look(self, seat: int, picked: Sequence[int] = ()) -> Row:
        """What this seat sees: the position as it may know it, who is waited for, its own question and what it has
        answered of that so far. Nothing else."""
        row = self._rows.get(seat)
        if row is None:
            row = self._rows[seat] = self._look(seat)
        row = row.copy()
        if picked:
            own = ROOT.at("own").at("picked")
            for index, action in enumerate(picked):
                row[own.at(index).word(str(action))] = 1.0
        return row

    def _look(self, seat: int) -> Row:
        match, seats = self._match, self._match.seats
        row = np.zeros(WIDTH, dtype=np.float32)
        marks: dict[int, float] = {}
        pieces: Pieces = []
        blocks: Pieces = []
        _read(match.game.sight(match.state, seat), ROOT.at("position"), marks, pieces, blocks)
        for place, key, value in blocks:
            block = self._block(place, key, value, seat)
            marks.update(block.marks)
            pieces += block.pieces
        counts: dict[tuple[Place, int], int] = {}
        slots: list[Slots] = []
        values: list[Row] = []
        for place, key, piece in pieces:
            owner = piece["seat"] if type(piece) is dict else piece.seat
            on = (owner - seat) % seats
            counts[place, on] = number = counts.get((place, on), 0) + 1
            known = self._piece(place, key, piece, seat)
            slots.append(known.at(place, (on, number)))
            values.append(known.values)
        if slots:
            row[np.concatenate(slots)] = np.concatenate(values)
        own = ROOT.at("own")
        marks[own.at("seat").word(str(seat))] = 1.0
        waiting = ROOT.at("waiting")
        for each in match.pending:
            marks[waiting.at((each - seat) % seats).slot] = 1.0
        decision = match.pending.get(seat)
        if decision is not None:
            marks[own.at("question").word(decision.name)] = 1.0
            marks[own.at("about").word(decision.about)] = 1.0
        row[np.fromiter(marks, np.int64, len(marks))] = np.fromiter(marks.values(), np.float32, len(marks))
        return row

    def _piece(self, place: Place, key: Any, piece: Any, seat: int) -> Known:
        what = (place, key, seat if type(piece) is dict else None)  # a view made for a seat may differ from another's
        known = self._known.get(what)
        if known is None or not known.footprint.fits(piece):
            known = self._known[what] = Known(key, piece)
        return known

    def _block(self, place: Place, key: Any, value: Any, seat: int) -> Block:
        known = self._blocks.get((place, key, seat))
        if known is None or not known.footprint.fits(value):
            known = self._blocks[place, key, seat] = Block(place.at(key), value)
        return known


def _read(seen: Any, place: Place, marks: dict[int, float], pieces: Pieces | None, blocks: Pieces | None) -> None:
    """Mark what differs from nothing; most of a view does not. What belongs to a seat is put aside as a piece, and
    where blocks are wanted, so is every other dataclass."""
    below = place.below
    made: type = type(seen)
    shape = shape_of(made)
    listed = False
    if shape is not None:
        items: Any = zip(shape.names, shape.values(seen), strict=True)
    elif isinstance(seen, dict):
        items = seen.items()
    else:
        listed = True
        items = enumerate(sorted(seen) if isinstance(seen, set | frozenset) else seen)
    for key, value in items:
        if not value or key in UNSAID:
            continue
        there = below.get(key) or place.at(key)
        kind: type = type(value)
        if kind is int or kind is float:
            marks[there.slot] = value / (HALF + abs(value))
            if not -LARGE < value < LARGE:  # drawn together they would be all alike
                marks[there.word("#")] = max(-1.0, min(1.0, value / VAST))
        elif kind is bool:
            marks[there.slot] = 1.0
        elif kind is str:
            if len(value) < LONG:
                marks[there.word(value)] = 1.0
                if listed:  # that it is there at all
                    marks[place.word(value)] = 1.0
        elif (kind is tuple and type(value[0]) in ATOMS) or (pieces is None and kind in STILL):
            marks.update(there.marks_of(value))
        elif pieces is not None and _has_seat(kind, value):
            pieces.append((place, key, value))
        elif blocks is not None and shape_of(kind) is not None:
            blocks.append((place, key, value))
        else:
            _read(value, there, marks, pieces, blocks)


def _has_seat(kind: type, value: Any) -> bool:
    if kind is dict:
        return type(value.get("seat")) is int
    return shape_of(kind) is not None and kind in SEATED
