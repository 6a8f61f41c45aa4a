"""A turn in broad strokes: what the other chariots may do next.

The outlook's luck decides what the dice offer and the chariot takes the best of that, as if it were alone.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from ludus.bots.chariot_race.course import Course, course_of
from ludus.bots.chariot_race.outlook import Outlook, outlook_of
from ludus.bots.chariot_race.temper import Temper
from ludus.games.chariot_race.charts import COSTS, ChariotBoard
from ludus.games.chariot_race.state import Chariot, Race

# The price of damage by the damage value left, in ticks of the house board.
PRICES = (*(30.0,) * 4, *(14.0,) * 3, *(9.0,) * 12)

Move = tuple[int, int, int, int]  # the speed, the end, the finish line crossed or not, the damage


class Rollout:
    """Drives one kind of chariot. What it would do with given luck is worked out once and remembered."""

    def __init__(self, course: Course, chariot: ChariotBoard, outlook: Outlook) -> None:
        self.course = course
        self.chariot = chariot
        self.outlook = outlook
        self._known: dict[tuple[int, int, int, float], Move] = {}
        self._chances = [list(accumulate(luck[-1] for luck in table[:-1])) for table in outlook.luck]

    def drive(self, chariot: Chariot, rng: random.Random) -> None:
        """One turn. The chariot is moved, and never wrecked: that is not for others to count on."""
        speed = min(chariot.speed, self.chariot.speed_limit(chariot.damage))
        key = (speed, chariot.space, bisect_right(self._chances[speed], rng.random()), PRICES[chariot.damage])
        if key not in self._known:
            self._known[key] = self._choose(*key)
        chariot.speed, chariot.space, crossed, hurt = self._known[key]
        chariot.crossings += crossed
        chariot.damage = max(1, chariot.damage - hurt)

    def _choose(self, speed: int, space: int, drawn: int, price: float) -> Move:
        """The best that can be made of this luck."""
        steers, plusminus, sprinting, _ = self.outlook.luck[speed][drawn]
        changes = [(0, 0)]
        if plusminus:
            changes += [(-1, 0), (1, 0)]
        if sprinting:
            changes += [(change + COSTS.sprint_speed, COSTS.sprint_damage) for change, _ in changes]
        price *= self.outlook.unit
        later = self.outlook.tables[2]
        best = (-1e9, (0, space, 0, 0))
        for change, sprint_damage in changes:
            faster = max(0, min(self.chariot.speed_max, speed + change))
            for ends in self.outlook.ways[faster][space][: steers + 1]:
                for end, ticks, damage in ends:
                    hurt = damage + sprint_damage
                    worth = ticks - price * hurt + later[faster][end]
                    if worth > best[0]:
                        moved = self.course.front[space] + ticks - self.course.front[end]
                        best = (worth, (faster, end, moved // self.course.lap_ticks, hurt))
        return best[1]


@lru_cache(maxsize=64)
def _rollout(course: Course, chariot: ChariotBoard, temper: Temper) -> Rollout:
    return Rollout(course, chariot, outlook_of(course, chariot, temper))


def until_next_turn(race: Race, temper: Temper, rng: random.Random) -> Race:
    """The race as it may be when the mover's next turn comes; the mover itself has not moved."""
    future = race.copy()
    mover = future.mover
    waiting = {future.chariots[index].colour for index in future.order[future.turn_number + 1 :]}
    course = course_of(race.board)
    for other in future.chariots:
        if other.out or other is mover or other.finished:
            continue
        rollout = _rollout(course, other.board, temper)
        # Those behind move once more in this round; those ahead move first in the next.
        if other.colour in waiting or future.progress(other) > future.progress(mover):
            rollout.drive(other, rng)
    return future
