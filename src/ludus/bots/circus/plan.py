"""The ways of one phase, among chariots that stand where they stand.

One pass over the squares finds the cheapest way to spend 1, 2, 3, ... factors. The speed matters only for corner
strain, so the same pass tells what every speed and every throw of the whip would come to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ludus.bots.circus.course import Outlook, strain_risk
from ludus.games.circus.charts import ATTACK, INSIDE, OUTSIDE, SIDESLIP
from ludus.games.circus.logs import banned_from_straining
from ludus.games.circus.reactions import corner_leg
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT, WALL

BARRED = 50.0  # turns: worse than anything that can be done
RUN_INTO = 1.5  # turns, for ending in somebody's car with factors to spare
MAN_DOWN = 0.2  # turns, for running over a man: he costs a die of speed
OVER_WRECK = (0.9, 0.7, 0.5, 0.35)  # turns, for driving over a wreck, by CDM
LEFT_AT_THE_LINE = 0.05  # turns, for each factor left when the line is crossed
CLEAR_OF_WRECK = 3  # factors from before a wreck until the car is past it

LINE = -1  # the square beyond the finish line
SEEN_AHEAD = 4  # squares to an obstacle that is driven round
STRAIGHT, INWARDS, OUTWARDS = range(3)
SQUARE = 7  # bits of a state below its square
EVERY_STEP = ("forward 1", "in", "out", "slip in", "slip out", "attack")


def pack(square: int, lane: int, turned: int, attacked: bool) -> int:
    """A state as one number."""
    return square << SQUARE | lane << 3 | turned << 1 | attacked


# How a state was reached: the cost so far, the state before, the factors spent before, the step.
Way = tuple[float, int, int, str]
# Where the team stands before a step, the factors spent before it, and the step.
Step = tuple[int, int, str]


class End(NamedTuple):
    """Where a phase may end."""

    value: float  # turns to the finish, strain not counted
    spent: int
    state: int
    blocked: bool

    @property
    def finishes(self) -> bool:
        return self.state >> SQUARE == LINE


class Plan:
    """All ways of one phase with up to `most` factors.

    A state is a square, the innermost lane touched in the corner (0: none), the way lanes were changed (a chariot
    does not weave but for an obstacle), and whether the driver has attacked from this square. `prey` says what an
    attack from a square is worth; `first` are the steps allowed to begin with, where they are known.
    """

    def __init__(
        self,
        race: Race,
        chariot: Chariot,
        outlook: Outlook,
        reserve: Sequence[float],
        most: int,
        prey: Mapping[int, float] | None = None,
        first: Collection[object] | None = None,
    ) -> None:
        self.race = race
        self.chariot = chariot
        self._reserve = reserve
        self._flip = outlook.pace.price.flip
        self.most = most
        self._outlook = outlook
        self._prey = prey or {}
        self._first = first
        own = {chariot.square, race.track.behind[chariot.square]}
        self._taken = race.occupied.keys() - own
        self._men = {other.man for other in race.chariots if other.man >= 0}
        self._last = race.track.last_leg
        leg = corner_leg(race, chariot)
        self._checked = chariot.strain_lane if leg is not None and leg == chariot.strain_leg else 0
        self._banned = banned_from_straining(race, chariot)
        self._layers: list[dict[int, Way]] = [{} for _ in range(most + 1)]
        # For each number of factors and innermost lane, where it is best to end.
        self._ends: list[dict[int, End]] = []
        self._spread()

    # -- what it comes to --------------------------------------------------------------------------

    def value(self, factors: int, speed: int, whipped: int = 0) -> float:
        """Turns to the finish with so many factors, at such a total speed; `whipped` of them cost endurance."""
        return self._best(factors, speed, whipped)[0]

    def _best(self, factors: int, speed: int, whipped: int = 0) -> tuple[float, End | None]:
        best, where = BARRED, None
        for value, end in self._all_ends(factors, speed, whipped):
            if value < best:
                best, where = value, end
        return best, where

    def close_ends(self, factors: int, speed: int, margin: float) -> list[tuple[float, End]]:
        """The best ends, best first, as far as they are about as good."""
        ends = sorted(self._all_ends(factors, speed, 0), key=lambda each: each[0])
        return [each for each in ends if each[0] <= ends[0][0] + margin]

    def _all_ends(self, factors: int, speed: int, whipped: int) -> Iterator[tuple[float, End]]:
        """Every end with what it comes to."""
        endurance = self.chariot.endurance - whipped
        fresh = self._reserve[self.chariot.endurance]
        strains: dict[int, tuple[int, float]] = {}
        for spent in range(factors, -1, -1):
            over = factors - spent
            for lane, end in self._ends[spent].items():
                if lane not in strains:
                    strains[lane] = self._strain(lane, speed)
                points, value = strains[lane]
                value += end.value
                rest = endurance - points
                if rest < 0:
                    value, rest = value + self._flip, 0
                if end.finishes:
                    value -= LEFT_AT_THE_LINE * over
                elif over > rest:
                    if not end.blocked:
                        continue
                    value, rest = value + RUN_INTO, 0
                else:
                    rest -= over
                yield value + self._reserve[rest] - fresh, end

    def steps(self, factors: int, speed: int) -> list[Step]:
        """The best way, step by step."""
        _, end = self._best(factors, speed)
        return [] if end is None else self.steps_to(end, factors)

    def steps_to(self, end: End, factors: int) -> list[Step]:
        """The way to an end; what is left over is braked off."""
        found: list[Step] = []
        if end.spent < factors and not end.finishes:
            found.append((end.state >> SQUARE, end.spent, "brake"))
        state, spent = end.state, end.spent
        while spent:
            _, before, spent_before, step = self._layers[spent][state]
            found.append((before >> SQUARE, spent_before, step))
            state, spent = before, spent_before
        return found[::-1]

    def place(self, end: End) -> tuple[int, int]:
        """Square and leg of an end on the track."""
        square = end.state >> SQUARE
        return square, self._leg(square)

    def _strain(self, lane: int, speed: int) -> tuple[int, float]:
        """Endurance and turns that the check for the innermost lane costs, with what was checked before paid for."""
        if not lane or (self._checked and lane >= self._checked):
            return 0, 0.0
        lanes = self.race.track.file.lanes
        points = max(0, speed - lanes[lane - 1].safe)
        if not points:
            return 0, 0.0
        if self._banned:
            return 0, BARRED
        paid = max(0, speed - lanes[self._checked - 1].safe) if self._checked else 0
        return points - paid, strain_risk(points, self.chariot.skill, len(lanes) - lane, self._flip)

    # -- the pass ----------------------------------------------------------------------------------

    def _spread(self) -> None:
        """Layer by layer: all states after so many factors, each with the cheapest way there."""
        race, chariot, course = self.race, self.chariot, self._outlook.course
        track, taken, wrecks, prey = race.track, self._taken, race.wrecks, self._prey
        ahead_of, section, changes, corner_lane = track.ahead, track.section, course.changes, course.corner_lane
        hitched, may_go_in, men = chariot.hitched, not chariot.no_inside, self._men
        cramped = self._cramped()
        start = chariot.square
        lane = corner_lane[start] if hitched else 0
        self._layers[0][pack(start, lane, STRAIGHT, start not in prey)] = (0.0, -1, 0, "")
        allowed: Collection[object] = EVERY_STEP if self._first is None else self._first
        # Sideslips on a free road are offered to whoever is bound to be blocked; only the rules know that.
        offered = [step for step in self._first or () if step in ("slip in", "slip out")]
        for spent in range(self.most + 1):
            for state, (cost, _, _, _) in self._layers[spent].items():
                square = state >> SQUARE
                if square == LINE:
                    continue
                if not state & 1 and "attack" in allowed:
                    self._reach(state | 1, cost - prey[square], state, spent, ATTACK, "attack")
                ahead = ahead_of[square]
                if section[ahead] != section[square] and self._leg(square) >= self._last:
                    self._reach(LINE << SQUARE, cost, state, spent, 1, "forward")
                    continue
                if ahead in taken:
                    self._slip(state, cost, spent, allowed)
                    continue
                if ahead in wrecks:
                    self._jump(state, cost, spent)
                    self._slip(state, cost, spent, allowed)
                    continue
                if offered:
                    self._slip(state, cost, spent, offered)
                lane, turned = state >> 3 & 15, state >> 1 & 3
                steps = []
                if "forward 1" in allowed:
                    steps.append((ahead, 1, turned, "forward"))
                inner, outer = changes[square]
                weaves = square in cramped
                if inner >= 0 and may_go_in and (weaves or turned != OUTWARDS) and "in" in allowed:
                    steps.append((inner, INSIDE, INWARDS, "in"))
                if outer >= 0 and (weaves or turned != INWARDS) and "out" in allowed:
                    steps.append((outer, OUTSIDE, OUTWARDS, "out"))
                for target, price, direction, step in steps:
                    if spent + price > self.most or (step != "forward" and not self._room(target)):
                        continue
                    corner = corner_lane[target] if hitched else 0
                    inmost = corner if corner and (corner < lane or not lane) else lane
                    new = target << SQUARE | inmost << 3 | direction << 1 | (target not in prey)
                    paid = cost + MAN_DOWN if target in men else cost
                    layer = self._layers[spent + price]
                    known = layer.get(new)
                    if known is None or paid < known[0]:
                        layer[new] = (paid, state, spent, step)
            self._ends.append(self._best_ends(spent))
            allowed, offered = EVERY_STEP, []

    def _cramped(self) -> set[int]:
        """Squares with something in the way a few squares ahead."""
        behind = self.race.track.behind
        found = set()
        for square in (*self._taken, *self.race.wrecks):
            for _ in range(SEEN_AHEAD):
                square = behind[square]
                found.add(square)
        return found

    def _slip(self, state: int, cost: float, spent: int, allowed: Collection[object]) -> None:
        square, lane = state >> SQUARE, state >> 3 & 15
        for way, name in ((IN, "slip in"), (OUT, "slip out")):
            target = self.race.track.slip[way][square]
            if target == WALL or (way == IN and self.chariot.no_inside) or not self._room(target):
                continue
            if name in allowed:
                new = pack(target, self._inner(target, lane), STRAIGHT, target not in self._prey)
                self._reach(new, cost, state, spent, SIDESLIP, name)

    def _jump(self, state: int, cost: float, spent: int) -> None:
        """Over a wreck: straight on until the car is past it."""
        track = self.race.track
        square, lane = state >> SQUARE, state >> 3 & 15
        cost += OVER_WRECK[max(0, min(self.chariot.skill, 3))]
        for _ in range(CLEAR_OF_WRECK):
            ahead = track.ahead[square]
            if ahead in self._taken:
                return
            if track.section[ahead] != track.section[square] and self._leg(square) >= self._last:
                return
            square = ahead
            lane = self._inner(square, lane)
        new = pack(square, lane, STRAIGHT, square not in self._prey)
        self._reach(new, cost, state, spent, CLEAR_OF_WRECK, "forward")

    def _reach(self, state: int, cost: float, before: int, spent: int, price: int, step: str) -> None:
        if spent + price > self.most:
            return
        layer = self._layers[spent + price]
        known = layer.get(state)
        if known is None or cost < known[0]:
            layer[state] = (cost, before, spent, step)

    def _best_ends(self, spent: int) -> dict[int, End]:
        best: dict[int, End] = {}
        outlook = self._outlook
        for state, way in self._layers[spent].items():
            square = state >> SQUARE
            value, lane = way[0], 0
            if square != LINE:
                lane = state >> 3 & 15
                value += outlook.turns(square, self._leg(square))
            if lane not in best or value < best[lane].value:
                blocked = square >= 0 and self.race.track.ahead[square] in self._taken
                best[lane] = End(value, spent, state, blocked)
        return best

    def _leg(self, square: int) -> int:
        section = self.race.track.section
        return self.chariot.leg + (section[square] - section[self.chariot.square]) % 4

    def _inner(self, square: int, lane: int) -> int:
        """The innermost lane touched, once the team stands there."""
        corner = self._outlook.course.corner_lane[square] if self.chariot.hitched else 0
        return min(lane or corner, corner) if corner else lane

    def _room(self, target: int) -> bool:
        """For team and car."""
        taken, wrecks = self._taken, self.race.wrecks
        if target in taken or target in wrecks:
            return False
        car = self.race.track.behind[target]
        return not self.chariot.hitched or (car not in taken and car not in wrecks)
