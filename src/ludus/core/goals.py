"""Exercises: a match that begins with a goal is watched until the goal is reached or missed.

The goal is part of the position, in the game's own words. What becomes of it is told as the event `goal`, so that log,
replay, record and undo know of it as of anything else that happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ludus.core.event import Event
from ludus.core.game import Outcome, Script
from ludus.core.table import Table


class Verdict(NamedTuple):
    """Whether the goal was reached, why, and the clauses behind it."""

    reached: bool
    why: str
    clauses: tuple[str, ...]


# Shown what was told since it was asked last, and the outcome once there is one; None: not decided yet.
Judge = Callable[[Sequence[Event], Outcome | None], Verdict | None]


def watch(script: Script, table: Table, seat: int, judge: Judge) -> Script:
    """The same script; as soon as the judge decides, the goal of this seat is told."""
    seen = len(table.events)
    verdict: Verdict | None = None

    def look(outcome: Outcome | None) -> None:
        nonlocal seen, verdict
        # Dice that lie on the table belong to whatever is told next; they are waited for.
        if verdict is None and (table.settled or outcome is not None):
            verdict = judge(table.events[seen:], outcome)
            seen = len(table.events)
            if verdict is not None:
                data = {"seat": seat, "reached": verdict.reached, "why": verdict.why}
                table.tell("goal", data, verdict.clauses)

    answer: Any = None
    while True:
        try:
            ask = script.send(answer)
        except StopIteration as stop:
            look(stop.value)
            return stop.value  # type: ignore[no-any-return]
        look(None)
        answer = yield ask


def goal_story(data: Mapping[str, Any]) -> str:
    return f"{'Goal reached' if data['reached'] else 'Goal missed'}: {data['why']}"
