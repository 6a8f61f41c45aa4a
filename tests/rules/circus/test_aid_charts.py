"""AID charts: the restated chart sheets, each difference with the sheet's value and with the rulebook's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import BOOK, CircusMatch, asked, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import DRAGGING, landing, wrecks

EVEN = [3, 3, 3, 3]  # two dice each: lash factor 0
MOVEMENT, WOUND = [2, 3], [1, 1]  # two dice in that column
SWERVE = [4, 4]


def entering(*dice: int, **more: Any) -> CircusMatch:
    """Red drives into lane 2 (safe 9) with 14: five points of strain."""
    race = circus(red="lane 2, front straight 33", move={"written": 14}, dice=dice, **more)
    play(race, "forward 1")
    return race


def lash_driver(*dice: int, **more: Any) -> CircusMatch:
    """Red's car, in lane 3, is beside Blue's car in lane 4; Blue holds."""
    squares = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11"}
    race = circus(**{**squares, "move": {"written": 2}, "dice": dice, **more})
    play(race, "lash blue driver", "hold")
    return race


@pytest.mark.rule("AID charts-sideslip-inside")
@pytest.mark.parametrize(("value", "open_again"), [("barred", False), ("open", True)])
def test_after_a_forced_slide(value: str, open_again: bool) -> None:
    race = entering(3, 3, 3, options={"inside_after_slide": value})  # 14: S
    assert place(race, "red").startswith("lane 3")
    assert ("in" in asked(race)[1]) is open_again
    cited = {clause for event in race.events for clause in event.clauses}
    assert ("AID charts-sideslip-inside" in cited) is open_again


@pytest.mark.rule("AID charts-wreck-2")
@pytest.mark.parametrize("value", ["rulebook", "chart sheet"])
def test_a_two_lands_three_squares_ahead(value: str) -> None:
    race = landing(1, 1, blue="lane 8, backstretch 1", options={"wreck_sides": value})
    assert wrecks(race) == ["lane 3, backstretch 13"]
    assert BOOK.wreck_location(2) == (-1, 3)


@pytest.mark.rule("AID charts-wreck-3")
@pytest.mark.parametrize(("value", "lane"), [("rulebook", 7), ("chart sheet", 3)])
def test_a_three(value: str, lane: int) -> None:
    flip = "lane 5, backstretch 10"
    race = landing(1, 2, flip=flip, blue="lane 8, backstretch 1", options={"wreck_sides": value})
    assert wrecks(race) == [f"lane {lane}, backstretch 15"]


@pytest.mark.rule("AID charts-wreck-8")
@pytest.mark.parametrize(("value", "lane"), [("rulebook", 3), ("chart sheet", 5)])
def test_an_eight(value: str, lane: int) -> None:
    race = landing(4, 4, blue="lane 8, backstretch 1", options={"wreck_sides": value})
    assert wrecks(race) == [f"lane {lane}, backstretch 11"]


@pytest.mark.rule("AID charts-horse-side")
@pytest.mark.parametrize(("dice", "horse"), [((4, 4, 4), 1), ((4, 4, 5), 4)])
def test_left_and_right_are_the_outside_horses(dice: tuple[int, ...], horse: int) -> None:
    race = entering(*dice, 6, 6)  # 17: LH, 18: RH
    assert events(race, "injury")[0].data["horse"] == horse


@pytest.mark.rule("AID charts-swerve-corner")
@pytest.mark.parametrize(("value", "points"), [("checked", [3]), ("unchecked", [])])
def test_a_swerve_into_an_inner_corner_lane(value: str, points: list[int]) -> None:
    """Blue, last moved at 12, is driven from lane 3 into lane 2 (safe 9)."""
    check = [1, 1, 1] if points else []
    race = circus(
        red="lane 4, dolphin corner 4", blue="lane 3, dolphin corner 3", blue_is={"executed": 12, "endurance": 20},
        move={"written": 2}, dice=[*EVEN, *SWERVE, *check], options={"swerve_check": value},
    )  # fmt: skip
    hint = next(each for each in race.view(0)["decision"]["answers"] if each["choice"] == "lash blue driver")
    assert ("swerves and strains" in hint["attack"]["odds"]) is bool(points)
    play(race, "lash blue driver", "hold")
    assert place(race, "blue").startswith("lane 2")
    assert [event.data["points"] for event in events(race, "strain")] == points
    assert chariot(race, "blue").endurance == 20 - sum(points)
    assert dice_left(race) == ()


@pytest.mark.rule("AID charts-loss-scope")
def test_a_movement_loss_leaves_a_lower_written_speed_alone() -> None:
    blue = {"written": 12, "moved": False}
    race = lash_driver(*EVEN, *MOVEMENT, 4, blue_is=blue)
    play(race, "forward 1", "no")
    (speed,) = [event for event in events(race, "speed") if event.data["chariot"] == "blue"]
    assert speed.data["factors"] == 12  # of 18 - 4


@pytest.mark.rule("AID charts-wound-modifier")
@pytest.mark.parametrize(("value", "modifier", "recovered"), [("modifier", 1, 1), ("cdm", 2, 2), ("hits only", 2, 2)])
def test_half_the_hits_lost(value: str, modifier: int, recovered: int) -> None:
    blue = {"hits": 5, "hits_start": 8, "modifier": 2, "written": 0}
    critical = [4, 4] if value != "hits only" else []
    race = lash_driver(*EVEN, *WOUND, 1, *critical, blue_is=blue, red_is={"modifier": 2}, options={"wounds": value})
    driver = chariot(race, "blue")
    assert driver.hits == 4
    assert driver.modifier == modifier
    assert driver.cdm == (2 if value == "hits only" else 1)
    assert dice_left(race) == ()
    play(race, "forward 1")  # the next turn begins
    assert driver.cdm == recovered


@pytest.mark.rule("AID charts-wound-modifier")
def test_the_sheet_is_cited() -> None:
    race = lash_driver(*EVEN, *WOUND, 1, 4, 4, blue_is={"hits": 5, "hits_start": 8}, options={"wounds": "cdm"})
    assert "AID charts-wound-modifier" in events(race, "driver-hurt")[0].clauses


@pytest.mark.rule("AID charts-cut-loose", "AID card-ref-cut-driver")
@pytest.mark.parametrize(("dice", "free"), [((2, 2), True), ((2, 3), False)])
def test_cutting_loose_needs_hits_and_cdm(dice: tuple[int, int], free: bool) -> None:
    """Six hits and CDM -2: a 4."""
    red = {**DRAGGING, "hits": 6, "hits_start": 6, "cdm": -2, "horses": [1, 0, 0, 0]}
    race = circus(red="lane 3, backstretch 12", red_is=red, dice=[*dice, 1], options={"cut_free": "every phase"})
    assert asked(race) == ("loose", ["cut", "hang on"])
    assert race.view(0)["decision"]["answers"][0]["success"] == pytest.approx(6 / 36, abs=1e-4)
    play(race, "cut")
    assert events(race, "cut-loose")[0].data["free"] is free


@pytest.mark.rule("AID charts-cut-loose")
@pytest.mark.parametrize(("value", "asks"), [("once", False), ("every phase", True)])
def test_cutting_loose_once_or_in_every_phase(value: str, asks: bool) -> None:
    red = {**DRAGGING, "hits": 6, "hits_start": 6, "horses": [1, 0, 0, 0]}
    race = circus(red="lane 3, backstretch 12", red_is=red, dice=[1], options={"cut_free": value})
    assert (asked(race)[0] == "loose") is asks if len(race.pending) == 1 else not asks


@pytest.mark.rule("AID card-ref-cut-driver")
def test_the_cdm_counts_and_not_the_permanent_modifier() -> None:
    red = {**DRAGGING, "modifier": 1, "cdm": -2, "hits": 7, "hits_start": 7, "horses": [1, 0, 0, 0]}
    race = circus(red="lane 3, backstretch 12", red_is=red, dice=[4, 4, 1], options={"cut_free": "every phase"})
    play(race, "cut")
    (cut,) = events(race, "cut-loose")
    assert (cut.data["total"], cut.data["free"]) == (10, False)


@pytest.mark.rule("AID charts-drag-damage")
@pytest.mark.parametrize(("die", "up", "down"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 3)])
def test_half_a_die_of_dragging(die: int, up: int, down: int) -> None:
    for value, boxes in (("fractions up", up), ("fractions down", down)):
        red = {**DRAGGING, "horses": [1, 0, 0, 0]}
        race = circus(red="lane 3, backstretch 12", red_is=red, dice=[die], options={"dragging": value})
        assert events(race, "driver-hurt")[0].data["boxes"] == boxes


@pytest.mark.rule("AID charts-critical-2")
@pytest.mark.parametrize("value", ["runaway", "wreck"])
def test_pulled_from_the_car(value: str) -> None:
    """A wound, a movement loss of 1, and a 2 for the critical hit."""
    race = lash_driver(*EVEN, *WOUND, 1, 1, 1, options={"pulled_out": value}, move={"written": 1})
    blue = chariot(race, "blue")
    assert blue.driver == "dragged"
    assert blue.hitched is (value == "runaway")
    assert bool(events(race, "flip")) is (value == "wreck")
    assert not chariot(race, "red").whip
    assert asked(race)[0] == "loose"
    assert "AID charts-critical-2" in events(race, "critical")[0].clauses or value == "runaway"


@pytest.mark.rule("AID charts-critical-2")
def test_the_car_of_a_man_pulled_out_lands_as_a_wreck() -> None:
    race = lash_driver(*EVEN, *WOUND, 1, 1, 1, 2, 2, options={"pulled_out": "wreck"}, move={"written": 1})
    play(race, "hang on")
    assert wrecks(race) == ["lane 4, backstretch 10"]  # a 4: where it flipped


@pytest.mark.rule("AID charts-critical-3")
@pytest.mark.parametrize(("value", "modifier", "later"), [("modifier", 0, 0), ("cdm", 1, 1)])
def test_a_severe_wound(value: str, modifier: int, later: int) -> None:
    blue = {"modifier": 1, "hits": 8, "hits_start": 8}
    race = lash_driver(*EVEN, *WOUND, 1, 1, 2, blue_is=blue, red_is={"modifier": 1}, options={"severe_wound": value})
    driver = chariot(race, "blue")
    assert (driver.modifier, driver.cdm) == (modifier, 0)
    play(race, "forward 1")
    assert driver.cdm == later


@pytest.mark.rule("AID charts-lash-factor")
@pytest.mark.parametrize(("value", "factor"), [("dice and cdm", 2), ("dice", 0)])
def test_the_column_of_a_lash(value: str, factor: int) -> None:
    race = lash_driver(3, 4, 3, 4, 4, 5, red_is={"modifier": 2}, options={"lash_column": value})
    (lash,) = events(race, "lash-driver")
    assert lash.data["factor"] == factor
    assert sum(each.amount for each in lash.modifiers) == factor
