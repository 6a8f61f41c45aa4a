"""The fan chart sheets: where the restated charts differ from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from ludus.core.chart import Chart
from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import FLIPS, PULLED_OUT, UNHURT, WHIP_LOST, WOUNDED, Ending, Lashed, Odds
from ludus.games.circus.options.switch import either
from ludus.games.circus.state import Chariot

GROUP = "Chart sheets"
SIDES = {3: (-2, 5), 8: (1, 1)}  # wreck rows with the other side: lanes (left is negative), squares forward


class InsideStaysOpen(SecondEdition):
    """AID charts-sideslip-inside: a slide is forced and free, and bars nothing afterwards."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 7.33-S": "AID charts-sideslip-inside"}

    def bar_inside(self, chariot: Chariot) -> None:
        """AID charts-sideslip-inside: no ban is named."""


class SheetWrecks(SecondEdition):
    """AID charts-wreck-3, charts-wreck-8: a 3 lands to the left, an 8 to the right."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 12.2b": "AID charts-wreck-3"}

    def wreck_location(self, roll: int) -> tuple[int, int]:
        return SIDES.get(roll) or super().wreck_location(roll)


class SwerveUnchecked(SecondEdition):
    """AID charts-swerve-corner: a swerve inwards brings no corner check."""

    sources = ("AID",)

    def swerve_strains(self, direction: int) -> bool:
        return False


class WoundsWearOff(SecondEdition):
    """AID charts-wound-modifier: the marks of the hit boxes cost a point of the CDM, which comes back."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.43-W2": "AID charts-wound-modifier"}

    def weaken(self, chariot: Chariot) -> None:
        chariot.cdm -= 1


class PlainWounds(SecondEdition):
    """AID card-wound: a hit and a movement loss, without marks and without critical hits."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.43-W1": "AID card-wound"}

    def wound_marks(self, chariot: Chariot) -> int:
        return 0

    def critical(self, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
        return
        yield

    def critical_endings(self, factor: int, man: Lashed) -> Iterator[tuple[Ending, float]]:
        yield (WOUNDED, UNHURT), 1.0

    def critical_chances(self) -> Odds:
        return {}

    def critical_tables(self) -> tuple[Chart, ...]:
        return ()


class GentleDragging(SecondEdition):
    """AID charts-drag-damage: half a die, or a third in mud, fractions down, but never nothing."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 16.3": "AID charts-drag-damage"}

    def drag_hits(self, die: int) -> int:
        return max(1, die // self.drag_share())


class PulledOutIsAWreck(SecondEdition):
    """AID charts-critical-2: the car of a driver who is pulled out is a wreck; it flips there and then."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 13.1-2": "AID charts-critical-2"}

    def pull_out(self, target: Chariot) -> None:
        self.tell("pulled-out", {"chariot": target.faction}, ("AID charts-critical-2",))
        self.flip(target, "AID charts-critical-2")

    def critical_odds(self, result: str, factor: int, man: Lashed) -> Mapping[Ending, float]:
        return {(FLIPS, WHIP_LOST): 1.0} if result == PULLED_OUT else super().critical_odds(result, factor, man)


class SevereWoundWearsOff(SecondEdition):
    """AID charts-critical-3: a point of the CDM, which comes back."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 13.1-3": "AID charts-critical-3"}

    def wound_severely(self, target: Chariot) -> None:
        target.cdm -= 1


class DiceAlone(SecondEdition):
    """AID charts-lash-factor: the column is the difference of the dice, whoever throws them."""

    sources = ("AID",)

    def lash_modifiers(self, attacker_cdm: int, defender_cdm: int) -> tuple[Modifier, ...]:
        return ()


INSIDE_AFTER_SLIDE = either(
    "inside_after_slide", "After a forced slide", "Whether lane changes inwards are barred for the rest of the turn.",
    "AID charts-sideslip-inside", GROUP, "barred", {"open": InsideStaysOpen},
)  # fmt: skip
WRECK_SIDES = either(
    "wreck_sides", "Where wrecks land", "The chart sheet throws a 3 to the left and an 8 to the right.",
    "AID charts-wreck-3", GROUP, "rulebook", {"chart sheet": SheetWrecks},
)  # fmt: skip
SWERVE_CHECK = either(
    "swerve_check", "Swerving into a corner", "Whether a swerve inwards may strain.",
    "AID charts-swerve-corner", GROUP, "checked", {"unchecked": SwerveUnchecked},
)  # fmt: skip
WOUNDS = either(
    "wounds", "Wounds",
    "At half and at a third of the hits the modifier falls, or only the CDM, or nothing (and no critical hits).",
    "AID charts-wound-modifier", GROUP, "modifier", {"cdm": WoundsWearOff, "hits only": PlainWounds},
)  # fmt: skip
DRAGGING = either(
    "dragging", "Dragged drivers", "Hits of half a die, fractions up or down.",
    "AID charts-drag-damage", GROUP, "fractions up", {"fractions down": GentleDragging},
)  # fmt: skip
PULLED_FROM_CAR = either(
    "pulled_out", "Pulled from the car", "The team runs on with the empty car, or the car is a wreck.",
    "AID charts-critical-2", GROUP, "runaway", {"wreck": PulledOutIsAWreck},
)  # fmt: skip
SEVERE_WOUND = either(
    "severe_wound", "Severe wounds", "The modifier falls for good, or only the CDM.",
    "AID charts-critical-3", GROUP, "modifier", {"cdm": SevereWoundWearsOff},
)  # fmt: skip
LASH_COLUMN = either(
    "lash_column", "Lash at a driver", "The column goes by dice and CDM, or by the dice alone.",
    "AID charts-lash-factor", GROUP, "dice and cdm", {"dice": DiceAlone},
)  # fmt: skip

CHART_SHEETS = (
    INSIDE_AFTER_SLIDE,
    WRECK_SIDES,
    SWERVE_CHECK,
    WOUNDS,
    DRAGGING,
    PULLED_FROM_CAR,
    SEVERE_WOUND,
    LASH_COLUMN,
)
