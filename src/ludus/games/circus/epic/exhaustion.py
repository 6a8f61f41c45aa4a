"""E2 11, 12: endurance, dead horses, stationary chariots."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class Exhaustion(SecondEdition):
    """A chariot that cannot move is an obstacle."""
