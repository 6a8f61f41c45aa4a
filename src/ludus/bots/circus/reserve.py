"""What endurance is worth: more, the less of it there is for the turns to come."""

from __future__ import annotations

from functools import lru_cache

# Turns for a factor of endurance, by how many there are for each turn to go.
PRICES = ((4.0, 0.005), (3.0, 0.01), (2.0, 0.016), (1.2, 0.028), (0.6, 0.045), (0.0, 0.07))

MOST = 80  # more endurance than any team has, unless a season has made it better
LAST_TURN = 1.1  # turns to go, when nothing needs to be left


def exhaustion(turns: float) -> float:
    """CM 8.4: an exhausted team is slower every turn, and flips where it would have to strain."""
    return 0.08 * turns + 0.03 * turns * turns if turns > LAST_TURN else 0.0


@lru_cache(maxsize=2048)
def reserve(turns: int, thrift: float, most: int = MOST) -> tuple[float, ...]:
    """Turns that a team loses for want of endurance, by what it has left: 0, 1, 2, ... factors."""
    lost = [exhaustion(turns)]
    for left in range(most):
        each = left / max(1, turns)
        lost.append(lost[-1] - thrift * next(price for least, price in PRICES if each >= least))
    return tuple(lost)
