"""Procedures that an edition may replace as a whole, each under the name of what it does.

What differs only by a number or a choice is a switch in `rules.py`. An edition is a set of these procedures
(`editions.py`); the rules call them by `race.rules.hooks`, and nothing else asks which edition is played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludus.core.game import Phase
from ludus.core.table import Table

if TYPE_CHECKING:
    from ludus.games.circus.attack import Attack
    from ludus.games.circus.state import Chariot, Race


@dataclass(frozen=True, slots=True)
class Hooks:
    """The procedures of an edition. What another edition does there: the E2 clauses."""

    # Before the race: where chariots come from (CM 3.6; E2 2.6.2, 3.6.1: out of a stable, heavier cars tire the team).
    build: Callable[[Race, Table], Phase]
    # At the start of a turn, before speeds are written (CM 5-start-of-turn; E2 3.7, 6.A: the weather).
    start_turn: Callable[[Race, Table], None]
    # Dice of speed lost by starting from a stand (CM 6.9-special-first-turn; E2 8.4.3: by car, after every stop).
    start_dice: Callable[[Race, Chariot], int]
    # The speed a corner lane takes without strain (CM 6.311; E2 9.1.4: less in mud).
    safe_speed: Callable[[Race, int], int]
    # Attacks besides lash and ram (E2 10.5, 10.6: knife and dust), and how they are carried out.
    more_attacks: Callable[[Race, Chariot], dict[str, Attack]]
    carry_out: Callable[[Race, Table, Chariot, Attack], Phase]
    # A lash at a team and at a driver (CM 9.41, 9.42; E2 10.4.1, 10.4.2: one comparison each).
    lash_team: Callable[[Race, Table, Chariot, Chariot], None]
    lash_driver: Callable[[Race, Table, Chariot, Chariot, int], Phase]
    # What is left of a horse that was cut free (CM 9.53a; E2 12.2.2.4: a carcass on the track).
    leave_horse: Callable[[Race, Table, Chariot], None]
    # A team meets a man on foot (CM 17.4; E2 14.2.2: he may still dodge).
    meet_man: Callable[[Race, Table, Chariot, Chariot], None]


EDITIONS: dict[str, Hooks] = {}
