"""E2 8.5 to 8.8: straight on, from lane to lane, braking, and who is blocked."""

from __future__ import annotations

from typing import ClassVar

from ludus.games.circus.editions import SecondEdition


class EpicLanes(SecondEdition):
    """Obstacles take squares out of passage but block nobody."""

    wrecks_hinder: ClassVar[bool] = False  # E2 8.8.1

    def hinders(self, square: int) -> bool:
        """E2 8.8, 8.8.1: only a chariot or a running team gives a right to sideslip; obstacles are run over."""
        return self.blocks(square)
