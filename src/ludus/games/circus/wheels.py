"""Wheels: damage, checks, and wheels that come off."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.circus.charts import CAR_MODIFIER, WHEEL_BOXES, wheel_damage
from ludus.games.circus.flips import flip
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN


def wheels(chariot: Chariot) -> tuple[int, int]:
    return (chariot.left_wheel, chariot.right_wheel)


def damaged(chariot: Chariot) -> bool:
    """CM 7.43: a total of 1 can never come off, so only 2 and more matter."""
    return chariot.left_wheel > 1 or chariot.right_wheel > 1


def mark_wheel(race: Race, table: Table, chariot: Chariot, side: int, points: int, clauses: tuple[str, ...]) -> None:
    """CM 3.5e, 9.55b: boxes of one wheel."""
    name = "left" if side == IN else "right"
    total = min(WHEEL_BOXES, (chariot.left_wheel if side == IN else chariot.right_wheel) + points)
    if side == IN:
        chariot.left_wheel = total
    else:
        chariot.right_wheel = total
    table.tell("wheel", {"chariot": chariot.faction, "wheel": name, "points": points, "total": total}, clauses)


def hit_car(race: Race, table: Table, chariot: Chariot, side: int, other_car: str, clause: str) -> None:
    """CM 9.55a, 9.55-footnote, 9.56a: two dice by the type of the other car, then a check at once."""
    if not chariot.hitched:
        return
    dice = table.roll(2, "wheel damage", "CM 9.55a")
    points = wheel_damage(sum(dice) + CAR_MODIFIER[other_car])
    mark_wheel(race, table, chariot, side, points, (clause, "CM 9.55a", "CM 9.55b"))
    check_wheels(race, table, chariot, "CM 9.56a")


def check_wheels(race: Race, table: Table, chariot: Chariot, clause: str) -> None:
    """CM 7.43, 7.44, 9.56b: every damaged wheel, left first; stop at the first that comes off."""
    for side, name in ((IN, "left"), (-IN, "right")):
        total = chariot.left_wheel if side == IN else chariot.right_wheel
        if total < 2 or not chariot.hitched or not chariot.on_track:
            continue
        if total < WHEEL_BOXES:
            roll = sum(table.roll(2, f"{name} wheel", "CM 7.43"))
            lost = roll < total
            if roll == total:
                total += 1
                if side == IN:
                    chariot.left_wheel = total
                else:
                    chariot.right_wheel = total
            table.tell(
                "wheel-check",
                {"chariot": chariot.faction, "wheel": name, "roll": roll, "total": total, "lost": lost},
                (clause, "CM 7.43"),
            )
            if not lost and total < WHEEL_BOXES:
                continue
        flip(race, table, chariot, "CM 9.56b" if total >= WHEEL_BOXES else "CM 7.43")
