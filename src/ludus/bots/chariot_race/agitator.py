"""The champion: of the answers that look good it takes the one that wins most of the races it imagines."""

from __future__ import annotations

import random
import time
from bisect import bisect_right
from collections.abc import Callable
from typing import ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.chariot_race.course import course_of
from ludus.bots.chariot_race.dice_odds import COUNTS, FORTUNA, Hand, filled, hand_of
from ludus.bots.chariot_race.driver import answers_of, best, race_in_sight, setup_answers
from ludus.bots.chariot_race.planner import End, Planner
from ludus.bots.chariot_race.rollout import NEVER, rollout_of
from ludus.bots.chariot_race.temper import SHREWD, Temper
from ludus.core.decision import Choice
from ludus.games.chariot_race.charts import COSTS
from ludus.games.chariot_race.state import Chariot, Race
from ludus.games.chariot_race.turn import REROLLS, SPEED_CHANGES, TURNS

CLOSE = 15.0  # answers within so many ticks of the best are worth a closer look
MOST_ANSWERS = 4
RIVAL_RACES = 150
PRIOR = 0.005  # chances of winning for a tick, as far as the plan is trusted beside the imagined races

Future = tuple[End, int]  # how the turn ends, and with how much fate


class Agitator(Bot):
    """Plans like a professional, then races the best plans home in its head."""

    name = "agitator"
    title = "Agitator"
    about = "The champion. Weighs axle against speed to the point and sees the finish from the first corner."
    timed = True
    temper: ClassVar[Temper] = SHREWD

    def choose(self, glimpse: Glimpse) -> Choice:
        began = time.perf_counter()
        race = race_in_sight(glimpse)
        name, answers = glimpse.decision.name, answers_of(glimpse)
        if name in ("chariot", "place"):
            return best(setup_answers(race, name, answers, self.temper))
        planner = Planner(race, race.mover, self.temper)
        worth = planner.answers(name, answers)
        top = max(worth.values())
        close = sorted(
            (answer for answer in worth if worth[answer] > top - CLOSE * planner.judge.outlook.unit),
            key=lambda answer: -worth[answer],
        )[:MOST_ANSWERS]
        if len(close) == 1 or name == "attack":
            return close[0]
        score = self._race_home(race, planner, name, close, began)
        return max(close, key=lambda answer: score[answer] + PRIOR / planner.judge.outlook.unit * worth[answer])

    def _race_home(self, race: Race, planner: Planner, name: str, answers: list[str], began: float) -> dict[str, float]:
        """The share of imagined races that each answer wins."""
        deadline = began + self.budget_ms / 1000
        rng = random.Random()
        seeds = self.rng.getrandbits(32)
        rivals = Rivals(race, race.mover, self.temper, rng, seeds)
        futures = [future_of(planner, name, answer) for answer in answers]
        rollout = rollout_of(planner.judge.course, race.mover.board, self.temper)
        slope = PRIOR / planner.judge.outlook.unit
        won = [0.0] * len(answers)
        races = 0
        while races < self.samples if self.samples is not None else time.perf_counter() < deadline:
            races += 1
            for index, future in enumerate(futures):
                rng.seed(seeds + races)  # the same luck for every answer
                end, fate = future(rng)
                arrival = rollout.arrival(rng, end.space, end.crossings, end.speed, end.damage, fate, 1)
                won[index] += rivals.beaten_by(arrival) + slope * end.harm
        return {answer: share / max(1, races) for answer, share in zip(answers, won, strict=True)}


class Rivals:
    """When the others come home, as imagined from where they are now."""

    def __init__(self, race: Race, chariot: Chariot, temper: Temper, rng: random.Random, seeds: int) -> None:
        self._best: list[float] = []
        others = [each for each in race.racing() if each is not chariot]
        moved = {race.chariots[index].colour for index in race.order[: race.turn_number]}
        for number in range(RIVAL_RACES):
            rng.seed(seeds - 1 - number)
            first, mate = NEVER, NEVER
            for other in others:
                arrival = _arrival(race, other, temper, rng, 1 if other.colour in moved else 0)
                if other.seat == chariot.seat:
                    mate = min(mate, arrival)
                else:
                    first = min(first, arrival)
            # One's own other chariot wins as well.
            self._best.append(NEVER if mate < first else first)
        self._best.sort()

    def beaten_by(self, arrival: float) -> float:
        """The chance that nobody is home before."""
        if arrival >= NEVER:
            return 0.0
        return 1 - bisect_right(self._best, arrival) / len(self._best)


def _arrival(race: Race, chariot: Chariot, temper: Temper, rng: random.Random, rounds: int) -> float:
    rollout = rollout_of(course_of(race.board), chariot.board, temper)
    return rollout.arrival(rng, chariot.space, chariot.crossings, chariot.speed, chariot.damage, chariot.fate, rounds)


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
