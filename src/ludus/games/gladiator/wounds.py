"""Blows that reach the body: armour, wounds, critical hits, death and bleeding (GL 9)."""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.table import Table
from ludus.games.gladiator.charts import AREAS, ARMOUR_MODIFIER, HEAD, KILLED, critical_hit, wounds_for
from ludus.games.gladiator.fame import note_bleeding, note_kill, note_knocked_out, note_wound
from ludus.games.gladiator.fighter import NONE, Fighter, categories
from ludus.games.gladiator.modifiers import modifier
from ludus.games.gladiator.postures import drop, leave
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.stun import add_stun, check_consciousness

Lose = Callable[[Fighter, int], None]  # CFs lost in mid-phase come off what is still to come (GL 8.461)


def kill(arena: Arena, table: Table, fighter: Fighter, why: str, clause: str) -> None:
    note_kill(arena, fighter)
    leave(arena, fighter, "dead")
    table.tell("death", {"fighter": fighter.name, "why": why}, (clause,))


def mark_wounds(arena: Arena, fighter: Fighter, area: int, wounds: int) -> int:
    """GL 9.3, 9.31: boxes from W downwards; gives back the CFs that are lost for good."""
    before = fighter.wounds[area]
    after = min(before + wounds, fighter.wound_factor)
    width = arena.rules.widths[area]
    lost = categories(fighter.wound_factor, after, width) - categories(fighter.wound_factor, before, width)
    fighter.wounds = (*fighter.wounds[:area], after, *fighter.wounds[area + 1 :])
    fighter.cf -= lost
    return lost


def armour_modifier(table: Table, fighter: Fighter, area: int) -> int:
    """GL 9.2, GL 9.21, GL 9.22: whole armour always counts, partial armour where the dice strike it."""
    code = fighter.armour[area]
    if not code:
        return 0
    if len(code) > 1 and sum(table.roll(2, "coverage", "GL 9.22")) > int(code[1:]):
        return 0
    return ARMOUR_MODIFIER[code[0]]


def hit(arena: Arena, table: Table, by: Fighter, fighter: Fighter, area: int, plus: int, lose: Lose) -> None:
    """GL 9.1 to 9.5: an H of one man on this area of another."""
    awake = not fighter.unconscious
    code = fighter.armour[area]
    armour = armour_modifier(table, fighter, area)
    total = sum(table.roll(3, "wounds", "GL 9.1")) + plus + armour
    wounds = wounds_for(total)
    clauses = ["GL 9.1", "GL 9.1-table"]
    if code:
        clauses.append("GL 9.22" if len(code) > 1 else "GL 9.21")
    modifiers = (modifier("severity of the hit", plus), modifier("armour", armour))
    data = {"fighter": fighter.name, "area": AREAS[area], "total": total, "wounds": wounds, "critical": "", "lost": 0}
    if wounds:
        note_wound(arena, by, fighter, area)
    if wounds == KILLED:
        table.tell("wound", data, tuple(clauses), modifiers)
        kill(arena, table, fighter, "a mortal blow", "GL 9.1-table")
        return
    if wounds == 0:
        table.tell("wound", data, tuple(clauses), modifiers)
        return
    # GL 9.4: one more for each wound beyond the first.
    critical = critical_hit(area, sum(table.roll(2, "critical hit", "GL 9.4")) + wounds - 1)
    clauses += ["GL 9.4", "GL 9.4-table"]
    if critical == "H" and not fighter.armour[HEAD]:
        critical = "3xM"  # GL 9.5-H
        clauses.append("GL 9.5-H")
    wounds = _multiplied(wounds, critical)
    lost = mark_wounds(arena, fighter, area, wounds)
    clauses += ["GL 9.3", *(["GL 9.31"] if lost else []), *CRITICAL_CLAUSES[critical]]
    _lasting(fighter, area, critical)
    if critical == "V":
        lost += 1
    data |= {"wounds": wounds, "critical": critical, "lost": lost, "cf": fighter.cf}
    table.tell("wound", data, tuple(dict.fromkeys(clauses)), modifiers)
    if critical == "K":
        kill(arena, table, fighter, "killed outright", "GL 9.5-K")
        return
    if fighter.wounds[area] >= fighter.wound_factor:
        kill(arena, table, fighter, f"no more wounds to take in the {AREAS[area]}", "GL 9.32")
        return
    if critical == "S":
        stun = max(1, sum(table.roll(2, "stun", "GL 9.5-S")) - fighter.constitution)
        add_stun(table, fighter, stun, "a blow to the head", ("GL 9.5-S", "GL 11.3"))
        lost += stun
    lose(fighter, lost)  # before the same hit ends his attacks (GL 8.461)
    if critical == "WD":
        drop(arena, table, fighter, "weapon", "a cut arm", "GL 9.5-WD")
    elif critical == "SD":
        drop(arena, table, fighter, "shield", "a cut arm", "GL 9.5-SD")
    if not check_consciousness(table, fighter) and awake:
        note_knocked_out(arena, fighter)


def _multiplied(wounds: int, critical: str) -> int:
    """GL 9.5-1, 9.5-2x, 9.5-3x."""
    if critical == "1":
        return wounds + 1
    if critical[:2] == "2x":
        return 2 * wounds
    return 3 * wounds if critical[:2] == "3x" else wounds


def _lasting(fighter: Fighter, area: int, critical: str) -> None:
    """GL 9.5, GL 9.51: what a critical hit leaves behind. Strength and Agility take no CFs with them (GL 9.52)."""
    if critical.endswith("M"):
        fighter.mortal = True
    if critical == "V":
        fighter.cf -= 1
    elif critical == "H":
        fighter.armour = ("", *fighter.armour[1:])
    elif critical == "ST":
        fighter.strength -= 1  # GL 9.35: CF stays
    elif critical == "AG":
        fighter.agility -= 1
        fighter.nf -= 1  # GL 3-7c
    elif critical == "LMP":
        fighter.limps += 1
    elif critical == "STU":
        fighter.lame += 1
    elif critical == ARTERY:
        fresh = fighter.fresh_arteries
        fighter.fresh_arteries = (*fresh[:area], fresh[area] + 1, *fresh[area + 1 :])


ARTERY = "SAM"  # a severed artery, and mortal
CRITICAL_CLAUSES: dict[str, tuple[str, ...]] = {
    "-": ("GL 9.5-none",),
    "1": ("GL 9.5-1",),
    "V": ("GL 9.5-V",),
    "S": ("GL 9.5-S",),
    "H": ("GL 9.5-H",),
    "2x": ("GL 9.5-2x",),
    "2xM": ("GL 9.5-2x", "GL 9.5-M"),
    "3xM": ("GL 9.5-3x", "GL 9.5-M"),
    "K": ("GL 9.5-K",),
    "ST": ("GL 9.5-ST", "GL 9.35"),
    "AG": ("GL 9.5-AG", "GL 9.35"),
    "WD": ("GL 9.5-WD",),
    "SD": ("GL 9.5-SD",),
    "SAM": ("GL 9.5-SA", "GL 9.5-M"),
    "LMP": ("GL 9.5-LMP",),
    "STU": ("GL 9.5-STU",),
}


def bleed(arena: Arena, table: Table, fighter: Fighter) -> None:
    """GL 9.5-SA: one wound an artery at the end of every later phase; no critical hit comes of it (GL 9.4)."""
    if fighter.arteries != NONE:
        awake = not fighter.unconscious
        for area, arteries in enumerate(fighter.arteries):
            if not arteries:
                continue
            lost = mark_wounds(arena, fighter, area, arteries)
            data = {"fighter": fighter.name, "area": AREAS[area], "wounds": arteries, "lost": lost, "cf": fighter.cf}
            table.tell("bleeding", data, ("GL 9.5-SA", "GL 9.3", *(("GL 9.31",) if lost else ())))
            note_bleeding(arena, fighter)
            if fighter.wounds[area] >= fighter.wound_factor:
                kill(arena, table, fighter, "bled to death", "GL 9.32")
                return
        if not check_consciousness(table, fighter) and awake:
            note_knocked_out(arena, fighter)
    if fighter.fresh_arteries != NONE:
        fighter.arteries = tuple(old + new for old, new in zip(fighter.arteries, fighter.fresh_arteries, strict=True))
        fighter.fresh_arteries = NONE
