"""The action point cards and their reference table, as far as they are about attacks and horses."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, ClassVar

from ludus.core.chance import percent
from ludus.core.decision import Decision
from ludus.core.game import Ask
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import Axle
from ludus.games.circus.options.cards import GROUP
from ludus.games.circus.options.switch import either
from ludus.games.circus.state import CAR, Chariot
from ludus.games.circus.threats import Threat
from ludus.games.circus.words import Answer, Data, Names, odds_words, who


class CarsStrike(SecondEdition):
    """WEB combat-e: whatever part is forced against another chariot, its car rams; with CDM -3, even after a double
    sideslip."""

    sources = ("WEB",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.62b": "WEB combat-e"}

    def strikes_with(self, chariot: Chariot, part: int) -> int:
        """A team without its car has nothing to ram with."""
        return CAR if chariot.hitched else part

    def forced_penalty(self, penalty: int) -> int:
        return self.charts.involuntary


class PlainForcedRams(CarsStrike):
    """AID card-sideslip-ram: a ram like any other by the chariot that slides, with its full CDM."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.62b": "AID card-sideslip-ram"}

    def forced_penalty(self, penalty: int) -> int:
        return 0


class ThreeInjuryDice(SecondEdition):
    """AID card-horse-dice: three dice on the horse injury chart; 15 and more are its last row."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.5": "AID card-horse-dice"}

    def injury_dice(self) -> int:
        return 3


class TeamOffGray(SecondEdition):
    """AID card-grey-squares: who has his horses off the gray squares may attack."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.1b": "AID card-grey-squares"}

    def on_gray(self, chariot: Chariot, rear: int) -> bool:
        return self.race.track.gray[chariot.square]


class ForwardToAttack(SecondEdition):
    """AID card-attack-square: between two attacks one moves forward; a square that is slid into does not count."""

    sources = ("AID",)

    def slide(self, chariot: Chariot, target: int, how: str, clauses: tuple[str, ...]) -> None:
        race = self.race
        move, origin = race.move, chariot.square
        super().slide(chariot, target, how, clauses)
        if race.mover != chariot.number or not chariot.on_track:
            return
        if race.track.behind[origin] in move.attacked:
            move.attacked = (*move.attacked, race.car_square(chariot))
        if origin in move.trampled:
            move.trampled = (*move.trampled, chariot.square)


class BrakedUnlessBlocked(SecondEdition):
    """AID card-brake-result: only a blocked square behind makes a wound of a forced brake, not want of endurance."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.43-B": "AID card-brake-result"}

    def can_be_braked(self, target: Chariot) -> bool:
        return self.room_behind(target)

    def held_fast(self, target: Chariot) -> bool:
        return bool(target.fallen)


class DeadHorseShieldsAll(SecondEdition):
    """AID card-dead-horse-side: on the side of a dead horse neither team nor car is attacked."""

    sources = ("AID",)

    def safe_side(self, target: Chariot, part: int, side: int) -> bool:
        return self.shielded(target, side)


class OnFootWithoutHorses(SecondEdition):
    """AID card-last-horse: the driver is on foot beside his car, which stays with the last carcass as one wreck."""

    sources = ("AID",)

    def lose_last_horse(self, chariot: Chariot) -> None:
        race = self.race
        car = race.car_square(chariot)
        race.lift(chariot)
        race.lay(car, race.wrecks.get(car, -1))
        chariot.hitched = False
        chariot.status = "stopped"
        self.tell("stranded", {"chariot": chariot.faction, "square": race.track.name(car)}, ("AID card-last-horse",))
        self.stand_up(chariot, self.beside_car(car), "AID card-last-horse")

    def beside_car(self, car: int) -> int:
        """A free square next to it, or else the car itself."""
        return next((square for square in self.race.track.beside[car] if self.race.free(square)), car)

    def say_stranded(self, data: Data, names: Names) -> str:
        return f"{who(data)} has no horse left; the car stays on {data['square']}."


class AnnouncedDefence(SecondEdition):
    """AID card-announce-defence: brake or evade is announced, then both roll."""

    sources = ("AID",)

    def ask_defender(self, chariot: Chariot, threat: Threat) -> Generator[Ask, Any, str]:
        ways = self.ways_out(threat)
        if chariot.runaway or not ways:
            return (yield from super().ask_defender(chariot, threat))
        prompt = "Hold, or announce how you will try to get out of the attack."
        answer = yield self.choose(chariot, "defend", prompt, "AID card-announce-defence", ("hold", *ways))
        return str(answer) if answer == "hold" or self.roll_defence(threat.cdm, chariot) else "hold"

    def explain_defend(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """Each way with the chance of the contest, and what comes where it is lost."""
        answers = super().explain_defend(chariot, decision)
        threat = self.race.threat
        assert threat is not None
        if chariot.runaway:
            return answers
        success = self.defence_outlook(threat)["success"]
        fails = odds_words(self.threat_odds(threat).target)
        return [
            answer
            if answer["choice"] == "hold"
            else {**answer, "success": success, "hint": f"{percent(success)}: {answer['hint']}; else {fails}"}
            for answer in answers
        ]


class ChecksFromTwoPoints(SecondEdition):
    """AID card-wheel-two: a wheel is checked at once if it takes two points or more in one attack."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.56a": "AID card-wheel-two"}

    def feel_blow(self, chariot: Chariot, points: int) -> None:
        axle = self.axle(chariot)
        if points > 1 or axle.left == axle.left_boxes or axle.right == axle.right_boxes:
            super().feel_blow(chariot, points)

    def blow_odds(self, axle: Axle, points: int) -> float:
        if points > 1 or axle.left == axle.left_boxes or axle.right == axle.right_boxes:
            return super().blow_odds(axle, points)
        return 0.0


class HeartLostWhenCut(SecondEdition):
    """AID card-ref-dead-horse-timing: a dead horse costs endurance when it is cut free."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.52g": "AID card-ref-dead-horse-timing"}

    def heart_lost_at_death(self, chariot: Chariot) -> int:
        return 0

    def cut_free(self, chariot: Chariot) -> None:
        before = len(chariot.fallen)
        super().cut_free(chariot)
        if len(chariot.fallen) == before:
            return
        lost = self.tire(chariot, self.heart_lost_with(chariot, 4 - chariot.alive - len(chariot.fallen)))
        self.tell(
            "lost-heart",
            {"chariot": chariot.faction, "lost": lost, "endurance": chariot.endurance},
            ("AID card-ref-dead-horse-timing",),
        )

    def say_lost_heart(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s team loses {data['lost']} endurance for the horse left behind; {data['endurance']} left."


FORCED_RAMS = either(
    "forced_rams", "Forced rams",
    "By the part that is forced and with CDM -3; always by the car; or by the car with full CDM.",
    "AID card-sideslip-ram", GROUP, "rulebook", {"by the car": CarsStrike, "full cdm": PlainForcedRams},
)  # fmt: skip
INJURY_DICE = either(
    "injury_dice",
    "Horse injuries",
    "Dice on the chart.",
    "AID card-horse-dice",
    GROUP,
    2,
    {3: ThreeInjuryDice},
    spoken=("2 dice", "3 dice"),
)
GRAY_ATTACKERS = either(
    "gray_attackers", "Attacking in the start", "When the whole chariot is off the gray squares, or its team.",
    "AID card-grey-squares", GROUP, "whole chariot", {"team": TeamOffGray},
)  # fmt: skip
NEXT_ATTACK = either(
    "next_attack", "The next attack", "Needs another square, or a move forward.",
    "AID card-attack-square", GROUP, "another square", {"forward": ForwardToAttack},
    excludes=("unlimited_attacks",),
)  # fmt: skip
FORCED_BRAKE = either(
    "forced_brake", "Who cannot brake is wounded", "For any reason, or only where the square behind is taken.",
    "AID card-brake-result", GROUP, "any reason", {"blocked": BrakedUnlessBlocked},
)  # fmt: skip
DEAD_HORSE_SIDE = either(
    "dead_horse_side", "The side of a dead horse", "Protects the team, or the whole chariot.",
    "AID card-dead-horse-side", GROUP, "team", {"chariot": DeadHorseShieldsAll},
)  # fmt: skip
LAST_HORSE = either(
    "last_horse", "The last horse dead", "The chariot is taken off, or the driver is on foot beside his car.",
    "AID card-last-horse", GROUP, "out", {"on foot": OnFootWithoutHorses}, excludes=("level",),
)  # fmt: skip
DEFENCE_CHOICE = either(
    "defence_choice", "Brake or evade", "Chosen after the roll, or announced before it.",
    "AID card-announce-defence", GROUP, "after the roll", {"before the roll": AnnouncedDefence},
)  # fmt: skip
WHEEL_BLOWS = either(
    "wheel_blows", "Wheels hit in rams", "Checked after any damage, or from two points in one attack.",
    "AID card-wheel-two", GROUP, "any damage", {"two points": ChecksFromTwoPoints},
)  # fmt: skip
DEAD_HORSE_COST = either(
    "dead_horse_cost", "Endurance for dead horses", "Lost when the horse dies, or when it is cut free.",
    "AID card-ref-dead-horse-timing", GROUP, "at death", {"when cut free": HeartLostWhenCut},
)  # fmt: skip

FIGHTING_CARDS = (
    FORCED_RAMS,
    INJURY_DICE,
    GRAY_ATTACKERS,
    NEXT_ATTACK,
    FORCED_BRAKE,
    DEAD_HORSE_SIDE,
    LAST_HORSE,
    DEFENCE_CHOICE,
    WHEEL_BLOWS,
    DEAD_HORSE_COST,
)
