"""Horses: injuries, death in the traces, and cutting them free."""

from __future__ import annotations

from ludus.core.event import Modifier
from ludus.core.table import Table
from ludus.games.circus.charts import DEAD_HORSE_DIVISOR, horse_injury
from ludus.games.circus.flips import leave_race, stop_team
from ludus.games.circus.logs import base_speed, tire
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN
from ludus.games.circus.wheels import car_modifier


def nearest_horse(chariot: Chariot, side: int) -> int | None:
    """CM 9.51a: the living horse nearest to that side; horse 1 (index 0) stands inside."""
    order = range(4) if side == IN else range(3, -1, -1)
    return next((horse for horse in order if chariot.horses[horse]), None)


def shielded(chariot: Chariot, side: int) -> bool:
    """CM 9.52c: a fallen horse in harness shields its side of the team."""
    horses = (0, 1) if side == IN else (2, 3)
    return any(horse in horses for horse in chariot.fallen)


def roll_injury(race: Race, table: Table, chariot: Chariot, horse: int | None, car: str | None, clause: str) -> None:
    """CM 9.5: two dice, modified by the type of the ramming car, if there is one."""
    if horse is None:
        return
    modifiers = () if car is None else car_modifier(car)
    total = sum(table.roll(2, "horse injury", "CM 9.5")) + sum(each.amount for each in modifiers)
    clauses = (clause, "CM 9.5", *(("CM 9.5-footnote",) if modifiers else ()), "CM 9.51a", "CM 9.51b")
    injure(race, table, chariot, horse, horse_injury(total), clauses, modifiers)


def injure(
    race: Race,
    table: Table,
    chariot: Chariot,
    horse: int,
    points: int,
    clauses: tuple[str, ...],
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """CM 9.51a, 9.51b: boxes of one horse; the rest is ignored; the team slows at once."""
    boxes = chariot.horses[horse]
    taken = min(points, boxes)
    if taken:
        horses = list(chariot.horses)
        horses[horse] -= taken
        chariot.horses = tuple(horses)
    table.tell(
        "injury",
        {
            "chariot": chariot.faction,
            "horse": horse + 1,
            "points": taken,
            "left": boxes - taken,
            "team_speed": chariot.team_speed,
        },
        clauses,
        modifiers,
    )
    if taken and taken == boxes:
        die(race, table, chariot, horse)


def die(race: Race, table: Table, chariot: Chariot, horse: int) -> None:
    """CM 9.52a, 9.52g: the chariot stops, and the team loses heart."""
    dead = 4 - chariot.alive
    lost = chariot.endurance // DEAD_HORSE_DIVISOR[dead - 1] if dead <= len(DEAD_HORSE_DIVISOR) else 0
    chariot.fallen = (*chariot.fallen, horse)
    table.tell(
        "horse-dead",
        {"chariot": chariot.faction, "horse": horse + 1, "endurance_lost": lost},
        ("CM 9.52a", "CM 9.52g"),
    )
    tire(race, table, chariot, lost)
    if chariot.status in ("runaway", "stopped"):
        stop_team(race, table, chariot)
    elif not chariot.alive:
        leave_race(race, table, chariot, "no horses left", "CM 9.52g")


def cutting_price(thrown: int, cdm: int) -> int:
    """CM 9.53a: the dice less the CDM."""
    return max(0, thrown - cdm)


def cut_free(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 9.53a: a die for each living horse less the CDM, off the speed of this turn."""
    chariot.cut_turn = race.turn
    dice = table.roll(chariot.alive, "cutting a horse free", "CM 9.53a")
    price = cutting_price(sum(dice), chariot.cdm)
    speed = base_speed(race, chariot)
    free = price <= speed
    if free:
        race.move.price = price
        chariot.fallen = chariot.fallen[1:]
        race.rules.hooks.leave_horse(race, table, chariot)
    table.tell(
        "cut-free",
        {"chariot": chariot.faction, "price": price, "speed": speed, "free": free},
        ("CM 9.53a",) if free else ("CM 9.53a", "CM 9.53b"),
        (Modifier("CDM", -chariot.cdm),),
    )
