"""E2 14: men on foot, who dodge and climb."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicOnFoot(SecondEdition):
    """On foot by the epic book."""
