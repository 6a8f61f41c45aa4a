"""From the revealed orders to the places where everybody ends up (GL 4-order, steps 3 to 8)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from ludus.core.decision import Choice
from ludus.core.game import Ask, Phase, Together
from ludus.core.table import Table
from ludus.games.gladiator.collision import collide
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.missus import moment_of_truth
from ludus.games.gladiator.modifiers import modifier
from ludus.games.gladiator.movement import Paths, check_fall, check_lame, move
from ludus.games.gladiator.net import lay_places
from ludus.games.gladiator.plot import NO_MOVE, STUMBLE, Plot, read_plot
from ludus.games.gladiator.recovery import NOTHING, Attempt, ask_for_attempt, attempt_recovery, possible
from ludus.games.gladiator.state import Arena

Plots = dict[int, Plot]
Attempts = dict[int, Attempt]


def read_orders(arena: Arena, table: Table, answers: Mapping[int, str]) -> Plots:
    """GL 4.32: reveal; allowance is used; the lame and the stumbling find out what becomes of them."""
    plots: Plots = {}
    written: dict[str, str] = {}
    lame: list[tuple[Fighter, bool]] = []
    men, phase = arena.men(), arena.phase
    for man in men:
        text = answers.get(man.seat, NO_MOVE)
        plot = plots[man.number] = read_plot(text)
        man.plot = written[man.name] = text
        free = man.has_allowance(phase)
        if plot.moves:
            if free:
                man.used += 1
            else:
                man.overexerted = True  # GL 16.4
        else:
            man.unable = not free  # GL 15.6
        man.repels = plot.repel
        if man.lame:
            lame.append((man, free))
    table.tell("plots", {"turn": arena.turn, "phase": phase, "plots": written}, ("GL 6.2", "GL 4.32"))
    for man, free in lame:
        if check_lame(arena, table, man, plots[man.number]):
            stumble_instead(man, plots, free)
    for man in men:
        plot = plots[man.number]
        if plot.action == STUMBLE:
            man.stumbling = True
            man.owes_stumble = False
            if not man.prone:  # a lame man who meant to roll lies already
                check_fall(table, man)
        elif plot.net and plot.net[0] == "L":
            man.lay = (lay_places(man, int(plot.net[2])),)
    return plots


def stumble_instead(fighter: Fighter, plots: Plots, free: bool) -> None:
    """GL 9.5-STU, 6.3-S: a plain stumble, which costs neither allowance nor, where he had none left, overexertion;
    whatever was written with the move is lost."""
    plots[fighter.number] = read_plot(STUMBLE)
    fighter.plot = STUMBLE
    fighter.repels = False
    if free:
        fighter.used -= 1
    else:
        fighter.overexerted = False


def carry_out(
    arena: Arena, table: Table, plots: Plots, ways: Paths, groups: list[list[Fighter]], attempts: Attempts
) -> None:
    """GL 7: everybody moves at once, up to the step that collides; whoever does not, then reaches for something."""
    men = arena.men()
    trails = {man.number: [man.place, *ways.get(man.number, ())] for man in men} if attempts else {}
    colliding = {man.number for group in groups for man in group} if groups else ()
    moved: dict[str, list[int | str]] = {}
    anybody = False
    for man in men:
        number = man.number
        if man.plot != NO_MOVE:
            anybody = True
            move(arena, table, man, plots[number], ways.get(number), number in colliding, attempts.get(number), trails)
        moved[man.name] = [*man.place, man.facing, man.posture]
    if anybody:
        table.tell("moved", {"places": moved}, ("GL 7.1",))
    for man in men if attempts else ():
        attempt = attempts.get(man.number)
        if attempt is not None and not attempt.early and man.number not in colliding:
            attempt_recovery(arena, table, man, plots[man.number], attempt, [], trails)


def crowds(arena: Arena, table: Table, plots: Plots, groups: list[list[Fighter]], attempts: Attempts) -> Phase:
    """GL 7.5, 12.61-collision: one collision after another; whoever was in it reaches for something after it."""
    for group in groups:
        yield from crowd(arena, table, group)
        for man in arena.men() if attempts else ():
            attempt = attempts.get(man.number)
            if attempt is not None and not attempt.early and man in group:
                attempt_recovery(arena, table, man, plots[man.number], attempt, [], {})


def declare_attempts(arena: Arena, plots: Plots, ways: Paths) -> Generator[Ask, Any, Attempts]:
    """GL 12.61: said after the reveal, before any recovery die."""
    offered: dict[int, dict[str, Attempt]] = {}
    asked = Together()
    chosen: Attempts = {}
    for man in arena.men():
        plot = plots[man.number]
        attempts = possible(arena, man, plot, ways.get(man.number, []))
        if plot.action == "R" and len(attempts) == 1:
            (chosen[man.number],) = attempts.values()
        elif attempts:
            offered[man.number] = attempts
            asked[man.seat] = ask_for_attempt(arena, man, plot, attempts)
    if asked:
        answers: dict[int, Choice] = yield asked
        for number, attempts in offered.items():
            answer = str(answers[arena.fighters[number].seat])
            if answer != NOTHING:
                chosen[number] = attempts[answer]
    return chosen


def crowd(arena: Arena, table: Table, group: list[Fighter]) -> Phase:
    """GL 7-multi: the man who stood still against each mover, then whoever has the hex against the next."""
    place = group[-1].place
    holder, *others = sorted(group, key=lambda man: (man.left_hex, arena.order.index(man.number)))
    for other in others:
        if not holder.fighting:
            holder = other
            continue
        fallen, victor = lies_before(holder, other)
        if fallen is not None and victor is not None:
            # GL 7.4: no dice; he who lies there is at the other's mercy.
            resolved = yield from moment_of_truth(arena, table, fallen, victor, "run down", ("GL 7.4",))
            if resolved:
                arena.quiet = False
                victor.collided = True
                holder = victor
                continue
        holder = collide(arena, table, holder, other, place)


def lies_before(one: Fighter, other: Fighter) -> tuple[Fighter | None, Fighter | None]:
    """GL 7.4: a prone man who does not roll, and an upright enemy who runs into him."""
    for fallen, victor in ((one, other), (other, one)):
        if fallen.prone and not fallen.rolling and victor.upright and fallen.side != victor.side:
            return fallen, victor
    return None, None


def recover_from_stun(arena: Arena, table: Table, stunned: Mapping[int, int]) -> None:
    """GL 11.5 to 11.52: Constitution less a die and one, no more than he had when the phase began."""
    for man in arena.men():
        before = stunned.get(man.number, 0)
        if not before:
            continue
        die = table.roll(1, "stun recovery", "GL 11.5")[0]
        shed = min(max(0, man.constitution - (die - 1)), before)
        man.stun -= shed
        table.tell(
            "recovers",
            {"fighter": man.name, "factors": shed, "total": man.stun},
            ("GL 11.5", *(("GL 11.51",) if not shed else ())),
            (modifier("constitution", man.constitution), modifier("die less one", 1 - die)),
        )
