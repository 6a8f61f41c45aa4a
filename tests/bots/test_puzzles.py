"""Positions in which the right answer is plain to see."""

from __future__ import annotations

import time
from typing import Any

import pytest

from ludus.bots import make_bot
from ludus.bots.base import Bot, Glimpse
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.library import find_game

DRIVERS = ["tiro", "auriga", "agitator"]
PROFESSIONALS = ["auriga", "agitator"]


def chariot(colour: str, seat: int, space: str, **more: Any) -> dict[str, Any]:
    return {"colour": colour, "seat": seat, "space": space, **more}


def puzzle(chariots: list[dict[str, Any]], seats: int = 4, ruleset: str = "standard", **position: Any) -> Match[Any]:
    """A race at the given position; seats that are not mentioned are far behind."""
    taken = {each["seat"] for each in chariots}
    places = ["inner 1", "inner 2", "inner 3"]
    spare = [colour for colour in ("yellow", "purple", "white") if colour not in {each["colour"] for each in chariots}]
    others = [chariot(spare.pop(), seat, places.pop()) for seat in range(seats) if seat not in taken]
    return Match(
        find_game("chariot-race"),
        seats,
        SeededDice("puzzle"),
        ruleset,
        position={"chariots": [*chariots, *others], **position},
    )


def driver(name: str) -> Bot:
    return make_bot("chariot-race", name, "puzzle", samples=8)


def answer(match: Match[Any], name: str) -> Any:
    (seat,) = match.pending
    return driver(name).choose(Glimpse.of(match, seat))


def finish_turn(match: Match[Any], name: str) -> list[str]:
    """Let the driver end this turn; the kinds of events that happened."""
    bot = driver(name)
    turn = (match.state.round, match.state.turn_number)
    before = len(match.events)
    while match.outcome is None and (match.state.round, match.state.turn_number) == turn:
        (seat,) = match.pending
        match.submit(seat, bot.choose(Glimpse.of(match, seat)))
    return [event.kind for event in match.events[before:]]


@pytest.mark.parametrize("name", DRIVERS)
def test_steers_round_the_stone_heap(name: str) -> None:
    match = puzzle(
        [chariot("blue", 0, "outer 14", speed=5)],
        ruleset="stone-heaps",
        turn="blue",
        phase="drive",
        left=5,
        steers=1,
    )
    kinds = finish_turn(match, name)
    assert "drive" in kinds
    assert "heap" not in kinds


@pytest.mark.parametrize("name", DRIVERS)
def test_brakes_before_the_corner_that_would_wreck_it(name: str) -> None:
    # inner 7 is safe at 3; two damage are left, so speed 5 or 7 is the end.
    match = puzzle(
        [chariot("blue", 0, "inner 4", speed=5, damage=2, fate=0)],
        turn="blue",
        phase="speed",
        dice=["plusminus", "plusminus", "attack", "fortuna", "attack"],
    )
    assert answer(match, name) == "-2"


@pytest.mark.parametrize("name", DRIVERS)
def test_takes_the_finishing_move(name: str) -> None:
    match = puzzle(
        [
            chariot("blue", 0, "outer 32", laps=1, speed=4, damage=6, fate=0),
            chariot("red", 1, "middle 25", laps=1, speed=5),
        ],
        turn="blue",
        phase="speed",
        dice=["plusminus", "attack", "fortuna"],
    )
    assert answer(match, name) == "+1"
    assert "finish" in finish_turn(match, name)


@pytest.mark.parametrize("name", DRIVERS)
def test_repairs_when_nearly_wrecked(name: str) -> None:
    match = puzzle([chariot("blue", 0, "middle 12", speed=5, damage=2, fate=3)], turn="blue", phase="repair")
    assert answer(match, name) == "repair"


@pytest.mark.parametrize("name", DRIVERS)
def test_a_scratch_is_not_repaired(name: str) -> None:
    match = puzzle([chariot("blue", 0, "middle 12", speed=5, damage=11, fate=3)], turn="blue", phase="repair")
    assert answer(match, name) == "no"


@pytest.mark.parametrize("name", DRIVERS)
def test_the_javelin_wrecks_the_rival_about_to_win(name: str) -> None:
    match = puzzle(
        [
            chariot("blue", 0, "middle 29", laps=1, speed=6),
            chariot("red", 1, "middle 31", laps=1, speed=8, damage=1),
            chariot("green", 2, "middle 28", laps=1, speed=3, damage=9),
        ],
        turn="blue",
        phase="attack",
        attacks=1,
    )
    assert answer(match, name) == "javelin red"


@pytest.mark.parametrize("name", DRIVERS)
def test_never_throws_at_its_own_chariot(name: str) -> None:
    match = puzzle(
        [
            chariot("blue", 0, "middle 14", speed=6),
            chariot("green", 0, "middle 15", speed=8, damage=1),
            chariot("red", 1, "outer 28"),
            chariot("yellow", 1, "outer 29"),
        ],
        seats=2,
        turn="blue",
        phase="attack",
        attacks=1,
    )
    assert match.pending[0].count() == 2
    assert answer(match, name) == "hold"


@pytest.mark.parametrize("name", DRIVERS)
def test_does_not_ram_its_own_chariot(name: str) -> None:
    match = puzzle(
        [
            chariot("blue", 0, "middle 12", speed=5),
            chariot("green", 0, "middle 14", speed=4, damage=2),
            chariot("red", 1, "outer 28"),
            chariot("yellow", 1, "outer 29"),
        ],
        seats=2,
        turn="blue",
        phase="drive",
        left=5,
        steers=1,
    )
    assert "ram" not in finish_turn(match, name)


@pytest.mark.parametrize("name", PROFESSIONALS)
def test_turns_a_die_to_get_past_the_heap(name: str) -> None:
    # One die, no steer, the heap on outer 17 within the move: only a turned die saves the chariot.
    match = puzzle(
        [chariot("blue", 0, "outer 14", speed=12, damage=12, fate=2)],
        ruleset="stone-heaps",
        turn="blue",
        phase="dice",
        dice=["fortuna"],
        free_reroll=False,
    )
    assert answer(match, name) == "turn 1 steer"


@pytest.mark.parametrize("name", PROFESSIONALS)
def test_rolls_the_sprint_that_would_wreck_it_again(name: str) -> None:
    match = puzzle(
        [chariot("blue", 0, "outer 20", speed=1, damage=1, fate=0)],
        turn="blue",
        phase="dice",
        dice=["steer", "sprint", "steer", "steer", "steer"],
    )
    assert "2" in str(answer(match, name)).split()


def test_one_sensible_answer_needs_no_thought() -> None:
    match = puzzle(
        [chariot("blue", 0, "inner 4", speed=5, damage=2, fate=0)],
        turn="blue",
        phase="speed",
        dice=["plusminus", "plusminus", "attack", "fortuna", "attack"],
    )
    answer(match, "agitator")  # the tables of the board are worked out once
    bot = make_bot("chariot-race", "agitator", "puzzle", budget_ms=2000)
    began = time.perf_counter()
    assert bot.choose(Glimpse.of(match, 0)) == "-2"
    assert time.perf_counter() - began < 1
