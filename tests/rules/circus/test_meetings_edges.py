"""Where clauses meet at an edge: of a speed that was cut, of the track before the line, of a way of no squares."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, attacks, chariot, circus, dice_left, events, left, place, play
from tests.rules.circus.wreck_kit import BROKEN, DRAGGING, LOST

ON_FOOT: dict[str, Any] = {"status": "runaway", "driver": "foot", "hitched": False}


@pytest.mark.rule("CM 7.33-no-strain")
@pytest.mark.rule("CM 17.4b")
def test_a_man_run_down_costs_what_a_ban_has_left() -> None:
    """Of 15 written 12 are left in lane 3 by a ban; two squares and a die of 3 leave 7."""
    race = circus(
        red="lane 3, dolphin corner 2", red_is={"written": 15, "no_strain_turn": 2, "whip": False}, dice=[3],
        blue="lane 8, backstretch 20", blue_is={**ON_FOOT, "man": "lane 3, dolphin corner 4"},
    )  # fmt: skip
    play(race, "forward 2")
    assert left(race.state, chariot(race, "red")) == 12 - 2 - 3
    play(race, "forward 7")
    assert chariot(race, "red").executed == 9


@pytest.mark.rule("CM 16.2b")
@pytest.mark.rule("CM 16.3")
@pytest.mark.parametrize(("modifier", "square", "hits"), [(2, 10, 9), (1, 11, 8)])
def test_who_is_left_where_he_fell_was_not_dragged(modifier: int, square: int, hits: int) -> None:
    """Two ones: less 2 he lies where the car flipped and throws no die; less 1 he was dragged a square and does."""
    dice = [*LOST, 1, 1, *([1] if modifier == 1 else []), 2, 2]
    log = {**BROKEN, "modifier": modifier, "hits": 9, "hits_start": 9}
    race = circus(red="lane 4, backstretch 11", red_is=log, dice=dice)
    play(race, "forward 14", "cut")
    red = chariot(race, "red")
    assert race.state.track.name(red.man) == f"lane 4, backstretch {square}"
    assert red.hits == hits
    assert dice_left(race) == ()


@pytest.mark.rule("GEN carcass-1")
@pytest.mark.parametrize(("cut_turn", "jumps"), [(1, 1), (2, 0)])
def test_who_is_pushed_back_onto_his_dead_horse_passes_over_it(cut_turn: int, jumps: int) -> None:
    """Blue's car stands where his horse lies. Braked back onto it in a later turn, his team has it before it again."""
    race = circus(
        red="lane 5, backstretch 11", red_is={"written": 1}, options={"carcasses": True},
        blue="lane 4, backstretch 11",
        blue_is={"moved": False, "written": 6, "whip": False, "cut_turn": cut_turn, "under": []},
        carcasses=["lane 4, backstretch 10"],
        dice=[3, 3, 3, 3, 3, 3, 4, 1, 3, 3, 3] if jumps else [4, 4, 3, 3, 1, 1, 3, 6, 6],
    )  # fmt: skip
    if jumps:
        play(race, "no", "lash blue driver", "avoid", "brake")
        assert place(race, "blue") == "lane 4, backstretch 10"
        assert asked(race)[0] == "pay"
        play(race, 0)
    else:
        play(race, "no", "lash blue driver")
    assert len(events(race, "run-over")) == jumps


@pytest.mark.rule("CM 14.2d")
@pytest.mark.rule("CM 10.3b")
@pytest.mark.parametrize(("factors", "clears"), [(1, False), (2, True)])
def test_over_the_line_a_chariot_is_clear_of_the_last_wreck(factors: int, clears: bool) -> None:
    """The wreck lies on the last square: with a factor more the chariot leaves the track, and rolls for nothing."""
    race = circus(
        red="lane 4, backstretch 32", red_is={"written": factors, "whip": False, "lap": 3}, markers=5, dice=[2],
        wrecks=["lane 4, backstretch 33"],
    )  # fmt: skip
    told = next(each for each in race.explain(0) if each["choice"] == "forward 1")
    assert told["jump"]["clears"] is clears
    play(race, "forward 1")
    if clears:
        play(race, 0)
        assert chariot(race, "red").status == "finished"
        assert not events(race, "run-over")


@pytest.mark.rule("CM 15.21")
@pytest.mark.rule("CM 10.3b")
def test_a_runaway_avoids_nobody_beyond_the_line() -> None:
    """It leaves the track before it meets blue, who is two laps behind: it keeps its lane."""
    race = circus(
        red="lane 4, backstretch 30", red_is={**DRAGGING, "lap": 3}, markers=5,
        blue="lane 4, egg corner 5", blue_is={"lap": 1},
    )  # fmt: skip
    assert not {"in", "out"} & set(map(str, asked(race)[1]))


@pytest.mark.rule("CM 9.1b")
def test_pushed_back_before_the_gray_squares_a_team_still_stands_on_them() -> None:
    """Both were braked back in turn 1: the cars stand in the corner behind, but red's team is on gray."""
    race = circus(
        red="lane 3, front straight 0", red_is={"written": 3, "whip": False}, turn=1, dice=[1],
        blue="lane 4, front straight 0",
    )  # fmt: skip
    assert attacks(race) == set()


@pytest.mark.rule("GEN dust-2")
@pytest.mark.rule("CM 10.3b")
def test_with_dust_in_an_eye_nobody_is_avoided_beyond_the_line() -> None:
    race = circus(
        red="lane 4, backstretch 30",
        red_is={"written": 12, "whip": False, "lap": 3, "parts": {"dust": {"straight": 1}}}, markers=5,
        blue="lane 4, egg corner 5", blue_is={"lap": 1}, options={"dust": True},
    )  # fmt: skip
    assert not {"in", "out"} & set(map(str, asked(race)[1]))


@pytest.mark.rule("GEN first-turn")
@pytest.mark.rule("CM 15.22")
@pytest.mark.parametrize(("driver", "total"), [({}, 18 + 2 - (7 - 2)), (DRAGGING, 18 - 7)])
def test_a_team_without_its_driver_starts_without_his_skill(driver: dict[str, Any], total: int) -> None:
    """Two dice, 7: less his modifier for who holds the reins; flipped before its move in turn 1 a team has nobody's."""
    race = circus(
        red="lane 4, front straight 3", red_is={"written": 20, "modifier": 2, "whip": False, **driver}, turn=1,
        options={"first_turn": True}, dice=[3, 4],
    )  # fmt: skip
    assert events(race, "speed")[0].data["total"] == total


@pytest.mark.rule("GEN dust-2")
@pytest.mark.rule("CM 15.1")
def test_a_team_that_loses_a_blinded_driver_completes_his_move_and_no_more() -> None:
    """18 written, 9 for a blinded man; exhausted he flips in the first lane: 8 are left of the move."""
    log = {"written": 18, "whip": False, "endurance": 0, "parts": {"dust": {"speed": 9, "blinded_turn": 1}}}
    race = circus(red="lane 1, front straight 33", red_is=log, options={"dust": True})
    play(race, "forward 1")
    assert chariot(race, "red").status == "runaway"
    assert left(race.state, chariot(race, "red")) == 8
