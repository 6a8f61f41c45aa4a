"""E2 10.7 to 10.10: rams, wanted or not."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicRams(SecondEdition):
    """Rams by the epic book."""
