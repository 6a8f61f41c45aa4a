"""How many turns it is to the finish, for a chariot alone on the track.

The track is two equal halves, a straight and the corner after it. For every square of a half and every lane one may
make for, the drive is taken once, factor by factor; from these drives the fewest turns to the finish are worked out
for a top speed, a driver and a price of endurance. Driving too fast into a corner costs what it risks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludus.games.circus.editions import SecondEdition, bare, book_of
from ludus.games.circus.odds import odds
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import BACK, DOLPHINS, FRONT, IN, OUT, Track

FASTEST: Final = 31  # factors of a turn, whip included
WIDEST: Final = 3  # lanes one changes in a turn at most
SIDES: Final = 6
DIE = range(1, SIDES + 1)
WHIPPED: Final = 3.5  # factors that the whip brings on average
LEAST_WHIPPED: Final = 4  # below the top speed one does not write with the whip in mind
NEVER: Final = 99.0
SOLVED: Final = 3  # half laps that are worked out
MOST_EXCESS: Final = 7
MOST_STRAINED: Final = 9  # points, for whoever staggers at speed
# Turns lost by the results of the corner strain chart and of running over; a flip by its price, see `Price`.
COST_OF_RESULT = {"-": 0.0, "S": 0.27, "SS": 0.36, "J": 0.35, "LH": 0.2, "RH": 0.2}
COST_OF_JUMP = {"none": 0.0, "jostled": 0.35, "car": 0.3, "hobbled": 0.5, "serious": 1.0}


@dataclass(frozen=True, slots=True)
class Price:
    """What a driver pays with, in turns."""

    endurance: float  # one factor of it
    flip: float  # losing the chariot


@dataclass(frozen=True, slots=True)
class Pace:
    """What the outlook of a chariot depends on."""

    top: int  # the speed it can write
    grip: int  # what makes its corners better
    whips: bool
    price: Price


def grip(book: SecondEdition, chariot: Chariot) -> int:
    """By how much driver and ground make a corner better; where the book has low dice or high ones for good."""
    return -book.strain_worse * sum(each.amount for each in book.strain_modifiers(chariot))


@odds
def strain_risk(book: SecondEdition, points: int, grip: int, room: int, flip: float) -> float:
    """Turns that the chart costs on average; `room` is how many lanes there are to slide out to."""
    if points <= 0:
        return 0.0
    total = 0.0
    for code, chance in book.strain_odds(points, -book.strain_worse * grip).items():
        into_the_wall = (code == "S" and room < 1) or (code == "SS" and room < 2)
        total += chance * (flip if code == "FP" or into_the_wall else COST_OF_RESULT[code])
    return total


@odds
def run_over_risk(book: SecondEdition, skill: int, worse: int, flip: float) -> float:
    """Turns that the chart for driving over something costs on average, when the endurance for it is paid."""
    total = 0.0
    for result, chance in book.jump_odds(skill, worse).items():
        if result == "danger":
            total += chance * strain_risk(book, MOST_STRAINED, skill, 1, flip)
        else:
            total += chance * (flip if result == "flip" else COST_OF_JUMP[result])
    return total


class Course:
    """The squares of one half lap, and the drives from each."""

    def __init__(self, book: SecondEdition, track: Track, safe: tuple[int, ...]) -> None:
        self.book = book
        self.track = track
        self.safe = safe  # the speed that each corner lane takes
        self.halves = track.last_leg // 2
        half = [square for square in range(track.size) if track.section[square] in (FRONT, DOLPHINS)]
        # From the end of the corner back to the start of the straight, so that a drive only leads to what is known.
        half.sort(key=lambda square: (track.section[square], track.share[square]), reverse=True)
        number = {square: index for index, square in enumerate(half)}
        self.size = len(half)
        self._half = tuple(half)
        self.lane = tuple(track.lane[square] for square in half)
        self.to_line = tuple(
            1 if track.corner[square] else track.file.straight - track.index[square] for square in half
        )
        # Where each square of the whole track lies in the half.
        self.fold = tuple(number[self._first_half(square)] for square in range(track.size))
        # The lane whose safe speed binds a chariot with its team there; 0: none does.
        self.corner_lane = tuple(
            track.lane[square] if track.corner[square] or track.corner[track.behind[square]] else 0
            for square in range(track.size)
        )
        # Where a lane change in and out from a square leads.
        self.changes = tuple(
            (track.change[IN][track.ahead[square]], track.change[OUT][track.ahead[square]])
            for square in range(track.size)
        )
        # The squares from which one step leads to a square, and those from which it leads into another section.
        sources: list[list[int]] = [[] for _ in range(track.size)]
        for square in range(track.size):
            for target in (track.ahead[square], *self.changes[square]):
                if target >= 0:
                    sources[target].append(square)
        self.sources = tuple(tuple(each) for each in sources)
        self.borders = tuple(
            square for square in range(track.size) if track.section[track.ahead[square]] != track.section[square]
        )
        # How far along the innermost lane the front edge of each square lies, and how long a lap is there: nobody gets
        # on faster.
        inmost = (track.file.straight, track.file.lanes[0].corner)
        self.along = tuple(
            sum((*inmost, *inmost)[: track.section[square]]) + track.share[square] * inmost[track.corner[square]]
            for square in range(track.size)
        )
        self.lap = 2 * sum(inmost)
        # Squares of the straight on which the car is still in the corner, with their lanes.
        self.leaving = tuple(
            (index, track.lane[square])
            for index, square in enumerate(half)
            if self.corner_lane[square] and not track.corner[square]
        )
        self.drives = [self._drives(square) for square in half]
        self._outlooks: dict[tuple[type[Outlook], Pace], Outlook] = {}

    def _first_half(self, square: int) -> int:
        track = self.track
        section = track.section[square]
        if section in (FRONT, DOLPHINS):
            return square
        return track.at(track.lane[square], section - BACK, track.index[square])

    def _drives(self, square: int) -> list[tuple[int, int, int]]:
        """Speed, end, and the innermost corner lane touched (0: none), for every speed and lane made for.

        Ends in the next half are counted from `size` on.
        """
        own, lanes = self.track.lane[square], self.track.lanes + 1
        found: dict[int, int] = {}  # by end and lane as one number: there are a hundred thousand drives
        for lane in range(max(1, own - WIDEST), min(self.track.lanes, own + WIDEST) + 1):
            for speed, end, inner in self._drive(square, lane):
                alike = end * lanes + inner
                if speed < found.get(alike, FASTEST + 1):
                    found[alike] = speed
        kinds = 2 * self.size * lanes
        numbers = sorted([speed * kinds + alike for alike, speed in found.items()])
        return [(number // kinds, number % kinds // lanes, number % lanes) for number in numbers]

    def _drive(self, square: int, lane: int) -> list[tuple[int, int, int]]:
        """Make for a lane at once, then straight on."""
        track = self.track
        at, spent, beyond = square, 0, False
        inner = self.corner_lane[square]
        ends: list[tuple[int, int, int]] = []
        while spent < FASTEST:
            step = track.ahead[at]
            beyond = beyond or track.section[step] == BACK
            direction = (lane > track.lane[at]) - (lane < track.lane[at])
            if direction:
                step = track.change[direction][step]
                spent += self.book.lane_price(direction)
            else:
                spent += 1
            at = step
            if beyond and track.corner[at]:
                break  # a second corner in one turn: no chariot drives that far
            touched = self.corner_lane[at]
            inner = min(inner or touched, touched or inner)
            if spent <= FASTEST:
                ends.append((spent, self.fold[at] + (self.size if beyond else 0), inner))
        return ends

    def unfold(self, index: int, half: int) -> int:
        """The square of the track, in such a half lap of the race."""
        square = self._half[index]
        if half % 2 == 0:
            return square
        track = self.track
        return track.at(track.lane[square], track.section[square] + BACK, track.index[square])

    def outlook(self, pace: Pace, kind: type[Outlook] | None = None) -> Outlook:
        key = (kind or Outlook, pace)
        if key not in self._outlooks:
            self._outlooks[key] = key[0](self, pace)
        return self._outlooks[key]


class Outlook:
    """Turns to the finish from everywhere, for one pace."""

    def __init__(self, course: Course, pace: Pace) -> None:
        self.course = course
        self.pace = pace
        lanes = course.track.lanes
        fastest = pace.top + (DIE[-1] if pace.whips else 0)
        # What a turn of such a speed past such a corner lane costs: lane 0 is no corner.
        self.costs = [[self._cost(speed, lane) for lane in range(lanes + 1)] for speed in range(fastest + 1)]
        self.levels = self._levels()  # by the halves to come after this one

    def _levels(self) -> list[list[float]]:
        course, pace = self.course, self.pace
        usual = pace.top + (WHIPPED if pace.whips else 0)
        levels = [[to_line / usual for to_line in course.to_line]]
        for _ in range(min(course.halves, SOLVED)):
            levels.append(self._solve(levels[-1]))
        # Further from the finish a half lap takes as long as the one before.
        while len(levels) <= course.halves:
            further, nearer = levels[-1], levels[-2]
            levels.append([2 * here - there for here, there in zip(further, nearer, strict=True)])
        return levels

    def _cost(self, speed: int, lane: int) -> float:
        if not lane:
            return 1.0
        excess = speed - self.course.safe[lane - 1]
        if excess > MOST_EXCESS:
            return NEVER
        room = self.course.track.lanes - lane
        risk = strain_risk(self.course.book, excess, self.pace.grip, room, self.pace.price.flip)
        return 1.0 + risk + self.pace.price.endurance * max(0, excess)

    def _solve(self, following: list[float]) -> list[float]:
        # Ends ahead in this half come first in the list, ends in the next half after all of them.
        values = [NEVER] * self.course.size + following
        fastest = len(self.costs)
        blank = [NEVER] * fastest
        for square, drives in enumerate(self._drives()):
            by_speed = blank[:]
            now, best, costs = 0, NEVER, self.costs[0]
            for speed, end, lane in drives:
                if speed > now:  # the slower ones come first
                    if speed >= fastest:
                        break
                    by_speed[now] = best
                    now, best, costs = speed, NEVER, self.costs[speed]
                value = costs[lane] + values[end]
                if value < best:
                    best = value
            by_speed[now] = best
            values[square] = self._best(by_speed)
        return values[: self.course.size]

    def _drives(self) -> list[list[tuple[int, int, int]]]:
        return self.course.drives

    def _best(self, by_speed: list[float]) -> float:
        """The best speed to write, with the whip or without; factors too many are braked off."""
        top, endurance = self.pace.top, self.pace.price.endurance
        best = by_speed[0]
        for speed in range(1, len(by_speed)):
            braked = by_speed[speed - 1] + endurance
            if braked < by_speed[speed]:
                by_speed[speed] = braked
            if speed <= top and by_speed[speed] < best:
                best = by_speed[speed]
        if self.pace.whips:
            price = endurance * WHIPPED
            # A lower speed with the whip is no better than a higher one without it.
            for speed in range(max(1, top - LEAST_WHIPPED), top + 1):
                turns = 0.0
                for gained in range(1, SIDES + 1):
                    turns += by_speed[speed + gained]
                best = min(best, turns / SIDES + price)
        return best

    def turns(self, square: int, leg: int) -> float:
        """To the finish, from a square of the race; 0 beyond the line."""
        half = self.course.halves - leg // 2
        return self.levels[half][self.course.fold[square]] if half >= 0 else 0.0


_courses: dict[tuple[object, type[SecondEdition], tuple[int, ...]], Course] = {}


def course_of(race: Race) -> Course:
    """The course of a track as it is now: the same file, book and safe speeds give the same course."""
    book = book_of(race)
    safe = tuple(book.safe_speed(lane) for lane in range(1, race.track.lanes + 1))
    key = (race.track, type(book), safe)
    if key not in _courses:
        same = (repr(race.track.file), type(book), safe)
        if same not in _courses:
            _courses[same] = Course(bare(type(book)), race.track, safe)
        _courses[key] = _courses[same]
    return _courses[key]
