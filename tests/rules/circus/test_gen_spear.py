"""GEN spear-1 to spear-3: a spear, for others and for oneself."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, left, place, play
from tests.rules.circus.wreck_kit import EMPTY

SPEAR: dict[str, Any] = {"spear": True}
UNARMED: dict[str, Any] = {"parts": {"spear": {"carried": False}}}
HIT, MISS = (5, 5), (4, 5)
MAJOR, MINOR, KILLED = (3, 3), (3, 4), (5, 5)
SAFE, ACCIDENT = (4, 5), (4, 6)


def near(*dice: int, blue: str = "lane 4, backstretch 11", **more: Any) -> CircusMatch:
    """Red's car is on square 10 of lane 3; Blue's beside it, unless it is said otherwise. Blue has no spear."""
    squares = {"red": "lane 3, backstretch 11", "blue": blue}
    blue_is = {**UNARMED, **more.pop("blue_is", {})}
    given = {"options": SPEAR, "move": {"written": 4}, "dice": dice, "blue_is": blue_is, **more}
    return circus(**{**squares, **given})


def thrust(*dice: int, at: str = "driver", answers: tuple[str, ...] = ("hold",), **more: Any) -> CircusMatch:
    race = near(*dice, **({"blue": "lane 4, backstretch 10"} if at == "team" else {}), **more)
    play(race, f"spear blue {at}", *answers)
    return race


def spears(race: CircusMatch) -> list[str]:
    return [str(choice) for choice in asked(race)[1] if str(choice).startswith("spear")]


def accidents(race: CircusMatch) -> list[tuple[str, int, bool]]:
    return [(each.data["chariot"], each.data["total"], each.data["happens"]) for each in events(race, "spear-accident")]


# -- the thrust -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN spear-1")
@pytest.mark.parametrize(
    ("blue", "offered"),
    [
        ("lane 4, backstretch 11", ["spear blue driver"]),
        ("lane 4, backstretch 10", ["spear blue team"]),
        ("lane 5, backstretch 11", []),
        ("lane 3, backstretch 13", []),
    ],
)
def test_where_it_reaches(blue: str, offered: list[str]) -> None:
    assert spears(near(blue=blue)) == offered


@pytest.mark.rule("GEN spear-1")
@pytest.mark.parametrize(
    "more",
    [
        {"move": {"written": 1}},  # it costs two
        {"red_is": UNARMED},
        {"red_is": {"parts": {"spear": {"turn": 2}}}},  # used this turn
        {"blue_is": {**EMPTY}},  # nobody in the car
        {"move": {"written": 4, "attacked": ["lane 3, backstretch 10"]}},
        {"red_is": {"cut_turn": 2}},
    ],
)
def test_no_spear(more: dict[str, Any]) -> None:
    race = near(**more)
    assert spears(race) == []


@pytest.mark.rule("GEN spear-1")
def test_two_factors_are_enough() -> None:
    race = near(move={"written": 2})
    assert spears(race) == ["spear blue driver"]
    refused = near(move={"written": 1})
    with pytest.raises(Exception, match="spear blue driver"):
        play(refused, "spear blue driver")
    assert left(refused.state, chariot(refused, "red")) == 1


@pytest.mark.rule("GEN spear-1")
@pytest.mark.parametrize(
    ("modifier", "cdm", "dice", "total", "hits"),
    [(1, 1, (4, 5), 10, True), (0, 0, (4, 5), 9, False), (0, 0, (5, 5), 10, True), (2, -2, (5, 6), 9, False)],
)
def test_ten_or_more_strikes(modifier: int, cdm: int, dice: tuple[int, int], total: int, hits: bool) -> None:
    race = thrust(*dice, *(MINOR if hits else ()), red_is={"modifier": modifier, "cdm": cdm})
    (told,) = events(race, "spear")
    assert told.data == {"chariot": "red", "target": "blue", "total": total, "hits": hits}
    assert (told.clauses, told.modifiers) == (("GEN spear-1",), (Modifier("attacker's CDM", cdm),))
    assert left(race.state, chariot(race, "red")) == 4 - 2
    assert (attacks(race), spears(race)) == (set(), [])  # the attack of its square
    assert chariot(race, "red").parts["spear"].carried  # he keeps it
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-1")
def test_once_a_turn_but_every_turn() -> None:
    race = thrust(*MISS, move={"written": 6})
    play(race, "forward 1")
    assert spears(race) == []  # Blue's team is beside his car now
    assert attacks(race) == {"ram blue horses", "lash blue team"}
    assert spears(near(red_is={"parts": {"spear": {"turn": 1}}})) == ["spear blue driver"]


@pytest.mark.rule("GEN spear-1")
def test_the_defender_may_get_away() -> None:
    race = thrust(6, 6, 1, 1, answers=("avoid", "brake"))
    assert place(race, "blue") == "lane 4, backstretch 10"
    assert (events(race, "spear"), left(race.state, chariot(race, "red"))) == ([], 2)
    play(race, "forward 1")
    assert spears(race) == []  # used all the same
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-2", "GEN spear-1")
@pytest.mark.parametrize(
    ("dice", "result", "hits"),
    [
        ((1, 1), "major wound", 4), ((3, 3), "major wound", 4), ((3, 4), "minor wound", 1), ((4, 5), "minor wound", 1),
        ((5, 5), "killed", 7), ((6, 6), "killed", 7),
    ],
)  # fmt: skip
def test_the_table(dice: tuple[int, int], result: str, hits: int) -> None:
    # The dice are not modified: Blue's CDM does not matter.
    race = thrust(*HIT, *dice, *((4,) if result == "major wound" else ()), blue_is={"modifier": 2})
    (told,) = events(race, "spear-result")
    assert (told.data, told.clauses) == ({"chariot": "blue", "result": result}, ("GEN spear-2",))
    assert told.modifiers == ()
    assert chariot(race, "blue").hits == 7 - hits
    assert (chariot(race, "blue").driver == "dead") is (result == "killed")
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-2")
def test_killed_he_is_dragged_dead_behind_car_and_team() -> None:
    blue = chariot(thrust(*HIT, *KILLED), "blue")
    assert (blue.status, blue.driver, blue.hitched) == ("runaway", "dead", True)


@pytest.mark.rule("GEN spear-2")
@pytest.mark.parametrize(("dice", "left_over"), [((*MAJOR, 3), 2), ((*MAJOR, 6), 0), (MINOR, 4), (KILLED, 0)])
def test_in_a_team_the_nearest_horse_is_struck(dice: tuple[int, ...], left_over: int) -> None:
    race = thrust(*HIT, *dice, at="team", red_is=UNARMED | {"parts": {"spear": {}}})
    assert chariot(race, "blue").horses == (left_over, 4, 4, 5)
    assert events(race, "injury")[0].clauses == ("GEN spear-2", "CM 9.51b")
    assert chariot(race, "blue").hits == 7
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-2", "GEN crit-horse-1")
def test_a_struck_horse_may_be_worse_hurt() -> None:
    race = thrust(*HIT, *MINOR, 6, 4, at="team", options={**SPEAR, "critical_horses": True})
    assert chariot(race, "blue").horses == (5 - 1 - 2, 4, 4, 5)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-2")
def test_his_last_box_flips_the_car() -> None:
    race = thrust(*HIT, *MINOR, blue_is={"hits": 1})
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]


# -- accidents -------------------------------------------------------------------------------------------------

NONE = (4, 4, 4)  # a car ram in which nobody is hurt


@pytest.mark.rule("GEN spear-3")
@pytest.mark.parametrize(
    ("modifier", "dice", "total", "happens"),
    [(2, (5, 6), 9, False), (0, (4, 6), 10, True), (0, (4, 5), 9, False), (-1, (4, 5), 10, True)],
)
def test_two_dice_less_his_modifier(modifier: int, dice: tuple[int, int], total: int, happens: bool) -> None:
    log = {"modifier": modifier}
    race = near(*NONE, *dice, *(MINOR if happens else ()), red_is=log, blue_is=log)
    play(race, "ram blue car", "hold")
    assert accidents(race) == [("red", total, happens)]
    (told,) = events(race, "spear-accident")
    assert (told.clauses, told.modifiers) == (("GEN spear-3",), (Modifier("CDM", -modifier),))
    assert chariot(race, "red").hits == 7 - happens
    if happens:
        assert events(race, "driver-hurt")[0].clauses[0] == "GEN spear-3"
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3")
@pytest.mark.parametrize(
    ("red", "blue", "who"), [(True, True, ["red", "blue"]), (False, True, ["blue"]), (False, False, [])]
)
@pytest.mark.parametrize("part", ["car", "horses"])
def test_the_rammer_then_the_rammed(red: bool, blue: bool, who: list[str], part: str) -> None:
    spear = {"red_is": {"parts": {"spear": {"carried": red}}}, "blue_is": {"parts": {"spear": {"carried": blue}}}}
    ram = NONE if part == "car" else (1, 1)
    square = "lane 4, backstretch 11" if part == "car" else "lane 4, backstretch 10"
    race = near(*ram, *SAFE * len(who), blue=square, **spear)
    play(race, f"ram blue {part}", "hold")
    assert [each[0] for each in accidents(race)] == who
    # The ram has been resolved before.
    kinds = [event.kind for event in race.events if event.kind in ("ram-car", "injury", "spear-accident")]
    assert kinds == ["ram-car" if part == "car" else "injury", *["spear-accident"] * len(who)]
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3")
def test_an_avoided_ram_and_a_lash_are_harmless() -> None:
    race = near(6, 6, 1, 1, blue_is={"parts": {}})
    play(race, "ram blue car", "avoid", "brake")
    assert accidents(race) == []
    lash = near(1, 6, blue="lane 4, backstretch 10", blue_is={"parts": {}})
    play(lash, "lash blue team", "hold")
    assert accidents(lash) == []


@pytest.mark.rule("GEN spear-3")
def test_whoever_flips_in_the_ram_has_left_his_spear() -> None:
    # Both are damaged; Blue's wheel is destroyed. Only Red still has a spear to fall into.
    race = near(3, 3, 3, 6, 6, 1, 1, *SAFE, blue_is={"left_wheel": 8, "parts": {}})
    play(race, "ram blue car", "hold")
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]
    assert accidents(race) == [("red", 9, False)]
    assert not chariot(race, "blue").parts["spear"].carried
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3")
def test_an_accident_may_flip_the_rammers_own_car() -> None:
    race = near(*NONE, *ACCIDENT, *MINOR, red_is={"hits": 1})
    play(race, "ram blue car", "hold")
    red = chariot(race, "red")
    assert (red.driver, red.status, red.hitched) == ("dead", "runaway", False)
    assert asked(race)[0] == "step"  # and the team runs on with what is left of the move
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3", "GEN spear-2")
def test_killed_by_his_own_spear() -> None:
    # Written 10 with CDM +2 on a team of 8: the factors of this move stay (CM 15.1).
    log = {"horses": [5, 3, 0, 0], "modifier": 2, "written": 10, "whip": False}
    race = near(*NONE, 6, 6, *KILLED, red_is=log, move=None, blue_is={"modifier": 2})
    play(race, "ram blue car", "hold")
    red = chariot(race, "red")
    assert (red.driver, red.status, red.hitched) == ("dead", "runaway", True)
    assert left(race.state, red) == 10 - 1
    assert dice_left(race) == ()


def cornering(*dice: int, **log: Any) -> CircusMatch:
    """Red enters lane 1 (safe 8) with a point too much."""
    red = {"written": 9, "whip": False, **log}
    race = circus(red="lane 1, front straight 33", red_is=red, options=SPEAR, dice=dice)
    play(race, "forward 1")
    return race


@pytest.mark.rule("GEN spear-3")
def test_straining_in_a_corner() -> None:
    race = cornering(1, 1, 1, *ACCIDENT, *MAJOR, 2)
    assert accidents(race) == [("red", 10, True)]
    assert chariot(race, "red").hits == 5
    kinds = [event.kind for event in race.events if event.kind in ("strain", "spear-accident")]
    assert kinds == ["strain", "spear-accident"]
    safe = cornering(written=8)
    assert accidents(safe) == []
    # Whoever flips has left the car, and whoever is barred from his whip has a spear all the same.
    flipped = cornering(6, 6, 6)
    assert (accidents(flipped), chariot(flipped, "red").driver) == ([], "dragged")
    assert dice_left(race) == dice_left(flipped) == ()


@pytest.mark.rule("GEN spear-3")
def test_a_slide_into_another_is_a_ram_and_a_strain() -> None:
    # Row 13 and one point: S. Green is in the way: a ram, then the end of the strain check.
    race = circus(
        red="lane 1, front straight 33",
        red_is={"written": 9, "whip": False},
        green="lane 2, dolphin corner 0",
        green_is=UNARMED,
        options=SPEAR,
        dice=[6, 6, 1, 5, 5, 5, *SAFE, *SAFE],
    )
    play(race, "forward 1", "hold")
    kinds = [event.kind for event in race.events if event.kind in ("strain", "involuntary-ram", "spear-accident")]
    assert kinds == ["strain", "involuntary-ram", "spear-accident", "spear-accident"]
    assert [each[0] for each in accidents(race)] == ["red", "red"]
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3")
def test_running_into_the_car_ahead() -> None:
    # CM 6.74: no endurance to brake, and no room beside.
    walls = {
        "green": "lane 2, backstretch 11",
        "white": "lane 4, backstretch 11",
        "green_is": UNARMED,
        "white_is": UNARMED,
    }
    race = near(
        1, 1, *SAFE, *SAFE,
        blue="lane 3, backstretch 13",
        red_is={"endurance": 0},
        blue_is={"parts": {}},
        move={"written": 2, "attacked": ["lane 3, backstretch 10"]},
        **walls,
    )  # fmt: skip
    assert events(race, "run-into")[0].data == {"chariot": "red", "into": "blue", "points": 0}
    assert [each[0] for each in accidents(race)] == ["red", "blue"]
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3")
def test_a_wreck_from_above_rams_too() -> None:
    race = circus(
        white="lane 8, egg corner 5",
        white_is={"whip": False, **UNARMED},
        red="",
        red_is={"status": "out", "driver": "dead"},
        falling=[{"faction": "red", "square": "lane 4, backstretch 10", "car": "normal"}],
        blue="lane 4, backstretch 12",
        blue_is={"endurance": 0},
        options=SPEAR,
        dice=[3, 3, 1, *NONE, *SAFE],
    )
    # Two dice 6: a square forward, onto Blue's car; no damage.
    play(race, "hold")
    assert [each[0] for each in accidents(race)] == ["blue"]
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3")
def test_trampling_a_man_is_no_ram_for_the_spear() -> None:
    race = near(
        4, 4, 4, blue="lane 3, backstretch 13", blue_is={**EMPTY, "hitched": False}, red="lane 3, backstretch 12"
    )
    play(race, "trample blue driver")
    assert accidents(race) == []
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spear-3")
def test_whoever_leaves_his_car_leaves_the_spear() -> None:
    race = near(5, 5, 1, 1, options={**SPEAR, "dust": True}, blue_is={"parts": {}})
    play(race, "dust blue driver")
    assert chariot(race, "blue").driver == "dragged"
    assert not chariot(race, "blue").parts["spear"].carried
