"""Standing orders: answers a player gives beforehand, for when he is away.

A game describes what can be ordered as sections of fields. Orders are plain data, a value for each field; they are
checked against that description, said in plain words, and turned into an answer when a question comes up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ludus.core.decision import Choice
from ludus.core.errors import LudusError, shown
from ludus.core.fields import Field, FieldError, Section, read_fields

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


OrderForm = tuple[Section, ...]


def fields_of(form: OrderForm) -> Iterator[Field]:
    return (field for section in form for field in section.fields)


def default_orders(form: OrderForm) -> dict[str, Any]:
    """What the form begins with."""
    return {field.name: field.default for field in fields_of(form)}


def read_orders(form: OrderForm, given: Any) -> dict[str, Any]:
    """The orders with a value for every field, or a refusal that names the place."""
    if not form:
        raise OrdersError("this game knows no standing orders", code="no-orders")
    try:
        return read_fields(tuple(fields_of(form)), given, "orders")
    except FieldError as error:
        raise OrdersError(error.message) from error


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
