"""How good a position is for a chariot, in ticks of the track."""

from __future__ import annotations

from math import exp

from ludus.bots.chariot_race.course import Course, Toll, course_of
from ludus.bots.chariot_race.outlook import Outlook, outlook_of
from ludus.bots.chariot_race.temper import Temper, sturdiness
from ludus.games.chariot_race.charts import COSTS, LAPS, ChariotBoard
from ludus.games.chariot_race.state import Chariot, Race

WRECKED = -1000.0  # for one's own chariot
OWN_GOAL = 3.0  # points of damage that hurting one's own second chariot counts as


class Judge:
    """Judges positions of one chariot in one race, the other chariots standing where they are now."""

    def __init__(self, race: Race, chariot: Chariot, temper: Temper) -> None:
        self.temper = temper
        self.race = race
        self.chariot = chariot
        self.course: Course = course_of(race.board)
        self.outlook: Outlook = outlook_of(self.course, chariot.board, self.temper)
        self.sturdiness = sturdiness(temper, self.outlook.unit)
        self.finish = LAPS * self.course.lap_ticks
        self.danger = self._danger()

    def turns_to_go(self, progress: int) -> int:
        """About how many turns are left, as far as the outlook reaches."""
        return min(self.temper.horizon, 1 + int(max(0, self.finish - progress) / self.outlook.pace))

    def worth(self, space: int, crossings: int, speed: int, damage: int) -> float:
        """The end of a turn, its fate left aside."""
        progress = self.course.lap_ticks * (crossings - 1) + self.course.front[space]
        if damage <= 0:
            return WRECKED + progress * 0.1
        if crossings > LAPS:
            return progress + self.temper.home * self.outlook.unit + self.sturdiness[0][damage]
        turns = self.turns_to_go(progress)
        carried = min(speed, self.chariot.board.speed_limit(damage))
        return progress + self.outlook.tables[turns][carried][space] + self.sturdiness[turns][damage]

    def price_now(self) -> float:
        """What a point of damage is worth to this chariot this turn."""
        return self.outlook.price(self.turns_to_go(self.race.progress(self.chariot)))

    def fate_price(self) -> float:
        return self.temper.fate[self.turns_to_go(self.race.progress(self.chariot))] * self.outlook.unit

    # -- rivals ---------------------------------------------------------------------------

    def _standing(self, chariot: Chariot) -> float:
        outlook = outlook_of(self.course, chariot.board, self.temper)
        carried = min(chariot.speed, chariot.board.speed_limit(chariot.damage))
        return self.race.progress(chariot) + outlook.tables[1][carried][chariot.space]

    def _danger(self) -> dict[str, float]:
        """The share of each rival in the danger of losing; they add up to 1."""
        rivals = [each for each in self.race.racing() if each.seat != self.chariot.seat]
        standings = [self._standing(rival) / (self.temper.rivalry * self.outlook.unit) for rival in rivals]
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
        share = self.danger[other.colour]
        if points >= other.damage:
            return self.temper.rival_out * self.outlook.unit * share
        worth = self.sturdiness[self.turns_to_go(self.race.progress(other))]
        return share * (worth[other.damage] - worth[other.damage - points])

    def tolls(self) -> dict[int, Toll]:
        """What stands in the way: caltrops and chariots."""
        tolls = {space: Toll(COSTS.caltrop_damage, 0.0) for space in self.race.caltrops}
        price = max(self.price_now(), self.outlook.unit)
        for other in self.race.chariots:
            if other.space >= 0 and other is not self.chariot:
                under = tolls[other.space].damage if other.space in tolls else 0
                tolls[other.space] = Toll(COSTS.ram_damage + under, self.harm(other, COSTS.ram_damage) / price)
        return tolls


def start_worth(race: Race, board: ChariotBoard, space: int, temper: Temper) -> float:
    """What a chariot of this kind promises on a start space, before the race."""
    course = course_of(race.board)
    outlook = outlook_of(course, board, temper)
    turns = temper.horizon
    return (
        course.front[space]
        + outlook.tables[turns][board.speed_start][space]
        + sturdiness(temper, outlook.unit)[turns][board.damage_start]
        + temper.fate[turns] * outlook.unit * board.fate_start
    )
