"""How the goal of an exercise is reached: answers one after the other, each of the player's with its reason, and the
dice as they fall. Where they are open, it is the line of best odds, and says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ludus.core.decision import Allocate, Choice, Decision, plain_choice
from ludus.core.errors import DataError, LudusError
from ludus.core.match import Match


@dataclass(frozen=True, slots=True)
class SolutionStep:
    """One answer; `why` is said of the player's own."""

    seat: int
    answer: Any
    why: str


@dataclass(frozen=True, slots=True)
class Solution:
    """Every answer until the goal is reached, and every die."""

    steps: tuple[SolutionStep, ...]
    dice: tuple[int, ...]
    odds: str  # how often it comes off, where dice are open; else ""


def read_solution(plain: object, player: int, what: str = "solution") -> Solution:
    """The table `solution` of a scenario file.

    >>> read_solution({"steps": [{"answer": "keep", "why": "It is good."}]}, 1).steps
    (SolutionStep(seat=1, answer='keep', why='It is good.'),)
    """
    if not isinstance(plain, Mapping) or not isinstance(plain.get("steps"), list) or not plain["steps"]:
        raise _wrong(what, "it must have steps, a list of { answer, why }")
    for key in plain:
        if key not in ("steps", "dice", "odds"):
            raise _wrong(what, f"it has no '{str(key)[:40]}'; it may have steps, dice and odds")
    dice, odds = plain.get("dice", []), plain.get("odds", "")
    if not isinstance(dice, list) or any(type(die) is not int for die in dice):
        raise _wrong(what, "dice must be a list of whole numbers")
    if not isinstance(odds, str):
        raise _wrong(what, "odds must be a sentence")
    if dice and not odds:
        raise _wrong(what, "where dice fall, odds must say how often it comes off")
    return Solution(tuple(_step(each, player, what) for each in plain["steps"]), tuple(dice), odds)


def _step(plain: object, player: int, what: str) -> SolutionStep:
    if not isinstance(plain, Mapping) or "answer" not in plain:
        raise _wrong(what, "each step is { answer = ..., why = ... }, with a seat where it is another's")
    seat, why = plain.get("seat", player), plain.get("why", "")
    if type(seat) is not int or not isinstance(why, str):
        raise _wrong(what, "the seat of a step is a whole number, its why a sentence")
    if seat == player and not why:
        raise _wrong(what, f"the answer {plain['answer']!r} of the player needs its why")
    return SolutionStep(seat, plain["answer"], why)


def _wrong(what: str, why: str) -> DataError:
    return DataError(f"{what}: {why}", code="bad-scenario")


@dataclass(frozen=True, slots=True)
class Played:
    """A step that has been played: what was asked, what was answered in words, and since which event."""

    step: SolutionStep
    question: str
    answer: str
    since: int


def play_solution(match: Match[Any], solution: Solution) -> Iterator[Played]:
    """The steps one by one, each after it has been answered. `match` stands at the position of the exercise and has the
    dice of the solution."""
    for number, step in enumerate(solution.steps):
        decision = match.pending.get(step.seat)
        if decision is None:
            raise _wrong(f"solution.steps[{number}]", f"seat {step.seat} is asked nothing")
        label = answer_in_words(match, decision, step)
        since = len(match.events)
        try:
            match.enter(step.seat, step.answer)
        except LudusError as error:
            raise _wrong(f"solution.steps[{number}]", error.message) from error
        yield Played(step, decision.prompt, label, since)


def answer_in_words(match: Match[Any], decision: Decision, step: SolutionStep) -> str:
    """As the table would have offered it; points that are shared out, box by box."""
    answer = step.answer
    if isinstance(decision, Allocate):
        shared = answer.items() if isinstance(answer, Mapping) else zip(decision.boxes, answer, strict=False)
        return ", ".join(f"{box} {points}" for box, points in shared if points).capitalize() or "Nothing"
    choice: Choice = tuple(answer) if isinstance(answer, list) else answer
    wanted = plain_choice(choice)
    for told in match.explain_safely(step.seat) or ():
        if told.get("choice") == wanted and told.get("label"):
            return str(told["label"])
    return str(answer)


def reached(match: Match[Any]) -> bool | None:
    """What has become of the goal; None: nothing yet."""
    return next((bool(event.data["reached"]) for event in reversed(match.events) if event.kind == "goal"), None)
