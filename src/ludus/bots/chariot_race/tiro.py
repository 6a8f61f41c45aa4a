"""The beginner: careful with the axle, generous with javelins, no head for odds."""

from __future__ import annotations

from ludus.bots.base import Bot, Glimpse
from ludus.bots.chariot_race.course import Toll, Way, course_of
from ludus.bots.chariot_race.driver import answers_of, best, race_in_sight
from ludus.bots.chariot_race.planner import steer_answer
from ludus.core.decision import Choice
from ludus.games.chariot_race.charts import COSTS
from ludus.games.chariot_race.state import Race
from ludus.games.chariot_race.turn import FACE_OF, SPEED_CHANGES

COMFORTABLE = 6  # faster than this makes a beginner nervous
WORRIED = 6  # repairs at this damage or less
PAIN = 20  # ticks a beginner gives up to be spared a point of damage


class Tiro(Bot):
    """Rules of thumb, this move only."""

    name = "tiro"
    title = "Tiro"
    about = "A nervous beginner. Keeps to a comfortable speed, brakes for every corner and repairs early."

    def choose(self, glimpse: Glimpse) -> Choice:
        answers = answers_of(glimpse)
        name = glimpse.decision.name
        if name in ("chariot", "place"):
            return answers[int(self.rng.random() * len(answers))]
        race = race_in_sight(glimpse)
        if name == "repair":
            return "repair" if race.mover.damage <= WORRIED else "no"
        if name == "dice":
            return self._dice(race, answers)
        if name == "speed":
            return best({answer: self._speed(race, SPEED_CHANGES[answer]) for answer in answers})
        if name == "steer":
            return self._steer(race)
        return self._attack(race, answers)

    def _dice(self, race: Race, answers: tuple[str, ...]) -> str:
        """Gets rid of sprints that would make the chariot too fast; never pays for it."""
        chariot, turn = race.mover, race.turn
        sprints = [die for die, value in enumerate(turn.dice) if FACE_OF[value] == "sprint"]
        allowed = max(0, (COMFORTABLE - chariot.speed) // COSTS.sprint_speed)
        unwanted = sprints[allowed:]
        if turn.free_reroll and unwanted:
            return "reroll " + " ".join(str(die + 1) for die in unwanted)
        return "keep"

    def _speed(self, race: Race, change: int) -> float:
        chariot = race.mover
        sprints = sum(1 for value in race.turn.dice if FACE_OF[value] == "sprint")
        steers = sum(1 for value in race.turn.dice if FACE_OF[value] == "steer")
        speed = max(0, min(chariot.board.speed_max, chariot.speed + change + COSTS.sprint_speed * sprints))
        _, worth = self._best_way(race, speed, speed, steers)
        # The way itself counts little: too fast is frightening, too slow is embarrassing.
        return worth - 12 * abs(speed - COMFORTABLE)

    def _steer(self, race: Race) -> str:
        way, _ = self._best_way(race, race.mover.speed, race.turn.left, race.turn.steers)
        return steer_answer(way)

    def _best_way(self, race: Race, speed: int, left: int, steers: int) -> tuple[Way, float]:
        """Far, and above all unhurt."""
        course, start = course_of(race.board), race.mover.space
        tolls = {space: Toll(COSTS.caltrop_damage, 0.0) for space in race.caltrops}
        tolls.update({other.space: Toll(COSTS.ram_damage, 0.0) for other in race.racing() if other is not race.mover})
        found: tuple[Way, float] | None = None
        for ways in course.ways(start, left, min(steers, 1), speed, tolls):
            for end, way in ways.items():
                ticks = course.front[end] - course.front[start] + course.lap_ticks * way.crossed
                worth = ticks - PAIN * way.damage
                if found is None or worth > found[1]:
                    found = way, worth
        assert found is not None
        return found

    def _attack(self, race: Race, answers: tuple[str, ...]) -> str:
        """Throws at whoever is nearest to a wreck, drops a caltrop otherwise."""
        damage = {f"javelin {other.colour}": other.damage for other in race.chariots if other.seat != race.mover.seat}
        javelins = [answer for answer in answers if answer in damage]
        if javelins:
            return min(javelins, key=lambda answer: damage[answer])
        caltrops = [answer for answer in answers if answer.startswith("caltrop")]
        return caltrops[0] if caltrops else "hold"
