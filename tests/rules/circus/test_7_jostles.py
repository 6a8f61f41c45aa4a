"""CM 7.35: jostles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, play, write

TEAM_17 = {"horses_start": [4, 4, 4, 4], "modifier": 1, "whip": False}


def jostled_after(spent: int, written: int, lane: int, dice: list[int], **others: Any) -> CircusMatch:
    """Red, limit 17, is jostled on entering the corner with this many factors spent."""
    race = circus(
        red=f"lane {lane}, front straight {34 - spent}",
        red_is={**TEAM_17, "written": written},
        dice=dice,
        **others,
    )
    play(race, f"forward {spent}")
    assert events(race, "strain")[-1].data["result"] == "J"
    return race


def factors_left(race: CircusMatch) -> int:
    (decision,) = race.pending.values()
    assert decision.name == "step"
    return int(decision.prompt.split()[0])


@pytest.mark.rule("CM 7.35")
def test_it_counts_in_the_rest_of_the_turn() -> None:
    # Two points in lane 4 at 17: 15 - 1 = 14 jostles.
    race = jostled_after(
        9,
        17,
        4,
        [5, 5, 5, 6, 6, 1, 1],
        blue="lane 5, dolphin corner 6",
        blue_is={"moved": False, "written": 1, "whip": False},
    )
    play(race, "forward 5")
    play(race, "ram red car", "avoid")
    (defence,) = events(race, "defence")
    assert defence.modifiers[0] == ("defender's CDM", -2)
    assert defence.data["own"] == 12 - 2
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.351")
@pytest.mark.parametrize(("modifier", "cdm"), [(1, -2), (2, -1)])
def test_the_new_cdm(modifier: int, cdm: int) -> None:
    race = circus(
        red="lane 2, front straight 33",
        red_is={"whip": False, "written": 12, "modifier": modifier},
        dice=[5, 5, 3 + modifier],
    )
    play(race, "forward 1")
    red = chariot(race, "red")
    assert (red.modifier, red.cdm) == (modifier, cdm)
    assert events(race, "jostled")[0].data["cdm"] == cdm


@pytest.mark.rule("CM 7.352", "CM 7.354")
def test_the_limit_falls_by_three_and_comes_back() -> None:
    race = jostled_after(9, 17, 4, [5, 5, 5, 1, 1, 1], turn=5, blue="lane 8, backstretch 3", blue_is={"whip": False})
    assert factors_left(race) == 14 - 9
    play(race, "forward 5")
    for limit in (15, 16, 17):
        red = chariot(race, "red")
        assert red.team_speed + red.cdm == limit
        assert max(race.pending[0]) == (15 if red.cdm < 0 else limit)  # and while banned no more than lane 4's 15
        write(race)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.352")
def test_lash_factors_stay_on_top() -> None:
    race = circus(
        red="lane 5, front straight 25",
        red_is={**TEAM_17, "written": 17, "gains": 3},
        dice=[5, 5, 4],  # 20 in lane 5: three points, 14 - 1: J
    )
    play(race, "forward 9")
    assert factors_left(race) == 14 + 3 - 9


@pytest.mark.rule("CM 7.353")
@pytest.mark.parametrize(
    ("spent", "written", "lane", "dice", "left"),
    [
        (9, 17, 4, [5, 5, 5], 5),  # 14 - 9
        (9, 12, 2, [5, 5, 4], 3),  # 12 is below the new limit
    ],
)
def test_the_excess_is_lost(spent: int, written: int, lane: int, dice: list[int], left: int) -> None:
    race = jostled_after(spent, written, lane, dice)
    assert factors_left(race) == left
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.353")
def test_what_was_needed_to_get_there_stands() -> None:
    race = jostled_after(15, 17, 4, [5, 5, 5])
    assert race.state.turn == 3  # 15 spent, 14 allowed: nothing left
    assert race.state.track.name(chariot(race, "red").square) == "lane 4, dolphin corner 0"


@pytest.mark.rule("CM 7.353")
def test_a_debt_stays_off_the_limit() -> None:
    race = circus(
        red="lane 4, front straight 25",
        red_is={**TEAM_17, "written": 17, "debt": 2},
        dice=[5, 5, 5],
    )
    assert events(race, "speed")[0].data == {"chariot": "red", "factors": 15, "total": 17}
    play(race, "forward 9")
    assert factors_left(race) == 14 - 2 - 9


@pytest.mark.rule("CM 7.353")
def test_the_dead_start_was_paid_before() -> None:
    # 17 - 5 = 12 to spend; jostled by a wreck after three, the limit is 14: the twelve stand.
    race = circus(
        turn=1,
        red="lane 4, front straight 3",
        red_is={**TEAM_17, "written": 17},
        wrecks=["lane 4, front straight 4"],
        dice=[5, 1, 4, 3, 3],
    )
    play(race, "forward 1", 1, "forward 1", "forward 1")
    assert events(race, "jostled")[0].clauses[0] == "CM 14.3-jostled"
    assert chariot(race, "red").cdm == -2
    assert factors_left(race) == 12 - 3
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.354")
def test_no_further_than_the_permanent_modifier() -> None:
    race = circus(
        phase="notation",
        red="lane 4, backstretch 3",
        red_is={"modifier": 0, "cdm": -1, "jostled": True, "whip": False},
        blue="lane 8, backstretch 3",
        blue_is={"modifier": -1, "whip": False},
        dice=[1],
    )
    assert chariot(race, "red").cdm == 0
    write(race)
    assert race.state.turn == 3
    assert chariot(race, "red").cdm == 0
    assert chariot(race, "blue").cdm == -1


@pytest.mark.rule("CM 7.356")
def test_jostles_add_up() -> None:
    race = circus(
        red="lane 2, front straight 33",
        red_is={"whip": False, "written": 12, "modifier": 2, "cdm": 0},
        dice=[5, 5, 3],
    )
    play(race, "forward 1")
    assert chariot(race, "red").cdm == -3


@pytest.mark.rule("CM 7.356")
def test_a_wreck_jostles_a_jostled_driver() -> None:
    race = circus(
        red="lane 4, backstretch 3",
        red_is={"whip": False, "written": 12, "modifier": 1, "cdm": -2, "jostled": True},
        wrecks=["lane 4, backstretch 4"],
        dice=[1, 3, 2, 2],  # 7 + 2 = 9: jostled
    )
    play(race, "forward 1", 1, "forward 1", "forward 1")
    assert chariot(race, "red").cdm == -5
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()
