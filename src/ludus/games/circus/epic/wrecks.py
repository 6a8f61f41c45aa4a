"""E2 13: wrecks, runaway teams and men dragged behind them."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicWrecks(SecondEdition):
    """Wrecks by the epic book."""
