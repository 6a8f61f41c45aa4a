"""The movement step: revealed orders carried out at once, kicks, things picked up on the way, who runs into whom."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.event import Modifier
from ludus.core.table import Table
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import STEPS, Hex, step
from ludus.games.gladiator.plot import BACKWARDS, Plot
from ludus.games.gladiator.postures import check_trip, fall_prone
from ludus.games.gladiator.recovery import Attempt, attempt_recovery
from ludus.games.gladiator.state import Arena, Item

Paths = dict[int, list[Hex]]


def check_lame(arena: Arena, table: Table, fighter: Fighter, plot: Plot) -> bool:
    """GL 9.5-STU, 9.51: a lame man who means to leave his hex; True: he stumbles instead."""
    if not fighter.lame or plot.direction < 0:
        return False
    dice = table.roll(fighter.lame, "lame leg", "GL 9.5-STU")
    stumbles = 1 in dice
    table.tell("lame", {"fighter": fighter.name, "stumbles": stumbles}, ("GL 9.5-STU", "GL 9.51"))
    return stumbles


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
    """GL 12.7 to 12.72: what lies under his foot, a die minus the actions written, by his facing at that moment."""
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
