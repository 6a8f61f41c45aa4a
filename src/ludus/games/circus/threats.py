"""What somebody must face: attacks that can be announced, threats that are carried out, and cars in the air."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Falling:
    """A flipped car still in the air (CM 12.1b)."""

    square: int
    car: str
    faction: int  # index of the chariot it belonged to
    landed: int = -1  # where it comes down, once that is rolled


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that can be announced. `side` is where it comes from, as the target sees it."""

    kind: str  # "lash", "ram", "trample", or what an option adds
    target: int
    part: int
    side: int


@dataclass(frozen=True, slots=True)
class Threat:
    """An attack, a swerve or a wreck that somebody must face now (CM 9.3)."""

    kind: str  # "lash", "ram", "swerve" (an involuntary ram) or "wreck"
    attacker: int  # whose chariot, or whose wreck
    target: int
    part: int  # of the target
    side: int  # where it comes from, as the target sees it; 0: from above
    cdm: int  # of the attacker in the contest
    won: bool = False  # the target has won the contest, and only its way out is still to be chosen


attack_of = cache(Attack)  # they are listed at every step, and there are not many
