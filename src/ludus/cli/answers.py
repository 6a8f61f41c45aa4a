"""Answers in a terminal: how they are listed, and what a person means by what is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from ludus.core.decision import Allocate, Choice, Choose, Decision, Range
from ludus.core.errors import Refused, shown

Explained = Mapping[str, Any]  # what the game says about an answer

SHOWN = 16  # lines listed at once
EACH = "each"  # typed to be asked box by box
COUNTED = ("forward", "brake")  # steps that differ only in how far


# -- listing ------------------------------------------------------------------------------------------


def listed(decision: Decision, answers: Sequence[Explained]) -> list[Text]:
    """The answers, a line each; a run of numbers that come to the same is one line."""
    if isinstance(decision, Allocate):
        return _boxes(decision, answers)
    lines = []
    numbered = list(enumerate(answers, start=1))
    for _, group in groupby(numbered, key=lambda entry: _run(decision, entry[1])):
        run = list(group)
        (first, opening), (last, closing) = run[0], run[-1]
        if isinstance(decision, Range):
            first, last = opening["choice"], closing["choice"]
        lines.append(_line(f"{first}" if first == last else f"{first}-{last}", opening, closing))
    return lines


def _run(decision: Decision, answer: Explained) -> tuple[str, ...]:
    """Answers next to each other with the same of these stand in one line: the same word, the same risk."""
    if isinstance(decision, Range):
        return (str(answer.get("hint") or ""),)
    word = str(answer["choice"]).partition(" ")[0]
    return (word, repr(answer.get("strain"))) if word in COUNTED else (str(answer["choice"]),)


def _line(number: str, opening: Explained, closing: Explained) -> Text:
    line = Text(f" {number:>5} ", style="bold")
    label = str(closing.get("label") or closing["choice"])
    if opening is not closing:
        line.append(f"{opening.get('label') or opening['choice']} ... ", style="not bold")
    line.append(label, style="not bold")
    if closing.get("hint"):
        line.append(f"  {closing['hint']}", style="dim not bold")
    return line


def _boxes(decision: Allocate, answers: Sequence[Explained]) -> list[Text]:
    points = {answer["box"]: answer.get("points") or () for answer in answers if "box" in answer}
    lines = []
    for box, cap in zip(decision.boxes, decision.caps, strict=True):
        line = Text(f" {box:>9} ", style="bold").append(f"0 to {cap}", style="not bold")
        words = [str(each.get("label") if isinstance(each, Mapping) else each) for each in points.get(box, ())]
        if words:
            line.append(
                "  " + "; ".join(f"{number}: {each}" for number, each in enumerate(words)), style="dim not bold"
            )
        lines.append(line)
    return lines


# -- reading ------------------------------------------------------------------------------------------


def how_to(decision: Decision) -> str:
    """One sentence that says what would be right."""
    if isinstance(decision, Range):
        return f"Type a whole number from {decision.low} to {decision.high}."
    if isinstance(decision, Allocate):
        boxes = ", ".join(f"{box} 0 to {cap}" for box, cap in zip(decision.boxes, decision.caps, strict=True))
        example = " ".join(map(str, decision.default)) if isinstance(decision.default, tuple) else ""
        return (
            f"Share out {decision.budget} points over {boxes}: type {len(decision.boxes)} numbers such as {example}, "
            f"or boxes by name, or {EACH} to be asked one by one."
        )
    return f"Type a number from 1 to {decision.count()}, or the words: {decision.legal()}."


def read_answer(typed: str, decision: Decision) -> Choice:
    """The answer that is meant, or a refusal that says what would be right."""
    if not typed:
        return decision.default
    meant: Choice | None
    if isinstance(decision, Range):
        meant = int(typed) if re.fullmatch(r"[+-]?\d{1,9}", typed, re.ASCII) else None
    elif isinstance(decision, Allocate):
        meant = _read_points(typed, decision)
    else:
        assert isinstance(decision, Choose)
        meant = _read_choice(typed, decision)
    if meant is None or meant not in decision:
        raise Refused(f"'{shown(typed, 40)}' is not among the answers. {how_to(decision)}")
    return meant


def _read_choice(typed: str, decision: Choose) -> Choice | None:
    """The words of an answer, their beginnings ("f 3", "ram r h"), or its number in the list."""
    if typed in decision:
        return typed
    if typed.isdecimal() and 1 <= int(typed[:6]) <= len(decision.choices):
        return decision.choices[int(typed) - 1]
    found = [choice for choice in decision.choices if _begins(typed.lower().split(), str(choice).split())]
    if len(found) > 1:
        raise Refused(f"'{shown(typed, 40)}' could be {' or '.join(map(str, found[:5]))}; type a little more.")
    return found[0] if found else None


def _begins(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Each word typed begins the word of the answer that stands there; numbers must be whole."""
    return len(typed) == len(words) and all(
        word == part if part.isdecimal() else word.startswith(part) for part, word in zip(typed, words, strict=True)
    )


def _read_points(typed: str, decision: Allocate) -> tuple[int, ...] | None:
    """Numbers in the order of the boxes, or boxes by name with their points: driver 2 endurance 2."""
    parts = re.findall(r"[^\s,:=]+", typed.lower())
    if all(part.isdecimal() for part in parts):
        return tuple(int(part[:6]) for part in parts)
    points = dict.fromkeys(decision.boxes, 0)
    joined = " ".join(parts)
    for name, number in re.findall(r"(\D+?)\s+(\d{1,6})(?=\s|$)", joined, re.ASCII):
        found = [box for box in decision.boxes if box.startswith(name.strip())]
        if len(found) != 1:
            return None
        points[found[0]] = int(number)
    return tuple(points.values())
