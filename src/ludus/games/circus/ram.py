"""Rams resolved: against horses and against cars."""

from __future__ import annotations

from ludus.core.event import Modifier
from ludus.core.table import Table
from ludus.games.circus.charts import car_ram
from ludus.games.circus.horses import nearest_horse, roll_injury, shielded
from ludus.games.circus.logs import defending_cdm
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.wheels import hit_car


def ram_horses(race: Race, table: Table, car: str, target: Chariot, side: int, clause: str) -> None:
    """CM 9.5, 9.52c: the horse nearest to the ramming car suffers. `side` is where the car comes from."""
    if shielded(target, side):
        table.tell("unhurt", {"chariot": target.faction}, (clause, "CM 9.52c"))
        return
    roll_injury(race, table, target, nearest_horse(target, side), car, clause)


def ram_car(race: Race, table: Table, attacker: Chariot, cdm: int, target: Chariot, side: int, clause: str) -> None:
    """CM 9.54 to 9.56: three dice plus the attacker's CDM less the defender's. `side` as seen by the target."""
    against = defending_cdm(race, target)
    dice = table.roll(3, "ram", "CM 9.54")
    total = sum(dice) + cdm - against
    hurts_attacker, hurts_target = car_ram(total)
    table.tell(
        "ram-car",
        {
            "chariot": attacker.faction,
            "target": target.faction,
            "total": total,
            "hurts_attacker": hurts_attacker,
            "hurts_target": hurts_target,
        },
        (clause, "CM 9.54"),
        (Modifier("attacker's CDM", cdm), Modifier("defender's CDM", -against)),
    )
    # The defender first; both are carried out even if one flips (CM 9.55a).
    if hurts_target:
        hit_car(race, table, target, side, attacker.car, "CM 9.54")
    if hurts_attacker:
        hit_car(race, table, attacker, -side, target.car, "CM 9.54")
