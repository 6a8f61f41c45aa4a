"""E2 8.9: obstacles, run over one after the other."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition


class EpicObstacles(SecondEdition):
    """High is good."""

    def run_over(self, total: int) -> str:
        """E2 8.9.3-chart."""
        return next((result for result, limit in self.charts.run_over_to if total <= limit), "none")
