"""A question that asks for several things at once: bets, sums of money, entries, purchases.

Its answer is a `Filled` form: a value for each field. Limits hold sums together: a purse that all of them must fit
into, bets on others that may not be higher than those on one's own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ludus.core.decision import Choice, Decision, Filled
from ludus.core.errors import DataError, Refused, shown
from ludus.core.fields import Field, FieldError, Section, read_field, read_fields

TOO_MANY = 10**18  # answers: so many that nobody counts them
COUNTED = 4096  # combinations that are tried one by one
TRIES = 24  # random answers drawn before the default is taken


@dataclass(frozen=True, slots=True)
class Limit:
    """The sum of some numbers, or of what choices are worth, is at least `least` and at most `most`, and where `than`
    names others, at most `most` more than those come to."""

    words: str  # what it says, as a sentence: "Bets on others may not exceed those on your own."
    of: tuple[str, ...]
    most: int | None = None
    least: int = 0
    than: tuple[str, ...] = ()
    clause: str = ""
    unit: str = ""  # of the sum, where the first of the fields has none

    def holds(self, amounts: Mapping[str, int]) -> bool:
        total = sum(amounts[name] for name in self.of)
        if total < self.least:
            return False
        return self.most is None or total <= self.most + sum(amounts[name] for name in self.than)

    def to_plain(self) -> dict[str, Any]:
        plain = {
            "words": self.words,
            "of": list(self.of),
            "most": self.most,
            "least": self.least,
            "than": list(self.than),
            "clause": self.clause,
        }
        return {**plain, "unit": self.unit} if self.unit else plain


def read_limit(plain: Mapping[str, Any]) -> Limit:
    of, than = tuple(plain["of"]), tuple(plain["than"])
    return Limit(plain["words"], of, plain["most"], plain["least"], than, plain["clause"], plain.get("unit", ""))


class Form(Decision):
    """Fill in all fields, so that every limit holds. Nothing but the default is needed: a field that is not named keeps
    its own.

    >>> from ludus.core.fields import Number
    >>> bet = Form(0, "bet", "Your bets.", "GT 1", (Section("Bets", (
    ...     Number(name="red", title="On red", default=0, low=0, high=300, step=100),
    ...     Number(name="blue", title="On blue", default=0, low=0, high=300, step=100),
    ... )),), (Limit("You have 300.", ("red", "blue"), 300),))
    >>> bet.count(), bet.read({"red": 200, "blue": 100}) in bet, bet.read({"red": 300, "blue": 100}) in bet
    (10, True, False)
    """

    __slots__ = ("fields", "limits", "sections")

    kind = "form"

    def __init__(
        self,
        seat: int,
        name: str,
        prompt: str,
        clause: str,
        sections: tuple[Section, ...],
        limits: tuple[Limit, ...] = (),
        default: Mapping[str, Any] | None = None,
        about: str = "",
    ) -> None:
        self.sections = sections
        self.limits = limits
        self.fields: tuple[Field, ...] = tuple(field for section in sections for field in section.fields)
        super().__init__(seat, name, prompt, clause, self._filled(default or {}), about)
        if broken := self.broken(self.default):
            raise DataError(f"the form {name} breaks its own limits by default: {broken}")

    def _filled(self, given: Mapping[str, Any]) -> Filled:
        return Filled(read_fields(self.fields, dict(given), "the form"))

    def broken(self, choice: Choice) -> str:
        """What an answer breaks, in words; nothing: it is legal."""
        if not isinstance(choice, Filled):
            return "it is no filled form"
        amounts = {field.name: field.amount(choice[field.name]) for field in self.fields}
        return " ".join(limit.words for limit in self.limits if not limit.holds(amounts))

    def combinations(self) -> int:
        """How many answers there are before any limit is looked at."""
        return prod(field.size() for field in self.fields)

    def __iter__(self) -> Iterator[Choice]:
        """The default first, then the others, where they can be counted."""
        yield self.default
        if self.combinations() > COUNTED:
            return
        seen = {self.default}
        for values in product(*(field.values() for field in self.fields)):
            choice = self._filled(dict(zip((field.name for field in self.fields), values, strict=True)))
            if choice not in seen and choice in self:
                seen.add(choice)
                yield choice

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, Filled):
            return False
        try:
            return self._filled(dict(choice.items())) == choice and not self.broken(choice)
        except FieldError:
            return False

    def count(self) -> int:
        """Exactly, or `TOO_MANY`."""
        return sum(1 for _ in self) if self.combinations() <= COUNTED else TOO_MANY

    def sample(self, rng: random.Random) -> Choice:
        """A random legal answer; not each with the same chance."""
        for _ in range(TRIES):
            drawn = self._filled({field.name: field.draw(rng) for field in self.fields})
            if drawn in self:
                return drawn
        return self.default

    def read(self, raw: object) -> Choice:
        if isinstance(raw, Filled):
            raw = dict(raw.items())
        if not isinstance(raw, Mapping):
            names = ", ".join(field.name for field in self.fields)
            raise Refused(f"this is answered by a form with {names}, not by {shown(raw)}", code="malformed-answer")
        try:
            return self._filled(raw)
        except FieldError as error:
            raise Refused(error.message, code="malformed-answer") from error

    def refuse(self, choice: object) -> Refused:
        broken = self.broken(self.read(choice))
        return Refused(f"This form is not legal here ({self.clause}): {broken} Legal: {self.legal()}.")

    def legal(self) -> str:
        limits = " ".join(limit.words for limit in self.limits)
        return f"a value for each of {', '.join(field.name for field in self.fields)}. {limits}".rstrip(". ")

    def to_plain(self) -> dict[str, Any]:
        return {
            **super().to_plain(),
            "sections": [section.to_plain() for section in self.sections],
            "limits": [limit.to_plain() for limit in self.limits],
        }

    def __repr__(self) -> str:
        return f"<Form {self.name!r} for seat {self.seat}: {self.legal()}>"


def read_form(plain: Mapping[str, Any]) -> Form:
    """A form from its plain description, as it stands in a view."""
    sections = tuple(
        Section(each["title"], tuple(read_field(field) for field in each["fields"])) for each in plain["sections"]
    )
    limits = tuple(read_limit(each) for each in plain["limits"])
    question = (plain["seat"], plain["name"], plain["prompt"], plain["clause"])
    return Form(*question, sections, limits, plain["default"], plain["about"])
