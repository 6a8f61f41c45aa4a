"""The sequence of play (GL 4): turns of eight phases, each plotted and fought out before the next."""

from __future__ import annotations

from itertools import combinations

from ludus.core.decision import Choice, Choose, Decision
from ludus.core.game import CHECKPOINT, Phase, Script, Together
from ludus.core.table import Table
from ludus.games.gladiator.advantage import Engagement, engagements, turn_to_face
from ludus.games.gladiator.allocation import allocate
from ludus.games.gladiator.charts import ENDURANCE
from ludus.games.gladiator.combat import Melee
from ludus.games.gladiator.creation import create
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.finish import agree, conclude, decided, exhausted, stand_down
from ludus.games.gladiator.missus import begin_appeals, forced_surrenders
from ludus.games.gladiator.modifiers import modifier
from ludus.games.gladiator.movement import paths
from ludus.games.gladiator.moving import carry_out, crowds, declare_attempts, read_orders, recover_from_stun
from ludus.games.gladiator.net import drag, mercy_in_the_net, net_attacks, nets_in_play, struggle
from ludus.games.gladiator.orders import ask_for_plot, plots_nothing
from ludus.games.gladiator.postures import check_consciousness
from ludus.games.gladiator.state import PHASES, Arena
from ludus.games.gladiator.throwing import ask_for_throws, throw_all
from ludus.games.gladiator.wounds import bleed

Engaged = dict[int, Engagement]


def run_fight(arena: Arena, table: Table) -> Script:
    """GL 4-order. Started at any checkpoint it goes on from there."""
    if arena.step == "setup":
        yield from create(arena, table)
        arena.step = "turn"
    engaged: Engaged = {}
    while True:
        if arena.step == "draw":
            if (yield from agree(arena)):
                return conclude(arena, table, "agreed")
            arena.step = "turn"
        if arena.step == "turn":
            yield CHECKPOINT
            if decided(arena):
                return conclude(arena, table, "last-standing")
            begin_turn(arena, table)
            if arena.rules.advance_plot:
                yield from cross_out(arena)
            arena.step = "phase"
        if arena.step == "phase":
            for man in arena.men():
                man.begin_phase()
            if arena.anyone_down():
                arena.step = "appeals"
                yield from begin_appeals(arena, table)
            arena.step = "plot"
        if arena.step == "plot":
            yield CHECKPOINT
            arena.step = "plotting"
        if arena.step == "plotting":
            if not decided(arena):
                yield from plot_and_move(arena, table)
            arena.step = "net" if nets_in_play(arena) else "engage"
        if arena.step in NET_STEPS:
            yield from net_step(arena, table)
        if arena.step == "engage":
            turn_to_face(arena, table)
            if arena.anyone_down():
                arena.step = "appeals"
                yield from forced_surrenders(arena, table)
            arena.step = "combat"
        if arena.step == "combat":
            engaged = engagements(arena)
            if engaged:
                active = arena.active
                yield CHECKPOINT
                if arena.active != active:  # somebody has resigned
                    engaged = engagements(arena)
            arena.step = "allocating"
        elif arena.step in ("allocating", "ordering"):
            engaged = engagements(arena)
        if arena.step in ("allocating", "ordering"):
            if engaged:
                yield from combat_step(arena, table, engaged)
            arena.step = "throw"
        if arena.step == "throw" and not decided(arena):  # GL 4-victory: else the fight is over, and the phase with it
            asked = ask_for_throws(arena)
            if asked:
                yield from throw_step(arena, table, asked)
            for man in arena.men() if not decided(arena) else ():
                bleed(arena, table, man)
        stand_down(arena, table)
        if decided(arena):
            return conclude(arena, table, "last-standing")
        if arena.phase < PHASES:
            arena.phase += 1
            arena.step = "phase"
        elif exhausted(arena):
            return conclude(arena, table, "exhausted")
        elif arena.turn >= arena.rules.limit(arena.seats):
            return conclude(arena, table, "time")
        else:
            arena.step = "draw" if arena.rules.may_agree else "turn"


def begin_turn(arena: Arena, table: Table) -> None:
    """GL 16.2, 4.2: endurance from turn 2 on; a fresh allowance."""
    arena.turn += 1
    arena.phase = 1
    table.tell("turn", {"turn": arena.turn}, ("GL 4.1",))
    for man in arena.men():
        if arena.turn > 1:
            check_endurance(arena, table, man)
        man.used = 0
        man.tired = man.overexerted
        man.overexerted = False
        man.crossed = ()
        man.allowance = man.turn_allowance()
    arena.spent_force = all(man.cf <= 0 for man in arena.men())
    arena.quiet = True


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


def cross_out(arena: Arena) -> Phase:
    """GL 6.1: so many phases crossed out in secret that the rest is the movement rate."""
    asked: dict[int, Decision] = {}
    for man in arena.men():
        idle = max(0, PHASES - man.allowance)
        choices = tuple(combinations(range(1, PHASES + 1), idle))
        prompt = f"Turn {arena.turn}: cross out {idle} phases in which {man.name} does not move."
        asked[man.seat] = Choose(man.seat, "cross-out", prompt, "GL 6.1", choices, choices[-1], man.name)
    answers: dict[int, Choice] = yield Together(asked)
    for man in arena.men():
        crossed = answers[man.seat]
        assert isinstance(crossed, tuple)
        man.crossed = crossed


def plot_and_move(arena: Arena, table: Table) -> Phase:
    """GL 4.31 to 4.34: orders in secret, revealed together, then movement, collisions and stun recovery."""
    asked = Together()
    stunned: dict[int, int] = {}
    for man in arena.men():
        if man.stun:
            stunned[man.number] = man.stun
        if not plots_nothing(man) and not man.appealing:
            asked[man.seat] = ask_for_plot(arena, man)
    answers: dict[int, str] = yield asked
    arena.step = "moving"
    plots = read_orders(arena, table, answers)
    ways, groups = paths(arena.men(), plots)
    attempts = (yield from declare_attempts(arena, plots, ways)) if arena.items else {}
    carry_out(arena, table, plots, ways, groups, attempts)
    if groups:
        yield from crowds(arena, table, plots, groups, attempts)
    if stunned:
        recover_from_stun(arena, table, stunned)


NET_STEPS = ("net", "free", "freeing", "drag", "dragging")


def net_step(arena: Arena, table: Table) -> Phase:
    """GL 4-order (9), (10): net attacks, freeing, dragging, and the man at the retiarius' mercy."""
    if arena.step == "net" and not decided(arena):
        yield CHECKPOINT
        arena.step = "netting"
        yield from net_attacks(arena, table)
        arena.step = "free"
    if arena.step == "free":
        yield CHECKPOINT
        arena.step = "freeing"
    if arena.step == "freeing":
        yield from struggle(arena, table)
        arena.step = "drag"
    if arena.step == "drag":
        yield CHECKPOINT
        arena.step = "dragging"
    if arena.step == "dragging":
        yield from drag(arena, table)
        yield from mercy_in_the_net(arena, table)
    arena.step = "engage"


def combat_step(arena: Arena, table: Table, engaged: Engaged) -> Phase:
    """GL 4.36: secret allocation, and the five sub-phases."""
    allotments = yield from allocate(arena, engaged)
    arena.step = "fighting"
    melee = Melee(arena, table, engaged, allotments)
    told = {arena.fighters[number].name: len(each.attacks) for number, each in allotments.items()}
    table.tell("attacks", {"attacks": told}, ("GL 8.41", "GL 8.42"))
    yield from melee.fight()
    melee.note_guards()


def throw_step(arena: Arena, table: Table, asked: Together) -> Phase:
    """GL 4-order (15): last throws and voluntary drops."""
    active = arena.active
    yield CHECKPOINT
    if arena.active != active:  # somebody has resigned
        asked = ask_for_throws(arena)
    answers = yield asked
    arena.step = "throwing"
    throw_all(arena, table, answers)
