"""Who is going to win, and what a rival's loss is worth to oneself.

With chances p in proportion to exp(-k * turns to go), a turn that a rival loses adds k * p(own) * p(rival) to the own
chance, and a turn of one's own takes k * p(own) * (1 - p(own)) off it. So everything can be counted in own turns.
"""

from __future__ import annotations

from math import exp

from ludus.bots.circus.course import Course, Pace, Price, grip
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Chariot, Race

SHARPNESS = 1.0  # k: how surely the chariot that is a turn ahead wins
USUAL = Price(0.016, 3.0)
COMMON_CDM = 1
ENDURANCE_PER_TURN = 1.5  # with less a team is not whipped any more
HOPELESS = 30.0


def top_speed(race: Race, chariot: Chariot) -> int:
    """What the team can do, as the ground is, when its driver is himself again."""
    return max(4, book_of(race).horses_speed(chariot) + max(chariot.cdm, chariot.modifier))


def steadiness(race: Race, chariot: Chariot) -> int:
    """How much better corners are for a driver who is himself again, on this ground."""
    ground = grip(book_of(race), chariot) - chariot.skill
    return max(0, chariot.modifier) + ground


def turns_to_go(race: Race, course: Course, chariot: Chariot) -> float:
    """Roughly: rivals are looked at from afar."""
    if chariot.status == "finished":
        return 0.0
    if chariot.status != "racing" or not book_of(race).can_still_finish(chariot):
        return HOPELESS
    top = top_speed(race, chariot)
    outlook = course.outlook(Pace(top // 2 * 2, COMMON_CDM, True, USUAL))
    turns = outlook.turns(chariot.square, chariot.leg)
    if chariot.endurance < turns * ENDURANCE_PER_TURN:
        turns *= 1.1
    # Whoever has moved already has this turn behind him.
    return turns + (race.phase not in ("writing", "between turns") and chariot.moved) + 2.0 * len(chariot.fallen)


class Rivalry:
    """The chances of all chariots, as seen by one of them."""

    def __init__(self, race: Race, course: Course, chariot: Chariot) -> None:
        turns = [turns_to_go(race, course, each) for each in race.chariots]
        first = min(turns)
        weights = [exp(-SHARPNESS * (each - first)) for each in turns]
        total = sum(weights)
        self.chance = [weight / total for weight in weights]
        self.turns = turns
        self.kept: dict[str, float] = {}  # what each weapon is worth to whoever keeps it
        # For its own sake, in own turns (`aims`): a turn that each rival loses, and his ruin.
        self.harm = [0.0] * len(turns)
        self.wreck = [0.0] * len(turns)
        self.care = 1.0  # how the own ruin is minded
        self.lash = 1.0  # how a lash is liked, more than what it does
        self._seat = chariot.seat
        self.race = race
        self.course = course
        # A chance of nearly 1 would make everything else priceless.
        self.own = min(0.9, self.chance[chariot.number])

    def worth(self, target: Chariot) -> float:
        """Own turns for a turn that the target loses."""
        if target.seat == self._seat:
            return -1.0
        return self.chance[target.number] / (1.0 - self.own) + self.harm[target.number]

    def kill(self, target: Chariot) -> float:
        """Own turns for a rival who is out of the race."""
        if target.seat == self._seat:
            return -3.0
        chance = min(0.9, self.chance[target.number])
        return chance / ((1.0 - chance) * (1.0 - self.own) * SHARPNESS) + self.wreck[target.number]

    def ruin(self) -> float:
        """Own turns for losing the own chariot."""
        return self.care / ((1.0 - self.own) * SHARPNESS)
