"""At another's mercy (GL 7.4, 15.6, 19): surrender in the Basic Game, else the moment of truth and the verdict."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ludus.core.decision import Choose
from ludus.core.game import Ask
from ludus.core.table import Table
from ludus.games.gladiator.advantage import able, bonus_against
from ludus.games.gladiator.charts import spared_from
from ludus.games.gladiator.fame import note_mercy
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import distance, in_front
from ludus.games.gladiator.legal_plots import plots_nothing
from ludus.games.gladiator.postures import leave
from ludus.games.gladiator.state import Arena

Mercy = Generator[Ask, Any, bool]  # whether the fallen man is out of the fight


def armed_over(arena: Arena, fighter: Fighter) -> list[Fighter]:
    """GL 19.1: adjacent armed opponents with the man in their combat front."""
    return [
        foe
        for foe in arena.foes(fighter)
        if foe.weapon and foe.upright and not foe.netted and in_front(foe.place, foe.facing, fighter.place)
    ]


def begin_appeals(arena: Arena, table: Table) -> Generator[Ask, Any, None]:
    """GL 4-order (1), 19.1: netted or unconscious men who start the phase prone before an armed opponent."""
    for man in arena.men:
        if man.prone and (man.netted or man.unconscious):
            for foe in armed_over(arena, man):
                if not foe.appealing:
                    yield from moment_of_truth(arena, table, man, foe, "helpless", ("GL 19.1",))
                    break


def must_surrender(arena: Arena, fighter: Fighter, foe: Fighter) -> bool:
    """GL 15.6: a prone man who could not move, before a foe who can strike some area harder than he can guard all."""
    if not able(foe) or not in_front(foe.place, foe.facing, fighter.place):
        return False
    bonus = 0 if foe.rotated else bonus_against(arena, foe, fighter)
    strength = foe.own_cf + bonus
    if strength > 1 and foe.cf > 0:
        strength //= 2
    for halves in (foe.just_recovered, foe.posture == "kneeling", foe.one_handed):
        if halves:
            strength //= 2
    return strength > 0 and fighter.own_cf < 10 * strength


def forced_surrenders(arena: Arena, table: Table) -> Generator[Ask, Any, None]:
    """GL 15.6, tested when it is known who stands next to whom."""
    for man in arena.men:
        if man.prone and man.unable and not man.netted and not man.unconscious:
            for foe in arena.foes(man):
                if must_surrender(arena, man, foe):
                    yield from moment_of_truth(arena, table, man, foe, "cannot rise", ("GL 15.6",))
                    break


def moment_of_truth(
    arena: Arena, table: Table, fallen: Fighter, victor: Fighter, why: str, clauses: tuple[str, ...]
) -> Mercy:
    """GL 19.1 to 19.24: the crowd looks at what the man has dared in this match."""
    if not arena.rules.scope.crowd:
        leave(arena, fallen, "surrendered")
        table.tell(
            "surrender", {"fighter": fallen.name, "victor": victor.name, "why": why}, (*clauses, "GL 2-basic-scope")
        )
        return True
    # GL 19.24b: only who has another foe still active need not allow it.
    pressed = any(foe is not fallen and not plots_nothing(foe) for foe in arena.foes(victor))
    if pressed and (yield from _refused(fallen, victor)):
        table.tell("appeal-refused", {"fighter": fallen.name, "victor": victor.name}, ("GL 19.24b",))
        return False
    victor.appealing = True
    crowd_decides(arena, table, fallen, victor, why, clauses)
    return True


def crowd_decides(
    arena: Arena, table: Table, fallen: Fighter, victor: Fighter, why: str, clauses: tuple[str, ...]
) -> None:
    """GL 19.2 to 19.23: the Missus roll."""
    total = fallen.attack_total - fallen.defence_total
    needed = spared_from(total)
    chart = "GL 19.2-chart" if needed is not None else "GL 19.21"
    asked = {
        "fighter": fallen.name,
        "victor": victor.name,
        "why": why,
        "attack": fallen.attack_total,
        "defence": fallen.defence_total,
        "total": total,
        "needed": needed,
    }
    table.tell("appeal", asked, (*clauses, "GL 19.2", chart))
    spared = needed is not None and table.roll(1, "the crowd's verdict", "GL 19.2")[0] >= needed
    note_mercy(arena, fallen, victor, spared=spared)
    leave(arena, fallen, "spared" if spared else "dead")
    table.tell(
        "verdict", {**asked, "spared": spared}, (*clauses, "GL 19.2", chart, "GL 19.23" if spared else "GL 19.22")
    )


def give_up(arena: Arena, table: Table, fighter: Fighter) -> None:
    """He leaves the sand of his own will. A man with a career is not let go so easily: the crowd decides about him as
    about anybody who cannot go on, before the nearest of his foes."""
    foes = arena.foes(fighter)
    if arena.rules.men and arena.rules.scope.crowd and foes:
        victor = min(foes, key=lambda foe: distance(foe.place, fighter.place))
        crowd_decides(arena, table, fighter, victor, "gives up", ("GL 4-victory",))
        return
    leave(arena, fighter, "resigned")
    table.tell("resigned", {"fighter": fighter.name, "seat": fighter.seat}, ("GL 4-victory",))


def _refused(fallen: Fighter, victor: Fighter) -> Generator[Ask, Any, bool]:
    """GL 19.24b: he may kill the fallen man in ordinary combat instead."""
    prompt = f"{fallen.name} raises his finger. Does {victor.name} allow the appeal?"
    answer = yield Choose(victor.seat, "appeal", prompt, "GL 19.24b", ("allow", "refuse"), about=fallen.name)
    return bool(answer == "refuse")
