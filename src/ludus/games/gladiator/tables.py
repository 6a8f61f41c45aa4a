"""The charts of the arena as tables for whoever reads them, and where the roll of an event falls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from ludus.core.chart import Axis, Chart, Spot, amount, ladder, listing, numbers, rolled, summed
from ludus.core.event import Event, Modifier, Roll
from ludus.games.gladiator.charts import (
    AREAS,
    ARMOUR,
    CHARACTERISTICS,
    COLLISION,
    ENDURANCE,
    FALL,
    KILLED,
    MISSUS,
    NET,
    NET_MODIFIERS,
    POSITION,
    RECOVERY,
    SHIELD_DROP,
    SUB_PHASES,
    WEAPON_DROP,
    column_and_shift,
    combat_result,
    critical_hit,
    spared_from,
    stun_for,
    wounds_for,
)
from ludus.games.gladiator.switches import Rules
from ludus.games.gladiator.words import CRITICALS

LOWEST, HIGHEST = 3, 18  # three dice, as far as the chart is printed
SIDES = ("his front", "front right", "rear right", "his back", "rear left", "front left")
RESULTS = {
    "M": "the attacker is off balance",
    "-": "nothing",
    "S": "on the shield; P without one",
    "S*": "on its edge: the shield may drop; P without one",
    "P": "parried: the weapon may drop; H without one",
    "P*": "parried with weapon and shield; H without either",
    "H": "a hit; what stands behind it comes on the dice for wounds",
}
DROPS = {WEAPON_DROP: "drops his weapon", SHIELD_DROP: "drops his shield", FALL: "falls"}


def tables_of(rules: Rules) -> tuple[Chart, ...]:
    """Those of this level, in the order in which a fight needs them."""
    nets = "net" in rules.scope.arms
    return (
        armour_table(),
        characteristics_table(),
        collision_table(),
        position_table(rules),
        sequence_table(),
        results_table(),
        severity_table(),
        critical_table(),
        recovery_table(),
        endurance_table(),
        *((net_table(),) if nets else ()),
        *((missus_table(),) if rules.scope.crowd else ()),
    )


# -- the men ---------------------------------------------------------------------------------------------


@cache
def armour_table() -> Chart:
    rows = {f"{kind} {die}": row for kind, sheets in ARMOUR.items() for die, row in enumerate(sheets, start=1)}
    how = "A die, by the type. A is the best armour; a number says up to which roll of two dice it covers."
    cells = tuple(tuple(code or "-" for code in row) for row in rows.values())
    return Chart(
        "armour", "Armour", "GL 3-6-table", how, Axis("type and die", tuple(rows)), Axis("", (*AREAS, "shield")), cells
    )


@cache
def characteristics_table() -> Chart:
    cells = tuple(
        tuple(" ".join(map(str, cell)).replace("-", "\N{MINUS SIGN}") for cell in row) for row in CHARACTERISTICS
    )
    how = "The first die says the row, the second the column: training, strength, agility, constitution and wounds."
    return Chart(
        "characteristics",
        "Characteristics",
        "GL 3-7-chart",
        how,
        numbers("first die", 1, 6),
        numbers("second die", 1, 6),
        cells,
    )


def _gladiator(event: Event) -> Iterator[Spot]:
    for roll in event.dice:
        if roll.reason == "armour":
            die = roll.values[0]
            worn = tuple(event.data["armour"])
            for place, kind in enumerate(ARMOUR):
                if ARMOUR[kind][die - 1][: len(AREAS)] == worn:
                    yield armour_table().at(place * len(ARMOUR[kind]) + die - 1, 0, str(die))
                    break
    first, second = rolled(event, "row"), rolled(event, "column")
    if first is not None and second is not None:
        row, column = first.values[0], second.values[0]
        yield characteristics_table().at(row - 1, column - 1, f"{row}, then {column}")


# -- moving ----------------------------------------------------------------------------------------------


def _modifiers(values: Mapping[str, int]) -> dict[str, str]:
    return {name.replace("_", " "): amount(value) for name, value in values.items()}


@cache
def collision_table() -> Chart:
    how = (
        "A die each, with these; the higher keeps the ground. What he leads by comes on two dice for the other's stun."
    )
    return listing("collision", "Collisions", "GL 7.5-drm", how, ("who", "on his die"), _modifiers(COLLISION))


def position_table(rules: Rules) -> Chart:
    right, left = rules.values
    rows = {side: (amount(right[at]), amount(left[at])) for at, side in enumerate(SIDES)}
    rows |= {
        f"anywhere, when he is {name}": (amount(POSITION[name]),) * 2 for name in ("stumbling", "prone", "ensnared")
    }
    how = "CFs that the attacker gains by where he stands, or how his man does."
    across = Axis("the defender is", ("right-handed", "left-handed"))
    return Chart(
        "position",
        "Position",
        "GL 8.2-diagram",
        how,
        Axis("the attacker is at", tuple(rows)),
        across,
        tuple(rows.values()),
    )


# -- fighting --------------------------------------------------------------------------------------------


@cache
def sequence_table() -> Chart:
    down = numbers("attacks", 1, len(SUB_PHASES) - 1)
    cells = tuple(tuple("strikes" if sub in row else "" for sub in range(1, 6)) for row in SUB_PHASES[1:])
    return Chart(
        "sequence",
        "Sequence of blows",
        "GL 8.42",
        "In which sub-phases so many attacks fall.",
        down,
        numbers("sub-phase", 1, 5),
        cells,
    )


@cache
def results_table() -> Chart:
    down = numbers("three dice, modified", LOWEST, HIGHEST + 1, open_below=True, open_above=True)
    across = numbers("advantage in CFs", 0, 5, open_below=True, open_above=True)
    cells = tuple(
        tuple(combat_result(row, column) + (" ..." if row > HIGHEST else "") for column in across.least)
        for row in down.least
    )
    how = (
        "Below 0 the advantage comes off the dice, above 5 what is over comes on them. Above 18 each step is one more."
    )
    return Chart("combat-results", "Combat results", "GL 8.5-CRT", how, down, across, cells, tuple(RESULTS.items()))


def _on_results(roll: Roll | None, advantage: int, modifiers: tuple[Modifier, ...]) -> Iterator[Spot]:
    if roll is not None:
        total = sum(roll.values) + sum(each.amount for each in modifiers)
        yield results_table().spot(total, advantage, summed(roll.values, modifiers))


def _attack(event: Event) -> Iterator[Spot]:
    return _on_results(rolled(event, "attack"), event.data["advantage"], event.modifiers)


def _thrown_weapon(event: Event) -> Iterator[Spot]:
    """Position and defence are in the advantage."""
    advantage = event.data["advantage"]
    others = tuple(each for each in event.modifiers if each.reason not in ("position", "defence"))
    shift = Modifier("net advantage", column_and_shift(advantage)[1])
    return _on_results(rolled(event, "thrown weapon"), advantage, (shift, *others))


def _net(event: Event) -> Iterator[Spot]:
    """GL 17.2: in column 0."""
    return _on_results(rolled(event, f"net {event.data['kind']}"), 0, event.modifiers)


@cache
def severity_table() -> Chart:
    axis, cells = ladder(
        "total", 8, 19, lambda total: (_wounds(total), str(stun_for(total)), DROPS.get(total, "")), "both"
    )
    how = "Three dice for wounds, with the armour; two dice for the stun of a collision or a thrown shield."
    return Chart(
        "severity",
        "Wounds and stun",
        "GL 9.1-table",
        how,
        axis,
        Axis("", ("wounds", "stun", "after a collision he")),
        cells,
    )


def _wounds(total: int) -> str:
    wounds = wounds_for(total)
    return "killed" if wounds == KILLED else str(wounds)


@cache
def critical_table() -> Chart:
    down = numbers("two dice, modified", 6, 14, open_below=True, open_above=True)
    cells = tuple(tuple(critical_hit(area, total) for area in range(len(AREAS))) for total in down.least)
    used = {code for row in cells for code in row}
    legend = (("-", "nothing more"), *((code, words) for code, words in CRITICALS.items() if code in used))
    how = "For every hit that wounds: two dice, and 1 more for each wound beyond the first."
    return Chart("critical-hit", "Critical hits", "GL 9.4-table", how, down, Axis("area", AREAS), cells, legend)


def _wound(event: Event) -> Iterator[Spot]:
    total, severe, critical = event.data["total"], rolled(event, "wounds"), rolled(event, "critical hit")
    if severe is not None:
        yield severity_table().spot(total, None, summed(severe.values, event.modifiers))
    if critical is not None:
        more = (Modifier("wounds beyond the first", wounds_for(total) - 1),)
        chart = critical_table()
        row = chart.down.at(sum(critical.values) + more[0].amount)
        yield chart.at(row, AREAS.index(event.data["area"]), summed(critical.values, more))


def _stun(event: Event) -> Iterator[Spot]:
    """The stun column; what came on the dice stands in the event before."""
    for reason, more in (
        ("collision stun", "the lead in the collision"),
        ("thrown shield", "less 1 and the guard of his head"),
    ):
        roll = rolled(event, reason)
        if roll is not None:
            row = next(at for at, cells in enumerate(severity_table().cells) if cells[1] == str(event.data["factors"]))
            yield severity_table().at(row, 1, f"{summed(roll.values)}, {more}")


# -- what else is rolled for -----------------------------------------------------------------------------


@cache
def recovery_table() -> Chart:
    how = "A die with these: at 0 or less he has it."
    return listing("recovery", "Picking up", "GL 12.61-drm", how, ("when", "on the die"), _modifiers(RECOVERY))


@cache
def endurance_table() -> Chart:
    how = f"A die, the turn, less the constitution: at {ENDURANCE['loss_at']} or more a CF is lost for good."
    rows = _modifiers({name: ENDURANCE[name] for name in ("light", "heavy", "overexertion")})
    return listing("endurance", "Endurance", "GL 16.3", how, ("who", "on the die"), rows)


@cache
def net_table() -> Chart:
    kinds = tuple(NET_MODIFIERS)
    prices = {
        "CFs that it costs": tuple(str(NET[kind]["cf"]) for kind in kinds),
        "phases until it is gathered": tuple(str(NET[kind]["blocked"]) for kind in kinds),
        "range in hexes": tuple(str(NET[kind]["range"]) for kind in kinds),
    }
    reasons = dict.fromkeys(name for kind in kinds for name in NET_MODIFIERS[kind])
    rows = {
        name.replace("_", " "): tuple(
            amount(NET_MODIFIERS[kind][name]) if name in NET_MODIFIERS[kind] else "" for kind in kinds
        )
        for name in reasons
    }
    how = "Three dice with these, in column 0 of the combat results."
    return Chart(
        "net",
        "The net",
        "GL 17.2",
        how,
        Axis("what", (*prices, *rows)),
        Axis("", kinds),
        (*prices.values(), *rows.values()),
    )


@cache
def missus_table() -> Chart:
    axis, cells = ladder("his attacks less his defence", 0, MISSUS[-1][0], lambda total: (_spared(total),), "both")
    return Chart(
        "missus",
        "Missus",
        "GL 19.2-chart",
        "A die, by what he has shown the crowd.",
        axis,
        Axis("", ("is spared on",)),
        cells,
    )


def _spared(total: int) -> str:
    needed = spared_from(total)
    return "nothing: he is lost" if needed is None else f"{needed} or more" if needed < 6 else "6"


def _verdict(event: Event) -> Iterator[Spot]:
    roll = rolled(event, "the crowd's verdict")
    if roll is not None:
        total = event.data["total"]
        yield missus_table().spot(total, None, f"a {roll.values[0]} for a total of {total}")


PLACES: Mapping[str, Callable[[Event], Iterator[Spot]]] = {
    "gladiator": _gladiator,
    "attack": _attack,
    "thrown-weapon": _thrown_weapon,
    "net": _net,
    "wound": _wound,
    "stun": _stun,
    "verdict": _verdict,
}


def charted(event: Event) -> tuple[Spot, ...]:
    """Where the dice of an event have fallen."""
    place = PLACES.get(event.kind) if event.dice else None
    return () if place is None else tuple(place(event))
