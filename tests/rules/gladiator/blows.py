"""Blows: men face to face, shares of an allocation, and dice that do what a test needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus import Event
from tests.rules.gladiator.arena import ArenaMatch, arena, events, fight, man

QUIET = {"throws": False}
Share = tuple[Mapping[str, int], Mapping[str, int]]

NOTHING = (1, 1, 2)  # a 4: no effect in columns 0 to 2
# A hit in column 5 on the bare head, so many wounds and as many CFs, and no critical hit.
HEAD = {1: (4, 3, 3, 3, 3, 3, 1, 2), 2: (4, 3, 3, 4, 4, 3, 1, 2), 3: (4, 3, 3, 5, 4, 4, 1, 1)}
# Column 4: H; one wound; a 9 on the head: stunned, 12 less Constitution.
KNOCKED_OUT = (4, 4, 3, 3, 3, 3, 5, 4, 6, 6)
CROWD = 1  # the next phase begins with the moment of truth


def three(total: int) -> tuple[int, int, int]:
    """Three dice of that sum."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


def two(total: int) -> tuple[int, int]:
    first = min(6, total - 1)
    return first, total - first


def duel(*shares: Share, dice: Sequence[int], one: Mapping[str, Any], other: Mapping[str, Any]) -> ArenaMatch:
    """Face to face; attacks in the order of the areas."""
    match = arena(man(0, 0, "N", **one), man(0, -1, "S", **other), step="engage", options=QUIET, dice=dice)
    fight(match, *shares)
    return match


def strike(
    cf: int,
    defence: int,
    dice: Sequence[int],
    *,
    area: str = "head",
    one: Mapping[str, Any] | None = None,
    other: Mapping[str, Any] | None = None,
) -> ArenaMatch:
    """One attack of Verus, face to face; Priscus only guards himself."""
    return duel(
        ({area: cf}, {}),
        ({}, {area: defence}),
        dice=dice,
        one={"cf": 20, **(one or {})},
        other={"cf": 20, **(other or {})},
    )


def wounded(area: str, dice: Sequence[int], **other: Any) -> ArenaMatch:
    """A plain hit of Verus on this area of Priscus (a 14 in column 1), and then these dice."""
    return strike(1, 0, [*three(14), *dice], area=area, other=other)


def attack(match: ArenaMatch) -> Event:
    (event,) = events(match, "attack")
    return event


def wound(match: ArenaMatch) -> Event:
    (event,) = events(match, "wound")
    return event


def blows(match: ArenaMatch) -> list[tuple[int, str, int]]:
    return [(each.data["sub"], each.data["fighter"], each.data["cf"]) for each in events(match, "attack")]


def reasons(match: ArenaMatch) -> list[str]:
    """What dice were rolled for, in their order."""
    return [roll.reason for event in match.events for roll in event.dice]
