"""What a driver remembers of the race so far: who has struck whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ludus.core.event import Event

RECALLED = frozenset(("attack",))


@dataclass(slots=True)
class Memory:
    blows: Counter[str] = field(default_factory=Counter)  # that he has had, by the colour that dealt them
    dealt: Counter[str] = field(default_factory=Counter)  # by everybody, against anybody


def remember(past: Iterable[Event], faction: str) -> Memory:
    """What the driver of this colour makes of what he has seen."""
    memory = Memory()
    for event in past:
        memory.dealt[event.data["chariot"]] += 1
        if event.data["target"] == faction:
            memory.blows[event.data["chariot"]] += 1
    return memory
