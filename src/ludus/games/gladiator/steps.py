"""The steps of a turn and of a phase, one function each; `sequence.py` puts them in order.

Each does at once what needs no answer, and gives back the rest of it as a script, or nothing where nobody is asked. A
step before which there is a checkpoint does nothing at all before its script runs.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

from ludus.core.decision import Choice, Choose, Decision
from ludus.core.game import Ask, Phase, Together
from ludus.core.table import Table
from ludus.games.gladiator.advantage import Engagement, engagements, turn_to_face
from ludus.games.gladiator.allocation import allocate
from ludus.games.gladiator.combat import Melee
from ludus.games.gladiator.counts import counted
from ludus.games.gladiator.exertion import check_endurance, rest
from ludus.games.gladiator.legal_plots import ask_for_plot, plots_nothing
from ludus.games.gladiator.missus import begin_appeals, forced_surrenders
from ludus.games.gladiator.movement import carry_out, crowds, declare_attempts, paths, read_orders
from ludus.games.gladiator.net import drag, mercy_in_the_net, nets_in_play
from ludus.games.gladiator.state import AMID, PHASES, Arena
from ludus.games.gladiator.stun import recover_from_stun
from ludus.games.gladiator.throwing import ask_for_throws, throw_all

Part = Generator[Ask, Any, str | None]  # a step that asks; it gives back why the fight is over, if it is


def begin_turn(arena: Arena, table: Table) -> Part:
    """GL 4.1, GL 4.2, GL 16.2: endurance from turn 2 on; a fresh allowance."""
    if arena.one_sided:
        return "last-standing"
    arena.turn += 1
    arena.phase = 1
    table.tell("turn", {"turn": arena.turn}, ("GL 4.1",))
    for man in arena.men:
        if arena.turn > 1:
            check_endurance(arena, table, man)
        rest(man)
    arena.spent_force = all(man.cf <= 0 for man in arena.men)
    arena.quiet = True
    yield from ()  # nobody is asked
    return None


def cross_out_phases(arena: Arena, table: Table) -> Phase | None:
    """GL 6.1, 4.2: only where phases are crossed out in advance."""
    return cross_out(arena) if arena.rules.advance_plot else None


def cross_out(arena: Arena) -> Phase:
    """GL 6.1: so many phases crossed out in secret that the rest is the movement rate."""
    asked: dict[int, Decision] = {}
    for man in arena.men:
        idle = max(0, PHASES - man.allowance)
        choices = tuple(combinations(range(1, PHASES + 1), idle))
        prompt = f"Turn {arena.turn}: cross out {counted(idle, 'phase')} in which {man.name} does not move."
        asked[man.seat] = Choose(man.seat, "cross-out", prompt, "GL 6.1", choices, choices[-1], man.name)
    answers: dict[int, Choice] = yield Together(asked)
    for man in arena.men:
        crossed = answers[man.seat]
        assert isinstance(crossed, tuple)
        man.crossed = crossed


def begin_phase(arena: Arena, table: Table) -> Phase | None:
    """A clean line on every sheet; then who lies helpless before an armed man."""
    for man in arena.men:
        man.begin_phase()
    return begin_appeals(arena, table) if arena.anyone_down() else None


def plot_and_move(arena: Arena, table: Table) -> Phase:
    """GL 4.31a to GL 4.34: orders in secret, revealed together, then movement, collisions and stun recovery."""
    if arena.one_sided:
        return
    asked = Together()
    stunned: dict[int, int] = {}
    for man in arena.men:
        if man.stun:
            stunned[man.number] = man.stun
        if not plots_nothing(man) and not man.appealing:
            asked[man.seat] = ask_for_plot(arena, man)
    answers: dict[int, str] = yield asked
    arena.moment = AMID
    plots = read_orders(arena, table, answers)
    ways, groups = paths(arena.men, plots)
    attempts = (yield from declare_attempts(arena, plots, ways)) if arena.items else {}
    carry_out(arena, table, plots, ways, groups, attempts)
    if groups:
        yield from crowds(arena, table, plots, groups, attempts)
    if stunned and not arena.one_sided:
        recover_from_stun(arena, table, stunned)


def without_nets(arena: Arena) -> bool:
    """GL 4.35: whether this phase has no business with nets."""
    return not nets_in_play(arena) or arena.one_sided


def drag_down(arena: Arena, table: Table) -> Phase:
    """GL 17.352, 17.353: the pull, and the man at the retiarius' mercy."""
    yield from drag(arena, table)
    arena.moment = AMID
    yield from mercy_in_the_net(arena, table)


def engage(arena: Arena, table: Table) -> Phase | None:
    """GL 8.1, 15.6: who faces whom, and who cannot rise before him."""
    turn_to_face(arena, table)
    return forced_surrenders(arena, table) if arena.anyone_down() else None


def combat(arena: Arena, table: Table) -> Phase | None:
    """GL 4.36: if anybody can attack anybody."""
    engaged = engagements(arena)
    return fight_out(arena, table, engaged) if engaged else None


def fight_out(arena: Arena, table: Table, engaged: dict[int, Engagement]) -> Phase:
    """GL 4.361, GL 4.362, GL 4.363: secret allocation, and the five sub-phases."""
    allotments = yield from allocate(arena, engaged)
    melee = Melee(arena, table, engaged, allotments)
    told = {arena.fighters[number].name: len(each.attacks) for number, each in allotments.items()}
    table.tell("attacks", {"attacks": told}, ("GL 8.41", "GL 8.42"))
    yield from melee.fight()
    melee.note_guards()


def last_throws(arena: Arena, table: Table) -> Phase | None:
    """GL 12.5: whoever has something to throw or to let go of."""
    asked = ask_for_throws(arena)
    return _throw(arena, table, asked) if asked else None


def _throw(arena: Arena, table: Table, asked: Together) -> Phase:
    answers = yield asked
    arena.moment = AMID
    yield from throw_all(arena, table, answers)
