"""The circuit: lanes of spaces, borders on a common scale, start spaces, stone heaps.

Inside the engine a space is a small number; `board.spaces[number]` is its name ("outer 12"), lane and borders.
Everything a rule asks for (the next space, where a lane change leads, javelin range) is worked out once here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludus.core.errors import DataError
from ludus.core.plain import from_plain
from ludus.core.tables import load_table
from ludus.games.chariot_race.charts import COLOURS, COSTS, PACKAGE

IN, OUT = -1, 1


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
        neighbours: list[set[int]] = []
        for index, space in enumerate(self.spaces):
            near = {self.ahead[index][0], self.behind[index][0]}
            for other_index, other in enumerate(self.spaces):
                if abs(self.lane_of[index] - self.lane_of[other_index]) == 1 and self._overlap(space, other):
                    near.add(other_index)
            neighbours.append(near)
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
                    raise DataError(
                        f"spaces.{space.lane}[{space.number - 1}]: its front border {space.front} is not past the line "
                        f"of the {self.lanes[lane_number]} lane ({line}), so a lane change would lead back over it",
                        code="bad-board",
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


def read_board_file(plain: Mapping[str, Any]) -> BoardFile:
    """A board file's contents, checked."""
    try:
        file = from_plain(BoardFile, plain, "board")
        _check(file)
        Board(file, ("A",) * len(file.parts))
    except DataError as error:
        raise DataError(error.message, code="bad-board") from error
    return file


def _check(file: BoardFile) -> None:
    """Refuse a board that cannot be raced on, with the place that is wrong."""

    def wrong(where: str, why: str) -> DataError:
        return DataError(f"{where}: {why}", code="bad-board")

    if file.lap_ticks < 1:
        raise wrong("lap_ticks", "must be at least 1")
    if len(file.lanes) < 2 or len(set(file.lanes)) != len(file.lanes):
        raise wrong("lanes", "there must be at least two, each with its own name")
    if any(not lane or " " in lane for lane in file.lanes):
        raise wrong("lanes", "a lane's name is one word")
    if set(file.spaces) != set(file.lanes):
        raise wrong("spaces", f"must list the spaces of exactly these lanes: {', '.join(file.lanes)}")
    for lane in file.lanes:
        _check_lane(file, lane, wrong)
    if len(set(file.start_spaces)) != len(file.start_spaces) or len(file.start_spaces) < len(COLOURS):
        raise wrong("start_spaces", f"there must be {len(COLOURS)} different ones")
    _check_sections(file, wrong)
    if len(file.parts) != 2:
        raise wrong("parts", f"a board has two parts, not {len(file.parts)}")
    for index, part in enumerate(file.parts):
        for lane, (first, last) in part.spaces.items():
            _check_space(file, lane, first, f"parts[{index}].spaces.{lane}", wrong)
            _check_space(file, lane, last, f"parts[{index}].spaces.{lane}", wrong)
        for lane, number in part.heaps_on_side_b:
            where = f"parts[{index}].heaps_on_side_b"
            _check_space(file, lane, number, where, wrong)
            if (lane, number) in file.start_spaces:
                raise wrong(where, f"{lane} {number} is a start space")
            first, last = part.spaces.get(lane, (0, -1))
            if not first <= number <= last:
                raise wrong(where, f"{lane} {number} is not on this part")
    for index, (lane, number) in enumerate(file.start_spaces):
        _check_space(file, lane, number, f"start_spaces[{index}]", wrong)


def _check_lane(file: BoardFile, lane: str, wrong: Any) -> None:
    spaces = file.spaces[lane]
    # The longest move must not come round onto its own start.
    if not 16 <= len(spaces) <= 200:
        raise wrong(f"spaces.{lane}", f"a lane has 16 to 200 spaces, not {len(spaces)}")
    for index, (rear, front, safe) in enumerate(spaces):
        where = f"spaces.{lane}[{index}]"
        if front <= rear:
            raise wrong(where, f"the front border {front} is not ahead of the rear border {rear}")
        if safe < 0:
            raise wrong(where, f"a safe speed is 0 (none) or more, not {safe}")
        if index and rear != spaces[index - 1][1]:
            raise wrong(where, f"it begins at {rear}, but the space before it ends at {spaces[index - 1][1]}")
    if spaces[0][0] < 0 or spaces[0][0] >= file.lap_ticks:
        raise wrong(f"spaces.{lane}[0]", "the finish line must lie on the lap")
    length = spaces[-1][1] - spaces[0][0]
    if length != file.lap_ticks:
        raise wrong(f"spaces.{lane}", f"its spaces add up to {length} ticks, a lap has {file.lap_ticks}")


def _check_sections(file: BoardFile, wrong: Any) -> None:
    at = 0
    for index, (kind, start, end) in enumerate(file.sections):
        where = f"sections[{index}]"
        if kind not in ("straight", "corner"):
            raise wrong(where, f"a section is a straight or a corner, not '{kind[:40]}'")
        if start != at or end <= start:
            raise wrong(where, f"it must begin at {at} and end later")
        at = end
    if at != file.lap_ticks:
        raise wrong("sections", f"they end at {at}, a lap has {file.lap_ticks} ticks")


def _check_space(file: BoardFile, lane: str, number: int, where: str, wrong: Any) -> None:
    if lane not in file.spaces:
        raise wrong(where, f"there is no lane '{lane[:40]}'")
    if not 1 <= number <= len(file.spaces[lane]):
        raise wrong(where, f"the {lane} lane has spaces 1 to {len(file.spaces[lane])}, not {number}")


@cache
def house_board(sides: tuple[str, ...]) -> Board:
    """The board that ships with Ludus."""
    return Board(read_board_file(load_table(PACKAGE, "board")), sides)
