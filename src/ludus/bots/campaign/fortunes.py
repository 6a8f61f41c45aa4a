"""What chariots and gladiators bring a great family (E1), by the logs that everybody can read: in sesterces, until the
campaign is over or the thing is worn out."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, floor

from ludus.bots.campaign.prospects import rated
from ludus.bots.campaign.school import strength
from ludus.bots.circus.favourites import rating
from ludus.campaign.epic.charts import PRIZES
from ludus.campaign.epic.state import GALA, Families, Gladiator
from ludus.campaign.people import Chariot

FINISHES = 0.7  # how often a chariot comes in, its driver in control (E1 9.1b)
EVENER = 0.35  # how much less a point of rating says of a place in an epic race than of a victory in a season's
AVERAGE = rating(17, 1, 48, "medium")  # of a chariot from the market
A_MAN = 7.0  # the strength of a gladiator from the market
RACES, GALAS = 4, 4  # after so many a thing is worn out, or dead
SPARE = (0.3, 0.1)  # how often the best is not at hand, and the second best neither
SHARE = 1500  # what a survivor of a gala brings (E1 9.2a)
FALLS = 0.75  # how often who loses a fight is dead
MISHAP = 0.04  # and who does not
GRASPS = 0.5  # the share of its worth that even a patient man pays: the auction may be over before the next lot


def sigmoid(log_odds: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, log_odds))))


class Fortunes:
    """The campaign as one family sees it."""

    def __init__(self, families: Families, seat: int) -> None:
        self.families = families
        self.seat = seat
        self.cash = families.ledger.balance(seat)
        left = max(0, families.rules.events - families.round + (families.step != "council"))
        ours = families.event == GALA
        self.races = min(RACES, (left + (not ours)) // 2)
        self.galas = min(GALAS, (left + ours) // 2)
        self.others = [other for other in families.active() if other != seat]
        self._field: list[float] | None = None

    # -- chariots ----------------------------------------------------------------------------------------------------

    def ratings(self, seat: int) -> list[float]:
        return [rated(each) for each in self.families.stables[seat].chariots if each.ready]

    def field(self) -> list[float]:
        """Whom he will meet: the best of each family; who has none will buy one."""
        if self._field is None:
            entries = self.families.rules.entries
            best = [sorted(self.ratings(seat), reverse=True)[:entries] for seat in self.others]
            self._field = [own for ratings in best for own in ratings or [AVERAGE]]
        return self._field

    def prize(self, own: float) -> float:
        """E1 9.1a: of a race, by the place that is to be expected."""
        place = sum(sigmoid(EVENER * (other - own)) for other in self.field())
        paid = [*PRIZES, *([0] * (2 + len(self.others) * self.families.rules.entries))]
        below = floor(place)
        return FINISHES * (paid[below] + (place - below) * (paid[below + 1] - paid[below]))

    def stable_brings(self, ratings: Sequence[float]) -> float:
        """In a race: those that run, and those that stand ready for them."""
        best = sorted(ratings, reverse=True)
        entries = self.families.rules.entries
        weights = (*(1.0,) * entries, *SPARE)
        return sum(weight * self.prize(own) for weight, own in zip(weights, best, strict=False))

    def gain(self, ratings: Sequence[float], more: float) -> float:
        """What one more chariot is worth to who has these."""
        return self.races * (self.stable_brings([*ratings, more]) - self.stable_brings(ratings))

    def chariot_worth(self, chariot: Chariot, *, own: bool = False) -> float:
        """Of one that he could have, or of one that he has."""
        if not chariot.ready:
            return 0.0
        ratings = self.ratings(self.seat)
        if own:
            ratings.remove(rated(chariot))
        return self.gain(ratings, rated(chariot))

    # -- gladiators --------------------------------------------------------------------------------------------------

    def school(self, seat: int) -> list[float]:
        return [worth_of(man) for man in self.families.school(seat)]

    def wins(self, own: float) -> float:
        """How often he would win against what the others have."""
        met = [max(self.school(seat), default=A_MAN) for seat in self.others] or [A_MAN]
        return sum(sigmoid(own - other) for other in met) / len(met)

    def dies(self, own: float) -> float:
        return FALLS * (1 - self.wins(own)) + MISHAP

    def man_brings(self, own: float) -> float:
        """E1 9.2a: in the galas to come, as long as he lives."""
        lives = 1 - self.dies(own)
        return float(SHARE * sum(lives**gala for gala in range(1, self.galas + 1)))

    def school_brings(self, men: Sequence[float]) -> float:
        weights = (*(1.0,) * self.families.rules.men, *SPARE)
        best = sorted(men, reverse=True)
        return sum(weight * self.man_brings(own) for weight, own in zip(weights, best, strict=False))

    def man_worth(self, man: Gladiator, *, own: bool = False) -> float:
        men, his = self.school(self.seat), worth_of(man)
        if own:
            men.remove(his)
        return self.school_brings([*men, his]) - self.school_brings(men)

    # -- anything ----------------------------------------------------------------------------------------------------

    def patient(self, worth: float, later: Sequence[float], price: float) -> float:
        """What he bids at most who knows what comes after it, and that the others take the best of that."""
        left = sorted(later, reverse=True)[len(self.others) :]
        return max(GRASPS * worth, worth - max(0.0, left[0] - price)) if left else worth


def worth_of(man: Gladiator) -> float:
    """What a man adds to his log-odds; open wounds weigh heavily."""
    return strength(man) - 0.4 * sum(man.wounds)
