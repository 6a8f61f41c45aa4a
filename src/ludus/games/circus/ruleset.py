"""What a race is run by: a book, and the few numbers that are no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludus.games.circus.stable import Owned


@dataclass(frozen=True, slots=True)
class Rules:
    """The book of a race, and what was chosen besides."""

    book: type[Any]  # an edition with its options
    field: int = 8  # chariots in the race (CM 18.1)
    reaction_seconds: int | None = None  # CM 11.9: the steward's count; None is a race without a clock
    characters: tuple[int, ...] = ()  # CM 19-personality: the rivals' numbers; none: dealt at random
    spare: int = 0  # E2 3.4: chariots that each owner has besides those he enters
    stables: Owned = ()  # of a campaign; none: points or dice make them
    purse: int = 0  # sesterces that everybody begins with, where there is patronage
    purses: tuple[int, ...] = ()  # of a campaign, by seat; none: the same for everybody
    wagered: bool = False  # E1 5.2.3: a campaign keeps the stakes of a match race
    sealed_records: bool = False  # CM 20.21a: a campaign hands envelopes in
    extra_entries: int = 0  # E2 3.3.3: auctioned before the race
    betters: int = 0  # CM 26.5, E2 5.1.3: seats that race no chariot
    time_limit: int | None = None  # E2 3.1.1: turns, after which the race is stopped
