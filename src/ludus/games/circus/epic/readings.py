"""What the epic race leaves open: other readings than the recommended ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.plain import told
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import EPIC, either
from ludus.games.circus.state import Chariot

GROUP = "Readings"


class GrayWhileOn(SecondEdition):
    """E2 10.1: no attack as long as the attacker stands on the gray squares of the start, in whatever turn."""

    def gray_binds(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Noted:
    """The turn for which a speed was noted last."""

    turn: int = told("That turn.", default=0, between=(0, 10_000))


class FlippedTeamAsNoted(SecondEdition):
    """E2 13.2: a team that loses its car or driver before its own phase completes the move that was noted for it."""

    adds_to_chariots: ClassVar[Mapping[str, type]] = {"noted": Noted}

    def note_speed(self, chariot: Chariot, answer: Any) -> int:
        chariot.parts["noted"] = Noted(self.race.turn)
        return super().note_speed(chariot, answer)

    def runaway_speed(self, chariot: Chariot) -> int:
        full = super().runaway_speed(chariot)
        return min(full, chariot.written) if chariot.parts["noted"].turn == self.race.turn else full


class EveryJostleCosts(SecondEdition):
    """E2 9.4.1.2: as in the second edition, whatever the CDM is then."""

    def jostle_costs_factors(self, chariot: Chariot) -> bool:
        return True


GRAY_SQUARES = either(
    "gray_squares",
    "Attacks from gray",
    "The gray squares of the start bar attacks in turn 1 only, or for as long as a chariot has not left them.",
    "E2 2.3.2",
    GROUP,
    "turn 1",
    {"while on them": GrayWhileOn},
    editions=EPIC,
)
FLIPPED_TEAM_RUNS = either(
    "flipped_team_runs",
    "A team that flips before its phase",
    "When its colour is drawn in that turn, a team that has lost its car or driver runs at its full speed, or at the "
    "speed that was noted for it.",
    "E2 13.2",
    GROUP,
    "full",
    {"as noted": FlippedTeamAsNoted},
    ("at full speed", "as noted"),
    editions=EPIC,
)
STRAIN_GAINS = either(
    "strain_gains_after_jostle",
    "Strain gains after a jostle",
    "Whether a jostle takes strain gains not yet used only if it makes the CDM negative, or always.",
    "E2 9.4.1.2",
    GROUP,
    "negative",
    {"always": EveryJostleCosts},
    ("lost if the CDM is negative", "always lost"),
    editions=EPIC,
)
