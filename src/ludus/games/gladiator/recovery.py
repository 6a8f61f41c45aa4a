"""Picking things up (GL 12.6): who may try, from where, and what helps or hinders him."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludus.core.decision import Choose
from ludus.core.event import Modifier
from ludus.core.table import Table
from ludus.games.gladiator.charts import RECOVERY
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import Hex, distance
from ludus.games.gladiator.legal_plots import can_hold
from ludus.games.gladiator.plot import NO_MOVE, Plot
from ludus.games.gladiator.state import Arena, Item


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt in a phase: at the end of the move, or `early`, after so many steps."""

    item: Item
    early: bool = False
    at: int = 0


NOTHING = "no"


def possible(arena: Arena, fighter: Fighter, plot: Plot, path: list[Hex]) -> dict[str, Attempt]:
    """GL 12.61: what he may reach for on his way, by the words he would use."""
    if not arena.items or fighter.hands_full or plot.action == NO_MOVE or fighter.unconscious:
        return {}
    if fighter.prone and plot.action != "KN":
        return {}  # he must get to his knees first
    found: dict[str, Attempt] = {}
    trail = [fighter.place, *path]
    for item in arena.items:
        if not item.useful or not can_hold(fighter, item.kind):
            continue
        name = item.kind if item.kind not in (key.split()[0] for key in found) else f"{item.kind} {len(found)}"
        away = [distance(place, item.place) for place in trail]
        if away[-1] <= 1:
            found[name if plot.action == "R" else f"{name} late"] = Attempt(item)
        if len(trail) > 1 and plot.action != "R" and min(away[:-1]) <= 1:
            found[f"{name} early"] = Attempt(item, True, _where(fighter, away[:-1]))
    return found


def _where(fighter: Fighter, away: list[int]) -> int:
    """GL 12.61: after how many steps it is easiest: in the item's hex or, for a man who kneels, before he gets up."""
    rest = RECOVERY["kneeling"] if fighter.posture == "kneeling" else 0
    costs = {at: (RECOVERY["adjacent"] if far else 0) + (0 if at else rest) for at, far in enumerate(away) if far <= 1}
    return min(costs, key=lambda at: costs[at])


def ask_for_attempt(arena: Arena, fighter: Fighter, plot: Plot, attempts: Mapping[str, Attempt]) -> Choose:
    """GL 12.61: an R order tries in any case; anybody else may."""
    choices = tuple(attempts) if plot.action == "R" else (NOTHING, *attempts)
    return Choose(
        fighter.seat, "recover", f"What does {fighter.name} reach for?", "GL 12.61", choices, about=fighter.name
    )


def modifiers(
    arena: Arena, fighter: Fighter, plot: Plot, attempt: Attempt, place: Hex, trails: Mapping[int, list[Hex]]
) -> list[Modifier]:
    """GL 12.61-drm."""
    item = attempt.item
    found = [Modifier("agility", -fighter.agility)]
    nearest = 9
    for foe in arena.foes(fighter):
        # GL 12.62: before moving on, each opponent counts where it suits him best.
        where = trails.get(foe.number, [foe.place]) if attempt.early else [foe.place]
        nearest = min(nearest, *(distance(spot, item.place) for spot in where))
    if nearest == 0:
        found.append(Modifier("opponent on the item", RECOVERY["opponent_on_item"]))
    elif nearest == 1:
        found.append(Modifier("opponent beside the item", RECOVERY["opponent_beside_item"]))
    if place != item.place:
        found.append(Modifier("item in an adjacent hex", RECOVERY["adjacent"]))
    if plot.direction >= 0:
        found.append(Modifier("leaving the hex", RECOVERY["leaving"]))
    if plot.quick:
        found.append(Modifier("quick move", RECOVERY["quick"]))
    if plot.action == "C":
        found.append(Modifier("charge", RECOVERY["charge"]))
    if fighter.stumbling:
        found.append(Modifier("stumbling", RECOVERY["stumbling"]))
    if fighter.collided:
        found.append(Modifier("collided before", RECOVERY["collided"]))
    if fighter.netted:
        found.append(Modifier("ensnared", RECOVERY["ensnared"]))
    if fighter.stun:
        found.append(Modifier("stun", fighter.stun))
    if fighter.weight != "medium":
        found.append(Modifier(fighter.weight, RECOVERY[fighter.weight]))
    if fighter.posture == "kneeling" and not (attempt.early and attempt.at):  # on his way he is on his feet (GL 13.1)
        found.append(Modifier("kneeling", RECOVERY["kneeling"]))
    if item.kind == "net":
        found.append(Modifier("a net", RECOVERY["net"]))
    if plot.action == "R" and not fighter.collided:
        found.append(Modifier("careful attempt", RECOVERY["careful"]))
    return found


def attempt_recovery(
    arena: Arena,
    table: Table,
    fighter: Fighter,
    plot: Plot,
    attempt: Attempt,
    steps: list[Hex],
    trails: Mapping[int, list[Hex]],
) -> None:
    """GL 12.61: one die plus modifiers, 0 or less and he has it; after a collision from where he then stands."""
    fighter.tried_recovery = True
    place = steps[-1] if steps else fighter.place
    item = attempt.item
    if item not in arena.items or distance(place, item.place) > 1 or not can_hold(fighter, item.kind):
        return  # somebody was quicker, it was kicked away, or he was pushed off
    if not fighter.upright:
        return
    found = modifiers(arena, fighter, plot, attempt, place, trails)
    total = table.roll(1, "recovery", "GL 12.61")[0] + sum(each.amount for each in found)
    success = total <= 0
    if success:
        pick_up(arena, fighter, item)
    table.tell(
        "recovery",
        {"fighter": fighter.name, "item": item.kind, "success": success, "total": total},
        ("GL 12.61", "GL 12.61-drm", *(("GL 12.61-collision",) if fighter.collided else ())),
        tuple(found),
    )


def pick_up(arena: Arena, fighter: Fighter, item: Item) -> None:
    """GL 3-13a, 12.63: a shield keeps its damage; a weapon strikes at half strength in this phase; his own
    net is no sooner ready for having lain there (GL 17.31)."""
    arena.take(item)
    if item.kind == "shield":
        fighter.shield, fighter.shield_boxes = item.size, item.boxes
    elif item.kind == "net":
        fighter.net = True
        fighter.net_ready = max(fighter.net_ready, arena.clock + 1)
    else:
        fighter.weapon = item.kind
        fighter.just_recovered = True
