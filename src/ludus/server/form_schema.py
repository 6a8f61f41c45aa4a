"""Forms: what a person fills in, as standing orders or as the answer to a question."""

from __future__ import annotations

from typing import Any, Literal

from ludus.server.schema import Message


class OnlyIf(Message):
    """A field that counts only when another one of the same form has one of these values."""

    field: str
    values: list[str]


class ChoiceInfo(Message):
    value: str
    label: str
    seat: int | None = None  # it means this seat
    worth: int | None = None  # what it comes to in a sum that is limited


class FormField(Message):
    """One thing to be filled in. `rules` is a list of small forms, of which the first that fits counts."""

    kind: Literal["one-of", "any-of", "number", "rules"]
    name: str
    title: str
    help: str
    clause: str
    default: Any
    only: OnlyIf | None
    usual: Any = None  # what it begins with where it counts, if that is not the default
    choices: list[ChoiceInfo] | None = None
    low: int | None = None
    high: int | None = None
    unit: str | None = None
    step: int | None = None  # only every so many, counted from `low`
    least: int | None = None  # whatever is more than `low` is at least so much
    named: list[str] | None = None  # what each number means, from `low` on
    fields: list[FormField] | None = None
    most: int | None = None


class FormSection(Message):
    title: str
    fields: list[FormField]


class LimitInfo(Message):
    """The sum of some numbers is at least `least` and at most `most`, or so much more than others come to."""

    words: str
    of: list[str]
    most: int | None
    least: int
    than: list[str]
    clause: str
    unit: str = ""
