"""The champion: of the answers that look good it takes the one that wins most of the races it imagines."""

from __future__ import annotations

import random
import time
from bisect import bisect_right, insort
from collections.abc import Callable, Mapping
from typing import ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.chariot_race.course import course_of
from ludus.bots.chariot_race.dice_odds import COUNTS, FORTUNA, Hand, filled, hand_of
from ludus.bots.chariot_race.driver import answers_of, best, race_in_sight, setup_answers
from ludus.bots.chariot_race.planner import End, Planner
from ludus.bots.chariot_race.rollout import NEVER, Rollout, rollout_of
from ludus.bots.chariot_race.temper import SHREWD, Temper
from ludus.core.decision import Choice
from ludus.games.chariot_race.charts import COSTS
from ludus.games.chariot_race.state import Chariot, Race
from ludus.games.chariot_race.turn import REROLLS, SPEED_CHANGES, TURNS

CLOSE = 15.0  # answers within so many ticks of the best are worth a closer look
MOST_ANSWERS = 4
PRIOR = 0.005  # chances of winning for a tick, as far as the plan is trusted beside the imagined races
DOUBT = 20  # so many imagined races count as much as none

Future = tuple[End, int]  # how the turn ends, and with how much fate


class Agitator(Bot):
    """Plans like a professional, then races the best plans home in its head."""

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
        slope = PRIOR / planner.judge.outlook.unit
        shares = self._race_home(planner, name, close, slope, deadline)
        return best({answer: share + slope * worth[answer] for answer, share in shares.items()})

    def _race_home(
        self, planner: Planner, name: str, answers: list[str], slope: float, deadline: float
    ) -> dict[str, float]:
        """The share of imagined races that each answer wins."""
        race = planner.race
        seed, rng = self.rng.getrandbits(32), random.Random()
        rivals = Rivals(race, race.mover, self.temper, random.Random(seed))
        futures = [future_of(planner, name, answer) for answer in answers]
        rollout = _rollout(race, race.mover, self.temper)
        won = [0.0] * len(answers)
        races = 0
        while races < self.samples if self.samples is not None else time.perf_counter() < deadline:
            races += 1
            rivals.race()
            for index, future in enumerate(futures):
                rng.seed(seed + races)  # the same luck for every answer
                end, fate = future(rng)
                arrival = rollout.arrival(rng, end.space, end.crossings, end.speed, end.damage, fate, 1)
                won[index] += rivals.beaten_by(arrival) + slope * end.harm
        return {answer: share / (races + DOUBT) for answer, share in zip(answers, won, strict=True)}


def _close_answers(worth: Mapping[str, float], margin: float) -> list[str]:
    """The few best answers, best first; of those that come to the same only the first."""
    least = max(worth.values()) - margin
    distinct: dict[float, str] = {}
    for answer, promised in worth.items():
        if promised >= least:
            distinct.setdefault(promised, answer)
    return [distinct[promised] for promised in sorted(distinct, reverse=True)[:MOST_ANSWERS]]


class Rivals:
    """When the others come home, as imagined from where they are now, one race after another."""

    def __init__(self, race: Race, chariot: Chariot, temper: Temper, rng: random.Random) -> None:
        self._rng = rng
        moved = race.order[: race.turn_number]
        self._others = [
            (each, each.seat == chariot.seat, 1 if index in moved else 0, _rollout(race, each, temper))
            for index, each in enumerate(race.chariots)
            if each is not chariot and not each.out
        ]
        self._best: list[float] = []

    def race(self) -> None:
        first, mate = NEVER, NEVER
        for other, own, rounds, rollout in self._others:
            arrival = rollout.arrival(
                self._rng, other.space, other.crossings, other.speed, other.damage, other.fate, rounds
            )
            if own:
                mate = min(mate, arrival)
            else:
                first = min(first, arrival)
        # One's own other chariot wins as well.
        insort(self._best, NEVER if mate < first else first)

    def beaten_by(self, arrival: float) -> float:
        """The share of the races so far that a chariot with this arrival wins."""
        if arrival >= NEVER:
            return 0.0
        return 1 - bisect_right(self._best, arrival) / len(self._best)


def _rollout(race: Race, chariot: Chariot, temper: Temper) -> Rollout:
    return rollout_of(course_of(race.board), chariot.board, temper)


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
