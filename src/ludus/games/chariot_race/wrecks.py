"""Damage, and what is left of a chariot that can take no more."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.chariot_race.state import Chariot, Race


def hurt(chariot: Chariot, damage: int) -> bool:
    """CR track-damage: take damage; True when the chariot is at 0 and must be wrecked."""
    chariot.damage = max(0, chariot.damage - damage)
    return chariot.damage == 0


def wreck(race: Race, table: Table, chariot: Chariot, space: int, clause: str) -> None:
    """CR wreck: the chariot is out at once; a caltrop marks the space where it was destroyed."""
    leave(race, chariot, "wrecked")
    chariot.damage = 0
    # One caltrop a space, none without supply, none on a stone heap (CR variant-stone-heaps).
    dropped = space not in race.caltrops and race.supply > 0 and not race.board.heap[space]
    if dropped:
        race.caltrops.add(space)
        race.supply -= 1
    table.tell(
        "wreck",
        {"chariot": chariot.colour, "space": race.board.names[space], "caltrop": dropped},
        ("CR wreck", clause),
    )


def leave(race: Race, chariot: Chariot, how: str) -> None:
    chariot.out = how
    chariot.out_order = 1 + sum(1 for other in race.chariots if other.out and other is not chariot)
    chariot.space = -1
