"""Bets, reckoned out (CM 26): what each chariot that wins would leave in the purse, and so how much to put on whom.

The odds are the pool over what stands on a chariot, rounded down, and they stay as they are when more is bet between
laps (CM 26.3). Where the pool does not suffice then, whoever is due most is paid first (CM 26.41): who has backed the
winner with more than the others, and doubles that on the last laps, takes the pool.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import fsum, log

Stakes = dict[int, int]  # by chariot
Bets = Mapping[int, Stakes]  # by seat

FOLLOWED = 0.75  # how far a stake on the winner grows between laps, for each sesterce of it
STEPS = (1, 2, 3, 5, 8)
LEAST_GAIN = 1e-6
MARGIN = 0.4  # what a sesterce more than the least must promise to bring besides itself: all guesses are too bright


@dataclass(frozen=True, slots=True)
class Market:
    """A race to bet on, as one owner sees it."""

    chances: Sequence[float]  # of each chariot to win, all 1 together
    others: Bets  # what the others have bet, or are thought to
    own: frozenset[int]  # chariots of his
    purse: int
    step: int
    brings: Callable[[int], int]  # CM 26.4: what a sesterce at some odds brings back

    def pool(self) -> int:
        return sum(sum(stakes.values()) for stakes in self.others.values())

    def on(self) -> list[int]:
        """What the others have on each chariot."""
        return [sum(stakes.get(number, 0) for stakes in self.others.values()) for number in range(len(self.chances))]


def paid(due: float, dues: Sequence[float], pool: float) -> float:
    """CM 26.41: what is left of the pool for somebody who is due so much, when those who are due more have theirs."""
    left = pool - sum(each for each in dues if each > due)
    ties = 1 + sum(each == due for each in dues)
    return max(0.0, min(due, left / ties if due * ties > left else due))


# -- before the race --------------------------------------------------------------------------------------


def place(market: Market, most: int, guesses: Sequence[Bets] = ()) -> Stakes:
    """CM 26.1, 26.2: a step more wherever that helps his fortune most, as long as it does; on others never more than on
    his own. He begins with the least that he must bet. Odds are rounded down, so that a guess at what the others bet
    would promise whole odds that a hundred more of theirs takes away: several guesses stand for one."""
    step, chances = market.step, market.chances
    best_own = max(market.own, key=lambda number: chances[number], default=-1)
    stakes: Stakes = {best_own: step} if market.own else {}
    reckonings = [Reckoning(replace(market, others=bets)) for bets in guesses or (market.others,)]

    def worth(stakes: Stakes) -> float:
        return fsum(each.worth(stakes) for each in reckonings) / len(reckonings)

    asked = MARGIN * step / max(step, market.purse)  # in logarithms
    if not market.own:  # the favourite, unless another promises a good deal more
        favourite = max(range(len(chances)), key=lambda number: chances[number])
        least = worth({favourite: step}) + asked
        better_ones = [{number: step} for number in range(len(chances)) if worth({number: step}) > least]
        stakes = max(better_ones, key=worth, default={favourite: step})
    now = worth(stakes)
    while True:
        best, better = stakes, now + asked
        for added in moves(market, stakes, best_own):
            if sum(added.values()) <= most:
                gain = worth(added) - now
                spent = (sum(added.values()) - sum(stakes.values())) / step
                if gain / spent > better - now + LEAST_GAIN:
                    best, better = added, now + gain / spent
        if best is stakes:
            return stakes
        stakes, now = best, worth(best)


def moves(market: Market, stakes: Stakes, best_own: int) -> list[Stakes]:
    """Some steps more on one of them, for a little may be too little to be paid before others; where that needs more on
    his own, this too (CM 26.1c)."""
    found = []
    on_own = sum(stakes.get(number, 0) for number in market.own)
    on_others = sum(stakes.values()) - on_own
    for number, steps in product(range(len(market.chances)), STEPS):
        more = steps * market.step
        added = {**stakes, number: stakes.get(number, 0) + more}
        missing = on_others + more - on_own
        if market.own and number not in market.own and missing > 0:
            added[best_own] = added.get(best_own, 0) + missing
        found.append(added)
    return found


class Reckoning:
    """What a fortune is worth after the race, in logarithms: to double it is as good as to halve it is bad."""

    def __init__(self, market: Market) -> None:
        self.market = market
        self._on = market.on()
        self._pool = market.pool()
        self._backers = [
            [stakes[number] for stakes in market.others.values() if stakes.get(number)]
            for number in range(len(market.chances))
        ]

    def worth(self, stakes: Stakes) -> float:
        market = self.market
        staked = sum(stakes.values())
        pool, purse = self._pool + staked, market.purse - staked
        total = 0.0
        for number, chance in enumerate(market.chances):
            mine = stakes.get(number, 0)
            back = 0.0
            if mine:
                odds = market.brings(pool // (self._on[number] + mine))
                back = paid(odds * mine, [odds * each for each in self._backers[number]], pool)
            total += chance * log(max(1.0, purse + back))
        return total


# -- between laps (CM 26.3) -------------------------------------------------------------------------------


def again(market: Market, placed: Stakes, odds: Mapping[int, int], most: Mapping[int, int]) -> Stakes:
    """As much more on each as helps, up to what he may; `placed` and the market's stakes are all that is bet so far."""
    backers = {number: [stakes[number] for stakes in market.others.values() if stakes.get(number)] for number in placed}
    before = market.pool() + sum(placed.values())
    grown = 1 + FOLLOWED / 2

    def worth(more: Stakes) -> float:
        spent = sum(more.values())
        total = 0.0
        for number, chance in enumerate(market.chances):
            back = 0.0
            if placed.get(number):
                each = market.brings(odds[number])
                theirs = [each * stake * grown for stake in backers[number]]
                late = spent + sum(backers[number]) * (grown - 1)
                back = paid(each * (placed[number] + more.get(number, 0)), theirs, before + late)
            total += chance * log(max(1.0, market.purse - spent + back))
        return total

    added: Stakes = {}
    now = worth(added)
    while True:
        options = [
            {**added, number: added.get(number, 0) + market.step}
            for number, limit in most.items()
            if added.get(number, 0) + market.step <= limit and sum(added.values()) + market.step <= market.purse
        ]
        best = max(options, key=worth, default=None)
        if best is None or worth(best) <= now + LEAST_GAIN:
            return added
        added, now = best, worth(best)
