"""E2 3.7: weather, by the chart of the epic race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.toml_files import load_table
from ludus.games.circus.options.weather import Weather


class EpicWeather(Weather):
    """The General's weather with the signs of the corners turned round."""

    sources: ClassVar[tuple[str, ...]] = ("E2",)
    weather_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "epic/weather")
