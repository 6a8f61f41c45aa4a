"""Standing orders: answers a player gives beforehand, for when he is away.

A game describes what can be ordered as sections of fields. Orders are plain data, a value for each field; they are
checked against that description, said in plain words, and turned into an answer when a question comes up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ludus.core.decision import Choice
from ludus.core.errors import LudusError, shown

if TYPE_CHECKING:
    from ludus.core.match import Match

Orders = Mapping[str, Any]


class OrdersError(LudusError):
    """Orders that cannot be given; the sentence names the place and what would be right."""

    code = "bad-orders"


class Obeyed(NamedTuple):
    """What the orders answer, and what everybody may read about it at once."""

    choice: Choice
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that can be ordered. With `only` (another field of the same form, some of its values) it counts only
    when that one has such a value."""

    name: str
    title: str
    default: Any
    help: str = ""
    clause: str = ""
    only: tuple[str, tuple[str, ...]] | None = None

    def read(self, value: Any, place: str) -> Any:
        """The value, if the field takes it."""
        raise NotImplementedError

    def to_plain(self) -> dict[str, Any]:
        """For clients, which draw the form from it."""
        return {
            "kind": KINDS[type(self)],
            "name": self.name,
            "title": self.title,
            "help": self.help,
            "clause": self.clause,
            "default": self.default,
            "only": None if self.only is None else {"field": self.only[0], "values": list(self.only[1])},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Field):
    """One of these; `choices` maps each value to its words."""

    choices: Mapping[str, str]

    def read(self, value: Any, place: str) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise OrdersError(f"{place} takes {', '.join(self.choices)}, not {shown(value)}")
        return value

    def to_plain(self) -> dict[str, Any]:
        return {**Field.to_plain(self), "choices": _plain_choices(self.choices)}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf(Field):
    """Some of these, at least one where it counts."""

    choices: Mapping[str, str]

    def read(self, value: Any, place: str) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(each, str) and each in self.choices for each in value):
            raise OrdersError(f"{place} takes a list of {', '.join(self.choices)}, not {shown(value)}")
        if not value:
            raise OrdersError(f"{place} takes at least one of {', '.join(self.choices)}")
        return [each for each in self.choices if each in value]

    def to_plain(self) -> dict[str, Any]:
        return {**Field.to_plain(self), "choices": _plain_choices(self.choices)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Field):
    """A whole number."""

    low: int
    high: int
    unit: str = ""

    def read(self, value: Any, place: str) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise OrdersError(f"{place} takes a whole number from {self.low} to {self.high}, not {shown(value)}")
        return value

    def to_plain(self) -> dict[str, Any]:
        return {**Field.to_plain(self), "low": self.low, "high": self.high, "unit": self.unit}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Field):
    """A list of rules, of which the first that fits counts. Each is a small form of its own."""

    fields: tuple[Field, ...]
    most: int = 12

    def read(self, value: Any, place: str) -> list[dict[str, Any]]:
        if not isinstance(value, list) or len(value) > self.most:
            raise OrdersError(f"{place} takes a list of at most {self.most} rules, not {shown(value)}")
        return [read_fields(self.fields, rule, f"{place}, rule {number}") for number, rule in enumerate(value, start=1)]

    def to_plain(self) -> dict[str, Any]:
        return {**Field.to_plain(self), "fields": [field.to_plain() for field in self.fields], "most": self.most}


KINDS: dict[type[Field], str] = {OneOf: "one-of", AnyOf: "any-of", Number: "number", Rules: "rules"}


@dataclass(frozen=True, slots=True)
class Section:
    """Fields that belong together. All names of a form are different."""

    title: str
    fields: tuple[Field, ...]

    def to_plain(self) -> dict[str, Any]:
        return {"title": self.title, "fields": [field.to_plain() for field in self.fields]}


Form = tuple[Section, ...]


def fields_of(form: Form) -> Iterator[Field]:
    return (field for section in form for field in section.fields)


def default_orders(form: Form) -> dict[str, Any]:
    """What the form begins with."""
    return {field.name: field.default for field in fields_of(form)}


def read_orders(form: Form, given: Any) -> dict[str, Any]:
    """The orders with a value for every field, or a refusal that names the place."""
    if not form:
        raise OrdersError("this game knows no standing orders", code="no-orders")
    return read_fields(tuple(fields_of(form)), given, "orders")


def read_fields(fields: Sequence[Field], given: Any, place: str) -> dict[str, Any]:
    """A value for each field: the given one, or else its default. One that does not count keeps its default."""
    if not isinstance(given, dict):
        raise OrdersError(f"{place} must have a value for each name, not {shown(given)}")
    names = [field.name for field in fields]
    for name in given:
        if name not in names:
            raise OrdersError(f"{place} has no '{shown(name)}'; it has {', '.join(names)}")
    values: dict[str, Any] = {}
    for field in fields:
        counts = field.only is None or values[field.only[0]] in field.only[1]
        wanted = given.get(field.name, field.default)
        values[field.name] = field.read(wanted, f"{place}, {field.title.lower()}") if counts else field.default
    return values


def obey(match: Match[Any], seat: int, orders: Orders) -> Obeyed | None:
    """The answer the orders prescribe for this seat's open question; None: they say nothing about it.

    Orders see what their seat sees and no more: the game is given a position made from that seat's view.
    """
    game, decision = match.game, match.pending[seat]
    seen = game.imagine(game.view(match.state, seat), match.seats, match.options)
    obeyed = game.obey(seen, seat, decision, orders)
    if obeyed is None:
        return None
    if obeyed.choice not in decision:
        raise OrdersError(f"the orders answer {shown(obeyed.choice)}, which is not legal: {decision.legal()}")
    # Where several are asked at once the answers are secret, and nothing is said of them.
    return Obeyed(obeyed.choice, "") if match._asked is not None else obeyed


def _plain_choices(choices: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"value": value, "label": label} for value, label in choices.items()]
