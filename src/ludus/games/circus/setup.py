"""Before the race: factions drawn, chariots built, places taken."""

from __future__ import annotations

from ludus.core.decision import Allocate, Decision
from ludus.core.game import Phase, Together
from ludus.core.table import Table
from ludus.games.circus.charts import (
    CARS,
    CATEGORIES,
    FACTIONS,
    MOST_POINTS,
    POINTS,
    TEAM_ENDURANCE,
    TEAM_SPEEDS,
    THRESHOLDS,
    driver_hits,
)
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import FRONT

FIRST_ROW = 8


def set_up(race: Race, table: Table) -> Phase:
    """CM 3: colours, preparation points, lanes."""
    draw_factions(race, table)
    yield from race.rules.hooks.build(race, table)
    line_up(race, table)
    if race.rules.solitaire:
        deal_thresholds(race, table)
    race.phase = "between turns"


def draw_factions(race: Race, table: Table) -> None:
    """CM 3.3, 3.4a, 18.3: round the table; what is left over goes by three dice."""
    colours = table.shuffle(FACTIONS[: race.rules.field], "colours from the cup", "CM 3.3")
    seats = list(range(race.seats))
    owners = seats * (len(colours) // race.seats)
    rest = len(colours) - len(owners)
    if race.rules.solitaire:
        # CM 19-roles: one chariot against the rest of the field.
        rest, rivals = 0, seats[1:]
        owners = [0, *(rivals[number % len(rivals)] for number in range(len(colours) - 1))]
    elif rest and race.rules.field <= FIRST_ROW:
        owners = seats[:]
        order = roll_for_order(table, seats)
        while len(owners) < len(colours):
            owners += order[: len(colours) - len(owners)]
    else:
        owners += seats[:rest]
    race.chariots = [
        Chariot(faction, seat, number=number)
        for number, (faction, seat) in enumerate(sorted(zip(colours, owners, strict=True), key=lambda each: each[1]))
    ]
    table.tell(
        "factions",
        {"factions": {chariot.faction: chariot.seat for chariot in race.chariots}},
        ("CM 3.3", "CM 3.4a") if rest else ("CM 3.3",),
    )


def roll_for_order(table: Table, seats: list[int]) -> list[int]:
    """CM 3.4a: highest total first; ties roll again among themselves."""
    totals = {seat: sum(table.roll(3, "who draws next", "CM 3.4a")) for seat in seats}
    order: list[int] = []
    for total in sorted(set(totals.values()), reverse=True):
        tied = [seat for seat in seats if totals[seat] == total]
        order += tied if len(tied) == 1 else roll_for_order(table, tied)
    return order


def build(race: Race, table: Table) -> Phase:
    """CM 3.6: four preparation points, secretly; then all reveal and roll."""
    points: dict[int, tuple[int, ...]] = {}
    while len(points) < len(race.chariots):
        asked: dict[int, Decision] = {}
        number_of: dict[int, int] = {}
        for chariot in race.chariots:
            if chariot.number not in points and chariot.seat not in asked:
                number_of[chariot.seat] = chariot.number
                asked[chariot.seat] = Allocate(
                    chariot.seat,
                    "build",
                    f"Four preparation points for your {chariot.faction} chariot.",
                    "CM 3.6",
                    POINTS,
                    dict.fromkeys(CATEGORIES, MOST_POINTS),
                    (1, 1, 1, 1),
                    chariot.faction,
                )
        answers = yield Together(asked)
        for seat, answer in answers.items():
            points[number_of[seat]] = answer
    for chariot in race.chariots:
        finish_chariot(table, chariot, points[chariot.number])


def finish_chariot(table: Table, chariot: Chariot, points: tuple[int, ...]) -> None:
    """CM 3.61 to 3.64: the dice complete the log."""
    driver, car, speed, endurance = points
    chariot.points = points
    chariot.modifier = chariot.cdm = driver
    chariot.car = CARS[car]
    die = table.roll(1, "driver hits", "CM 3.61")[0]
    chariot.hits = chariot.hits_start = driver_hits(die + driver)
    chariot.horses = chariot.horses_start = TEAM_SPEEDS[speed][table.roll(1, "team speed", "CM 3.63")[0] - 1]
    chariot.endurance = TEAM_ENDURANCE[endurance][table.roll(1, "endurance", "CM 3.64")[0] - 1]
    table.tell(
        "built",
        {
            "chariot": chariot.faction,
            "points": list(points),
            "modifier": chariot.modifier,
            "hits": chariot.hits,
            "car": chariot.car,
            "horses": list(chariot.horses),
            "endurance": chariot.endurance,
        },
        ("CM 3.6", "CM 3.61", "CM 3.63", "CM 3.64"),
    )


def line_up(race: Race, table: Table) -> None:
    """CM 3.2, 18.2: a random lane each; the ninth and further stand behind."""
    drawn = table.shuffle(range(len(race.chariots)), "who stands in front", "CM 3.2")
    lanes = table.shuffle(range(1, race.track.lanes + 1), "lanes", "CM 3.2")
    file = race.track.file
    rows = [(drawn[:FIRST_ROW], file.first_row_car)]
    second = drawn[FIRST_ROW:]
    if second:
        rows.append((second, file.second_row_car))
    grid: dict[str, str] = {}
    for number, (row, car) in enumerate(rows):
        row_lanes = lanes if number == 0 else table.shuffle(range(1, race.track.lanes + 1), "second row", "CM 18.2")
        for index, lane in zip(row, row_lanes, strict=False):
            chariot = race.chariots[index]
            race.place(chariot, race.track.at(lane, FRONT, car + 1))
            grid[chariot.faction] = race.track.name(chariot.square)
    race.later = tuple(second)
    table.tell("grid", {"grid": grid}, ("CM 3.2", "CM 18.2") if second else ("CM 3.2",))


def deal_thresholds(race: Race, table: Table) -> None:
    """CM 19-personality: a number for every rival of seat 0, given by hand or dealt at random."""
    rivals = [chariot for chariot in race.chariots if chariot.seat != 0]
    numbers = list(race.rules.characters)
    if not numbers:
        spread = [THRESHOLDS[number % len(THRESHOLDS)] for number in range(len(rivals))]
        numbers = table.shuffle(spread, "characters", "CM 19-personality")
    for chariot, number in zip(rivals, numbers, strict=True):
        chariot.threshold = number
    table.tell(
        "characters", {"numbers": {chariot.faction: chariot.threshold for chariot in rivals}}, ("CM 19-personality",)
    )
