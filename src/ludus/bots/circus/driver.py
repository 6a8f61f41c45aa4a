"""A circus driver: the questions of a race, each answered in a method of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.circus.combat_odds import attack_value
from ludus.bots.circus.course import Course, course_of
from ludus.bots.circus.plan import Driving, Planner
from ludus.core.decision import Allocate, Choice, Choose, Decision, Range
from ludus.games import find_game
from ludus.games.circus.attack import Attack
from ludus.games.circus.logs import left, total_speed
from ludus.games.circus.reactions import corner_leg
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.steps import Steps

WHIP_FACTORS = 3.5  # what the die gives on average
PROMISING = 4  # speeds looked at closely
RIVAL = 0.4  # of what a rival loses is one's own gain, in a field of many
CONTENTION = 2.0  # turns between two that race each other


class Driver(Bot):
    """Drives by the outlook of the course. Characters differ in boldness, whip and temper."""

    boldness: ClassVar[float] = 1.0  # 2: risks count half
    whips: ClassVar[bool] = True
    temper: ClassVar[float] = 1.0  # 0: never attacks

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self._methods: dict[str, Callable[[Race, Decision], Choice]] = {
            "speed": self.write_speed,
            "whip": self.whip,
            "step": self.step,
            "build": self.build,
            "defend": self.defend,
            "avoid": self.avoid,
            "cut": lambda race, decision: "cut",
            "loose": lambda race, decision: "cut",
            "pay": self.pay,
            "take": lambda race, decision: 0,
            "injury": self.share_injury,
            "walk": lambda race, decision: decision.default,
        }

    def choose(self, glimpse: Glimpse) -> Choice:
        view = glimpse.view
        race: Race = find_game("circus").imagine(view["position"], view["seats"], view["options"])
        answer = self._methods[glimpse.decision.name](race, glimpse.decision)
        return answer if answer in glimpse.decision else glimpse.decision.default

    # -- before the race ------------------------------------------------------------------------

    def build(self, race: Race, decision: Decision) -> Choice:
        """An all-rounder: driver 1, speed 2, endurance 1."""
        return (1, 0, 2, 1)

    # -- speed -----------------------------------------------------------------------------------

    def course(self, race: Race) -> Course:
        return course_of(race.track)

    def driving(self, chariot: Chariot, course: Course, speed: int) -> Driving:
        top = max(1, chariot.team_speed + max(chariot.cdm, chariot.modifier))
        return Driving(course, top, chariot.cdm, speed, chariot.endurance, self.boldness)

    def write_speed(self, race: Race, decision: Decision) -> Choice:
        """The speed with which the turn leads furthest, as the track lies."""
        assert isinstance(decision, Range)
        chariot = asked_chariot(race, decision)
        course = self.course(race)
        if race.turn == 1:
            return decision.high  # the dead start takes a die, and the first corner is far
        driving = self.driving(chariot, course, 0)
        alone = course.by_speed(chariot.square, chariot.leg, driving.top, chariot.cdm)
        speeds = sorted(range(decision.low, decision.high + 1), key=lambda speed: (alone.get(speed, 99.0), -speed))
        # Only the most promising are driven among the others.
        values = {
            speed: self.outlook(race, chariot, course, speed, speed + chariot.debt) for speed in speeds[:PROMISING]
        }
        return min(values, key=lambda speed: (values[speed], -speed))

    def outlook(self, race: Race, chariot: Chariot, course: Course, factors: int, total: int) -> float:
        """Turns to the finish when so many factors are spent well now."""
        planner = Planner(race, chariot, self.driving(chariot, course, total))
        lowest = 99
        corner = corner_leg(race, chariot)
        cost = 0.0
        if corner is not None:
            safe = race.track.file.lanes[race.track.lane[chariot.square] - 1].safe
            if total > safe:
                cost = planner.strain(chariot.square, 99)
                lowest = safe
        return cost + planner.best(chariot.square, chariot.leg, factors, lowest)[0]

    def whip(self, race: Race, decision: Decision) -> Choice:
        """When the endurance lasts for it, and the extra factors lead further."""
        if not self.whips:
            return "no"
        chariot = race.chariots[race.mover]
        course = self.course(race)
        factors = left(race, chariot)
        turns = max(1.0, course.outlook(chariot.square, chariot.leg, self.driving(chariot, course, 0).top, chariot.cdm))
        if chariot.endurance / turns < WHIP_FACTORS * 0.6:
            return "no"
        total = total_speed(race, chariot)
        extra = round(WHIP_FACTORS)
        plain = self.outlook(race, chariot, course, factors, total)
        whipped = self.outlook(race, chariot, course, factors + extra, total + extra)
        return "whip" if whipped + 0.08 < plain else "no"

    # -- the move ----------------------------------------------------------------------------------

    def step(self, race: Race, decision: Decision) -> Choice:
        assert isinstance(decision, Choose)
        chariot = race.chariots[race.mover]
        steps = Steps(race, chariot)
        attack = self.attack(race, chariot, steps)
        if attack is not None:
            return attack
        if not chariot.hitched or chariot.runaway:
            return decision.default
        course = self.course(race)
        factors = left(race, chariot)
        planner = Planner(race, chariot, self.driving(chariot, course, total_speed(race, chariot)))
        lowest = self.lowest_strained(race, chariot)
        square, leg, run = chariot.square, chariot.leg, 0
        # Straight on as far as the plan goes straight on.
        while run < factors:
            _, step = planner.best(square, leg, factors - run, lowest)
            if step != "forward":
                break
            ahead = race.track.ahead[square]
            leg += race.track.section[ahead] != race.track.section[square]
            square = ahead
            run += 1
            limit = planner.limit(square)
            lowest = min(lowest, limit) if limit else lowest
        if run:
            return f"forward {min(run, max(1, steps.forward))}"
        return f"brake {factors}" if step == "brake" else step

    def lowest_strained(self, race: Race, chariot: Chariot) -> int:
        """The lowest safe speed already checked in the corner it is in."""
        if corner_leg(race, chariot) != chariot.strain_leg:
            return 99
        return race.track.file.lanes[chariot.strain_lane - 1].safe

    def attack(self, race: Race, chariot: Chariot, steps: Steps) -> str | None:
        """The attack that promises most, if it is worth a factor."""
        best, worth = None, 0.0
        for name, attack in steps.attacks.items():
            value = self.worth(race, chariot, race.chariots[attack.target], attack)
            if value > worth:
                best, worth = name, value
        return best

    def worth(self, race: Race, chariot: Chariot, target: Chariot, attack: Attack) -> float:
        """Turns won by an attack, less the factor it costs; only rivals within reach are worth one."""
        if not self.temper:
            return 0.0
        course = self.course(race)
        top = self.driving(chariot, course, 0).top
        own = course.outlook(chariot.square, chariot.leg, top, chariot.cdm)
        his = course.outlook(target.square, target.leg, self.driving(target, course, 0).top, target.cdm)
        share = RIVAL if abs(his - own) < CONTENTION else 0.0
        return self.temper * share * attack_value(race, chariot, target, attack) - 1 / top

    # -- defence and the rest ----------------------------------------------------------------------

    def defend(self, race: Race, decision: Decision) -> Choice:
        assert isinstance(decision, Choose)
        return decision.choices[0] if "avoid" not in decision else "avoid"

    def avoid(self, race: Race, decision: Decision) -> Choice:
        assert isinstance(decision, Choose)
        return decision.choices[0]

    def pay(self, race: Race, decision: Decision) -> Choice:
        assert isinstance(decision, Range)
        return decision.high

    def share_injury(self, race: Race, decision: Decision) -> Choice:
        """No horse shall die if it can be helped: the strongest suffer first."""
        assert isinstance(decision, Allocate)
        shares = [0] * len(decision.caps)
        for _ in range(decision.budget):
            strongest = max(range(len(shares)), key=lambda horse: decision.caps[horse] - shares[horse])
            shares[strongest] += 1
        return tuple(shares)


def asked_chariot(race: Race, decision: Decision) -> Chariot:
    """The chariot a question before the draw is about."""
    mine = [chariot for chariot in race.chariots if chariot.seat == decision.seat]
    return next((chariot for chariot in mine if f" {chariot.faction} " in decision.prompt), mine[0])
