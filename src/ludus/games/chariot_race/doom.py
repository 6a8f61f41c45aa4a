"""Ruin that is two steps away: dice with which there is no way on but a wreck."""

from __future__ import annotations

from ludus.core.dice import ScriptedDice
from ludus.core.table import QuietTable
from ludus.games.chariot_race.movement import go_straight, start_move
from ludus.games.chariot_race.state import Race
from ludus.games.chariot_race.turn import SPEED_ANSWERS, SPEED_CHANGES, apply_speed, faces, steer, steer_answers

MOST_STEERS = 2  # with more of them there is nearly always a way, and too many to look at


def is_doomed(race: Race) -> bool:
    """Whether every speed and every way that these dice allow wrecks the mover. Nothing here rolls dice."""
    shown = faces(race.turn)
    steers = shown.count("steer")
    if steers > MOST_STEERS:
        return False
    plusminus, sprints = shown.count("plusminus"), shown.count("sprint")
    for answer in SPEED_ANSWERS[plusminus]:
        future = race.copy()
        apply_speed(future, _table(), future.mover, plusminus, SPEED_CHANGES[answer], sprints)
        if future.mover.out:
            continue
        future.turn.steers = steers
        start_move(future, future.mover)
        if _comes_through(future):
            return False
    return True


def _comes_through(race: Race) -> bool:
    straight = race.copy()
    go_straight(straight, _table(), straight.mover, straight.turn.left)
    if not straight.mover.out:
        return True
    if not race.turn.left or not race.turn.steers:
        return False
    for answer in steer_answers(race, race.mover)[1:]:
        future = race.copy()
        steer(future, _table(), future.mover, answer)
        if not future.mover.out and _comes_through(future):
            return True
    return False


def _table() -> QuietTable:
    return QuietTable(ScriptedDice(()), [])
