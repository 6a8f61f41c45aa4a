"""The charts of campaigns as tables for whoever reads them, and where the rolls of an event fall.

A book lists its own, by its own clauses. Where a roll falls is found by what it was thrown for. What chariots and men
are made by are charts of the circus and of the arena.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from ludus.campaign.epic.charts import CARS, EPIC, ODDS, PRIZES, STABLE, stakes
from ludus.campaign.ledger import money
from ludus.campaign.names import NAME_CHARTS, NATION_BY_DIE
from ludus.campaign.school import CAREERS, EXPERIENCE, IN_WORDS, INJURIES, OWNERS, PRICES
from ludus.campaign.season.charts import CHARTS, CIRCUS
from ludus.core.chart import Axis, Cells, Chart, Spot, amount, ladder, listing, numbers, rolled, summed
from ludus.core.event import Event, Modifier, Roll
from ludus.games.circus.game import Circus
from ludus.games.gladiator.charts import AREAS, ARMOUR
from ludus.games.gladiator.tables import armour_table, characteristics_table

SPEEDS = CHARTS.team_endurance
LEAST_HEALED = -4  # how far down the chart of scars is written out
NAMES = {"Roman": "E1 4.8.1", "Greek": "E1 4.8.2", "Egyptian": "E1 4.8.3", "Gaul": "E1 4.8.4"}


@cache
def season_tables() -> tuple[Chart, ...]:
    """CM 3.6, 21 and 23, in the order in which a season needs them."""
    made = ("driver-hits", "cars", "team-speed", "endurance")
    return (
        *_of_the_circus("advanced", made),
        horse_table("CM 21.41"),
        new_team_table("CM 21.4"),
        drivers_table("CM 21.5a"),
        cars_table("CM 21.6", "Of the kind that was wrecked.", dict.fromkeys(CHARTS.cars, CHARTS.car_price)),
        experience_table("CM 23.1a", CHARTS.places, CHARTS.gaps, CHARTS.bonus, 0),
        improvements_table("CM 23.4"),
        *name_tables(),
    )


@cache
def epic_tables() -> tuple[Chart, ...]:
    """E1 4 to 11."""
    chart = EPIC["experience"]
    prizes = {f"{place}.": money(prize) for place, prize in enumerate(PRIZES, start=1)}
    return (
        *_of_the_circus("epic", ("teams", "car-and-driver", "driver-hits", "cars")),
        characteristics_table()._replace(clause="E1 4.7.1"),
        armour_table()._replace(clause="E1 7.1.1"),
        horse_table("E1 8.4.1"),
        new_team_table("E1 8.3.1b"),
        drivers_table("E1 8.6"),
        cars_table("E1 8.5", "What the dealers ask.", CARS),
        listing("prizes", "Prizes", "E1 9.1a", "What the Emperor pays in a regular race.", ("place", "prize"), prizes),
        stakes_table("E1 5.2.3", "challenger", "challenged", [stakes(odds) for odds in ODDS.values()]),
        experience_table("E1 10.1.1a", chart["places"], chart["gaps"], chart["bonus"], chart["least"]),
        improvements_table("E1 10.1.2"),
        points_table("E1 10.2.2"),
        kills_table("E1 10.2.2.4"),
        ratings_table("E1 10.2.3"),
        scars_table("E1 11.2.1a"),
        *name_tables(),
    )


@cache
def careers_tables() -> tuple[Chart, ...]:
    """GL 21."""
    kinds = {str(die): kind for die, kind in enumerate(CAREERS["opponents"], start=1)}
    how = "A die, by our ruling. Never a net against a net: then it is a medium man."
    opponents = listing("opponents", "Opponents", "GL 21.5", how, ("die", "type"), kinds)
    return (characteristics_table(), opponents, *_of_a_school(), *name_tables())


@cache
def owners_tables() -> tuple[Chart, ...]:
    """GL 22."""
    least = [(odds * each, each) for odds, each in enumerate(OWNERS["minimum"], start=1)]
    bets = stakes_table("GL 22.5", "who offers the odds", "the other", least)
    return (characteristics_table(), bets, *_of_a_school(), *name_tables())


def _of_a_school() -> tuple[Chart, ...]:
    return points_table("GL 21.2"), kills_table("GL 21.24"), ratings_table("GL 21.3"), scars_table("GL 21.4")


def _of_the_circus(ruleset: str, wanted: Sequence[str]) -> Iterator[Chart]:
    circus = Circus()
    return (chart for chart in circus.charts(circus.resolve(ruleset, {})) if chart.name in wanted)


# -- the stable ------------------------------------------------------------------------------------------


def horse_table(clause: str) -> Chart:
    cells = tuple(tuple(map(str, row)) for row in CHARTS.horse_speeds)
    across = Axis("price", tuple(map(money, CHARTS.horse_prices)), CHARTS.horse_prices)
    return Chart(
        "horse", "A new horse", clause, "Two dice, by the price: his speed.", numbers("two dice", 2, 12), across, cells
    )


def new_team_table(clause: str) -> Chart:
    """By the speed of the team, slow ones first."""
    least = (0, *(most + 1 for most, _ in SPEEDS[:-1]))
    labels = [f"{low} to {most}" for low, (most, _) in zip(least, SPEEDS, strict=True)]
    labels[0], labels[-1] = f"{SPEEDS[0][0]} or less", f"{least[-1]} or more"
    cells = tuple(tuple(str(CIRCUS.team_endurance[row][die]) for _, row in SPEEDS) for die in range(6))
    how = "A die, by the speed of its four horses: its endurance."
    return Chart(
        "new-team", "A new team", clause, how, numbers("die", 1, 6), Axis("team speed", tuple(labels), least), cells
    )


def drivers_table(clause: str) -> Chart:
    rows = {f"driver {modifier:+d}": money(price) for modifier, price in enumerate(CHARTS.driver_prices)}
    return listing("driver-prices", "Drivers for sale", clause, "Hits and name by the dice.", ("driver", "price"), rows)


def cars_table(clause: str, how: str, prices: Mapping[str, int]) -> Chart:
    rows = {f"a {car} car": money(price) for car, price in prices.items()}
    return listing("car-prices", "Cars for sale", clause, how, ("car", "price"), rows)


def experience_table(
    clause: str, places: Sequence[int], gaps: Sequence[int], bonus: Sequence[Sequence[int]], least: int
) -> Chart:
    """Points of a place, with the bonus for the distance to the next behind."""
    ends = (*(f"{low} to {high - 1}" for low, high in pairwise(gaps)), f"{gaps[-1]} or more")
    across = Axis("squares to the next behind", (f"less than {gaps[0]}", *ends))
    rows = {
        f"{place}.": tuple(str(points + sum(more[:steps])) for steps in range(len(gaps) + 1))
        for place, (points, more) in enumerate(zip(places, bonus, strict=True), start=1)
    }
    rows["all others"] = (str(least),) * (len(gaps) + 1)
    how = "What driver and team have learned, both."
    return Chart(
        "experience", "Experience of a race", clause, how, Axis("place", tuple(rows)), across, tuple(rows.values())
    )


def improvements_table(clause: str) -> Chart:
    driver, team = f"{CHARTS.driver_points} points of his", f"{CHARTS.team_points} points of the team"
    rows = {
        "a driver's modifier +1": driver,
        "the speed of a horse +1": team,
        f"endurance + {CHARTS.endurance_dice} dice": team,
    }
    how = (
        f"No horse above {CHARTS.horse_free} before all four have {CHARTS.horse_others}, "
        f"and none above {CHARTS.horse_most}."
    )
    return listing("improvements", "Improvements", clause, how, ("what", "costs"), rows)


# -- the school ------------------------------------------------------------------------------------------


def stakes_table(clause: str, giver: str, taker: str, least: Sequence[tuple[int, int]]) -> Chart:
    labels = tuple(f"{odds}-1" for odds in range(1, len(least) + 1))
    cells = tuple((money(his), money(others)) for his, others in least)
    how = "What each puts up at least."
    return Chart("stakes", "Stakes", clause, how, Axis("odds", labels), Axis("", (giver, taker)), cells)


def points_table(clause: str) -> Chart:
    rows = {
        f"attack CFs less defence CFs, by {EXPERIENCE['divisor']}": "so many",
        "being spared": amount(EXPERIENCE["missus"]),
        "a kill": amount(EXPERIENCE["kill"]),
        "an opponent who is spared": amount(EXPERIENCE["mercy"]),
    }
    how = "What a man learns in a match that he survives; never below 0."
    return listing("points", "Experience of a match", clause, how, ("for", "points"), rows)


def kills_table(clause: str) -> Chart:
    turns = len(EXPERIENCE["slow"])
    cells = tuple((*map(amount, EXPERIENCE[kind]), "0") for kind in ("slow", "fast"))
    how = "Slow: one area worn down by several blows. Fast: by the first that wounded it."
    across = Axis("turn", (*map(str, range(1, turns + 1)), "later"))
    return Chart("kills", "Slow and fast kills", clause, how, Axis("kill", ("slow", "fast")), across, cells)


def ratings_table(clause: str) -> Chart:
    rows = {f"{IN_WORDS[rating]} +1": str(price) for rating, price in PRICES.items()}
    how = "Right after a match; what is left is saved."
    return listing("ratings", "What points buy", clause, how, ("rating", "points"), rows)


@cache
def scars_table(clause: str) -> Chart:
    def scar(total: int) -> tuple[str, ...]:
        lost, on = 2 - total, " ..." if total == LEAST_HEALED else ""
        return tuple(f"{IN_WORDS[INJURIES[area]]} {amount(-lost)}{on}" if lost > 0 else "heals" for area in AREAS)

    down, cells = ladder("two dice less the wounds there", LEAST_HEALED, 2, scar, "both")
    how = "For every area that was wounded, before the next match. Below that each step is one more."
    return Chart("scars", "Scars", clause, how, down, Axis("area", AREAS), cells)


# -- names -----------------------------------------------------------------------------------------------


@cache
def name_tables() -> tuple[Chart, ...]:
    """E1 4.8: by nation. Nobody plays better for them."""
    nations = {str(die): nation for die, nation in enumerate(NATION_BY_DIE, start=1)}
    charts = [listing("nations", "Nations", "E1 4.8", "A die.", ("die", "nation"), nations)]
    for nation, clause in NAMES.items():
        for number, chart in enumerate(NAME_CHARTS[nation], start=1):
            several = len(NAME_CHARTS[nation]) > 1
            name, title = (
                f"names-{nation.lower()}-{number}",
                f"{nation} names" + (f", part {number}" if several else ""),
            )
            cells: Cells = tuple(map(tuple, chart))
            axes = numbers("first die", 1, 6), numbers("second die", 1, 6)
            charts.append(Chart(name, title, clause, "Two dice, one after the other.", *axes, cells))
    return tuple(charts)


# -- where a roll falls ----------------------------------------------------------------------------------


def fallen(event: Event, charts: Mapping[str, Chart]) -> Iterator[Spot]:
    """All that the dice of an event have decided by a chart; nothing, where the event does not tell the column."""
    first: Roll | None = None  # of two dice that are read one after the other
    for roll in event.dice:
        if roll.reason in ("row", "team"):
            first = roll
        if roll.reason == "row":
            continue
        spot = _spot(event, roll, first, charts)
        if spot is not None:
            yield spot


def _spot(event: Event, roll: Roll, first: Roll | None, charts: Mapping[str, Chart]) -> Spot | None:
    data, dice, total = event.data, roll.values, sum(roll.values)
    match roll.reason:
        case "column" if first is not None:
            row = first.values[0]
            return charts["characteristics"].at(row - 1, total - 1, f"{row}, then {total}")
        case "armour" if data.get("type") in ARMOUR or data.get("type") == "retiarius":
            kinds = list(ARMOUR)
            kind = "medium" if data["type"] == "retiarius" else data["type"]
            return charts["armour"].at(kinds.index(kind) * len(ARMOUR[kind]) + total - 1, 0, f"{kind}, {total}")
        case "driver hits" if (modifier := _modifier(event)) is not None:
            added = (Modifier("driver", modifier),)
            return charts["driver-hits"].spot(total + modifier, None, summed(dice, added))
        case "team speed":
            return charts["team-speed"].spot(total, data["points"][2])
        case "endurance" if data.get("points"):
            return charts["endurance"].spot(total, data["points"][3])
        case "team":
            return charts["teams"].spot(total, None, summed(dice))
        case "endurance" if first is not None:
            teams = charts["teams"]
            return teams.at(teams.down.at(sum(first.values)), total, f"endurance: {total}")
        case "car" | "driver":
            chart = charts["car-and-driver"]
            return chart.at(chart.down.at(total), chart.across.labels.index(roll.reason), f"{roll.reason}: {total}")
        case "a new horse" if data.get("price") in CHARTS.horse_prices:
            return charts["horse"].spot(total, data["price"], summed(dice))
        case "endurance of a new team" if "speed" in data:
            return charts["new-team"].spot(total, data["speed"])
        case "type of the opponent":
            return charts["opponents"].at(total - 1, 0, str(total))
        case _:
            return _scar(event, roll, charts)


def _modifier(event: Event) -> int | None:
    """Of a driver who is made: as it was bought, or as his die has it."""
    data = event.data
    if data.get("points"):
        return int(data["points"][0])
    if "modifier" in data:
        return int(data["modifier"])
    die = rolled(event, "driver")
    if die is not None:
        return int(STABLE["driver"]["by_die"][die.values[0] - 1])
    return CHARTS.driver_prices.index(data["price"]) if data.get("price") in CHARTS.driver_prices else None


def _scar(event: Event, roll: Roll, charts: Mapping[str, Chart]) -> Spot | None:
    healed: Sequence[Mapping[str, Any]] = event.data.get("areas", ()) if event.kind == "healed" else ()
    for each in healed:
        if roll.reason == f"the {each['area']} heals":
            chart = charts["scars"]
            said = summed(roll.values, (Modifier("wounds", -each["wounds"]),))
            return chart.at(chart.down.at(each["total"]), AREAS.index(each["area"]), f"{each['area']}: {said}")
    return None
