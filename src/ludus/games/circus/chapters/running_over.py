"""CM 14: driving over wrecks."""

from __future__ import annotations

from itertools import product
from typing import Any, ClassVar

from ludus.core.decision import Decision, Range
from ludus.core.event import Modifier, Tone
from ludus.core.game import Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    Axle,
    Odds,
    gathered,
    in_order,
    odds,
    sums,
)
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    endurance_words,
    jump_words,
    rounded,
    who,
)

# Nobody may be in the car, nor a car behind the team: what comes of it is told by the events that follow.
RUN_OVER_WORDS = {
    "none": "without harm",
    "jostled": "with a lurch",
    "car": "with a jolt",
    "hobbled": "and the horses are hobbled",
    "serious": "and the horses are badly hobbled",
    "danger": "staggering",
    "flip": "and comes down hard",
}

JUMP_OUTCOMES: dict[str, tuple[str, Tone]] = {
    "none": ("over it", "good"),
    "jostled": ("driver jostled", "fair"),
    "car": ("car damaged", "fair"),
    "hobbled": ("horses hobbled", "bad"),
    "serious": ("badly hobbled", "bad"),
    "danger": ("in danger", "bad"),
    "flip": ("flips", "dire"),
}


class RunningOver(Chapter):
    carcasses_stay: ClassVar[bool] = False  # dead horses that were cut free are gone (CM 9.53a)
    worse: ClassVar[int] = 1  # CM 14.3a: what makes a jump worse is added to the dice

    def run_over(self, total: int) -> str:
        """CM 14.3b."""
        return next((result for result, limit in self.charts.run_over_to if total <= limit), "flip")

    def obstacle(self, square: int) -> bool:
        """CM 14.1a: whether something lies there that has to be run over."""
        return square in self.race.wrecks

    def on_obstacle(self, chariot: Chariot, rear: int) -> bool:
        """QA 14.1: with its team or with its rear."""
        return self.obstacle(rear) or self.obstacle(chariot.square)

    def wrecks_under(self, chariot: Chariot) -> tuple[int, ...]:
        """The wreck squares on which its car and team stand."""
        race = self.race
        parts = (race.car_square(chariot), chariot.square) if chariot.hitched else (chariot.square,)
        return tuple(square for square in parts if square in race.wrecks)

    # -- driving over ------------------------------------------------------------------------------

    def pay_for_jump(self, chariot: Chariot, square: int) -> Phase:
        """CM 14.2b: a die of endurance, paid as far as the driver likes; what is not paid worsens the roll."""
        race = self.race
        die = self.roll(1, "jumping a wreck", "CM 14.2b")[0]
        self.tell(
            "jump",
            {"chariot": chariot.faction, "square": race.track.name(square), "die": die},
            ("CM 14.2a", "CM 14.2b"),
        )
        race.move.jumps = (*race.move.jumps, (square, die, self.obstacle_worse(square)))
        yield from self.pay(chariot)

    def pay(self, chariot: Chariot) -> Phase:
        """CM 14.2b: what the die asks for, or less."""
        race = self.race
        *before, (square, die, extra) = race.move.jumps
        most = min(die, chariot.endurance)
        if most:
            race.phase = "jumping"
            paid = yield self.number(
                chariot, "pay", "How much endurance will you pay for the jump?", "CM 14.2b", 0, most, most
            )
            race.phase = "resolving"
            self.tire(chariot, paid)
            race.move.jumps = (*before, (square, die - paid, extra))

    def obstacle_worse(self, square: int) -> int:
        """CM 15.25c: a team that lies there makes the jump worse."""
        return self.charts.stopped_team if self.race.wrecks.get(square, -1) >= 0 else 0

    def obstacle_words(self, square: int) -> str:
        """What lies there."""
        return "a wreck"

    def obstacle_name(self, square: int) -> str:
        """What makes the jump worse or better."""
        return "stopped team"

    def clear_jumps(self, chariot: Chariot) -> Phase:
        """CM 14.2c: the roll comes when no part of the chariot is on the wreck any more: beyond it, or beside it."""
        race = self.race
        while chariot.on_track:
            jump = next((each for each in race.move.jumps if self.cleared(chariot, each[0])), None)
            if jump is None:
                return
            race.move.jumps = tuple(other for other in race.move.jumps if other != jump)
            yield from self.roll_run_over(chariot, *jump)

    def drive_off_wrecks(self, chariot: Chariot) -> Phase:
        """CM 12.4c, 14.1a: a wreck that came under the chariot is faced before it goes on."""
        yield from self.pay_for_jump(chariot, chariot.under[0])
        yield from self.get_off_wreck(chariot)

    def get_off_wreck(self, chariot: Chariot) -> Phase:
        """CM 14.3a: rolled where it stands."""
        race = self.race
        chariot.under = chariot.under[1:]
        *before, jump = race.move.jumps
        race.move.jumps = tuple(before)
        yield from self.roll_run_over(chariot, *jump)

    def go_on_jumping(self, chariot: Chariot) -> Phase:
        """From the question how much to pay: for a wreck under it, or for one that it drives onto."""
        standing_on = self.race.move.jumps[-1][0] in chariot.under
        yield from self.pay(chariot)
        yield from self.get_off_wreck(chariot) if standing_on else self.arrive(chariot)

    def roll_run_over(self, chariot: Chariot, square: int, unpaid: int, extra: int) -> Phase:
        """CM 14.3a, 14.3b: three dice less CDM, plus what was not paid."""
        modifiers = self.run_over_modifiers(chariot, square, unpaid, extra)
        dice = self.roll(3, "running over a wreck", "CM 14.2c")
        total = sum(dice) + sum(each.amount for each in modifiers)
        result = self.run_over(total)
        self.tell(
            "run-over",
            {"chariot": chariot.faction, "total": total, "result": result},
            ("CM 14.2c", "CM 14.3b", *((f"CM 14.3-{result}",) if result != "none" else ())),
            modifiers,
        )
        if result == "jostled":
            self.jostle(chariot, "CM 14.3-jostled")
        elif result == "car" and chariot.hitched:
            self.damage_car(chariot)
        elif result in ("hobbled", "serious"):
            self.hobble(chariot, square, self.charts.horse_less if result == "hobbled" else 0, f"CM 14.3-{result}")
        elif result == "danger" and chariot.hitched:
            points = self.total_speed(chariot) - 1
            if points > 0:
                yield from self.check_strain_chart(chariot, points, 0, ("CM 14.3-danger",))
        elif result == "flip":
            self.flip(chariot, "CM 14.3-flip")

    def run_over_modifiers(self, chariot: Chariot, square: int, unpaid: int, extra: int) -> tuple[Modifier, ...]:
        """CM 14.3a, 15.25c."""
        worse = {"CDM": -chariot.skill, "endurance not paid": unpaid}
        if extra:
            worse[self.obstacle_name(square)] = extra
        return tuple(Modifier(name, self.worse * amount) for name, amount in worse.items())

    def damage_car(self, chariot: Chariot) -> None:
        """CM 14.3-car: a die less 3 for each wheel, then checks."""
        blows = [self.jolt(die) for die in self.roll(2, "left and right wheel", "CM 14.3-car")]
        for side, points in zip((IN, OUT), blows, strict=True):
            if points:
                self.mark_wheel(chariot, side, points, ("CM 14.3-car",))
        if any(blows):
            self.check_wheels(chariot, "CM 14.3-car")
        else:
            self.spare(chariot, "wheels", "CM 14.3-car")

    def jolt(self, die: int) -> int:
        """CM 14.3-car: what one wheel takes."""
        return max(0, die - self.charts.wheel_less)

    def hobble(self, chariot: Chariot, square: int, less: int, clause: str) -> None:
        """CM 14.3-hobbled, -serious, 15.25c: a die for each living horse; a stopped team suffers the same."""
        living = [horse for horse in range(4) if chariot.horses[horse]]
        dice = dict(zip(living, self.roll(len(living), "each horse", clause), strict=True))
        lying = self.teams_lying(square)
        if max(dice.values(), default=0) <= less:
            self.spare(chariot, "horses", clause)
        for horse, die in dice.items():
            if die > less:
                self.injure(chariot, horse, die - less, (clause,))
        for victim in lying:
            for horse, die in dice.items():
                if die > less and victim.horses[horse]:
                    self.injure(victim, horse, die - less, ("CM 15.25c",))

    def spare(self, chariot: Chariot, what: str, clause: str) -> None:
        """CM 14.3: dice that did no harm are told with what comes next."""

    def teams_lying(self, square: int) -> list[Chariot]:
        """CM 15.25b: the stopped team on a square."""
        lies = self.race.wrecks.get(square, -1)
        return [self.race.chariots[lies]] if lies >= 0 else []

    def end_on_wreck(self, chariot: Chariot) -> None:
        """CM 14.2d, 15.25-runover: a chariot that did not clear the wreck flips; a bare team checks next time."""
        self.race.move.jumps = ()
        if chariot.hitched:
            self.flip(chariot, "CM 14.2d")
        else:
            chariot.under = (chariot.square,)

    # -- wrecks, dead horses, reins ----------------------------------------------------------------------------

    @odds
    def jump_odds(self, cdm: int, unpaid: int) -> Odds:
        """CM 14.3b: running over a wreck with so much endurance not paid, by code."""
        modifier = self.worse * (unpaid - cdm)
        found = gathered((self.run_over(total + modifier), chance) for total, chance in sums(3).items())
        return in_order(tuple(RUN_OVER_WORDS), found)

    @odds
    def jolt_odds(self, axle: Axle) -> float:
        """CM 14.3-car: that a jolt over a wreck costs the car a wheel."""
        flips = 0.0
        for throw in product(range(1, 7), repeat=2):
            blows = [self.jolt(die) for die in throw]
            if any(blows):
                flips += self.wheel_off_odds(axle.hit(IN, blows[0]).hit(OUT, blows[1])) / 36
        return flips

    # -- jumps -------------------------------------------------------------------------------------------

    def cleared(self, chariot: Chariot, wreck: int) -> bool:
        """CM 14.2c: neither its team nor its car is on it any more."""
        return wreck not in (chariot.square, self.rear_square(chariot))

    def clears(self, chariot: Chariot, wreck: int, factors: int) -> bool:
        """CM 14.2d: whether it can still get beyond, straight on, and beyond whatever else lies there; or over the
        finish line, where it leaves the track (CM 10.3b)."""
        track = self.race.track
        twin, due = chariot.copy(), [wreck]
        for _ in range(factors):
            if self.would_finish(twin):
                return True
            ahead = track.ahead[twin.square]
            twin.leg += track.section[ahead] != track.section[twin.square]
            twin.square = ahead
            if self.blocks(twin.square):
                return False
            if self.obstacle(twin.square):
                due.append(twin.square)
            due = [each for each in due if not self.cleared(twin, each)]
            if not due:
                return True
        return False

    def jump_outlook(self, chariot: Chariot, unpaid: int) -> dict[str, Any]:
        """CM 14.3: the roll with so much not paid, and the chance that it ends in a flip, one way or another."""
        odds = self.jump_odds(chariot.skill, unpaid)
        flips = 0.0
        if chariot.hitched:
            points = self.total_speed(chariot) - 1
            modifier = sum(each.amount for each in self.strain_modifiers(chariot))
            danger = self.danger_odds(chariot, points, modifier) if points > 0 else 0.0
            wheels = self.jolt_odds(self.axle(chariot))
            flips = odds.get("flip", 0.0) + odds.get("danger", 0.0) * danger + odds.get("car", 0.0) * wheels
        return {"odds": rounded(odds), "flips": round(flips, 4)}

    def danger_odds(self, chariot: Chariot, points: int, modifier: int) -> float:
        """CM 14.3-danger: that the check after a jump flips the car, or throws it into the wall."""
        found, lane = self.strain_odds(points, modifier), self.race.track.lane[chariot.square]
        return found["FP"] + self.wall_chance(chariot, lane, found)

    def obey_pay(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_rest(chariot, decision, orders)

    def explain_pay(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 14.2b: what is not paid of the die makes the roll worse."""
        assert isinstance(decision, Range)
        _, die, extra = self.race.move.jumps[-1]
        answers = []
        for paid in range(decision.low, decision.high + 1):
            jump = self.jump_outlook(self.tired(chariot, paid), die - paid + extra)
            hint = [endurance_words(chariot, paid) if paid else "", jump_words(jump)]
            label = f"Pay {paid} of {die} endurance" if paid else "Pay nothing"
            tone = "fair" if paid else "plain"
            answers.append(
                self.answer(paid, label, hint, tone=tone, endurance=paid, unpaid=die - paid, jump=jump, **jump)
            )
        return answers

    def say_jump(self, data: Data, names: Names) -> str:
        return f"{who(data)} jumps the wreck on {data['square']}: {data['die']} endurance asked."

    def say_run_over(self, data: Data, names: Names) -> str:
        return f"{who(data)} is over the wreck {RUN_OVER_WORDS[data['result']]}."
