"""The charts of a book as plain tables, and where a roll falls on them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ludus.core.event import Event, Modifier, Roll

MINUS = "\N{MINUS SIGN}"


class Axis(NamedTuple):
    """What stands at the head of rows or columns: what they are, each one's label, and where they stand for numbers,
    the least of each."""

    title: str
    labels: tuple[str, ...]
    least: tuple[int, ...] = ()

    def at(self, number: int) -> int:
        """The place of a number; what is beyond the ends counts as the end."""
        return max(0, bisect_right(self.least, number) - 1)


class Chart(NamedTuple):
    """One chart: rows by `down`, columns by `across`, and how it is read in a sentence."""

    name: str
    title: str
    clause: str
    how: str
    down: Axis
    across: Axis
    cells: tuple[tuple[str, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()  # what the codes in it mean

    def spot(self, total: int, column: int | None = None, said: str = "") -> Spot:
        """Where this total falls, in the column that stands for a number; the first, where there is but one."""
        words = said or str(total)
        if column is None:
            return self.at(self.down.at(total), 0, words)
        place = self.across.at(column)
        return self.at(self.down.at(total), place, f"{words}, {self.across.title} {self.across.labels[place]}")

    def at(self, row: int, column: int, said: str) -> Spot:
        return Spot(self.name, row, column, said, self.title, self.cells[row][column])

    def to_plain(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "clause": self.clause,
            "how": self.how,
            "down": {"title": self.down.title, "labels": list(self.down.labels)},
            "across": {"title": self.across.title, "labels": list(self.across.labels)},
            "cells": [list(row) for row in self.cells],
            "legend": [{"code": code, "words": words} for code, words in self.legend],
        }


class Spot(NamedTuple):
    """Where a roll has fallen: chart, row and column counted from 0, how it came to that, dice and modifiers, and what
    stands there."""

    chart: str
    row: int
    column: int
    said: str
    title: str
    result: str


def numbers(title: str, low: int, high: int, *, open_below: bool = False, open_above: bool = False) -> Axis:
    """A row or a column for each number.

    >>> numbers("roll", 2, 4, open_above=True).labels
    ('2', '3', '4 or more')
    """
    labels = [_signed(number, low) for number in range(low, high + 1)]
    if open_below:
        labels[0] += " or less"
    if open_above:
        labels[-1] += " or more"
    return Axis(title, tuple(labels), tuple(range(low, high + 1)))


def _signed(number: int, low: int) -> str:
    """Where some are negative, all have their sign."""
    if low >= 0:
        return str(number)
    return f"{MINUS}{-number}" if number < 0 else f"+{number}" if number else "0"


def ladder(
    title: str, low: int, high: int, result: Callable[[int], Sequence[str]], ends: str = ""
) -> tuple[Axis, Cells]:
    """Totals that come to the same share a row. `ends` says which end is open: "below", "above", "both" or neither.

    >>> ladder("roll", 2, 7, lambda roll: ("hit" if roll > 4 else "miss",), "above")
    (Axis(title='roll', labels=('2 to 4', '5 or more'), least=(2, 5)), (('miss',), ('hit',)))
    """
    found: list[tuple[int, tuple[str, ...]]] = []
    for total in range(low, high + 1):
        cells = tuple(result(total))
        if not found or found[-1][1] != cells:
            found.append((total, cells))
    labels = []
    for index, (least, _) in enumerate(found):
        most = found[index + 1][0] - 1 if index + 1 < len(found) else high
        if index == 0 and ends in ("below", "both"):
            labels.append(f"{most} or less")
        elif index == len(found) - 1 and ends in ("above", "both"):
            labels.append(f"{least} or more")
        else:
            labels.append(str(least) if least == most else f"{least} to {most}")
    return Axis(title, tuple(labels), tuple(least for least, _ in found)), tuple(cells for _, cells in found)


def listing(name: str, title: str, clause: str, how: str, heads: tuple[str, str], rows: Mapping[str, str]) -> Chart:
    """Names and what each is worth."""
    return Chart(
        name,
        title,
        clause,
        how,
        Axis(heads[0], tuple(rows)),
        Axis("", (heads[1],)),
        tuple((each,) for each in rows.values()),
    )


Cells = tuple[tuple[str, ...], ...]


def amount(number: int) -> str:
    """A modifier as it is written."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


def rolled(event: Event, reason: str) -> Roll | None:
    """The dice of an event that were thrown for this."""
    return next((roll for roll in event.dice if roll.reason == reason), None)


def summed(dice: Sequence[int], modifiers: Iterable[Modifier] = ()) -> str:
    """Dice and what is added to them, as a sum.

    >>> summed((4, 5, 2), (Modifier("CDM", 1), Modifier("rain", 0)))
    '4 + 5 + 2 + 1 (CDM) = 12'
    """
    added = [each for each in modifiers if each.amount]
    total = sum(dice) + sum(each.amount for each in added)
    terms = " + ".join(map(str, dice))
    for each in added:
        terms += f" {'+' if each.amount > 0 else MINUS} {abs(each.amount)} ({each.reason})"
    return terms if len(dice) == 1 and not added else f"{terms} = {total}".replace("= -", f"= {MINUS}")
