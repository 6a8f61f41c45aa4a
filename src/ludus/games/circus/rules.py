"""What a ruleset decides. Each switch is read in one named place; the recommended value is the default."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ludus.games.circus.hooks import EDITIONS, Hooks


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of a race."""

    level: str = "advanced"  # "basic": a flipped chariot just leaves the board (CM 11.0-scope)
    field: int = 8  # chariots in the race (CM 18.1)
    reaction_seconds: int | None = None  # CM 11.9: the steward's count; None is a race without a clock
    solitaire: bool = False  # CM 19: every faction but seat 0's attacks by the die
    characters: tuple[int, ...] = ()  # CM 19-personality: the rivals' numbers; none: dealt at random
    evasion_debt: str = "limit"  # CM 6.2-total-speed: off the limit, or off the "written" speed
    unpaid_strain: str = "flip"  # CM 8.41b: strain that cannot be paid in full, or "roll" the chart all the same
    brake_needs: int = 1  # CM 9.3b: endurance a defender must have to brake
    lash_dice: int = 1  # CM 9.41a: dice each in a team lash
    frontal_injury: str = "owner"  # CM 9.61b: the owner chooses, or spread "even" (QA 9.6)
    gray_targets: bool = True  # CM 9.1b: a chariot still on gray may be attacked
    cut_free: str = "once"  # CM 16.2a: one attempt, or one "every phase"
    inside_evasion_after_sideslip: bool = False  # CM 7.33-S: the ban covers evasions
    edition: str = "second-edition"
    hooks: Hooks = dataclasses.field(init=False, repr=False, compare=False)  # the edition's procedures

    def __post_init__(self) -> None:
        object.__setattr__(self, "hooks", EDITIONS[self.edition])

    @property
    def advanced(self) -> bool:
        return self.level == "advanced"

    @property
    def clock(self) -> int | None:
        """CM 11.0-scope, 11.1: the same count for every seat, and only in the Advanced Game."""
        return self.reaction_seconds if self.advanced else None


def read_rules(options: Mapping[str, Any]) -> Rules:
    return Rules(**{each.name: options[each.name] for each in fields(Rules) if each.name in options})
