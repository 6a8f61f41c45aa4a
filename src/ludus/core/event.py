"""What happened, who may see it, and which rule says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

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


# From harmless to ruinous, for whoever it comes to.
Tone = Literal["plain", "good", "fair", "bad", "dire"]
# How much an event weighs among the others: hardly anything, as much as most, the title of what follows (a section is
# the larger one), a disaster, a triumph.
Weight = Literal["minor", "plain", "heading", "section", "dire", "triumph"]
Sound = Literal["", "hooves", "crack", "crash", "clash", "horn", "cheer"]


# What one looks for in a replay.
Mark = Literal["", "turn", "lap", "attack", "blow", "wreck", "death"]
# Moments that are worth a picture.
Picture = Literal["", "flip", "photo-finish", "mercy", "no-mercy"]


class Call(NamedTuple):
    """A word or two, called out over a piece."""

    over: str
    words: str
    tone: Tone = "plain"


class Accent(NamedTuple):
    """How an event wants to be shown, so that a client need not know what it is."""

    weight: Weight = "plain"
    about: tuple[str, ...] = ()  # the pieces that it concerns, first the one that acts
    call: Call | None = None
    headline: str = ""  # in big letters over the board
    sound: Sound = ""
    mark: Mark = ""
    picture: Picture = ""

    def to_plain(self) -> dict[str, Any]:
        """Without what says nothing."""
        plain: dict[str, Any] = {}
        if self.weight != "plain":
            plain["weight"] = self.weight
        if self.about:
            plain["about"] = list(self.about)
        if self.call is not None:
            plain["call"] = self.call._asdict()
        if self.headline:
            plain["headline"] = self.headline
        if self.sound:
            plain["sound"] = self.sound
        if self.mark:
            plain["mark"] = self.mark
        if self.picture:
            plain["picture"] = self.picture
        return plain


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
