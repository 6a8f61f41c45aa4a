"""AID card: the action point cards and their reference table, as far as they are about driving."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, events, place, play

EVEN = [3, 3, 3, 3]  # two dice each: lash factor 0
MOVEMENT, SWERVE = [2, 3], [4, 4]  # two dice in that column
TRAP: dict[str, Any] = {
    "blue": "lane 3, backstretch 14",
    "green": "lane 2, backstretch 13",
    "white": "lane 4, backstretch 13",
}


def answers(race: CircusMatch) -> set[str]:
    return {str(answer) for answer in asked(race)[1]}


def entering(*dice: int, **more: Any) -> CircusMatch:
    """Red drives into lane 2 (safe 9) with 14: five points of strain."""
    race = circus(**{"red": "lane 2, front straight 33", "move": {"written": 14}, "dice": dice, **more})
    play(race, "forward 1")
    return race


# -- where card and rulebook agree -----------------------------------------------------------------------


@pytest.mark.rule("AID card-first-turn")
def test_the_dead_start_comes_off_the_written_speed() -> None:
    red = {"written": 12, "whip": False}
    race = circus(red="lane 3, front straight 3", red_is=red, turn=1, dice=[4])
    (speed,) = events(race, "speed")
    assert speed.data["factors"] == 8


@pytest.mark.rule("AID card-turn-loop")
def test_the_next_turn_begins_with_new_speeds() -> None:
    race = circus(red="lane 3, backstretch 11", move={"written": 1}, turn=1)
    play(race, "forward 1")
    assert race.state.turn == 2
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("AID card-cut-free-zero")
def test_a_horse_is_free_with_nothing_left() -> None:
    red = {"horses": [0, 4, 4, 5], "fallen": [1], "written": 10}
    race = circus(red="lane 3, backstretch 11", red_is=red, dice=[4, 3, 3])
    play(race, "cut")
    assert events(race, "cut-free")[0].data == {"chariot": "red", "price": 10, "speed": 10, "free": True}
    assert events(race, "speed")[0].data["factors"] == 0


@pytest.mark.rule("AID card-ref-strain-cost")
def test_a_whip_costs_an_endurance_for_each_factor() -> None:
    race = circus(red="lane 3, backstretch 11", red_is={"written": 3, "endurance": 20}, dice=[5])
    play(race, "whip")
    assert chariot(race, "red").endurance == 15


@pytest.mark.rule("AID card-evade-cost")
@pytest.mark.parametrize(("value", "factors"), [("limit", 12), ("written", 10)])
def test_an_evasion_off_the_limit_or_off_the_written_speed(value: str, factors: int) -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 12, "debt": 2, "whip": False}, options={"evasion_debt": value}
    )
    assert events(race, "speed")[0].data["factors"] == factors


# -- sideslips -------------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-sideslip", "WEB movement-e", "AID card-ref-sideslip")
@pytest.mark.parametrize(
    ("value", "trap", "wreck", "chariot"),
    [
        ("rulebook", True, True, True),
        ("blocked", False, False, True),
        ("all blocked", False, True, True),
        ("involuntary", False, False, False),
    ],
)
def test_who_may_sideslip(value: str, trap: bool, wreck: bool, chariot: bool) -> None:
    """Bound to be blocked in two squares; behind a wreck; behind a chariot."""
    more: dict[str, Any] = {"move": {"written": 3}, "options": {"sideslips": value}}
    slips = {"slip in", "slip out"}
    assert (slips <= answers(circus(red="lane 3, backstretch 11", **TRAP, **more))) is trap
    behind = circus(red="lane 3, backstretch 11", wrecks=["lane 3, backstretch 12"], **more)
    assert (slips <= answers(behind)) is wreck
    blocked = circus(red="lane 3, backstretch 11", red_is={"endurance": 9}, blue="lane 3, backstretch 13", **more)
    assert (bool(events(blocked, "brake")) is False) is chariot
    assert not chariot or slips <= answers(blocked)


@pytest.mark.rule("AID card-ref-sideslip")
@pytest.mark.parametrize(("value", "left"), [("rulebook", 13), ("involuntary", 10)])
def test_a_forced_sideslip_costs_nothing_or_three(value: str, left: int) -> None:
    race = entering(3, 3, 3, options={"sideslips": value})
    assert place(race, "red").startswith("lane 3")
    assert race.pending[0].prompt == f"{left} movement factors left."


@pytest.mark.rule("AID card-ref-sideslip")
@pytest.mark.parametrize(("value", "debt"), [("rulebook", 0), ("involuntary", 3)])
def test_out_of_turn_it_is_paid_later(value: str, debt: int) -> None:
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 11", move={"written": 2}, dice=[*EVEN, *SWERVE],
        options={"sideslips": value},
    )  # fmt: skip
    play(race, "lash blue driver", "hold")
    assert place(race, "blue") == "lane 5, backstretch 11"
    assert chariot(race, "blue").debt == debt


# -- jostles ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AID card-jostle")
@pytest.mark.parametrize("value", ["no straining", "no whip"])
def test_a_jostled_driver(value: str) -> None:
    race = entering(3, 4, 4, options={"jostle": value})  # 16: J
    red = chariot(race, "red")
    assert red.cdm == -3
    assert red.jostled is (value == "no straining")
    assert ("AID card-jostle" in events(race, "jostled")[0].clauses) is (value == "no whip")


@pytest.mark.rule("AID card-jostle")
@pytest.mark.parametrize(("value", "allowed"), [("no straining", False), ("no whip", True)])
def test_entering_a_corner_too_fast_with_a_negative_cdm(value: str, allowed: bool) -> None:
    """CDM -2 after a jostle, speed 10, lane 1 (safe 8); in a turn after the jostle."""
    race = entering(4, 4, 4, red_is={"modifier": 1}, options={"jostle": value})
    red = chariot(race, "red")
    assert red.cdm == -2
    race = circus(
        red="lane 1, front straight 33", red_is={"cdm": -2, "jostled": red.jostled}, move={"written": 10},
        options={"jostle": value}, dice=[1, 1, 1],
    )  # fmt: skip
    assert ("forward 1" in answers(race)) is allowed
    if allowed:
        play(race, "forward 1")
        assert events(race, "strain")[0].data["points"] == 2


@pytest.mark.rule("AID card-jostle")
def test_the_whip_stays_barred() -> None:
    red = {"written": 5, "cdm": -1}
    race = circus(red="lane 3, backstretch 11", red_is=red, options={"jostle": "no whip"})
    assert asked(race)[0] == "step"


@pytest.mark.rule("AID card-ss")
@pytest.mark.parametrize(("value", "cdm", "barred"), [("no straining", 1, 6), ("jostled", -2, 5)])
def test_sliding_two_lanes(value: str, cdm: int, barred: int) -> None:
    race = entering(3, 4, 4, red_is={"modifier": 1}, turn=5, options={"double_slide": value})  # 10 + 5: SS
    red = chariot(race, "red")
    assert place(race, "red").startswith("lane 4")
    assert red.cdm == cdm
    assert red.no_strain_turn == barred
    assert ("AID card-ss" in events(race, "strain")[0].clauses) is (value == "jostled")


# -- losses, wheels, evasions, men on foot ---------------------------------------------------------------


@pytest.mark.rule("AID card-movement-loss")
@pytest.mark.parametrize(("value", "now", "later"), [("next phase", 12, 18), ("next turn", 17, 12)])
def test_a_movement_loss_of_a_chariot_still_to_move(value: str, now: int, later: int) -> None:
    """Blue, written 17 of 18, loses 6."""
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 11", move={"written": 1},
        blue_is={"written": 17, "moved": False, "whip": False}, dice=[*EVEN, *MOVEMENT, 6],
        options={"movement_loss": value},
    )  # fmt: skip
    play(race, "lash blue driver", "hold")
    (speed,) = [event for event in events(race, "speed") if event.data["chariot"] == "blue"]
    assert speed.data["factors"] == now
    assert ("turn" in race.narrate(events(race, "movement-loss")[0])) is (value == "next turn")
    play(race, f"forward {now}")
    (blue,) = [decision for decision in race.pending.values() if "blue" in decision.prompt]
    assert max(blue) == later


@pytest.mark.rule("AID card-movement-loss")
def test_who_has_moved_loses_it_in_the_next_turn_by_both() -> None:
    for value in ("next phase", "next turn"):
        race = circus(
            red="lane 3, backstretch 11", blue="lane 4, backstretch 11", move={"written": 1},
            dice=[*EVEN, *MOVEMENT, 6], options={"movement_loss": value},
        )  # fmt: skip
        play(race, "lash blue driver", "hold")
        assert max(race.pending[1]) == 12


@pytest.mark.rule("AID card-wheel-14")
@pytest.mark.parametrize(("value", "checked"), [("14", True), ("14 written", False), ("over 14", True)])
def test_written_twelve_and_three_of_the_whip(value: str, checked: bool) -> None:
    red = {"written": 12, "left_wheel": 4}
    dice = [3, 6, 6] if checked else [3]
    race = circus(red="lane 3, backstretch 11", red_is=red, dice=dice, options={"wheel_speed": value})
    play(race, "whip")
    assert events(race, "speed")[0].data["total"] == 15
    assert bool(events(race, "wheel-check")) is checked


@pytest.mark.rule("AID card-wheel-14", "AID card-ref-wheel-14")
@pytest.mark.parametrize(("value", "checked"), [("14", True), ("14 written", True), ("over 14", False)])
def test_exactly_fourteen(value: str, checked: bool) -> None:
    red = {"written": 14, "left_wheel": 4, "whip": False}
    dice = [6, 6] if checked else []
    race = circus(red="lane 3, backstretch 11", red_is=red, dice=dice, options={"wheel_speed": value})
    assert bool(events(race, "wheel-check")) is checked
    cited = {"14": "CM 7.41a", "14 written": "AID card-wheel-14"}
    assert not checked or cited[value] in events(race, "wheel-check")[0].clauses


@pytest.mark.rule("AID card-ref-evade-outside")
@pytest.mark.parametrize(("value", "points"), [("inside", []), ("both sides", [2])])
def test_an_evasion_to_the_outside_of_a_corner(value: str, points: list[int]) -> None:
    """Blue, 14 written, evades from lane 2 to lane 3 (safe 12)."""
    check = [1, 1, 1] if points else []
    race = circus(
        red="lane 1, dolphin corner 3", blue="lane 2, dolphin corner 4", move={"written": 2},
        blue_is={"written": 14, "moved": False, "whip": False}, dice=[6, 6, 1, 1, *check, 1, 1, 1],
        options={"evasion_check": value},
    )  # fmt: skip
    play(race, "ram blue car", "avoid")
    told = next(each for each in race.view(1)["decision"]["answers"] if each["choice"] == "evade out")
    assert bool(told["strain"]) is bool(points)
    play(race, "evade out")
    assert place(race, "blue").startswith("lane 3")
    assert [event.data["points"] for event in events(race, "strain")] == points


@pytest.mark.rule("AID card-ref-trample-runner")
@pytest.mark.parametrize(("value", "ends", "loss"), [("may wait", 14, 5), ("this turn", 13, 0)])
def test_what_a_man_run_down_costs(value: str, ends: int, loss: int) -> None:
    """Three factors, the man two squares ahead, a 5."""
    foot = {"status": "runaway", "hitched": False, "driver": "foot", "man": "lane 3, backstretch 13"}
    race = circus(
        red="lane 3, backstretch 11", blue="lane 1, front straight 10", blue_is=foot, move={"written": 3}, dice=[5],
        options={"running_down": value},
    )  # fmt: skip
    play(race, "forward 3")
    if race.pending[0].name == "step":
        play(race, "forward 1")
    assert chariot(race, "blue").driver == "dead"
    assert place(race, "red") == f"lane 3, backstretch {ends}"
    assert chariot(race, "red").loss == loss
