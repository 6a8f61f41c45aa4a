"""Builds of the four-point system that have a name (GEN archetype-...): driver, car, team speed, endurance."""

from __future__ import annotations

from ludus.core.toml_files import load_table

Build = tuple[int, int, int, int]

_CHART = load_table("ludus.games.circus", "options/builds")["archetypes"]


def build_of(archetype: str) -> Build:
    """Its points as the advice has them first; variations follow in the file."""
    driver, car, speed, endurance = _CHART[archetype]["points"][0]
    return driver, car, speed, endurance


NAMES: dict[tuple[int, ...], str] = {
    tuple(points): each["name"] for each in _CHART.values() for points in each["points"]
}
