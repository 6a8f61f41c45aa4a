"""What every chapter of a book is made of.

A book is a class: the chapters of an edition, with the options of a ruleset before them. Chapters are base classes,
their procedures methods; an option overrides the few that differ and calls `super()` for the rest. An instance holds
two references, the race (plain data) and the table (dice and log).

What belongs to a rule lives with it, found by its name:

- an event `dead-start` is put into words by `say_dead_start`,
- the answers to a question `whip` are explained by `explain_whip`,
- and given for a player who is away by `obey_whip`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any, ClassVar, TypeVar

from ludus.core.decision import Allocate, Choice, Choose, Decision, Range
from ludus.core.dice import ScriptedDice
from ludus.core.event import Event, Sound, Weight
from ludus.core.standing_orders import Obeyed, Orders
from ludus.core.table import Cited, QuietTable, Table
from ludus.games.circus import words
from ludus.games.circus.charts import Charts
from ludus.games.circus.contents import Contents
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.tones import answer_tone
from ludus.games.circus.words import Answer, Names

T = TypeVar("T")

SILENT = QuietTable(ScriptedDice(()), [])  # for what needs no dice and no log


class Chapter(Contents):
    """The race, the table, and the doors to dice, log and players."""

    statuses: ClassVar[tuple[str, ...]] = ("racing", "runaway", "stopped", "finished", "out")  # of a chariot
    sources: ClassVar[tuple[str, ...]]  # whose clauses this book may cite
    charts: ClassVar[Charts]
    cites: ClassVar[Mapping[str, str]] = {}  # the clause of this book, where a procedure names another book's
    # Options that this edition has in a form of its own; None: what they do it does anyway.
    own_forms: ClassVar[Mapping[type, type | None]] = {}
    season_forms: ClassVar[Mapping[type, type]] = {}  # and those for a race of a season (CM 20.3), before those
    known: ClassVar[dict[Any, Any]] = {}  # odds worked out before
    cited: ClassVar[Cited]  # every citation of it, translated
    # What an option adds to the state: names, and the dataclasses that stand under them.
    adds_to_race: ClassVar[Mapping[str, type]] = {}
    adds_to_chariots: ClassVar[Mapping[str, type]] = {}
    accents: ClassVar[Mapping[str, tuple[Weight, Sound]]] = {}  # of events that weigh more or less than most
    race_parts: ClassVar[Mapping[str, type]] = {}
    chariot_parts: ClassVar[Mapping[str, type]] = {}
    all_accents: ClassVar[Mapping[str, tuple[Weight, Sound]]] = {}

    def __init_subclass__(cls) -> None:
        cls.known = {}
        cls.race_parts = _gathered(cls, "adds_to_race")
        cls.chariot_parts = _gathered(cls, "adds_to_chariots")
        cls.all_accents = _gathered(cls, "accents")
        cls.cites = _gathered(cls, "cites")
        cls.cited = Cited(cls.cites)

    def __init__(self, race: Race, table: Table = SILENT) -> None:
        self.race = race
        self.table = table
        # Citations go through one door: whatever is rolled, told or asked names this book's own clauses.
        if self.cites:
            table.cite_by(self.cited)
        self.roll = table.roll
        self.shuffle = table.shuffle
        self.tell = table.tell

    def cite(self, clause: str) -> str:
        """This book's clause for it."""
        return self.cites.get(clause, clause)

    def over(self, race: Race, table: Table = SILENT) -> Any:
        """The same book over another race, or at another table."""
        return type(self)(race, table)

    # -- asking ------------------------------------------------------------------------------------------

    def choose(
        self,
        chariot: Chariot,
        name: str,
        prompt: str,
        clause: str,
        choices: tuple[Choice, ...],
        default: Choice | None = None,
        shunned: tuple[Choice, ...] = (),
    ) -> Choose:
        """One of a list, asked of whoever controls the chariot."""
        seat = self.race.controller(chariot) if self.race.absent else chariot.seat
        own = self.cites.get(clause, clause) if self.cites else clause
        return Choose(seat, name, prompt, own, choices, default, chariot.faction, shunned)

    def number(self, chariot: Chariot, name: str, prompt: str, clause: str, low: int, high: int, default: int) -> Range:
        """A whole number."""
        seat = self.race.controller(chariot) if self.race.absent else chariot.seat
        own = self.cites.get(clause, clause) if self.cites else clause
        return Range(seat, name, prompt, own, low, high, default, chariot.faction)

    def allocate(
        self,
        chariot: Chariot,
        name: str,
        prompt: str,
        clause: str,
        budget: int,
        boxes: Mapping[str, int],
        default: tuple[int, ...] | None = None,
    ) -> Allocate:
        """Points shared out over boxes."""
        seat = self.race.controller(chariot) if self.race.absent else chariot.seat
        return Allocate(seat, name, prompt, self.cite(clause), budget, boxes, default, chariot.faction)

    # -- what everybody sees of an option ------------------------------------------------------------------

    def conditions(self) -> list[str]:
        """What is special about the track now, by name: "rain", "mud"."""
        return []

    def remarks(self, chariot: Chariot) -> list[str]:
        """What options write on a log sheet, in words."""
        return []

    def counters(self, chariot: Chariot) -> dict[str, int]:
        """What lies on a chariot as a reminder, and how many of it."""
        return {}

    def log_sheet(self, chariot: Chariot) -> dict[str, Any]:
        """What this book's log sheet has besides the fields of every chariot: names and numbers."""
        return {}

    # -- answering: words, explanations, standing orders ---------------------------------------------------

    def say(self, event: Event, names: Names) -> str:
        """The event in plain words."""
        said: str = getattr(self, f"say_{event.kind.replace('-', '_')}")(event.data, names)
        return said

    def explain(self, decision: Decision) -> list[Answer]:
        """What each answer means: a label, what it costs, where it leads, and the exact odds before a roll."""
        explained: list[Answer] = getattr(self, f"explain_{decision.name}")(self.about(decision), decision)
        return explained

    def obey(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """The answer that standing orders give, and what everybody may read about it. What the orders themselves say
        stays the driver's secret."""
        obey = getattr(self, f"obey_{decision.name}", None)
        obeyed: Obeyed | None = None if obey is None else obey(self.about(decision), decision, orders)
        return obeyed

    def about(self, decision: Decision) -> Chariot:
        """The chariot that a question is about."""
        return next(each for each in self.race.chariots if each.faction == decision.about)

    def answer(self, choice: Choice, label: str, hint: Iterable[str] = (), clause: str = "", **more: Any) -> Answer:
        """One legal answer explained; the parts of the hint that say nothing are left out."""
        if clause:
            more["clause"] = self.cite(clause)
        if "tone" not in more and (tone := answer_tone(more)) != "plain":
            more["tone"] = tone
        return words.answer(choice, label, hint, **more)


def in_one_volume(book: type[T]) -> type[T]:
    """Every procedure of its chapters stands in the book itself: `super()` finds it there at once, and need not leaf
    through all chapters each time. In chapters of its own, from its own package, stands all that comes behind them."""
    behind: dict[str, Any] = {}
    for chapter in reversed(book.__mro__):
        behind |= vars(chapter)
        if chapter is book or _package(chapter) == _package(book):
            for name in behind.keys() - vars(chapter).keys():
                if isinstance(behind[name], FunctionType):
                    setattr(chapter, name, behind[name])
    return book


def _package(chapter: type) -> str:
    return chapter.__module__.rpartition(".")[0]


def _gathered(book: type, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in reversed(book.__mro__):
        found.update(each.__dict__.get(name, {}))
    return found
