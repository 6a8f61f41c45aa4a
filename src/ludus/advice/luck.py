"""Luck apart from skill: dice against what was to be expected of them, blow by blow and corner by corner.

A roll is rated from -50 to +50: the share of rolls that would have been worse, with half of those alike, less half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludus.core.event import Event
from ludus.core.match import Match
from ludus.games.circus.odds import sums

# Events whose dice should be low for whoever rolls them, and those where they should be high.
CORNERS = ("strain", "wheel-check", "dead-start")
BLOWS = ("attack",)
FACES = 6


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw that mattered to a seat."""

    event: int
    seat: int
    luck: float  # -0.5 to 0.5
    text: str

    def to_plain(self) -> dict[str, Any]:
        return {"event": self.event, "seat": self.seat, "luck": round(self.luck, 3), "text": self.text}


def rated(values: Iterable[int], *, high_is_good: bool) -> float:
    """How far a throw lies over the middle of all that could have come.

    >>> rated((3, 3, 4), high_is_good=True), rated((6, 6, 6), high_is_good=False) < -0.49
    (-0.0625, True)
    """
    thrown = list(values)
    odds = sums(len(thrown))
    total = sum(thrown)
    below = sum(chance for each, chance in odds.items() if each < total)
    alike = odds[total]
    luck = below + alike / 2 - 0.5
    return round(luck if high_is_good else -luck, 4)


def rolls_of(match: Match[Any]) -> list[Roll]:
    """Every throw that counts, in order, with whom it favoured. A blow is good or bad luck for both."""
    owners = _owners(match)
    found: list[Roll] = []
    for number, event in enumerate(match.events):
        for who, high_is_good in _sides(event):
            dice = next((roll.values for roll in event.dice if roll.sides == FACES), ())
            if who in owners and dice:
                luck = rated(dice, high_is_good=high_is_good)
                found.append(Roll(number, owners[who], luck, match.narrate(event)))
    return found


def _sides(event: Event) -> list[tuple[str, bool]]:
    """Who is concerned by the dice of an event, and whether he wanted them high."""
    if event.kind in CORNERS:
        return [(str(event.data["chariot"]), False)]
    if event.kind in BLOWS and "fighter" in event.data:
        return [(str(event.data["fighter"]), True), (str(event.data["target"]), False)]
    return []


def _owners(match: Match[Any]) -> Mapping[str, int]:
    state = match.state
    if hasattr(state, "fighters"):
        return {each.name: each.seat for each in state.fighters}
    return {getattr(each, "faction", ""): each.seat for each in state.chariots}
