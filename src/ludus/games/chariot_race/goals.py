"""What an exercise asks for, and whether it was reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludus.core.clauses import find_clause
from ludus.core.errors import DataError
from ludus.core.event import Event
from ludus.core.game import Outcome, Script
from ludus.core.goals import Verdict, watch
from ludus.core.table import Table
from ludus.games.chariot_race.state import Chariot, Goal, Race


def watched(race: Race, table: Table, script: Script) -> Script:
    """The script of the race, with an eye on its goal."""
    goal = race.goal
    if goal is None or race.verdict is not None:
        return script

    def judge(told: Sequence[Event], outcome: Outcome | None) -> Verdict | None:
        mine = _find(race, goal.chariot)
        if outcome is None and not mine.out and not _time_is_up(race, goal, mine):
            return None
        needs = list(_needs(race, goal, mine, outcome))
        missed = [words for met, words in needs if not met]
        race.verdict = not missed
        return Verdict(not missed, missed[0] if missed else " ".join(words for _, words in needs), (goal.clause,))

    return watch(script, table, _find(race, goal.chariot).seat, judge)


def _time_is_up(race: Race, goal: Goal, mine: Chariot) -> bool:
    if goal.by == "race":
        return False
    return race.round > goal.round or race.turn_number > race.order.index(race.chariots.index(mine))


def _needs(race: Race, goal: Goal, mine: Chariot, outcome: Outcome | None) -> Iterator[tuple[bool, str]]:
    """Everything that is asked for: whether it is so, and how it stands."""
    who = goal.chariot.capitalize()
    yield not mine.out, f"{who} is {mine.out or 'still racing'}."
    if goal.wins:
        won = outcome is not None and mine.seat in outcome.winners
        yield won, f"{who} {'wins' if won else 'does not win'} the race."
    for colour in goal.beaten:
        other = _find(race, colour)
        yield bool(other.out), f"{colour.capitalize()} is {other.out or 'still racing'}."


def _find(race: Race, colour: str) -> Chariot:
    return next(chariot for chariot in race.chariots if chariot.colour == colour)


def read_goal(race: Race, goal: Goal) -> Goal:
    """The goal, unless it names what is not there."""
    where = "position.goal"
    there = [chariot.colour for chariot in race.chariots]
    for name, colours in (("chariot", (goal.chariot,)), ("beaten", goal.beaten)):
        for colour in colours:
            if colour not in there:
                raise DataError(f"{where}.{name}: there is no '{colour[:40]}' chariot; there are {', '.join(there)}")
    if goal.chariot in goal.beaten:
        raise DataError(f"{where}.beaten: {goal.chariot} cannot be measured against itself")
    if goal.wins and goal.by != "race":
        raise DataError(f"{where}.by: who wins is known at the end of the race")
    mine = _find(race, goal.chariot)
    if mine.out:
        raise DataError(f"{where}.chariot: {goal.chariot} is {mine.out} already")
    current = replace(goal, round=race.round)
    if _time_is_up(race, current, mine):
        raise DataError(f"{where}.by: {goal.chariot} has had its turn in this round")
    try:
        find_clause(goal.clause)
    except DataError as error:
        raise DataError(f"{where}.clause: {error.message}") from error
    return current
