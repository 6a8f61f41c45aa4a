"""Collisions (GL 7): impact, who gives way and where to, stun, and the falls that follow."""

from __future__ import annotations

from ludus.core.event import Modifier
from ludus.core.table import Table
from ludus.games.gladiator.charts import COLLISION, FALL, SHIELD_DROP, WEAPON_DROP, stun_for
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import STEPS, Hex, distance, positional_value, step
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.postures import check_stumble, check_trip, drop, fall_prone
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.stun import add_stun, check_consciousness


def position_against(arena: Arena, fighter: Fighter, other: Fighter, place: Hex) -> int:
    """GL 7.5-position: a mover counts in the hex he came from, a man who did not move in the hex they share."""
    stands = fighter.came_from if fighter.left_hex else place
    other_stands = place if fighter.left_hex else other.came_from
    offset = (stands[0] - other_stands[0], stands[1] - other_stands[1])
    return positional_value(offset, other.facing, arena.rules.values[other.left_handed])


def impact_modifiers(arena: Arena, fighter: Fighter, other: Fighter, place: Hex) -> list[Modifier]:
    """GL 7.5-drm; a roll counts as a roll only, not hex by hex."""
    found = [
        Modifier("strength", fighter.strength),
        Modifier("agility", fighter.agility),
        Modifier("position", position_against(arena, fighter, other, place)),
    ]
    if fighter.weight != "light":
        found.append(Modifier(fighter.weight, COLLISION[fighter.weight]))
    if fighter.shield == "large":
        found.append(Modifier("large shield", COLLISION["large_shield"]))
    elif not fighter.shield:
        found.append(Modifier("no shield", COLLISION["no_shield"]))
    if fighter.forward:
        found.append(Modifier("moved forward", COLLISION["forward"] * fighter.forward))
    if fighter.side_forward:
        found.append(Modifier("sidestepped forward", COLLISION["sidestep_forward"] * fighter.side_forward))
    if fighter.back or fighter.side_back:
        found.append(Modifier("moved backwards", COLLISION["backward"] * (fighter.back + fighter.side_back)))
    if fighter.rolling:
        found.append(Modifier("rolling", COLLISION["rolling"]))
    if fighter.netted:
        found.append(Modifier("ensnared", COLLISION["ensnared"]))
    if fighter.posture == "kneeling":
        found.append(Modifier("kneeling", COLLISION["kneeling"]))
    if fighter.tried_recovery or read_plot(fighter.plot).action == "R":
        found.append(Modifier("recovering an item", COLLISION["recovering"]))
    if fighter.stumbling:
        found.append(Modifier("stumbling", COLLISION["stumbling"]))
    if fighter.stun:
        found.append(Modifier("stun", -fighter.stun))
    return found


def collide(arena: Arena, table: Table, one: Fighter, other: Fighter, place: Hex) -> Fighter:
    """GL 7.5 to 7.53: two men in one hex; gives back who keeps it. The lower counter rolls first (GL 4-dice-order)."""
    arena.quiet = False
    if other.counter < one.counter:
        one, other = other, one
    own = impact_modifiers(arena, one, other, place)
    theirs = impact_modifiers(arena, other, one, place)
    sums = sum(each.amount for each in own), sum(each.amount for each in theirs)
    while True:
        dice = table.roll(1, f"{one.name}'s impact", "GL 7.5")[0], table.roll(1, f"{other.name}'s impact", "GL 7.5")[0]
        factors = dice[0] + sums[0], dice[1] + sums[1]
        if factors[0] != factors[1]:
            break
    one.collided = other.collided = True
    winner, loser = (one, other) if factors[0] > factors[1] else (other, one)
    table.tell(
        "collision",
        {
            "fighter": one.name,
            "other": other.name,
            "place": list(place),
            "impact": list(factors),
            "winner": winner.name,
        },
        ("GL 7.5", "GL 7.5-drm", "GL 7.5-position", "GL 7.51a"),
        (
            *(Modifier(f"{one.name}: {each.reason}", each.amount) for each in own if each.amount),
            *(Modifier(f"{other.name}: {each.reason}", each.amount) for each in theirs if each.amount),
        ),
    )
    give_way(arena, table, winner, loser, place)
    stun_loser(arena, table, loser, abs(factors[0] - factors[1]))
    return winner


def give_way(arena: Arena, table: Table, winner: Fighter, loser: Fighter, place: Hex) -> None:
    """GL 7.51b, 7.51c: out on the far side, or back where he came from; then both face each other."""
    if winner.left_hex:
        wanted = (2 * place[0] - winner.came_from[0], 2 * place[1] - winner.came_from[1])
    else:
        wanted = loser.came_from
    towards = STEPS.index((wanted[0] - place[0], wanted[1] - place[1])) if distance(wanted, place) == 1 else 0
    direction, spot = free_hex(arena, place, towards)
    loser.place = spot
    loser.last_way = "pushed"
    winner.facing, loser.facing = direction, (direction + 3) % 6
    table.tell(
        "pushed",
        {
            "fighter": loser.name,
            "to": list(spot),
            "facing": loser.facing,
            "winner": winner.name,
            "faces": winner.facing,
        },
        ("GL 7.51b", "GL 7.51c"),
    )


def free_hex(arena: Arena, place: Hex, towards: int) -> tuple[int, Hex]:
    """The nearest free hex round the contested one, one step clockwise and one counter-clockwise by turns; in a dense
    crowd one further out."""
    away = 0
    while True:
        away += 1
        for turn in (0, 1, -1, 2, -2, 3):
            direction = (towards + turn) % 6
            spot = step(place, direction, away)
            if arena.at(spot) is None:
                return direction, spot


def stun_loser(arena: Arena, table: Table, loser: Fighter, difference: int) -> None:
    """GL 7.52, GL 7.53: the stun column, then the checks of a man still on his feet."""
    backed_over = arena.items and arena.lying_at(loser.place)  # not what he drops only now
    total = sum(table.roll(2, "collision stun", "GL 7.52")) + difference
    add_stun(table, loser, stun_for(total), "collision", ("GL 7.52", "GL 9.1-table"))
    if total >= FALL:
        fall_prone(table, loser, "knocked down", "GL 7.52")
    elif total == SHIELD_DROP:
        drop(arena, table, loser, "shield", "collision", "GL 7.52")
    elif total == WEAPON_DROP:
        drop(arena, table, loser, "weapon", "collision", "GL 7.52")
    if not check_consciousness(table, loser) or loser.prone:
        return
    if backed_over:
        check_trip(arena, table, loser, pushed=1)
    check_stumble(table, loser, "collision")
