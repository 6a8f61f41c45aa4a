"""Wheels: damage, checks, and wheels that come off."""

from __future__ import annotations

from ludus.core.event import Modifier
from ludus.core.table import Table
from ludus.games.circus.charts import CAR_MODIFIER, WHEEL_BOXES, wheel_damage
from ludus.games.circus.flips import flip
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT

WHEEL = {IN: "left", OUT: "right"}


def wheels(chariot: Chariot) -> tuple[int, int]:
    return (chariot.left_wheel, chariot.right_wheel)


def damaged(chariot: Chariot) -> bool:
    """CM 7.43: a total of 1 can never come off, so only 2 and more matter."""
    return chariot.left_wheel > 1 or chariot.right_wheel > 1


def mark_wheel(
    table: Table,
    chariot: Chariot,
    side: int,
    points: int,
    clauses: tuple[str, ...],
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """CM 3.5e, 9.55b: boxes of one wheel."""
    total = min(WHEEL_BOXES, wheels(chariot)[side == OUT] + points)
    set_wheel(chariot, side, total)
    table.tell(
        "wheel",
        {"chariot": chariot.faction, "wheel": WHEEL[side], "points": points, "total": total},
        clauses,
        modifiers,
    )


def set_wheel(chariot: Chariot, side: int, total: int) -> None:
    if side == IN:
        chariot.left_wheel = total
    else:
        chariot.right_wheel = total


def hit_car(race: Race, table: Table, chariot: Chariot, side: int, other_car: str, clause: str) -> None:
    """CM 9.55a, 9.55-footnote, 9.56a: two dice by the type of the other car, then a check at once."""
    if not chariot.hitched:
        return
    dice = table.roll(2, "wheel damage", "CM 9.55a")
    points = wheel_damage(sum(dice) + CAR_MODIFIER[other_car])
    modifiers = car_modifier(other_car)
    clauses = (clause, "CM 9.55a", *(("CM 9.55-footnote",) if modifiers else ()), "CM 9.55b")
    mark_wheel(table, chariot, side, points, clauses, modifiers)
    check_wheels(race, table, chariot, "CM 9.56a")


def car_modifier(car: str) -> tuple[Modifier, ...]:
    """CM 9.5-footnote, 9.55-footnote: how a heavy or light car changes the damage it does."""
    amount = CAR_MODIFIER[car]
    return (Modifier(f"{car} car", amount),) if amount else ()


def wear(roll: int, total: int) -> tuple[int, bool]:
    """CM 7.43: its damage after two dice against it, and whether it comes off; an equal throw wears it."""
    return (total + 1, False) if roll == total else (total, roll < total)


def check_wheels(race: Race, table: Table, chariot: Chariot, clause: str) -> None:
    """CM 7.43, 7.44, 9.56b: every damaged wheel, left first; stop at the first that comes off."""
    if WHEEL_BOXES in wheels(chariot):
        flip(race, table, chariot, "CM 9.56b")
        return
    for side, total in zip((IN, OUT), wheels(chariot), strict=True):
        if total < 2:
            continue
        roll = sum(table.roll(2, f"{WHEEL[side]} wheel", "CM 7.43"))
        total, lost = wear(roll, total)
        set_wheel(chariot, side, total)
        table.tell(
            "wheel-check",
            {"chariot": chariot.faction, "wheel": WHEEL[side], "roll": roll, "total": total, "lost": lost},
            (clause, "CM 7.43"),
        )
        if lost or total == WHEEL_BOXES:
            flip(race, table, chariot, "CM 7.43" if lost else "CM 9.56b")
            return
