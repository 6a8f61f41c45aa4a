"""Going down and letting go: stumbling, falling prone, dropped weapons and shields (GL 12.4, 14, 15)."""

from __future__ import annotations

from ludus.core.event import Modifier
from ludus.core.table import Table
from ludus.games.gladiator.fighter import NOBODY, Fighter
from ludus.games.gladiator.hexes import step
from ludus.games.gladiator.state import Arena, Item

FORWARDS = ("forward", "side_forward")


def fall_prone(table: Table, fighter: Fighter, why: str, clause: str) -> None:
    """GL 15.1, GL 15.2, GL 15.7: down for the rest of the phase at least, on the face if his last step was forward; a
    stumble he owed is dropped (GL 14.1)."""
    if fighter.prone:
        return
    fighter.posture = "prone"
    fighter.must_rise = True
    fighter.owes_stumble = False
    if fighter.last_way in FORWARDS:
        fighter.facing = (fighter.facing + 3) % 6
    table.tell(
        "prone",
        {"fighter": fighter.name, "facing": fighter.facing, "why": why},
        tuple(dict.fromkeys((clause, "GL 15.1"))),
    )


def check_stumble(table: Table, fighter: Fighter, why: str) -> None:
    """GL 14.1: one die minus all stun; 0 or less is a stumble in the next phase."""
    die = table.roll(1, "stumble", "GL 14.1")[0]
    stumbles = die - fighter.stun <= 0
    if stumbles:
        fighter.owes_stumble = True
    table.tell(
        "stumble-check",
        {"fighter": fighter.name, "stumbles": stumbles, "total": die - fighter.stun, "why": why},
        ("GL 14.1",),
        (Modifier("stun", -fighter.stun),),
    )


def check_trip(arena: Arena, table: Table, fighter: Fighter, pushed: int = 0) -> None:
    """GL 14.2: backing over something; 1 or less is a stumble in the next phase. A push is a step straight back."""
    dice = sum(table.roll(2, "backing over an object", "GL 14.2"))
    back = fighter.back + pushed
    total = dice - fighter.stun - fighter.side_back - 2 * back
    stumbles = total <= 1
    if stumbles:
        fighter.owes_stumble = True
    table.tell(
        "trip",
        {"fighter": fighter.name, "place": list(fighter.place), "stumbles": stumbles, "total": total},
        ("GL 14.2",),
        (
            Modifier("stun", -fighter.stun),
            Modifier("sidestepped backwards", -fighter.side_back),
            Modifier("moved straight back", -2 * back),
        ),
    )


# -- what falls out of his hands -------------------------------------------------------------------------


def hold_nothing(fighter: Fighter, kind: str) -> Item | None:
    """Take a weapon or shield out of his hand; None where there is none."""
    if kind == "shield":
        if not fighter.shield:
            return None
        item = Item("shield", fighter.place, fighter.shield, fighter.shield_boxes)
        fighter.shield, fighter.shield_boxes = "", 0
        return item
    if not fighter.weapon:
        return None
    item = Item(fighter.weapon, fighter.place)
    fighter.weapon = ""
    fighter.just_recovered = False
    return item


def drop(arena: Arena, table: Table, fighter: Fighter, kind: str, why: str, clause: str) -> bool:
    """GL 12.4: a weapon or shield falls up to five hexes away. False: he had none."""
    item = hold_nothing(fighter, kind)
    if item is None:
        return False
    _fall_away(arena, table, fighter, item, why, clause)
    return True


def _fall_away(arena: Arena, table: Table, fighter: Fighter, item: Item, why: str, clause: str) -> None:
    """GL 12.41, 12.42: one die for the direction from his front, another for the distance."""
    way = table.roll(1, "direction of the drop", "GL 12.41")[0]
    far = table.roll(1, "distance of the drop", "GL 12.42")[0] - 1
    place = step(fighter.place, (fighter.facing + way - 1) % 6, far)
    arena.drop(Item(item.kind, place, item.size, item.boxes))
    table.tell(
        "drop",
        {"fighter": fighter.name, "item": item.kind, "place": list(place), "why": why},
        (clause, "GL 12.41", "GL 12.42"),
    )


def break_trident(arena: Arena, table: Table, fighter: Fighter, useless_from: int) -> None:
    """GL 18.5, 18.6: it is dropped, and a die says whether the fragment is good for anything."""
    hold_nothing(fighter, "weapon")
    way = table.roll(1, "direction of the drop", "GL 12.41")[0]
    far = table.roll(1, "distance of the drop", "GL 12.42")[0] - 1
    place = step(fighter.place, (fighter.facing + way - 1) % 6, far)
    useless = table.roll(1, "the fragment", "GL 18.6")[0] >= useless_from
    arena.drop(Item("shaft" if useless else "fragment", place))
    table.tell(
        "trident-breaks",
        {"fighter": fighter.name, "place": list(place), "useless": useless},
        ("GL 18.5", "GL 18.6", "GL 12.4"),
    )


def leave(arena: Arena, fighter: Fighter, status: str) -> None:
    """A man is out of the fight with all he holds; the net he was in goes back to its holder, or stays on the sand."""
    arena.strike_off(fighter, status)
    if fighter.netted:
        release(arena, fighter)
    if fighter.holding != NOBODY:
        let_go(arena, fighter)


def release(arena: Arena, fighter: Fighter) -> None:
    """GL 17.351-net-after: out of the net, which its holder has again, or which lies where he stood."""
    holder = fighter.net_holder
    fighter.netted = False
    fighter.net_holder = NOBODY
    if holder == NOBODY:
        arena.drop(Item("net", fighter.place))
    else:
        arena.fighters[holder].holding = NOBODY
        arena.fighters[holder].net = True


def let_go(arena: Arena, holder: Fighter) -> None:
    """GL 17.36, 17.355: nobody holds the net any more; the man stays in it."""
    arena.fighters[holder.holding].net_holder = NOBODY
    holder.holding = NOBODY
