"""The sequence of play (GL 4): turns of eight phases, each plotted and fought out before the next.

`SEQUENCE` is the order of the rulebook. `run_fight` goes through it, from wherever the state says that the fight has
come to: `step` names a step of the list, and `moment` how far it has come.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ludus.core.decision import Choice, Choose, Decision
from ludus.core.game import CHECKPOINT, Ask, Phase, Script, Together
from ludus.core.table import Table
from ludus.games.gladiator.advantage import Engagement, engagements, turn_to_face
from ludus.games.gladiator.allocation import allocate
from ludus.games.gladiator.combat import Melee
from ludus.games.gladiator.counts import counted
from ludus.games.gladiator.creation import create
from ludus.games.gladiator.exertion import check_endurance, rest
from ludus.games.gladiator.finish import agree, conclude, decided, exhausted, stand_down
from ludus.games.gladiator.legal_plots import ask_for_plot, plots_nothing
from ludus.games.gladiator.missus import begin_appeals, forced_surrenders
from ludus.games.gladiator.movement import carry_out, crowds, declare_attempts, paths, read_orders
from ludus.games.gladiator.net import drag, mercy_in_the_net, net_attacks, nets_in_play, struggle
from ludus.games.gladiator.state import AMID, ASKING, BEFORE, PHASES, Arena
from ludus.games.gladiator.stun import recover_from_stun
from ludus.games.gladiator.throwing import ask_for_throws, throw_all
from ludus.games.gladiator.wounds import bleed

Part = Generator[Ask, Any, str | None]  # a step that asks; it gives back why the fight is over, if it is


# -- the steps ------------------------------------------------------------------------------------------
# Each does at once what needs no answer and gives back the rest of it, or nothing where nobody is asked.


def begin_turn(arena: Arena, table: Table) -> Part:
    """GL 4.1, GL 4.2, GL 16.2: endurance from turn 2 on; a fresh allowance."""
    if decided(arena):
        return "last-standing"
    arena.turn += 1
    arena.phase = 1
    table.tell("turn", {"turn": arena.turn}, ("GL 4.1",))
    for man in arena.men():
        if arena.turn > 1:
            check_endurance(arena, table, man)
        rest(man)
    arena.spent_force = all(man.cf <= 0 for man in arena.men())
    arena.quiet = True
    yield from ()  # nobody is asked
    return None


def cross_out_phases(arena: Arena, table: Table) -> Phase | None:
    """GL 6.1, 4.2: only where phases are crossed out in advance."""
    return cross_out(arena) if arena.rules.advance_plot else None


def begin_phase(arena: Arena, table: Table) -> Phase | None:
    """A clean line on every sheet; then who lies helpless before an armed man."""
    for man in arena.men():
        man.begin_phase()
    return begin_appeals(arena, table) if arena.anyone_down() else None


def plot_and_move(arena: Arena, table: Table) -> Phase:
    """GL 4.31a to GL 4.34: orders in secret, revealed together, then movement, collisions and stun recovery."""
    if decided(arena):
        return
    asked = Together()
    stunned: dict[int, int] = {}
    for man in arena.men():
        if man.stun:
            stunned[man.number] = man.stun
        if not plots_nothing(man) and not man.appealing:
            asked[man.seat] = ask_for_plot(arena, man)
    answers: dict[int, str] = yield asked
    arena.moment = AMID
    plots = read_orders(arena, table, answers)
    ways, groups = paths(arena.men(), plots)
    attempts = (yield from declare_attempts(arena, plots, ways)) if arena.items else {}
    carry_out(arena, table, plots, ways, groups, attempts)
    if groups:
        yield from crowds(arena, table, plots, groups, attempts)
    if stunned:
        recover_from_stun(arena, table, stunned)


def without_nets(arena: Arena) -> bool:
    """GL 4.35: whether this phase has no business with nets."""
    return not nets_in_play(arena) or decided(arena)


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
    throw_all(arena, table, answers)


# -- their order ----------------------------------------------------------------------------------------


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
    Step("turn", begin_turn, checkpoint=True),
    Step("cross-out", cross_out_phases, asks=True),
    # GL 4-order: a phase, with the numbers of that clause.
    Step("phase", begin_phase),  # (1)
    Step("plot", plot_and_move, checkpoint=True, asks=True),  # (2) to (8)
    Step("net", net_attacks, checkpoint=True, unless=without_nets, skip_to="engage"),  # (9)
    Step("free", struggle, checkpoint=True, asks=True),  # (10)
    Step("drag", drag_down, checkpoint=True, asks=True),
    Step("engage", engage),  # (11)
    Step("combat", combat, checkpoint=True, asks=True),  # (12) to (14)
    # (15); a fight that the blows have decided is over, and the phase with it (GL 4-victory).
    Step("throw", last_throws, checkpoint=True, asks=True, unless=decided, skip_to=END),
)
STEPS = {step.name: step for step in SEQUENCE}
UNLESS = {step.name: step.unless for step in SEQUENCE if step.unless is not None}
NEXT = dict(zip(STEPS, [*list(STEPS)[1:], END], strict=True))


def run_fight(arena: Arena, table: Table) -> Script:
    """GL 4-order, GL 4.3: one step after the other. Started at any checkpoint, or at a question that opens a step, it
    goes on from there."""
    if arena.step == "setup":
        yield from create(arena, table)
        arena.step = "turn"
    while True:
        step = STEPS[arena.step]
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
        follows = NEXT[step.name]
        unless = UNLESS.get(follows)
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
    for man in arena.men() if not decided(arena) else ():
        bleed(arena, table, man)
    stand_down(arena, table)
    if decided(arena):
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


def cross_out(arena: Arena) -> Phase:
    """GL 6.1: so many phases crossed out in secret that the rest is the movement rate."""
    asked: dict[int, Decision] = {}
    for man in arena.men():
        idle = max(0, PHASES - man.allowance)
        choices = tuple(combinations(range(1, PHASES + 1), idle))
        prompt = f"Turn {arena.turn}: cross out {counted(idle, 'phase')} in which {man.name} does not move."
        asked[man.seat] = Choose(man.seat, "cross-out", prompt, "GL 6.1", choices, choices[-1], man.name)
    answers: dict[int, Choice] = yield Together(asked)
    for man in arena.men():
        crossed = answers[man.seat]
        assert isinstance(crossed, tuple)
        man.crossed = crossed
