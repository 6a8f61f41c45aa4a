"""The sequence of play (GL 4): turns of eight phases, each plotted and fought out before the next.

`SEQUENCE` is the order of the rulebook. `run_fight` goes through it, from wherever the state says that the fight has
come to: `step` names a step of the list, and `moment` how far it has come.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.core.game import CHECKPOINT, Script
from ludus.core.table import Table
from ludus.games.gladiator.creation import create
from ludus.games.gladiator.finish import agree, conclude, decided, exhausted, stand_down
from ludus.games.gladiator.net import net_attacks, struggle
from ludus.games.gladiator.state import AMID, ASKING, BEFORE, PHASES, Arena
from ludus.games.gladiator.steps import (
    Part,
    begin_phase,
    begin_turn,
    combat,
    cross_out_phases,
    drag_down,
    engage,
    last_throws,
    plot_and_move,
    without_nets,
)
from ludus.games.gladiator.wounds import bleed


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the sequence."""

    name: str
    begin: Callable[[Arena, Table], Part | None]
    checkpoint: bool = False  # before it nothing is suspended
    # It opens with a question, and changes nothing before the answer: begun again it comes back to it. Where others may
    # follow in the same step, it says that it is AMID.
    asks: bool = False
    unless: Callable[[Arena], bool] | None = None  # when it is passed over; looked at on the way to it only
    skip_to: str = ""  # and what comes then


END = "end"
SEQUENCE = (
    # Between turns.
    Step("draw", agree, checkpoint=True, asks=True),  # GL 4-stalemate
    Step("turn", begin_turn, checkpoint=True),  # endurance, a fresh allowance
    Step("cross-out", cross_out_phases, asks=True),  # GL 6.1
    # A phase, with the numbers of GL 4-order.
    Step("phase", begin_phase),  # (1) men who begin it helpless
    Step("plot", plot_and_move, checkpoint=True, asks=True),  # (2) to (8) orders, movement, collisions, stun
    Step("net", net_attacks, checkpoint=True, unless=without_nets, skip_to="engage"),  # (9)
    Step("free", struggle, checkpoint=True, asks=True),  # (10) out of the net,
    Step("drag", drag_down, checkpoint=True, asks=True),  # or down in it
    Step("engage", engage),  # (11) turning to face, bonuses, surrender
    Step("combat", combat, checkpoint=True, asks=True),  # (12) to (14) factors shared out, five sub-phases
    # (15) last throws; a fight that the blows have decided is over, and the phase with it (GL 4-victory).
    Step("throw", last_throws, checkpoint=True, asks=True, unless=decided, skip_to=END),
    # (16) is `end_phase`.
)
STEPS = {step.name: step for step in SEQUENCE}
NEXT = dict(zip(STEPS, [*list(STEPS)[1:], END], strict=True))
# Each step, the name of the next, and when that is passed over.
COURSE = {
    name: (STEPS[name], follows, STEPS[follows].unless if follows != END else None) for name, follows in NEXT.items()
}


def run_fight(arena: Arena, table: Table) -> Script:
    """GL 4-order, GL 4.3: one step after the other. Started at any checkpoint, or at a question that opens a step, it
    goes on from there."""
    if arena.step == "setup":
        yield from create(arena, table)
        arena.step = "turn"
    while True:
        step, follows, unless = COURSE[arena.step]
        part = step.begin(arena, table)
        if part is not None and step.checkpoint and arena.moment == BEFORE:
            active = arena.active
            yield CHECKPOINT
            if step.asks and arena.active != active:  # somebody has resigned: others may be asked, or nobody
                part = step.begin(arena, table)
        if part is not None:
            if arena.moment == BEFORE:
                arena.moment = ASKING if step.asks else AMID
            ending = yield from part
            if ending:
                return conclude(arena, table, ending)
        if unless is not None and unless(arena):
            follows = STEPS[follows].skip_to
        if follows == END:
            ending = end_phase(arena, table)
            if ending:
                return conclude(arena, table, ending)
            follows = go_on(arena)
        arena.step, arena.moment = follows, BEFORE


def end_phase(arena: Arena, table: Table) -> str | None:
    """GL 4-order (16), GL 4.37: arteries bleed; then whether the fight is over, and why."""
    for man in arena.men if not arena.one_sided else ():
        bleed(arena, table, man)
    stand_down(arena, table)
    if arena.one_sided:
        return "last-standing"
    if arena.phase < PHASES:
        return None
    if exhausted(arena):
        return "exhausted"
    return "time" if arena.turn >= arena.rules.limit(arena.seats) else None


def go_on(arena: Arena) -> str:
    """GL 4.1: the next phase, or the next turn."""
    if arena.phase < PHASES:
        arena.phase += 1
        return "phase"
    return "draw" if arena.rules.may_agree else "turn"
