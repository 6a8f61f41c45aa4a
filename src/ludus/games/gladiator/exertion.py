"""Exertion (GL 16): what a long fight costs, and what a man leaves on the sand who does too much."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.gladiator.charts import ENDURANCE
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.modifiers import modifier
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.stun import check_consciousness


def check_endurance(arena: Arena, table: Table, fighter: Fighter) -> None:
    """GL 16.3, 16.4: a die, the turn, less Constitution; 6 or more costs a CF for good."""
    weight = ENDURANCE.get(fighter.weight, 0)
    more = ENDURANCE["overexertion"] if fighter.overexerted else 0
    total = table.roll(1, "endurance", "GL 16.3")[0] + arena.turn + more - fighter.constitution + weight
    lost = total >= ENDURANCE["loss_at"]
    if lost:
        fighter.cf -= 1
    modifiers = [modifier("turn", arena.turn), modifier("constitution", -fighter.constitution)]
    if weight:
        modifiers.append(modifier(fighter.weight, weight))
    if more:
        modifiers.append(modifier("overexertion", more))
    table.tell(
        "endurance",
        {"fighter": fighter.name, "total": total, "lost": int(lost), "cf": fighter.cf},
        ("GL 16.2", "GL 16.3", *(("GL 16.4",) if more else ()), *(("GL 16.1",) if lost else ())),
        tuple(modifiers),
    )
    if lost:
        check_consciousness(table, fighter)


def rest(fighter: Fighter) -> None:
    """GL 16.4: a new turn's allowance; who overexerted himself in the last has less of it."""
    fighter.used = 0
    fighter.tired = fighter.overexerted
    fighter.overexerted = False
    fighter.crossed = ()
    fighter.allowance = fighter.turn_allowance()
