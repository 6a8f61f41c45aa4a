"""What the epic rules leave open: other readings than the recommended ones."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import EPIC, either
from ludus.games.circus.state import Chariot

GROUP = "Readings"


class EveryJostleCosts(SecondEdition):
    """E2 9.4.1.2: as in the second edition, whatever the CDM is then."""

    def jostle_costs_factors(self, chariot: Chariot) -> bool:
        return True


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
