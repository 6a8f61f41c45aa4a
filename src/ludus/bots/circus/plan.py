"""The ways of one phase, among chariots that stand where they stand.

One pass over the squares finds the cheapest way to spend 1, 2, 3, ... factors. The speed matters only for corner
strain, so the same pass tells what every speed and every throw of the whip would come to.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from ludus.bots.circus.course import Outlook, grip, run_over_risk, strain_risk
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT, WALL

BARRED = 50.0  # turns: worse than anything that can be done
RUN_INTO = 1.5  # turns, for ending in somebody's car with factors to spare
SLIPPED = 0.1  # turns, for a lane too far on wet ground
SLIPPED_INTO = 0.5  # turns, for doing so into somebody
MAN_DOWN = 0.2  # turns, for running over a man: he costs a die of speed
SLIPPED_INWARDS = 0.6  # turns, for doing so into a narrower lane of a corner
JUMPED = 0.2  # turns, for the endurance that driving over something costs
LEFT_AT_THE_LINE = 0.05  # turns, for each factor left when the line is crossed
LONGEST_JUMP = 8  # factors from before an obstacle until the car is past it and whatever else lies there

LINE = -1  # the square beyond the finish line
SEEN_AHEAD = 4  # squares to an obstacle that is driven round
STRAIGHT, INWARDS, OUTWARDS = range(3)
SQUARE = 7  # bits of a state below its square
TURNED = 5  # bits below the way lanes were changed
NO_LANE = 15  # of a corner has been touched
LANE = NO_LANE << 1  # the bits of the innermost lane
SPELLED = {"forward": "forward 1"}  # as the rules offer it
LONGEST = LONGEST_JUMP  # factors of any one step

# How a state was reached: the cost so far, the state before, the factors spent before, the step.
Way = tuple[float, int, int, str]
# Where the team stands before a step, the factors spent before it, and the step.
Step = tuple[int, int, str]
# A step from a square: the state it leads to but for its lane, factors, bits of the corner lane, turns, the step.
Move = tuple[int, int, int, float, str]


class End(NamedTuple):
    """Where a phase may end."""

    value: float  # turns to the finish, strain not counted
    spent: int
    state: int
    blocked: bool
    finishes: bool


def slip_risk(race: Race, taken: Container[int], square: int, way: int, flip: float) -> float:
    """Turns for being carried a lane further from there on wet ground."""
    track = race.track
    beyond = track.slip[way][square]
    if beyond == WALL:
        return flip
    if beyond in taken or track.behind[beyond] in taken:
        return SLIPPED_INTO
    return SLIPPED_INWARDS if way == IN and track.corner[beyond] else SLIPPED


class Plan:
    """All ways of one phase with up to `most` factors.

    A state is one number for a square, the innermost lane touched in the corner, the way lanes were changed
    (a chariot does not weave but for an obstacle), and whether the driver has attacked from this square. `prey` says
    what an attack from a square is worth, `haunts` what it is worth to end there; `first` are the steps allowed to
    begin with, where they are known.
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
        haunts: Mapping[int, float] | None = None,
    ) -> None:
        self.race = race
        self.chariot = chariot
        book = self._book = book_of(race)
        self._inside, self._outside = book.lane_price(IN), book.lane_price(OUT)
        self._reserve = reserve
        self._slips_too_far = book.slip_chance(chariot)
        self._grip = grip(book, chariot)
        self._flip = outlook.pace.price.flip
        # Turns for a check of the wheels (CM 7.41): one for a high speed, one where a corner is strained.
        frail = chariot.hitched and book.damaged(chariot)
        self._wheels = self._flip * book.wheel_off_odds(book.axle(chariot)) if frail else 0.0
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
        self._layers: list[dict[int, Way]] = [{} for _ in range(most + 1 + LONGEST)]
        # For each number of factors and innermost lane, where it is best to end.
        self._ends: list[dict[int, End]] = []
        self._held_up: list[bool] = []  # whether one of these ends is before somebody, or beyond the line
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
        wheels = self._wheels if speed >= self._book.charts.wheel_check_speed else 0.0
        for spent in range(factors, -1, -1):
            over = factors - spent
            if over > endurance and not self._held_up[spent]:
                continue  # more than can be braked off
            for lane, end in self._ends[spent].items():
                if lane not in strains:
                    strains[lane] = self._strain(lane, speed)
                points, value = strains[lane]
                turns, _, _, blocked, finishes = end
                value += turns + wheels
                rest = endurance - points
                if rest < 0:
                    value, rest = value + self._flip, 0
                if finishes:
                    value -= LEFT_AT_THE_LINE * over
                elif over > rest:
                    if not blocked:
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
        if lane == NO_LANE or (self._checked and lane >= self._checked):
            return 0, 0.0
        safe = self._outlook.course.safe
        points = max(0, speed - safe[lane - 1])
        if not points:
            return 0, 0.0
        if self._banned:
            return 0, BARRED
        paid = max(0, speed - safe[self._checked - 1]) if self._checked else 0
        wheels = 0.0 if self._checked_in_corner else self._wheels
        return points - paid, wheels + strain_risk(self._book, points, self._grip, len(safe) - lane, self._flip)

    # -- the pass ----------------------------------------------------------------------------------

    def _spread(self) -> None:
        """Layer by layer: all states after so many factors, each with the cheapest way there."""
        layers = self._layers
        start = self.chariot.square
        first = start << SQUARE | self._lane_bits(start) | (start not in self._prey)
        layers[0][first] = (0.0, -1, 0, "")
        # For a square and the way lanes were changed before it: the turns to the finish, and the steps from there.
        known: dict[int, tuple[float, list[Move]]] = {LINE << SQUARE - TURNED: (0.0, [])}
        known[first >> TURNED] = (self._turns(start), self._first_moves(start))
        for spent in range(self.most + 1):
            best: dict[int, tuple[float, int]] = {}
            layer = layers[spent]
            easiest = self._easiest(layer)
            for state, (cost, _, _, _) in layer.items():
                place, lane = state >> TURNED, state & LANE
                cheap, far_out = easiest[state - lane]
                if lane < far_out and cost >= cheap:
                    continue  # the same place is reached as cheaply without going so far in
                if place not in known:
                    square = state >> SQUARE
                    known[place] = (self._turns(square), self._moves(square, place & 3))
                turns, moves = known[place]
                value = cost + turns
                if lane not in best or value < best[lane][0]:
                    best[lane] = (value, state)
                if not state & 1 and (spent or self._may_attack):
                    self._attack(state, cost, spent)
                for target, price, corner, turns, step in moves:
                    new = target | (corner if corner < lane else lane)
                    further, total = layers[spent + price], cost + turns
                    way = further.get(new)
                    if way is None or total < way[0]:
                        further[new] = (total, state, spent, step)
            ends = {lane >> 1: self._end(value, spent, state) for lane, (value, state) in best.items()}
            self._ends.append(ends)
            self._held_up.append(any(end.blocked or end.finishes for end in ends.values()))

    @staticmethod
    def _easiest(layer: dict[int, Way]) -> dict[int, tuple[float, int]]:
        """For each state but for its lane the least cost, and the outermost lane that has it."""
        found: dict[int, tuple[float, int]] = {}
        for state, (cost, _, _, _) in layer.items():
            lane = state & LANE
            known = found.get(state - lane)
            if known is None or cost < known[0] or (cost == known[0] and lane > known[1]):
                found[state - lane] = (cost, lane)
        return found

    def _attack(self, state: int, cost: float, spent: int) -> None:
        layer, total = self._layers[spent + self._book.charts.attack], cost - self._prey[state >> SQUARE]
        if state | 1 not in layer or total < layer[state | 1][0]:
            layer[state | 1] = (total, state, spent, "attack")

    def _end(self, value: float, spent: int, state: int) -> End:
        square = state >> SQUARE
        blocked = square != LINE and self.race.track.ahead[square] in self._taken
        return End(value, spent, state, blocked, square == LINE)

    def _first_moves(self, square: int) -> list[Move]:
        """Sideslips on a free road are offered to whoever is bound to be blocked; only the rules know that."""
        moves = self._moves(square, STRAIGHT)
        if self._first is None:
            return moves
        if not any(step.startswith("slip") for *_, step in moves):
            moves += self._slips(square)
        return [move for move in moves if SPELLED.get(move[-1], move[-1]) in self._first]

    def _moves(self, square: int, turned: int) -> list[Move]:
        """The steps from a square; lanes were changed that way before."""
        race = self.race
        ahead = race.track.ahead[square]
        if self._crosses_line(square, ahead):
            return [(LINE << SQUARE | 1, 1, LANE, 0.0, "forward")]
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
        state = target << SQUARE | turned << TURNED | (target not in self._prey)
        return state, price, self._lane_bits(target), MAN_DOWN if target in self._men else 0.0, step

    def _change(self, target: int, price: int, turned: int, step: str) -> Move:
        """A lane change, and the risk that wet ground carries it a lane further."""
        move = self._move(target, price, turned, step)
        if not self._slips_too_far:
            return move
        risk = slip_risk(self.race, self._taken, target, IN if turned == INWARDS else OUT, self._flip)
        return (*move[:3], move[3] + self._slips_too_far * risk, step)

    def _slips(self, square: int) -> list[Move]:
        found = []
        for way, step in ((IN, "slip in"), (OUT, "slip out")):
            target = self.race.track.slip[way][square]
            if target != WALL and not (way == IN and self.chariot.no_inside) and self._room(target):
                found.append(self._move(target, self._book.charts.sideslip, STRAIGHT, step))
        return found

    def _jump(self, square: int) -> list[Move]:
        """Over what lies there: straight on until the car is past it, and past what lies behind it."""
        lane, turns, uncleared = LANE, 0.0, 0
        for spent in range(1, LONGEST_JUMP + 1):
            ahead = self.race.track.ahead[square]
            if ahead in self._taken or self._crosses_line(square, ahead):
                return []
            square = ahead
            lane = min(lane, self._lane_bits(square))
            if square in self._obstacles:
                uncleared = 2 if self.chariot.hitched else 1
                worse = self._book.obstacle_worse(square)
                turns += JUMPED + run_over_risk(self._book, self.chariot.skill, worse, self._flip)
            elif uncleared > 1:
                uncleared -= 1
            else:
                return [(square << SQUARE | (square not in self._prey), spent, lane, turns, "forward")]
        return []

    def _crosses_line(self, square: int, ahead: int) -> bool:
        section = self.race.track.section
        return section[ahead] != section[square] and self._leg(square) >= self._last

    def _leg(self, square: int) -> int:
        section = self.race.track.section
        return self.chariot.leg + (section[square] - section[self.chariot.square]) % 4

    def _turns(self, square: int) -> float:
        return self._outlook.turns(square, self._leg(square)) - self._haunts.get(square, 0.0)

    def _lane_bits(self, square: int) -> int:
        """The lane whose safe speed binds the chariot with its team there, as bits of a state."""
        lane = self._outlook.course.corner_lane[square] if self.chariot.hitched else 0
        return (lane or NO_LANE) << 1

    def _room(self, target: int) -> bool:
        """For team and car."""
        taken, wrecks = self._taken, self._obstacles
        if target in taken or target in wrecks:
            return False
        car = self.race.track.behind[target]
        return not self.chariot.hitched or (car not in taken and car not in wrecks)
