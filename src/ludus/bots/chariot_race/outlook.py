"""What the track ahead promises a chariot of a given speed on a given space, other chariots left aside.

The unit is the tick of the board. A turn is worth the ticks it brings beyond the usual pace, less the damage it
costs; the outlook adds up the next few turns, each driven well with the dice one can hope for.
"""

from __future__ import annotations

from functools import lru_cache

from ludus.bots.chariot_race.course import DEADLY, Course
from ludus.bots.chariot_race.dice_odds import CHANCE, PLUSMINUS, SPRINT, STEER
from ludus.bots.chariot_race.temper import HOUSE_LAP, Temper
from ludus.games.chariot_race.charts import COSTS, ChariotBoard

# Ticks a good driver makes in a turn on the house board, as a share of its lap.
PACE = 82 / HOUSE_LAP
MOST_STEERS = 2
WRECK = 40  # points of damage that a wreck counts as
# The free reroll makes n dice as good as this many more for finding one wanted face.
REROLL_HELP = 1.7

Table = list[list[float]]  # by speed and space


class Outlook:
    """The tables for one course and one kind of chariot: `tables[turns][speed][space]`."""

    def __init__(self, course: Course, chariot: ChariotBoard, temper: Temper) -> None:
        self.temper = temper
        self.unit = course.lap_ticks / HOUSE_LAP
        self.pace = PACE * course.lap_ticks
        self._course = course
        self._chariot = chariot
        self.ways = [_open_ways(course, speed) for speed in range(chariot.speed_max + 1)]
        self.luck = [_luck(dice) for dice in chariot.dice_for_speed]
        spaces = len(course.front)
        self.tables: list[Table] = [[[0.0] * spaces for _ in range(chariot.speed_max + 1)]]
        for turns in range(1, temper.horizon + 1):
            self.tables.append(self._one_turn_more(turns))

    def price(self, turns: int) -> float:
        """A point of damage when about so many turns are left, in ticks of this board."""
        return self.temper.corners[turns] * self.unit

    def _one_turn_more(self, turns: int) -> Table:
        price = self.price(turns)
        driven = self._driven(price, self.tables[-1])
        sprint_cost = COSTS.sprint_damage * price
        top = self._chariot.speed_max
        table = []
        for speed in range(top + 1):
            slower = driven[max(0, speed - 1)]
            same = driven[speed]
            faster = driven[min(top, speed + 1)]
            sprint = driven[min(top, speed + COSTS.sprint_speed)]
            both = driven[min(top, speed + COSTS.sprint_speed + 1)]
            row = []
            for space in range(len(self._course.front)):
                worth = 0.0
                for steers, plusminus, sprinting, chance in self.luck[speed]:
                    best = same[steers][space]
                    if plusminus:
                        best = max(best, slower[steers][space], faster[steers][space])
                    if sprinting:
                        best = max(best, sprint[steers][space] - sprint_cost)
                        if plusminus:
                            best = max(best, both[steers][space] - sprint_cost)
                    worth += chance * best
                row.append(worth)
            table.append(row)
        return table

    def _driven(self, price: float, after: Table) -> list[list[list[float]]]:
        """The best end of a move by its speed, the lane changes allowed, and the space it starts on."""
        driven = []
        for speed, by_space in enumerate(self.ways):
            then = after[speed]
            columns: list[list[float]] = [[] for _ in range(MOST_STEERS + 1)]
            for by_steers in by_space:
                best = -1e9
                for steers, ends in enumerate(by_steers):
                    for end, ticks, damage in ends:
                        worth = ticks - self.pace - price * damage + then[end]
                        if worth > best:
                            best = worth
                    columns[steers].append(best)
            driven.append(columns)
        return driven


@lru_cache(maxsize=512)
def _open_ways(course: Course, speed: int) -> list[list[list[tuple[int, int, int]]]]:
    """By starting space and lane changes: where a move on an empty track ends, the ticks it brings, its damage."""
    return [
        [
            [
                (
                    end,
                    course.front[end] - course.front[start] + course.lap_ticks * way.crossed,
                    WRECK if way.damage >= DEADLY else way.damage,
                )
                for end, way in ways.items()
            ]
            for ways in course.ways(start, speed, MOST_STEERS, speed, {})
        ]
        for start in range(len(course.front))
    ]


def _luck(dice: int) -> list[tuple[int, int, int, float]]:
    """(steers, whether a +/- can be had, whether a sprint can be had, chance), roughly, the reroll included."""
    throws = REROLL_HELP * dice
    no_steer = (1 - CHANCE[STEER]) ** throws
    one_steer = throws * CHANCE[STEER] * (1 - CHANCE[STEER]) ** max(0.0, throws - 1)
    steers = (no_steer, one_steer, max(0.0, 1 - no_steer - one_steer))
    no_change = (1 - CHANCE[PLUSMINUS]) ** throws
    no_sprint = (1 - CHANCE[SPRINT]) ** throws
    return [
        (count, plusminus, sprinting, chance * of_change * of_sprint)
        for count, chance in enumerate(steers)
        for plusminus, of_change in ((0, no_change), (1, 1 - no_change))
        for sprinting, of_sprint in ((0, no_sprint), (1, 1 - no_sprint))
    ]


@lru_cache(maxsize=64)
def outlook_of(course: Course, chariot: ChariotBoard, temper: Temper) -> Outlook:
    return Outlook(course, chariot, temper)
