"""What every chapter of the season is made of: the season, the table, and the doors to money and log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus.campaign.book import Book
from ludus.campaign.ledger import money as money
from ludus.campaign.people import Chariot, Stable
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.state import Season
from ludus.campaign.words import described as described
from ludus.campaign.words import listed as listed

Answer = dict[str, Any]
Data = Mapping[str, Any]  # of an event
Names = Sequence[str]  # of the seats

LASTING = 4  # points of endurance that are worth one of speed, to whoever chooses for an absent owner
NONE = "none"  # the choice that buys, offers and sells nothing


class Chapter(Book[Season]):
    """A base class of the season's book; each is a chapter of the rulebook."""

    @property
    def season(self) -> Season:
        return self.state

    # -- money: one door ------------------------------------------------------------------------------------------

    def cash(self, seat: int) -> int:
        """CM 21.1: what the account book says."""
        return self.season.ledger.balance(seat)

    def spendable(self, seat: int) -> int:
        """CM 21.3, 26.1a: what may be spent before a race, which must leave the compulsory bet."""
        return max(0, self.cash(seat) - CHARTS.bet)

    def pay(self, payer: int, payee: int, amount: int, why: str, clause: str) -> None:
        self.season.ledger.pay(payer, payee, amount, why, clause, self.season.race)

    # -- who and what ---------------------------------------------------------------------------------------------

    def stable(self, seat: int) -> Stable:
        return self.season.stables[seat]

    def owners(self) -> list[int]:
        """Who still has a faction."""
        return [seat for seat in self.season.owners() if not self.season.has_left(seat)]

    def name(self, chariot: Chariot) -> str:
        """A chariot is called by whoever drives it."""
        return f"chariot {chariot.id}" if chariot.driver is None else chariot.driver.name


def strength(chariot: Chariot) -> int:
    """Roughly what a chariot is worth in a race, to choose for somebody who is away."""
    assert chariot.team is not None
    assert chariot.driver is not None
    return LASTING * (chariot.team.speed + chariot.driver.modifier) + chariot.team.endurance - LASTING * chariot.injury
