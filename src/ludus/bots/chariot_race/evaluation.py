"""How good a position is for a chariot, in ticks of the track."""

from __future__ import annotations

from math import exp

from ludus.bots.chariot_race.course import Course, Toll, course_of
from ludus.bots.chariot_race.outlook import DAMAGE_PRICES, HORIZON, Outlook, outlook_of
from ludus.games.chariot_race.charts import COSTS, LAPS, ChariotBoard
from ludus.games.chariot_race.state import Chariot, Race

# What the points of damage left are worth one by one, the last one first: it is the difference to a wreck.
_POINTS = (8.0, 3.0, 2.4, 2.0, 1.7, 1.5, 1.3, 1.2, 1.0, 0.9, 0.8, 0.7, 0.5, 0.4)
STURDINESS = tuple(sum(_POINTS[:damage]) for damage in range(len(_POINTS) + 1))
FATE_PRICE = 0.55  # a point of fate against a point of damage
WRECKED = -1000.0  # for one's own chariot
RIVAL_OUT = 70.0  # what it is worth to see the most dangerous rival wrecked
RIVALRY = 70.0  # rivals so many ticks apart differ in danger by a factor of e
OWN_GOAL = 3.0  # points of damage that hurting one's own second chariot counts as


class Judge:
    """Judges positions of one chariot in one race, the other chariots standing where they are now."""

    def __init__(self, race: Race, chariot: Chariot) -> None:
        self.race = race
        self.chariot = chariot
        self.course: Course = course_of(race.board)
        self.outlook: Outlook = outlook_of(self.course, chariot.board)
        self.finish = LAPS * self.course.lap_ticks
        self.danger = self._danger()

    def turns_to_go(self, progress: int) -> int:
        """About how many turns are left, as far as the outlook reaches."""
        return min(HORIZON, 1 + int(max(0, self.finish - progress) / self.outlook.pace))

    def worth(self, space: int, crossings: int, speed: int, damage: int) -> float:
        """The end of a turn, its fate left aside."""
        progress = self.course.lap_ticks * (crossings - 1) + self.course.front[space]
        if damage <= 0:
            return WRECKED + progress * 0.1
        unit = self.outlook.unit
        if crossings > LAPS:
            return progress + DAMAGE_PRICES[0] * unit * STURDINESS[damage]
        turns = self.turns_to_go(progress)
        carried = min(speed, self.chariot.board.speed_limit(damage))
        return progress + self.outlook.tables[turns][carried][space] + DAMAGE_PRICES[turns] * unit * STURDINESS[damage]

    def price_now(self) -> float:
        """What a point of damage is worth to this chariot this turn."""
        return DAMAGE_PRICES[self.turns_to_go(self.race.progress(self.chariot))] * self.outlook.unit

    def fate_price(self) -> float:
        return self.price_now() * FATE_PRICE

    # -- rivals ---------------------------------------------------------------------------

    def _standing(self, chariot: Chariot) -> float:
        outlook = outlook_of(self.course, chariot.board)
        carried = min(chariot.speed, chariot.board.speed_limit(chariot.damage))
        return self.race.progress(chariot) + outlook.tables[1][carried][chariot.space]

    def _danger(self) -> dict[str, float]:
        """The share of each rival in the danger of losing; they add up to 1."""
        rivals = [each for each in self.race.racing() if each.seat != self.chariot.seat]
        standings = [self._standing(rival) / (RIVALRY * self.outlook.unit) for rival in rivals]
        best = max(standings, default=0.0)
        shares = [exp(standing - best) for standing in standings]
        total = sum(shares)
        return {rival.colour: share / total for rival, share in zip(rivals, shares, strict=True)}

    def harm(self, other: Chariot, points: int) -> float:
        """What it is worth, in ticks, that another chariot takes so much damage."""
        if other.seat == self.chariot.seat:
            return -OWN_GOAL * points * self.price_now()
        if self.race.finish_protection and other.safe:
            return 0.0
        unit = self.outlook.unit
        share = self.danger[other.colour]
        if points >= other.damage:
            return RIVAL_OUT * unit * share
        loss = STURDINESS[other.damage] - STURDINESS[other.damage - points]
        return share * loss * DAMAGE_PRICES[self.turns_to_go(self.race.progress(other))] * unit

    def tolls(self) -> dict[int, Toll]:
        """What stands in the way: caltrops and chariots."""
        tolls = {space: Toll(COSTS.caltrop_damage, 0.0) for space in self.race.caltrops}
        price = max(self.price_now(), self.outlook.unit)
        for other in self.race.chariots:
            if other.space >= 0 and other is not self.chariot:
                under = tolls[other.space].damage if other.space in tolls else 0
                tolls[other.space] = Toll(COSTS.ram_damage + under, self.harm(other, COSTS.ram_damage) / price)
        return tolls


def start_worth(race: Race, board: ChariotBoard, space: int) -> float:
    """What a chariot of this kind promises on a start space, before the race."""
    course = course_of(race.board)
    outlook = outlook_of(course, board)
    price = DAMAGE_PRICES[HORIZON] * outlook.unit
    return (
        course.front[space]
        + outlook.tables[HORIZON][board.speed_start][space]
        + price * (STURDINESS[board.damage_start] + FATE_PRICE * board.fate_start)
    )
