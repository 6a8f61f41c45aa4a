"""What a simulation tells beyond wins and lengths: one small module for each game that has more to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.core.match import Match
from ludus.lab import circus, gladiator


@dataclass(frozen=True, slots=True)
class Summary:
    """How a match that is over becomes facts, where it was played, and how the facts of many add up."""

    read: Callable[[Match[Any]], Any]
    add_up: Callable[[Sequence[Any]], dict[str, Any]]


SUMMARIES: dict[str, Summary] = {
    "circus": Summary(circus.read_race, circus.add_up),
    "gladiator": Summary(gladiator.read_fight, gladiator.add_up),
}
