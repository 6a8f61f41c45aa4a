"""The exchange of blows as the game that it is: both share out their factors in secret.

What a man gains by an attack depends on what the other keeps on that area, and nothing else, as long as one does not
ask which blow falls first. The best answer to a known mixture of the other's sheets is then a sum over the five areas,
and is found exactly among all sheets. Two men who keep answering each other's past so (fictitious play) draw near to
the mixed strategies that neither can better.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ludus.bots.gladiator.worth import HABIT, Body, Prices
from ludus.games.gladiator.combat import halvings
from ludus.games.gladiator.fighter import Fighter

Sheet = tuple[int, ...]  # five attacks, five defences
AREAS = range(5)
NOTHING: Sheet = (0,) * 10
TYPICAL = 5  # factors in a blow, where only the shield asks


@dataclass(frozen=True, slots=True)
class Purse:
    """What a man has to share out."""

    budget: int
    most: int  # in one attack; 0: he cannot strike
    guards: bool = True

    @classmethod
    def of(cls, fighter: Fighter, bonus: int, strikes: bool) -> Purse:
        """GL 8.31a, 9.33: half of all may go into one attack; a spent man has his bonus, and only to attack."""
        budget = max(0, fighter.own_cf + bonus)
        spent = fighter.cf <= 0
        if not strikes:
            return cls(0 if spent else budget, 0, not spent)
        return cls(budget, budget if budget == 1 or spent else budget // 2, not spent)


class Duel:
    """What blows of one man do to the other, by area, factors and guard. `life` is what his death is worth, where it
    is not the usual price."""

    def __init__(
        self,
        attacker: Fighter,
        target: Fighter,
        widths: tuple[int, ...],
        prices: Prices = HABIT,
        life: float | None = None,
    ) -> None:
        self.body = Body(target, widths, prices)
        self.life = prices.life if life is None else life
        self.might = attacker.strength
        self.halved = [len(halvings(attacker, target, area)) for area in AREAS]
        self.prone = target.prone
        self._kept: dict[tuple[int, int, int], float] = {}

    def gain(self, area: int, cfs: int, guard: int) -> float:
        if not cfs:
            return 0.0
        key = (area, cfs, guard)
        if key not in self._kept:
            strength = cfs >> self.halved[area]
            defence = guard // 2 if self.prone else guard
            harm, death = self.body.suffers(area, strength - defence, self.might, TYPICAL)
            self._kept[key] = harm + self.life * death
        return self._kept[key]


class Side:
    """One man's part in the fictitious play: the sum of what each of his boxes would have brought so far."""

    def __init__(self, purse: Purse, other: Purse, blows: Duel, other_blows: Duel) -> None:
        self.purse = purse
        self.blows, self.other_blows = blows, other_blows
        self.most = purse.most
        # More on an area than the other can strike with is wasted.
        self.guard = min(purse.budget, other.most + 1) if purse.guards and other.most else 0
        self.attack = [[0.0] * (self.most + 1) for _ in AREAS]
        self.defend = [[0.0] * (self.guard + 1) for _ in AREAS]
        self.sheets: Counter[Sheet] = Counter()

    def watch(self, sheet: Sheet, share: float = 1.0) -> None:
        """The other has filled in this sheet, or would so often."""
        for area in AREAS:
            guard, cfs = sheet[5 + area], sheet[area]
            row = self.attack[area]
            for points in range(1, self.most + 1):
                row[points] += share * self.blows.gain(area, points, guard)
            if cfs:
                row = self.defend[area]
                for points in range(self.guard + 1):
                    row[points] -= share * self.other_blows.gain(area, cfs, points)

    def answer(self, budget: int | None = None, most: int | None = None) -> tuple[float, Sheet]:
        """The best sheet against all that has been seen, and its worth."""
        budget = self.purse.budget if budget is None else budget
        most = self.most if most is None else min(most, self.most)
        reach = [0.0] * (budget + 1)
        picks: list[list[tuple[int, int]]] = []
        for area in AREAS:
            attack, defend = self.attack[area], self.defend[area]
            # The best way to spend so many points on this area.
            best = [NEVER] * (budget + 1)
            how = [(0, 0)] * (budget + 1)
            for points in range(min(most, budget) + 1):
                value = attack[points]
                for guard in range(min(self.guard, budget - points) + 1):
                    total = value + defend[guard]
                    if total > best[points + guard]:
                        best[points + guard] = total
                        how[points + guard] = (points, guard)
            top = min(budget, most + self.guard)
            further = [NEVER] * (budget + 1)
            pick = [(0, 0)] * (budget + 1)
            for spent in range(budget + 1):
                for here in range(min(top, spent) + 1):
                    total = best[here] + reach[spent - here]
                    if total > further[spent]:
                        further[spent] = total
                        pick[spent] = how[here]
            reach = further
            picks.append(pick)
        left = max(range(budget + 1), key=reach.__getitem__)
        value = reach[left]
        sheet = [0] * 10
        for area in reversed(AREAS):
            points, guard = picks[area][left]
            sheet[area], sheet[5 + area] = points, guard
            left -= points + guard
        return value, tuple(sheet)


NEVER = float("-inf")


class Exchange:
    """Both men's mixed strategies, and what they come to for the first."""

    def __init__(self, first: Purse, second: Purse, blows: Duel, other_blows: Duel, rounds: int) -> None:
        self._parts = ((first, second, blows, other_blows), (second, first, other_blows, blows))
        self.sides = (Side(*self._parts[0]), Side(*self._parts[1]))
        mine, his = self.sides
        for side in self.sides:
            side.watch(NOTHING)
        self.rounds = rounds
        for number in range(rounds):
            one, other = mine.answer()[1], his.answer()[1]
            if number == 0:  # what answers nothing at all is no opinion
                for side, seen in ((mine, other), (his, one)):
                    side.attack = [[0.0] * len(row) for row in side.attack]
                    side.defend = [[0.0] * len(row) for row in side.defend]
                    side.watch(seen)
                continue
            mine.watch(other)
            his.watch(one)
            mine.sheets[one] += 1
            his.sheets[other] += 1
        self.value = (mine.answer()[0] - his.answer()[0]) / (2 * rounds)

    def candidates(self, side: int, most: int) -> list[tuple[Sheet, float]]:
        """The sheets that were played most, with their shares."""
        common = self.sides[side].sheets.most_common(most)
        total = sum(count for _, count in common)
        return [(sheet, count / total) for sheet, count in common]

    def best_against(self, side: int, sheets: list[tuple[Sheet, float]]) -> Sheet:
        """The sheet of one side that answers these of the other best, each with its share."""
        fresh = Side(*self._parts[side])
        for sheet, share in sheets:
            fresh.watch(sheet, share)
        return fresh.answer()[1]
