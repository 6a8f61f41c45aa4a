"""E1 8.5.1 to 8.5.4: cars, as the epic race has them."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.toml_files import load_table
from ludus.games.circus.epic.edition import Epic
from ludus.games.circus.stable import Stabled

CHARTS: Any = load_table("ludus.games.circus", "epic/charts")
WEATHER: Any = load_table("ludus.games.circus", "epic/weather")


@pytest.mark.rule("E1 8.5.1", "E1 8.5.2", "E1 8.5.3")
@pytest.mark.parametrize(
    ("car", "endurance", "left"),
    [("light", 52, 52), ("medium", 52, 39), ("medium", 55, 42), ("heavy", 52, 26), ("heavy", 33, 17)],
)
def test_a_car_costs_endurance_for_the_race(car: str, endurance: int, left: int) -> None:
    book = object.__new__(Epic)
    assert book.endurance_for_race(Stabled((5, 4, 4, 5), endurance, car, 0, 6)) == left


@pytest.mark.rule("E1 8.5.1", "E1 8.5.2", "E1 8.5.3", "E1 8.5.4")
@pytest.mark.parametrize(
    ("car", "dice", "ram", "rain", "mud"), [("light", 1, -3, -3, -4), ("medium", 2, 0, -2, -3), ("heavy", 3, 3, -1, -2)]
)
def test_starting_ramming_and_wet_corners(car: str, dice: int, ram: int, rain: int, mud: int) -> None:
    assert CHARTS["start"]["dice"][car] == dice
    assert CHARTS["car"]["damage_modifier"][car] == ram
    assert (WEATHER["corner_strain"]["rain"][car], WEATHER["corner_strain"]["mud"][car]) == (rain, mud)
    assert Epic.charts.wheel_boxes == 10
