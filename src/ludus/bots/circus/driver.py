"""A circus driver: the questions of a race, each answered in a method of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.circus.aims import PEACEFUL, Aims
from ludus.bots.circus.course import DIE, LEAST_WHIPPED, Course, Outlook, Pace, Price, course_of
from ludus.bots.circus.harm import attack_gain, threat_harm
from ludus.bots.circus.hunt import best_throw, prey_of
from ludus.bots.circus.patron import Habits, Patron
from ludus.bots.circus.patrons import patron_of
from ludus.bots.circus.plan import Plan, Step, slip_risk
from ludus.bots.circus.prospects import enter, harness
from ludus.bots.circus.reserve import MOST, reserve
from ludus.bots.circus.rivalry import Rivalry, steadiness, top_speed, turns_to_go
from ludus.bots.circus.shopping import shopping_list
from ludus.bots.circus.sight import Sight
from ludus.core.decision import Allocate, Choice, Choose, Decision, Range
from ludus.games.circus.editions import book_of
from ludus.games.circus.odds import sums
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.step_list import BRAKE, FORWARD
from ludus.games.circus.track import IN, OUT

FAIR = 0.016  # turns for a factor of endurance, in the long run
WHIPPING = 0.6  # endurance for each turn to go, from which the whip is counted on
GENTLE = 6  # the number of a solitaire rival who attacks like anybody


STABLE = {"enter": enter, "harness": harness}  # which chariot out of the stable, and under which colour (E2 3)


@dataclass(frozen=True, slots=True)
class Temper:
    """What makes one driver different from another."""

    flip: float  # turns he would give not to lose his chariot
    thrift: float = 1.0  # how he rates endurance
    ferocity: float = 1.0  # how he rates harm to others; 0: never attacks
    whips: bool = True
    insight: float = 0.0  # how far he sees that drivers and starts win races, and not only fast horses
    aims: Aims = PEACEFUL  # what he wants besides the palm


def numbers_in(decision: Decision) -> list[int]:
    """The speeds that may be written."""
    return [choice for choice in decision if isinstance(choice, int)]


class Driver(Bot):
    """Plans every phase on the course, among the others as they stand."""

    temper: Temper
    habits: ClassVar[Habits] = Habits()
    builds: tuple[tuple[int, int, int, int], ...]  # preparation points: driver, car, speed, endurance

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self._sight = Sight()
        self._patron = Patron(self.habits, rng)
        self._way: tuple[int, int, int, list[Step]] = (-1, -1, -1, [])  # turn, chariot, speed, steps
        self._answers: dict[str, Callable[[Race, Chariot, Decision], Choice]] = {
            "build": self.build,
            "blades": lambda race, chariot, decision: "blades" if chariot.car == "heavy" else "no",
            "speed": self.write_speed,
            "take": self.take,
            "whip": self.whip,
            "whip_now": self.whip_now,
            "cut": lambda race, chariot, decision: "cut",
            "step": self.step,
            "defend": self.defend,
            "avoid": self.avoid,
            "pay": self.pay,
            "injury": self.share_injury,
            "loose": lambda race, chariot, decision: "cut",
            "walk": lambda race, chariot, decision: decision.default,
            "abandon": lambda race, chariot, decision: decision.default,
            "dodge": lambda race, chariot, decision: decision.default,
        }

    def serve(self, owner: str) -> None:
        """A driver who is sent by an owner leaves all questions of money to him."""
        super().serve(owner)
        self._patron = patron_of(owner, self) or self._patron

    def choose(self, glimpse: Glimpse) -> Choice:
        decision = glimpse.decision
        race = self._sight.race(glimpse)
        if decision.name in STABLE:
            return self.out_of_stable(race, decision)
        if self._patron.knows(decision):
            return self._patron.answer(race, self.course(race), decision)
        chariot = next(each for each in race.chariots if each.faction == decision.about)
        return self._answers[decision.name](race, chariot, decision)

    # -- what the driver knows ---------------------------------------------------------------------

    def course(self, race: Race) -> Course:
        return course_of(race)

    def to_go(self, race: Race, chariot: Chariot) -> float:
        return max(1.0, turns_to_go(race, self.course(race), chariot))

    def reserve(self, race: Race, chariot: Chariot) -> tuple[float, ...]:
        """What endurance is worth with so many turns to go."""
        return reserve(round(self.to_go(race, chariot)), self.temper.thrift, max(MOST, chariot.endurance))

    def outlook(self, race: Race, chariot: Chariot) -> Outlook:
        rich = chariot.endurance >= WHIPPING * self.to_go(race, chariot)
        whips = self.temper.whips and chariot.whip and rich
        return self.course(race).outlook(
            Pace(top_speed(race, chariot), steadiness(race, chariot), whips, Price(FAIR, self.temper.flip))
        )

    def rivalry(self, race: Race, chariot: Chariot) -> Rivalry:
        """What the others' losses are worth to him."""
        return Rivalry(race, self.course(race), chariot)

    def haunts(self, race: Race, rivalry: Rivalry, chariot: Chariot) -> Mapping[int, float]:
        """Squares where he likes to end a phase for other reasons than speed."""
        return {}

    # -- before the race ---------------------------------------------------------------------------

    def build(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        assert isinstance(decision, Allocate)
        points = self.rng.choice(self.builds)
        return points if points in decision else shopping_list(decision, points)

    def out_of_stable(self, race: Race, decision: Decision) -> Choice:
        """E2 3.4, 3.6: which chariot, and under which colour."""
        return STABLE[decision.name](race, self.course(race), decision, self.temper.insight)

    # -- speed -------------------------------------------------------------------------------------

    def plan(self, race: Race, chariot: Chariot, most: int) -> Plan:
        """The coming phase, with nothing in mind but to get on."""
        return Plan(race, chariot, self.outlook(race, chariot), self.reserve(race, chariot), most)

    def write_speed(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """The speed with which the turn leads furthest, as the track lies."""
        speeds = numbers_in(decision)
        if chariot.fallen:
            return speeds[-1]  # cutting it free is paid from the speed
        whip = DIE[-1] if self.may_whip(race, chariot) else 0
        plan = self.plan(race, chariot, speeds[-1] + chariot.gains + whip)
        losses = self.start_odds(race, chariot)
        if losses:
            values = {speed: self.started(plan, speed, losses) for speed in speeds}
        else:
            values = {speed: self.written(plan, speed) for speed in speeds}
        return self.ordered(plan, min(values, key=lambda speed: (values[speed], -speed)), decision)

    def ordered(self, plan: Plan, speed: int, decision: Decision) -> Choice:
        """The speed, with an S where straining must be written down and pays (GEN written-strain)."""
        straining = f"{speed}S"
        if isinstance(decision, Range) or straining not in decision:
            return speed
        factors, total = self.accounts(plan.race, plan.chariot, speed)
        pays = self.temper.whips and self.whipped(plan, factors, total) < plan.value(factors, total)
        return straining if pays else speed

    def written(self, plan: Plan, speed: int) -> float:
        """Turns to the finish with this speed, whipped or not."""
        chariot = plan.chariot
        factors, total = self.accounts(plan.race, chariot, speed)
        value = plan.value(factors, total)
        if self.may_whip(plan.race, chariot) and factors + DIE[-1] + LEAST_WHIPPED >= plan.most:
            value = min(value, self.whipped(plan, factors, total))
        return value

    def start_odds(self, race: Race, chariot: Chariot) -> Mapping[int, float]:
        """What setting off may take from the speed; nothing where the chariot rolls already."""
        book = book_of(race)
        dice = book.start_dice(chariot)
        return {book.start_loss(chariot, thrown): chance for thrown, chance in sums(dice).items()} if dice else {}

    def started(self, plan: Plan, speed: int, losses: Mapping[int, float]) -> float:
        """Turns to the finish with this speed from a stand: what the dice take is gone, but a little is left."""
        total = 0.0
        for loss, chance in losses.items():
            factors, fast = self.accounts(plan.race, plan.chariot, max(min(1, speed), speed - loss))
            total += chance * plan.value(factors, fast)
        return total

    def may_whip(self, race: Race, chariot: Chariot) -> bool:
        return self.temper.whips and book_of(race).may_whip(chariot)

    def whipped(self, plan: Plan, factors: int, total: int) -> float:
        """Turns to the finish after the whip, over all throws."""
        odds = book_of(plan.race).whip_odds(plan.chariot.endurance, plan.chariot.arm_wound)
        return sum(chance * plan.value(factors + gained, total + gained, gained) for gained, chance in odds.items())

    def coming(self, race: Race, chariot: Chariot) -> tuple[int, int]:
        """Factors and total speed of the phase that is about to begin, as setting off usually goes."""
        book = book_of(race)
        limit = book.maximum(chariot) - book.debt_of_limit(chariot.debt)
        speed = min(chariot.written, max(0, limit))
        losses = self.start_odds(race, chariot)
        if losses:
            usual = int(sum(loss * chance for loss, chance in losses.items()))
            speed = max(min(1, speed), speed - usual)
        return self.accounts(race, chariot, speed)

    def accounts(self, race: Race, chariot: Chariot, speed: int) -> tuple[int, int]:
        """Factors and total speed with so much written; what is owed counts as the book has it."""
        total = speed + chariot.gains + book_of(race).debt_of_limit(chariot.debt)
        return max(0, total - chariot.debt), total

    def take(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """CM 9.41b: the endurance is lost anyway, so factors are taken as far as they help."""
        assert isinstance(decision, Range)
        factors, total = self.coming(race, chariot)
        plan = self.plan(race, chariot, factors + decision.high)
        return min(range(decision.low, decision.high + 1), key=lambda extra: plan.value(factors + extra, total + extra))

    def whip(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """When the factors lead further than the endurance is worth."""
        if not self.temper.whips:
            return "no"
        factors, total = self.coming(race, chariot)
        plan = self.plan(race, chariot, factors + DIE[-1])
        return "whip" if self.whipped(plan, factors, total) < plan.value(factors, total) else "no"

    def whip_now(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """The same in the midst of the phase, for what is left of it."""
        if not self.temper.whips:
            return "no"
        book = book_of(race)
        factors, total = book.left(chariot), book.total_speed(chariot)
        plan = self.plan(race, chariot, factors + DIE[-1])
        return "whip" if self.whipped(plan, factors, total) < plan.value(factors, total) else "no"

    # -- the move ----------------------------------------------------------------------------------

    def step(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        assert isinstance(decision, Choose)
        if chariot.runaway or race.move.jumps:
            return decision.default
        answers = decision.choices[: len(decision.choices) - len(decision.shunned)]
        book = book_of(race)
        factors, speed = book.left(chariot), book.total_speed(chariot)
        steps = self.rest_of_way(race, chariot, factors, speed)
        if steps and not chariot.threshold and steps[0][2] != "attack":
            return self.spoken(steps, decision, factors)
        rivalry = self.rivalry(race, chariot)
        gains = self.gains(race, rivalry, chariot, answers, factors)
        if all(answer in gains for answer in answers):
            return max(gains, key=gains.__getitem__)  # the die leaves him no choice (CM 19-lash-on-equal)
        prey = self.prey(race, rivalry, chariot, factors)
        attack = max(gains, key=gains.__getitem__, default="")
        prey.pop(chariot.square, None)
        allowed = set(answers)
        if attack and gains[attack] > 0:
            prey[chariot.square] = gains[attack]
            allowed.add("attack")
        outlook, worth = self.outlook(race, chariot), self.reserve(race, chariot)
        haunts = self.haunts(race, rivalry, chariot)
        plan = Plan(race, chariot, outlook, worth, factors, prey, allowed, haunts)
        throw = self.throw(race, rivalry, chariot, plan.steps(factors, speed), factors)
        if throw is not None and throw[1] > prey.get(throw[0], 0.0):
            prey[throw[0]] = throw[1]
            plan = Plan(race, chariot, outlook, worth, factors, prey, allowed, haunts)
        steps = self.way(plan, factors, speed)
        if not steps:
            return decision.default
        already = race.move.spent
        self._way = (race.turn, chariot.number, speed, [(at, already + spent, step) for at, spent, step in steps])
        if steps[0][2] == "attack":
            return attack
        return self.spoken(steps, decision, factors)

    def rest_of_way(self, race: Race, chariot: Chariot, factors: int, speed: int) -> list[Step]:
        """What is left of the way planned before, if all has gone as planned."""
        turn, number, planned, steps = self._way
        if (turn, number, planned) != (race.turn, chariot.number, speed):
            return []
        already = race.move.spent
        for index, (at, spent, _) in enumerate(steps):
            if (at, spent) == (chariot.square, already):
                # After an attack the others may stand elsewhere.
                if any(step == "attack" for _, _, step in steps[:index]):
                    return []
                return [(at, spent - already, step) for at, spent, step in steps[index:]]
        return []

    def way(self, plan: Plan, factors: int, speed: int) -> list[Step]:
        """The steps to take from here."""
        return plan.steps(factors, speed)

    def spoken(self, steps: list[Step], decision: Choose, factors: int) -> Choice:
        """The next steps of the way as an answer."""
        _, begun, step = steps[0]
        if step == "brake":
            brakes = [answer for answer in decision.choices if answer in BRAKE]
            return brakes[-1] if brakes else decision.default
        if step != "forward":
            return step if step in decision else decision.default
        run = next((spent for _, spent, each in steps if each != "forward"), factors) - begun
        offered = [answer for answer in decision.choices if FORWARD.get(str(answer), run + 1) <= run]
        return offered[-1] if offered else decision.default

    def gains(
        self, race: Race, rivalry: Rivalry, chariot: Chariot, answers: tuple[Choice, ...], factors: int
    ) -> dict[str, float]:
        """What each attack on offer is worth."""
        found: dict[str, float] = {}
        for answer, attack in book_of(race).attacks(chariot, factors).items():
            if answer in answers:
                gain = attack_gain(book_of(race), rivalry, chariot, race.chariots[attack.target], attack)
                found[answer] = self.ferocity(race, chariot) * gain
        return found

    def ferocity(self, race: Race, chariot: Chariot) -> float:
        """CM 19-personality, 19-choice-above: a rival whose die lets him choose goes by his own character."""
        if not chariot.threshold:
            return self.temper.ferocity
        return self.temper.ferocity * (1.0 + max(0, GENTLE - chariot.threshold) / 3)

    def prey(self, race: Race, rivalry: Rivalry, chariot: Chariot, factors: int) -> dict[int, float]:
        """Squares from which an attack pays, by what it is worth."""
        if not self.temper.ferocity or chariot.threshold:
            return {}
        return prey_of(race, rivalry, chariot, self.ferocity(race, chariot), factors)

    def throw(
        self, race: Race, rivalry: Rivalry, chariot: Chariot, steps: list[Step], factors: int
    ) -> tuple[int, float] | None:
        """The square of the way from which it pays best to throw what he carries, and what that is worth."""
        if not self.temper.ferocity or chariot.threshold or not steps:
            return None
        return best_throw(rivalry, chariot, steps, factors, self.ferocity(race, chariot))

    # -- defence -----------------------------------------------------------------------------------

    def defend(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """Trying costs nothing: whether to go is asked again after the dice. A runaway goes without dice."""
        return "avoid" if "avoid" in decision else self.avoid(race, chariot, decision)

    def avoid(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """The cheapest way out, if it is cheaper than what is coming."""
        assert isinstance(decision, Choose)
        rivalry = self.rivalry(race, chariot)
        outlook = self.outlook(race, chariot)
        here = outlook.turns(chariot.square, chariot.leg)
        costs = {answer: self.escape(race, chariot, outlook, str(answer)) - here for answer in decision.choices}
        if race.threat is not None:
            harm = threat_harm(book_of(race), rivalry, race.threat).weighed(1.0, self.temper.flip)
            costs["hold"] = self.temper.aims.pride * harm
        return min(costs, key=lambda answer: costs[answer])

    def escape(self, race: Race, chariot: Chariot, outlook: Outlook, answer: str) -> float:
        """Turns to the finish after getting away like this."""
        track = race.track
        square, leg = chariot.square, chariot.leg
        if answer == "hold":
            return outlook.turns(square, leg)
        if answer == "brake":
            back = track.behind[square]
            behind = leg - (track.section[back] != track.section[square])
            worth = self.reserve(race, chariot)
            tired = worth[max(0, chariot.endurance - book_of(race).charts.brake_endurance)] - worth[chariot.endurance]
            return outlook.turns(back, behind) + tired
        way = IN if answer == "evade in" else OUT
        step = track.ahead[square]
        ahead = leg + (track.section[step] != track.section[square])
        if ahead > track.last_leg:
            return 0.0
        debt = book_of(race).evasion_price(way) / (top_speed(race, chariot) + 2)
        target = track.change[way][step]
        slips = book_of(race).slip_chance(chariot)
        if slips:
            debt += slips * slip_risk(race, race.occupied, target, way, self.temper.flip)
        return outlook.turns(target, ahead) + debt

    # -- the rest ----------------------------------------------------------------------------------

    def pay(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """What is not paid comes on the dice."""
        assert isinstance(decision, Range)
        return decision.high

    def share_injury(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        """No horse shall die if it can be helped: the strongest suffer first."""
        assert isinstance(decision, Allocate)
        shares = [0] * len(decision.caps)
        for _ in range(decision.budget):
            open_boxes = [cap - share for cap, share in zip(decision.caps, shares, strict=True)]
            strongest = max(range(len(shares)), key=lambda horse: (open_boxes[horse], chariot.horses[horse]))
            shares[strongest] += 1
        return tuple(shares)
