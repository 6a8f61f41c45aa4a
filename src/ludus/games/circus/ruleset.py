"""What a race is run by: a book, and the few numbers that are no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Rules:
    """The book of a race, and what was chosen besides."""

    book: type[Any]  # an edition with its options
    field: int = 8  # chariots in the race (CM 18.1)
    reaction_seconds: int | None = None  # CM 11.9: the steward's count; None is a race without a clock
    characters: tuple[int, ...] = ()  # CM 19-personality: the rivals' numbers; none: dealt at random
