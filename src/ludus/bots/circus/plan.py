"""The ways of one phase, among chariots that stand where they stand.

One pass over the squares finds the cheapest way to spend 1, 2, 3, ... factors. The speed matters only for corner
strain, so the same pass tells what every speed and every throw of the whip would come to.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from functools import lru_cache
from typing import Final

from ludus.bots.circus.course import NEVER, Course, Outlook, grip, run_over_risk, strain_risk
from ludus.bots.circus.ways import (
    INWARDS,
    LANES,
    LINE,
    NO_LANE,
    OUTWARDS,
    SQUARE,
    STRAIGHT,
    TURNED,
    TURNS,
    Check,
    End,
    Front,
    Move,
    Road,
    Way,
)
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT, WALL

BARRED: Final = 50.0  # turns: worse than anything that can be done
RUN_INTO: Final = 1.5  # turns, for ending in somebody's car with factors to spare
SLIPPED: Final = 0.1  # turns, for a lane too far on wet ground
SLIPPED_INTO: Final = 0.5  # turns, for doing so into somebody
MAN_DOWN: Final = 0.2  # turns, for running over a man: he costs a die of speed
SLIPPED_INWARDS: Final = 0.6  # turns, for doing so into a narrower lane of a corner
JUMPED: Final = 0.2  # turns, for the endurance that driving over something costs
LEFT_AT_THE_LINE: Final = 0.05  # turns, for each factor left when the line is crossed
# Factors from before an obstacle until the car is past it and whatever else lies there; no other step takes more.
LONGEST_JUMP: Final = 8

SEEN_AHEAD: Final = 4  # squares to an obstacle that is driven round
SPELLED = {"forward": "forward 1"}  # as the rules offer it
SECTIONS: Final = 4  # of a lap

# Where the team stands before a step, the factors spent before it, and the step.
Step = tuple[int, int, str]


def slip_risk(race: Race, taken: Container[int], square: int, way: int, flip: float) -> float:
    """Turns for being carried a lane further from there on wet ground."""
    track = race.track
    beyond = track.slip[way][square]
    if beyond == WALL:
        return flip
    if beyond in taken or track.behind[beyond] in taken:
        return SLIPPED_INTO
    return SLIPPED_INWARDS if way == IN and track.corner[beyond] else SLIPPED


def empty_road(course: Course) -> Road:
    """Of no square the steps are known; beyond the line there are none."""
    return [*([None] * (TURNS * course.track.size)), *([[]] * TURNS)]


@lru_cache(maxsize=64)
def free_road(course: Course, inside: int, outside: int, hitched: bool, no_inside: bool) -> Road:
    """The steps on an empty track, as far as any plan has looked at them: they are the same for all."""
    return empty_road(course)


@lru_cache(maxsize=256)
def turns_ahead(outlook: Outlook, leg: int, section: int) -> list[float]:
    """Turns to the finish from every square less than a lap ahead of such a leg; none from the square behind the last
    one, which stands for what is beyond the line."""
    squares = outlook.course.track.section
    turns = [outlook.turns(square, leg + (there - section) % SECTIONS) for square, there in enumerate(squares)]
    return [*turns, 0.0]


class Plan:
    """All ways of one phase with up to `most` factors.

    A place is one number for a square, the way lanes were changed (a chariot does not weave but for an obstacle), and
    whether there is nothing left to attack from this square. `prey` says what an attack from a square is worth,
    `haunts` what it is worth to end there; `first` are the steps allowed to begin with, where they are known.

    Most squares are far from everybody: from there the steps are those of the free road, which all plans share.
    """

    def __init__(
        self,
        race: Race,
        chariot: Chariot,
        outlook: Outlook,
        reserve: tuple[float, ...],
        most: int,
        prey: Mapping[int, float] | None = None,
        first: Collection[object] | None = None,
        haunts: Mapping[int, float] | None = None,
    ) -> None:
        self.race = race
        self.chariot = chariot
        book = self._book = book_of(race)
        self._inside, self._outside = book.lane_price(IN), book.lane_price(OUT)
        self._reserve = reserve
        self._fresh = reserve[chariot.endurance]
        self._slips_too_far = book.slip_chance(chariot)
        self._grip = grip(book, chariot)
        self._flip = outlook.pace.price.flip
        # Turns for a check of the wheels (CM 7.41): one for a high speed, one where a corner is strained.
        frail = chariot.hitched and book.damaged(chariot)
        self._wheels = self._flip * book.wheel_off_odds(book.axle(chariot)) if frail else 0.0
        self._high_speed = book.charts.wheel_check_speed
        self._checked_in_corner = chariot.number in race.move.wheel_checked
        self.most = most
        self._outlook = outlook
        self._prey = prey or {}
        self._haunts = haunts or {}
        self._first = first
        self._may_attack = first is None or "attack" in first  # to begin with
        own = {chariot.square, race.track.behind[chariot.square]}
        others = race.occupied.keys() - own
        passable = {2 * each.number for each in race.chariots if each.on_track and book.passable(each)}
        self._taken = {square for square in others if race.occupied[square] & ~1 not in passable}
        self._obstacles = race.wrecks.keys() | (others - self._taken)
        self._cramped = self._before_obstacles()
        self._bound_straight = book.must_go_straight(chariot)
        self._men = {other.man for other in race.chariots if other.man >= 0}
        self._last = race.track.last_leg
        leg = book.corner_leg(chariot)
        self._checked = chariot.strain_lane if leg is not None and leg == chariot.strain_leg else 0
        self._banned = book.banned_from_straining(chariot)
        self._checks: dict[int, list[Check | None]] = {}  # by speed and lane
        # For each number of factors where it is best to end, by innermost lane, and the best of them.
        self._ends: list[list[End]] = []
        self._least: list[float] = []
        self._held_up: list[bool] = []  # whether one of these ends is before somebody, or beyond the line
        self._spread()

    # -- what it comes to --------------------------------------------------------------------------

    def value(self, factors: int, speed: int, whipped: int = 0) -> float:
        """Turns to the finish with so many factors, at such a total speed; `whipped` of them cost endurance."""
        return self._best(factors, speed, whipped)[0]

    def _best(self, factors: int, speed: int, whipped: int = 0) -> tuple[float, End | None]:
        best: float = BARRED
        where: End | None = None
        endurance, worth = self.chariot.endurance - whipped, self._reserve
        for spent in range(factors, -1, -1):
            left = endurance - factors + spent
            if not self._held_up[spent] and (left < 0 or self._least[spent] + worth[left] - self._fresh >= best):
                continue  # more than can be braked off, or it could not be better
            for end in self._ends[spent]:
                value = self._weigh(end, factors - spent, speed, endurance)
                if value < best:
                    best, where = value, end
        return best, where

    def close_ends(self, factors: int, speed: int, margin: float) -> list[tuple[float, End]]:
        """The best ends, best first, as far as they are about as good."""
        weighed = [
            (self._weigh(end, factors - spent, speed, self.chariot.endurance), end)
            for spent in range(factors, -1, -1)
            for end in self._ends[spent]
        ]
        ends = sorted((each for each in weighed if each[0] < NEVER), key=lambda each: each[0])
        return [each for each in ends if each[0] <= ends[0][0] + margin]

    def _weigh(self, end: End, over: int, speed: int, endurance: int) -> float:
        """What an end comes to with so many factors over; `NEVER` if they cannot be braked off."""
        value = end.value + (self._wheels if speed >= self._high_speed else 0.0)
        rest = endurance
        lane = end.way.lane
        if lane != NO_LANE and not (self._checked and lane >= self._checked):
            check = self._check(lane, speed)
            value += check.turns
            rest -= check.points
        if rest < 0:
            value += self._flip
            rest = 0
        if end.finishes:
            value -= LEFT_AT_THE_LINE * over
        elif over <= rest:
            rest -= over
        elif end.blocked:
            value += RUN_INTO
            rest = 0
        else:
            return NEVER
        return value + self._reserve[rest] - self._fresh

    def steps(self, factors: int, speed: int) -> list[Step]:
        """The best way, step by step."""
        _, end = self._best(factors, speed)
        return [] if end is None else self.steps_to(end, factors)

    def steps_to(self, end: End, factors: int) -> list[Step]:
        """The way to an end; what is left over is braked off."""
        found: list[Step] = []
        way = end.way
        if way.spent < factors and not end.finishes:
            found.append((way.place >> SQUARE, way.spent, "brake"))
        while way.before is not None:
            before = way.before
            found.append((before.place >> SQUARE, before.spent, way.step))
            way = before
        return found[::-1]

    def place(self, end: End) -> tuple[int, int]:
        """Square and leg of an end on the track."""
        square = end.way.place >> SQUARE
        return square, self._leg(square)

    def _check(self, lane: int, speed: int) -> Check:
        """What the check for the innermost lane costs, with what was checked before paid for."""
        checks = self._checks.get(speed)
        if checks is None:
            checks = self._checks[speed] = [None] * LANES
        check = checks[lane]
        if check is None:
            check = checks[lane] = self._new_check(lane, speed)
        return check

    def _new_check(self, lane: int, speed: int) -> Check:
        safe = self._outlook.course.safe
        points = max(0, speed - safe[lane - 1])
        if not points:
            return Check(0, 0.0)
        if self._banned:
            return Check(0, BARRED)
        paid = max(0, speed - safe[self._checked - 1]) if self._checked else 0
        wheels = 0.0 if self._checked_in_corner else self._wheels
        return Check(points - paid, wheels + strain_risk(self._book, points, self._grip, len(safe) - lane, self._flip))

    # -- the pass ----------------------------------------------------------------------------------

    def _spread(self) -> None:
        """Layer by layer: all places after so many factors, and from each of them every step."""
        start = self.chariot.square
        first = Way(0.0, self._corner_lane(start), self._place(start, STRAIGHT), 0, "", None)
        front = Front(self.race.track.size, self.most + LONGEST_JUMP)
        front.add(first, None, None)
        turns_from = self._turns_from()
        road = self._road()
        road[first.place >> TURNED] = self._first_moves(start)
        for spent in range(self.most + 1):
            ends: list[End] = []
            best: list[End | None] = [None] * LANES
            for way in front.take(spent):
                value = way.cost + turns_from[way.place >> SQUARE]
                end = best[way.lane]
                if end is None:
                    end = best[way.lane] = End(value, way)
                    ends.append(end)
                elif value < end.value:
                    end.value, end.way = value, way
                moves = road[way.place >> TURNED]
                if moves is None:
                    moves = road[way.place >> TURNED] = self._look(way.place)
                if not way.place & 1 and (spent or self._may_attack):
                    moves = [self._attack(way.place), *moves]
                for move in moves:
                    cost, lane, price = way.cost + move.turns, move.lane, spent + move.price
                    if way.lane < lane:
                        lane = way.lane
                    earlier, known = None, front.next[move.place]
                    while known is not None and known.spent < price:
                        earlier, known = known, known.later
                    if known is None or known.spent > price:
                        front.add(Way(cost, lane, move.place, price, move.step, way), earlier, known)
                    elif cost <= known.cost or lane > known.lane:
                        front.improve(known, cost, lane, move.step, way, earlier)
            self._close(ends)

    def _close(self, ends: list[End]) -> None:
        """These are the ends after so many factors."""
        least, held_up = NEVER, False
        for end in ends:
            square = end.way.place >> SQUARE
            end.finishes = square == LINE
            end.blocked = square != LINE and self.race.track.ahead[square] in self._taken
            least = min(least, end.value)
            held_up = held_up or end.blocked or end.finishes
        self._ends.append(ends)
        self._least.append(least)
        self._held_up.append(held_up)

    def _turns_from(self) -> list[float]:
        """Turns to the finish from every square."""
        turns = turns_ahead(self._outlook, self.chariot.leg, self.race.track.section[self.chariot.square])
        if self._haunts:
            turns = turns.copy()
            for square, liked in self._haunts.items():
                turns[square] -= liked
        return turns

    def _road(self) -> Road:
        """The free road, but for the squares from where something is in the way or to be had."""
        course, chariot = self._outlook.course, self.chariot
        if self._bound_straight or self._slips_too_far:
            self._free = empty_road(course)
        else:
            self._free = free_road(course, self._inside, self._outside, chariot.hitched, chariot.no_inside)
        self._near = self._nearby()
        road = self._free.copy()
        for square in self._near:
            road[TURNS * square] = road[TURNS * square + INWARDS] = road[TURNS * square + OUTWARDS] = None
        return road

    def _nearby(self) -> set[int]:
        """Squares from where the steps may be others than on the free road."""
        course, ahead = self._outlook.course, self.race.track.ahead
        near = self._cramped.copy()
        for square in (*self._taken, *self._obstacles):
            near.update(course.sources[square], course.sources[ahead[square]])
        for square in (*self._prey, *self._men):
            near.update(course.sources[square])
        if self.chariot.leg + SECTIONS > self._last:
            near.update(course.borders)
        return near

    def _look(self, place: int) -> list[Move]:
        """The steps from a place where this plan has not been before."""
        square = place >> SQUARE
        moves = self._moves(square, place >> TURNED & 3)
        if square not in self._near:
            self._free[place >> TURNED] = moves
        return moves

    def _attack(self, place: int) -> Move:
        return Move(place | 1, self._book.charts.attack, NO_LANE, -self._prey[place >> SQUARE], "attack")

    def _first_moves(self, square: int) -> list[Move]:
        """Sideslips on a free road are offered to whoever is bound to be blocked; only the rules know that."""
        moves = self._moves(square, STRAIGHT)
        if self._first is None:
            return moves
        if not any(move.step.startswith("slip") for move in moves):
            moves += self._slips(square)
        return [move for move in moves if SPELLED.get(move.step, move.step) in self._first]

    def _moves(self, square: int, turned: int) -> list[Move]:
        """The steps from a square; lanes were changed that way before."""
        race = self.race
        ahead = race.track.ahead[square]
        if self._crosses_line(square, ahead):
            return [Move(LINE << SQUARE | 1, 1, NO_LANE, 0.0, "forward")]
        if ahead in self._taken:
            return self._slips(square)
        if ahead in self._obstacles:
            return self._jump(square) + (self._slips(square) if self._book.hinders(ahead) else [])
        moves = [self._move(ahead, 1, turned, "forward")]
        weaves = square in self._cramped
        if self._bound_straight and not weaves:
            return moves
        inner, outer = self._outlook.course.changes[square]
        if inner >= 0 and (weaves or turned != OUTWARDS) and not self.chariot.no_inside and self._room(inner):
            moves.append(self._change(inner, self._inside, INWARDS, "in"))
        if outer >= 0 and (weaves or turned != INWARDS) and self._room(outer):
            moves.append(self._change(outer, self._outside, OUTWARDS, "out"))
        return moves

    def _before_obstacles(self) -> set[int]:
        """Squares with something in the way a few squares ahead."""
        behind = self.race.track.behind
        found = set()
        for square in (*self._taken, *self._obstacles):
            for _ in range(SEEN_AHEAD):
                square = behind[square]
                found.add(square)
        return found

    def _move(self, target: int, price: int, turned: int, step: str) -> Move:
        place = self._place(target, turned)
        return Move(place, price, self._corner_lane(target), MAN_DOWN if target in self._men else 0.0, step)

    def _change(self, target: int, price: int, turned: int, step: str) -> Move:
        """A lane change, and the risk that wet ground carries it a lane further."""
        move = self._move(target, price, turned, step)
        if self._slips_too_far:
            way = IN if turned == INWARDS else OUT
            move.turns += self._slips_too_far * slip_risk(self.race, self._taken, target, way, self._flip)
        return move

    def _slips(self, square: int) -> list[Move]:
        found = []
        for way, step in ((IN, "slip in"), (OUT, "slip out")):
            target = self.race.track.slip[way][square]
            if target != WALL and not (way == IN and self.chariot.no_inside) and self._room(target):
                found.append(self._move(target, self._book.charts.sideslip, STRAIGHT, step))
        return found

    def _jump(self, square: int) -> list[Move]:
        """Over what lies there: straight on until the car is past it, and past what lies behind it."""
        lane, turns, uncleared = NO_LANE, 0.0, 0
        for spent in range(1, LONGEST_JUMP + 1):
            ahead = self.race.track.ahead[square]
            if ahead in self._taken or self._crosses_line(square, ahead):
                return []
            square = ahead
            lane = min(lane, self._corner_lane(square))
            if square in self._obstacles:
                uncleared = 2 if self.chariot.hitched else 1
                worse = self._book.obstacle_worse(square)
                turns += JUMPED + run_over_risk(self._book, self.chariot.skill, worse, self._flip)
            elif uncleared > 1:
                uncleared -= 1
            else:
                return [Move(self._place(square, STRAIGHT), spent, lane, turns, "forward")]
        return []

    def _crosses_line(self, square: int, ahead: int) -> bool:
        section = self.race.track.section
        return section[ahead] != section[square] and self._leg(square) >= self._last

    def _leg(self, square: int) -> int:
        section = self.race.track.section
        return self.chariot.leg + (section[square] - section[self.chariot.square]) % 4

    def _place(self, square: int, turned: int) -> int:
        return square << SQUARE | turned << TURNED | (square not in self._prey)

    def _corner_lane(self, square: int) -> int:
        """The lane whose safe speed binds the chariot with its team there."""
        lane = self._outlook.course.corner_lane[square] if self.chariot.hitched else 0
        return lane or NO_LANE

    def _room(self, target: int) -> bool:
        """For team and car."""
        taken, wrecks = self._taken, self._obstacles
        if target in taken or target in wrecks:
            return False
        car = self.race.track.behind[target]
        return not self.chariot.hitched or (car not in taken and car not in wrecks)
