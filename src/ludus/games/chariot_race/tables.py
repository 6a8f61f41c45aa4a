"""The fixed amounts and the boards of the light race as tables, and where the dice of an event fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ludus.core.chart import Axis, Chart, Spot, listing, numbers
from ludus.core.event import Event
from ludus.games.chariot_race.charts import CHARIOT_BOARDS, COSTS, FACES, STANDARD
from ludus.games.chariot_race.words import FACE_WORDS

FACE_MEANS = {
    "plusminus": "one faster or slower",
    "sprint": f"{COSTS.sprint_speed} faster, for {COSTS.sprint_damage} damage",
    "steer": "one lane change",
    "attack": "a caltrop or a javelin",
    "fortuna": "1 fate",
}


def tables_of(alternate: bool) -> tuple[Chart, ...]:
    """What the dice and every payment mean, and the boards that are played."""
    boards = [name for name in CHARIOT_BOARDS if (name == STANDARD) is not alternate]
    return (faces_table(), costs_table(), dice_table(boards), limit_table(boards))


@cache
def faces_table() -> Chart:
    faces = Axis("", ("face", "what it does"))
    cells = tuple((FACE_WORDS[face], FACE_MEANS[face]) for face in FACES)
    return Chart(
        "faces", "The dice", "CR dice-faces", "What each of the six sides does.", numbers("side", 1, 6), faces, cells
    )


def costs_table() -> Chart:
    rows = {
        "repairing up to " + _points(COSTS.repair_up_to): f"{COSTS.repair_fate} fate",
        "rolling dice again, or turning one": f"{COSTS.change_fate} fate; once a turn free, rolling",
        "a ram, each": _points(COSTS.ram_damage),
        "a caltrop": _points(COSTS.caltrop_damage),
        "a javelin": f"{_points(COSTS.javelin_damage)}, {COSTS.javelin_range} spaces far",
        "a sprint": f"{_points(COSTS.sprint_damage)} for {COSTS.sprint_speed} speed",
    }
    return listing("costs", "Costs", "CR costs", "What is paid for what.", ("what", "costs"), rows)


def _points(number: int) -> str:
    return f"{number} damage"


def dice_table(boards: Sequence[str]) -> Chart:
    most = max(CHARIOT_BOARDS[name].speed_max for name in boards)
    rows = [[_at(CHARIOT_BOARDS[name].dice_for_speed, speed) for name in boards] for speed in range(most + 1)]
    how = "How many dice are rolled at which speed."
    return Chart(
        "dice", "Dice by speed", "CR dice-per-speed", how, numbers("speed", 0, most), _names(boards), _frozen(rows)
    )


def limit_table(boards: Sequence[str]) -> Chart:
    most = max(CHARIOT_BOARDS[name].damage_max for name in boards)
    rows = [[_at(CHARIOT_BOARDS[name].speed_limit_by_damage, left) for name in boards] for left in range(most)]
    how = "The highest speed to begin a turn with, by the damage that a chariot can still take."
    return Chart(
        "limits",
        "Speed by damage",
        "CR phase2-adjust",
        how,
        numbers("damage left", 1, most),
        _names(boards),
        _frozen(rows),
    )


def _names(boards: Sequence[str]) -> Axis:
    return Axis("", ("all chariots",) if list(boards) == [STANDARD] else tuple(boards))


def _at(row: Sequence[int], place: int) -> str:
    return str(row[place]) if place < len(row) else ""


def _frozen(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)


def charted(event: Event) -> tuple[Spot, ...]:
    """Each side that came up."""
    return tuple(_sides(event)) if event.kind in ("roll", "reroll") else ()


def _sides(event: Event) -> Iterator[Spot]:
    chart = faces_table()
    for roll in event.dice:
        for value in sorted(set(roll.values)):
            times = roll.values.count(value)
            yield chart.at(value - 1, 1, FACE_WORDS[FACES[value - 1]] + (f", {times} times" if times > 1 else ""))
