"""Ruin is asked for twice, also when it is two steps away."""

from __future__ import annotations

from typing import Any

from ludus.play import new_match
from tests.rules.chariot_race.kit import race


def told(match: Any, seat: int, choice: Any) -> dict[str, Any]:
    return next(each for each in match.explain(seat) if each["choice"] == choice)


def test_dice_that_leave_no_way_but_a_wreck() -> None:
    # One point left and a sprint that costs one: whatever the speed, it is over.
    match = race(green="outer 1, speed 6, damage 1, fate 0", dice="sprint attack attack attack attack")
    kept = told(match, 0, "keep")
    assert kept["folly"]
    assert kept["tone"] == "dire"
    assert "wrecks you" in kept["hint"]
    # With a point more the same dice may be kept without a word.
    sound = race(green="outer 1, speed 6, damage 11, fate 0", dice="sprint attack attack attack attack")
    assert "folly" not in told(sound, 0, "keep")


def test_a_speed_that_costs_a_third_of_the_endurance_in_the_corner_ahead() -> None:
    match = new_match("circus", seats=2, seed=4)
    while match.pending[next(iter(match.pending))].name != "speed" or match.state.turn < 2:
        seat = next(iter(match.pending))
        match.submit(seat, match.pending[seat].default)
    seat = next(iter(match.pending))
    chariot = next(each for each in match.state.chariots if each.faction == match.pending[seat].about)
    assert not any(each.get("folly") for each in match.explain(seat)), "a fresh team has enough"
    chariot.endurance = 15
    answers = match.explain(seat)
    fastest = answers[-1]
    assert fastest["folly"]
    assert fastest["hint"].endswith("the corner takes at least 5 of 15 endurance, strained or braked")
    assert min(lane["endurance"] for lane in fastest["corner"]["lanes"][:3]) == 5, "in the lanes that are near"
    assert not any(each.get("folly") for each in answers if not each["corner"])


def test_an_order_that_walks_into_a_charge() -> None:
    match = new_match("gladiator", seed=3)
    for seat in list(match.pending):
        match.submit(seat, "medium")
    # Four hexes lie between them, face to face: a step ahead is what a charge wants.
    ahead, back = told(match, 0, "F"), told(match, 0, "B")
    assert ahead["folly"]
    assert "charge" in ahead["hint"]
    assert not back.get("folly")
    assert not told(match, 0, "-").get("folly")
