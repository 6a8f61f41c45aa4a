"""Throwing weapons and shields (GL 12.5), and letting go of nets, when the sub-phases are over."""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.decision import Choice, Choose, Decision
from ludus.core.event import Modifier
from ludus.core.game import Phase, Together
from ludus.core.table import Table
from ludus.games.gladiator.charts import AREAS, HEAD, column_and_shift, combat_result, stun_for
from ludus.games.gladiator.fighter import NOBODY, Fighter
from ludus.games.gladiator.hexes import STEPS, Hex, distance, positional_value, step
from ludus.games.gladiator.postures import add_stun, check_consciousness, hold_nothing, let_go
from ludus.games.gladiator.shield import check_shield_drop, check_weapon_drop, damage_shield
from ludus.games.gladiator.state import Arena, Item
from ludus.games.gladiator.wounds import Lose, hit

Guard = Callable[[Fighter, int], int]  # the CFs defending an area
KEEP = "no"
LET_GO = "let go of the net"
LAY_DOWN = "drop the net"
SHIELD_MODIFIER = -1
TRIDENT_COLUMN = 5
FARTHEST = 6


def unguarded(fighter: Fighter, area: int) -> int:
    return 0


def nothing_to_lose(fighter: Fighter, amount: int) -> None:
    """After the last attack a loss counts from the next phase on only (GL 8.463)."""


def choices_for(arena: Arena, fighter: Fighter) -> list[str]:
    """GL 12.5, 17.36: what he can rid himself of; throws are offered where somebody stands on a hexrow."""
    if fighter.netted or fighter.was_netted or not fighter.upright or fighter.appealing:
        return []
    found: list[str] = []
    if fighter.holding != NOBODY:
        found.append(LET_GO)
    elif fighter.net:
        found.append(LAY_DOWN)
    if not arena.rules.throws:
        return found
    ways = [number + 1 for number in range(6) if _foe_on_row(arena, fighter, (fighter.facing + number) % 6)]
    if fighter.shield:
        found += [f"shield {way}" for way in ways]
    if fighter.weapon:
        found += [f"{fighter.weapon} {way} {area}" for way in ways for area in AREAS]
    return found


def _foe_on_row(arena: Arena, fighter: Fighter, direction: int) -> bool:
    q, r = STEPS[direction]
    for foe in arena.fighters:
        if foe.side == fighter.side or foe.status != "fighting":
            continue
        away = distance(fighter.place, foe.place)
        if 1 <= away <= FARTHEST and foe.place == (fighter.place[0] + away * q, fighter.place[1] + away * r):
            return True
    return False


def last_throws(arena: Arena, table: Table, guard: Guard) -> Phase:
    """GL 4-order (15): after sub-phase 5, by counter number."""
    asked: dict[int, Decision] = {}
    for man in arena.men():
        choices = choices_for(arena, man)
        if choices:
            prompt = f"Does {man.name} throw or let go of anything?"
            asked[man.seat] = Choose(man.seat, "throw", prompt, "GL 12.5", (KEEP,), KEEP, man.name, tuple(choices))
    if not asked:
        return
    answers: dict[int, Choice] = yield Together(asked)
    for man in list(arena.men()):
        answer = str(answers.get(man.seat, KEEP))
        if answer == KEEP or not man.fighting or not man.upright:
            continue
        if answer in (LET_GO, LAY_DOWN):
            put_net_away(arena, table, man)
            continue
        kind, way, *area = answer.split()
        throw(arena, table, man, kind, int(way), AREAS.index(area[0]) if area else HEAD, guard, nothing_to_lose)


def put_net_away(arena: Arena, table: Table, fighter: Fighter) -> None:
    """GL 17.36, 18.7: both hands for the trident, from the next phase on."""
    held = fighter.holding
    if held != NOBODY:
        let_go(arena, fighter)
    else:
        fighter.net = False
        arena.drop(Item("net", fighter.place))
    victim = arena.fighters[held].name if held != NOBODY else ""
    table.tell("net-let-go", {"fighter": fighter.name, "victim": victim}, ("GL 17.36", "GL 18.7"))


def throw(
    arena: Arena,
    table: Table,
    fighter: Fighter,
    kind: str,
    way: int,
    area: int,
    guard: Guard,
    lose: Lose,
) -> None:
    """GL 12.5: along a hexrow, as far as one die says, over whoever stands between."""
    item = hold_nothing(fighter, "shield" if kind == "shield" else "weapon")
    if item is None:
        return
    far = table.roll(1, "distance of the throw", "GL 12.5")[0]
    place = step(fighter.place, (fighter.facing + way - 1) % 6, far)
    arena.drop(Item(item.kind, place, item.size, item.boxes))
    struck = arena.at(place)
    table.tell(
        "throw",
        {
            "fighter": fighter.name,
            "item": item.kind,
            "place": list(place),
            "at": struck.name if struck else "",
            "area": AREAS[area],
        },
        ("GL 12.5", "GL 12.5-shorthand"),
    )
    if struck is None:
        return
    if item.kind == "shield":
        if struck.side != fighter.side and area == HEAD:
            _shield_strikes(table, struck, guard(struck, HEAD), lose)
        return
    base = TRIDENT_COLUMN if item.kind == "trident" else 0
    _weapon_strikes(arena, table, fighter, struck, area, base, guard(struck, area), lose)


def _shield_strikes(table: Table, struck: Fighter, defence: int, lose: Lose) -> None:
    """GL 12.51: the stun column, two dice less 1 less the CFs on the head."""
    total = sum(table.roll(2, "thrown shield", "GL 12.51")) + SHIELD_MODIFIER - defence
    stun = stun_for(total)
    add_stun(table, struck, stun, "a thrown shield", ("GL 12.51", "GL 12.53", "GL 11.1"))
    lose(struck, stun)
    check_consciousness(table, struck)


def _weapon_strikes(
    arena: Arena,
    table: Table,
    fighter: Fighter,
    struck: Fighter,
    area: int,
    base: int,
    defence: int,
    lose: Lose,
) -> None:
    """GL 12.52: column 0, for a whole trident 5, plus the position, less the defence."""
    arena.quiet = False
    offset: Hex = (fighter.place[0] - struck.place[0], fighter.place[1] - struck.place[1])
    position = positional_value(offset, struck.facing, arena.rules.values[struck.left_handed])
    advantage = base + position - defence
    column, shift = column_and_shift(advantage)
    weak = max(0, -struck.cf)
    roll = sum(table.roll(3, "thrown weapon", "GL 12.52")) + shift + weak
    result = combat_result(roll, column)
    table.tell(
        "thrown-weapon",
        {
            "fighter": fighter.name,
            "target": struck.name,
            "area": AREAS[area],
            "advantage": advantage,
            "result": result,
        },
        ("GL 12.52", "GL 12.53", "GL 8.5-CRT"),
        (Modifier("position", position), Modifier("defence", -defence)),
    )
    if result[0] == "S":
        if struck.shield:
            overflow = damage_shield(table, fighter.strength, 0, struck, result)
            if not struck.shield_boxes:
                let_fall(arena, table, struck)
            elif result == "S*" and not overflow:
                check_shield_drop(arena, table, fighter.strength, advantage + weak, struck)
            result = overflow or "-"
        else:
            result = "P"
    if result[0] == "P":
        if not struck.weapon or (result == "P*" and not struck.shield):
            result = "H"
        else:
            check_weapon_drop(arena, table, fighter.strength, advantage + weak, struck)
    if result[0] == "H":
        hit(arena, table, struck, area, int(result[2:] or 0), lose)


def let_fall(arena: Arena, table: Table, fighter: Fighter) -> None:
    """A battered shield falls where its owner is (GL 10.3)."""
    item = hold_nothing(fighter, "shield")
    if item is not None:
        arena.drop(item)
        table.tell("shield-falls", {"fighter": fighter.name, "place": list(fighter.place)}, ("GL 10.3",))


def throw_ruined(arena: Arena, table: Table, fighter: Fighter, guard: Guard, lose: Lose) -> Phase:
    """GL 10.3: its owner throws it away, choosing the direction; who cannot, lets it fall."""
    if not fighter.fighting or not fighter.upright or fighter.netted or not arena.rules.throws:
        let_fall(arena, table, fighter)
        return
    prompt = f"{fighter.name}'s shield is ruined: which way does he throw it?"
    way = yield Choose(fighter.seat, "ruined", prompt, "GL 10.3", (1, 2, 3, 4, 5, 6), about=fighter.name)
    throw(arena, table, fighter, "shield", int(way), HEAD, guard, lose)
