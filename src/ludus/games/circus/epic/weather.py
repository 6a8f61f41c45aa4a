"""E2 3.7: weather, by the chart of the epic race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.game import Phase
from ludus.core.toml_files import load_table
from ludus.games.circus.chapters.corners import Slide
from ludus.games.circus.options.weather import Weather
from ludus.games.circus.state import Chariot


class EpicWeather(Weather):
    """The General's weather with the signs of the corners turned round."""

    sources: ClassVar[tuple[str, ...]] = ("E2",)
    weather_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "epic/weather")
    first_roll: ClassVar[str] = "E2 3.7.1"
    lap_roll: ClassVar[str] = "E2 6.A-2"
    rain_roll: ClassVar[str] = "E2 6.A-1"
    slipped: ClassVar[Slide] = Slide("E2 8.6.6", "E2 9.3.3", "E2 9.3.2")

    def came_on(self, chariot: Chariot, origin: int, before: int) -> None:
        """E2 3.7.2, 9.1.3.1: whoever makes the mud by leaving the corner is not checked for the lane that his car is
        still in: he has not entered it since."""
        if not self.sky.rain:
            return  # nothing turns to mud
        firm = not self.sky.mud
        super().came_on(chariot, origin, before)
        if firm and self.sky.mud and chariot.strain_leg != before:
            chariot.strain_leg, chariot.strain_paid, chariot.strain_lane = before, 0, self.race.track.lane[origin]

    def slip_further(self, chariot: Chariot, lane: int, direction: int, speed: int) -> Phase:
        """E2 8.2.2, 12.2: at the speed that the check of the lane change has left it; a dead horse holds it there."""
        if not self.cannot_move(chariot):
            yield from super().slip_further(chariot, lane, direction, self.current_speed(chariot))

    def strain_clause(self, code: str) -> tuple[str, ...]:
        """E2 3.7.3c, 3.7.4b: what the ground adds."""
        ground = ("E2 3.7.4b",) if self.sky.mud else ("E2 3.7.3c",) if self.sky.rain else ()
        return (*super().strain_clause(code), *ground)

    def bar_slipped(self, chariot: Chariot) -> None:
        """E2 3.7.3d: a slip is a forced sideslip, and bars lane changes inwards like one."""
        self.bar_inside(chariot)
