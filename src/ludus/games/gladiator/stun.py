"""Stun (GL 11): blows that shake a man, the one that fells him, and coming round."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.table import Table
from ludus.games.gladiator.fame import note_awake
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.modifiers import modifier
from ludus.games.gladiator.postures import fall_prone
from ludus.games.gladiator.state import Arena


def check_consciousness(table: Table, fighter: Fighter) -> bool:
    """GL 9.36, 11.4: a man whose CF less stun is 0 or less falls where he stands. Whether he is awake."""
    if not fighter.unconscious:
        return True
    fighter.owes_stumble = False
    if not fighter.prone:
        table.tell(
            "unconscious", {"fighter": fighter.name, "stun": fighter.stun, "cf": fighter.cf}, ("GL 9.36", "GL 11.4")
        )
        fall_prone(table, fighter, "unconscious", "GL 9.36")
    return False


def add_stun(table: Table, fighter: Fighter, factors: int, why: str, clauses: tuple[str, ...]) -> None:
    """GL 11.2: one running number."""
    fighter.stun += factors
    table.tell("stun", {"fighter": fighter.name, "factors": factors, "total": fighter.stun, "why": why}, clauses)


def recover_from_stun(arena: Arena, table: Table, stunned: Mapping[int, int]) -> None:
    """GL 4.34, GL 11.5, GL 11.51, GL 11.52: Constitution less a die and one, no more than what the phase began with."""
    for man in arena.men:
        before = stunned.get(man.number, 0)
        if not before:
            continue
        die = table.roll(1, "stun recovery", "GL 11.5")[0]
        shed = min(max(0, man.constitution - (die - 1)), before)
        man.stun -= shed
        if not man.unconscious:
            note_awake(arena, man)
        table.tell(
            "recovers",
            {"fighter": man.name, "factors": shed, "total": man.stun},
            ("GL 11.5", *(("GL 11.51",) if not shed else ())),
            (modifier("constitution", man.constitution), modifier("die less one", 1 - die)),
        )
