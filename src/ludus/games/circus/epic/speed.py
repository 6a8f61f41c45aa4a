"""E2 8.1 to 8.4: speeds noted, added and used."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicSpeed(SecondEdition):
    """Used moves come off the factors, never off the speed."""
