"""From the revealed orders to the places where everybody ends up (GL 4-order, steps 3 to 7; GL 7)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from ludus.core.decision import Choice
from ludus.core.event import Modifier
from ludus.core.game import Ask, Phase, Together
from ludus.core.table import Table
from ludus.games.gladiator.collision import collide
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import STEPS, Hex, step
from ludus.games.gladiator.missus import moment_of_truth
from ludus.games.gladiator.net import lay_places
from ludus.games.gladiator.plot import BACKWARDS, NO_MOVE, STUMBLE, Plot, read_plot
from ludus.games.gladiator.postures import check_trip, fall_prone
from ludus.games.gladiator.recovery import NOTHING, Attempt, ask_for_attempt, attempt_recovery, possible
from ludus.games.gladiator.state import Arena, Item

Paths = dict[int, list[Hex]]
Plots = dict[int, Plot]
Attempts = dict[int, Attempt]


# -- the reveal -----------------------------------------------------------------------------------------


def read_orders(arena: Arena, table: Table, answers: Mapping[int, str]) -> Plots:
    """GL 4.32: reveal; allowance is used; the lame and the stumbling find out what becomes of them."""
    plots: Plots = {}
    written: dict[str, str] = {}
    lame: list[tuple[Fighter, bool]] = []
    men, phase = arena.men, arena.phase
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


def check_lame(arena: Arena, table: Table, fighter: Fighter, plot: Plot) -> bool:
    """GL 9.5-STU, 9.51: a lame man who means to leave his hex; True: he stumbles instead."""
    if not fighter.lame or plot.direction < 0:
        return False
    dice = table.roll(fighter.lame, "lame leg", "GL 9.5-STU")
    stumbles = 1 in dice
    table.tell("lame", {"fighter": fighter.name, "stumbles": stumbles}, ("GL 9.5-STU", "GL 9.51"))
    return stumbles


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


def check_fall(table: Table, fighter: Fighter) -> None:
    """GL 14.3: two dice plus Agility; 7 or less and a stumbling man is down."""
    total = sum(table.roll(2, "falling prone", "GL 14.3")) + fighter.agility
    falls = total <= 7
    table.tell(
        "fall-check",
        {"fighter": fighter.name, "falls": falls, "total": total},
        ("GL 14.3",),
        (Modifier("agility", fighter.agility),),
    )
    if falls:
        fall_prone(table, fighter, "stumbled", "GL 14.3")


# -- the moves ------------------------------------------------------------------------------------------


def paths(men: list[Fighter], plots: Mapping[int, Plot]) -> tuple[Paths, list[list[Fighter]]]:
    """GL 7.2, 7.3: where everybody goes, cut short at a man who stands still, and who shares a hex in the end."""
    last: dict[Hex, list[Fighter]] = {}
    movers: list[Fighter] = []
    for man in men:
        if plots[man.number].direction < 0:
            last[man.place] = [man]
        else:
            movers.append(man)
    found: Paths = {}
    if not movers:
        return found, []
    standing = tuple(last)
    crowded = False
    for man in movers:
        plot = plots[man.number]
        q, r = STEPS[(man.facing + plot.before + plot.direction) % 6]
        place = man.place
        path: list[Hex] = []
        for _ in range(plot.hexes):
            place = (place[0] + q, place[1] + r)
            path.append(place)
            if place in standing:
                break
        found[man.number] = path
        there = last.get(place)
        if there is None:
            last[place] = [man]
        else:
            there.append(man)
            crowded = True
    if not crowded:
        return found, []
    groups = [group for group in last.values() if len(group) > 1]
    return found, sorted(groups, key=lambda group: min(man.counter for man in group))  # GL 4-dice-order


def declare_attempts(arena: Arena, plots: Plots, ways: Paths) -> Generator[Ask, Any, Attempts]:
    """GL 12.61: said after the reveal, before any recovery die."""
    offered: dict[int, dict[str, Attempt]] = {}
    asked = Together()
    chosen: Attempts = {}
    for man in arena.men:
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


def carry_out(
    arena: Arena, table: Table, plots: Plots, ways: Paths, groups: list[list[Fighter]], attempts: Attempts
) -> None:
    """GL 7: everybody moves at once, up to the step that collides; whoever does not, then reaches for something
    (GL 4.321)."""
    men = arena.men
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


def move(
    arena: Arena,
    table: Table,
    fighter: Fighter,
    plot: Plot,
    path: list[Hex] | None,
    collides: bool,
    attempt: Attempt | None,
    trails: Mapping[int, list[Hex]],
) -> None:
    """GL 6.4-L, 7.1, 7.3: one man's order, up to the step that collides."""
    facing = fighter.facing
    if plot.before:
        fighter.facing = (facing + plot.before) % 6
    if plot.kick and plot.kick_first:
        kick(arena, table, fighter, plot, (facing + plot.kick_turn) % 6)
    if attempt is not None and attempt.early and path:
        attempt_recovery(arena, table, fighter, plot, attempt, path[: attempt.at], trails)
    if plot.action == "KN":
        fighter.posture = "kneeling"
        fighter.must_rise = False
    elif plot.action == "X-UP":
        fighter.posture = "standing"
    if path:
        _go(arena, table, fighter, plot, path)
    if collides and path:
        return  # GL 7.3: whatever was written after the step is dropped
    if plot.kick and not plot.kick_first:
        kick(arena, table, fighter, plot, (facing + plot.kick_turn) % 6)
    if fighter.stumbling and fighter.prone:
        return  # he fell before he could turn
    if plot.after:
        fighter.facing = (fighter.facing + plot.after) % 6
    fighter.turned = plot.turns_after if path else plot.turns


def _go(arena: Arena, table: Table, fighter: Fighter, plot: Plot, path: list[Hex]) -> None:
    """The steps themselves, with a check for every object backed over (GL 14.2)."""
    way = plot.way
    if way == "roll":
        fighter.rolling = True
        fighter.must_rise = False
    else:
        fighter.posture = "standing"  # GL 13.1
        setattr(fighter, way, len(path))
    fighter.last_way = way
    fighter.left_hex = True
    fighter.came_from = path[-2] if len(path) > 1 else fighter.place
    fighter.trail = tuple(path)
    fighter.stride = fighter.facing
    if plot.action in BACKWARDS:
        for place in path:
            if arena.object_at(place, fighter):
                fighter.place = place
                check_trip(arena, table, fighter)
    fighter.place = path[-1]


def kick(arena: Arena, table: Table, fighter: Fighter, plot: Plot, facing: int) -> None:
    """GL 4.322, GL 12.7 to 12.72: what lies under his foot, a die minus the actions written, by his facing at
    that moment."""
    lying = [item for item in arena.lying_at(fighter.place) if item.kind != "net"]  # GL 17.6b
    if not lying:
        return
    item = lying[0]
    far = table.roll(1, "kick", "GL 12.71")[0] - plot.actions
    place = item.place
    if far > 0:
        place = step(item.place, (facing + plot.kick - 1) % 6, far)
        arena.take(item)
        arena.drop(Item(item.kind, place, item.size, item.boxes))
    table.tell(
        "kick",
        {"fighter": fighter.name, "item": item.kind, "place": list(place), "hexes": max(far, 0)},
        ("GL 12.7", "GL 12.71") if far > 0 else ("GL 12.7", "GL 12.71", "GL 12.72"),
        (Modifier("actions written", -plot.actions),),
    )


# -- collisions -----------------------------------------------------------------------------------------


def crowds(arena: Arena, table: Table, plots: Plots, groups: list[list[Fighter]], attempts: Attempts) -> Phase:
    """GL 4.33, GL 7.5, GL 12.61-collision: one collision after another; whoever was in it then reaches for
    something."""
    for group in groups:
        yield from crowd(arena, table, group)
        if arena.one_sided:
            return  # GL 4-victory: nobody is left to fight
        for man in arena.men if attempts else ():
            attempt = attempts.get(man.number)
            if attempt is not None and not attempt.early and man in group:
                attempt_recovery(arena, table, man, plots[man.number], attempt, [], {})


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
