"""The others in broad strokes: where they may be when it is one's own turn again."""

from __future__ import annotations

import random
from collections.abc import Iterable

from ludus.bots.circus.course import NEVER, Course, Outlook, Pace
from ludus.bots.circus.rivalry import COMMON_CDM, USUAL, top_speed
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Chariot, Race

GIVES_WAY = 8  # squares that a chariot stays behind at most when its place is taken


class Crowd:
    """Drives the rivals, each as if he were alone but for the place where he ends."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._ends: dict[tuple[Outlook, int, int, int], tuple[int, int]] = {}

    def drive(self, race: Race, chariot: Chariot, rng: random.Random) -> None:
        """One phase of a rival. Speeds that are written already are known to everybody."""
        if chariot.status != "racing" or not chariot.on_track or book_of(race).cannot_move(chariot):
            return
        outlook = self.course.outlook(Pace(top_speed(race, chariot) // 2 * 2, COMMON_CDM, True, USUAL))
        speed = chariot.written if not chariot.moved and race.phase != "writing" else top_speed(race, chariot)
        if chariot.whip and chariot.endurance > 6:
            speed += rng.choice((0, rng.randint(1, 6)))
        square, leg = self._end(outlook, chariot.square, chariot.leg, speed)
        if leg > race.track.last_leg:
            race.lift(chariot)
            return
        behind = race.track.behind
        for _ in range(GIVES_WAY):
            if square == chariot.square:
                return
            if race.free(square) and (behind[square] == chariot.square or race.free(behind[square])):
                race.place(chariot, square)
                chariot.leg = leg
                return
            leg -= race.track.section[behind[square]] != race.track.section[square]
            square = behind[square]

    def _end(self, outlook: Outlook, square: int, leg: int, speed: int) -> tuple[int, int]:
        """Where a lone chariot ends best with at most such a speed."""
        key = (outlook, square, leg, speed)
        if key not in self._ends:
            self._ends[key] = self._best_end(outlook, square, leg, speed)
        return self._ends[key]

    def _best_end(self, outlook: Outlook, square: int, leg: int, speed: int) -> tuple[int, int]:
        course = self.course
        half = leg // 2
        to_come = course.halves - half
        if to_come <= 0 and course.to_line[course.fold[square]] <= speed:
            return square, course.track.last_leg + 1
        here = outlook.levels[max(0, to_come)]
        values = here + (outlook.levels[to_come - 1] if to_come > 0 else [0.0] * course.size)
        best, where = NEVER, course.fold[square]
        for factors, end, lane in course.drives[course.fold[square]]:
            if factors > min(speed, len(outlook.costs) - 1):
                break
            value = outlook.costs[factors][lane] + values[end]
            if value < best:
                best, where = value, end
        half += where >= course.size
        target = course.unfold(where % course.size, half)
        return target, 2 * half + course.track.corner[target]

    def move_on(self, race: Race, numbers: Iterable[int], rng: random.Random) -> None:
        for number in numbers:
            self.drive(race, race.chariots[number], rng)
