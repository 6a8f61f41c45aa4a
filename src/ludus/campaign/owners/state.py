"""Stables and purses as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ludus.campaign.ledger import Ledger
from ludus.campaign.school import CAREERS, OWNERS, Man, Schools
from ludus.core.plain import STATIC

NOBODY = -1


@dataclass(frozen=True, slots=True)
class OwnerRules:
    """What was agreed on."""

    matches: int = OWNERS["matches"]  # GL 22.8
    wins: int = CAREERS["wins"]  # GL 22.7: of an Emperor's champion


@dataclass(frozen=True, slots=True)
class Bet:
    """GL 22.5: a side bet between two, free in everything. It is an offer until somebody takes it."""

    number: int
    seat: int  # who offers it,
    on: int  # on this man of the match: 0 or 1,
    mine: int  # with so much of his own
    yours: int  # against so much of the other's
    taker: int = NOBODY

    def stake(self, seat: int) -> int:
        """What it can cost him."""
        return self.mine if seat == self.seat else self.yours if seat == self.taker else 0


@dataclass(slots=True)
class Stables(Schools):
    """Who has which men and how much money, and the match under way."""

    rules: OwnerRules = field(default=OwnerRules(), metadata=STATIC)
    ledger: Ledger = field(default_factory=Ledger)
    pair: tuple[int, ...] = ()  # GL 22.3a: whose men meet, the higher roller first
    sent: tuple[int, ...] = ()  # those men, by number
    arms: tuple[str, ...] = ()  # and how they are armed
    giver: int = NOBODY  # who of the pair gives odds
    odds: int = 1  # so many to 1
    bets: list[Bet] = field(default_factory=list)
    lots: int = 0  # GL 22.4: new men still to be auctioned

    def copy(self) -> Stables:
        return replace(self, men=dict(self.men), gone=self.gone[:], ledger=self.ledger.copy(), bets=self.bets[:])

    def purse(self, seat: int) -> int:
        return self.ledger.balance(seat)

    def free_money(self, seat: int) -> int:
        """What he has not yet bet on this match."""
        return self.purse(seat) - self.compulsory(seat) - sum(bet.stake(seat) for bet in self.bets)

    def minimum(self) -> int:
        """GL 22.5: what he must bet to whom odds are given; at even odds both."""
        return int(OWNERS["minimum"][self.odds - 1])

    def compulsory(self, seat: int) -> int:
        """GL 22.5: what the owners of the match have at stake against each other."""
        if seat not in self.pair:
            return 0
        return self.minimum() * (self.odds if seat == self.giver else 1)

    def fighters(self) -> list[Man]:
        return [self.men[number] for number in self.sent]
