"""How long the race will be for a chariot that has not moved yet: whom to enter, under which colour, whom to bet on.

How long a lone chariot takes is known (`course`); what it is worth among others to have the better driver, the quicker
start and more endurance was measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import exp
from typing import Any

from ludus.bots.circus.course import Course, Pace
from ludus.bots.circus.rivalry import COMMON_CDM, USUAL, top_speed
from ludus.core.decision import Choice, Decision
from ludus.games.circus.editions import book_of
from ludus.games.circus.odds import sums
from ludus.games.circus.state import Chariot, Race

ENDURANCE = 0.005  # turns, for a factor of endurance: a team that has more of it is also slower
DRIVER = 1.0  # turns that a point of the driver's modifier is worth among others, measured (docs/bots.md)
LEFT_BEHIND = 0.8  # turns, for being slow off the mark among others, measured too
MANY = 4  # colours that are shared out in every way there is


def expected_turns(race: Race, course: Course, chariot: Chariot, insight: float = 1.0) -> float:
    """From where it stands to the finish: alone on the track, and with some insight what the others make of it."""
    top = top_speed(race, chariot)
    slower, faster = (
        course.outlook(Pace(even, COMMON_CDM, True, USUAL)).turns(chariot.square, chariot.leg)
        for even in (top // 2 * 2, (top + 1) // 2 * 2)
    )
    turns = (slower + faster) / 2 - ENDURANCE * chariot.endurance
    dice = book_of(race).start_dice(chariot)
    lost = sum(total * chance for total, chance in sums(dice).items()) if dice else 0.0
    return turns + lost / top + insight * (LEFT_BEHIND * (dice > 1) - DRIVER * chariot.modifier)


def harnessed(race: Race, chariot: Chariot, stabled: Any) -> Chariot:
    """A colour as if this chariot of the stable raced under it."""
    book: Any = book_of(race)
    twin = chariot.copy()
    twin.horses_start, twin.horses = stabled.horses_start, stabled.horses
    twin.car = stabled.car
    twin.endurance = book.endurance_for_race(stabled)
    twin.modifier = twin.cdm = stabled.modifier
    return twin


def enter(race: Race, course: Course, decision: Decision, insight: float) -> Choice:
    """The chariot of the stable that would be first at the line, from the middle of the start."""
    book: Any = book_of(race)
    blank = book.new_chariot("", decision.seat, 0)
    blank.square = race.track.at(race.track.lanes // 2, 0, race.track.file.first_row_car)
    stable = race.parts["stables"].owned[decision.seat]
    teams = {number: harnessed(race, blank, stable[int(str(number)) - 1]) for number in decision}
    return min(teams, key=lambda number: expected_turns(race, course, teams[number], insight))


def harness(race: Race, course: Course, decision: Decision, insight: float) -> Choice:
    """Shares the chariots out so that one of them most likely wins; the colour asked about is the first one left."""
    stable = race.parts["stables"].owned[decision.seat]
    numbers = [int(str(number)) for number in decision]
    own = [each for each in race.chariots if each.seat == decision.seat]
    colours = own[-len(numbers) :]
    hopes = {
        (colour.number, number): exp(
            -expected_turns(race, course, harnessed(race, colour, stable[number - 1]), insight)
        )
        for colour in colours
        for number in set(numbers)
    }

    def promise(shares: Sequence[int]) -> float:
        return sum(hopes[colour.number, number] for colour, number in zip(colours, shares, strict=False))

    shares = permutations(numbers) if len(numbers) <= MANY else ((number,) for number in numbers)
    return max(shares, key=promise)[0]


def win_chances(race: Race, course: Course, sharpness: float) -> list[float]:
    """Before the race: who will win, by chariot."""
    turns = [expected_turns(race, course, chariot) for chariot in race.chariots]
    best = min(turns)
    weights = [exp(-sharpness * (each - best)) for each in turns]
    return [weight / sum(weights) for weight in weights]
