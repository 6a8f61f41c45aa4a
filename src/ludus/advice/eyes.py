"""The champion's eye: what a position is worth to each seat, as chances to win that add up to 1.

Each game's bots know what turns, ticks or factors are worth; here it is only made into chances. A position is looked
at where a phase has just ended, and everything is known: it is for matches that are over.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp, sqrt
from typing import Any

from ludus.bots.chariot_race.evaluation import Judge
from ludus.bots.chariot_race.temper import SHREWD
from ludus.bots.circus.agitator import Agitator
from ludus.bots.circus.rivalry import HOPELESS
from ludus.bots.gladiator.worth import LOGIT, MEASURED, worth_of
from ludus.core.decision import Decision
from ludus.core.match import Match
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from ludus.games.gladiator.state import PHASES

# How surely a chariot that is a turn ahead wins, by the root of the turns to go: fitted to who won 14 races of
# professionals from the positions at the start of every turn.
SHARPNESS = 8.0
FALLEN = 2.0  # turns that a fallen horse costs


def shares(worths: Sequence[float]) -> list[float]:
    """Chances in proportion to e to the power of each worth.

    >>> shares([0.0, 0.0])
    [0.5, 0.5]
    """
    best = max(worths)
    weights = [exp(worth - best) for worth in worths]
    return [weight / sum(weights) for weight in weights]


class Eye(ABC):
    """One game's."""

    quick: str  # the bot that plays sampled futures on
    unit: str  # what the curve goes by

    def called(self, moment: int) -> str:
        """A moment in words."""
        return f"{self.unit} {moment}"

    def chances(self, match: Match[Any]) -> list[float]:
        """Of each seat, now."""
        if match.outcome is not None:
            winners = match.outcome.winners
            return [float(seat in winners) / max(1, len(winners)) for seat in range(match.seats)]
        return self.look(match)

    @abstractmethod
    def look(self, match: Match[Any]) -> list[float]:
        """The same of a match that goes on."""

    @abstractmethod
    def moment(self, match: Match[Any]) -> int:
        """Which turn, round or phase it is; a new one is a point of the curve."""

    @abstractmethod
    def is_settled(self, match: Match[Any], asked: Decision, since: int) -> bool:
        """Whether what came of an answer to this question, given at that moment, can be judged now."""

    def weighs(self, match: Match[Any], asked: Decision) -> bool:
        """Whether it is a choice at all."""
        return asked.count() > 1


class CircusEye(Eye):
    quick = "auriga"
    unit = "turn"

    def __init__(self) -> None:
        self.champion = Agitator(random.Random("eye"), samples=1)

    def look(self, match: Match[Any]) -> list[float]:
        race: Race = match.state
        found = [0.0] * match.seats
        turns = self.turns(race)
        sharp = SHARPNESS / sqrt(max(1.0, min(turns)))
        for chariot, chance in zip(race.chariots, shares([-sharp * each for each in turns]), strict=True):
            found[chariot.seat] += chance
        return found

    def turns(self, race: Race) -> list[float]:
        """To the finish, with the endurance each has left."""
        book = book_of(race)
        begun = race.phase not in ("writing", "between turns")
        found = []
        for chariot in race.chariots:
            if chariot.status == "finished":
                found.append(0.0)
            elif chariot.status != "racing" or not chariot.on_track or not book.can_still_finish(chariot):
                found.append(HOPELESS)
            else:
                reserve = self.champion.reserve(race, chariot)
                turns = reserve[min(chariot.endurance, len(reserve) - 1)]
                # Whoever has moved already has this turn behind him.
                found.append(turns + (begun and chariot.moved) + FALLEN * len(chariot.fallen))
        return found

    def moment(self, match: Match[Any]) -> int:
        turn: int = match.state.turn
        return turn

    def weighs(self, match: Match[Any], asked: Decision) -> bool:
        return asked.about in {each.faction for each in match.state.chariots} and asked.name != "build"

    def is_settled(self, match: Match[Any], asked: Decision, since: int) -> bool:
        race: Race = match.state
        if race.turn != since:
            return True
        own = next(each for each in race.chariots if each.faction == asked.about)
        return own.moved and race.mover != own.number


class ArenaEye(Eye):
    quick = "veteranus"
    unit = "phase"

    def look(self, match: Match[Any]) -> list[float]:
        arena = match.state
        sides = sorted({each.side for each in arena.fighters})
        worth = [sum(worth_of(each, MEASURED) for each in arena.fighters if each.side == side) for side in sides]
        standing = [any(each.fighting for each in arena.fighters if each.side == side) for side in sides]
        chance = shares([LOGIT * each if up else -HOPELESS for each, up in zip(worth, standing, strict=True)])
        of = dict(zip(sides, chance, strict=True))
        crowd = {side: sum(each.side == side for each in arena.fighters) for side in sides}
        found = [0.0] * match.seats
        for each in arena.fighters:
            found[each.seat] += of[each.side] / crowd[each.side]
        return found

    def moment(self, match: Match[Any]) -> int:
        """Phases, counted through."""
        turn, phase = match.state.turn, match.state.phase
        return (int(turn) - 1) * PHASES + int(phase)

    def called(self, moment: int) -> str:
        return f"turn {(moment - 1) // PHASES + 1}, phase {(moment - 1) % PHASES + 1}"

    def weighs(self, match: Match[Any], asked: Decision) -> bool:
        return asked.count() > 1 and match.state.turn > 0

    def is_settled(self, match: Match[Any], asked: Decision, since: int) -> bool:
        return self.moment(match) > since + (asked.name == "plot")


class LightEye(Eye):
    quick = "auriga"
    unit = "round"

    def look(self, match: Match[Any]) -> list[float]:
        race = match.state
        found = [0.0] * match.seats
        racing = [each for each in race.chariots if not each.out and each.space >= 0]
        if not racing:
            return [1 / match.seats] * match.seats
        worths = []
        for each in racing:
            judge = Judge(race, each, SHREWD)
            worth = judge.worth(each.space, each.crossings, each.speed, each.damage) + judge.fate_price() * each.fate
            worths.append(worth / (SHREWD.rivalry * judge.outlook.unit / 2))
        for each, chance in zip(racing, shares(worths), strict=True):
            found[each.seat] += chance
        return found

    def moment(self, match: Match[Any]) -> int:
        return int(match.state.round)

    def is_settled(self, match: Match[Any], asked: Decision, since: int) -> bool:
        return all(decision.seat != asked.seat for decision in match.pending.values()) or self.moment(match) > since


EYES: dict[str, type[Eye]] = {"circus": CircusEye, "gladiator": ArenaEye, "chariot-race": LightEye}
