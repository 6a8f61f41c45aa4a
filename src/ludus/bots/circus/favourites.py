"""Who will win, as measured: logistic regressions over races of a season (docs/bots.md)."""

from __future__ import annotations

from math import exp

from ludus.bots.circus.course import Course
from ludus.bots.circus.rivalry import turns_to_go
from ludus.games.circus.state import Chariot, Race

# Before the race: what adds to the log-odds.
SPEED = 0.67  # a point of team speed
DRIVER = 1.35  # a point of the driver's modifier
ENDURANCE, LASTING = 0.026, 50  # a point of it, up to so many
HEAVIER = -0.25  # any car but a light one
SECOND_ROW = -1.95
LANE = -0.15  # a lane further out
# In the race: a turn ahead is worth the more the fewer are to go.
TURN, FADES = 5.3, 0.25
STEADIER = 0.55  # a point of the driver's modifier


def rating(speed: float, modifier: int, endurance: int, car: str) -> float:
    """What a chariot is worth, wherever it starts."""
    lasting = ENDURANCE * min(endurance, LASTING)
    return SPEED * speed + DRIVER * modifier + lasting + (0.0 if car == "light" else HEAVIER)


def at_the_start(race: Race) -> list[float]:
    """The chances of all chariots, before the first one moves."""
    return shares([rating_at_start(race, each) for each in race.chariots])


def rating_at_start(race: Race, chariot: Chariot) -> float:
    index = race.track.index
    front = max(index[each.square] for each in race.chariots)
    place = SECOND_ROW * (index[chariot.square] < front) + LANE * race.track.lane[chariot.square]
    return rating(sum(chariot.horses), chariot.modifier, chariot.endurance, chariot.car) + place


def under_way(race: Race, course: Course) -> list[float]:
    """The same in the midst of it."""
    turns = [turns_to_go(race, course, each) for each in race.chariots]
    ahead = TURN - FADES * min(turns)
    return shares([STEADIER * each.modifier - ahead * to_go for each, to_go in zip(race.chariots, turns, strict=True)])


def shares(ratings: list[float]) -> list[float]:
    """Chances, all 1 together.

    >>> shares([1.0, 1.0])
    [0.5, 0.5]
    """
    best = max(ratings)
    weights = [exp(each - best) for each in ratings]
    return [weight / sum(weights) for weight in weights]
