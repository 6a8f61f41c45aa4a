"""Small words and numbers that every explanation needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ludus.core.decision import Choice, plain_choice
from ludus.games.circus.state import Chariot

Answer = dict[str, Any]
T = TypeVar("T")


def answer(choice: Choice, label: str, hint: Iterable[str] = (), **more: Any) -> Answer:
    """One legal answer; the parts of the hint that say nothing are left out."""
    return {"choice": plain_choice(choice), "label": label, "hint": "; ".join(part for part in hint if part), **more}


def rounded(odds: Mapping[T, float]) -> dict[T, float]:
    """To four digits; what then has no chance is left out."""
    return {result: round(chance, 4) for result, chance in odds.items() if chance >= 0.00005}


def count(number: int, thing: str, several: str | None = None) -> str:
    return f"{number} {thing if number == 1 else several or thing + 's'}"


def span(low: int, high: int, thing: str) -> str:
    return count(high, thing) if low == high else f"{low} to {count(high, thing)}"


def named(chariot: Chariot) -> str:
    return chariot.faction.capitalize()
