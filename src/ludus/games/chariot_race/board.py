"""The circuit: lanes of spaces, borders on a common scale, start spaces, stone heaps.

Inside the engine a space is a small number; `board.spaces[number]` is its name ("outer 12"), lane and borders.
Everything a rule asks for (the next space, where a lane change leads, javelin range) is worked out once here.
"""

from __future__ import annotations

import cmath
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from ludus.core.errors import DataError
from ludus.core.plain import from_plain
from ludus.core.toml_files import load_table
from ludus.games.chariot_race.charts import COLOURS, COSTS, PACKAGE

IN, OUT = -1, 1

# What a board file may ask for. A lane is longer than the longest move, and a board is worked out in no time.
LANES = range(2, 7)
LANE_LENGTHS = range(16, 101)
MAX_TICKS = 100_000
MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class Part:
    """One of the parts the board is put together from."""

    spaces: dict[str, tuple[int, int]]
    heaps_on_side_b: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A board as it stands in its file."""

    name: str
    lap_ticks: int
    lanes: list[str]
    start_spaces: list[tuple[str, int]]
    sections: list[tuple[str, int, int]]
    spaces: dict[str, list[tuple[int, int, int]]]
    parts: list[Part]


@dataclass(frozen=True, slots=True)
class Space:
    """One space: its lane and number, its borders in ticks, its safe speed (0: none)."""

    lane: str
    number: int
    rear: int
    front: int
    safe: int
    heap: bool

    @property
    def name(self) -> str:
        return f"{self.lane} {self.number}"


class Board:
    """A checked board with everything worked out."""

    def __init__(self, file: BoardFile, sides: tuple[str, ...]) -> None:
        _check(file)
        self.file = file
        self.sides = sides
        self.lap_ticks = file.lap_ticks
        self.lanes = tuple(file.lanes)
        heaps = {
            heap for part, side in zip(file.parts, sides, strict=True) if side == "B" for heap in part.heaps_on_side_b
        }
        self.spaces: tuple[Space, ...] = tuple(
            Space(lane, number, rear, front, safe, (lane, number) in heaps)
            for lane in self.lanes
            for number, (rear, front, safe) in enumerate(file.spaces[lane], start=1)
        )
        self._by_name = {space.name: index for index, space in enumerate(self.spaces)}
        self.start_spaces = tuple(self.find(f"{lane} {number}") for lane, number in file.start_spaces)
        # Columns for the hot path.
        self.front = tuple(space.front for space in self.spaces)
        self.safe = tuple(space.safe for space in self.spaces)
        self.heap = tuple(space.heap for space in self.spaces)
        self.lane_of = tuple(self.lanes.index(space.lane) for space in self.spaces)
        self.names = tuple(space.name for space in self.spaces)
        # Each step is (space entered, 1 if the finish line is crossed).
        self.ahead = tuple(self._ahead(index) for index in range(len(self.spaces)))
        self.behind = self._behind()
        self.next_safe = tuple(self._next_safe(index) for index in range(len(self.spaces)))
        self.change = {
            IN: tuple(self._lane_change(index, IN) for index in range(len(self.spaces))),
            OUT: tuple(self._lane_change(index, OUT) for index in range(len(self.spaces))),
        }
        self._check_changes()
        self.in_javelin_range = self._javelin_ranges(COSTS.javelin_range)

    def find(self, name: str) -> int:
        """The space called, say, "outer 12"."""
        index = self._by_name.get(" ".join(name.split()))
        if index is None:
            lengths = ", ".join(f"{lane} 1 to {len(self.file.spaces[lane])}" for lane in self.lanes)
            raise DataError(f"there is no space '{name[:40]}' on this board; it has {lengths}", code="unknown-space")
        return index

    def _lane(self, lane: str) -> range:
        first = self._by_name[f"{lane} 1"]
        return range(first, first + len(self.file.spaces[lane]))

    def _ahead(self, index: int) -> tuple[int, int]:
        lane = self._lane(self.spaces[index].lane)
        return (lane[0], 1) if index == lane[-1] else (index + 1, 0)

    def _next_safe(self, index: int) -> int:
        """The number of the next corner space of the lane; 0 when it has none."""
        for _ in range(len(self.spaces)):
            index = self.ahead[index][0]
            if self.safe[index]:
                return self.safe[index]
        return 0

    def _behind(self) -> tuple[tuple[int, int], ...]:
        behind = [(0, 0)] * len(self.spaces)
        for index, (ahead, crossed) in enumerate(self.ahead):
            behind[ahead] = (index, crossed)
        return tuple(behind)

    def _lane_change(self, index: int, direction: int) -> tuple[int, int] | None:
        """CR lane-change-geometry: the first space of the next lane whose front border is ahead."""
        lane_number = self.lane_of[index] + direction
        if not 0 <= lane_number < len(self.lanes):
            return None
        front = self.front[index]
        lane = self._lane(self.lanes[lane_number])
        for other in lane:
            if self.front[other] > front:
                return (other, 0)
        # Past the last border of that lane: its first space ahead, on the next lap.
        return next((other, 1) for other in lane if self.front[other] + self.lap_ticks > front)

    def _overlap(self, one: Space, other: Space) -> bool:
        """Whether two spaces share a stretch of track, more than a common border."""
        return any(
            one.rear < other.front + shift and other.rear + shift < one.front
            for shift in (-self.lap_ticks, 0, self.lap_ticks)
        )

    def _javelin_ranges(self, steps: int) -> tuple[frozenset[int], ...]:
        """CR javelin-range: spaces within so many neighbour steps, whoever stands between."""
        neighbours = [{self.ahead[index][0], self.behind[index][0]} for index in range(len(self.spaces))]
        for inside, outside in pairwise(self.lanes):
            for one in self._lane(inside):
                for other in self._lane(outside):
                    if self._overlap(self.spaces[one], self.spaces[other]):
                        neighbours[one].add(other)
                        neighbours[other].add(one)
        ranges = []
        for index in range(len(self.spaces)):
            reached = {index}
            for _ in range(steps):
                reached |= {near for each in reached for near in neighbours[each]}
            ranges.append(frozenset(reached - {index}))
        return tuple(ranges)

    def _check_changes(self) -> None:
        """A lane change must never lead back across the line."""
        for index, space in enumerate(self.spaces):
            for direction in (IN, OUT):
                lane_number = self.lane_of[index] + direction
                if not 0 <= lane_number < len(self.lanes):
                    continue
                line = self.file.spaces[self.lanes[lane_number]][0][0]
                if space.front <= line:
                    raise _wrong(
                        f"spaces.{space.lane}[{space.number - 1}]",
                        f"its front border {space.front} is not past the line of the {self.lanes[lane_number]} lane "
                        f"({line}), so a lane change would lead back over it",
                    )

    def stage(self) -> dict[str, Any]:
        """What a client needs to draw the board."""
        return {
            "name": self.file.name,
            "lap_ticks": self.lap_ticks,
            "lanes": list(self.lanes),
            "sections": [list(section) for section in self.file.sections],
            "start_spaces": [self.names[index] for index in self.start_spaces],
            "spaces": [
                {
                    "name": space.name,
                    "lane": space.lane,
                    "number": space.number,
                    "rear": space.rear,
                    "front": space.front,
                    "safe": space.safe,
                    "heap": space.heap,
                }
                for space in self.spaces
            ],
        }

    def __repr__(self) -> str:
        return f"<Board {self.file.name!r}, sides {'/'.join(self.sides)}, {len(self.spaces)} spaces>"


@cache
def house_board(sides: tuple[str, ...]) -> Board:
    """CR setup-1: the board that ships with Ludus, put together on the chosen sides."""
    return _make_board(load_table(PACKAGE, "board"), sides)


def own_board(plain: Mapping[str, Any], sides: tuple[str, ...]) -> Board:
    """A player's own board, from the contents of its file."""
    try:
        text = json.dumps(plain, sort_keys=True, default=str)
    except (TypeError, ValueError, RecursionError) as error:
        raise DataError(f"this is not the contents of a board file: {error}", code="bad-board") from error
    return _own_board(text, sides)


@lru_cache(maxsize=32)
def _own_board(text: str, sides: tuple[str, ...]) -> Board:
    return _make_board(json.loads(text), sides)


def _make_board(plain: Mapping[str, Any], sides: tuple[str, ...]) -> Board:
    try:
        return Board(from_plain(BoardFile, plain, "board"), sides)
    except DataError as error:
        raise DataError(error.message, code="bad-board") from error


# -- refusing a board that cannot be raced on, with the place that is wrong -----------------------


def _wrong(where: str, why: str) -> DataError:
    return DataError(f"{where}: {why}", code="bad-board")


def _check(file: BoardFile) -> None:
    if not 1 <= len(file.name) <= MAX_NAME:
        raise _wrong("name", f"must have 1 to {MAX_NAME} letters")
    if not 1 <= file.lap_ticks <= MAX_TICKS:
        raise _wrong("lap_ticks", f"a lap has 1 to {MAX_TICKS} ticks, not {file.lap_ticks}")
    _check_lane_names(file)
    for lane in file.lanes:
        _check_lane(file, lane)
    _check_sections(file)
    _check_start_spaces(file)
    _check_parts(file)


def _check_lane_names(file: BoardFile) -> None:
    if len(file.lanes) not in LANES:
        raise _wrong("lanes", f"there must be {LANES[0]} to {LANES[-1]}, not {len(file.lanes)}")
    for index, lane in enumerate(file.lanes):
        if lane.split() != [lane] or len(lane) > MAX_NAME:
            raise _wrong(f"lanes[{index}]", f"a lane's name is one word of at most {MAX_NAME} letters")
        if lane in file.lanes[:index]:
            raise _wrong(f"lanes[{index}]", f"there is a lane '{lane}' already")
    if set(file.spaces) != set(file.lanes):
        raise _wrong("spaces", f"must list the spaces of exactly these lanes: {', '.join(file.lanes)}")


def _check_lane(file: BoardFile, lane: str) -> None:
    spaces = file.spaces[lane]
    if len(spaces) not in LANE_LENGTHS:
        raise _wrong(f"spaces.{lane}", f"a lane has {LANE_LENGTHS[0]} to {LANE_LENGTHS[-1]} spaces, not {len(spaces)}")
    line = spaces[0][0]
    if not 0 <= line < file.lap_ticks:
        raise _wrong(f"spaces.{lane}[0]", f"the finish line must lie on the lap, 0 to {file.lap_ticks - 1}")
    for index, (rear, front, safe) in enumerate(spaces):
        where = f"spaces.{lane}[{index}]"
        if front <= rear:
            raise _wrong(where, f"the front border {front} is not ahead of the rear border {rear}")
        if safe < 0:
            raise _wrong(where, f"a safe speed is 0 (none) or more, not {safe}")
        if index and rear != spaces[index - 1][1]:
            raise _wrong(where, f"it begins at {rear}, but the space before it ends at {spaces[index - 1][1]}")
    length = spaces[-1][1] - line
    if length != file.lap_ticks:
        raise _wrong(f"spaces.{lane}", f"its spaces add up to {length} ticks, a lap has {file.lap_ticks}")


def _check_sections(file: BoardFile) -> None:
    at = 0
    for index, (kind, start, end) in enumerate(file.sections):
        where = f"sections[{index}]"
        if kind not in ("straight", "corner"):
            raise _wrong(where, f"a section is a straight or a corner, not '{kind[:MAX_NAME]}'")
        if start != at or end <= start:
            raise _wrong(where, f"it must begin at {at} and end later")
        at = end
    if at != file.lap_ticks:
        raise _wrong("sections", f"they end at {at}, a lap has {file.lap_ticks} ticks")
    if not _closes(file.sections):
        raise _wrong("sections", "all corners turn equally far, and with these straights the course is no ring")


def _closes(sections: list[tuple[str, int, int]]) -> bool:
    """Whether the course can be drawn as a ring. Two straights are drawn equally long, more of them true to scale."""
    corners = sum(kind == "corner" for kind, _, _ in sections)
    if not corners:
        return False
    straights: dict[int, int] = {}  # ticks, by the corners before them
    passed = 0
    for kind, start, end in sections:
        if kind == "corner":
            passed += 1
        else:
            straights[passed % corners] = straights.get(passed % corners, 0) + end - start
    if len(straights) == 2:
        first, second = straights
        return 2 * abs(second - first) == corners
    gap = sum(ticks * cmath.exp(2j * cmath.pi * before / corners) for before, ticks in straights.items())
    return abs(gap) < 1e-6


def _check_start_spaces(file: BoardFile) -> None:
    if len(file.start_spaces) < len(COLOURS):
        raise _wrong("start_spaces", f"there must be at least {len(COLOURS)}, not {len(file.start_spaces)}")
    for index, (lane, number) in enumerate(file.start_spaces):
        _check_space(file, lane, number, f"start_spaces[{index}]")
        if (lane, number) in file.start_spaces[:index]:
            raise _wrong(f"start_spaces[{index}]", f"{lane} {number} stands there twice")


def _check_parts(file: BoardFile) -> None:
    """CR board-halves: each part has one stretch of every lane, and heaps lie on their part."""
    if len(file.parts) != 2:
        raise _wrong("parts", f"a board has two parts, not {len(file.parts)}")
    for index, part in enumerate(file.parts):
        if set(part.spaces) != set(file.lanes):
            raise _wrong(f"parts[{index}].spaces", f"must say first and last space of {', '.join(file.lanes)}")
    for lane in file.lanes:
        (start, joint), (after, end) = file.parts[0].spaces[lane], file.parts[1].spaces[lane]
        if not start == 1 <= joint < after == joint + 1 <= end == len(file.spaces[lane]):
            raise _wrong(
                "parts", f"the {lane} lane must run from 1 to the joint, and from there to {len(file.spaces[lane])}"
            )
    for index, part in enumerate(file.parts):
        for number, heap in enumerate(part.heaps_on_side_b):
            _check_heap(file, part, heap, f"parts[{index}].heaps_on_side_b[{number}]")
    for lane in file.lanes:
        heaps = sum(heap[0] == lane for part in file.parts for heap in part.heaps_on_side_b)
        if heaps > len(file.spaces[lane]) // 2:
            raise _wrong("parts", f"stone heaps block more than half of the {lane} lane")


def _check_heap(file: BoardFile, part: Part, heap: tuple[str, int], where: str) -> None:
    lane, number = heap
    _check_space(file, lane, number, where)
    if heap in file.start_spaces:
        raise _wrong(where, f"{lane} {number} is a start space")
    first, last = part.spaces[lane]
    if not first <= number <= last:
        raise _wrong(where, f"{lane} {number} is not on this part")


def _check_space(file: BoardFile, lane: str, number: int, where: str) -> None:
    if lane not in file.spaces:
        raise _wrong(where, f"there is no lane '{lane[:MAX_NAME]}'")
    if not 1 <= number <= len(file.spaces[lane]):
        raise _wrong(where, f"the {lane} lane has spaces 1 to {len(file.spaces[lane])}, not {number}")
