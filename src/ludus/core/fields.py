"""Fields of a form: what a person fills in, checked against its description and drawn by clients from it.

Standing orders are such a form, and so is a question that asks for several things at once (`ludus.core.form`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ludus.core.errors import LudusError, shown


class FieldError(LudusError):
    """A value that a field does not take; the sentence names the place and what would be right."""

    code = "bad-field"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to be filled in. With `only` (another field of the same form, some of its values) it counts only
    when that one has such a value."""

    name: str
    title: str
    default: Any
    help: str = ""
    clause: str = ""
    only: tuple[str, tuple[str, ...]] | None = None
    usual: Any = None  # what it is where it counts and nobody says anything, if that is not the default

    def begins(self) -> Any:
        """What stands there when a person begins to fill it in."""
        return self.default if self.usual is None else self.usual

    def read(self, value: Any, place: str) -> Any:
        """The value, if the field takes it."""
        raise NotImplementedError

    def size(self) -> int:
        """How many values it takes."""
        raise NotImplementedError

    def values(self) -> Sequence[Any]:
        """All of them."""
        raise NotImplementedError

    def draw(self, rng: random.Random) -> Any:
        """Any of them."""
        return rng.choice(self.values())

    def amount(self, value: Any) -> int:
        """What a value comes to in a sum that is limited."""
        return 0

    def to_plain(self) -> dict[str, Any]:
        """For clients, which draw the form from it."""
        plain = {
            "kind": KINDS[type(self)],
            "name": self.name,
            "title": self.title,
            "help": self.help,
            "clause": self.clause,
            "default": self.default,
            "only": None if self.only is None else {"field": self.only[0], "values": list(self.only[1])},
        }
        return plain if self.usual is None else {**plain, "usual": self.usual}


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Field):
    """One of these; `choices` maps each value to its words."""

    choices: Mapping[str, str]
    seats: Mapping[str, int] = field(default_factory=dict)  # the choices that mean a seat; clients know its name
    worth: Mapping[str, int] = field(default_factory=dict)  # what choices come to in a sum that is limited; others: 0

    def read(self, value: Any, place: str) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise FieldError(f"{place} takes {', '.join(self.choices)}, not {shown(value)}")
        return value

    def size(self) -> int:
        return len(self.choices)

    def values(self) -> Sequence[str]:
        return list(self.choices)

    def to_plain(self) -> dict[str, Any]:
        plain: list[dict[str, Any]] = _plain_choices(self.choices)
        for of, known in (("seat", self.seats), ("worth", self.worth)):
            if known:
                plain = [{**each, of: known.get(each["value"])} for each in plain]
        return {**Field.to_plain(self), "choices": plain}

    def amount(self, value: Any) -> int:
        return self.worth.get(value, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf(Field):
    """Some of these, at least one where it counts."""

    choices: Mapping[str, str]

    def read(self, value: Any, place: str) -> list[str]:
        if not isinstance(value, list | tuple) or not all(
            isinstance(each, str) and each in self.choices for each in value
        ):
            raise FieldError(f"{place} takes a list of {', '.join(self.choices)}, not {shown(value)}")
        if not value:
            raise FieldError(f"{place} takes at least one of {', '.join(self.choices)}")
        return [each for each in self.choices if each in value]

    def size(self) -> int:
        return int(2 ** len(self.choices)) - 1

    def values(self) -> Sequence[list[str]]:
        return [list(some) for number in range(1, len(self.choices) + 1) for some in combinations(self.choices, number)]

    def to_plain(self) -> dict[str, Any]:
        return {**Field.to_plain(self), "choices": _plain_choices(self.choices)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Field):
    """A whole number."""

    low: int
    high: int
    unit: str = ""
    step: int = 1  # only every so many, counted from `low`
    least: int = 0  # whatever is more than `low` is at least so much
    named: tuple[str, ...] = ()  # what each value means, from `low` on; none: a number says enough

    def read(self, value: Any, place: str) -> int:
        if type(value) is not int or (value != self.low and value not in self._above()):
            raise FieldError(f"{place} takes {self.legal()}, not {shown(value)}")
        return value

    def _above(self) -> range:
        """What it takes besides `low`."""
        steps = -(-(max(self.least, self.low + 1) - self.low) // self.step)
        return range(self.low + steps * self.step, self.high + 1, self.step)

    def size(self) -> int:
        return 1 + len(self._above())

    def values(self) -> Sequence[int]:
        above = self._above()
        if above and above[0] == self.low + self.step:
            return range(self.low, self.high + 1, self.step)  # a sum of money has very many
        return [self.low, *above]

    def draw(self, rng: random.Random) -> int:
        """Often the default, and small rather than large: such sums fit together."""
        above = self._above()
        if not above or rng.random() < 0.5:
            return int(self.default)
        index = int((len(above) + 1) * rng.random() ** 3)
        return above[index - 1] if index else self.low

    def amount(self, value: Any) -> int:
        return int(value)

    def legal(self) -> str:
        """What it takes, in words."""
        if self.named:
            first = f"{self.low} ({self.named[0]})"
            return first if self.low == self.high else f"{first} to {self.high} ({self.named[-1]})"
        step = f" in steps of {self.step}" if self.step > 1 else ""
        least = f"{self.low}, or at least {self.least}: " if self.least > self.low else ""
        return f"{least}a whole number from {self.low} to {self.high}{step}"

    def to_plain(self) -> dict[str, Any]:
        plain = {
            **Field.to_plain(self),
            "low": self.low,
            "high": self.high,
            "unit": self.unit,
            "step": self.step,
            "least": self.least,
        }
        return {**plain, "named": list(self.named)} if self.named else plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Field):
    """A list of rules, of which the first that fits counts. Each is a small form of its own."""

    fields: tuple[Field, ...]
    most: int = 12

    def read(self, value: Any, place: str) -> list[dict[str, Any]]:
        if not isinstance(value, list) or len(value) > self.most:
            raise FieldError(f"{place} takes a list of at most {self.most} rules, not {shown(value)}")
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


def read_fields(fields: Sequence[Field], given: Any, place: str) -> dict[str, Any]:
    """A value for each field: the given one, or else what it begins with. One that does not count keeps its default."""
    if not isinstance(given, dict):
        raise FieldError(f"{place} must have a value for each name, not {shown(given)}")
    names = [field.name for field in fields]
    for name in given:
        if name not in names:
            raise FieldError(f"{place} has no '{shown(name)}'; it has {', '.join(names)}")
    values: dict[str, Any] = {}
    for each in fields:
        counts = each.only is None or values[each.only[0]] in each.only[1]
        wanted = given.get(each.name, each.begins())
        values[each.name] = each.read(wanted, f"{place}, {each.title.lower()}") if counts else each.default
    return values


def _plain_choices(choices: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"value": value, "label": label} for value, label in choices.items()]


def read_field(plain: Mapping[str, Any]) -> Field:
    """A field from its plain description. Lists of rules are part of standing orders only."""
    only = plain["only"]
    told: dict[str, Any] = {name: plain[name] for name in ("name", "title", "default", "help", "clause")}
    told["usual"] = plain.get("usual")
    told["only"] = None if only is None else (only["field"], tuple(only["values"]))
    if plain["kind"] == "number":
        numbers = {name: plain[name] for name in ("low", "high", "unit", "step", "least")}
        return Number(**told, **numbers, named=tuple(plain.get("named", ())))
    choices = {each["value"]: each["label"] for each in plain["choices"]}
    if plain["kind"] == "any-of":
        return AnyOf(**told, choices=choices)
    seats = {each["value"]: each["seat"] for each in plain["choices"] if each.get("seat") is not None}
    worth = {each["value"]: each["worth"] for each in plain["choices"] if each.get("worth") is not None}
    return OneOf(**told, choices=choices, seats=seats, worth=worth)
