"""The REST bodies of standing orders."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt

from ludus.server.clock import MOST as MOST_SECONDS
from ludus.server.form_schema import FormSection
from ludus.server.schema import Message

OrdersWhen = Literal["away", "always"]


class OrdersInfo(Message):
    """A seat's standing orders, for nobody else: the form, what is ordered, and that in plain words."""

    form: list[FormSection]  # [] where the game knows none
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
