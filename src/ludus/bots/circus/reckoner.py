"""An owner who reckons: measured chances, everybody's money, and what is due to whom if a chariot wins."""

from __future__ import annotations

from typing import Any

from ludus.bots.circus.course import Course
from ludus.bots.circus.favourites import at_the_start, rating_at_start, shares, under_way
from ludus.bots.circus.patron import EDGE, Patron, brought_back, money_in, side_chance
from ludus.bots.circus.wagers import Bets, Market, Stakes, again, place
from ludus.core.decision import Choice, Choose
from ludus.core.fields import Number
from ludus.core.form import Form
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race

TRUST = 0.97  # how far he trusts his reckoning; the rest goes to all alike
LATE_TRUST = 0.95
GUESSES = 8
MORE = (0, 0, 1, 1, 2, 3)  # hundreds more than expected that somebody may bet
BACKED = 0.3  # how often somebody puts a hundred on the favourite besides
USUAL_SHARE = 0.01  # of his purse that somebody is thought to bet, on his own
COLLAPSE = 2.5  # what a fallen horse takes off a chariot's log-odds, besides its speed; a guess
POINT = 0.67  # and a point of drugs
POT = 2.0  # how many times what all are thought to bet at first is in the pool at the end


def trusting(chances: list[float], trust: float) -> list[float]:
    return [trust * each + (1 - trust) / len(chances) for each in chances]


class Reckoner(Patron):
    """Bets by the logarithm of what he would have; drugs only where the pool is worth it."""

    # -- before the race -------------------------------------------------------------------------------------

    def bets(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 26.1, 26.2. Where the bank pays, whatever is in the pool, he bets like others (E2 5.3.2)."""
        if bank_pays(race):
            return super().bets(race, course, decision)
        chances = at_the_start(race)
        step = next(field.step for field in decision.fields if isinstance(field, Number))
        purse = decision.limits[0].most or 0
        own = frozenset(each.number for each in race.chariots if each.seat == decision.seat)
        others = self.expected(race, chances, decision.seat, step)
        guesses = [self.guess(others, chances, step) for _ in range(GUESSES)]
        market = Market(trusting(chances, TRUST), others, own, purse, step, brought_back(race))
        stakes = place(market, max(step, int(self.habits.nerve * purse)), guesses=guesses)
        return decision.read({race.chariots[number].faction: amount for number, amount in stakes.items()})

    def expected(self, race: Race, chances: list[float], seat: int, step: int) -> Bets:
        """What the others are thought to bet: a little, each on his best; who races none, on the favourite."""
        found = {}
        for other, purse in enumerate(race.rules.purses or (race.rules.purse,) * race.seats):
            if other != seat:
                own = [each.number for each in race.chariots if each.seat == other] or range(len(chances))
                amount = max(step, int(USUAL_SHARE * purse) // step * step)
                found[other] = {max(own, key=lambda number: chances[number]): amount}
        return found

    def guess(self, expected: Bets, chances: list[float], step: int) -> Bets:
        """The same bets, as they may come: some hundreds more, and now and then something on a favourite."""
        favourite = max(range(len(chances)), key=lambda number: chances[number])
        guessed = {}
        for seat, stakes in expected.items():
            found = {number: amount + step * self._rng.choice(MORE) for number, amount in stakes.items()}
            if self._rng.random() < BACKED:
                found[favourite] = found.get(favourite, 0) + step
            guessed[seat] = found
        return guessed

    def envelope(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 24.4: he who schemes has the weakest horse of the favourite drugged, if his share of the pool that is to
        be expected grows by more than that costs."""
        rivals = [each for each in race.chariots if each.seat != decision.seat]
        own = [each for each in race.chariots if each.seat == decision.seat]
        if not self.habits.mischief or not rivals or not own:
            return decision.default
        money = book_of(race).money["drugs"]  # type: ignore[attr-defined]
        ratings = [rating_at_start(race, each) for each in race.chariots]
        chances = shares(ratings)
        favourite = max(rivals, key=lambda each: chances[each.number])
        price = max(int(money["least"]), int(money["per_point"]) * min(favourite.horses))
        ratings[favourite.number] -= COLLAPSE + POINT * min(favourite.horses)
        grows = sum(shares(ratings)[each.number] - chances[each.number] for each in own)
        expected = self.expected(race, chances, decision.seat, 1)
        pool = POT * sum(sum(stakes.values()) for stakes in expected.values())
        spare = decision.limits[0].most or 0
        if price > self.habits.nerve * spare or grows * pool < price:
            return decision.default
        return decision.read({"target": favourite.faction, "drugs": price})

    def side_bet(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 26.1d: now and then, to the richest rival, on his own best chariot, at odds that are a little better than
        fair for himself."""
        own = [each.number for each in race.chariots if each.seat == decision.seat]
        if self._rng.random() >= self.habits.dares or not own:
            return decision.default
        chances = at_the_start(race)
        best = max(own, key=lambda number: chances[number])
        purses = race.rules.purses or (race.rules.purse,) * race.seats
        richest = max((seat for seat in range(race.seats) if seat != decision.seat), key=lambda seat: purses[seat])
        fields = {field.name: field for field in decision.fields if isinstance(field, Number)}
        step = fields["stake"].step
        stake = max(step, int(self.habits.nerve * fields["stake"].high / 4) // step * step)
        fair = stake * (1 - chances[best]) / chances[best]
        against = int(EDGE * fair) // step * step + step
        if not fair or against > min(fields["against"].high, purses[richest] // 4):
            return decision.default
        terms: dict[str, Any] = {"with": f"seat {richest + 1}", "on": race.chariots[best].faction}
        return decision.read({**terms, "stake": stake, "against": against})

    def take_side_bet(self, race: Race, course: Course, decision: Choose) -> Choice:
        """CM 26.1d: he wins the stake unless that chariot comes in first."""
        stake, against = money_in(decision)[-2:]
        chance = side_chance(race, at_the_start(race), decision)
        purse = race.parts["patronage"].purse(decision.seat)
        pays = (1 - chance) * stake > EDGE * chance * against
        return "take" if pays and against <= self.habits.nerve * purse else "no"

    # -- in the race -----------------------------------------------------------------------------------------

    def lap_bets(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 26.3: all bets are open by now."""
        if bank_pays(race):
            return super().lap_bets(race, course, decision)
        coffers = race.parts["patronage"]
        staked: dict[int, Stakes] = {seat: dict(stakes) for seat, stakes in coffers.bets.items()}
        for lap in coffers.later:
            for seat, stakes in lap.items():
                for number, amount in stakes.items():
                    staked[seat][number] = staked[seat].get(number, 0) + amount
        mine = staked.pop(decision.seat)
        fields = {field.name: field for field in decision.fields if isinstance(field, Number)}
        limits = {each.number: fields[each.faction].high for each in race.chariots if each.faction in fields}
        step = next(iter(fields.values())).step
        chances = trusting(under_way(race, course), LATE_TRUST)
        purse = decision.limits[0].most or 0
        market = Market(chances, staked, frozenset(), purse, step, brought_back(race))
        added = again(market, mine, coffers.odds, limits)
        return decision.read({race.chariots[number].faction: amount for number, amount in added.items()})


def bank_pays(race: Race) -> bool:
    """E2 5.3.2: stakes come back, too."""
    return brought_back(race)(1) > 1
