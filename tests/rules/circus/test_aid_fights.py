"""AID card: the action point cards and their reference table, as far as they are about attacks and horses."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from ludus.games.circus.track import OUT
from tests.games.circus.oracle import found, last, pair, same
from tests.rules.circus.kit import (
    CircusMatch,
    asked,
    attacks,
    chariot,
    circus,
    dice_left,
    events,
    place,
    play,
)
from tests.rules.circus.wreck_kit import wrecks

EVEN = [3, 3, 3, 3]  # two dice each: lash factor 0
BRAKE, MOVEMENT, WOUND, SWERVE = [1, 2], [2, 3], [1, 1], [4, 4]
STOPPED: dict[str, Any] = {"horses": [0, 4, 4, 5], "fallen": [1]}


def beside(*dice: int, **more: Any) -> CircusMatch:
    """Red's car, in lane 3, is beside Blue's car in lane 4."""
    squares = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11"}
    return circus(**{**squares, "move": {"written": 2}, "dice": dice, **more})


def answer_to(race: CircusMatch, choice: str, seat: int = 0) -> dict[str, Any]:
    told: dict[str, Any] = next(each for each in race.view(seat)["decision"]["answers"] if each["choice"] == choice)
    return told


# -- forced rams -----------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-sideslip-ram", "WEB combat-e")
@pytest.mark.parametrize(("value", "cdm"), [("rulebook", None), ("by the car", -2), ("full cdm", 1)])
def test_a_team_forced_into_a_car(value: str, cdm: int | None) -> None:
    """Blue (CDM +1) swerves outwards; only its team meets Green's car."""
    ram = {None: [2, 3], -2: [4, 4, 4], 1: [4, 4, 4, 1, 1]}[cdm]  # 10: nothing; 13: Green's car takes a point
    race = beside(
        *EVEN, *SWERVE, *ram, blue_is={"modifier": 1}, red_is={"modifier": 1}, green="lane 5, backstretch 12",
        options={"forced_rams": value},
    )  # fmt: skip
    play(race, "lash blue driver", "hold")
    hold = answer_to(race, "hold", 2)
    assert ("damaged" in hold["threat"]["odds"]) is (cdm is not None)
    play(race, "hold")
    assert place(race, "blue") == "lane 4, backstretch 11"
    if cdm is None:
        assert events(race, "injury")[0].data["chariot"] == "blue"
        assert not events(race, "ram-car")
    else:
        (rammed,) = events(race, "ram-car")
        assert (rammed.data["chariot"], rammed.data["target"], rammed.data["total"]) == ("blue", "green", 12 + cdm)
        assert not events(race, "injury")
    assert chariot(race, "blue").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("AID card-sideslip-ram", "WEB combat-e")
@pytest.mark.parametrize(("value", "penalty"), [("rulebook", -6), ("by the car", -3), ("full cdm", 0)])
def test_a_double_sideslip_that_cannot_start(value: str, penalty: int) -> None:
    race = circus(
        red="lane 2, front straight 33", blue="lane 3, dolphin corner 0", move={"written": 14}, dice=[3, 3, 4, 4, 4, 3],
        options={"forced_rams": value},
    )  # fmt: skip
    play(race, "forward 1")
    assert events(race, "involuntary-ram")[0].data["penalty"] == penalty


# -- horses ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-horse-dice")
@pytest.mark.parametrize(("dice", "points"), [((5, 5, 4), 6), ((6, 6, 6), 7), ((1, 2, 1), 0)])
def test_three_dice_for_a_rammed_horse(dice: tuple[int, ...], points: int) -> None:
    fast = {"horses_start": [7, 4, 4, 7], "horses": [7, 4, 4, 7]}
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 10", blue_is=fast,
        move={"written": 2}, dice=dice, options={"injury_dice": 3},
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    (injury,) = events(race, "injury")
    assert injury.data["points"] == points  # 18 gives 8, of the 7 that are there
    assert "AID card-horse-dice" in injury.clauses


@pytest.mark.rule("AID card-horse-dice")
def test_three_dice_for_horses_hurt_in_a_corner_and_by_a_car_ahead() -> None:
    race = circus(
        red="lane 2, front straight 33", move={"written": 14}, dice=[4, 4, 4, 5, 5, 4], options={"injury_dice": 3}
    )
    play(race, "forward 1")
    assert events(race, "injury")[0].data["points"] == 5  # of five boxes
    race = circus(
        red="lane 3, backstretch 11", red_is={"endurance": 0}, blue="lane 3, backstretch 13", move={"written": 2},
        dice=[5, 5, 4], options={"injury_dice": 3},
    )  # fmt: skip
    assert events(race, "run-into")[0].data["points"] == 6


@pytest.mark.rule("AID card-horse-dice")
@pytest.mark.parametrize("car", ["light", "normal", "heavy"])
def test_odds_of_three_dice(car: str) -> None:
    race = pair({"car": car}, options={"injury_dice": 3})
    book = book_of(race)
    modifier = sum(each.amount for each in book.car_modifiers(car))
    thrown = found(
        race,
        lambda future, table: book_of(future, table).ram_horses(future.chariots[0], future.chariots[1], OUT, "CM 9.21"),
        lambda future, events: last(events, "injury")["points"],
    )
    capped: dict[int, float] = {}
    for points, chance in book.injury_odds(modifier).items():
        capped[min(points, 5)] = capped.get(min(points, 5), 0) + chance
    same(thrown, capped)


@pytest.mark.rule("AID card-horse-dice")
def test_the_odds_of_running_into_a_car_are_those_of_three_dice() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"endurance": 1}, blue="lane 3, backstretch 13",
        green="lane 4, backstretch 11", move={"written": 2}, options={"injury_dice": 3},
    )  # fmt: skip
    told = answer_to(race, "brake 2")["injury"]
    assert told["nothing"] == pytest.approx(10 / 216, abs=1e-4)  # 3 to 5 on three dice


@pytest.mark.rule("AID card-dead-horse-side")
@pytest.mark.parametrize(("value", "safe"), [("team", False), ("chariot", True)])
def test_the_side_of_a_dead_horse(value: str, safe: bool) -> None:
    """Red stands inside, where Blue's first horse lies dead."""
    race = beside(blue_is=STOPPED, options={"dead_horse_side": value})
    assert attacks(race) == (set() if safe else {"ram blue car", "lash blue driver"})
    race = circus(
        red="lane 5, backstretch 11", blue="lane 4, backstretch 11", blue_is=STOPPED, move={"written": 2},
        options={"dead_horse_side": value},
    )  # fmt: skip
    assert attacks(race) == {"ram blue car", "lash blue driver"}


@pytest.mark.rule("AID card-last-horse")
@pytest.mark.parametrize("value", ["out", "on foot"])
def test_the_last_horse(value: str) -> None:
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 10", blue_is={"horses": [0, 0, 0, 1]},
        move={"written": 2}, dice=[6, 6], options={"last_horse": value},
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    blue = chariot(race, "blue")
    if value == "out":
        assert (blue.status, blue.driver, wrecks(race)) == ("out", "car", [])
        return
    assert (blue.status, blue.driver) == ("stopped", "foot")
    assert wrecks(race) == ["lane 4, backstretch 9"]  # his car, and one wreck only
    assert race.state.track.name(blue.man) == "lane 3, backstretch 9"
    assert "AID card-last-horse" in events(race, "on-foot")[0].clauses
    play(race, "forward 1")  # the wreck stays for those behind
    assert wrecks(race) == ["lane 4, backstretch 9"]


@pytest.mark.rule("AID card-last-horse")
def test_nobody_is_on_foot_in_the_basic_game() -> None:
    from ludus.core.errors import SetupError

    with pytest.raises(SetupError) as refused:
        circus(red="lane 3, backstretch 11", level="basic", options={"last_horse": "on foot"})
    assert refused.value.code == "options-exclude"


@pytest.mark.rule("AID card-ref-dead-horse-timing")
@pytest.mark.parametrize(("value", "left"), [("at death", 30), ("when cut free", 40)])
def test_when_a_dead_horse_costs_endurance(value: str, left: int) -> None:
    blue = {"horses": [1, 4, 4, 5], "endurance": 40, "written": 13, "moved": False, "whip": False}
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 10", blue_is=blue, move={"written": 1},
        dice=[6, 6, 2, 2, 2], options={"dead_horse_cost": value},
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    assert chariot(race, "blue").endurance == left
    play(race, "cut")
    assert chariot(race, "blue").endurance == 30
    assert bool(events(race, "lost-heart")) is (value == "when cut free")
    assert dice_left(race) == ()


# -- who may attack --------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-grey-squares")
@pytest.mark.parametrize(("value", "may"), [("whole chariot", False), ("team", True)])
def test_the_team_is_off_the_gray_and_its_car_is_not(value: str, may: bool) -> None:
    at = "front straight 4"
    race = beside(red=f"lane 3, {at}", blue=f"lane 4, {at}", turn=1, options={"gray_attackers": value})
    assert bool(attacks(race)) is may
    at = "front straight 3"
    race = beside(red=f"lane 3, {at}", blue=f"lane 4, {at}", turn=1, options={"gray_attackers": value})
    assert not attacks(race)


@pytest.mark.rule("AID card-attack-square")
@pytest.mark.parametrize(("value", "may"), [("another square", True), ("forward", False)])
def test_after_a_sideslip(value: str, may: bool) -> None:
    """Red, behind White, attacks Green on its left, then slips out beside Blue."""
    race = circus(
        red="lane 3, backstretch 11", white="lane 3, backstretch 13", green="lane 2, backstretch 11",
        blue="lane 5, backstretch 11", move={"written": 8}, dice=[3, 3, 4],
        options={"next_attack": value},
    )  # fmt: skip
    play(race, "ram green car", "hold")
    assert not attacks(race)
    play(race, "slip out")
    assert bool(attacks(race)) is may
    play(race, "forward 1")
    assert attacks(race)


@pytest.mark.rule("AID card-attack-square")
def test_after_a_step_forward_one_may_attack_again() -> None:
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 11", green="lane 2, backstretch 12",
        move={"written": 8}, dice=[3, 3, 4], options={"next_attack": "forward"},
    )  # fmt: skip
    play(race, "ram blue car", "hold", "forward 1")
    assert attacks(race)


# -- lashes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-brake-result")
@pytest.mark.parametrize(("value", "brakes"), [("any reason", False), ("blocked", True)])
def test_a_forced_brake_without_endurance(value: str, brakes: bool) -> None:
    rest = [] if brakes else [1, 4, 4]
    race = beside(*EVEN, *BRAKE, *rest, blue_is={"endurance": 0}, options={"forced_brake": value})
    told = answer_to(race, "lash blue driver")["attack"]["odds"]
    assert ("brakes" in told) is brakes
    play(race, "lash blue driver", "hold")
    assert place(race, "blue") == f"lane 4, backstretch {10 if brakes else 11}"
    assert bool(events(race, "driver-hurt")) is not brakes
    assert dice_left(race) == ()


@pytest.mark.rule("AID card-brake-result")
def test_a_forced_brake_with_somebody_behind_is_a_wound() -> None:
    race = beside(*EVEN, *BRAKE, 1, 4, 4, green="lane 4, backstretch 9", options={"forced_brake": "blocked"})
    play(race, "lash blue driver", "hold")
    assert events(race, "driver-hurt")


@pytest.mark.rule("AID card-wound")
@pytest.mark.parametrize(("value", "modifier"), [("modifier", -1), ("hits only", 0)])
def test_four_of_eight_hits_lost(value: str, modifier: int) -> None:
    critical = [4, 4] if value == "modifier" else []
    blue = {"hits": 5, "hits_start": 8}
    race = beside(*EVEN, *WOUND, 3, *critical, blue_is=blue, options={"wounds": value})
    play(race, "lash blue driver", "hold")
    assert chariot(race, "blue").modifier == modifier
    assert chariot(race, "blue").loss == 3
    assert bool(events(race, "critical")) is (value == "modifier")
    assert ("AID card-wound" in events(race, "driver-hurt")[0].clauses) is (value != "modifier")
    assert dice_left(race) == ()


@pytest.mark.rule("AID card-ref-lash-team")
@pytest.mark.parametrize(("value", "dice", "lost"), [(1, (6, 1), 5), (2, (6, 5, 1, 2), 8)])
def test_one_die_or_two_in_a_team_lash(value: int, dice: tuple[int, ...], lost: int) -> None:
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 10", blue_is={"endurance": 20}, move={"written": 2},
        dice=dice, options={"lash_dice": value},
    )  # fmt: skip
    play(race, "lash blue team", "hold")
    assert (chariot(race, "blue").endurance, chariot(race, "blue").gains) == (20 - lost, lost)


# -- defence ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-announce-defence")
def test_brake_or_evade_is_announced_first() -> None:
    race = beside(4, 4, 3, 3, options={"defence_choice": "before the roll"}, blue_is={"endurance": 9})
    play(race, "ram blue car")
    assert asked(race) == ("defend", ["hold", "evade out", "brake"])
    assert race.pending[1].clause == "AID card-announce-defence"
    told = answer_to(race, "brake", 1)
    assert told["success"] == pytest.approx(book_of(race.state).defence_odds(0, 0), abs=1e-4)
    assert told["endurance"] == 2
    play(race, "evade out")
    assert place(race, "blue") == "lane 5, backstretch 12"  # what was announced; he is not asked again
    assert dice_left(race) == ()


@pytest.mark.rule("AID card-announce-defence")
def test_by_the_rulebook_the_winner_chooses() -> None:
    race = beside(4, 4, 3, 3, blue_is={"endurance": 9})
    play(race, "ram blue car")
    assert asked(race) == ("defend", ["hold", "avoid"])
    play(race, "avoid")
    assert asked(race) == ("avoid", ["evade out", "brake", "hold"])


@pytest.mark.rule("AID card-announce-defence")
def test_who_loses_the_contest_holds() -> None:
    race = beside(1, 1, 6, 6, 3, 3, 4, options={"defence_choice": "before the roll"})
    play(race, "ram blue car", "brake")
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert events(race, "ram-car")
    assert chariot(race, "blue").endurance == chariot(beside(), "blue").endurance


# -- wheels ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-wheel-two")
@pytest.mark.parametrize(("value", "checked"), [("any damage", True), ("two points", False)])
def test_one_more_point_on_a_damaged_wheel(value: str, checked: bool) -> None:
    """13: Blue's car is hit; a 2 on the dice is one point on five."""
    check = [4, 4] if checked else []
    race = beside(5, 4, 4, 1, 1, *check, blue_is={"left_wheel": 5}, options={"wheel_blows": value})
    play(race, "ram blue car", "hold")
    assert chariot(race, "blue").left_wheel == 6
    assert bool(events(race, "wheel-check")) is checked
    assert dice_left(race) == ()


@pytest.mark.rule("AID card-wheel-two")
def test_two_points_at_once_and_the_last_box() -> None:
    two = {"wheel_blows": "two points"}
    race = beside(5, 4, 4, 2, 3, 6, 6, blue_is={"left_wheel": 5}, options=two)
    play(race, "ram blue car", "hold")
    assert "AID card-wheel-two" in events(race, "wheel-check")[0].clauses
    race = beside(5, 4, 4, 1, 1, blue_is={"left_wheel": 9}, options=two)
    play(race, "ram blue car", "hold")
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]


@pytest.mark.rule("AID card-wheel-two")
@pytest.mark.parametrize("damage", [0, 1, 5, 8, 9])
@pytest.mark.parametrize("value", ["any damage", "two points"])
def test_the_odds_of_a_wheel_that_is_hit(damage: int, value: str) -> None:
    race = pair({}, {"left_wheel": damage}, options={"wheel_blows": value})
    book = book_of(race)
    car = book.car_in_ram(race.chariots[1], -1)
    thrown = found(
        race,
        lambda future, table: book_of(future, table).hit_car(future.chariots[1], -1, (), "CM 9.54"),
        lambda future, events: any(event.kind == "flip" for event in events),
    )
    assert thrown.get(True, 0.0) == pytest.approx(book.hit_car_odds(car, 0)["flips"])
