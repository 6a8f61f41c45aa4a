"""WEB: the condensed page's own way, for tables that want it, beside the rulebook's."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from ludus.games.circus.track import OUT
from tests.games.circus.oracle import found, last, pair, same
from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play

EVEN = [3, 3, 3, 3]  # two dice each: lash factor 0
NOTHING, MOVEMENT = [4, 5], [2, 3]


def beside(*dice: int, **more: Any) -> CircusMatch:
    """Red's car, in lane 3, is beside Blue's car in lane 4."""
    squares = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11"}
    return circus(**{**squares, "move": {"written": 2}, "dice": dice, **more})


def answer_to(race: CircusMatch, choice: str, seat: int = 0) -> dict[str, Any]:
    told: dict[str, Any] = next(each for each in race.view(seat)["decision"]["answers"] if each["choice"] == choice)
    return told


@pytest.mark.rule("WEB movement-c")
@pytest.mark.parametrize(("value", "whips"), [("rulebook", False), ("whip and endurance", True)])
def test_a_negative_cdm_and_the_whip(value: str, whips: bool) -> None:
    options = {"whip_needs": value}
    red: dict[str, Any] = {"written": 5, "cdm": -1, "endurance": 20}
    assert (asked(circus(red="lane 3, backstretch 11", red_is=red, options=options))[0] == "whip") is whips
    stopped = {"horses": [0, 4, 4, 5], "fallen": [1], "written": 10}
    assert (asked(circus(red="lane 3, backstretch 11", red_is=stopped, options=options))[0] == "whip") is whips
    for more in ({"whip": False}, {"endurance": 0}):
        race = circus(red="lane 3, backstretch 11", red_is={**red, **more}, options=options)
        assert asked(race)[0] == "step"


@pytest.mark.rule("WEB movement-d")
@pytest.mark.parametrize(("value", "may"), [("free square", False), ("anywhere", True)])
def test_braking_with_a_team_behind(value: str, may: bool) -> None:
    race = beside(6, 6, 1, 1, green="lane 4, backstretch 9", blue_is={"endurance": 9}, options={"brake_room": value})
    play(race, "ram blue car", "avoid")
    assert ("brake" in asked(race)[1]) is may
    if may:
        assert answer_to(race, "brake", 1)["to"] == "lane 4, backstretch 11"
        play(race, "brake")
        assert place(race, "blue") == "lane 4, backstretch 11"  # there is nowhere to go
        assert chariot(race, "blue").endurance == 7
        assert not events(race, "ram-car")
        assert "WEB movement-d" in events(race, "braked-in-place")[0].clauses


@pytest.mark.rule("WEB movement-d")
def test_onto_a_free_square_it_brakes_as_ever() -> None:
    race = beside(6, 6, 1, 1, options={"brake_room": "anywhere"})
    play(race, "ram blue car", "avoid", "brake")
    assert place(race, "blue") == "lane 4, backstretch 10"


@pytest.mark.rule("WEB flip-a")
@pytest.mark.parametrize(("value", "points"), [("inner lanes", [5]), ("every lane", [5, 2])])
def test_an_outer_lane_of_the_corner(value: str, points: list[int]) -> None:
    """14 into lane 2 (safe 9), then out into lane 3 (safe 12)."""
    race = circus(
        red="lane 2, front straight 33", red_is={"endurance": 20}, move={"written": 14}, dice=[1] * 3 * len(points),
        options={"corner_checks": value},
    )  # fmt: skip
    play(race, "forward 1")
    assert (answer_to(race, "out")["strain"] is not None) is (len(points) == 2)
    play(race, "out")
    assert [event.data["points"] for event in events(race, "strain")] == points
    assert chariot(race, "red").endurance == 15  # what was paid in this corner counts
    assert dice_left(race) == ()


@pytest.mark.rule("WEB flip-a")
def test_a_forced_slide_brings_no_further_check() -> None:
    race = circus(
        red="lane 2, front straight 33", move={"written": 14}, dice=[3, 3, 3], options={"corner_checks": "every lane"}
    )
    play(race, "forward 1", "forward 2")
    assert place(race, "red").startswith("lane 3")
    assert len(events(race, "strain")) == 1


@pytest.mark.rule("WEB endurance-b")
@pytest.mark.parametrize(("value", "flips"), [("every square", True), ("entering", False)])
def test_an_exhausted_team_that_leaves_a_corner(value: str, flips: bool) -> None:
    options = {"exhausted_corners": value}
    red = {"written": 9, "endurance": 0}
    race = circus(red="lane 1, backstretch 0", red_is=red, level="basic", options=options)
    assert (place(race, "red") == "out") is flips


@pytest.mark.rule("WEB endurance-b")
@pytest.mark.parametrize("value", ["every square", "entering"])
def test_an_exhausted_team_that_enters_one(value: str) -> None:
    options = {"exhausted_corners": value}
    race = circus(
        red="lane 1, front straight 32", red_is={"endurance": 0}, move={"written": 9}, level="basic", options=options
    )
    told = answer_to(race, "forward 3")
    assert told["strain"]["unpaid"]
    play(race, "forward 3")
    assert place(race, "red") == "out"


@pytest.mark.rule("WEB combat-b")
@pytest.mark.parametrize(("value", "kind"), [("compared", "lash-team"), ("table", "lash-driver")])
def test_a_lash_at_a_team(value: str, kind: str) -> None:
    dice = [6, 2] if value == "compared" else [*EVEN, *MOVEMENT, 4]
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 10", blue_is={"endurance": 20}, move={"written": 2},
        dice=dice, options={"team_lash": value},
    )  # fmt: skip
    odds = answer_to(race, "lash blue team")["attack"]["odds"]
    assert ("loses speed" in odds) is (value == "table")
    play(race, "lash blue team", "hold")
    assert [event.kind for event in race.events if event.kind.startswith("lash-")] == [kind]
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.gains, blue.loss) == ((16, 4, 0) if value == "compared" else (20, 0, 4))
    assert dice_left(race) == ()


@pytest.mark.rule("WEB combat-b")
def test_a_team_without_a_driver_knows_no_table() -> None:
    stray = {"status": "runaway", "driver": "dead", "hitched": False, "endurance": 20}
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 10", blue_is=stray, move={"written": 2},
        dice=[6, 2], options={"team_lash": "table"},
    )  # fmt: skip
    play(race, "lash blue team", "hold")
    assert chariot(race, "blue").endurance == 16


@pytest.mark.rule("WEB combat-c")
@pytest.mark.parametrize(("value", "loss"), [("forced", 0), ("every ram", 1)])
def test_a_willing_ram(value: str, loss: int) -> None:
    race = beside(3, 4, 4, 6, 6, 1, 1, options={"ram_loss": value})
    assert ("1 off your next maximum" in answer_to(race, "ram blue car")["hint"]) is bool(loss)
    play(race, "ram blue car", "hold")
    assert chariot(race, "red").loss == loss


@pytest.mark.rule("WEB combat-c")
def test_a_ram_that_was_avoided_costs_nothing() -> None:
    race = beside(6, 6, 1, 1, options={"ram_loss": "every ram"})
    play(race, "ram blue car", "avoid", "evade out")
    assert chariot(race, "red").loss == 0


@pytest.mark.rule("WEB combat-d")
@pytest.mark.parametrize(
    ("value", "car", "points"),
    [("all", "light", 0), ("scythes on horses", "light", 1), ("all", "heavy", 3), ("scythes on horses", "heavy", 3)],
)
def test_an_eight_for_a_rammed_horse(value: str, car: str, points: int) -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"car": car}, blue="lane 4, backstretch 10", move={"written": 2},
        dice=[4, 4], options={"car_types": value},
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    assert events(race, "injury")[0].data["points"] == points


@pytest.mark.rule("WEB combat-d")
@pytest.mark.parametrize(("value", "points"), [("all", 4), ("scythes on horses", 3)])
def test_a_heavy_car_against_a_wheel(value: str, points: int) -> None:
    race = beside(5, 4, 4, 4, 4, 6, 6, red_is={"car": "heavy"}, options={"car_types": value})
    play(race, "ram blue car", "hold")
    assert chariot(race, "blue").left_wheel == points


@pytest.mark.rule("WEB combat-d")
@pytest.mark.parametrize("car", ["light", "normal", "heavy"])
def test_the_odds_follow(car: str) -> None:
    race = pair({"car": car}, {"left_wheel": 5}, options={"car_types": "scythes on horses"})
    book = book_of(race)
    modifier = sum(each.amount for each in book.damage_modifiers(race.chariots[0], OUT))
    horses = found(
        race,
        lambda future, table: book_of(future, table).ram_horses(future.chariots[0], future.chariots[1], -1, "CM 9.21"),
        lambda future, events: last(events, "injury")["points"],
    )
    capped: dict[int, float] = {}
    for points, chance in book.injury_odds(modifier).items():
        capped[min(points, 5)] = capped.get(min(points, 5), 0) + chance
    same(horses, capped)
    sides = book.ram_car_odds(9, 0, book.car_in_ram(race.chariots[0], OUT), book.car_in_ram(race.chariots[1], -1))
    cars = found(
        race,
        lambda future, table: book_of(future, table).ram_car(future.chariots[0], 9, future.chariots[1], -1, "CM 9.21"),
        lambda future, events: any(event.kind == "flip" and event.data["chariot"] == "blue" for event in events),
    )
    assert cars.get(True, 0.0) == pytest.approx(sides.target["flips"])
