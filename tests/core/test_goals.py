"""Goals are judged where the script stops, and told once, without taking anybody's dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludus.core.decision import Choose
from ludus.core.dice import ScriptedDice
from ludus.core.event import Event
from ludus.core.game import CHECKPOINT, Outcome, Script
from ludus.core.goals import Verdict, goal_story, watch
from ludus.core.table import QuietTable, Table

QUESTION = Choose(0, "go on", "Go on?", "CR dice", ("yes",), "yes")
OUTCOME = Outcome("over", (0,), (1, 2))


def script(table: Table) -> Script:
    table.tell("begun", {}, ("CR dice",))
    yield QUESTION
    table.roll(1, "a throw", "CR dice")
    yield QUESTION  # the die is told only after this answer
    table.tell("thrown", {}, ("CR dice",))
    yield CHECKPOINT
    table.tell("done", {}, ("CR dice",))
    return OUTCOME


def played(table: Table, *decisive: str) -> tuple[list[str], list[list[str]]]:
    """The kinds told, and what the judge was shown each time, when he decides on one of these kinds or the end."""
    shown: list[list[str]] = []

    def judge(told: Sequence[Event], outcome: Outcome | None) -> Verdict | None:
        shown.append([event.kind for event in told])
        if outcome is not None or any(event.kind in decisive for event in told):
            return Verdict(outcome is None, "so it is.", ("CR winner",))
        return None

    running = watch(script(table), table, 1, judge)
    assert [running.send(answer) for answer in (None, "yes", "yes")] == [QUESTION, QUESTION, CHECKPOINT]
    with pytest.raises(StopIteration) as stop:
        running.send(None)
    assert stop.value.value is OUTCOME
    return [event.kind for event in table.events], shown


def test_it_is_told_as_soon_as_it_is_decided_and_only_once() -> None:
    table = Table(ScriptedDice([4]), [])
    kinds, shown = played(table, "begun")
    assert kinds == ["begun", "goal", "thrown", "done"]
    assert shown == [["begun"]]
    assert table.events[1].data == {"seat": 1, "reached": True, "why": "so it is."}
    assert goal_story(table.events[1].data) == "Goal reached: so it is."


def test_dice_on_the_table_are_left_to_what_they_were_thrown_for() -> None:
    table = Table(ScriptedDice([4]), [])
    kinds, shown = played(table, "thrown")
    assert kinds == ["begun", "thrown", "goal", "done"]
    assert shown == [["begun"], ["thrown"]]
    assert [len(event.dice) for event in table.events] == [0, 1, 0, 0]


def test_the_end_decides_what_is_still_open() -> None:
    table = Table(ScriptedDice([4]), [])
    kinds, shown = played(table)
    assert kinds == ["begun", "thrown", "done", "goal"]
    assert shown == [["begun"], ["thrown"], ["done"]]
    assert goal_story(table.events[-1].data) == "Goal missed: so it is."


def test_bots_that_look_ahead_hear_nothing_of_it() -> None:
    assert played(QuietTable(ScriptedDice([4]), []), "begun")[0] == []
