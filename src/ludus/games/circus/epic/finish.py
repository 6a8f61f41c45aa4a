"""E2 15: laps, the finish and all places."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicFinish(SecondEdition):
    """Everybody still racing gets a place."""
