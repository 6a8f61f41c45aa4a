"""E2 4.3.4, 5.1, 5.3: where money at the epic races differs from the second edition's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.toml_files import load_table
from ludus.games.circus.epic.finish import EpicFinish
from ludus.games.circus.epic.horses import EpicHorses
from ludus.games.circus.patronage import Patronage
from ludus.games.circus.patronage.money import BANK
from ludus.games.circus.patronage.skullduggery import AIMS
from ludus.games.circus.state import Chariot


class EpicBank(Patronage, EpicHorses, EpicFinish):
    """The bank pays whatever is due, and the stake comes back."""

    money: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "epic/patronage")
    paid_by: ClassVar[tuple[str, ...]] = ("E2 5.3", "E2 5.3.1", "E2 5.3.2")

    least_purse: ClassVar[int] = 0  # E1 6.6.4: a slave races without money

    def patrons(self) -> list[int]:
        """E1 6.6.4: a slave, whose purse is empty when it is handed in, pays and bets nothing."""
        purses = self.race.rules.purses
        return [seat for seat in super().patrons() if not purses or purses[seat]]

    def must_bet(self, seat: int) -> bool:
        """E2 5.1, 5.1.3: whoever races."""
        return seat in self.patrons() and bool(self.owns(seat))

    def aims(self, seat: int) -> Mapping[str, str]:
        """E2 4.2: either, whoever bribes."""
        return AIMS

    def open_bribe(self, seat: int, chariot: Chariot) -> bool:
        """E2 11.2.3.1: a team that is held back to nothing stands there like any that has lost its speed."""
        stood = self.cannot_move(chariot)
        works = super().open_bribe(seat, chariot)
        if not stood and self.cannot_move(chariot):
            self.come_to_a_stand(chariot)
        return works

    def settle_bets(self, winner: Chariot | None) -> None:
        """E2 5.3 to 5.3.2: odds times the sum, and the stake; the bank makes up what is missing."""
        for round_ in self.all_bets():
            for seat, bets in round_.items():
                amount = bets.get(winner.number, 0) if winner else 0
                if winner and amount:
                    odds = self.coffers.odds[winner.number]
                    self.transfer(BANK, seat, amount * odds, f"{winner.faction} at {odds} to 1", "E2 5.3")
                    self.transfer(BANK, seat, amount, "the stake", "E2 5.3.2")

    def brings(self, odds: int) -> int:
        """E2 5.3, 5.3.2: the stake, too."""
        return odds + 1

    def leaves_carcass(self, chariot: Chariot) -> bool:
        """E2 4.3.4: a drugged horse that collapsed on the grey squares is only taken away."""
        at_the_start = self.race.track.gray[chariot.square] and not chariot.leg
        drugged = self.coffers.drugged.get(chariot.number, ())
        collapsed = any(points and not chariot.horses[horse] for horse, points in enumerate(drugged))
        return not (at_the_start and collapsed) and super().leaves_carcass(chariot)
