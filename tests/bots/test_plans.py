"""What the drivers foresee of a move is what the rules then do."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludus
from ludus.bots import make_bot
from ludus.bots.base import Glimpse
from ludus.bots.chariot_race.course import DEADLY, course_of
from ludus.bots.chariot_race.dice_odds import COUNTS, hand_of
from ludus.bots.chariot_race.driver import best
from ludus.bots.chariot_race.outlook import outlook_of
from ludus.bots.chariot_race.planner import Planner
from ludus.bots.chariot_race.rollout import until_next_turn
from ludus.bots.chariot_race.temper import SHREWD
from ludus.core.match import Match
from ludus.games.chariot_race.board import house_board
from ludus.games.chariot_race.charts import CHARIOT_BOARDS
from ludus.games.chariot_race.turn import SPEED_CHANGES

RULESETS = ["standard", "stone-heaps", "everything"]


def drive_as_planned(match: Match[Any]) -> None:
    """Answer the steering questions as the plan says and compare where it ends."""
    seat, decision = next(iter(match.pending.items()))
    race = match.state.copy()
    planner = Planner(race, race.mover, SHREWD)
    if decision.name == "speed":
        answer = best(planner.speed_answers(tuple(str(each) for each in decision)))
        end = planner.end_of(COUNTS[hand_of(race.turn.dice)], SPEED_CHANGES[answer])
    else:
        ends = planner.steering()
        answer = max(ends, key=lambda each: ends[each].worth)
        end = ends[answer]
    chariot = match.state.mover
    turn = (match.state.round, match.state.turn_number)
    match.submit(seat, answer)
    while match.outcome is None and (match.state.round, match.state.turn_number) == turn:
        seat, decision = next(iter(match.pending.items()))
        if decision.name != "steer":
            break
        race = match.state.copy()
        ends = Planner(race, race.mover, SHREWD).steering()
        match.submit(seat, max(ends, key=lambda each: ends[each].worth))
    if end.damage <= 0:
        assert chariot.out
    else:
        assert (chariot.space, chariot.crossings, chariot.damage) == (end.space, end.crossings, end.damage)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", [2, 6])
def test_moves_end_as_foreseen(ruleset: str, seats: int) -> None:
    checked = 0
    for number in range(3):
        match = ludus.new_match("chariot-race", seats=seats, seed=f"plans {number}", ruleset=ruleset)
        bots = [make_bot("chariot-race", "tiro" if seat else "random", str(seat)) for seat in range(seats)]
        while match.outcome is None:
            seat, decision = next(iter(match.pending.items()))
            if decision.name in ("speed", "steer"):
                drive_as_planned(match.clone())
                checked += 1
            match.answer(seat, bots[seat].choose(Glimpse.of(match, seat)))
    assert checked > 50


def test_the_course_knows_numbers_and_heaps() -> None:
    board = house_board(("B", "B"))
    course = course_of(board)
    assert course.pain[8][board.find("outer 8")] == 1
    assert course.pain[8][board.find("inner 7")] == 5
    assert course.pain[3][board.find("inner 7")] == 0
    assert course.pain[1][board.find("outer 17")] == DEADLY


def test_equal_boards_are_one_course() -> None:
    again = type(house_board(("A", "A")))(house_board(("A", "A")).file, ("A", "A"))
    assert course_of(again) is course_of(house_board(("A", "A")))
    assert course_of(house_board(("B", "A"))) is not course_of(again)


def test_the_outlook_fears_corners_and_heaps() -> None:
    plain, heaps = house_board(("A", "A")), house_board(("B", "B"))
    standard = CHARIOT_BOARDS["standard"]
    fast = outlook_of(course_of(plain), standard, SHREWD).tables[SHREWD.horizon][12]
    assert fast[plain.find("inner 5")] < fast[plain.find("outer 5")] < fast[plain.find("outer 13")]
    # A single die may show no steer to get past the heap on outer 17.
    among_heaps = outlook_of(course_of(heaps), standard, SHREWD).tables[1][12]
    at = plain.find("outer 16")
    assert among_heaps[at] < outlook_of(course_of(plain), standard, SHREWD).tables[1][12][at] - 50


def test_the_others_move_once_before_the_next_turn() -> None:
    match = ludus.new_match("chariot-race", seats=6, seed=4)
    bots = [make_bot("chariot-race", "tiro", str(seat)) for seat in range(6)]
    while match.state.round < 3 or match.state.turn_number != 2:
        (seat,) = match.pending
        match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    race = match.state
    rng = random.Random(1)
    future = until_next_turn(race, SHREWD, rng)
    moved = {
        after.colour: race.progress(after) - race.progress(before)
        for before, after in zip(race.chariots, future.chariots, strict=True)
    }
    assert moved.pop(race.mover.colour) == 0
    assert all(0 <= ticks <= 12 * 18 for ticks in moved.values())
    assert sum(1 for ticks in moved.values() if ticks) >= 3
    assert all(chariot.damage > 0 for chariot in future.chariots)
    spaces = {until_next_turn(race, SHREWD, rng).chariots[race.order[3]].space for _ in range(20)}
    assert len(spaces) > 1  # the dice are sampled anew
