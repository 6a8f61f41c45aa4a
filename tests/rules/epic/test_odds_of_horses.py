"""Odds of obstacles and rams in the epic race: the book run over every throw of its dice."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Event
from ludus.core.game import Phase
from ludus.games.circus.editions import book_of
from ludus.games.circus.odds import HORSE_DEAD, boxes_lost
from ludus.games.circus.state import TEAM, Chariot, Race
from ludus.games.circus.threats import Threat
from tests.games.circus.oracle import Thrown, flipped, found, last, same
from tests.rules.epic.kit import epic
from tests.rules.epic.obstacle_kit import CALM, DEAD_HORSE, LYING
from tests.rules.epic.wreck_kit import STRAY

CLEAR = "lane 4, backstretch 22"
MUD: dict[str, Any] = {"options": {"weather": True}, "parts": {"weather": {"mud": True}}}


def racing(log: dict[str, Any], **more: Any) -> Race:
    return epic(red=CLEAR, red_is={**CALM, **log}, move={"written": 9}, **more).state


@pytest.mark.rule("E2 8.9.3-chart")
@pytest.mark.parametrize("log", [{}, {"modifier": 2}, {"modifier": -1}])
@pytest.mark.parametrize(("unpaid", "extra"), [(0, 0), (4, 0), (0, 3), (2, -1), (6, 3)])
def test_jumps(log: dict[str, Any], unpaid: int, extra: int) -> None:
    race = racing(log)
    square = race.track.find("lane 4, backstretch 20")

    def jump(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).roll_run_over(future.chariots[0], square, unpaid, extra)

    dice = found(race, jump, lambda future, events: last(events, "run-over")["result"], "run-over")
    same(book_of(race).jump_odds(race.chariots[0].skill, unpaid + extra), dice)


@pytest.mark.rule("E2 8.9.4b", "E2 8.9.4e")
@pytest.mark.parametrize("log", [{}, {"left_wheel": 3, "right_wheel": 5}, {"modifier": 1, "car": "heavy"}])
@pytest.mark.parametrize("sky", [{}, MUD])
def test_flips_of_a_jump_one_way_or_another(log: dict[str, Any], sky: dict[str, Any]) -> None:
    race = racing(log, **sky)
    square = race.track.find("lane 4, backstretch 20")

    def jump(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).roll_run_over(future.chariots[0], square, 3, 0)

    def read(future: Race, events: list[Event]) -> bool:
        return flipped(events)

    # A slide may end in a lane of its own consequences: the check alone is asked for.
    flips = found(race, jump, read, "sideslip", "horse injury", "jostled")[True]
    assert book_of(race).jump_outlook(race.chariots[0], 3)["flips"] == pytest.approx(flips, abs=1e-4)


@pytest.mark.rule("E2 10.10.1.2")
@pytest.mark.parametrize("green", [STRAY, {**STRAY, "horses": [1, 4, 4, 5]}, LYING])
def test_teams_that_clash(green: dict[str, Any]) -> None:
    race = epic(
        red="lane 4, backstretch 11", red_is=CALM, green="lane 5, backstretch 11", green_is=green, move={"written": 5},
    ).state  # fmt: skip
    book = book_of(race)
    threat = Threat("swerve", 0, 1, TEAM, -1, -3)
    sides = book.threat_odds(threat)
    horses = race.chariots[0].horses, race.chariots[1].horses

    def clash(future: Race, table: Thrown) -> None:
        book_of(future, table).team_strikes(future.chariots[0], future.chariots[1], TEAM, 1)

    def lost(which: int) -> Any:
        def read(future: Race, events: list[Event]) -> str:
            return suffered(future.chariots[which], horses[which])

        return read

    same(sides.attacker, found(race, clash, lost(0)))
    same(sides.target, found(race, clash, lost(1)))


def suffered(chariot: Chariot, before: tuple[int, ...]) -> str:
    taken = [(was, was - now) for was, now in zip(before, chariot.horses, strict=True) if was != now]
    if not taken:
        return boxes_lost(0)
    ((was, points),) = taken
    return HORSE_DEAD if points == was else boxes_lost(points)


@pytest.mark.rule("E2 12.2.2")
@pytest.mark.parametrize(("written", "gains", "modifier"), [(9, 0, 0), (6, 3, 1), (12, 0, -2), (3, 0, 0)])
def test_cutting_free(written: int, gains: int, modifier: int) -> None:
    log = {**CALM, **DEAD_HORSE, "modifier": modifier}
    race = epic(red=CLEAR, red_is=log, move={"written": written, "gains": gains}, asks="cut").state

    def cut(future: Race, table: Thrown) -> None:
        book_of(future, table).cut_free(future.chariots[0])

    dice = found(race, cut, lambda future, events: bool(last(events, "cut-free")["free"]))
    assert book_of(race).cut_chance(race.chariots[0]) == pytest.approx(dice.get(True, 0.0))
