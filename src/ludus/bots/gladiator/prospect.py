"""What the coming exchange of blows is worth, for any place the two men may come to and any factors they have left."""

from __future__ import annotations

from ludus.bots.gladiator.exchange import Duel, Exchange, Purse
from ludus.bots.gladiator.worth import LOGIT, MEASURED, chance
from ludus.games.gladiator.fighter import Fighter

SURE = 0.15  # no fight is believed to be decided more than that
PROBE = 3  # factors more or less, to see what one is worth


class Prospect:
    """Two men, as they are. Exchanges are solved for what both have now and for a little more and less; between and
    beyond, the value follows the line."""

    def __init__(self, own: Fighter, foe: Fighter, widths: tuple[int, ...], rounds: int) -> None:
        self.own, self.foe = own, foe
        # Who is ahead has more to lose by a death than to gain by one.
        ahead = min(max(chance(own, foe), SURE), 1 - SURE)
        self.blows = Duel(own, foe, widths, MEASURED, 1 / (LOGIT * ahead))
        self.other_blows = Duel(foe, own, widths, MEASURED, 1 / (LOGIT * (1 - ahead)))
        self.rounds = rounds
        self.base = max(2, own.own_cf), max(2, foe.own_cf)
        self._lines: dict[tuple[bool, bool], tuple[float, float, float]] = {}

    def value(self, strikes: bool, struck: bool, factors: int, against: int) -> float:
        """For the first man, who has so many factors, bonus and all, against so many."""
        if not strikes and not struck:
            return 0.0
        if (strikes, struck) not in self._lines:
            self._lines[strikes, struck] = self._line(strikes, struck)
        value, slope, other_slope = self._lines[strikes, struck]
        return value + slope * (factors - self.base[0]) - other_slope * (against - self.base[1])

    def _line(self, strikes: bool, struck: bool) -> tuple[float, float, float]:
        own, foe = self.base
        value = self._solve(strikes, struck, own, foe)
        slope = (self._solve(strikes, struck, own + PROBE, foe) - value) / PROBE
        other_slope = (value - self._solve(strikes, struck, own, foe + PROBE)) / PROBE
        return value, max(0.0, slope), max(0.0, other_slope)

    def _solve(self, strikes: bool, struck: bool, own: int, foe: int) -> float:
        first = Purse(own, own // 2 if strikes else 0)
        second = Purse(foe, foe // 2 if struck else 0)
        return Exchange(first, second, self.blows, self.other_blows, self.rounds).value
