"""Filling in the forms of a combat (Display 14): from five attacks and five guards to the boxes, and their order."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.decision import Allocate, Choice, Decision
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.fighter import Fighter


def fill_in(decision: Allocate, sheet: Sequence[int], target: str) -> tuple[int, ...]:
    """As near to the sheet as the form allows, attacks at this target where there are several; the rest guards, as long
    as it may, and is unused else."""
    boxes = {name: index for index, name in enumerate(decision.boxes)}
    answer = [0] * len(boxes)
    left = decision.budget
    attacks = 0
    for area, name in enumerate(AREAS):
        box = boxes.get(f"attack {name}", boxes.get(f"attack {target} {name}"))
        if box is None or (decision.few and box < decision.few[0] and attacks >= decision.few[1]):
            continue
        answer[box] = min(sheet[area], decision.caps[box], left)
        left -= answer[box]
        attacks += answer[box] > 0
    guards = [boxes[name] for name in (f"defend {area}" for area in AREAS) if name in boxes]
    for area, box in enumerate(guards):
        answer[box] = min(sheet[5 + area], decision.caps[box], left)
        left -= answer[box]
    while left and (room := [box for box in guards if answer[box] < decision.caps[box]]):
        lowest = min(room, key=lambda box: answer[box])
        answer[lowest] += 1
        left -= 1
    answer[-1] += left
    return tuple(answer)


def heaviest_first(fighter: Fighter, decision: Decision) -> Choice:
    """By what stands on his sheet; among several opponents, as the form lists them."""
    first = str(next(iter(decision)))
    areas = first.split(", ")
    if any(area not in AREAS for area in areas) or len(fighter.sheet) < 5:
        return first
    return ", ".join(sorted(areas, key=lambda area: -fighter.sheet[AREAS.index(area)]))
