"""E2 8.5 to 8.8, 9: corners in which high is good, and what they do to drivers."""

from __future__ import annotations

from ludus.core.event import Modifier
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot


class EpicCorners(SecondEdition):
    """Three dice plus CDM."""

    def corner_strain(self, roll: int, points: int) -> str:
        """E2 9.2.2-chart: "-", S, SS, J, LH, RH or FP."""
        charts = self.charts
        row = min(max(roll, charts.strain_lowest_row), charts.strain_highest_row)
        step = row - min(points, charts.strain_highest_column)
        return "FP" if step <= charts.strain_flip_from else charts.strain_diagonals.get(step, "-")

    def strain_modifiers(self, chariot: Chariot) -> tuple[Modifier, ...]:
        """E2 9.2.2: the CDM is added."""
        return (Modifier("CDM", chariot.skill),)
