"""The action point cards and their reference table, as far as they are about driving."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ludus.core.errors import DataError
from ludus.core.game import Ask, Phase
from ludus.core.plain import told
from ludus.games.circus.chapters.corners import SLID_TWICE, Slide
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import either
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import OUT
from ludus.games.circus.words import Data, Names, who

GROUP = "Action point cards"


class SideslipBehindChariots(SecondEdition):
    """AID card-sideslip: only if a chariot is directly in front."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 6.73a": "AID card-sideslip"}

    def needs_sideslip(self, chariot: Chariot, factors: int) -> bool:
        return self.race.track.ahead[chariot.square] in self.race.occupied


class SideslipWhenBlocked(SecondEdition):
    """WEB movement-e: only when every other way is blocked, by a chariot or a wreck."""

    sources = ("WEB",)
    cites: ClassVar[Mapping[str, str]] = {"CM 6.73a": "WEB movement-e"}

    def needs_sideslip(self, chariot: Chariot, factors: int) -> bool:
        return not self.race.free(self.race.track.ahead[chariot.square])


class SideslipsAreForced(SecondEdition):
    """AID card-ref-sideslip: nobody sideslips of his own will, and who must pays the price for it."""

    sources = ("AID",)

    def sideslips(self, chariot: Chariot, factors: int) -> tuple[str, ...]:
        return ()

    def forced_lane(
        self, chariot: Chariot, direction: int, why: Slide, *, first_of_two: bool = False
    ) -> Generator[Ask, Any, bool]:
        """In the own phase at once, else off the next one, as an evasion is paid. Slippery ground is free, as its own
        rule says."""
        free, race = self.only_the_ground(why), self.race
        named = why if free else replace(why, more=(*why.more, "AID card-ref-sideslip"))
        slid = yield from super().forced_lane(chariot, direction, named, first_of_two=first_of_two)
        if slid and not free:
            if race.mover == chariot.number:
                race.move.spent += min(self.charts.sideslip, self.left(chariot))
            else:
                chariot.debt += self.charts.sideslip
        return slid


class JostleBarsTheWhip(SecondEdition):
    """AID card-jostle: a jostle costs CDM; a negative one bars the whip, and nothing else."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 7.33-J": "AID card-jostle"}

    def bar_jostled(self, chariot: Chariot) -> None:
        """Corners may still be strained."""


class SlideAndJostle(SecondEdition):
    """AID card-ss: two lanes out, and the driver is jostled."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 7.33-SS": "AID card-ss"}

    def slide_out_twice(self, chariot: Chariot) -> Phase:
        self.bar_inside(chariot)
        yield from self.forced_sideslip(chariot, OUT, 2, SLID_TWICE)
        if chariot.on_track:
            self.jostle(chariot, "AID card-ss")


@dataclass(slots=True)
class Slowed:
    """What lashes take from the next turn, by chariot."""

    losses: dict[int, int] = told(
        "Speed lost, under the number of each chariot, from 0 as they stand in the file.", default_factory=dict
    )

    def copy(self) -> Slowed:
        return Slowed(dict(self.losses))

    def check(self, race: Race, where: str) -> None:
        for number, loss in self.losses.items():
            race.check_number(number, f"{where}.losses")
            if loss not in range(100):
                raise DataError(f"{where}.losses.{number} must be 0 to 99, not {loss}")


class LossNextTurn(SecondEdition):
    """AID card-movement-loss: off the maximum of the next turn, whether the chariot has moved in this one or not."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.43-M": "AID card-movement-loss"}
    adds_to_race: ClassVar[Mapping[str, type]] = {"slowed": Slowed}

    def slow_down(self, target: Chariot, loss: int) -> None:
        if target.moved:
            super().slow_down(target, loss)
        else:
            losses = self.race.parts["slowed"].losses
            losses[target.number] = losses.get(target.number, 0) + loss

    def start_turn(self) -> None:
        slowed = self.race.parts["slowed"]
        for number, loss in slowed.losses.items():
            self.race.chariots[number].loss += loss
        self.race.parts["slowed"] = Slowed()
        super().start_turn()

    def say_movement_loss(self, data: Data, names: Names) -> str:
        return f"{who(data)} will be {data['loss']} slower in the next turn."


class WheelsByWrittenSpeed(SecondEdition):
    """AID card-wheel-14: damaged wheels are checked for a written speed of 14 or more."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 7.41a": "AID card-wheel-14"}

    def speed_strains_wheels(self, chariot: Chariot) -> bool:
        return chariot.written >= self.charts.wheel_check_speed


class WheelsOverFourteen(SecondEdition):
    """AID card-ref-wheel-14: damaged wheels are checked above 14."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 7.41a": "AID card-ref-wheel-14"}

    def speed_strains_wheels(self, chariot: Chariot) -> bool:
        return self.total_speed(chariot) > self.charts.wheel_check_speed


class EvasionsStrain(SecondEdition):
    """AID card-ref-evade-outside: an evasion to the outside, too, may strain."""

    sources = ("AID",)

    def evasion_strains(self, direction: int) -> bool:
        return True


class SpeedLostThisTurn(SecondEdition):
    """AID card-ref-trample-runner: what a man run down costs is lost in this turn, as far as it is there."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 17.4b": "AID card-ref-trample-runner"}

    def lose_speed(self, chariot: Chariot, die: int) -> bool:
        race = self.race
        if race.mover == chariot.number:
            race.move.gone += min(die, self.left(chariot))
        elif not chariot.moved:
            chariot.loss += die
        return True


SIDESLIPS = either(
    "sideslips", "Sideslips",
    "When blocked or bound to be; only behind a chariot; only when all else is blocked; or never willingly.",
    "AID card-sideslip", GROUP, "rulebook",
    {"blocked": SideslipBehindChariots, "all blocked": SideslipWhenBlocked, "involuntary": SideslipsAreForced},
)  # fmt: skip
JOSTLE = either(
    "jostle", "Jostled drivers", "No straining at all, or only no whip while the CDM is negative.",
    "AID card-jostle", GROUP, "no straining", {"no whip": JostleBarsTheWhip},
)  # fmt: skip
DOUBLE_SLIDE = either(
    "double_slide", "Sliding two lanes", "Bars straining in this turn and the next, or jostles the driver.",
    "AID card-ss", GROUP, "no straining", {"jostled": SlideAndJostle},
)  # fmt: skip
MOVEMENT_LOSS = either(
    "movement_loss", "Speed lost by a lash", "In the next phase, or in the next turn.",
    "AID card-movement-loss", GROUP, "next phase", {"next turn": LossNextTurn},
)  # fmt: skip
WHEEL_SPEED = either(
    "wheel_speed", "Damaged wheels at speed", "Checked for 14 and more, for 14 written, or above 14.",
    "AID card-wheel-14", GROUP, "14", {"14 written": WheelsByWrittenSpeed, "over 14": WheelsOverFourteen},
)  # fmt: skip
EVASION_CHECK = either(
    "evasion_check", "Evading in a corner", "Strains only inwards, or to both sides.",
    "AID card-ref-evade-outside", GROUP, "inside", {"both sides": EvasionsStrain},
)  # fmt: skip
RUNNING_DOWN = either(
    "running_down", "Running a man down", "What it costs may wait for the next phase, or falls into this turn.",
    "AID card-ref-trample-runner", GROUP, "may wait", {"this turn": SpeedLostThisTurn},
)  # fmt: skip

DRIVING_CARDS = (SIDESLIPS, JOSTLE, DOUBLE_SLIDE, MOVEMENT_LOSS, WHEEL_SPEED, EVASION_CHECK, RUNNING_DOWN)
