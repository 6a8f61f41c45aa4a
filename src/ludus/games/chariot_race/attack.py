"""Phase 6: caltrops dropped behind, javelins thrown."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.chariot_race.charts import COSTS
from ludus.games.chariot_race.state import Chariot, Race
from ludus.games.chariot_race.wrecks import hurt, wreck


def caltrop_spaces(race: Race, chariot: Chariot) -> list[int]:
    """CR caltrop-drop: spaces moved through, one caltrop each.

    The path begins after the start space, and where the chariot stands, or ended its move before it was placed, is not
    behind it.
    """
    if race.supply == 0:
        return []
    standing = race.progress(chariot)
    return [space for space, progress in race.turn.path if progress < standing and space not in race.caltrops]


def javelin_targets(race: Race, chariot: Chariot) -> list[Chariot]:
    """CR javelin-range: other chariots up to two spaces away in any direction."""
    reach = race.board.in_javelin_range[chariot.space]
    return [
        other
        for other in race.chariots
        if other.space in reach and other is not chariot and not (race.finish_protection and other.safe)
    ]


def drop_caltrop(race: Race, table: Table, chariot: Chariot, space: int) -> None:
    race.turn.attacks -= 1
    race.supply -= 1
    race.caltrops.add(space)
    table.tell(
        "caltrop",
        {"chariot": chariot.colour, "space": race.board.names[space], "supply": race.supply},
        ("CR caltrop-drop", "CR phase6-attack"),
    )


def throw_javelin(race: Race, table: Table, chariot: Chariot, target: Chariot) -> None:
    """CR javelin: it hits by itself."""
    race.turn.attacks -= 1
    gone = hurt(target, COSTS.javelin_damage)
    table.tell(
        "javelin",
        {
            "chariot": chariot.colour,
            "target": target.colour,
            "from": race.board.names[chariot.space],
            "to": race.board.names[target.space],
            "damage": COSTS.javelin_damage,
            "left": target.damage,
        },
        ("CR javelin", "CR javelin-range"),
    )
    if gone:
        wreck(race, table, target, target.space, "CR javelin")
