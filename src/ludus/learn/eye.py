"""A seat's view as a row of numbers between -1 and 1: what a network sees.

Every place in the view has a number of its own, worked out from its path: the same in every match and on every
machine. What belongs to a seat is told from where one sits: one's own first, then the next seat's. A word is a place
that is 1; numbers are drawn together, so that 1 and 2 differ more than 100 and 200.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
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

    __slots__ = ("_all", "_held", "below", "kept", "path", "slot", "words")

    def __init__(self, path: str) -> None:
        self.path = path
        self.slot = crc32(path.encode()) % WIDTH
        self.below: dict[Any, Place] = {}
        self.words: dict[str, int] = {}
        self.kept: dict[Any, dict[int, float]] = {}  # marks of what never changes and has stood here before
        self._held: list[Any] | None = None  # what the list or dictionary that stood here last held
        self._all: dict[int, float] = {}

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

    def marks_of_all(self, value: list[Any] | dict[Any, Any]) -> dict[int, float]:
        """Of a list or dictionary of what never changes, that stands here."""
        held = list(value.items() if type(value) is dict else value)
        if held != self._held:
            self._held, self._all = held, {}
            _read(value, self, self._all, None, None)
        return self._all


ROOT = Place("")
PIECE = Place("piece")
UNSAID = frozenset({"names", "remarks", "troubles", "log", "words", "title", "clause"})  # said again in other words
LONG = 40  # a text that is no word but a sentence

Pieces = list[tuple[Place, Any, Any]]  # where they stand, under which key, and themselves
Blocks = list[tuple[Place, Any]]  # other dataclasses, and where they stand
Owners = list[tuple[Place, Any, int]]
RANK = 64  # marks that a piece has room for at first
NOTHING = Footprint(None)  # of what was never read


class Reading:
    """Something that stands at a place, as it was when it was last read: its marks, and the pieces in it. Each field is
    remembered by itself, and read again only when it has changed."""

    __slots__ = ("_apart", "_crowds", "_footprint", "_place", "_told", "fits", "marks", "pieces")

    def __init__(self, place: Place, *, aside: bool) -> None:
        self._place = place
        self._footprint = NOTHING
        self.fits: Callable[[Any], bool] = NOTHING.fits  # whether something is as it was read
        self._told: dict[Any, dict[int, float]] = {}
        self._apart = False  # whether no slot is marked by two fields
        self._crowds: dict[Any, Pieces] | None = {} if aside else None  # else pieces in it are read as parts of it
        self.marks: dict[int, float] = {}
        self.pieces: Pieces = []

    def renew(self, value: Any) -> None:
        """Read what has changed."""
        told, crowds = self._told, self._crowds
        changed = self._footprint.follow(value)
        if changed is None:
            self._footprint = Footprint(value)
            self.fits = self._footprint.fits
            self._apart = False
            changed = self._footprint.fields() or [("", value)]
            told.clear()
            if crowds is not None:
                crowds.clear()
        for name, field in changed:
            marks: dict[int, float] = {}
            crowd = None
            if crowds is not None:
                crowd = crowds[name] = []
            if field:
                _read({name: field} if name else field, self._place, marks, crowd, None)
            if self._apart:
                for slot in told[name]:
                    del self.marks[slot]
                self._apart = self.marks.keys().isdisjoint(marks)
                self.marks.update(marks)
            told[name] = marks
        if not self._apart:  # of two fields the last counts
            self.marks = {}
            for marks in filter(None, told.values()):
                self.marks.update(marks)
            self._apart = len(self.marks) == sum(map(len, told.values()))
        if crowds is not None:
            self.pieces = list(chain.from_iterable(crowds.values()))


class Ranks:
    """The pieces in sight, a rank each: where it has marks, counted from its own place, and which. A rank is filled
    again when its piece has changed."""

    __slots__ = ("_keys", "_readings", "slots", "values")

    def __init__(self, pieces: Pieces) -> None:
        self._keys = [PIECE.word(str(key)) for _, key, _ in pieces]
        self._readings = [Reading(PIECE, aside=False) for _ in pieces]
        self.slots: Slots = np.zeros((len(pieces), RANK), np.int64)
        self.values: Row = np.zeros((len(pieces), RANK), np.float32)

    def inspect(self, pieces: Pieces) -> None:
        """Read what has changed."""
        for rank, (reading, (_, _, piece)) in enumerate(zip(self._readings, pieces, strict=True)):
            if not reading.fits(piece):
                reading.renew(piece)
                self._fill(rank, reading.marks)

    def _fill(self, rank: int, marks: dict[int, float]) -> None:
        key, count = self._keys[rank], len(marks) + 1
        if count > self.slots.shape[1]:
            wider = ((0, 0), (0, count - self.slots.shape[1]))
            self.slots, self.values = np.pad(self.slots, wider, "edge"), np.pad(self.values, wider, "edge")
        slots, values = self.slots[rank], self.values[rank]
        slots[0], values[0] = key, 1.0
        slots[1:count] = np.fromiter(marks, np.int64, count - 1)
        values[1:count] = np.fromiter(marks.values(), np.float32, count - 1)
        slots[count:], values[count:] = slots[count - 1], values[count - 1]  # the rest says the last one again


class LineUp:
    """Whose the pieces are that a seat sees, and so where each of them stands."""

    __slots__ = ("owners", "places", "ranks")

    def __init__(self, owners: Owners, seat: int, seats: int, ranks: Ranks) -> None:
        self.owners = owners
        self.ranks = ranks
        counts: dict[tuple[Place, int], int] = {}
        places = []
        for place, _, owner in owners:
            on = (owner - seat) % seats  # how many seats on, and as which of that seat's pieces
            counts[place, on] = number = counts.get((place, on), 0) + 1
            places.append(place.at((on, number)).slot)
        self.places: Slots = np.array(places, np.int64)[:, np.newaxis]


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

    __slots__ = ("_line_ups", "_match", "_ranks", "_readings", "_rows")

    def __init__(self, match: Seen) -> None:
        self._match = match
        self._line_ups: dict[int, LineUp] = {}
        self._ranks: dict[tuple[Any, ...], Ranks] = {}
        self._readings: defaultdict[int, dict[Place, Reading]] = defaultdict(dict)  # of blocks, by seat
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
        blocks: Blocks = []
        _read(match.game.sight(match.state, seat), ROOT.at("position"), marks, pieces, blocks)
        readings = self._readings[seat]
        for place, value in blocks:
            reading = readings.get(place)
            if reading is None:
                reading = readings[place] = Reading(place, aside=True)
            if not reading.fits(value):
                reading.renew(value)
            marks.update(reading.marks)
            pieces += reading.pieces
        if pieces:
            self._set_up(row, pieces, seat)
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

    def _set_up(self, row: Row, pieces: Pieces, seat: int) -> None:
        """Put the marks of the pieces into a seat's row."""
        owners = [(place, key, piece["seat"] if type(piece) is dict else piece.seat) for place, key, piece in pieces]
        line_up = self._line_ups.get(seat)
        if line_up is None or line_up.owners != owners:
            line_up = self._line_ups[seat] = LineUp(owners, seat, self._match.seats, self._ranks_of(pieces, seat))
        ranks = line_up.ranks
        ranks.inspect(pieces)
        slots = ranks.slots + line_up.places
        slots &= WIDTH - 1
        row[slots] = ranks.values

    def _ranks_of(self, pieces: Pieces, seat: int) -> Ranks:
        """Seats that see the same pieces share them; a view that was made for a seat may differ from another's."""
        viewer = seat if any(type(piece) is dict for _, _, piece in pieces) else None
        what = (viewer, *((place, key) for place, key, _ in pieces))
        ranks = self._ranks.get(what)
        if ranks is None:
            ranks = self._ranks[what] = Ranks(pieces)
        return ranks


def _read(seen: Any, place: Place, marks: dict[int, float], pieces: Pieces | None, blocks: Blocks | None) -> None:
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
        elif (kind is tuple and type(value[0]) in ATOMS) or (kind in STILL and (pieces is None or kind not in SEATED)):
            marks.update(there.marks_of(value))
        elif kind is dict or kind is list:
            kinds = set(map(type, value.values() if kind is dict else value))
            if pieces is None or kinds.isdisjoint(SEATED):
                if pieces is not None and kind is dict and type(value.get("seat")) is int:
                    pieces.append((place, key, value))
                elif kinds <= STILL:
                    marks.update(there.marks_of_all(value))
                else:
                    _read(value, there, marks, pieces, blocks)
            elif kinds <= SEATED:
                crowd = value.items() if kind is dict else enumerate(value)
                pieces += [(there, each, piece) for each, piece in crowd]
            else:
                _read(value, there, marks, pieces, blocks)
        elif shape_of(kind) is None:
            _read(value, there, marks, pieces, blocks)
        elif pieces is not None and kind in SEATED:
            pieces.append((place, key, value))
        elif blocks is not None:
            blocks.append((there, value))
        else:
            _read(value, there, marks, pieces, blocks)
