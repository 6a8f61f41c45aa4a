"""Epic races from the very start: stables full of known chariots, and shuffles that change nothing.

    race = fresh(2, options={"entries": 1})
    play(race, 1, 2)

Every chariot of a stable is the same unless `chariots` gives the dice of each, in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus import Match, ScriptedDice
from ludus.games.circus.editions import book_of
from ludus.games.circus.epic.edition import Epic
from tests.rules.circus.kit import GAME, CircusMatch

# Two dice for the team, one each for endurance, car, driver and hits: 5-3-3-5, 52, heavy, +1, 6 hits (E1 4.6.3).
EXAMPLE = (1, 5, 3, 6, 4, 1)
LIGHT = (1, 5, 3, 1, 4, 1)  # the same with a light car
FAST = (6, 6, 1, 1, 6, 6)  # 7-4-4-7, 21, light, +2, 10 hits


def keep(count: int) -> list[int]:
    """A shuffle that leaves everything in its place."""
    return list(range(count, 1, -1))


def start(field: int) -> list[int]:
    """Colours, grid and owners, all in order: colours by the alphabet, lane 1 first, seat 0 first."""
    second = keep(8) if field > 8 else []
    return [*keep(16), *keep(field), *keep(8), *second, *keep(field)]


def fresh(
    seats: int,
    *,
    chariots: Sequence[Sequence[int]] | None = None,
    options: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
) -> CircusMatch:
    """A race before anything has happened. Sunshine, and one chariot each out of a stable of two, unless said."""
    chosen = {"weather": False, "entries": 1, "stable": 1, **(options or {})}
    entries = min(chosen["entries"], 16 // seats)
    made = [EXAMPLE] * (seats * (entries + chosen["stable"])) if chariots is None else chariots
    rolled = [] if chosen.get("stables") else [die for each in made for die in each]
    return Match(GAME, seats, ScriptedDice([*rolled, *start(seats * entries), *dice]), "epic", chosen)


def stabled(**other: Any) -> dict[str, Any]:
    """A chariot as a campaign hands it in: the book's example, but for what is said."""
    return {"horses_start": [5, 3, 3, 5], "endurance": 52, "car": "heavy", "modifier": 1, "hits_start": 6, **other}


def book(race: CircusMatch) -> Epic:
    """The book that this race is run by, at its table."""
    found = book_of(race.state, race.table)
    assert isinstance(found, Epic)
    return found
