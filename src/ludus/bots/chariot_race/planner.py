"""One turn thought through to its end: what every hand of dice is worth, and how to drive it."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from ludus.bots.chariot_race.course import Way
from ludus.bots.chariot_race.dice_odds import (
    ATTACK,
    COUNTS,
    FORTUNA,
    PLUSMINUS,
    SPRINT,
    STEER,
    Counts,
    DiceChanges,
    Hand,
    hand_of,
)
from ludus.bots.chariot_race.evaluation import WRECKED, Judge
from ludus.bots.chariot_race.temper import Temper
from ludus.games.chariot_race.board import IN
from ludus.games.chariot_race.charts import COSTS
from ludus.games.chariot_race.state import Chariot, Race
from ludus.games.chariot_race.turn import REROLLS, SPEED_CHANGES, STRAIGHT, TURNS, mend

MOST_STEERS = 3  # more lane changes in one move never pay
IN_LANE, OFF_LANE, FAR = 0.6, 0.15, 0.5  # chances that a chariot behind runs over a caltrop
IDLE = 0.01  # a little, so that of equal answers the plain one is given


class End(NamedTuple):
    """How a move ends, by which way, and what it is worth; `harm` is the part that others suffer."""

    worth: float
    harm: float
    space: int
    crossings: int
    speed: int
    damage: int
    way: Way | None = None


_WORTH = itemgetter(0)


class Planner:
    """Plans the turn of one chariot. Nothing here is changed by planning."""

    def __init__(self, race: Race, chariot: Chariot, temper: Temper) -> None:
        self.temper = temper
        self.race = race
        self.chariot = chariot
        self.judge = Judge(race, chariot, temper)
        self.tolls = self.judge.tolls()
        self._ends: dict[int, list[list[tuple[int, int, int, Way]]]] = {}
        self._moves: dict[tuple[int, int, int, int], End] = {}
        self._occupied = {other.space for other in race.chariots if other is not chariot and other.space >= 0}
        self._javelins: dict[int, float] | None = None
        self._changes: DiceChanges | None = None

    # -- the move -------------------------------------------------------------------------

    def _ends_of(self, space: int, left: int, steers: int, speed: int) -> list[list[tuple[int, int, int, Way]]]:
        """(end, crossings, damage, way) for each number of lane changes, rams on the last space worked out."""
        ends = []
        for ways in self.judge.course.ways(space, left, steers, speed, self.tolls):
            reached = []
            for end, way in ways.items():
                crossings = self.chariot.crossings + way.crossed
                damage = way.damage
                if left and end in self._occupied:
                    end, crossings = self._placed_behind(end, crossings)
                    damage += COSTS.caltrop_damage if end in self.race.caltrops else 0
                reached.append((end, crossings, damage, way))
            ends.append(reached)
        return ends

    def _placed_behind(self, space: int, crossings: int) -> tuple[int, int]:
        """CR ram-final."""
        board = self.race.board
        while space in self._occupied or board.heap[space]:
            space, crossed = board.behind[space]
            crossings -= crossed
        return space, crossings

    def _judged(
        self, ends: list[list[tuple[int, int, int, Way]]], steers: int, speed: int, damage: int, attacks: int
    ) -> Iterator[End]:
        """Every end of a move with what it is worth."""
        price = self.judge.price_now()
        for reached in ends[: steers + 1]:
            for space, crossings, hurt, way in reached:
                left = damage - hurt
                harm = (way.damage - way.cost) * price
                if attacks and left > 0:
                    harm += attacks * self.attack_worth(space, speed)
                worth = self.judge.worth(space, crossings, speed, left) + harm
                yield End(worth, harm, space, crossings, speed, left, way)

    def move(self, speed: int, steers: int, damage: int, attacks: int) -> End:
        """The best move at this speed, with the damage value after sprints."""
        key = (speed, steers, damage, attacks)
        if key not in self._moves:
            if damage <= 0:
                self._moves[key] = End(WRECKED, 0.0, self.chariot.space, self.chariot.crossings, speed, 0)
            else:
                if speed not in self._ends:
                    self._ends[speed] = self._ends_of(self.chariot.space, speed, MOST_STEERS, speed)
                self._moves[key] = max(self._judged(self._ends[speed], steers, speed, damage, attacks), key=_WORTH)
        return self._moves[key]

    def attack_worth(self, space: int, speed: int) -> float:
        """What one attack die promises at the end of a move."""
        return max(self.javelins.get(space, 0.0), self.temper.caltrop * self.judge.outlook.unit if speed > 1 else 0.0)

    @property
    def javelins(self) -> dict[int, float]:
        """The best javelin from each space near a rival."""
        if self._javelins is None:
            self._javelins = self._aim()
        return self._javelins

    def _aim(self) -> dict[int, float]:
        worth: dict[int, float] = {}
        for other in self.race.racing():
            if other.seat != self.chariot.seat:
                gain = self.judge.harm(other, COSTS.javelin_damage)
                for space in self.race.board.in_javelin_range[other.space]:
                    worth[space] = max(worth.get(space, 0.0), gain)
        return worth

    # -- the dice -------------------------------------------------------------------------

    def accepted(self, hand: Hand, fate: int) -> float:
        """Moving with this hand."""
        counts = COUNTS[hand]
        return max(self.speed_options(counts).values()) + self.fate_worth(fate + counts[FORTUNA])

    def speed_options(self, counts: Counts) -> dict[int, float]:
        """Each change by the +/- dice, and what the move is then worth."""
        return {change: self.end_of(counts, change).worth for change in _changes(counts)}

    def end_of(self, counts: Counts, change: int) -> End:
        """The best move with these dice and this change by the +/- dice."""
        chariot, sprints = self.chariot, counts[SPRINT]
        speed = chariot.speed + change + COSTS.sprint_speed * sprints
        return self.move(
            max(0, min(chariot.board.speed_max, speed)),
            min(counts[STEER], MOST_STEERS),
            chariot.damage - COSTS.sprint_damage * sprints,
            counts[ATTACK],
        )

    def best_end(self, hand: Hand) -> End:
        """The best move with these dice."""
        return max((self.end_of(COUNTS[hand], change) for change in _changes(COUNTS[hand])), key=_WORTH)

    def fate_worth(self, fate: int) -> float:
        return min(fate, self.chariot.board.fate_max) * self.judge.fate_price()

    @property
    def changes(self) -> DiceChanges:
        if self._changes is None:
            dice = len(self.race.turn.dice) or self.chariot.board.dice_for_speed[self.chariot.speed]
            self._changes = DiceChanges(dice, COSTS.change_fate, self.accepted)
        return self._changes

    def before_rolling(self) -> float:
        """What the whole turn promises."""
        return self.changes.before_rolling(self.chariot.fate)

    def dice_answers(self, answers: tuple[str, ...]) -> dict[str, float]:
        """What each answer to the dice question promises."""
        dice, fate = self.race.turn.dice, self.chariot.fate
        poorer = fate - COSTS.change_fate
        free = self.race.turn.free_reroll
        worth = {}
        for answer in answers:
            if answer in REROLLS:
                again = REROLLS[answer]
                kept = hand_of(value for die, value in enumerate(dice) if die not in again)
                worth[answer] = self.changes.rolled(fate if free else poorer)[kept]
            elif answer in TURNS:
                die, value = TURNS[answer]
                turned = hand_of(value if each == die else shown for each, shown in enumerate(dice))
                worth[answer] = self.changes.settled(poorer)[turned]
            else:
                worth[answer] = self.accepted(hand_of(dice), fate) + IDLE
        return worth

    # -- the questions --------------------------------------------------------------------

    def answers(self, name: str, answers: tuple[str, ...]) -> dict[str, float]:
        """What each answer promises."""
        asked = {
            "repair": self.repair_answers,
            "dice": self.dice_answers,
            "speed": self.speed_answers,
            "steer": self.steer_answers,
            "attack": self.attack_answers,
        }
        return asked[name](answers)

    def repair_answers(self, answers: tuple[str, ...]) -> dict[str, float]:
        return {answer: self.after_repair(answer).before_rolling() for answer in answers}

    def after_repair(self, answer: str) -> Planner:
        """The turn as it is after the repair phase."""
        future = self.race.copy()
        chariot = future.mover
        if answer == "repair":
            mend(chariot)
        chariot.speed = min(chariot.speed, chariot.board.speed_limit(chariot.damage))
        return Planner(future, chariot, self.temper)

    def speed_answers(self, answers: tuple[str, ...]) -> dict[str, float]:
        options = self.speed_options(COUNTS[hand_of(self.race.turn.dice)])
        return {answer: options[SPEED_CHANGES[answer]] for answer in answers}

    def steering(self) -> dict[str, End]:
        """Each answer that begins a way for what is left of the move, with the best end it leads to."""
        turn, chariot = self.race.turn, self.chariot
        steers = min(turn.steers, MOST_STEERS)
        ends = self._ends_of(chariot.space, turn.left, steers, chariot.speed)
        best: dict[str, End] = {}
        for end in self._judged(ends, steers, chariot.speed, chariot.damage, turn.attacks):
            assert end.way is not None
            answer = steer_answer(end.way)
            if answer not in best or end.worth > best[answer].worth:
                best[answer] = end
        return best

    def steer_answers(self, answers: tuple[str, ...]) -> dict[str, float]:
        """Ways that no driver would take are left out."""
        ends = self.steering()
        return {answer: ends[answer].worth for answer in answers if answer in ends}

    def attack_answers(self, answers: tuple[str, ...]) -> dict[str, float]:
        """What each attack promises for each die it takes."""
        attacks = self.race.turn.attacks
        worth = {}
        for answer in answers:
            kind, _, target = answer.partition(" ")
            if kind == "javelin":
                other = next(each for each in self.race.chariots if each.colour == target)
                hits = min(attacks, other.damage)
                worth[answer] = self.judge.harm(other, hits) / hits
            elif kind == "caltrop":
                worth[answer] = self._caltrop_worth(self.race.board.find(target))
            else:
                worth[answer] = IDLE
        return worth

    def _caltrop_worth(self, space: int) -> float:
        """The chariots still behind this space may drive over it, most likely those in its lane and in reach."""
        board = self.race.board
        at = next(progress for each, progress in self.race.turn.path if each == space)
        worth = 0.0
        for other in self.race.racing():
            gap = at - self.race.progress(other)
            if other is self.chariot or gap <= 0:
                continue
            chance = IN_LANE if board.lane_of[other.space] == board.lane_of[space] else OFF_LANE
            if gap > self.judge.outlook.pace:
                chance *= FAR
            worth += chance * self.judge.harm(other, COSTS.caltrop_damage)
        return worth


def _changes(counts: Counts) -> range:
    """CR phase5-plusminus."""
    return range(-counts[PLUSMINUS], counts[PLUSMINUS] + 1, 2)


def steer_answer(way: Way) -> str:
    """The answer that begins this way."""
    if way.first is None:
        return STRAIGHT
    direction, spaces = way.first
    return f"{'in' if direction == IN else 'out'} {spaces}"
