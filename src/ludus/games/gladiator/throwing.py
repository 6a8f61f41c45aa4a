"""Throwing weapons and shields (GL 12.5), and letting go of nets, when the sub-phases are over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from ludus.core.decision import Choice, Choose
from ludus.core.event import Modifier
from ludus.core.game import Phase, Together
from ludus.core.table import Table
from ludus.games.gladiator.advantage import bonus_against, from_behind
from ludus.games.gladiator.charts import AREAS, HEAD, column_and_shift, combat_result, stun_for
from ludus.games.gladiator.fighter import NOBODY, Fighter
from ludus.games.gladiator.hexes import STEPS, Hex, distance, step
from ludus.games.gladiator.postures import hold_nothing, let_go
from ludus.games.gladiator.shield import check_shield_drop, check_weapon_drop, damage_shield
from ludus.games.gladiator.state import Arena, Item
from ludus.games.gladiator.stun import add_stun, check_consciousness
from ludus.games.gladiator.wounds import Lose, hit

Guard = Callable[[Fighter, Fighter, int], int]  # the CFs defending an area against something thrown by the first
KEEP = "no"
LET_GO = "let go of the net"
LAY_DOWN = "drop the net"
SHIELD_MODIFIER = -1
TRIDENT_COLUMN = 5
FARTHEST = 6
WAYS = (1, 2, 3, 4, 5, 6)  # the hexrows, numbered as for drops (GL 12.41)


def after_all(thrower: Fighter, fighter: Fighter, area: int) -> int:
    """GL 12.53: what the sub-phases have left on an area; behind the back of a man beset by several it does not count
    (GL 20.3)."""
    if fighter.carried:
        less = (fighter.guard[area] - fighter.carried,)
        fighter.guard = (*fighter.guard[:area], *less, *fighter.guard[area + 1 :])
        fighter.carried = 0
    guard = fighter.guard[area]
    if not fighter.beset or not from_behind(thrower, fighter):
        return guard
    # Display 14 ends with the five boxes of the guard and what is left unused.
    written = fighter.sheet[-6:-1][area] if fighter.sheet else max(guard, 0)
    return guard - (written >> fighter.prone)


def lose_after_all(fighter: Fighter, amount: int) -> None:
    """GL 8.462, GL 8.463: off the area struck by the next thing thrown at him; where nothing is, it counts from the
    next phase on only."""
    fighter.carried += amount


def choices_for(arena: Arena, fighter: Fighter) -> tuple[str, ...]:
    """GL 12.5, 17.36: what he can rid himself of; throws are offered where a foe stands on a hexrow of his."""
    if fighter.netted or fighter.was_netted or fighter.appealing or not fighter.upright:
        return ()
    net = LET_GO if fighter.holding != NOBODY else LAY_DOWN if fighter.net else ""
    ways: tuple[int, ...] = ()
    if arena.rules.throws and (fighter.weapon or fighter.shield):
        q, r = fighter.place
        for foe in arena.foes(fighter):
            there_q, there_r = foe.place
            way = row_towards((there_q - q, there_r - r), fighter.facing)
            if way and way not in ways:
                ways = (*ways, way)
    return throws(net, ways, bool(fighter.shield), fighter.weapon) if net or ways else ()


@cache
def row_towards(offset: Hex, facing: int) -> int:
    """The hexrow, 1 to 6 from the front, on which an offset lies within the reach of a throw; 0: none."""
    away = distance((0, 0), offset)
    if not 1 <= away <= FARTHEST:
        return 0
    for way in range(6):
        q, r = STEPS[(facing + way) % 6]
        if offset == (q * away, r * away):
            return way + 1
    return 0


@cache
def throws(net: str, aimed: tuple[int, ...], shield: bool, weapon: str) -> tuple[str, ...]:
    """Any of the six ways will do to be rid of a thing; a weapon thrown at a foe is aimed at an area (GL 12.52)."""
    found = [net] if net else []
    if shield and aimed:
        found += [f"shield {way}" for way in WAYS]
    if weapon and aimed:
        found += [f"{weapon} {way} {area}" for way in aimed for area in AREAS]
        found += [f"{weapon} {way}" for way in WAYS if way not in aimed]
    return tuple(found)


def ask_for_throws(arena: Arena) -> Together:
    """Everybody who could; nobody is expected to."""
    asked = Together()
    for man in arena.men:
        choices = choices_for(arena, man)
        if choices:
            prompt = f"Does {man.name} throw or let go of anything?"
            asked[man.seat] = Choose(man.seat, "throw", prompt, "GL 12.5", (KEEP,), KEEP, man.name, choices)
    return asked


def throw_all(arena: Arena, table: Table, answers: Mapping[int, Choice]) -> Phase:
    """GL 4-order (15): after sub-phase 5, by counter number."""
    for man in arena.men:
        answer = answers.get(man.seat, KEEP)
        if answer == KEEP or not man.fighting or not man.upright or arena.one_sided:
            continue
        if answer in (LET_GO, LAY_DOWN):
            put_net_away(arena, table, man)
            continue
        kind, way, *area = str(answer).split()
        aimed = AREAS.index(area[0]) if area else HEAD
        ruined = throw(arena, table, man, kind, int(way), aimed, after_all, lose_after_all)
        if ruined is not None and not arena.one_sided:
            yield from throw_ruined(arena, table, ruined, after_all, lose_after_all)


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
) -> Fighter | None:
    """GL 12.5: along a hexrow, as far as one die says, over whoever stands between. Gives back a man whose shield is
    ruined by it."""
    item = hold_nothing(fighter, "shield" if kind == "shield" else "weapon")
    if item is None:
        return None
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
    if struck is None or struck.appealing:  # GL 19.24a: nobody can attack him
        return None
    arena.quiet = False
    if item.kind == "shield":
        if struck.side != fighter.side and area == HEAD:
            _shield_strikes(table, struck, _defence(table, fighter, struck, HEAD, guard), lose)
        return None
    base = TRIDENT_COLUMN if item.kind == "trident" else 0
    return _weapon_strikes(
        arena, table, fighter, struck, area, base, _defence(table, fighter, struck, area, guard), lose
    )


def _defence(table: Table, thrower: Fighter, struck: Fighter, area: int, guard: Guard) -> int:
    """GL 12.53, 8.6-M: the CFs on that area, less a die for a man off balance."""
    if not struck.off_balance:
        return guard(thrower, struck, area)
    struck.off_balance = False
    return guard(thrower, struck, area) - table.roll(1, "off balance", "GL 8.6-M")[0]


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
) -> Fighter | None:
    """GL 12.52: column 0, for a whole trident 5, plus the position, less the defence."""
    position = _bonus(arena, fighter, struck)
    advantage = base + position - defence
    column, shift = column_and_shift(advantage)
    weak = max(0, -struck.cf)
    roll = sum(table.roll(3, "thrown weapon", "GL 12.52")) + shift + weak + struck.net_loss
    result = combat_result(roll, column)
    modifiers = [Modifier("position", position), Modifier("defence", -defence)]
    clauses = ["GL 12.52", "GL 12.53", "GL 8.5-CRT"]
    if weak:
        modifiers.append(Modifier("weak defender", weak))
        clauses.append("GL 9.34")
    if struck.net_loss:
        modifiers.append(Modifier("just out of the net", struck.net_loss))
        clauses.append("GL 17.351b")
    table.tell(
        "thrown-weapon",
        {
            "fighter": fighter.name,
            "target": struck.name,
            "area": AREAS[area],
            "advantage": advantage,
            "result": result,
        },
        tuple(clauses),
        tuple(modifiers),
    )
    ruined = None
    if result[0] == "S":
        if struck.shield:
            overflow = damage_shield(table, fighter.strength, 0, struck, result)
            if not struck.shield_boxes:
                ruined = struck  # he throws it away when what it let through is settled (GL 10.3)
            elif result == "S*":
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
        hit(arena, table, fighter, struck, area, int(result[2:] or 0), lose)
    return ruined


def _bonus(arena: Arena, fighter: Fighter, struck: Fighter) -> int:
    """GL 8.12b, 8.46: what his place has been worth in this combat; where there was none, what it is worth now."""
    if fighter.rotated:
        return 0
    for number, bonus in fighter.bonuses:
        if number == struck.number:
            return bonus
    return bonus_against(arena, fighter, struck)


def let_fall(arena: Arena, table: Table, fighter: Fighter) -> None:
    """A battered shield falls where its owner is (GL 10.3)."""
    item = hold_nothing(fighter, "shield")
    if item is not None:
        arena.drop(item)
        table.tell("shield-falls", {"fighter": fighter.name, "place": list(fighter.place)}, ("GL 10.3",))


def throw_ruined(arena: Arena, table: Table, fighter: Fighter, guard: Guard, lose: Lose) -> Phase:
    """GL 10.3: its owner throws it away, choosing the direction; who cannot, lets it fall. The dead take it along, and
    what it let through may have struck it from his arm (GL 9.5-SD)."""
    if not fighter.fighting or not fighter.shield:
        return
    if not fighter.upright or fighter.netted or fighter.was_netted or not arena.rules.throws:
        let_fall(arena, table, fighter)
        return
    prompt = f"{fighter.name}'s shield is ruined: which way does he throw it?"
    way = yield Choose(fighter.seat, "ruined", prompt, "GL 10.3", WAYS, about=fighter.name)
    throw(arena, table, fighter, "shield", int(way), HEAD, guard, lose)
