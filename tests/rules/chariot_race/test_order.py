"""Rounds and the order of play."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import new_match
from ludus.games.chariot_race.rounds import order_of_play
from tests.games.chariot_race.boards import level_board
from tests.rules.chariot_race.kit import RaceMatch, asked, chariot, once, play, race, told, where


def order(match: RaceMatch) -> list[str]:
    return [match.state.chariots[index].colour for index in order_of_play(match.state)]


@pytest.mark.rule("CR round-order")
def test_from_the_front_by_front_borders() -> None:
    match = race(
        yellow="middle 13, damage 11", green="inner 12, damage 11", red="outer 15, damage 11", order=[], bystander=False
    )
    assert order(match) == ["green", "red", "yellow"]
    assert asked(match) == "repair green"


@pytest.mark.rule("CR round-order")
def test_laps_come_before_spaces() -> None:
    match = race(green="inner 28, damage 11", red="outer 1, laps 1, damage 11", order=[], bystander=False)
    assert [match.state.progress(chariot(match, colour)) for colour in ("green", "red")] == [384, 404]
    assert asked(match) == "repair red"


@pytest.mark.rule("CR round-order")
def test_the_four_players_of_the_illustration() -> None:
    match = race(
        blue="outer 2, damage 11",
        red="middle 6, damage 11",
        green="outer 8, damage 11",
        yellow="inner 5, damage 11",
        order=[],
        bystander=False,
    )
    assert order(match) == ["green", "red", "yellow", "blue"]


@pytest.mark.rule("CR round-order")
def test_overtaking_does_not_change_the_order_of_this_round() -> None:
    match = race(
        green="inner 12, damage 11, speed 0",
        red="outer 15, damage 11, speed 5",
        yellow="middle 13, damage 11",
        order=[],
        bystander=False,
        dice="fortuna " * 10,
    )
    play(match, "no", "keep", "no", "keep")
    assert order(match) == ["red", "green", "yellow"]
    assert match.view(None)["position"]["order"] == ["green", "red", "yellow"]
    assert asked(match) == "repair yellow"


@pytest.mark.rule("CR round-order")
def test_a_chariot_wrecked_before_its_turn_is_skipped() -> None:
    match = race(
        green="inner 12, speed 0, damage 11",
        red="inner 11, damage 1",
        yellow="middle 1, damage 11",
        bystander=False,
        dice="attack steer steer steer steer",
    )
    play(match, "no", "keep", "javelin red")
    assert where(match, "red") == "wrecked"
    assert asked(match) == "repair yellow"
    assert [event.data["chariot"] for event in told(match, "turn")] == ["green", "yellow"]


@pytest.mark.rule("CR round-order-ties")
def test_the_first_round_goes_by_the_grid() -> None:
    match = new_match("chariot-race", seats=6, seed=11)
    names = [match.state.board.names[chariot(match, colour).space] for colour in once(match, "round").data["order"]]
    assert names == ["outer 36", "middle 32", "inner 28", "outer 35", "middle 31", "inner 27"]


@pytest.mark.rule("CR round-order-ties")
def test_nobody_is_ever_level_on_the_house_board() -> None:
    match = new_match("chariot-race", seats=6, seed=11)
    fronts = [front % match.state.board.lap_ticks for front in match.state.board.front]
    assert len(set(fronts)) == len(fronts)


@pytest.mark.rule("CR round-order-ties")
@pytest.mark.parametrize("inner_first", [True, False])
def test_level_on_another_board_the_outer_lane_goes_first(inner_first: bool) -> None:
    chariots: dict[str, Any] = {"green": "inner 5, damage 11", "red": "outer 5, damage 11"}
    if not inner_first:
        chariots = dict(reversed(chariots.items()))
    match = race(**chariots, order=[], bystander=False, options={"board": level_board()})
    assert match.state.progress(chariot(match, "green")) == match.state.progress(chariot(match, "red"))
    assert asked(match) == "repair red"


@pytest.mark.rule("CR end-round")
def test_a_new_round_has_a_new_order() -> None:
    match = race(
        green="inner 12, damage 11, speed 0",
        yellow="inner 11, damage 9, speed 5",
        bystander=False,
        dice="steer steer steer steer steer " * 2,
        round=4,
    )
    play(match, "no", "keep")
    assert told(match, "round") == []
    play(match, "no", "keep", "out 0", "straight")
    assert where(match, "yellow") == "middle 17"
    assert once(match, "round").data == {"round": 5, "order": ["yellow", "green"]}
    assert once(match, "round").clauses == ("CR round-order", "CR end-round")
    assert asked(match) == "repair yellow"
