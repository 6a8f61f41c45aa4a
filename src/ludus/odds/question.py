"""What a chart question is: dials that are set, and tables of results with their chances."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ludus.core.chance import DIGITS, exactly, percent
from ludus.core.errors import SetupError

Values = Mapping[str, Any]
NUMBER = re.compile(r"[+-]?[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Dial:
    """A number between two others, or one of a few words."""

    name: str
    about: str
    low: int = 0
    high: int = 0
    usual: int | str = 0
    words: tuple[str, ...] = ()

    def read(self, given: Any) -> int | str:
        """The value that was given, checked."""
        if self.words:
            if str(given) in self.words:
                return str(given)
            raise SetupError(f"{self.name} is one of {', '.join(self.words)}, not '{given!s:.40}'", code="bad-dial")
        text = str(given).strip()
        number = int(text) if NUMBER.fullmatch(text) else None
        if number is None or not self.low <= number <= self.high:
            raise SetupError(
                f"{self.name} is a whole number from {self.low} to {self.high}, not '{text[:40]}'", code="bad-dial"
            )
        return number

    @property
    def span(self) -> str:
        """What it may be, for people."""
        return ", ".join(self.words) if self.words else f"{self.low} to {self.high}"

    def to_plain(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "about": self.about,
            "usual": self.usual,
            "low": self.low,
            "high": self.high,
            "words": list(self.words),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A result in words, and how likely it is."""

    result: str
    chance: float


@dataclass(frozen=True, slots=True)
class Table:
    """Results of which exactly one comes true, unless it says otherwise."""

    title: str
    rows: tuple[Row, ...]
    whole: bool = True  # the chances add up to 1

    @classmethod
    def of(cls, title: str, chances: Mapping[Any, float], whole: bool = True) -> Table:
        return cls(title, tuple(Row(str(result), chance) for result, chance in chances.items()), whole)

    @classmethod
    def yes_or_no(cls, title: str, chance: float, yes: str, no: str) -> Table:
        return cls(title, (Row(yes, chance), Row(no, 1 - chance)))

    def to_plain(self) -> dict[str, Any]:
        rows = [
            {
                "result": row.result,
                "chance": round(row.chance, DIGITS),
                "said": percent(row.chance),
                "exact": exactly(row.chance),
            }
            for row in self.rows
        ]
        return {"title": self.title, "whole": self.whole, "rows": rows}


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with its dials set, and what the charts say."""

    question: str
    title: str
    clauses: tuple[str, ...]
    values: dict[str, Any]
    tables: tuple[Table, ...]

    def to_plain(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "title": self.title,
            "clauses": list(self.clauses),
            "values": self.values,
            "tables": [table.to_plain() for table in self.tables],
        }


@dataclass(frozen=True, slots=True)
class Question:
    """Something a chart can be asked. `work_out` gets the options of the rules and the values of the dials."""

    name: str
    title: str
    clauses: tuple[str, ...]
    dials: tuple[Dial, ...]
    work_out: Callable[[Values, Values], tuple[Table, ...]]
    cites: Callable[[Values, str], str] = lambda options, clause: clause

    def read(self, given: Values) -> dict[str, Any]:
        """The value of every dial: the one given, or the usual one."""
        known = [dial.name for dial in self.dials]
        for name in given:
            if name not in known:
                there = f"it has {', '.join(known)}" if known else "it has none"
                raise SetupError(f"{self.name} has no dial '{name[:40]}'; {there}", code="unknown-dial")
        return {dial.name: dial.read(given.get(dial.name, dial.usual)) for dial in self.dials}

    def answer(self, options: Values, given: Values) -> Answer:
        values = self.read(given)
        clauses = tuple(dict.fromkeys(self.cites(options, clause) for clause in self.clauses))
        tables = self.work_out(options, values)
        if not any(table.rows for table in tables):
            raise SetupError(f"these rules have no chart for {self.name}", code="no-odds")
        return Answer(self.name, self.title, clauses, values, tables)

    def to_plain(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "clauses": list(self.clauses),
            "dials": [dial.to_plain() for dial in self.dials],
        }
