"""Several against one: positions and allocations of a team fight."""

from __future__ import annotations

from typing import Any

from ludus.core.decision import Allocate
from tests.rules.gladiator.arena import ArenaMatch, arena, man, say_ready

QUIET = {"throws": False}
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH = 0, 1, 2, 3
# Where a neighbour stands, and how he faces the man at (0,0).
AROUND = {
    "N": (0, -1, "S"),
    "NE": (1, -1, "SW"),
    "SE": (1, 0, "NW"),
    "S": (0, 1, "N"),
    "SW": (-1, 1, "NE"),
    "NW": (-1, 0, "SE"),
}


def beset(*sides: str, facing: str = "N", dice: tuple[int, ...] = (), **single: Any) -> ArenaMatch:
    """Verus alone at (0,0) against men in these neighbouring hexes, all of whom face him."""
    foes = [man(*AROUND[side], side=1) for side in sides]
    return arena({**man(0, 0, facing), **single}, *foes, step="engage", options=QUIET, dice=dice)


def share(match: ArenaMatch, seat: int, **shares: int) -> None:
    """An allocation by the words of its boxes, with _ for a space."""
    decision = match.pending[seat]
    assert isinstance(decision, Allocate)
    boxes = dict.fromkeys(decision.boxes, 0) | {words.replace("_", " "): points for words, points in shares.items()}
    assert set(boxes) == set(decision.boxes)
    boxes["unused"] = decision.budget - sum(boxes.values())
    match.submit(seat, tuple(boxes.values()))
    say_ready(match)
