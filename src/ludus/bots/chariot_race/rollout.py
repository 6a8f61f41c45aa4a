"""The rest of the race in broad strokes, thousands of times: when will this chariot be home?

Each chariot runs for itself: the outlook's luck decides what its dice offer, it takes the best of that, and
rivals wear it down by chance. That is crude for one turn and fair for a race.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from ludus.bots.chariot_race.course import Course
from ludus.bots.chariot_race.outlook import Outlook, outlook_of
from ludus.bots.chariot_race.temper import Temper
from ludus.games.chariot_race.charts import COSTS, LAPS, ChariotBoard

NEVER = 1e9  # the arrival of a chariot that does not come home
ROUND = 1e5  # arrivals count rounds first, then the distance past the line
LONGEST = 30  # rounds; whoever is not home by then has stopped

# The price of damage by the damage value left, in ticks of the house board.
PRICES = (*(30.0,) * 4, *(14.0,) * 3, *(9.0,) * 12)
LAST_TURN_PRICE = 4.0
# Chances of taking 0, 1 or 2 damage from rivals in a turn, of winning a point of fate, and when repairs begin.
WEAR = (0.62, 0.92)
FAVOUR = 0.55
REPAIR_AT = 8

Choice = tuple[int, int, int, int]  # the speed, the end, the finish line crossed or not, the damage


class Rollout:
    """Races one kind of chariot home. What it would do with given luck is worked out once and remembered."""

    def __init__(self, course: Course, chariot: ChariotBoard, outlook: Outlook) -> None:
        self.course = course
        self.chariot = chariot
        self.outlook = outlook
        self._known: dict[tuple[int, int, int, int, float], Choice] = {}
        self._chances = [_running_sum([luck[-1] for luck in table]) for table in outlook.luck]
        self._finish = LAPS * course.lap_ticks

    def arrival(
        self,
        rng: random.Random,
        space: int,
        crossings: int,
        speed: int,
        damage: int,
        fate: int,
        rounds: int,
    ) -> float:
        """When the chariot comes home, the smaller the better, if its next turn is so many rounds away."""
        luck = rng.random
        chariot, lap, front = self.chariot, self.course.lap_ticks, self.course.front
        limits, pace = chariot.speed_limit_by_damage, self.outlook.pace
        while damage > 0:
            progress = lap * (crossings - 1) + front[space]
            if crossings > LAPS:
                return (rounds - 1) * ROUND - progress
            if rounds > LONGEST:
                break
            if fate >= COSTS.repair_fate and damage <= REPAIR_AT:
                fate -= COSTS.repair_fate
                damage = min(chariot.damage_max, damage + COSTS.repair_up_to)
            if speed > limits[damage - 1]:
                speed = limits[damage - 1]
            drawn = bisect_right(self._chances[speed], luck())
            turns = min(3, 1 + int((self._finish - progress) / pace))
            price = LAST_TURN_PRICE if turns == 1 and damage > 3 else PRICES[damage]
            key = (speed, space, drawn, turns, price)
            if key not in self._known:
                self._known[key] = self._choose(*key)
            speed, space, crossed, hurt = self._known[key]
            crossings += crossed
            damage -= hurt
            if luck() < FAVOUR and fate < chariot.fate_max:
                fate += 1
            worn = luck()
            if worn > WEAR[0]:
                damage -= 1 if worn < WEAR[1] else 2
            rounds += 1
        return NEVER

    def _choose(self, speed: int, space: int, drawn: int, turns: int, price: float) -> Choice:
        """The best that can be made of this luck."""
        steers, plusminus, sprinting, _ = self.outlook.luck[speed][drawn]
        changes = [(0, 0)]
        if plusminus:
            changes += [(-1, 0), (1, 0)]
        if sprinting:
            changes += [(change + COSTS.sprint_speed, COSTS.sprint_damage) for change, _ in changes]
        price *= self.outlook.unit
        later = self.outlook.tables[turns - 1]
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


def _running_sum(chances: Sequence[float]) -> list[float]:
    total, sums = 0.0, []
    for chance in chances[:-1]:
        total += chance
        sums.append(total)
    return sums


@lru_cache(maxsize=64)
def rollout_of(course: Course, chariot: ChariotBoard, temper: Temper) -> Rollout:
    return Rollout(course, chariot, outlook_of(course, chariot, temper))
