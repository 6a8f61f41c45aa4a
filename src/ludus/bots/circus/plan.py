"""The best way to spend the factors that are left, among chariots that stand where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.bots.circus.course import COST_OF_ENDURANCE, Course, excess_cost
from ludus.games.circus.charts import INSIDE, OUTSIDE
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT, WALL

BARRED = 50.0  # turns: worse than anything that can be done
OVER_WRECK = 1.5  # turns, for driving over a wreck

COST = {IN: INSIDE, OUT: OUTSIDE}
NAMES = {IN: "in", OUT: "out"}


@dataclass(frozen=True, slots=True)
class Driving:
    """What a plan needs to know of the chariot besides its square."""

    course: Course
    top: int  # the speed it can hold
    cdm: int
    speed: int  # total speed of this phase
    endurance: int
    boldness: float  # how little the risk of a strain counts


class Planner:
    """Searches the ways of one phase."""

    def __init__(self, race: Race, chariot: Chariot, driving: Driving) -> None:
        self._race = race
        self._track = race.track
        self._driving = driving
        self._hitched = chariot.hitched
        self._seen: dict[tuple[int, int, int], tuple[float, str]] = {}

    def best(self, square: int, leg: int, left: int, lowest: int) -> tuple[float, str]:
        """Turns to the finish, and the first step: "forward", "in", "out" or "brake".

        `lowest` is the lowest safe speed already strained for in this phase (99: none).
        """
        if left == 0:
            return self._driving.course.outlook(square, leg, self._driving.top, self._driving.cdm), ""
        key = (square, left, lowest)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._search(square, leg, left, lowest)
        return found

    def _search(self, square: int, leg: int, left: int, lowest: int) -> tuple[float, str]:
        track, race = self._track, self._race
        ahead = track.ahead[square]
        crosses = track.section[ahead] != track.section[square]
        if crosses and leg >= track.last_leg:
            return -0.05 * left, "forward"
        best = self._brake(square, leg, left)
        if ahead in race.occupied:
            return best
        leg += crosses
        cost = self.strain(ahead, lowest)
        if ahead in race.wrecks:
            cost += OVER_WRECK
        value = cost + self.best(ahead, leg, left - 1, self._lower(ahead, lowest))[0]
        if value < best[0]:
            best = (value, "forward")
        if ahead in race.wrecks:
            return best
        for direction, price in COST.items():
            target = track.change[direction][ahead]
            if left < price or target == WALL or not race.free(target):
                continue
            if self._hitched and not race.free(track.behind[target]):
                continue
            value = self.strain(target, lowest) + self.best(target, leg, left - price, self._lower(target, lowest))[0]
            if value < best[0]:
                best = (value, NAMES[direction])
        return best

    def _brake(self, square: int, leg: int, left: int) -> tuple[float, str]:
        driving = self._driving
        if driving.endurance < left:
            return BARRED, "brake"
        outlook = driving.course.outlook(square, leg, driving.top, driving.cdm)
        return outlook + COST_OF_ENDURANCE * left, "brake"

    def limit(self, square: int) -> int:
        """The safe speed that binds a chariot standing there; 0: none."""
        track = self._track
        return track.safe[square] or (track.safe[track.behind[square]] if self._hitched else 0)

    def strain(self, square: int, lowest: int) -> float:
        """What the strain of entering costs beyond what was faced already."""
        limit = self.limit(square)
        driving = self._driving
        if not limit or limit >= lowest or driving.speed <= limit:
            return 0.0
        excess = driving.speed - limit
        if excess > driving.endurance:
            return BARRED
        faced = excess_cost(max(0, driving.speed - lowest), driving.cdm) if lowest < 99 else 0.0
        return (excess_cost(excess, driving.cdm) - faced) / driving.boldness

    def _lower(self, square: int, lowest: int) -> int:
        limit = self.limit(square)
        return min(lowest, limit) if limit else lowest
