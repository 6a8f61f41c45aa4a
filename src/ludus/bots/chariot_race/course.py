"""The circuit as a driver sees it: which moves lead where, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ludus.games.chariot_race.board import IN, OUT, Board
from ludus.games.chariot_race.turn import MAX_SPEED

DEADLY = 99  # the damage of a stone heap: more than any chariot can take


class Step(NamedTuple):
    """One space onwards: where to, whether over the finish line, and the change of lane if it is one."""

    space: int
    crossed: int
    direction: int


class Way(NamedTuple):
    """A way to drive a move: its cost with the harm done to others set against it, and the damage taken."""

    cost: float
    damage: int
    crossed: int
    first: tuple[int, int] | None  # the first lane change: its direction, and the spaces straight on before it


class Toll(NamedTuple):
    """What it costs to enter a space beyond the corner number: caltrops and chariots in the way."""

    damage: int
    gain: float  # the harm done to rivals, in points of own damage


Ways = dict[int, Way]  # by the space where the move ends


class Course:
    """Everything about a board that stays the same from race to race."""

    def __init__(self, board: Board) -> None:
        spaces = range(len(board.spaces))
        self.lap_ticks = board.lap_ticks
        self.front = board.front
        self.straight = tuple((Step(*board.ahead[space], 0),) for space in spaces)
        self.steps = tuple(
            self.straight[space]
            + tuple(Step(*step, direction) for direction in (IN, OUT) if (step := board.change[direction][space]))
            for space in spaces
        )
        self.pain = tuple(
            tuple(DEADLY if board.heap[space] else _excess(speed, board.safe[space]) for space in spaces)
            for speed in range(MAX_SPEED + 1)
        )

    def ways(self, start: int, spaces: int, steers: int, speed: int, tolls: Mapping[int, Toll]) -> list[Ways]:
        """The cheapest way to each space a move can end on, for each number of lane changes."""
        pain = self.pain[speed]
        layers: list[Ways] = [{start: Way(0.0, 0, 0, None)}, *({} for _ in range(steers))]
        for step in range(spaces):
            onwards: list[Ways] = [{} for _ in layers]
            for changes, layer in enumerate(layers):
                options = self.steps if changes < steers else self.straight
                for space, (cost, damage, crossed, first) in layer.items():
                    for to, over, direction in options[space]:
                        hurt = pain[to]
                        gain = 0.0
                        if to in tolls:
                            hurt += tolls[to].damage
                            gain = tolls[to].gain
                        total = cost + hurt - gain
                        reached = onwards[changes + 1 if direction else changes]
                        known = reached.get(to)
                        if known is None or total < known[0]:
                            turn = (direction, step) if direction and first is None else first
                            reached[to] = Way(total, damage + hurt, crossed + over, turn)
            layers = onwards
        return layers


def _excess(speed: int, safe: int) -> int:
    """CR corner."""
    return max(0, speed - safe) if safe else 0


def course_of(board: Board) -> Course:
    """Worked out once for every board, whoever loaded it."""
    return _course(_Key(board))


class _Key:
    """Boards with the same borders, numbers and heaps are the same course."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts = (board.lap_ticks, board.front, board.safe, board.heap, board.lane_of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)


@lru_cache(maxsize=32)
def _course(key: _Key) -> Course:
    return Course(key.board)
