"""How many turns it is to the finish, for a chariot alone on the track.

The track is two equal halves (a straight and the corner after it). For every square of a half, every lane one may make
for and every speed, the turn is driven once; from these turns, the fewest to the finish are worked out for a top speed.
Driving too fast into a corner is allowed and costs what it risks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ludus.games.circus.charts import INSIDE, OUTSIDE, corner_strain
from ludus.games.circus.track import BACK, DOLPHINS, FRONT, IN, Track

FASTEST = 26
WIDEST = 4  # lanes one changes in a turn at most
# Turns lost by each result of the corner strain chart, as races go.
COST_OF_RESULT = {"-": 0.0, "S": 0.15, "SS": 0.4, "J": 1.0, "LH": 0.6, "RH": 0.6, "FP": 12.0}
COST_OF_ENDURANCE = 0.03  # turns, for each factor
MOST_EXCESS = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """One way to drive a turn: where it ends, and the lowest safe speed on the way (0: no corner)."""

    speed: int
    lane: int  # the one made for
    end: int  # square of the half; -1: beyond this half on the square `beyond` of the next
    beyond: int
    safe: int


@cache
def excess_cost(points: int, cdm: int) -> float:
    """What straining by so much costs on average, over all throws of three dice."""
    if points <= 0:
        return 0.0
    total = 0.0
    for first in range(1, 7):
        for second in range(1, 7):
            for third in range(1, 7):
                total += COST_OF_RESULT[corner_strain(first + second + third - cdm, points)]
    return total / 216 + COST_OF_ENDURANCE * points


class Course:
    """The squares of one half lap, and the turns that can be driven from each."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.squares = [square for square in range(track.size) if track.section[square] in (FRONT, DOLPHINS)]
        self.squares.sort(key=lambda square: (track.section[square], track.share[square]), reverse=True)
        self.halves = track.last_leg // 2
        self._turns = {square: self._drive_all(square) for square in self.squares}
        self._fewest: dict[tuple[int, int], list[dict[int, float]]] = {}

    def fold(self, square: int) -> int:
        """The same place on the first half."""
        track = self.track
        section = track.section[square]
        return (
            square
            if section in (FRONT, DOLPHINS)
            else track.at(track.lane[square], section - BACK, track.index[square])
        )

    def turns(self, square: int) -> list[Turn]:
        return self._turns[square]

    def _drive_all(self, square: int) -> list[Turn]:
        own = self.track.lane[square]
        return [
            self._drive(square, lane, speed)
            for lane in range(max(1, own - WIDEST), min(self.track.lanes, own + WIDEST) + 1)
            for speed in range(FASTEST + 1)
        ]

    def _drive(self, square: int, lane: int, speed: int) -> Turn:
        track = self.track
        left, at, beyond = speed, square, False
        behind = track.behind[square]
        safe = track.safe[square] or track.safe[behind]
        while left:
            step = track.ahead[at]
            direction = (lane > track.lane[at]) - (lane < track.lane[at])
            cost = INSIDE if direction == IN else OUTSIDE
            beyond = beyond or track.section[step] == BACK
            if direction and left >= cost:
                step = track.change[direction][step]
                left -= cost
            else:
                left -= 1
            at = step
            limit = track.safe[at] or track.safe[track.behind[at]]
            if limit:
                safe = min(safe or limit, limit)
            if track.section[at] == DOLPHINS and beyond:
                break  # a second corner in one turn: no chariot drives that far
        if beyond:
            return Turn(speed, lane, -1, self.fold(at), safe)
        return Turn(speed, lane, at, -1, safe)

    def fewest(self, top: int, cdm: int) -> list[dict[int, float]]:
        """For each number of halves still to come after this one: square -> turns to the finish."""
        key = (max(1, min(top, FASTEST - 2)), max(-2, min(cdm, 2)))
        if key not in self._fewest:
            self._fewest[key] = self._solve(*key)
        return self._fewest[key]

    def _solve(self, top: int, cdm: int) -> list[dict[int, float]]:
        known: list[dict[int, float]] = []
        for halves in range(self.halves + 1):
            here: dict[int, float] = {}
            for square in self.squares:
                here[square] = min(
                    self._cost(square, turn, top, cdm, here, known, halves)
                    for turn in self._turns[square]
                    if 0 < turn.speed <= top
                )
            known.append(here)
        return known

    def _cost(
        self,
        square: int,
        turn: Turn,
        top: int,
        cdm: int,
        here: dict[int, float],
        known: list[dict[int, float]],
        halves: int,
    ) -> float:
        if halves == 0:
            # The last straight: the line lies behind its last square.
            return self.straight_left(square) / top
        excess = turn.speed - turn.safe if turn.safe else 0
        if excess > MOST_EXCESS:
            return 99.0
        cost = 1.0 + excess_cost(excess, cdm)
        if turn.end < 0:
            return cost + known[halves - 1][turn.beyond]
        if turn.end == square or turn.end not in here:
            return 99.0
        return cost + here[turn.end]

    def by_speed(self, square: int, leg: int, top: int, cdm: int) -> dict[int, float]:
        """For each speed of the coming turn the fewest turns to the finish, alone on the track."""
        halves = self.halves - leg // 2
        known = self.fewest(top, cdm)
        here = self.fold(square)
        best: dict[int, float] = {}
        for turn in self._turns[here]:
            value = (
                self._cost(here, turn, top, cdm, known[halves], known, halves)
                if turn.speed
                else known[halves][here] + 1
            )
            best[turn.speed] = min(value, best.get(turn.speed, value))
        return best

    def straight_left(self, square: int) -> int:
        """Factors from here over the line at the end of this straight."""
        track = self.track
        return 1 if track.corner[square] else track.file.straight - track.index[square]

    def outlook(self, square: int, leg: int, top: int, cdm: int) -> float:
        """Turns to the finish from a square of the race."""
        halves = self.halves - leg // 2
        if halves < 0:
            return 0.0
        table = self.fewest(top, cdm)
        return table[min(halves, self.halves)][self.fold(square)]


@cache
def course_of(track: Track) -> Course:
    return Course(track)
