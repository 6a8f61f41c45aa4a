"""Endurance as a budget for the whole race (GEN tip-endurance-budget): all of it is used, and none is missing.

At a fixed price of endurance the best way to the finish is known (`Prospect`). A dearer price means a slower way that
costs less endurance, so of all prices the one is right at which the way costs about what the team has. It is the
price that makes `turns - price * endurance` largest, which is also what the race will take.
"""

from __future__ import annotations

from ludus.bots.circus.chances import bolting
from ludus.bots.circus.course import WHIPPED, Course, Outlook, Pace, Price
from ludus.bots.circus.reach import every_drive
from ludus.bots.circus.reserve import MOST, exhaustion

PRICES = (0.001, 0.006, 0.012, 0.02, 0.03, 0.045, 0.07)  # turns for a factor
FIRST = 3  # where to begin to look
KEPT = 1  # endurance that is not to be spent: an exhausted team is slow, and a lash may take as much


class Prospect(Outlook):
    """An outlook worked out to the finish, half lap by half lap, over every way there is."""

    def _drives(self) -> list[list[tuple[int, int, int]]]:
        return every_drive(self.course)

    def _levels(self) -> list[list[float]]:
        course, top, price = self.course, self.pace.top, self.pace.price.endurance
        each = 1.0 / top  # turns for a square of the last straight
        if self.pace.whips:
            each = min(each, (1.0 + WHIPPED * price) / (top + WHIPPED))
        last = [each * to_line for to_line in course.to_line]
        for square, lane in course.leaving:
            # The car is still in the corner, and the whole turn bound to its speed.
            slower = min(
                costs[lane] + price * max(0, speed - top) - each * speed for speed, costs in enumerate(self.costs)
            )
            last[square] += max(0.0, slower)
        levels = [last]
        for _ in range(course.halves):
            levels.append(self._solve(levels[-1]))
        return levels


class Budget:
    """The prospects of one chariot at every price, worked out as they are needed."""

    def __init__(self, course: Course, top: int, cdm: int, whips: bool, flip: float) -> None:
        self._course = course
        self._paces = [Pace(top, cdm, whips, Price(price, flip)) for price in PRICES]
        self._right = FIRST
        self._kept = max(KEPT, round(bolting(course.book, 0)))

    def _prospect(self, index: int) -> Outlook:
        return self._course.outlook(self._paces[index], Prospect)

    def _turns(self, index: int, square: int, leg: int, endurance: float) -> float:
        return self._prospect(index).turns(square, leg) - PRICES[index] * endurance

    def outlook(self, square: int, leg: int, endurance: int) -> Outlook:
        """At the right price: uphill from the last one, for there is only one top."""
        spendable = max(0, endurance - self._kept)
        best = self._turns(self._right, square, leg, spendable)
        for step in (1, -1):
            while 0 <= self._right + step < len(PRICES):
                turns = self._turns(self._right + step, square, leg, spendable)
                if turns <= best:
                    break
                best, self._right = turns, self._right + step
        return self._prospect(self._right)

    def reserve(self, square: int, leg: int, endurance: int) -> tuple[float, ...]:
        """Turns to the finish from there with 0, 1, 2, ... factors of endurance, right about what there is now."""
        self.outlook(square, leg, endurance)
        near = range(max(0, self._right - 1), min(len(PRICES), self._right + 2))
        lines = [(self._turns(index, square, leg, 0), PRICES[index]) for index in near]
        worth = [max(turns - price * left for turns, price in lines) for left in range(max(MOST, endurance) + 1)]
        worth[0] += exhaustion(worth[0])
        return tuple(worth)
