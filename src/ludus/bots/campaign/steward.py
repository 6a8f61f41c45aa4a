"""Who keeps a stable for its owner: the questions of a season between its races, each answered in a method."""

from __future__ import annotations

import random
import re
from itertools import cycle, islice, product
from statistics import mean
from typing import Any

from ludus.bots.campaign.prospects import Prospects, rated
from ludus.bots.campaign.suspicion import has_reason
from ludus.bots.campaign.tempers import Temper
from ludus.bots.circus.favourites import rating
from ludus.bots.circus.patrons import CAUTION
from ludus.campaign.floor import PASS, bid_of
from ludus.campaign.lots import Lot, find, read_lot, spares
from ludus.campaign.people import Car, Chariot, Driver, Horse, Stable, Team
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.deals import ACCEPT, DECLINE
from ludus.campaign.season.entries import OUT
from ludus.campaign.season.records import CHART
from ludus.campaign.season.spares import LEAVE
from ludus.campaign.season.state import Season
from ludus.campaign.training import SAVE
from ludus.campaign.vacancies import needs_car, needs_horses
from ludus.core.decision import Choice, Choose, Filled
from ludus.core.fields import OneOf
from ludus.core.form import Form

NEEDY = 400  # with less he is glad of a loan
BORROWS = 1000
TERM = 3  # races until it is paid back
DEAREST = 1.4  # what he promises to pay back at most, for each sesterce
PLEDGE = 0.5  # of what a chariot would be worth to him he counts on, should its owner have to sell it
FRUGAL = 0.5  # the share of his money that he spends on purchases at most
SECRET = 0.1  # the share that he spends in secret at most, each time
POINT = int(CHART["drugs"]["per_point"])  # CM 24.41: what takes a point from a horse, and what guards against it
SUM = re.compile(r"([\d,]+)s\b")  # money in words
SPEEDS = {
    price: mean(CHARTS.horse_speed(one + two, price) for one in range(1, 7) for two in range(1, 7))
    for price in CHARTS.horse_prices
}


class Steward:
    """Sees all stables and accounts, as everybody does, and counts in sesterces to the end of the season."""

    def __init__(self, season: Season, temper: Temper, rng: random.Random) -> None:
        self.season = season
        self.temper = temper
        self._rng = rng

    def prospects(self, decision: Any) -> Prospects:
        return Prospects(self.season, decision.seat)

    # -- before the season -----------------------------------------------------------------------------------

    def builds(self, decision: Form) -> Choice:
        """CM 20.1b: what wins races (docs/bots.md)."""
        builds = islice(cycle(self.temper.builds), len(decision.fields))
        return decision.read(
            {field.name: " ".join(map(str, points)) for field, points in zip(decision.fields, builds, strict=True)}
        )

    # -- loans and sales -------------------------------------------------------------------------------------

    def offer(self, decision: Form) -> Choice:
        """CM 21.2a: who has next to nothing asks the richest; who likes interest lends to somebody like that, if he is
        good for it. Nobody is asked twice before the same race, and who wants no money is left in peace."""
        ahead, cash = self.prospects(decision), self.season.ledger.balance
        last = self.season.rules.races + 1
        due = min(self.season.race + TERM, last)
        others = [seat for seat in self.season.players() if seat != decision.seat]
        fields = {field.name: field for field in decision.fields}
        ways = fields["way"]
        assert isinstance(ways, OneOf)
        if "sell" not in fields:  # the window has opened again
            return decision.default
        richest = max(others, key=lambda seat: (cash(seat), -seat))
        if self.is_needy(decision.seat) and self.chance(ahead) and affordable(BORROWS, cash(richest)):
            owed = int(BORROWS * (1 + self.temper.interest))
            return decision.read(
                {"way": "borrow", "with": f"seat {richest + 1}", "borrow": BORROWS, "owed": owed, "due": due}
            )
        lent = int(self.temper.lends * ahead.cash) // CHARTS.bet * CHARTS.bet
        owed = int(lent * (1 + self.temper.interest))
        glad = [seat for seat in others if self.is_needy(seat) and self.is_good(ahead, seat, lent, owed)]
        if lent > CHARTS.bet and due < last and glad and "lend" in ways.choices:
            poorest = min(glad, key=lambda seat: (cash(seat), seat))
            return decision.read({"way": "lend", "with": f"seat {poorest + 1}", "lend": lent, "owed": owed, "due": due})
        return decision.default

    def is_needy(self, seat: int) -> bool:
        """Who has next to nothing, and owes nobody yet."""
        return self.season.ledger.balance(seat) < NEEDY and not self.owes(seat)

    def owes(self, seat: int) -> int:
        return sum(loan.owed for loan in self.season.loans if loan.borrower == seat)

    def is_good(self, ahead: Prospects, seat: int, lent: int, owed: int) -> bool:
        """Whether somebody who still races could pay that too out of what he has then, if need be by selling
        chariots."""
        own, his = ahead.ratings(ahead.seat), ahead.ratings(seat)
        has = self.season.ledger.balance(seat) + lent + PLEDGE * sum(ahead.gain(own, each) for each in his)
        return bool(his) and has > owed + self.owes(seat)

    def accept(self, decision: Form) -> Choice:
        """CM 21.2a: a gift always; a loan when he needs it and it is not too dear; and he lends where it pays."""
        ahead = self.prospects(decision)
        filled = {}
        for field in decision.fields:
            assert isinstance(field, OneOf)
            lent, owed = sums_of(field.help)
            if field.title.endswith("lends you"):
                needs = ahead.cash < NEEDY and owed <= DEAREST * lent
                pays = owed <= lent or needs
            else:
                borrower = int(field.title.split()[1]) - 1
                good = self.is_good(ahead, borrower, lent, owed)
                pays = good and owed >= (1 + self.temper.interest) * lent and affordable(lent, ahead.cash)
            filled[field.name] = ACCEPT if pays else DECLINE
        return decision.read(filled)

    def chance(self, ahead: Prospects) -> float:
        return ahead.chance(ahead.ratings(ahead.seat))

    # -- auctions --------------------------------------------------------------------------------------------

    def bid(self, decision: Choose) -> Choice:
        """CM 21.2b: the next step, as long as it is less than what the lot is worth to him."""
        call = next((str(choice) for choice in decision if choice != PASS), PASS)
        if call == PASS:
            return PASS
        return call if bid_of(call) * self.temper.thrift <= self.worth(decision) else PASS

    def worth(self, decision: Choose) -> float:
        """What a lot would bring him, no more than half his money."""
        ahead = self.prospects(decision)
        lot = read_lot(decision.about)
        thing = next(find(stable, lot) for stable in self.season.stables if holds(stable, lot))
        ratings = ahead.ratings(decision.seat)
        limit = FRUGAL * ahead.cash
        if isinstance(thing, Chariot):
            return min(limit, ahead.gain(ratings, rated(thing))) if thing.ready else 0.0
        gains = [0.0]
        for chariot in self.season.stables[decision.seat].chariots:
            after = filled_with(chariot, thing)
            if after is not None:
                gains.append(ahead.gain(ratings, after))
        return min(limit, max(gains))

    def lot(self, decision: Choose) -> Choice:
        """CM 21.2b: what he himself can do without most easily."""
        stable = self.season.stables[decision.seat]
        ready = sorted((each for each in stable.chariots if each.ready), key=rated)

        def loss(name: str) -> float:
            lot = read_lot(name)
            if lot.kind != "chariot":
                return -1.0 if lot in spares(stable) else 99.0
            chariot = stable.chariot(lot.id)
            return float(ready.index(chariot)) if chariot in ready else 50.0

        return min(map(str, decision), key=loss)

    # -- vacancies -------------------------------------------------------------------------------------------

    def spare(self, decision: Choose) -> Choice:
        """CM 21.2b: whatever makes a chariot ready."""
        stable = self.season.stables[decision.seat]
        for choice in map(str, decision):
            lot, _, number = choice.partition(" into ")
            if choice != LEAVE:
                chariot, thing = stable.chariot(int(number)), find(stable, read_lot(lot))
                hale = not isinstance(thing, Driver) or not thing.injury
                if not chariot.ready and hale and filled_with(chariot, thing) is not None:
                    return choice
        return LEAVE

    def purchases(self, decision: Form) -> Choice:
        """CM 20.21a: chariot by chariot, whatever brings more than it costs until the end of the season. Who has none
        that could race has one made ready all the same, as cheaply as can be: pride again."""
        ahead = self.prospects(decision)
        money = FRUGAL * ahead.cash
        ratings = ahead.ratings(decision.seat)
        filled: dict[str, str] = {}
        broken = [each for each in self.season.stables[decision.seat].chariots if not each.ready]
        for chariot in broken:
            repairs = [
                (ahead.gain(ratings, after) - self.temper.thrift * cost, after, cost, bought)
                for bought, cost, after in repairs_of(chariot)
                if cost <= money and decision.read({**filled, **bought}) in decision
            ]
            best = max(repairs, key=lambda each: each[:2], default=None)
            if best is not None and best[0] > 0:
                _, after, cost, bought = best
                filled |= bought
                ratings.append(after)
                money -= cost
        return decision.read(filled) if ratings else self.cheapest(decision, broken, money)

    def record(self, decision: Form) -> Choice:
        """CM 20.21a in its strict order: purchases first; then drugs for whoever has the best chariot, no more than its
        weakest horse takes, and a guard for his own best. Which of a rival's will start he does not know."""
        bought = self.purchases(decision)
        assert isinstance(bought, Filled)
        filled = dict(bought.items())
        own, rivals = self.best_of(decision.seat), [seat for seat in self.season.owners() if seat != decision.seat]
        best = max(filter(None, map(self.best_of, rivals)), key=rated, default=None)
        caution = CAUTION if has_reason(self.season.ledger, decision.seat, self.season.race) else self.temper.caution
        schemes, guards = self._rng.random() < self.temper.mischief, self._rng.random() < caution
        if schemes and best is not None and best.team is not None and (own is None or rated(own) < rated(best)):
            owner = next(seat for seat in rivals if best in self.season.stables[seat].chariots)
            dose = min(min(horse.now for horse in best.team.horses), self.doses(decision.seat))
            filled = if_legal(decision, filled, {"rival": f"seat {owner + 1}", "drugs": POINT * dose})
        if guards and own is not None and self.doses(decision.seat):
            filled = if_legal(decision, filled, {"guard_1": str(own.id), "guard_1_drugs": POINT})
        return decision.read(filled)

    def best_of(self, seat: int) -> Chariot | None:
        ready = [each for each in self.season.stables[seat].chariots if each.ready and not each.injury]
        return max(ready, key=rated, default=None)

    def doses(self, seat: int) -> int:
        """Points of drugs that he would pay for."""
        return int(SECRET * self.season.ledger.balance(seat)) // POINT

    def cheapest(self, decision: Form, broken: list[Chariot], money: float) -> Choice:
        """What makes one chariot ready for the least; nothing, where that is more than he has."""
        repairs = [(cost, -after, decision.read(bought)) for each in broken for bought, cost, after in repairs_of(each)]
        payable = [(cost, after, bought) for cost, after, bought in repairs if cost <= money and bought in decision]
        return min(payable, key=lambda each: each[:2], default=(0, 0.0, decision.default))[2]

    def horse_price(self, decision: Choose) -> Choice:
        """CM 21.4: he never begins to buy a whole team."""
        return next(iter(decision))

    # -- the race --------------------------------------------------------------------------------------------

    def entries(self, decision: Choose) -> Choice:
        """CM 20.22: those who win most; a second one where enough others are left at home. CM 20.21b lets him stay out,
        and his purse would thank him for it; his pride forbids it."""
        stable = self.season.stables[decision.seat]
        ahead = self.prospects(decision)
        healthy = sum(each.ready and not each.injury for each in stable.chariots)
        most = self.temper.entries if healthy >= 2 + self.temper.spare else 1

        def promise(choice: str) -> tuple[float, int, float]:
            numbers = [int(number) for number in choice.removeprefix("enter ").split()]
            ratings = [rated(stable.chariot(number)) for number in numbers]
            return (ahead.chance(ratings), len(ratings), ratings[0])  # alone he enters two: a race takes as many

        allowed = [str(each) for each in decision if each != OUT and len(str(each).split()) <= 1 + most]
        return max(allowed, key=promise)

    # -- experience ------------------------------------------------------------------------------------------

    def improve(self, decision: Choose) -> Choice:
        """CM 23.3: a better driver; else more speed, the weakest horse first, which also drugs find hardest to bear;
        endurance where no horse can be better."""
        stable = self.season.stables[decision.seat]
        teams = {team.id: team for team in stable.all_teams()}

        def use(choice: str) -> tuple[int, int]:
            kind, number, *place = choice.split()
            if kind == "driver":
                return (3, 0)
            if kind == "horse":
                return (2, -teams[int(number)].horses[int(place[0]) - 1].full)
            return (1, 0)

        return max((str(each) for each in decision if each != SAVE), key=use, default=SAVE)


def affordable(lent: int, cash: int) -> bool:
    """For a lender who has so much."""
    return lent <= FRUGAL * cash / 2


def if_legal(decision: Form, filled: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """With that besides, where the rules and the money allow it."""
    both = {**filled, **more}
    return both if decision.read(both) in decision else filled


def holds(stable: Stable, lot: Lot) -> bool:
    try:
        find(stable, lot)
    except StopIteration:
        return False
    return True


def sums_of(terms: str) -> tuple[int, int]:
    """What a loan brings and what it costs, out of its terms.

    >>> sums_of("1,000s now for 1,300s before race 5"), sums_of("50s, a gift")
    ((1000, 1300), (50, 0))
    """
    sums = [int(each.replace(",", "")) for each in SUM.findall(terms)]
    return sums[0], sums[1] if len(sums) > 1 else 0


def repairs_of(chariot: Chariot) -> list[tuple[dict[str, str], int, float]]:
    """Every way to make a chariot ready out of the shop: what is bought, its price, and how it is rated then."""
    driver, team, car = chariot.driver, chariot.team, chariot.car
    if driver is None or team is None or car is None or any(horse.sold for horse in team.horses):
        return []
    drivers = [("", 0, driver.modifier)]
    if not driver.alive:
        drivers = [(f"{modifier:+d}", price, modifier) for modifier, price in enumerate(CHARTS.driver_prices)]
    lost = needs_horses(chariot)
    found = []
    for (man, wage, modifier), price in product(drivers, CHARTS.horse_prices if lost else (0,)):
        bought = {f"horse_{chariot.id}_{place + 1}": str(price) for place in lost}
        cost = wage + price * len(lost)
        if man:
            bought[f"driver_{chariot.id}"] = man
        if needs_car(chariot):
            bought[f"car_{chariot.id}"] = "buy"
            cost += CHARTS.car_price
        speed = team.speed + (SPEEDS[price] * len(lost) if lost else 0)
        found.append((bought, cost, rating(speed, modifier, team.endurance, car.kind)))
    return found


def filled_with(chariot: Chariot, thing: object) -> float | None:
    """How a chariot is rated with this in its only vacancy; None: that does not make it ready."""
    driver, team, car = chariot.driver, chariot.team, chariot.car
    if chariot.ready or driver is None or team is None or car is None or any(horse.sold for horse in team.horses):
        return None
    lacks = ["horse"] * len(team.lost) + ["driver"] * (not driver.alive) + ["car"] * car.wrecked
    kind = thing.__class__.__name__.lower()
    if lacks != [kind] and not (kind == "team" and set(lacks) == {"horse"}):
        return None
    if isinstance(thing, Driver):
        return rating(team.speed, thing.modifier, team.endurance, car.kind)
    if isinstance(thing, Horse):
        return rating(team.speed + thing.now, driver.modifier, team.endurance, car.kind)
    if isinstance(thing, Team):
        return rating(thing.speed, driver.modifier, thing.endurance, car.kind) if thing.complete else None
    fits = isinstance(thing, Car) and thing.kind == car.kind
    return rating(team.speed, driver.modifier, team.endurance, car.kind) if fits else None
