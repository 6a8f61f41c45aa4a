"""Who keeps a school of gladiators for its owner (GL 21, 22): whom to send, which odds to give, whom to buy."""

from __future__ import annotations

import random
from math import exp

from ludus.bots.campaign.tempers import Temper
from ludus.campaign.careers.state import Race
from ludus.campaign.floor import PASS, bid_of
from ludus.campaign.owners.betting import MINIMUM, OFFER, STEP, TAKE
from ludus.campaign.owners.state import Bet, Stables
from ludus.campaign.sand import SAVE
from ludus.campaign.school import OWNERS, PRICES, Man
from ludus.core.decision import Choice, Choose
from ludus.core.fields import OneOf
from ludus.core.form import Form

FACTOR = 0.33  # what a combat factor adds to the log-odds of winning, measured (docs/bots.md)
TOUGHNESS = 0.15  # and a point of constitution or wound capacity, a guess
# Who wins against whom, by arms, among equal men (docs/bots.md).
SWORDS = {
    ("light", "medium"): 0.28,
    ("light", "heavy"): 0.23,
    ("light", "retiarius"): 0.66,
    ("medium", "heavy"): 0.49,
    ("medium", "retiarius"): 0.75,
    ("heavy", "retiarius"): 0.74,
}
BEST_ARMS = ("heavy", "medium", "light", "retiarius")
EDGE = 1.15  # a side bet must promise so many times what it costs
A_MAN = 250  # sesterces that a man of middling strength is worth, a match in two
# What brings most for its points: a factor is a factor, and training is the cheapest.
TRAINING = ("training", "agility", "strength", "wound_factor", "constitution")


def strength(man: Man) -> float:
    """What a man adds to his log-odds."""
    return FACTOR * man.cf + TOUGHNESS * (man.constitution + man.wound_factor)


def beats(own: str, other: str) -> float:
    """How often these arms win against those.

    >>> beats("light", "heavy"), beats("heavy", "light"), beats("medium", "medium")
    (0.23, 0.77, 0.5)
    """
    if own == other:
        return 0.5
    return SWORDS[own, other] if (own, other) in SWORDS else round(1 - SWORDS[other, own], 2)


def chance(own: Man, arms: str, other: Man, his: str) -> float:
    """That the first of two men wins."""
    even = beats(arms, his)
    odds = even / (1 - even) * exp(strength(own) - strength(other))
    return odds / (1 + odds)


class SchoolMaster:
    """Log sheets and purses are open to everybody (GL 3-6a), so that he can reckon."""

    def __init__(self, schools: Stables | Race, temper: Temper, rng: random.Random) -> None:
        self.schools = schools
        self.temper = temper
        self._rng = rng

    @property
    def stables(self) -> Stables:
        assert isinstance(self.schools, Stables)
        return self.schools

    # -- men -------------------------------------------------------------------------------------------------

    def type(self, decision: Choose) -> Choice:
        return best_arms(decision)

    def arms(self, decision: Choose) -> Choice:
        """GL 22.3b: what is best against the other's arms, or altogether."""
        if not self.stables.arms:
            return best_arms(decision)
        his = self.stables.arms[0]
        return max(decision, key=lambda kind: (beats(str(kind), his), -BEST_ARMS.index(str(kind))))

    def send(self, decision: Choose) -> Choice:
        """GL 22.3b: the strongest."""
        men = self.schools.men
        return max(decision, key=lambda number: (strength(men[int(str(number))]), -int(str(number))))

    def improve(self, decision: Choose) -> Choice:
        """GL 21.3: the first thing that his points suffice for; who has nearly enough for a factor waits for it."""
        return next((rating for rating in TRAINING if rating in decision and PRICES[rating] < MOST_SPENT), SAVE)

    # -- bets ------------------------------------------------------------------------------------------------

    def odds(self, decision: Choose) -> Choice:
        """GL 22.5: those that promise most; at k to 1 he loses k times what he could win."""
        stables = self.stables
        index = stables.pair.index(decision.seat)
        own = self.first_wins() if index == 0 else 1 - self.first_wins()

        def promise(said: Choice) -> float:
            odds = int(str(said)[0])
            risk = odds * MINIMUM[odds - 1]
            if risk > self.temper.nerve * stables.purse(decision.seat) and odds > 1:
                return -1.0e9
            return own * MINIMUM[odds - 1] - (1 - own) * risk

        return max(decision, key=promise)

    def first_wins(self) -> float:
        (one, two), (arms, his) = self.stables.fighters(), self.stables.arms
        return chance(one, arms, two, his)

    def side_bet(self, decision: Form) -> Choice:
        """GL 22.5: take what promises more than it costs; else offer something once, on the man who should win."""
        stables, seat = self.stables, decision.seat
        most = int(self.temper.nerve * stables.free_money(seat)) // STEP * STEP
        wins = (self.first_wins(), 1 - self.first_wins())
        what = decision.fields[0]
        assert isinstance(what, OneOf)

        def worth(bet: Bet) -> float:
            return wins[1 - bet.on] * bet.mine / (wins[bet.on] * bet.yours)

        open_bets = [bet for bet in stables.bets if f"{TAKE} {bet.number}" in what.choices and bet.yours <= most]
        best = max(open_bets, key=worth, default=None)
        if best is not None and worth(best) >= EDGE:
            return decision.read({"do": f"{TAKE} {best.number}"})
        if OFFER in what.choices and most >= STEP and all(bet.seat != seat for bet in stables.bets):
            on = decision.fields[1]
            assert isinstance(on, OneOf)
            favourite = max(on.choices, key=lambda index: wins[int(index)])
            asked = most * (1 - wins[int(favourite)]) / wins[int(favourite)] * EDGE
            yours = max(STEP, -int(-asked // STEP) * STEP)
            if wins[int(favourite)] > 0.5:
                offered = {"do": OFFER, "on": favourite, "mine": most, "yours": yours}
                if not any(field.name == "yours" and yours > getattr(field, "high", 0) for field in decision.fields):
                    return decision.read(offered)
        return decision.default

    # -- the auction -----------------------------------------------------------------------------------------

    def bid(self, decision: Choose) -> Choice:
        """GL 22.4: a step more, up to what the man is worth; the fewer he has, the more."""
        call = next((str(choice) for choice in decision if choice != PASS), PASS)
        if call == PASS:
            return PASS
        stables = self.stables
        left = stables.rules.matches - stables.round
        have = len(stables.stable(decision.seat))
        wanted = 1 + max(0, OWNERS["men"] - have) / 2 if left else 0
        worth = A_MAN * wanted * (4 if not have else 1) / self.temper.thrift
        return call if bid_of(call) <= min(worth, stables.purse(decision.seat) / 4) else PASS


MOST_SPENT = 50  # points: what costs so much is hardly worth it


def best_arms(decision: Choose) -> Choice:
    return next(kind for kind in BEST_ARMS if kind in decision)
