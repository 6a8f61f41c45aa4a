"""The champion: of the ways that look good he takes the one that still looks good a turn later."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from ludus.bots.circus.budget import Budget
from ludus.bots.circus.characters import FLASHING_HOOVES
from ludus.bots.circus.course import DIE, Course, Outlook
from ludus.bots.circus.driver import Driver, Temper, numbers_in
from ludus.bots.circus.lookahead import Crowd
from ludus.bots.circus.patron import Habits
from ludus.bots.circus.plan import BARRED, Plan, Step
from ludus.bots.circus.reach import every_drive
from ludus.bots.circus.rivalry import steadiness, top_speed
from ludus.bots.circus.ways import End
from ludus.core.decision import Choice, Decision
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Chariot, Race

FUTURES = 10  # looked at for an answer, unless the budget ends it
CLOSE = 0.12  # turns: ways so near to the best are worth a closer look
MOST_ENDS = 4
GOLDEN = 0.618034
TRUST = 0.5  # how much of what a future shows is believed: the others move in broad strokes


def first_part(numbers: list[int], share: float) -> list[int]:
    """None of them to all of them."""
    return numbers[: int(share * (len(numbers) + 1))]


class Agitator(Driver):
    """Plans like a professional, then imagines the others on the move and plans again."""

    name = "agitator"
    title = "Agitator"
    about = "A star of the factions: bold in corners, sees the traffic coming, and strikes where it hurts."
    timed = True
    temper = Temper(flip=6.0, ferocity=0.4, insight=1.0)
    habits = Habits(nerve=0.3, mischief=0.25, caution=0.35, ambition=0.15)
    builds = (FLASHING_HOOVES,)

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self._crowd: Crowd | None = None
        self._budgets: dict[tuple[Course, int, int, bool], Budget] = {}  # by course, top speed, driver and whip

    # -- what the driver knows ---------------------------------------------------------------------

    def budget(self, race: Race, chariot: Chariot) -> Budget:
        course = self.course(race)
        key = (course, top_speed(race, chariot), steadiness(race, chariot), chariot.whip)
        if key not in self._budgets:
            self._budgets[key] = Budget(*key, self.temper.flip)
        return self._budgets[key]

    def outlook(self, race: Race, chariot: Chariot) -> Outlook:
        return self.budget(race, chariot).outlook(chariot.square, chariot.leg, chariot.endurance)

    def reserve(self, race: Race, chariot: Chariot) -> tuple[float, ...]:
        return self.budget(race, chariot).reserve(chariot.square, chariot.leg, chariot.endurance)

    def crowd(self, race: Race) -> Crowd:
        course = self.course(race)
        if self._crowd is None or self._crowd.course is not course:  # mud makes another course
            self._crowd = Crowd(course)
        return self._crowd

    def shares(self) -> Iterator[float]:
        """One for each future to look at: how many of the others move first, spread evenly wherever one stops."""
        start = self.rng.random()
        for number in range(FUTURES if self.samples is None else self.samples):
            yield (start + number * GOLDEN) % 1.0

    def deadline(self) -> float:
        """With a number of samples there is none: the same luck gives the same answers."""
        return float("inf") if self.samples is not None else time.perf_counter() + self.budget_ms / 1000

    # -- before the race ---------------------------------------------------------------------------

    def build(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """He walks the course meanwhile: that takes a third of a second, once."""
        every_drive(self.course(race))
        return super().build(race, chariot, decision)

    def out_of_stable(self, race: Race, decision: Decision) -> Choice:
        """The same where chariots come out of a stable."""
        every_drive(self.course(race))
        return super().out_of_stable(race, decision)

    # -- speed -------------------------------------------------------------------------------------

    def write_speed(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """As the track may lie when his colour is drawn."""
        speeds = numbers_in(decision)
        if chariot.fallen or book_of(race).start_dice(chariot):
            return super().write_speed(race, chariot, decision)
        deadline = self.deadline()
        totals = dict.fromkeys(speeds, 0.0)
        most = speeds[-1] + chariot.gains + DIE[-1]
        for share in self.shares():
            plan = self.plan(*self.drawn(race, chariot, share), most)
            for speed in speeds:
                totals[speed] += self.written(plan, speed)
            if time.perf_counter() > deadline:
                break
        return self.ordered(plan, min(speeds, key=lambda speed: (totals[speed], -speed)), decision)

    def drawn(self, race: Race, chariot: Chariot, share: float) -> tuple[Race, Chariot]:
        """The race when this chariot's colour comes out of the cup, after such a share of the others."""
        future = race.copy()
        others = [each.number for each in race.chariots if each.on_track and each is not chariot]
        self.rng.shuffle(others)
        self.crowd(race).move_on(future, first_part(others, share), self.rng)
        return future, future.chariots[chariot.number]

    # -- the move ----------------------------------------------------------------------------------

    def way(self, plan: Plan, factors: int, speed: int) -> list[Step]:
        """Where ends are close, the one from which the next turn promises most."""
        ends = plan.close_ends(factors, speed, CLOSE)[:MOST_ENDS]
        if len(ends) < 2 or ends[0][1].finishes:
            return plan.steps(factors, speed)
        deadline = self.deadline()
        surprise = [0.0] * len(ends)
        seen = 0
        for share in self.shares():
            seed = self.rng.getrandbits(32)
            for index, (_, end) in enumerate(ends):
                surprise[index] += self.surprise(plan, end, share, random.Random(seed))
            seen += 1
            if time.perf_counter() > deadline:
                break
        values = [value + TRUST * each / seen for (value, _), each in zip(ends, surprise, strict=True)]
        return plan.steps_to(ends[values.index(min(values))][1], factors)

    def surprise(self, plan: Plan, end: End, share: float, rng: random.Random) -> float:
        """By how many turns the next phase from there is worse than alone on the track."""
        future = plan.race.copy()
        chariot = future.chariots[plan.chariot.number]
        square, leg = plan.place(end)
        if square != chariot.square:
            future.place(chariot, square)
            chariot.leg = leg
        chariot.moved, chariot.no_inside, chariot.strain_leg = True, False, -9
        crowd = self.crowd(future)
        waiting = list(future.cup)
        rng.shuffle(waiting)
        crowd.move_on(future, waiting, rng)
        # Then a new turn, in which a share of them is drawn before him.
        future.phase = "writing"
        others = [each.number for each in future.chariots if each.on_track and each is not chariot]
        rng.shuffle(others)
        crowd.move_on(future, first_part(others, share), rng)
        outlook = self.outlook(future, chariot)
        top = outlook.pace.top
        following = Plan(future, chariot, outlook, self.reserve(future, chariot), top)
        best = min((following.value(speed, speed) for speed in range(top // 2, top + 1)), default=BARRED)
        return 1.0 + best - outlook.turns(square, leg)
