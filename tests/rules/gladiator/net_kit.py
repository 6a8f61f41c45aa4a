"""Positions in the net step: a retiarius at (0,0) facing north, and somebody in front of him."""

from __future__ import annotations

from typing import Any

from ludus import Event
from tests.rules.gladiator.arena import ArenaMatch, arena, events, man

ORDERS = {"toss": "X(TN)", "swing": "X(SN)", "lay": "(LN2)X"}
PLACES = {"toss": (0, -3), "swing": (0, -2), "lay": (0, -1)}


def thrower(kind: str, **sheet: Any) -> dict[str, Any]:
    lay = [(0, -1)] if kind == "lay" else []
    return {**man(0, 0, "N", type="retiarius", plot=ORDERS[kind], lay=lay), **sheet}


def target(kind: str, **sheet: Any) -> dict[str, Any]:
    """A medium man in whose case every modifier is nothing: he has left his hex, at dead front and full range."""
    place = PLACES[kind]
    more: dict[str, Any] = {"left_hex": True, "facing": "S", "place": list(place)}
    if kind == "lay":
        more |= {"trail": [place], "stride": 3}
    return {**more, **sheet}


def net_attack(kind: str, *dice: int, by: dict[str, Any] | None = None, at: dict[str, Any] | None = None) -> ArenaMatch:
    """One net attack in the midst of a phase; `by` and `at` say more of the two men."""
    return arena(
        thrower(kind, **(by or {})), target(kind, **(at or {})), step="net", options={"throws": False}, dice=dice
    )


def harmless(modifiers: int) -> list[int]:
    """Three dice that come to 8 with these modifiers, or as near as can be: nothing happens."""
    first = min(6, max(1, 6 - modifiers))
    second = min(6, max(1, 7 - modifiers - first))
    return [first, second, min(6, max(1, 8 - modifiers - first - second))]


def outcome(match: ArenaMatch) -> Event:
    (found,) = events(match, "net")
    return found


def amounts(match: ArenaMatch) -> dict[str, int]:
    return {each.reason: each.amount for each in outcome(match).modifiers}
