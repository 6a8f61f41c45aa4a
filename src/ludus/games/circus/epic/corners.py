"""E2 9: corners in which high is good, and what they do to drivers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludus.core.event import Modifier
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import CAR, TEAM, WRECK, Chariot


class EpicCorners(SecondEdition):
    """Three dice plus CDM; whoever has a negative one strains no more."""

    strain_worse: ClassVar[int] = -1  # E2 9.2.2: high is good
    strain_clauses: ClassVar[Mapping[str, str]] = {
        "-": "E2 9.2.3g",
        "S": "E2 9.2.3f",
        "SS": "E2 9.2.3e",
        "J": "E2 9.2.3d",
        "LH": "E2 9.2.3c",
        "RH": "E2 9.2.3b",
        "FP": "E2 9.2.3a",
    }

    def corner_strain(self, roll: int, points: int) -> str:
        """E2 9.2.2-chart: "-", S, SS, J, LH, RH or FP."""
        charts = self.charts
        row = min(max(roll, charts.strain_lowest_row), charts.strain_highest_row)
        step = row - min(points, charts.strain_highest_column)
        return "FP" if step <= charts.strain_flip_from else charts.strain_diagonals.get(step, "-")

    def strain_modifiers(self, chariot: Chariot) -> tuple[Modifier, ...]:
        """E2 9.2.2: the CDM is added."""
        return (Modifier("CDM", chariot.skill),)

    # -- who may not strain --------------------------------------------------------------------------------

    def most_in_corner(self, chariot: Chariot, safe: int) -> int:
        """E2 9.4.1.1: no Turn Speed above the safe speed; added speed beyond it is lost when the phase begins."""
        return safe

    def cut_to_safe_speed(self, chariot: Chariot) -> bool:
        """E2 9.4.1.1, 11.2.1: the excess is lost; but a team without endurance is past saving, and flips."""
        return chariot.endurance > 0 and super().cut_to_safe_speed(chariot)

    def bar_after_double_slide(self, chariot: Chariot) -> None:
        """E2 9.2.3e, 9.3.1: only new straining is barred, in this turn and the next; what was gained is kept."""
        self.bar_inside(chariot)
        chariot.no_strain_turn = max(chariot.no_strain_turn, self.race.turn + 1)

    # -- jostled, or worse ---------------------------------------------------------------------------------

    def fix_base(self, chariot: Chariot) -> None:
        """E2 9.4.5: the new maximum is held against the Turn Speed; start and cutting free come off after that."""

    def jostle_in_corner(self, chariot: Chariot) -> None:
        """E2 9.2.3d: with a No Straining counter besides the one for jostles."""
        if chariot.driver == "car":
            chariot.no_strain_turn = max(chariot.no_strain_turn, self.race.turn)
        super().jostle_in_corner(chariot)

    def bar_jostled(self, chariot: Chariot) -> None:
        """E2 9.4.1, 2.5.6: the counter alone bars straining, until a turn begins with a CDM of 0 or more."""
        chariot.jostled = True
        if self.jostle_costs_factors(chariot):
            self.lose_whip_factors(chariot)

    def jostle_costs_factors(self, chariot: Chariot) -> bool:
        """E2 9.4.1.2: only a CDM that is negative now takes strain gains that are not spent."""
        return chariot.cdm < 0

    def lower_modifier(self, chariot: Chariot) -> None:
        """E2 9.4.1.2: whatever makes the CDM negative in the driver's own phase takes them too."""
        super().lower_modifier(chariot)
        if chariot.cdm < 0:
            self.lose_whip_factors(chariot)

    # -- forced sideways -----------------------------------------------------------------------------------

    def blockers(self, chariot: Chariot, target: int) -> list[tuple[Chariot, int, int]]:
        """E2 9.3.2: a stationary runaway team is in the way too; wrecks and carcasses are not."""
        race = self.race
        parts = ((CAR, race.track.behind[target]), (TEAM, target))
        lying = [
            (race.chariots[race.wrecks[square]], TEAM, own_part)
            for own_part, square in parts
            if race.wrecks.get(square, WRECK) >= 0 and (own_part == TEAM or chariot.hitched)
        ]
        found = super().blockers(chariot, target)
        return sorted((*found, *lying), key=lambda met: -met[2]) if lying else found  # its car meets them first
