"""Somebody who only presses Enter drives carefully."""

from __future__ import annotations

import pytest

from tests.rules.chariot_race.kit import race


@pytest.mark.parametrize(
    ("where", "shown", "default"),
    [
        ("outer 1, speed 6", "+-", "+1"),  # the next corner outside allows 7
        ("middle 1, speed 6", "+-", "-1"),  # in the middle 5
        ("inner 1, speed 2", "+-", "+1"),  # inside 3
        ("inner 1, speed 9", "+- +-", "-2"),  # too fast for anything: as slow as can be
        ("outer 1, speed 6", "+- sprint", "-1"),  # the sprint counts too
    ],
)
def test_the_default_speed_is_what_the_next_corner_allows(where: str, shown: str, default: str) -> None:
    match = race(green=where, shown=shown, phase="speed")
    (decision,) = match.pending.values()
    assert decision.name == "speed"
    assert decision.default == default


@pytest.mark.parametrize(("damage", "default"), [(5, "repair"), (6, "no"), (9, "no")])
def test_the_default_is_to_repair_before_damage_slows(damage: int, default: str) -> None:
    match = race(green=f"outer 1, speed 6, damage {damage}, fate 3")
    (decision,) = match.pending.values()
    assert decision.name == "repair"
    assert decision.default == default


def test_nothing_on_the_table_is_hidden() -> None:
    match = race(green="outer 1, damage 5", yellow="middle 8")
    assert match.game.open
    seen = [match.view(seat)["position"] for seat in (None, *range(match.seats))]
    assert all(position == seen[0] for position in seen)
