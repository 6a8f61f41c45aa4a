"""Positions as a person writes them: only what differs from an ordinary man at the start of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ludus.core.errors import DataError, Refused, shown
from ludus.core.plain import from_plain, to_plain
from ludus.games.gladiator.charts import AREAS, MOVES, NAMES, SHIELD_BOXES, TYPES, WOUND_BOXES
from ludus.games.gladiator.creation import give_counters
from ludus.games.gladiator.fighter import NOBODY, Fighter, categories
from ludus.games.gladiator.goals import check_goal
from ludus.games.gladiator.hexes import POINTS
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.position import Man, Position, Thing
from ludus.games.gladiator.state import AMID, PHASES, Arena, Goal, Item

MOST_TURNS = 10_000
FARTHEST = 10_000
RATINGS = ("training", "strength", "agility", "constitution")
ITEMS = ("sword", "trident", "fragment", "shaft", "shield", "net")
STATUSES = ("fighting", "dead", "surrendered", "spared", "resigned", "victor")
READABLE = ("turn", "phase", "plot", "net", "free", "drag", "engage", "combat")


# -- reading -----------------------------------------------------------------------------------------


def read_position(plain: Mapping[str, Any], arena: Arena) -> None:
    """Fill an empty arena with a written position."""
    try:
        written = from_plain(Position, plain, "position")
        _within(0 if written.step == "turn" else 1, MOST_TURNS, written.turn, "position.turn")
        _within(1, PHASES, written.phase, "position.phase")
        if written.step not in READABLE:
            raise DataError(f"position.step is one of {', '.join(READABLE)}, not '{shown(written.step)}'")
        arena.turn, arena.phase, arena.step = written.turn, written.phase, written.step
        arena.spent_force, arena.quiet = written.spent_force, written.quiet
        arena.fighters = [_read_fighter(arena, each, index) for index, each in enumerate(written.fighters)]
        _check_company(arena)
        _number_off(arena, written)
        arena.items = tuple(_read_item(each, index) for index, each in enumerate(written.items))
        _check_level(arena)
        for index, each in enumerate(written.fighters):
            _link(arena, arena.fighters[index], each, f"position.fighters[{index}]")
        if written.goal is not None:
            check_goal(arena, written.goal, written.deeds)
            arena.goal, arena.deeds = written.goal, written.deeds
    except DataError as error:
        raise DataError(error.message, code="bad-scenario") from error


def _read_fighter(arena: Arena, each: Man, index: int) -> Fighter:
    where = f"position.fighters[{index}]"
    _check_kind(arena, each, where)
    _check_sheet(each, where)
    retiarius = each.type == "retiarius"
    plain = {
        name: value
        for name, value in to_plain(each).items()
        if value is not None and name in _FIELDS and name not in _RENAMED
    }
    plain |= {
        "name": each.name or NAMES[index],
        "number": index,
        "side": each.seat % 2 if each.side is None else each.side,
        "kind": each.type,
        "armour": [code.replace("-", "") for code in each.armour],
        "cf_start": each.training + each.strength + each.agility if each.cf_start is None else each.cf_start,
        "nf": each.training + each.agility if each.nf is None else each.nf,
        "facing": POINTS.index(each.facing),
        "weapon": ("trident" if retiarius else "sword") if each.weapon is None else each.weapon,
        "shield": ("" if retiarius else "large") if each.shield is None else each.shield,
        "net": retiarius if each.net is None else each.net,
        "allowance": MOVES[each.type] if each.allowance is None else each.allowance,
    }
    plain["cf"] = each.cf if each.cf is not None else plain["cf_start"] - _lost(arena, each)
    plain["shield_boxes"] = (SHIELD_BOXES if plain["shield"] else 0) if each.shield_boxes is None else each.shield_boxes
    for name in ("start", "came_from"):
        plain.setdefault(name, list(each.place))
    fighter = from_plain(Fighter, plain, where)
    _check_hands(fighter, where)
    return fighter


def _lost(arena: Arena, each: Man) -> int:
    """GL 9.31: the CFs that the written wounds have cost."""
    return sum(
        categories(each.wound_factor, wounds, width)
        for wounds, width in zip(each.wounds, arena.rules.widths, strict=True)
    )


def _check_kind(arena: Arena, each: Man, where: str) -> None:
    allowed = TYPES if arena.rules.advanced else TYPES[:3]
    if each.type not in allowed:
        raise DataError(f"{where}.type: a gladiator is {', '.join(allowed)}, not '{shown(each.type)}'")
    _within(0, arena.seats - 1, each.seat, f"{where}.seat")
    if each.side not in (None, 0, 1):
        raise DataError(f"{where}.side must be 0 or 1, not {each.side}")
    if each.facing not in POINTS:
        raise DataError(f"{where}.facing: a man faces {', '.join(POINTS)}, not '{shown(each.facing)}'")
    if each.status not in STATUSES:
        raise DataError(f"{where}.status is one of {', '.join(STATUSES)}, not '{shown(each.status)}'")
    if each.posture not in ("standing", "kneeling", "prone"):
        raise DataError(f"{where}.posture is standing, kneeling or prone, not '{shown(each.posture)}'")
    for part in each.place:
        _within(-FARTHEST, FARTHEST, part, f"{where}.place")


def _check_sheet(each: Man, where: str) -> None:
    if len(each.armour) != len(AREAS):
        raise DataError(f"{where}.armour: one code for each of {', '.join(AREAS)}")
    for area, code in zip(AREAS, each.armour, strict=True):
        if code not in ("", "-") and (code[0] not in "ABC" or code[1:] not in ("", "5", "6", "7", "8", "9")):
            raise DataError(f"{where}.armour: '{shown(code)}' on the {area} is no armour code (GL 3-6b)")
    _within(1, WOUND_BOXES, each.wound_factor, f"{where}.wound_factor")
    for name in ("wounds", "arteries", "fresh_arteries"):
        values = getattr(each, name)
        if len(values) != len(AREAS):
            raise DataError(f"{where}.{name}: one number for each of {', '.join(AREAS)}")
        for value in values:
            _within(
                0,
                each.wound_factor - 1 if name == "wounds" and each.status == "fighting" else 99,
                value,
                f"{where}.{name}",
            )
    for name in RATINGS:
        _within(-20, 40, getattr(each, name), f"{where}.{name}")
    for name in ("stun", "limps", "lame", "used", "attack_total", "defence_total", "spent", "net_loss"):
        _within(0, 9999, getattr(each, name), f"{where}.{name}")
    if each.shield_boxes is not None:
        _within(0, SHIELD_BOXES, each.shield_boxes, f"{where}.shield_boxes")
    try:
        read_plot(each.plot)
    except Refused as refused:
        raise DataError(f"{where}.plot: {refused.message}") from refused


def _check_hands(fighter: Fighter, where: str) -> None:
    if fighter.weapon not in ("", "sword", "trident", "fragment"):
        raise DataError(f"{where}.weapon is sword, trident, fragment or nothing, not '{shown(fighter.weapon)}'")
    if fighter.shield not in ("", "small", "large"):
        raise DataError(f"{where}.shield is small, large or nothing, not '{shown(fighter.shield)}'")
    if bool(fighter.weapon) + bool(fighter.shield) + fighter.net > 2:
        raise DataError(f"{where}.net: nobody holds more than two things (GL 12.6b)")
    if bool(fighter.shield) != bool(fighter.shield_boxes):
        raise DataError(f"{where}.shield_boxes: a shield has boxes left, and without a shield there are none")
    if fighter.unconscious and not fighter.prone and fighter.fighting:
        raise DataError(f"{where}.posture: an unconscious man lies prone (GL 9.36)")


def _check_level(arena: Arena) -> None:
    """GL 2-basic-scope: sword and shield, and nothing of a retiarius."""
    if arena.rules.advanced:
        return
    foreign = {item.kind for item in arena.items} - {"sword", "shield"}
    for fighter in arena.fighters:
        foreign |= {fighter.weapon} - {"", "sword"} | ({"net"} if fighter.net or fighter.netted else set())
    if foreign:
        raise DataError(f"position: the Basic Game has no {' and no '.join(sorted(foreign))} (GL 2-basic-scope)")


def _check_company(arena: Arena) -> None:
    names = [fighter.name for fighter in arena.fighters]
    if len(set(names)) < len(names):
        raise DataError("position.fighters: two men have the same name")
    if sorted(fighter.seat for fighter in arena.fighters) != list(range(arena.seats)):
        raise DataError(f"position.fighters: every seat from 0 to {arena.seats - 1} has exactly one man (GL 1)")
    men = [fighter for fighter in arena.fighters if fighter.fighting]
    if {fighter.side for fighter in men} != {0, 1}:
        raise DataError("position.fighters: both sides need a man in the fight")
    places = [fighter.place for fighter in men]
    if len(set(places)) < len(places):
        raise DataError("position.fighters: two men stand in one hex (GL 7.2)")


def _number_off(arena: Arena, written: Position) -> None:
    give_counters(arena)
    if all(each.counter is not None for each in written.fighters):
        for fighter, each in zip(arena.fighters, written.fighters, strict=True):
            fighter.counter = each.counter or 0
        if len({fighter.counter for fighter in arena.fighters}) < len(arena.fighters):
            raise DataError("position.fighters: two men have the same counter")
        arena.line_up(sorted(range(len(arena.fighters)), key=lambda number: arena.fighters[number].counter))


def _link(arena: Arena, fighter: Fighter, each: Man, where: str) -> None:
    """The net: who is in whose."""
    by_name = {other.name: other for other in arena.fighters}
    if each.held_by:
        holder = by_name.get(each.held_by)
        if holder is None or holder is fighter or not fighter.netted or holder.holding != NOBODY or holder.net:
            raise DataError(f"{where}.held_by: '{shown(each.held_by)}' cannot hold a net on {fighter.name}")
        fighter.net_holder = holder.number
        holder.holding = fighter.number
    bonuses = []
    for name, bonus in each.bonuses.items():
        if name not in by_name:
            raise DataError(f"{where}.bonuses: there is no '{shown(name)}' in this fight")
        bonuses.append((by_name[name].number, bonus))
    fighter.bonuses = tuple(bonuses)


def _read_item(each: Thing, index: int) -> Item:
    where = f"position.items[{index}]"
    if each.kind not in ITEMS:
        raise DataError(f"{where}.kind: an item is {', '.join(ITEMS)}, not '{shown(each.kind)}'")
    size = each.size or ("large" if each.kind == "shield" else "")
    boxes = each.boxes if each.boxes is not None else SHIELD_BOXES if each.kind == "shield" else 0
    if (each.kind == "shield") != (size in ("small", "large")):
        raise DataError(f"{where}.size: a shield is small or large, and nothing else has a size")
    _within(0, SHIELD_BOXES if each.kind == "shield" else 0, boxes, f"{where}.boxes")
    return Item(each.kind, (each.place[0], each.place[1]), size, boxes)


def _within(low: int, high: int, value: int, where: str) -> None:
    if not low <= value <= high:
        raise DataError(f"{where} must be {low} to {high}, not {value}")


# -- writing -----------------------------------------------------------------------------------------


def write_position(arena: Arena) -> dict[str, Any]:
    """The position as `read_position` takes it, when orders or combat factors are asked for."""
    if arena.step not in READABLE or arena.moment == AMID:
        raise DataError("a scenario can be written when orders or combat factors are asked for", code="no-scenario")
    blank = Position(fighters=[])
    written: dict[str, Any] = {"fighters": [_write_fighter(arena, each) for each in arena.fighters]}
    values = {
        "turn": arena.turn,
        "phase": arena.phase or 1,
        "step": arena.step,
        "items": [_write_item(item) for item in arena.items],
        "spent_force": arena.spent_force,
        "quiet": arena.quiet,
    }
    if arena.goal is not None and arena.verdict is None:
        values |= {"goal": _write_goal(arena.goal), "deeds": list(arena.deeds)}
    return written | {name: value for name, value in values.items() if value != getattr(blank, name)}


def _write_fighter(arena: Arena, fighter: Fighter) -> dict[str, Any]:
    plain = {name: value for name, value in to_plain(fighter).items() if name in _WRITTEN}
    plain |= {
        "type": fighter.kind,
        "facing": POINTS[fighter.facing],
        "held_by": arena.fighters[fighter.net_holder].name if fighter.net_holder != NOBODY else "",
        "bonuses": {arena.fighters[number].name: bonus for number, bonus in fighter.bonuses},
    }
    always = ("name", "seat", "side", "type", "place", "facing")
    return {name: value for name, value in plain.items() if name in always or value != to_plain(_BLANK[name])}


def _write_goal(goal: Goal) -> dict[str, Any]:
    blank = to_plain(Goal("", ""))
    return {name: value for name, value in to_plain(goal).items() if value != blank[name]}


def _write_item(item: Item) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": item.kind, "place": list(item.place)}
    if item.kind == "shield":
        plain |= {"size": item.size, "boxes": item.boxes}
    return plain


_FIELDS = frozenset(each.name for each in fields(Fighter))
_WRITTEN = frozenset(each.name for each in fields(Man))
_RENAMED = ("bonuses",)
_BLANK = {each.name: None if each.name in ("name", "seat") else getattr(Man("", 0), each.name) for each in fields(Man)}
