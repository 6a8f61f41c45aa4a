"""Positions as a person writes them: only what differs from an ordinary man at the start of a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from ludus.core.errors import DataError, Refused, shown
from ludus.core.plain import from_plain, to_plain
from ludus.games.gladiator.charts import AREAS, COUNTERS, MOVES, NAMES, OTHER_COUNTERS, SHIELD_BOXES, WOUND_BOXES
from ludus.games.gladiator.counts import counted
from ludus.games.gladiator.creation import give_counters
from ludus.games.gladiator.fighter import NOBODY, Fighter, categories
from ludus.games.gladiator.goals import check_goal
from ludus.games.gladiator.hexes import POINTS
from ludus.games.gladiator.men import RATINGS, check_armour_codes
from ludus.games.gladiator.plot import CHARGE_HEXES, read_plot
from ludus.games.gladiator.position import Man, Position
from ludus.games.gladiator.sequence import STEPS
from ludus.games.gladiator.state import AMID, PHASES, Arena, Goal, Item

MOST_TURNS = 10_000
FARTHEST = 10_000
ITEMS = ("sword", "trident", "fragment", "shaft", "shield", "net")
STATUSES = ("fighting", "dead", "surrendered", "spared", "resigned", "victor")
WEAPONS = ("", "sword", "trident", "fragment")
SHIELDS = ("", "small", "large")
POSTURES = ("standing", "kneeling", "prone")
WAYS = ("", "forward", "side_forward", "back", "side_back", "roll", "pushed")
MOST = 999
# By field what it takes; lists area by area, or hex by hex.
BOUNDS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("training", "strength", "agility", "constitution"), RATINGS),
    **dict.fromkeys(("nf", "cf_start", "cf", "bonuses", "guard"), (-MOST, MOST)),
    **dict.fromkeys(("stun", "limps", "lame", "attack_total", "defence_total", "spent", "net_loss"), (0, MOST)),
    **dict.fromkeys(("arteries", "fresh_arteries", "turned"), (0, 99)),
    **dict.fromkeys(("forward", "side_forward", "back", "side_back"), (0, CHARGE_HEXES)),
    **dict.fromkeys(("allowance", "used"), (0, PHASES)),
    **dict.fromkeys(("place", "start", "came_from", "trail", "lay"), (-FARTHEST, FARTHEST)),
    "sheet": (0, MOST),
    "crossed": (1, PHASES),
    "counter": (1, 99),
    "side": (0, 1),
    "stride": (0, 5),
    "wound_factor": (1, WOUND_BOXES),
    "shield_boxes": (0, SHIELD_BOXES),
    "net_ready": (0, MOST_TURNS * PHASES),
    "carried": (0, MOST),
}
WORDS: dict[str, tuple[str, ...]] = {
    "facing": POINTS,
    "status": STATUSES,
    "posture": POSTURES,
    "weapon": WEAPONS,
    "shield": SHIELDS,
    "last_way": WAYS,
}


# -- reading -----------------------------------------------------------------------------------------


def read_position(plain: Mapping[str, Any], arena: Arena) -> None:
    """Fill an empty arena with a written position."""
    try:
        written = from_plain(Position, plain, "position")
        _check_step(written, arena)
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


def _check_step(written: Position, arena: Arena) -> None:
    _within((0 if written.step == "turn" else 1, MOST_TURNS), written.turn, "position.turn")
    _within((1, PHASES), written.phase, "position.phase")
    if written.step not in STEPS:
        raise DataError(f"position.step is one of {', '.join(STEPS)}, not '{shown(written.step)}'")
    if written.step == "draw" and not arena.rules.may_agree:
        raise DataError("position.step: by these rules nobody is asked for a draw; option draws = true asks them")
    if written.step == "cross-out" and not arena.rules.advance_plot:
        raise DataError("position.step: by these rules no phases are crossed out (GL 6.1); see option advance_plot")


def _read_fighter(arena: Arena, each: Any, index: int) -> Fighter:
    where = f"position.fighters[{index}]"
    _check_words(arena, each, where)
    _check_numbers(arena.step, each, where)
    retiarius = each.type == "retiarius"
    plain = {name: value for name, value in to_plain(each).items() if value is not None and name in _FIELDS}
    plain |= {
        "name": each.name or NAMES[index],
        "number": index,
        "side": each.seat % 2 if each.side is None else each.side,
        "kind": each.type,
        "armour": [code.replace("-", "") for code in each.armour],
        "facing": POINTS.index(each.facing),
        "weapon": ("trident" if retiarius else "sword") if each.weapon is None else each.weapon,
        "shield": ("" if retiarius else "large") if each.shield is None else each.shield,
        "net": retiarius if each.net is None else each.net,
        "allowance": MOVES[each.type] if each.allowance is None else each.allowance,
        "bonuses": [],
        **_factors(arena, each, where),
    }
    plain["shield_boxes"] = (SHIELD_BOXES if plain["shield"] else 0) if each.shield_boxes is None else each.shield_boxes
    for name in ("start", "came_from"):
        plain.setdefault(name, list(each.place))
    fighter = from_plain(Fighter, plain, where)
    _check_man(fighter, where)
    return fighter


def _factors(arena: Arena, each: Any, where: str) -> dict[str, int]:
    """GL 3-7b, 9.31: what he came with, what he has now, and the net factor; each follows from the others."""
    lost = sum(
        categories(each.wound_factor, wounds, width)
        for wounds, width in zip(each.wounds, arena.rules.widths, strict=True)
    )
    start = each.cf_start
    if start is None:
        start = each.training + each.strength + each.agility
        if each.cf is not None:
            start = max(start, each.cf + lost)
    cf = start - lost if each.cf is None else each.cf
    if cf > start:
        raise DataError(
            f"{where}.cf: he came with {counted(start, 'combat factor')}, and cannot have {cf} now (GL 3-9)"
        )
    return {"cf_start": start, "cf": cf, "nf": each.training + each.agility if each.nf is None else each.nf}


def _check_words(arena: Arena, each: Any, where: str) -> None:
    allowed = arena.rules.scope.types
    if each.type not in allowed:
        raise DataError(f"{where}.type: a gladiator is {', '.join(allowed)}, not '{shown(each.type)}'")
    for name, words in WORDS.items():
        value = getattr(each, name)
        if value is not None and value not in words:
            known = ", ".join(word or "nothing" for word in words)
            raise DataError(f"{where}.{name} is one of {known}, not '{shown(value)}'")
    check_armour_codes(each.armour, where)
    try:
        read_plot(each.plot)
    except Refused as refused:
        raise DataError(f"{where}.plot: {refused.message}") from refused


def _check_numbers(step: str, each: Any, where: str) -> None:
    for name, bounds in BOUNDS.items():
        for value in _flat(getattr(each, name)):
            _within(bounds, value, f"{where}.{name}")
    for name in ("wounds", "arteries", "fresh_arteries", "guard"):
        if len(getattr(each, name)) != len(AREAS):
            raise DataError(f"{where}.{name}: one number for each of {', '.join(AREAS)}")
    most = each.wound_factor - 1 if each.status == "fighting" else WOUND_BOXES
    for value in each.wounds:
        _within((0, most), value, f"{where}.wounds")
    if len(set(each.crossed)) < len(each.crossed):
        raise DataError(f"{where}.crossed: every phase once")
    if each.sheet and each.status == "fighting" and step in ("plot", "net", "free", "drag", "engage", "combat"):
        raise DataError(f"{where}.sheet: in the step `{step}` nobody has filled in his sheet yet (GL 8.3)")
    if len(each.lay) > 1:
        raise DataError(f"{where}.lay: a net lies in one hex (GL 6.4-LN)")


def _flat(value: Any) -> Iterator[int]:
    """The numbers of a field, whatever it is."""
    if isinstance(value, Mapping):
        value = list(value.values())
    for each in value if isinstance(value, list | tuple) else (value,):
        if isinstance(each, tuple):
            yield from each
        elif each is not None:
            yield each


def _check_man(fighter: Fighter, where: str) -> None:
    if bool(fighter.weapon) + bool(fighter.shield) + fighter.net > 2:
        raise DataError(f"{where}.net: nobody holds more than two things (GL 12.6b)")
    if bool(fighter.shield) != bool(fighter.shield_boxes):
        raise DataError(f"{where}.shield_boxes: a shield has boxes left, and without a shield there are none")
    if fighter.kind == "retiarius" and fighter.net and fighter.shield:
        raise DataError(f"{where}.shield: a retiarius takes none with his net (GL 17.9)")
    if fighter.used > fighter.allowance:
        raise DataError(
            f"{where}.used: of {counted(fighter.allowance, 'move')} in this turn he cannot have used {fighter.used}"
        )
    if fighter.unconscious and not fighter.prone and fighter.fighting:
        raise DataError(f"{where}.posture: an unconscious man lies prone (GL 9.36)")


def _check_level(arena: Arena) -> None:
    """GL 2-basic-scope: sword and shield, and nothing of a retiarius."""
    arms = {item.kind for item in arena.items}
    for fighter in arena.fighters:
        arms |= {fighter.weapon} - {""} | ({"net"} if fighter.net or fighter.netted else set())
    foreign = arms - set(arena.rules.scope.arms)
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
    """GL 2.2b: written counters are kept, the others are the lowest of their type that are free."""
    given = {fighter.number: each.counter for fighter, each in zip(arena.fighters, written.fighters, strict=True)}
    for fighter in arena.fighters:
        counter = given[fighter.number]
        if counter is not None and counter not in COUNTERS[fighter.kind] and counter < OTHER_COUNTERS:
            own = ", ".join(map(str, COUNTERS[fighter.kind]))
            raise DataError(
                f"position.fighters[{fighter.number}].counter: a {fighter.kind} man has {own}, "
                f"or a number from {OTHER_COUNTERS} on where there are more of them, not {counter} (GL 2.2b)"
            )
    taken = [counter for counter in given.values() if counter is not None]
    if len(set(taken)) < len(taken):
        raise DataError("position.fighters: two men have the same counter")
    give_counters(arena, {number: counter for number, counter in given.items() if counter is not None})


def _link(arena: Arena, fighter: Fighter, each: Any, where: str) -> None:
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


def _read_item(each: Any, index: int) -> Item:
    where = f"position.items[{index}]"
    if each.kind not in ITEMS:
        raise DataError(f"{where}.kind: an item is {', '.join(ITEMS)}, not '{shown(each.kind)}'")
    size = each.size or ("large" if each.kind == "shield" else "")
    boxes = each.boxes if each.boxes is not None else SHIELD_BOXES if each.kind == "shield" else 0
    if (each.kind == "shield") != (size in ("small", "large")):
        raise DataError(f"{where}.size: a shield is small or large, and nothing else has a size")
    _within((0, SHIELD_BOXES if each.kind == "shield" else 0), boxes, f"{where}.boxes")
    for part in each.place:
        _within(BOUNDS["place"], part, f"{where}.place")
    return Item(each.kind, (each.place[0], each.place[1]), size, boxes)


def _within(bounds: tuple[int, int], value: int, where: str) -> None:
    low, high = bounds
    if not low <= value <= high:
        raise DataError(f"{where} must be {low} to {high}, not {value}")


# -- writing -----------------------------------------------------------------------------------------


def write_position(arena: Arena) -> dict[str, Any]:
    """The position as `read_position` takes it, at a checkpoint or at the question that opens a step."""
    if arena.step not in STEPS or arena.moment == AMID:
        raise DataError(f"a scenario cannot be written now; {_earlier(arena)}", code="no-scenario")
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


def _earlier(arena: Arena) -> str:
    """The question before, from which a scenario leads to this one."""
    if arena.step == "setup":
        return "a position is there when the first orders are asked for"
    if arena.step == "over":
        return "the fight is over"
    questions = {
        "free": "somebody was asked what he puts into freeing himself",
        "drag": "somebody was asked what he puts into dragging",
        "combat": "the combat factors were shared out",
        "throw": "somebody was asked what he throws",
    }
    if arena.step in ("turn", "phase"):
        return "write one at the last question of the phase before"
    asked = questions.get(arena.step, "the orders were asked for")
    return f"write one at the question before, when {asked} in phase {arena.phase} of turn {arena.turn}"


def _write_fighter(arena: Arena, fighter: Fighter) -> dict[str, Any]:
    plain = {name: value for name, value in to_plain(fighter).items() if name in _BLANK}
    plain |= {
        "type": fighter.kind,
        "facing": POINTS[fighter.facing],
        "held_by": arena.fighters[fighter.net_holder].name if fighter.net_holder != NOBODY else "",
        "bonuses": {arena.fighters[number].name: bonus for number, bonus in fighter.bonuses},
    }
    always = ("name", "seat", "side", "type", "place", "facing")
    return {name: value for name, value in plain.items() if name in always or value != _BLANK[name]}


def _write_goal(goal: Goal) -> dict[str, Any]:
    blank = to_plain(Goal("", ""))
    return {name: value for name, value in to_plain(goal).items() if value != blank[name]}


def _write_item(item: Item) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": item.kind, "place": list(item.place)}
    if item.kind == "shield":
        plain |= {"size": item.size, "boxes": item.boxes}
    return plain


_FIELDS = frozenset(each.name for each in fields(Fighter))
_BLANK: dict[str, Any] = to_plain(Man(seat=0))
