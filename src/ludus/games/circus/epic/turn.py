"""E2 6: the turn of six phases, A to F."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicTurn(SecondEdition):
    """What the book dates to the start and the end of turns and phases."""
