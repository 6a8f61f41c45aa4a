"""The ground: an endless plane of hexes (GL 2.1, GL 6.7), facings, arcs and the positional diagram.

Coordinates are axial, hexes flat-topped. Directions and facings are 0 to 5, clockwise from north; a direction relative
to a man's facing is 0 for his front, 1 front-right, and so on (the rulebook's 1 to 6, less one: GL 12.41).
"""

from __future__ import annotations

from functools import cache

Hex = tuple[int, int]

# N, NE, SE, S, SW, NW (GL 5.2-geometry)
STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
POINTS = ("N", "NE", "SE", "S", "SW", "NW")
FRONT, FRONT_RIGHT, REAR_RIGHT, REAR, REAR_LEFT, FRONT_LEFT = range(6)
FRONT_ROWS = (FRONT, FRONT_RIGHT, FRONT_LEFT)


def step(place: Hex, direction: int, hexes: int = 1) -> Hex:
    """
    >>> step((0, 0), 2, 2)
    (2, 0)
    """
    q, r = STEPS[direction]
    return (place[0] + hexes * q, place[1] + hexes * r)


def distance(one: Hex, other: Hex) -> int:
    """
    >>> distance((0, 0), (2, -1))
    2
    """
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def ring_place(offset: Hex) -> tuple[int, int]:
    """How far away an offset lies, and its number on that ring, clockwise from straight north.

    >>> ring_place((1, -2)), ring_place((-1, 0)), ring_place((0, 0))
    ((2, 1), (1, 5), (0, 0))
    """
    q, r = offset
    away = max(abs(q), abs(r), abs(q + r))
    if away == 0:
        return (0, 0)
    # Each sixth of the ring begins on a hexrow and goes on in the direction two further, up to the next hexrow.
    if r == -away and q < away:
        return (away, q)
    if q == away and r < 0:
        return (away, away + r + away)
    if q + r == away and r < away:
        return (away, 2 * away + r)
    if r == away and q > -away:
        return (away, 3 * away - q)
    if q == -away and r > 0:
        return (away, 4 * away + away - r)
    return (away, 5 * away - r)


@cache
def bearing(offset: Hex, facing: int) -> tuple[int, int, int]:
    """Distance, the nearest hexrow relative to a facing, and the next nearest if the hex lies exactly between two."""
    away, number = ring_place(offset)
    if away == 0:
        return (0, 0, 0)
    row, over = divmod(number, away)
    if 2 * over > away:
        row, over = row + 1, 0
    first = (row - facing) % 6
    second = (first + 1) % 6 if 2 * over == away else first
    return (away, first, second)


@cache
def faced_by(offset: Hex) -> tuple[int, tuple[bool, ...]]:
    """How far away an offset lies, and for each facing whether one of its three front hexrows is the nearest."""
    bearings = [bearing(offset, facing) for facing in range(6)]
    return bearings[0][0], tuple(row in FRONT_ROWS or other in FRONT_ROWS for _, row, other in bearings)


@cache
def positional_value(offset: Hex, facing: int, values: tuple[int, ...]) -> int:
    """GL 8.2-diagram: what the hex at `offset` from a defender is worth; between two hexrows the lower value.

    >>> positional_value((1, -1), 0, (0, 2, 4, 5, 3, 1)), positional_value((-1, 2), 0, (0, 2, 4, 5, 3, 1))
    (2, 3)
    """
    away, first, second = bearing(offset, facing)
    return min(values[first], values[second]) if away else 0


@cache
def arc(facing: int, reach: int) -> tuple[Hex, ...]:
    """GL 5.2-geometry: the offsets of the forward arc up to `reach`, ring by ring from left to right.

    >>> len(arc(0, 1)), len(arc(0, 2)), len(arc(0, 3)), arc(0, 1)
    (3, 8, 15, ((-1, 0), (0, -1), (1, -1)))
    """
    left, front, right = STEPS[(facing - 1) % 6], STEPS[facing], STEPS[(facing + 1) % 6]
    found: list[Hex] = []
    for away in range(1, reach + 1):
        for side, other in ((left, range(away, 0, -1)), (right, range(away + 1))):
            for share in other:
                ahead = away - share
                found.append((front[0] * ahead + side[0] * share, front[1] * ahead + side[1] * share))
    return tuple(found)


FARTHEST = 3  # a net that is tossed (GL 5.2c)
# By reach and facing.
FRONTS = tuple(tuple(frozenset(arc(facing, reach)) for facing in range(6)) for reach in range(FARTHEST + 1))


def in_front(place: Hex, facing: int, other: Hex, reach: int = 1) -> bool:
    """GL 5.2a, GL 5.2b: whether a hex lies in the combat front of a man who stands and faces so."""
    return (other[0] - place[0], other[1] - place[1]) in FRONTS[reach][facing]


@cache
def turn_towards(offset: Hex, facing: int) -> int:
    """GL 8.12a: the facing that has an offset straight ahead, the smaller turn where it lies between two hexrows."""
    _, first, second = bearing(offset, facing)
    turn = min((first, second), key=lambda row: (min(row, 6 - row), row > 3))
    return (facing + turn) % 6


@cache
def rotate(offset: Hex, facing: int) -> Hex:
    """An offset drawn for a man facing north, turned with him.

    >>> rotate((-1, 0), 1)
    (0, -1)
    """
    q, r = offset
    for _ in range(facing):
        q, r = -r, q + r
    return (q, r)
