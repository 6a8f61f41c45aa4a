"""What every campaign's book is made of.

A book is a class over the campaign's state (plain data) and the table, as in the circus. What belongs to a rule lives
with it, found by its name: an event `race-day` is said by `say_race_day`, a question `entries` explained by
`explain_entries` and answered for a player who is away by `obey_entries`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self

from ludus.campaign.tables import fallen
from ludus.core.chart import Chart, Spot
from ludus.core.decision import Choice, Decision, plain_choice
from ludus.core.dice import ScriptedDice
from ludus.core.errors import SetupError
from ludus.core.event import Accent, Event, Weight
from ludus.core.game import Option, Ruleset, S, Script
from ludus.core.plain import to_plain
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.core.table import QuietTable, Table

SILENT = QuietTable(ScriptedDice(()), [])  # for what needs no dice and no log


class Book(ABC, Generic[S]):
    """One kind of campaign. Rules are methods; the state and the table are all that an instance holds."""

    ruleset: ClassVar[Ruleset]  # under which it is played; `options["campaign"]` is its name
    state_class: ClassVar[type]
    seats: ClassVar[tuple[int, int]]  # from, to
    options: ClassVar[tuple[Option, ...]]  # what may be agreed on, besides which campaign it is
    endings: ClassVar[tuple[str, ...]]
    accents: ClassVar[Mapping[str, tuple[Weight, str]]] = {}  # how loud an event is, and its headline
    agreed: Mapping[str, Any] = {}  # the options, where there is no state that knows them

    def __init__(self, state: S, table: Table = SILENT) -> None:
        self.state = state
        self.table = table
        self.roll = table.roll
        self.tell = table.tell

    @classmethod
    def bare(cls, agreed: Mapping[str, Any] | None = None) -> Self:
        """The book without a campaign, for what only needs words."""
        book = object.__new__(cls)
        book.agreed = agreed or {}
        return book

    @classmethod
    def check_seats(cls, seats: int) -> None:
        low, high = cls.seats
        if not low <= seats <= high:
            raise SetupError(f"{cls.ruleset.title} is for {low} to {high}, not for {seats}", code="bad-seats")

    @classmethod
    @abstractmethod
    def begin(cls, seats: int, options: Mapping[str, Any]) -> S:
        """The state before anything has happened."""

    @classmethod
    @abstractmethod
    def load(cls, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> S:
        """The state that `save` wrote, checked."""

    def save(self) -> dict[str, Any]:
        plain: dict[str, Any] = to_plain(self.state)
        return plain

    @abstractmethod
    def play(self) -> Script:
        """The sequence of play, from any checkpoint to the end."""

    @abstractmethod
    def withdraw(self, seat: int) -> None:
        """A player gives up; called at a checkpoint."""

    # -- what may be known -----------------------------------------------------------------------------------

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may know, by allowlist."""

    @classmethod
    @abstractmethod
    def imagine(cls, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> S:
        """A state that fits a seat's view."""

    @classmethod
    def stage(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """What never changes: charts and prices, for clients to show."""
        return {}

    @classmethod
    def tables(cls) -> tuple[Chart, ...]:
        """Its charts, as tables."""
        return ()

    @classmethod
    def charted(cls, event: Event) -> tuple[Spot, ...]:
        """Where the dice of an event have fallen on them."""
        return tuple(fallen(event, {chart.name: chart for chart in cls.tables()})) if event.dice else ()

    # -- in words --------------------------------------------------------------------------------------------

    def say(self, event: Event, names: Sequence[str]) -> str:
        said: str = getattr(self, f"say_{event.kind.replace('-', '_')}")(event.data, names)
        return said

    def accent(self, event: Event) -> Accent:
        weight, headline = self.accents.get(event.kind, ("plain", ""))
        return Accent(weight, headline=headline)

    def explain(self, decision: Decision) -> list[dict[str, Any]]:
        """For each legal answer its label, what it costs and where it leads; of a form, its default."""
        explain = getattr(self, f"explain_{decision.name.replace('-', '_')}", None)
        if explain is not None:
            told: list[dict[str, Any]] = explain(decision)
            return told
        return [self.answer(choice, str(choice).capitalize()) for choice in decision]

    def answer(self, choice: Choice, label: str, hint: str = "") -> dict[str, Any]:
        return {"choice": plain_choice(choice), "label": label, "hint": hint}

    # -- for who is away -------------------------------------------------------------------------------------

    @classmethod
    def orders(cls, options: Mapping[str, Any], seats: int) -> OrderForm:
        return ()

    @classmethod
    def orders_in_words(cls, orders: Orders) -> list[str]:
        return []

    def obey(self, decision: Decision, orders: Orders) -> Obeyed | None:
        obey = getattr(self, f"obey_{decision.name.replace('-', '_')}", None)
        obeyed: Obeyed | None = None if obey is None else obey(decision, orders)
        return obeyed
