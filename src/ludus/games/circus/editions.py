"""The editions of the circus: for each the procedures it plays by."""

from __future__ import annotations

from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.circus.arrival import run_down
from ludus.games.circus.attack import Attack, lash_driver, lash_team
from ludus.games.circus.hooks import EDITIONS, Hooks
from ludus.games.circus.setup import build
from ludus.games.circus.state import Chariot, Race

SECOND_EDITION = "second-edition"


def no_weather(race: Race, table: Table) -> None:
    """The sky over the old circus is always clear."""


def first_turn_only(race: Race, chariot: Chariot) -> int:
    """CM 6.9-special-first-turn: one die, in turn 1."""
    return 1 if race.turn == 1 else 0


def printed_speed(race: Race, lane: int) -> int:
    """CM 6.311: the number on the lane."""
    return race.track.file.lanes[lane - 1].safe


def lash_and_ram_only(race: Race, chariot: Chariot) -> dict[str, Attack]:
    """CM 9.22: there are no others."""
    return {}


def no_other_attack(race: Race, table: Table, chariot: Chariot, attack: Attack) -> Phase:
    raise AssertionError(f"this edition has no attack {attack.kind}")
    yield


def it_vanishes(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 9.53a: a horse that was cut free is gone."""


EDITIONS[SECOND_EDITION] = Hooks(
    build=build,
    start_turn=no_weather,
    start_dice=first_turn_only,
    safe_speed=printed_speed,
    more_attacks=lash_and_ram_only,
    carry_out=no_other_attack,
    lash_team=lash_team,
    lash_driver=lash_driver,
    leave_horse=it_vanishes,
    meet_man=run_down,
)
