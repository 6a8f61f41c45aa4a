"""What endurance is worth: more, the less of it there is for the turns to come."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

# Turns for a factor of endurance, by how many there are for each turn to go.
PRICES = ((4.0, 0.005), (3.0, 0.01), (2.0, 0.016), (1.2, 0.028), (0.6, 0.045), (0.0, 0.07))

MOST = 80  # more endurance than any team has, unless a season has made it better
LAST_TURN = 1.1  # turns to go, when nothing needs to be left
USUAL_SPEED = 18  # of a team
NEVER_ARRIVES = 12.0  # turns


def exhaustion(turns: float) -> float:
    """CM 8.4, 8.43: an exhausted team is slower by a factor every turn, and flips where it would have to strain. From
    too far away it never arrives: it stands before the line, and the race may end without a winner."""
    if turns <= LAST_TURN:
        return 0.0
    habit = 0.08 * turns + 0.03 * turns * turns
    left = USUAL_SPEED * (USUAL_SPEED - 2 * turns)  # of its speed when it arrives, squared
    return NEVER_ARRIVES if left <= 0 else max(habit, USUAL_SPEED - sqrt(left) - turns)


@lru_cache(maxsize=2048)
def reserve(turns: int, thrift: float, most: int = MOST) -> tuple[float, ...]:
    """Turns that a team loses for want of endurance, by what it has left: 0, 1, 2, ... factors."""
    lost = [0.0]
    for left in range(most):
        each = left / max(1, turns)
        lost.append(lost[-1] - thrift * next(price for least, price in PRICES if each >= least))
    lost[0] += exhaustion(turns)  # the last factor is the dearest by far
    return tuple(lost)
