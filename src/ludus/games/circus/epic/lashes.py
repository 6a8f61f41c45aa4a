"""E2 10.1 to 10.4: who may attack, and the whip."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicLashes(SecondEdition):
    """One comparison decides."""
