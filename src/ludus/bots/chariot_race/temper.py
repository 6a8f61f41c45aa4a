"""What a driver cares about: the prices that make a character."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

HOUSE_LAP = 384  # the prices are in ticks of a lap of this length


@dataclass(frozen=True)
class Temper:
    """Prices in ticks of the house board, each by about how many turns are left of the race (0: it is home)."""

    # The points of damage a chariot can still take, one by one; the first is the difference to a wreck.
    points: tuple[tuple[float, ...], ...]
    corners: tuple[float, ...]  # a point of damage when the track ahead is looked at
    fate: tuple[float, ...]
    home: float = 0.0  # to have finished
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


def _scaled(points: tuple[float, ...], prices: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(price * point for point in points) for price in prices)


# Guessed: damage is a thing to be spent, the more freely the nearer the finish.
_CHEAP = (1.0, 2.5, 5.0, 7.0, 8.5)
BOLD = Temper(
    points=_scaled((8.0, 3.0, 2.4, 2.0, 1.7, 1.5, 1.3, 1.2, 1.0, 0.9, 0.8, 0.7, 0.5, 0.4), _CHEAP),
    corners=_CHEAP,
    fate=(0.5, 1.4, 2.8, 3.9, 4.7),
)

# Measured: fitted to who won a thousand races from the positions at the start of each round.
_LATE = (20.0, 16.0, 16.0, 13.0, 8.0, 6.0, 6.0, 5.0, 5.0, 4.0, 3.0, 2.0, 1.0, 1.0)
_MIDDLE = (20.0, 14.0, 13.0, 12.0, 11.0, 9.0, 8.0, 6.0, 6.0, 4.0, 3.0, 3.0, 2.0, 1.0)
_EARLY = (15.0, 12.0, 11.0, 11.0, 10.0, 10.0, 9.0, 9.0, 8.0, 8.0, 8.0, 8.0, 4.0, 3.0)
SHREWD = Temper(
    points=((5.0, *(1.0,) * 13), _LATE, _LATE, _MIDDLE, _EARLY),
    corners=(0.0, 5.0, 8.0, 9.0, 10.0),
    fate=(0.0, 5.0, 5.5, 6.5, 8.0),
    home=140.0,
)
