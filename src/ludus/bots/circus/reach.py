"""Everywhere a turn can lead to, with any changes of lane on the way: the drives of a course and many more.

A square reaches what the squares one step on reach, for the price of that step more. So one pass from the end of the
half lap back to its start finds them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ludus.bots.circus.course import FASTEST, Course
from ludus.games.circus.track import BACK, FRONT, IN, OUT

NO_LANE = 99  # of a corner has been touched

Reach = dict[tuple[int, int], int]  # the fewest factors, by end and innermost corner lane


@lru_cache(maxsize=16)
def every_drive(course: Course) -> list[list[tuple[int, int, int]]]:
    """Speed, end and innermost corner lane (0: none), square by square of the half."""
    track = course.track
    half = [course.unfold(index, 0) for index in range(course.size)]
    beyond: dict[int, Reach] = {}  # from the straight of the next half, as far as its end
    for square in half:
        if track.section[square] == FRONT:
            steps = [step for step in _steps(course, square) if track.section[step[0]] == FRONT]
            beyond[square] = _reach(course, square, course.size, [(beyond[to], price) for to, price in steps])
    here: dict[int, Reach] = {}
    for square in half:
        following = []
        for to, price in _steps(course, square):
            over = track.section[to] == BACK
            following.append((beyond[track.at(track.lane[to], FRONT, track.index[to])] if over else here[to], price))
        here[square] = _reach(course, square, 0, following)
    return [_worthwhile(here[square]) for square in half]


def _steps(course: Course, square: int) -> list[tuple[int, int]]:
    """Where one step leads, and what it costs."""
    ahead = course.track.ahead[square]
    changes = ((course.track.change[way][ahead], course.book.lane_price(way)) for way in (IN, OUT))
    return [(ahead, 1), *((to, price) for to, price in changes if to >= 0)]


def _reach(course: Course, square: int, offset: int, following: Iterable[tuple[Reach, int]]) -> Reach:
    own = course.corner_lane[square] or NO_LANE
    found: Reach = {(course.fold[square] + offset, own): 0}
    for reach, price in following:
        for (end, lane), factors in reach.items():
            key = (end, lane if lane < own else own)
            if factors + price <= FASTEST and factors + price < found.get(key, NO_LANE):
                found[key] = factors + price
    return found


def _worthwhile(reach: Reach) -> list[tuple[int, int, int]]:
    """Without those that are neither cheaper nor further out than another to the same end."""
    kept: list[tuple[int, int, int]] = []
    widest: dict[int, int] = {}
    for (end, lane), factors in sorted(reach.items(), key=lambda each: (each[1], -each[0][1])):
        if factors and lane > widest.get(end, 0):
            widest[end] = lane
            kept.append((factors, end, lane % NO_LANE))
    return kept
