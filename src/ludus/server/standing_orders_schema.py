"""The REST bodies of standing orders."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt

from ludus.server.clock import MOST as MOST_SECONDS
from ludus.server.schema import Message


class OnlyIf(Message):
    """A field that counts only when another one of the same form has one of these values."""

    field: str
    values: list[str]


class ChoiceInfo(Message):
    value: str
    label: str


class OrderField(Message):
    """One thing that can be ordered. `rules` is a list of small forms, of which the first that fits counts."""

    kind: Literal["one-of", "any-of", "number", "rules"]
    name: str
    title: str
    help: str
    clause: str
    default: Any
    only: OnlyIf | None
    choices: list[ChoiceInfo] | None = None
    low: int | None = None
    high: int | None = None
    unit: str | None = None
    fields: list[OrderField] | None = None
    most: int | None = None


class OrderSection(Message):
    title: str
    fields: list[OrderField]


OrdersWhen = Literal["away", "always"]


class OrdersInfo(Message):
    """A seat's standing orders, for nobody else: the form, what is ordered, and that in plain words."""

    form: list[OrderSection]  # [] where the game knows none
    orders: dict[str, Any]
    when: OrdersWhen  # only while no socket holds the seat, or always
    minutes: int  # in which nothing has happened, before they act
    active: bool
    words: list[str]


class GiveOrders(Message):
    """Without `confirmed` they are checked and said in plain words, and nothing changes."""

    orders: dict[str, Any]
    when: OrdersWhen = "away"
    minutes: Annotated[StrictInt, Field(ge=0, le=MOST_SECONDS // 60)] = 0
    active: bool = True
    confirmed: bool = False
