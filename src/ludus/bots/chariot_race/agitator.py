"""The champion: of the answers that look good it takes the one that still looks good a turn later."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.chariot_race.dice_odds import COUNTS, FORTUNA, Hand, filled, hand_of
from ludus.bots.chariot_race.driver import answers_of, best, race_in_sight, setup_answers
from ludus.bots.chariot_race.planner import End, Planner
from ludus.bots.chariot_race.rollout import until_next_turn
from ludus.bots.chariot_race.temper import SHREWD, Temper
from ludus.core.decision import Choice
from ludus.games.chariot_race.charts import COSTS, LAPS
from ludus.games.chariot_race.state import Race, Turn
from ludus.games.chariot_race.turn import REROLLS, SPEED_CHANGES, TURNS, can_repair, mend

CLOSE = 15.0  # answers within so many ticks of the best are worth a closer look
MOST_ANSWERS = 4
TRUST = 0.5  # how much of what the next turn shows is believed: the others move in broad strokes
REPAIR_AT = 8  # damage at which the next turn is taken to begin with a repair

Future = tuple[End, int]  # how the turn ends, and with how much fate


class Agitator(Bot):
    """Plans like a professional, then imagines the next round and plans the turn after."""

    name = "agitator"
    title = "Agitator"
    about = "The champion. Weighs axle against speed to the point and sees the finish from the first corner."
    timed = True
    temper: ClassVar[Temper] = SHREWD

    def choose(self, glimpse: Glimpse) -> Choice:
        deadline = time.perf_counter() + self.budget_ms / 1000
        race = race_in_sight(glimpse)
        name, answers = glimpse.decision.name, answers_of(glimpse)
        if name in ("chariot", "place"):
            return best(setup_answers(race, name, answers, self.temper))
        planner = Planner(race, race.mover, self.temper)
        worth = planner.answers(name, answers)
        close = _close_answers(worth, CLOSE * planner.judge.outlook.unit)
        if len(close) == 1 or name == "attack":
            return close[0]
        surprise = self._look_ahead(planner, name, close, deadline)
        return best({answer: worth[answer] + surprise[answer] for answer in close})

    def _look_ahead(self, planner: Planner, name: str, answers: list[str], deadline: float) -> dict[str, float]:
        """By how much each answer is better than planned, seen from the turn after this."""
        seed, rng = self.rng.getrandbits(32), random.Random()
        following = NextTurn(planner, random.Random(seed))
        futures = [future_of(planner, name, answer) for answer in answers]
        total = [0.0] * len(answers)
        rounds = 0
        while rounds < self.samples if self.samples is not None else time.perf_counter() < deadline:
            seen = []
            for future in futures:
                if self.samples is None and time.perf_counter() >= deadline:
                    break
                rng.seed(seed + rounds)  # the same luck for every answer
                seen.append(following.surprise(rounds, *future(rng)))
            if len(seen) == len(futures):
                total = [before + each for before, each in zip(total, seen, strict=True)]
                rounds += 1
        return {answer: TRUST * each / max(1, rounds) for answer, each in zip(answers, total, strict=True)}


def _close_answers(worth: Mapping[str, float], margin: float) -> list[str]:
    """The few best answers, best first; of those that come to the same only the first."""
    least = max(worth.values()) - margin
    distinct: dict[float, str] = {}
    for answer, promised in worth.items():
        if promised >= least:
            distinct.setdefault(promised, answer)
    return [distinct[promised] for promised in sorted(distinct, reverse=True)[:MOST_ANSWERS]]


class NextTurn:
    """What an end of this turn promises in the next one, the others having moved as imagined."""

    def __init__(self, planner: Planner, rng: random.Random) -> None:
        self._planner = planner
        self._rng = rng
        self._tables: list[Race] = []  # one for each imagined round
        self._known: dict[tuple[int, ...], float] = {}

    def surprise(self, number: int, end: End, fate: int) -> float:
        """By how much the next turn of imagined round `number` is better than the plan thought."""
        if end.damage <= 0 or end.crossings > LAPS:
            return 0.0
        while number >= len(self._tables):
            self._tables.append(until_next_turn(self._planner.race, self._planner.temper, self._rng))
        key = (number, end.space, end.crossings, end.speed, end.damage, fate)
        if key not in self._known:
            planned = end.worth - end.harm + self._planner.fate_worth(fate)
            self._known[key] = self._promise(self._tables[number], end, fate) - planned
        return self._known[key]

    def _promise(self, table: Race, end: End, fate: int) -> float:
        future = table.copy()
        chariot = future.mover
        chariot.space, chariot.crossings, chariot.fate = end.space, end.crossings, fate
        chariot.damage, chariot.speed = end.damage, end.speed
        future.turn = Turn()
        if can_repair(chariot) and chariot.damage <= REPAIR_AT:
            mend(chariot)
        chariot.speed = min(chariot.speed, chariot.board.speed_limit(chariot.damage))
        return Planner(future, chariot, self._planner.temper).before_rolling() - self._planner.judge.outlook.pace


def future_of(planner: Planner, name: str, answer: str) -> Callable[[random.Random], Future]:
    """How the turn may end after this answer, the rest of it driven by the plan."""
    chariot, turn = planner.chariot, planner.race.turn
    if name == "repair":
        return _rolled(planner.after_repair(answer))
    if name == "dice":
        return _changed(planner, answer)
    if name == "speed":
        end = planner.end_of(COUNTS[hand_of(turn.dice)], SPEED_CHANGES[answer])
    else:
        end = planner.steering()[answer]
    return lambda rng: (end, chariot.fate)


def _rolled(planner: Planner) -> Callable[[random.Random], Future]:
    """All dice are still to be rolled."""
    changes, fate = planner.changes, planner.chariot.fate
    return lambda rng: _driven(planner, *changes.play(filled(0, changes.dice, rng), fate, True, rng))


def _changed(planner: Planner, answer: str) -> Callable[[random.Random], Future]:
    """The dice are changed as answered, and then as long as it helps."""
    turn, fate, changes = planner.race.turn, planner.chariot.fate, planner.changes
    if answer in REROLLS:
        again = REROLLS[answer]
        kept = hand_of(value for die, value in enumerate(turn.dice) if die not in again)
        left = fate if turn.free_reroll else fate - COSTS.change_fate
        return lambda rng: _driven(planner, *changes.play(filled(kept, changes.dice, rng), left, False, rng))
    if answer in TURNS:
        die, value = TURNS[answer]
        turned = hand_of(value if each == die else shown for each, shown in enumerate(turn.dice))
        return lambda rng: _driven(planner, *changes.play(turned, fate - COSTS.change_fate, False, rng))
    future = _driven(planner, hand_of(turn.dice), fate)
    return lambda rng: future


def _driven(planner: Planner, hand: Hand, fate: int) -> Future:
    """The best move with these dice."""
    return planner.best_end(hand), min(planner.chariot.board.fate_max, fate + COUNTS[hand][FORTUNA])
