"""CM 6.1 to 6.22 and the dead start: what a chariot has to spend, and that it spends it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play

TEAM_16 = {"horses_start": [4, 4, 4, 4], "whip": False}


def speed_of(race: CircusMatch, number: int = -1) -> tuple[int, int]:
    """Movement factors and total speed, as told at the start of a phase."""
    told = events(race, "speed")[number].data
    return told["factors"], told["total"]


def factors_left(race: CircusMatch) -> int:
    (decision,) = race.pending.values()
    assert decision.name == "step"
    return int(decision.prompt.split()[0])


@pytest.mark.rule("CM 6.1", "CM 6.523")
def test_turn_speed_and_whip() -> None:
    race = circus(red="lane 3, backstretch 5", red_is={"written": 11}, dice=[2])
    play(race, "whip")
    assert speed_of(race) == (13, 13)
    assert chariot(race, "red").written == 11
    assert factors_left(race) == 13


@pytest.mark.rule("CM 6.2", "CM 6.22")
def test_exactly_the_written_factors_are_spent() -> None:
    race = circus(red="lane 3, backstretch 5", red_is={"written": 12, "whip": False})
    play(race, "forward 11")
    assert factors_left(race) == 1
    assert asked(race)[1] == ["forward 1", "out", "brake 1"]  # no way to stop but braking
    play(race, "forward 1")
    assert place(race, "red") == "lane 3, backstretch 17"
    assert race.state.turn == 3
    (told,) = events(race, "speed")
    assert told.clauses == ("CM 6.2", "CM 6.2-total-speed")


@pytest.mark.rule("CM 6.12a")
def test_zero_stands_still() -> None:
    race = circus(red="lane 3, backstretch 5", red_is={"written": 0, "whip": False})
    assert place(race, "red") == "lane 3, backstretch 5"
    assert race.state.turn == 3


@pytest.mark.rule("CM 6.12a")
def test_a_written_speed_is_cut_to_the_limit() -> None:
    race = circus(
        red="lane 3, backstretch 5",
        red_is={**TEAM_16, "modifier": 1, "horses": [2, 4, 4, 4], "written": 17},
    )
    assert speed_of(race) == (15, 15)


@pytest.mark.rule("CM 6.12b")
@pytest.mark.parametrize("lane", [1, 3, 8])
@pytest.mark.parametrize("square", ["backstretch 9", "dolphin corner 4", "backstretch 33", "dolphin corner 0"])
def test_no_way_leads_back(lane: int, square: str) -> None:
    race = circus(
        red=f"lane {lane}, {square}", red_is={"written": 8, "whip": False}, markers=2, level="basic", dice=[1] * 3
    )
    red = chariot(race, "red")
    before = race.state.position(red)
    for answer in asked(race)[1]:
        twin = race.clone()
        play(twin, answer)
        if str(answer).startswith("brake"):
            assert chariot(twin, "red").square == red.square
        else:
            assert twin.state.position(chariot(twin, "red")) > before


# -- the accounts (CM 6.2-total-speed) -------------------------------------------------------------------


@pytest.mark.rule("CM 6.2-total-speed")
@pytest.mark.parametrize(
    ("log", "dice", "expected"),
    [
        ({"written": 17, "modifier": 1, "debt": 2}, [], (15, 17)),
        ({"written": 12, "modifier": 1, "debt": 2}, [], (12, 14)),
        ({"written": 12, "horses": [3, 3, 3, 3], "debt": 2, "whip": True}, [5], (15, 17)),
        ({"written": 12, "gains": 3}, [], (15, 15)),
        ({"written": 17, "modifier": 1, "gains": 3, "debt": 1}, [], (19, 20)),
        ({"written": 16, "loss": 1}, [], (15, 15)),
        ({"written": 12, "loss": 1}, [], (12, 12)),
        ({"written": 3, "horses": [1, 0, 0, 0], "debt": 3}, [], (0, 3)),
    ],
)
def test_factors_and_total(log: dict[str, Any], dice: list[int], expected: tuple[int, int]) -> None:
    race = circus(red="lane 3, backstretch 5", red_is={**TEAM_16, **log}, dice=dice)
    if dice:
        play(race, "whip")
    assert speed_of(race) == expected
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.2-total-speed")
@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ({"written": 17, "modifier": 1, "debt": 2}, (15, 17)),
        ({"written": 12, "modifier": 1, "debt": 2}, (10, 12)),  # the older reading: off the written speed
        ({"written": 1, "debt": 3}, (0, 1)),
    ],
)
def test_debts_off_the_written_speed(log: dict[str, Any], expected: tuple[int, int]) -> None:
    race = circus(red="lane 3, backstretch 5", red_is={**TEAM_16, **log}, options={"evasion_debt": "written"})
    assert speed_of(race) == expected


@pytest.mark.rule("CM 6.2-total-speed", "CM 7.31")
def test_the_whip_counts_in_the_corner() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 11}, dice=[2, 1, 1, 1])
    play(race, "whip", "forward 1")
    assert events(race, "strain")[0].data["points"] == 5


@pytest.mark.rule("CM 6.2-total-speed")
def test_a_debt_and_the_whip_in_lane_four() -> None:
    race = circus(
        red="lane 4, front straight 33",
        red_is={"horses_start": [3, 3, 3, 3], "written": 12, "debt": 2},
        dice=[5, 1, 1, 1],
    )
    play(race, "whip", "forward 1")
    assert speed_of(race) == (15, 17)
    assert events(race, "strain")[0].data["points"] == 2


@pytest.mark.rule("CM 6.2-total-speed")
@pytest.mark.parametrize(("written", "lane", "left"), [(14, 3, 6), (11, 2, 5)])
def test_a_hurt_horse_in_the_middle_of_the_phase(written: int, lane: int, left: int) -> None:
    # Two points, 15: LH; injury 9: two boxes.
    race = circus(
        red=f"lane {lane}, front straight 28",
        red_is={"horses_start": [4, 3, 3, 4], "written": written, "whip": False},
        dice=[5, 5, 5, 4, 5],
    )
    play(race, "forward 6")
    assert chariot(race, "red").horses == (2, 3, 3, 4)
    assert factors_left(race) == left
    play(race, f"forward {left}")
    assert chariot(race, "red").executed == min(written, 12)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.2-total-speed")
def test_later_checks_use_the_new_speed() -> None:
    # Lane 3 at 14, hurt by two: 12 now. Inside in lane 2 that is 3 points, and only the increase is paid.
    race = circus(
        red="lane 3, front straight 28",
        red_is={"horses_start": [4, 3, 3, 4], "written": 14, "whip": False},
        dice=[5, 5, 5, 4, 5, 1, 1, 1],
    )
    play(race, "forward 6", "in")
    assert [event.data["points"] for event in events(race, "strain")] == [2, 3]
    assert chariot(race, "red").endurance == 49 - 2 - 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.2-total-speed")
def test_cutting_a_horse_free_lowers_both() -> None:
    race = circus(
        red="lane 3, backstretch 5",
        red_is={"horses_start": [5, 5, 4, 5], "horses": [0, 5, 4, 5], "fallen": [1], "written": 14},
        dice=[1, 2, 2],
    )
    play(race, "cut")
    assert speed_of(race) == (9, 9)
    assert factors_left(race) == 9


# -- uses ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.21", "CM 6.4")
def test_uses_in_any_order() -> None:
    race = circus(
        red="lane 3, backstretch 9",
        red_is={"written": 7, "whip": False},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": 0},
        dice=[4, 4, 4],  # no effect
    )
    play(race, "forward 2")
    assert factors_left(race) == 5
    play(race, "ram blue car", "hold")
    assert factors_left(race) == 4
    play(race, "in")
    assert factors_left(race) == 2
    play(race, "out")
    assert factors_left(race) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.22")
def test_no_stopping_without_endurance() -> None:
    race = circus(red="lane 8, backstretch 9", red_is={"written": 2, "whip": False, "endurance": 0})
    assert asked(race)[1] == ["forward 1", "forward 2", "in"]


@pytest.mark.rule("CM 6.22", "CM 6.61")
def test_stopping_means_braking() -> None:
    race = circus(red="lane 8, backstretch 9", red_is={"written": 3, "whip": False})
    assert asked(race)[1] == ["forward 1", "forward 2", "forward 3", "in", "brake 1", "brake 2", "brake 3"]
    play(race, "brake 3")
    assert chariot(race, "red").endurance == 46
    assert place(race, "red") == "lane 8, backstretch 9"


# -- evasions are paid in the next phase -----------------------------------------------------------------


def evading(blue: dict[str, Any], lane: int, way: str, dice: tuple[int, ...] = ()) -> CircusMatch:
    """Red in lane 4 attacks Blue beside it, who gets away."""
    race = circus(
        red="lane 4, backstretch 11",
        red_is={"written": 1, "whip": False},
        blue=f"lane {lane}, backstretch 11",
        blue_is={**TEAM_16, "modifier": 1, **blue},
        dice=[6, 6, 1, 1, *dice],
    )
    play(race, "ram blue car", "avoid", way)
    return race


@pytest.mark.rule("CM 6.21f", "CM 6.9")
@pytest.mark.parametrize(
    ("lane", "way", "price", "where"),
    [(3, "evade in", 2, "lane 2, backstretch 12"), (5, "evade out", 1, "lane 6, backstretch 12")],
)
def test_evading_before_its_phase(lane: int, way: str, price: int, where: str) -> None:
    race = evading({"moved": False, "written": 17}, lane, way)
    assert place(race, "blue") == where
    assert events(race, "evaded")[0].data["price"] == price
    assert speed_of(race) == (17 - price, 17)  # drawn in the same turn
    assert chariot(race, "blue").debt == 0


@pytest.mark.rule("CM 6.21f")
def test_evading_after_its_phase() -> None:
    race = evading({"moved": True}, 5, "evade out", dice=(2,))
    assert chariot(race, "blue").debt == 1
    for seat in (0, 1):
        race.submit(seat, max(race.pending[seat]))
    assert speed_of(race) == (16, 17)


@pytest.mark.rule("CM 6.21f")
def test_debts_add_up_and_are_never_carried_further() -> None:
    race = evading({"moved": False, "written": 17, "debt": 2}, 5, "evade out")
    assert speed_of(race) == (14, 17)
    race = circus(red="lane 4, backstretch 3", red_is={**TEAM_16, "horses": [1, 0, 0, 0], "written": 1, "debt": 3})
    assert chariot(race, "red").debt == 0
    assert race.state.turn == 3


# -- the dead start --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.9-special-first-turn")
@pytest.mark.parametrize(
    ("turn", "written", "dice", "factors", "endurance"),
    [(1, 20, [5], 15, 49), (1, 20, [5, 3], 18, 46), (1, 3, [6], 0, 49), (2, 20, [], 20, 49), (2, 20, [3], 23, 46)],
)
def test_a_die_of_speed_in_turn_one(turn: int, written: int, dice: list[int], factors: int, endurance: int) -> None:
    race = circus(
        turn=turn,
        red="lane 3, front straight 3",
        red_is={"horses_start": [7, 4, 4, 5], "written": written},
        dice=dice,
    )
    play(race, "whip" if len(dice) == 3 - turn else "no")
    assert speed_of(race) == (factors, factors)
    assert chariot(race, "red").endurance == endurance
    assert len(events(race, "dead-start")) == (turn == 1)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.9-special-first-turn")
def test_the_dead_start_counts_in_corners_too() -> None:
    race = circus(turn=1, red="lane 1, front straight 33", red_is={"written": 12, "whip": False}, dice=[3, 1, 1, 1])
    play(race, "forward 1")
    assert events(race, "strain")[0].data["points"] == 1
    assert dice_left(race) == ()
