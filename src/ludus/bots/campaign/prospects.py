"""Who would win the races to come, and what that is worth: by the stables, which everybody can read."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ludus.bots.circus.favourites import SECOND_ROW, rating
from ludus.campaign.ledger import BANK
from ludus.campaign.people import Chariot
from ludus.campaign.season.state import Season

USUAL_POT = 1500  # what is bet on a race, until one has been run
ENTERED = 2
LATELY = 2  # races
BETS = ("CM 26.1a", "CM 26.3")


def rated(chariot: Chariot) -> float:
    """A chariot that is ready, with the injuries it has."""
    assert chariot.team is not None
    assert chariot.driver is not None
    assert chariot.car is not None
    return rating(chariot.team.speed, chariot.driver.modifier, chariot.team.endurance, chariot.car.kind)


class Prospects:
    """The season as one owner sees it."""

    def __init__(self, season: Season, seat: int) -> None:
        self.season = season
        self.seat = seat
        self.left = season.rules.races - season.race + 1  # races to come
        self.cash = season.ledger.balance(seat)
        self.pot = self._pot()
        self._others = sum(self.weight(self.ratings(owner)) for owner in self.rivals())

    def rivals(self) -> list[int]:
        """Those who race: who has stayed out of the last races is not expected in the next."""
        lately = [day for day in self.season.days if day.hash][-LATELY:]
        seen = {finish.seat for day in lately for finish in day.finishes}
        return [
            seat
            for seat in self.season.owners()
            if seat != self.seat and not self.season.has_left(seat) and (seat in seen or len(lately) < LATELY)
        ]

    def _pot(self) -> float:
        """What was bet on a race so far, on average."""
        raced = sum(bool(day.hash) for day in self.season.days)
        bets = sum(each.sum for each in self.season.ledger.transfers if each.clause in BETS and each.payee == BANK)
        return bets / raced if raced else USUAL_POT

    def ratings(self, seat: int) -> list[float]:
        return [rated(each) for each in self.season.stables[seat].chariots if each.ready]

    def weight(self, ratings: Sequence[float]) -> float:
        """Of the two best of these; the second stands in the second row, mostly."""
        best = sorted(ratings, reverse=True)[:ENTERED]
        return sum(exp(each + SECOND_ROW * place) for place, each in enumerate(best))

    def chance(self, ratings: Sequence[float]) -> float:
        """That one of the two best of these wins a race."""
        own = self.weight(ratings)
        return own / (own + self._others) if own else 0.0

    def gain(self, ratings: Sequence[float], more: float) -> float:
        """Sesterces that one more such chariot promises until the season ends."""
        return (self.chance([*ratings, more]) - self.chance(ratings)) * self.pot * self.left
