"""The odds of corners and wheels in the epic race are those of its dice."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Event
from ludus.core.game import Phase
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from tests.games.circus.oracle import Thrown, flipped, found, last, same
from tests.rules.epic.corner_kit import BOTH, CALM, MUD, RAIN, under

HORSES: dict[str, Any] = {"horses_start": [8, 8, 8, 8]}


def due(race: Race, speed: int) -> dict[str, Any]:
    """The check that waits for Red, as it is told."""
    told = book_of(race).strain_here(race.chariots[0], speed)
    assert told is not None
    return told


def result(_: Race, events: list[Event]) -> str:
    return str(last(events, "strain")["result"])


@pytest.mark.parametrize("sky", [{}, RAIN, MUD, BOTH])
@pytest.mark.parametrize("car", ["light", "medium", "heavy"])
@pytest.mark.parametrize(("points", "cdm"), [(1, 0), (2, 2), (4, 1), (7, 3), (12, 0)])
def test_a_corner_at_any_speed(sky: dict[str, Any], car: str, points: int, cdm: int) -> None:
    safe = 8 if sky in ({}, RAIN) else 5
    log = {**CALM, **HORSES, "car": car, "modifier": cdm, "endurance": 40}
    race = under(sky, red="lane 1, dolphin corner 0", red_is=log, move={"written": safe + points}).state

    def check(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).strain(future.chariots[0], safe + points)

    told = due(race, safe + points)
    assert (told["points"], told["endurance"], told["unpaid"]) == (points, points, False)
    real = found(race, check, result, "strain")
    assert {code: chance for code, chance in told["odds"].items() if chance} == pytest.approx(
        {code: round(chance, 4) for code, chance in real.items()}
    )


@pytest.mark.parametrize(("endurance", "cdm"), [(3, 0), (3, 2), (4, 0)])
def test_the_last_endurance_is_paid_before_the_dice(endurance: int, cdm: int) -> None:
    log = {**CALM, **HORSES, "modifier": cdm, "endurance": endurance}
    race = under({}, red="lane 1, dolphin corner 0", red_is=log, move={"written": 11}).state

    def check(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).strain(future.chariots[0], 11)

    told = due(race, 11)
    real = found(race, check, result, "strain")
    assert {code: chance for code, chance in told["odds"].items() if chance} == pytest.approx(
        {code: round(chance, 4) for code, chance in real.items()}
    )


@pytest.mark.parametrize("wheels", [(0, 0), (1, 1), (2, 0), (0, 9), (5, 3), (9, 9)])
def test_wheels_when_the_strain_begins(wheels: tuple[int, int]) -> None:
    left, right = wheels
    log = {**CALM, **HORSES, "left_wheel": left, "right_wheel": right}
    race = under({}, red="lane 1, dolphin corner 0", red_is=log, move={"written": 11}).state

    def check(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).strain(future.chariots[0], 11)

    told = due(race, 11)["wheels"]
    real = found(race, check, lambda _, events: flipped(events, "red"), "corner strain")
    same(real, {True: real.get(True, 0.0), False: 1 - real.get(True, 0.0)})
    assert told == round(real.get(True, 0.0), 4)


@pytest.mark.parametrize(("car", "sky"), [("light", RAIN), ("medium", MUD), ("heavy", BOTH), ("light", {})])
def test_a_slip(car: str, sky: dict[str, Any]) -> None:
    race = under(sky, red="lane 4, backstretch 10", red_is={**CALM, "car": car}, move={"written": 5}).state

    def change(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).change_lane(future.chariots[0], 1)

    def lanes(future: Race, _: list[Event]) -> int:
        return future.track.lane[future.chariots[0].square]

    chance = book_of(race).slip_chance(race.chariots[0])
    same(found(race, change, lanes), {6: chance, 5: 1 - chance})
