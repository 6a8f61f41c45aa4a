"""CM 13: what a wound can do besides."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.rules.circus.kit import BOOK, CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import EMPTY, WOUND, wrecks

SLOWER = 2  # the die of the movement loss


def wounded(*dice: int, level: str = "advanced", **position: Any) -> CircusMatch:
    """Red, outside or inside of blue, lashes his driver and wounds him; then come these dice."""
    place_of_red = position.pop("red", "lane 3, backstretch 11")
    red = {"written": 3, **position.pop("red_is", {})}
    race = circus(
        red=place_of_red,
        red_is=red,
        blue="lane 4, backstretch 11",
        dice=[*WOUND, SLOWER, *dice],
        level=level,
        **position,
    )
    play(race, "no", "lash blue driver", "hold")
    return race


@pytest.mark.rule("CM 13.1a")
def test_first_the_wound_then_two_dice() -> None:
    race = wounded(4, 5, blue_is={"hits": 6, "hits_start": 8})
    blue = chariot(race, "blue")
    assert (blue.hits, blue.loss, blue.modifier) == (5, SLOWER, 0)
    (critical,) = events(race, "critical")
    assert critical.data == {"chariot": "blue", "result": "none"}
    assert critical.clauses == ("CM 13.1a", "CM 13.1b")
    kinds = [event.kind for event in race.events]
    assert kinds[-3:] == ["driver-hurt", "movement-loss", "critical"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1a")
def test_the_basic_game_has_no_critical_hits() -> None:
    assert not events(wounded(level="basic"), "critical")


@pytest.mark.rule("CM 13.1a")
def test_a_wound_for_want_of_a_brake_counts_too() -> None:
    """A 3 in the even column is B; blue has nothing left to brake with."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 3}, blue="lane 4, backstretch 11", blue_is={"endurance": 0},
        green="lane 5, backstretch 12", dice=[3, 4, 3, 4, 1, 2, SLOWER, 4, 4],
    )  # fmt: skip
    play(race, "no", "lash blue driver")
    assert chariot(race, "blue").hits == 6
    assert len(events(race, "critical")) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1a")
def test_a_dead_driver_rolls_no_more() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 3}, blue="lane 4, backstretch 11", blue_is={"hits": 1},
        dice=WOUND,
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert (chariot(race, "blue").driver, chariot(race, "blue").status) == ("dead", "runaway")
    assert not events(race, "critical")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1b")
def test_the_table() -> None:
    names = [BOOK.critical_hit(roll) for roll in range(2, 13)]
    wounds = ["pulled from the car", "severe wound", "arm wound", "eye wound", "surprise", "deep wound"]
    assert names == [*wounds, *["none"] * 4, "tug of war"]
    rolls = [BOOK.critical_hit(one + two) for one, two in product(range(1, 7), repeat=2)]
    assert rolls.count("none") == 14


@pytest.mark.rule("CM 13.1b")
@pytest.mark.parametrize("dice", [(4, 4), (4, 5), (4, 6), (5, 6)])
def test_eight_to_eleven_have_no_effect(dice: tuple[int, int]) -> None:
    race = wounded(*dice)
    blue = chariot(race, "blue")
    assert (blue.hits, blue.cdm, blue.driver, blue.arm_wound, blue.eye_left) == (6, 0, "car", False, False)
    assert chariot(race, "red").whip


# -- pulled out ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 13.1-2")
def test_two_pulls_the_driver_out_and_costs_the_whip() -> None:
    race = wounded(1, 1)
    blue = chariot(race, "blue")
    assert (blue.driver, blue.status, blue.hitched) == ("dragged", "runaway", True)
    assert not chariot(race, "red").whip
    assert events(race, "pulled-out")[0].clauses == ("CM 13.1-2", "CM 16.7a", "QA 13.1")
    assert not race.state.falling
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-3")
@pytest.mark.parametrize(
    ("log", "after"), [({"modifier": 2, "cdm": -1}, (1, -2)), ({"modifier": 0, "cdm": -2, "jostled": True}, (-1, -3))]
)
def test_three_lowers_the_modifier_for_good(log: dict[str, Any], after: tuple[int, int]) -> None:
    """Red is as clumsy as blue, so that the lash stays even."""
    red = {"modifier": log["cdm"], "whip": True}
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 3, **red}, blue="lane 4, backstretch 11",
        blue_is={**log, "hits": 8, "hits_start": 8}, dice=[*WOUND, SLOWER, 1, 2],
    )  # fmt: skip
    play(race, "lash blue driver", "hold")
    blue = chariot(race, "blue")
    assert (blue.modifier, blue.cdm) == after
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-3")
def test_it_recovers_only_up_to_the_new_modifier() -> None:
    log = {"modifier": -1, "cdm": -4, "jostled": True}
    race = circus(red="lane 4, backstretch 11", red_is=log, phase="notation", dice=[1, 1, 1])
    for cdm in (-3, -2, -1):
        assert chariot(race, "red").cdm == cdm
        race.submit(0, 0)
        race.submit(1, 0)
        play(race, "no")  # ivory does not whip
    assert chariot(race, "red").cdm == -1


# -- arm and eye --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 13.1-4")
def test_four_wounds_the_arm() -> None:
    race = wounded(1, 3)
    assert chariot(race, "blue").arm_wound
    assert events(race, "critical")[0].clauses[-1] == "CM 13.1-4"


@pytest.mark.rule("CM 13.1-4")
@pytest.mark.parametrize(("die", "endurance", "factors"), [(5, 20, 3), (1, 20, 1), (6, 2, 2), (4, 20, 2)])
def test_a_wounded_arm_halves_the_whip(die: int, endurance: int, factors: int) -> None:
    log = {"written": 4, "arm_wound": True, "endurance": endurance, "modifier": 1}
    race = circus(red="lane 4, backstretch 5", red_is=log, dice=[die])
    play(race, "whip")
    (whip,) = events(race, "whip")
    assert whip.data == {"chariot": "red", "factors": factors, "endurance": endurance - factors}
    assert "CM 13.1-4" in whip.clauses
    assert race.state.move.strain == factors
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-4")
def test_a_second_arm_wound_changes_nothing() -> None:
    blue = {"arm_wound": True, "written": 4, "moved": False}
    race = wounded(1, 3, 5, red_is={"written": 1}, blue_is=blue)
    play(race, "whip")
    assert events(race, "whip")[0].data["factors"] == 3
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-5")
@pytest.mark.parametrize(
    ("red", "eyes"), [("lane 3, backstretch 11", (True, False)), ("lane 5, backstretch 11", (False, True))]
)
def test_five_blinds_the_side_of_the_lash(red: str, eyes: tuple[bool, bool]) -> None:
    race = wounded(1, 4, red=red)
    blue = chariot(race, "blue")
    assert (blue.eye_left, blue.eye_right) == eyes


@pytest.mark.rule("CM 13.1-5")
@pytest.mark.parametrize(
    ("red", "eyes", "ways"),
    [
        ("lane 3, backstretch 11", {"eye_left": True}, ["brake", "hold"]),
        ("lane 5, backstretch 11", {"eye_left": True}, ["evade in", "brake", "hold"]),
        ("lane 5, backstretch 11", {"eye_left": True, "eye_right": True}, ["brake", "hold"]),
        ("lane 3, backstretch 11", {"eye_right": True}, ["evade out", "brake", "hold"]),
    ],
)
def test_no_evading_from_the_blind_side(red: str, eyes: dict[str, bool], ways: list[str]) -> None:
    race = circus(
        red=red, red_is={"written": 3, "whip": False}, blue="lane 4, backstretch 11", blue_is=eyes, dice=[6, 6, 1, 1]
    )
    play(race, "ram blue car", "avoid")
    assert asked(race) == ("avoid", ways)
    assert dice_left(race) == ()


# -- surprise, deep wounds --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 13.1-6")
def test_six_strikes_again_one_column_lower() -> None:
    """Red's 10 against 7 is +3; the second stroke is +2 and needs no dice but its own."""
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"written": 3},
        blue="lane 4, backstretch 11",
        dice=[5, 5, 3, 4, 4, 4, SLOWER, 3, 3, 6, 6],
    )
    play(race, "no", "lash blue driver", "hold")
    first, second = events(race, "lash-driver")
    assert (first.data["factor"], first.data["roll"], first.data["result"]) == (3, 8, "W")
    assert (second.data["factor"], second.data["roll"], second.data["result"]) == (2, 12, "-")
    assert events(race, "critical")[0].clauses[-1] == "CM 13.1-6"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-6")
def test_the_repeat_may_wound_and_surprise_again() -> None:
    """W at 0 (2), surprise, W at -1 (5), surprise, nothing at -2 (12)."""
    race = wounded(3, 3, 1, 4, SLOWER, 1, 5, 6, 6)
    assert [event.data["factor"] for event in events(race, "lash-driver")] == [0, -1, -2]
    assert [event.data["result"] for event in events(race, "lash-driver")] == ["W", "W", "-"]
    blue = chariot(race, "blue")
    assert (blue.hits, blue.loss) == (5, 2 * SLOWER)
    assert race.state.move.spent == 1
    assert len(events(race, "attack")) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-6")
def test_the_lowest_column_stays_the_lowest() -> None:
    """-4 (an 11 is W), then -4 again."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 3}, blue="lane 4, backstretch 11",
        dice=[1, 1, 6, 6, 5, 6, SLOWER, 3, 3, 2, 4],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert [event.data["factor"] for event in events(race, "lash-driver")] == [-4, -4]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-7")
@pytest.mark.parametrize(
    ("start", "hits", "left", "modifier"),
    [(8, 6, 4, -1), (8, 5, 3, -1), (10, 10, 8, 0)],
)
def test_seven_costs_a_second_box(start: int, hits: int, left: int, modifier: int) -> None:
    race = wounded(3, 4, blue_is={"hits_start": start, "hits": hits, "wound_drops": 0})
    assert (chariot(race, "blue").hits, chariot(race, "blue").modifier) == (left, modifier)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-7")
def test_a_deep_wound_may_be_the_last() -> None:
    race = wounded(3, 4, blue_is={"hits": 2, "modifier": 0})
    assert (chariot(race, "blue").driver, chariot(race, "blue").status) == ("dead", "runaway")
    assert len(race.state.falling) == 1
    assert dice_left(race) == ()


# -- tug of war ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 13.1-12")
@pytest.mark.parametrize(
    ("hits", "dice", "totals", "pulled"),
    [
        ((6, 5), (3, 4, 4, 4), (13, 12), "blue"),
        ((5, 5), (2, 3, 4, 5), (10, 13), "red"),
        ((5, 5), (3, 4, 4, 4), (12, 12), None),
    ],
)
def test_twelve_is_a_tug_of_war(
    hits: tuple[int, int], dice: tuple[int, ...], totals: tuple[int, int], pulled: str | None
) -> None:
    """Boxes are counted after the wound: blue's five are four by now."""
    whole = {"hits_start": 10, "wound_drops": 2}
    race = wounded(6, 6, *dice, red_is={"hits": hits[0], **whole}, blue_is={"hits": hits[1], **whole})
    (tug,) = events(race, "tug-of-war")
    assert (tug.data["own"], tug.data["against"]) == totals
    assert tug.clauses == ("CM 13.1-12",)
    drivers = {each: chariot(race, each).driver for each in ("red", "blue")}
    assert drivers == {each: "dragged" if each == pulled else "car" for each in ("red", "blue")}
    assert not chariot(race, "red").whip
    assert dice_left(race) == ()


@pytest.mark.rule("CM 13.1-12")
def test_a_whipless_defender_gains_no_whip() -> None:
    race = wounded(6, 6, 1, 1, 6, 6, blue_is={"whip": False})
    assert not chariot(race, "blue").whip


@pytest.mark.rule("CM 13.1-12")
def test_an_attacker_pulled_out_in_his_own_phase_runs_on() -> None:
    """He had written his full 20, two of them his own skill: they are used all the same."""
    log = {"written": 20, "modifier": 2, "hits": 3, "whip": True}
    race = circus(
        red="lane 3, backstretch 5", red_is=log, blue="lane 4, backstretch 5", blue_is={"modifier": 2},
        dice=[*WOUND, SLOWER, 6, 6, 1, 1, 6, 6, 3],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    red = chariot(race, "red")
    assert (red.status, red.driver, red.hitched) == ("runaway", "dragged", True)
    assert asked(race)[1] == [f"forward {squares}" for squares in range(1, 20)]
    assert attacks(race) == set()
    play(race, "forward 19", "hang on")
    assert place(race, "red") == "lane 3, backstretch 24"
    assert dice_left(race) == ()


# -- the chariot without its driver ----------------------------------------------------------------------------------


@pytest.mark.rule("QA 13.1")
def test_an_empty_car_can_flip_in_a_turn_and_makes_a_new_wreck() -> None:
    log = {**EMPTY, "horses": [4, 3, 3, 4], "modifier": 2, "hits": 7, "endurance": 20}
    race = circus(red="lane 1, front straight 33", red_is=log, dice=[4, 5, 4, 6, 5, 1, 2, 2])
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["result"]) == (6, "FP")
    assert [each.amount for each in strain.modifiers] == [0]
    play(race, "forward 13", "cut")
    assert wrecks(race) == ["lane 1, front straight 33"]
    assert dice_left(race) == ()
