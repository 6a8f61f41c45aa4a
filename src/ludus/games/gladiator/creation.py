"""Before the fight: types, armour, characteristics, arms and places (GL 3, 4-setup)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count
from types import MappingProxyType

from ludus.core.decision import Choice, Choose, Decision
from ludus.core.game import Phase, Together
from ludus.core.table import Table
from ludus.games.gladiator.charts import (
    ARMOUR,
    CHARACTERISTICS,
    COUNTERS,
    NAMES,
    OTHER_COUNTERS,
    SETUP,
    SHIELD_BOXES,
)
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.state import Arena

ROWS = tuple(range(1, 7))
NOTHING: Mapping[int, int] = MappingProxyType({})
CELLS = tuple((row, column) for row in ROWS for column in ROWS)


def create(arena: Arena, table: Table) -> Phase:
    """GL 3-2: the type comes first; then the dice, or the charts, complete the log sheet."""
    rules, seats = arena.rules, range(arena.seats)
    sides = rules.sides or tuple(seat % 2 for seat in seats)
    kinds = dict(enumerate(rules.types or [man.type for man in rules.men]))
    open_types = [seat for seat in seats if not kinds.get(seat)]
    if open_types:
        types = rules.scope.types
        answers = yield ask(
            arena, "type", "What kind of gladiator do you send in?", "GL 3-2", types, "medium", open_types
        )
        kinds |= {seat: str(answers[seat]) for seat in open_types}
    left = {seat: man.left_handed for seat, man in enumerate(rules.men)}
    if rules.left_handed and not rules.men:
        hands = yield ask(arena, "hand", "Which hand holds the weapon?", "GL 8.2-left-handed", ("right", "left"))
        left = {seat: hands[seat] == "left" for seat in seats}
    arena.fighters = [
        Fighter(name_of(arena, seat), seat, sides[seat], seat, kind=kinds[seat], left_handed=left.get(seat, False))
        for seat in seats
    ]
    give_counters(arena)
    rows: dict[int, Choice] = {}
    cells: dict[int, Choice] = {}
    if rules.creation == "choice":
        unarmoured = [seat for seat in seats if not (rules.men and rules.men[seat].armour)]
        rows = yield ask(arena, "armour", "Which row of the armour table?", "GL 3-6-table", ROWS, None, unarmoured)
        if not rules.men:
            cells = yield ask(arena, "characteristics", "Which man of the chart?", "GL 3-7-chart", CELLS)
    for number in arena.order:
        fighter = arena.fighters[number]
        finish_sheet(arena, table, fighter, rows.get(fighter.seat), cells.get(fighter.seat))
    take_places(arena, table)


def name_of(arena: Arena, seat: int) -> str:
    """GL 3-1: what a seat's man is called."""
    return arena.rules.men[seat].name if arena.rules.men else NAMES[seat]


def ask(
    arena: Arena,
    name: str,
    prompt: str,
    clause: str,
    choices: tuple[Choice, ...],
    default: Choice | None = None,
    seats: Sequence[int] | None = None,
) -> Together:
    """The same question to these seats, or to all, answered in secret."""
    asked: dict[int, Decision] = {
        seat: Choose(seat, name, prompt, clause, choices, default, name_of(arena, seat))
        for seat in (range(arena.seats) if seats is None else seats)
    }
    return Together(asked)


def give_counters(arena: Arena, given: Mapping[int, int] = NOTHING) -> None:
    """GL 2.2b, 3-3: the numbers on the pieces; who is one too many for the box gets a higher one."""
    taken = set(given.values())
    for fighter in arena.fighters:
        fighter.counter = given.get(fighter.number, 0)
        if not fighter.counter:
            numbers = chain(COUNTERS[fighter.kind], count(OTHER_COUNTERS))
            fighter.counter = next(number for number in numbers if number not in taken)
            taken.add(fighter.counter)
    arena.line_up(sorted(range(len(arena.fighters)), key=lambda number: arena.fighters[number].counter))


def finish_sheet(arena: Arena, table: Table, fighter: Fighter, row: Choice | None, cell: Choice | None) -> None:
    """GL 3-6a, 3-7a, 3-7b: one die for armour and shield, two for the man; what he comes with is not rolled for."""
    sent = arena.rules.men[fighter.seat] if arena.rules.men else None
    if sent is not None and sent.armour:
        armour, shield = [code.replace("-", "") for code in sent.armour], sent.shield
    else:
        if row is None:
            row = table.roll(1, "armour", "GL 3-6a")[0]
        *armour, shield = ARMOUR[fighter.weight][int(str(row)) - 1]
    if sent is not None:
        ratings = sent.ratings
    else:
        if not isinstance(cell, tuple):
            cell = (table.roll(1, "row", "GL 3-7a")[0], table.roll(1, "column", "GL 3-7a")[0])
        ratings = CHARACTERISTICS[cell[0] - 1][cell[1] - 1]
    fighter.armour = tuple(armour)
    fill_in(fighter, ratings)
    if sent is not None:
        bring_wounds(arena, fighter, sent.wounds)
    arm(arena, fighter, shield)
    nets = fighter.net or faces_net(arena, fighter)
    table.tell(
        "gladiator",
        {
            "fighter": fighter.name,
            "seat": fighter.seat,
            "side": fighter.side,
            "type": fighter.kind,
            "counter": fighter.counter,
            "armour": list(fighter.armour),
            "shield": fighter.shield,
            "training": fighter.training,
            "strength": fighter.strength,
            "agility": fighter.agility,
            "constitution": fighter.constitution,
            "wound_factor": fighter.wound_factor,
            "cf": fighter.cf,
            "nf": fighter.nf,
            "left_handed": fighter.left_handed,
        },
        ("GL 3", "GL 3-6a", "GL 21.5" if sent else "GL 3-7a", "GL 3-7b", *(("GL 3-6c",) if nets else ())),
    )


def fill_in(fighter: Fighter, ratings: tuple[int, ...]) -> None:
    """GL 3-7b: the ratings and what follows from them."""
    (
        fighter.training,
        fighter.strength,
        fighter.agility,
        fighter.constitution,
        fighter.wound_factor,
    ) = ratings
    fighter.cf = fighter.cf_start = fighter.training + fighter.strength + fighter.agility
    fighter.nf = fighter.training + fighter.agility


def bring_wounds(arena: Arena, fighter: Fighter, wounds: tuple[int, ...]) -> None:
    """GL 3-8b, 9.31: what has not healed is checked already, and has cost its combat factors."""
    fighter.wounds = wounds
    fighter.cf -= sum(fighter.cf_lost(area, arena.rules.widths) for area in range(len(wounds)))


def faces_net(arena: Arena, fighter: Fighter) -> bool:
    """GL 17-opponent-shield: whether any enemy is a retiarius."""
    return any(each.kind == "retiarius" and each.side != fighter.side for each in arena.fighters)


def arm(arena: Arena, fighter: Fighter, shield: str) -> None:
    """GL 3-6c, GL 17.1a: sword and shield, or net and trident."""
    if fighter.kind == "retiarius":
        fighter.weapon, fighter.shield, fighter.shield_boxes, fighter.net = "trident", "", 0, True
        return
    fighter.weapon = "sword"
    fighter.shield = "small" if faces_net(arena, fighter) else shield
    fighter.shield_boxes = SHIELD_BOXES  # GL 10.1


def take_places(arena: Arena, table: Table) -> None:
    """GL 4-setup: face to face; pairs side by side, those left over behind the line."""
    apart, between, behind = arena.rules.distance, SETUP["between_pairs"], SETUP["behind"]
    for side in (0, 1):
        men = [fighter for fighter in arena.fighters if fighter.side == side]
        pairs = min(len(men), len(arena.fighters) - len(men))
        for index, fighter in enumerate(men):
            column, line = index % pairs, index // pairs
            # Every other column a hex to the east is half a hex further south.
            q = column * between
            r = -(q // 2)
            fighter.facing = 0 if side == 0 else 3
            fighter.place = (q, r + line * behind) if side == 0 else (q, r - apart - line * behind)
    places = {fighter.name: [*fighter.place, fighter.facing] for fighter in arena.fighters}
    table.tell("places", {"places": places}, ("GL 4-setup",))
