"""Questions as numbers: every answer is given in steps, each of which picks one of `ACTIONS` actions.

A short list takes one step. Points are shared out a box at a time, a form is filled in a field at a time, and of a list
that is too long first a part is picked, then the answer. What a step offers is a menu, from actions to what they mean.
A word has the same number whatever else may be answered, so that a policy can learn it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from ludus.core.decision import Allocate, Choice, Decision, Range
from ludus.core.fields import AnyOf, Field, Number
from ludus.core.form import Form, Limit

ACTIONS = 64
MANY_SETS = 6  # choices of which some are taken, from which on each is asked about by itself

Menu = Mapping[int, Any]
Steps = Generator[Menu, int, Any]


def steps_of(decision: Decision) -> Steps:
    """Ask a question in steps; what is returned at the end is the answer.

    >>> steps = steps_of(Range(0, "speed", "How fast?", "CM 5.1", 6, 8))
    >>> next(steps)
    {6: 6, 7: 7, 8: 8}
    """
    if isinstance(decision, Allocate):
        return _share(decision)
    if isinstance(decision, Form):
        return _fill(decision)
    if isinstance(decision, Range):
        return _pick(decision.name, range(decision.low, decision.high + 1))
    return _pick(decision.name, tuple(decision.listed()))


def _pick(name: str, answers: Sequence[Any]) -> Steps:
    while len(answers) > ACTIONS:
        size = -(-len(answers) // ACTIONS)
        parts = {index: answers[index * size : (index + 1) * size] for index in range(-(-len(answers) // size))}
        answers = parts[(yield parts)]
    menu = numbered(name, answers if isinstance(answers, range) else tuple(answers))
    return menu[(yield menu)]


@lru_cache(maxsize=65536)
def numbered(name: str, answers: Sequence[Any]) -> Menu:
    """An action for each answer: small numbers are themselves, words have a number of their own if it is free."""
    if all(type(answer) is int for answer in answers):
        low, high = min(answers), max(answers)
        if high - low < ACTIONS:
            low = low if low < 0 or high >= ACTIONS else 0
            return {answer - low: answer for answer in answers}
    menu: dict[int, Any] = {}
    for answer in answers:
        action = crc32(f"{name}:{answer}".encode()) % ACTIONS
        while action in menu:
            action = (action + 1) % ACTIONS
        menu[action] = answer
    return menu


def _share(decision: Allocate) -> Generator[Menu, int, Choice]:
    """Points, a box at a time; only as many as leave the rest something to fit into."""
    left = decision.budget
    counted, most = decision.few or (0, 0)
    shared: list[int] = []
    for index, (box, cap) in enumerate(zip(decision.boxes, decision.caps, strict=True)):
        limited = index < counted
        fitting = tuple(
            points
            for points in range(min(cap, left) + 1)
            if not (limited and points and not most)
            and left - points <= _room(decision.caps[index + 1 :], counted - index - 1, most - (limited and points > 0))
        )
        points = fitting[0] if len(fitting) == 1 else (yield from _pick(f"{decision.name}/{box}", fitting))
        most -= limited and points > 0
        left -= points
        shared.append(points)
    return tuple(shared)


def _room(caps: tuple[int, ...], counted: int, most: int) -> int:
    """How many points go into these boxes, if at most `most` of the first `counted` are used."""
    if counted <= 0:
        return sum(caps)
    return sum(sorted(caps[:counted], reverse=True)[:most]) + sum(caps[counted:])


def _fill(form: Form) -> Generator[Menu, int, Choice]:
    """A form, a field at a time; every other field keeps what it has, so that the form is legal after each step."""
    filled = form.default
    values: dict[str, Any] = dict(filled.items())  # type: ignore[union-attr]
    amounts = {each.name: each.amount(values[each.name]) for each in form.fields}
    for field in form.fields:
        if field.only is not None and values[field.only[0]] not in field.only[1]:
            continue
        least, most = _bounds(form.limits, field.name, amounts)
        name = f"{form.name}/{field.name}"
        if isinstance(field, AnyOf) and len(field.choices) >= MANY_SETS:
            value = yield from _some(name, field, values[field.name])
        else:
            fitting = _fitting(field, least, most)
            if len(fitting) < 2:
                continue
            value = yield from _pick(name, fitting)
        changed = form.read({**values, field.name: value})
        if not form.broken(changed):
            filled = changed
            values = dict(filled.items())  # type: ignore[union-attr]
            amounts = {each.name: each.amount(values[each.name]) for each in form.fields}
    return filled


def _fitting(field: Field, least: float, most: float) -> Sequence[Any]:
    """What a field takes within these bounds; numbers come in order."""
    values = field.values()
    if isinstance(field, Number):
        return values[bisect_left(values, least) : bisect_right(values, most)]
    return tuple(_frozen(each) for each in values if least <= field.amount(each) <= most)


def _some(name: str, field: AnyOf, before: Sequence[str]) -> Generator[Menu, int, list[str]]:
    """Some of many, asked about one by one; none at all is no answer, and changes nothing."""
    said = {}
    for choice in field.choices:
        said[choice] = yield from _pick(f"{name}/{choice}", ("no", "yes"))
    return [choice for choice in said if said[choice] == "yes"] or list(before)


def _bounds(limits: Sequence[Limit], name: str, amounts: Mapping[str, int]) -> tuple[float, float]:
    """Between what a field may come to while the others stay as they are."""
    least, most = float("-inf"), float("inf")
    for limit in limits:
        times = limit.of.count(name)
        if times:
            rest = sum(amounts[each] for each in limit.of if each != name)
            least = max(least, (limit.least - rest) / times)
            if limit.most is not None and name not in limit.than:
                most = min(most, (limit.most + sum(amounts[each] for each in limit.than) - rest) / times)
        elif name in limit.than and limit.most is not None:
            rest = sum(amounts[each] for each in limit.than if each != name)
            least = max(least, sum(amounts[each] for each in limit.of) - limit.most - rest)
    return least, most


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
