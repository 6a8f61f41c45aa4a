"""The race for freedom as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.campaign.school import CAREERS, Man, Schools
from ludus.core.plain import STATIC


@dataclass(frozen=True, slots=True)
class CareerRules:
    """What was agreed on."""

    wins: int = CAREERS["wins"]  # GL 21.6
    rounds: int | None = CAREERS["rounds"]  # after which whoever is nearest to it wins


@dataclass(slots=True)
class Race(Schools):
    """Who has which man, and how far each of them has come."""

    rules: CareerRules = field(default=CareerRules(), metadata=STATIC)
    fought: list[int] = field(default_factory=list)  # who has had his match in this round

    def copy(self) -> Race:
        twin = super(Race, self).copy()
        twin.fought = self.fought[:]
        return twin

    def man_of(self, seat: int) -> Man | None:
        """His living man."""
        return next(iter(self.stable(seat)), None)

    def champions(self) -> list[int]:
        """GL 21.6: who has won enough matches with one man, living or dead."""
        return sorted({man.owner for man in self.men.values() if man.wins >= self.rules.wins})

    def nearest(self, seat: int) -> int:
        """How many matches his man has won."""
        return max((man.wins for man in self.stable(seat)), default=0)
