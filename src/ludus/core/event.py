"""What happened, who may see it, and which rule says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludus.core.errors import DataError, fault, shown


class Roll(NamedTuple):
    """Dice that were thrown: what for, under which clause, and what they showed."""

    reason: str
    clause: str
    values: tuple[int, ...]
    sides: int = 6


class Modifier(NamedTuple):
    """A number added to a roll, with its reason."""

    reason: str
    amount: int


class Event(NamedTuple):
    """One thing that happened. `seats` lists who may see it; None means everybody."""

    kind: str
    data: Mapping[str, Any]
    clauses: tuple[str, ...]
    dice: tuple[Roll, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    seats: tuple[int, ...] | None = None

    def visible_to(self, seat: int | None) -> bool:
        return self.seats is None or (seat is not None and seat in self.seats)

    def to_plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"kind": self.kind, "data": dict(self.data), "clauses": list(self.clauses)}
        if self.dice:
            plain["dice"] = [
                {"reason": roll.reason, "clause": roll.clause, "values": list(roll.values), "sides": roll.sides}
                for roll in self.dice
            ]
        if self.modifiers:
            plain["modifiers"] = [{"reason": each.reason, "amount": each.amount} for each in self.modifiers]
        if self.seats is not None:
            plain["seats"] = list(self.seats)
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Event:
        try:
            return cls(
                kind=plain["kind"],
                data=dict(plain["data"]),
                clauses=tuple(plain["clauses"]),
                dice=tuple(
                    Roll(roll["reason"], roll["clause"], tuple(roll["values"]), roll["sides"])
                    for roll in plain.get("dice", ())
                ),
                modifiers=tuple(Modifier(each["reason"], each["amount"]) for each in plain.get("modifiers", ())),
                seats=tuple(plain["seats"]) if plain.get("seats") is not None else None,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DataError(f"this is not an event: {fault(error)} in {shown(plain, 80)}", code="bad-record") from error
