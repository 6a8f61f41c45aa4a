"""E2 10.6: dust in the eyes."""

from __future__ import annotations

from ludus.games.circus.options.dust import Dust


class EpicDust(Dust):
    """Everybody has one handful."""
