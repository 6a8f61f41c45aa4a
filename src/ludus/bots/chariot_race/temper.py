"""What a driver cares about: the prices that make a character."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

HOUSE_LAP = 384  # the prices are in ticks of a lap of this length

_LATE = (20.0, 16.0, 16.0, 13.0, 8.0, 6.0, 6.0, 5.0, 5.0, 4.0, 3.0, 2.0, 1.0, 1.0)
_MIDDLE = (20.0, 14.0, 13.0, 12.0, 11.0, 9.0, 8.0, 6.0, 6.0, 4.0, 3.0, 3.0, 2.0, 1.0)
_EARLY = (15.0, 12.0, 11.0, 11.0, 10.0, 10.0, 9.0, 9.0, 8.0, 8.0, 8.0, 8.0, 4.0, 3.0)


@dataclass(frozen=True)
class Temper:
    """Prices in ticks of the house board, each by about how many turns are left of the race."""

    # The points of damage a chariot can still take, one by one; the first is the difference to a wreck.
    points: tuple[tuple[float, ...], ...] = ((5.0, *(1.0,) * 13), _LATE, _LATE, _MIDDLE, _EARLY)
    # A point of damage when the track ahead is looked at.
    corners: tuple[float, ...] = (0.0, 5.0, 8.0, 9.0, 10.0)
    fate: tuple[float, ...] = (0.0, 5.0, 5.5, 6.5, 8.0)
    trust: tuple[float, ...] = (0.0, 0.5, 0.5, 0.5, 1.0)  # how much the outlook counts
    rival_out: float = 70.0  # to see the most dangerous rival wrecked
    rivalry: float = 70.0  # rivals so far apart differ in danger by a factor of e
    caltrop: float = 2.0  # a caltrop dropped somewhere

    @property
    def horizon(self) -> int:
        """How many turns the outlook reaches ahead."""
        return len(self.corners) - 1


@lru_cache(maxsize=64)
def sturdiness(temper: Temper, unit: float) -> tuple[tuple[float, ...], ...]:
    """What each damage value is worth by the turns left, in ticks of a board."""
    return tuple(tuple(unit * sum(points[:damage]) for damage in range(len(points) + 1)) for points in temper.points)
