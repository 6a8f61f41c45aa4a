"""The odds of wrecks, reins and men on the sand in the epic race are those of its dice."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.game import Phase
from ludus.games.circus.editions import book_of
from ludus.games.circus.odds import DAMAGED, DEAD, FLIPS, HORSE_DEAD, UNHURT, boxes_lost
from ludus.games.circus.state import CAR, TEAM, Race
from ludus.games.circus.threats import Falling
from tests.games.circus.oracle import Thrown, flipped, found, last, same
from tests.rules.epic.kit import epic
from tests.rules.epic.wreck_kit import DRAGGING, MUD, STRAY


def under(car: str, flip: str, **blue: Any) -> tuple[Race, Falling]:
    """A car that flipped in lane 3, 4 or 5 comes down on blue in lane 4."""
    race = epic(
        red="lane 1, front straight 10", red_is={**STRAY, "car": car}, blue="lane 4, backstretch 11", blue_is=blue
    ).state
    return race, Falling(race.track.find(f"lane {flip}, backstretch 5"), car, 0)


@pytest.mark.parametrize("flip", ["3", "4", "5"])
@pytest.mark.parametrize("car", ["light", "medium", "heavy"])
def test_a_wreck_on_a_team(car: str, flip: str) -> None:
    race, wreck = under(car, flip, horses=[2, 4, 1, 5])

    def fall(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).fall_on(wreck, future.chariots[1], TEAM)

    def read(future: Race, _: Any) -> str:
        lost = [before - after for before, after in zip((2, 4, 1, 5), future.chariots[1].horses, strict=True)]
        dead = any(before and not after for before, after in zip((2, 4, 1, 5), future.chariots[1].horses, strict=True))
        return HORSE_DEAD if dead else boxes_lost(sum(lost))

    book = book_of(race)
    threat = book.threat_from_above(wreck, race.chariots[1], TEAM)
    same(book.threat_odds(threat).target, found(race, fall, read))


@pytest.mark.parametrize("flip", ["3", "4", "5"])
@pytest.mark.parametrize(("car", "cdm"), [("light", 0), ("medium", 2), ("heavy", -1)])
def test_a_wreck_on_a_car(car: str, cdm: int, flip: str) -> None:
    race, wreck = under(car, flip, left_wheel=6, right_wheel=2, modifier=2, cdm=cdm)

    def fall(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).fall_on(wreck, future.chariots[1], CAR)

    def read(_: Race, events: Any) -> str:
        if not last(events, "wreck-rams")["hurts_target"]:
            return UNHURT
        return FLIPS if flipped(events, "blue") else DAMAGED

    book = book_of(race)
    threat = book.threat_from_above(wreck, race.chariots[1], CAR)
    same(book.threat_odds(threat).target, found(race, fall, read))


@pytest.mark.parametrize("cdm", [-2, 0, 2])
@pytest.mark.parametrize("hits", [1, 6, 10])
def test_cutting_oneself_loose(cdm: int, hits: int) -> None:
    log = {**DRAGGING, "hits": hits, "hits_start": 10, "modifier": 2, "cdm": cdm}
    race = epic(red="lane 4, backstretch 11", red_is=log).state

    def cut(future: Race, table: Thrown) -> None:
        script = book_of(future, table).try_to_cut_loose(future.chariots[0])
        next(script)
        with pytest.raises(StopIteration):
            script.send("cut")

    free = found(race, cut, lambda _, events: last(events, "cut-loose")["free"])
    assert book_of(race).loose_odds(hits, cdm) == pytest.approx(free.get(True, 0.0))


@pytest.mark.parametrize("hits", [1, 2, 3, 4])
@pytest.mark.parametrize("ground", [{}, MUD], ids=["dry", "mud"])
def test_dying_of_the_dragging(hits: int, ground: dict[str, Any]) -> None:
    race = epic(red="lane 4, backstretch 11", red_is={**DRAGGING, "hits": hits}, **ground).state
    red = race.chariots[0]
    assert race.rules.book(race).dies_of_dragging(red) == 0.0  # he has not been dragged yet
    red.trail = (*red.trail, red.square)
    died = found(
        race,
        lambda future, table: book_of(future, table).injure_dragged(future.chariots[0]),
        lambda future, _: DEAD if future.chariots[0].driver == "dead" else "alive",
    )
    assert race.rules.book(race).dies_of_dragging(red) == pytest.approx(died.get(DEAD, 0.0))
