"""Shields and what is knocked out of a man's hands (GL 10, 12.1 to 12.3)."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.gladiator.charts import ARMS, PARRY_BOXES
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.modifiers import modifier
from ludus.games.gladiator.postures import drop
from ludus.games.gladiator.state import Arena


def damage_shield(table: Table, strength: int, cfs: int, target: Fighter, result: str) -> str:
    """GL 10.2 to 10.3: boxes go from the total down; gives back the P or H that a ruined shield lets through. Bonus CFs
    are among the `cfs` of the attack, what a weak defender adds to its dice is not (GL 10.23)."""
    edge = 1 if result == "S*" else 0
    total = sum(table.roll(3, "shield damage", "GL 10.2")) + strength + cfs + edge
    threshold = target.shield_boxes
    due = max(0, total - threshold + 1)
    target.shield_boxes = max(0, threshold - due)
    over = due - threshold
    overflow = "" if over <= 0 else "P" if over <= PARRY_BOXES else "H"
    clauses = ["GL 10.2", "GL 10.21" if total > threshold else "GL 10.22" if total < threshold else "GL 10.1"]
    if not target.shield_boxes:
        clauses += ["GL 10.3", "GL 3-13b"]
    table.tell(
        "shield",
        {
            "fighter": target.name,
            "total": total,
            "boxes": min(due, threshold),
            "left": target.shield_boxes,
            "overflow": overflow,
        },
        tuple(clauses),
        (modifier("attacker's strength", strength), modifier("CFs", cfs), *((modifier("edge", 1),) if edge else ())),
    )
    return overflow


def check_shield_drop(arena: Arena, table: Table, strength: int, advantage: int, target: Fighter) -> None:
    """GL 12.1, 12.3: three dice less the attacker's strength and advantage; 0 or less and it is gone."""
    total = sum(table.roll(3, "shield drop", "GL 12.1")) - strength - advantage
    table.tell(
        "shield-drop-check",
        {"fighter": target.name, "total": total, "dropped": total <= 0},
        ("GL 12.1", "GL 12.3"),
        (modifier("attacker's strength", -strength), modifier("net advantage", -advantage)),
    )
    if total <= 0:
        drop(arena, table, target, "shield", "knocked away", "GL 12.1")


def check_weapon_drop(arena: Arena, table: Table, strength: int, advantage: int, target: Fighter) -> None:
    """GL 12.2, 12.3: as for the shield, less the CFs lost to arm wounds."""
    arms = target.cf_lost(ARMS, arena.rules.widths)
    total = sum(table.roll(3, "weapon drop", "GL 12.2")) - strength - advantage - arms
    table.tell(
        "weapon-drop-check",
        {"fighter": target.name, "total": total, "dropped": total <= 0},
        ("GL 12.2", "GL 12.3"),
        (
            modifier("attacker's strength", -strength),
            modifier("net advantage", -advantage),
            *((modifier("arm wounds", -arms),) if arms else ()),
        ),
    )
    if total <= 0:
        drop(arena, table, target, "weapon", "knocked away", "GL 12.2")
