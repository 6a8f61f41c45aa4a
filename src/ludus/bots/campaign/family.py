"""The head of a great family (E1): every question of the epic campaign, answered by what it brings in sesterces."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from statistics import mean
from typing import Any

from ludus.bots.campaign.fortunes import A_MAN, AVERAGE, EVENER, SHARE, Fortunes, sigmoid, worth_of
from ludus.bots.campaign.prospects import rated
from ludus.bots.campaign.school import BEST_ARMS, MOST_SPENT, TRAINING
from ludus.bots.campaign.tempers import Temper
from ludus.bots.circus.favourites import rating
from ludus.campaign.epic.challenges import DUEL, MATCH_RACE
from ludus.campaign.epic.chapter import NONE
from ludus.campaign.epic.charts import ODDS, STEP, stakes
from ludus.campaign.epic.components import DRIVERS, LEAVE, ORDERS, PLACED, seat_of
from ludus.campaign.epic.council import GO_ON
from ludus.campaign.epic.deals import ACCEPT, DECLINE, Deal
from ludus.campaign.epic.galas import OUT as NOBODY
from ludus.campaign.epic.races import ENTER, OUT
from ludus.campaign.epic.state import GALA, RACE, Families
from ludus.campaign.floor import PASS, bid_of
from ludus.campaign.lots import Thing, find, read_lot
from ludus.campaign.people import Car, Chariot, Driver, Horse, Stable, Team
from ludus.campaign.school import PRICES
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.training import SAVE
from ludus.core.decision import Choice, Choose
from ludus.core.fields import Number, OneOf
from ludus.core.form import Form

RESERVE = 600  # sesterces that he never spends on a purchase: he must bet, and may want a man
LOSES = 0.15  # how often a chariot does not come home as it went
EDGE = 1.25  # a bet, a deal or a challenge must promise so many times what it costs
CHARIOT, MAN = 700, 400  # what the first bid of an auction is like
SURE = 0.62  # with a better chance he challenges
BREAK_IN = 3.5  # E1 8.2: endurance that a newcomer costs
BORROWS, INTEREST, TERM = 1000, 1.3, 2
SUM = re.compile(r"([\d,]+)s\b")
SPEEDS = {
    price: mean(CHARTS.horse_speed(one + two, price) for one in range(1, 7) for two in range(1, 7))
    for price in CHARTS.horse_prices
}


class Head:
    """Sees all stables, schools and accounts, as everybody does."""

    def __init__(self, families: Families, temper: Temper, rng: random.Random) -> None:
        self.families = families
        self.temper = temper
        self._rng = rng

    def fortunes(self, decision: Any) -> Fortunes:
        return Fortunes(self.families, decision.seat)

    def guess(self, worth: float) -> float:
        """A worth as he sees it, who has an eye for such things or not."""
        return worth * (1 + self.temper.blur * self._rng.uniform(-1, 1))

    # -- the council (E1 5.1.2) --------------------------------------------------------------------------------------

    def council(self, decision: Choose) -> Choice:
        """What suits him better than the others."""
        if GO_ON in decision or not self.temper.cunning:
            return decision.default
        ahead = self.fortunes(decision)
        own, men = ahead.ratings(decision.seat), ahead.school(decision.seat)
        race = max(own, default=AVERAGE) - mean(ahead.field() or [AVERAGE])
        gala = max(men, default=A_MAN) - mean([max(ahead.school(seat), default=A_MAN) for seat in ahead.others])
        return RACE if own and (race >= gala or not men) else GALA if men else decision.default

    # -- auctions (E1 6.2, 6.3, 6.5) ---------------------------------------------------------------------------------

    def bid(self, decision: Choose) -> Choice:
        """The next step, as long as it is less than what the lot is worth to him."""
        call = next((str(choice) for choice in decision if choice != PASS), PASS)
        if call == PASS:
            return PASS
        spare = self.families.ledger.balance(decision.seat) - RESERVE
        return call if bid_of(call) <= min(spare, self.guess(self.worth(decision)) / self.temper.thrift) else PASS

    def worth(self, decision: Choose) -> float:
        ahead, families = self.fortunes(decision), self.families
        kind, number = decision.about.split()
        if kind == "gladiator":
            man = families.men[int(number)]
            worth, price = ahead.man_worth(man), MAN
            later = [ahead.man_worth(each) for each in families.on_sale() if each.number > man.number]
        elif kind == "chariot" and any(each.id == int(number) for each in families.market):
            worth, price = self.lot_worth(ahead, decision.about), CHARIOT
            later = [ahead.chariot_worth(each) for each in families.market if each.id > int(number)]
        else:  # of a debtor, and nothing comes after it
            return self.lot_worth(ahead, decision.about)
        return ahead.patient(worth, later, price) if self.temper.cunning else worth

    def lot_worth(self, ahead: Fortunes, name: str, *, own: bool = False) -> float:
        """Anything that has a name, wherever it stands."""
        kind, number = name.split()
        if kind == "gladiator":
            return ahead.man_worth(self.families.men[int(number)], own=own)
        thing = next(found for stable in self.families.all_stables() if (found := found_in(stable, name)) is not None)
        if isinstance(thing, Chariot):
            return ahead.chariot_worth(thing, own=own)
        return 0.5 * price_of(thing) if not own else 0.8 * price_of(thing)

    def type(self, decision: Choose) -> Choice:
        """E1 7.1.1."""
        return next(kind for kind in BEST_ARMS if kind in decision)

    def lot(self, decision: Choose) -> Choice:
        """E1 6.5: what he can do without most easily."""
        ahead = self.fortunes(decision)
        return min(map(str, decision), key=lambda name: self.lot_worth(ahead, name, own=True))

    def asset(self, decision: Choose) -> Choice:
        """E1 6.6: the best that there is; one thing settles a claim."""
        ahead = self.fortunes(decision)
        left = [str(each) for each in decision if each != NONE]
        return max(left, key=lambda name: self.lot_worth(ahead, name), default=NONE)

    # -- components (E1 8) -------------------------------------------------------------------------------------------

    def purchases(self, decision: Form) -> Choice:
        """E1 8.1: what makes a chariot ready, the one that brings most for its price; a better car or driver, too."""
        ahead = self.fortunes(decision)
        stable = self.families.stables[decision.seat]
        spare = ahead.cash - RESERVE
        best: tuple[float, dict[str, Any]] = (0.0, {})
        for filled, cost, gains in self.wishes(ahead, stable):
            surplus = self.guess(gains) - self.temper.thrift * cost
            if cost <= spare and surplus > best[0]:
                best = (surplus, filled)
        return decision.read(best[1])

    def wishes(self, ahead: Fortunes, stable: Stable) -> list[tuple[dict[str, Any], int, float]]:
        """What he could buy, its price, and what it would bring."""
        ratings = ahead.ratings(ahead.seat)
        found: list[tuple[dict[str, Any], int, float]] = []
        for chariot in stable.chariots:
            lacks = lacking(chariot)
            idle = {each.__class__.__name__.lower() for each in (*stable.drivers, *stable.horses, *stable.cars)}
            wanted = [each for each in lacks if each not in idle]
            team = chariot.team
            if team is None or not lacks or len(set(wanted)) < len(wanted):
                continue
            price = 1500
            filled, cost = {}, 0
            speed, modifier = float(team.speed), 0 if chariot.driver is None else chariot.driver.modifier
            car = "light" if chariot.car is None or "car" in lacks else chariot.car.kind
            if "horse" in lacks:
                filled["horse"], cost, speed = str(price), cost + price, speed + SPEEDS[price]
            if "driver" in lacks:
                filled["driver"], cost, modifier = "+0", cost + DRIVERS["+0"], 0
            if "car" in lacks:
                filled["car"], cost = "light", cost + 500
            bought = {name: value for name, value in filled.items() if name in wanted}
            cost -= sum({"horse": price, "driver": DRIVERS["+0"], "car": 500}[name] for name in filled.keys() - bought)
            endurance = max(1, round(team.endurance - BREAK_IN * len(lacks)))
            found.append((bought, cost, ahead.gain(ratings, rating(speed, modifier, endurance, car))))
        ready = sorted((each for each in stable.chariots if each.ready), key=rated)
        if ready:
            found += self.betterments(ahead, ready[-1], ratings)
        return found

    def betterments(
        self, ahead: Fortunes, chariot: Chariot, ratings: Sequence[float]
    ) -> list[tuple[dict[str, Any], int, float]]:
        """A light car or a better driver for his best."""
        team, driver, car = chariot.team, chariot.driver, chariot.car
        assert team is not None
        assert driver is not None
        assert car is not None
        others = [each for each in ratings if each != rated(chariot)]
        now = ahead.gain(others, rated(chariot))
        endurance = max(1, round(team.endurance - BREAK_IN))
        found: list[tuple[dict[str, Any], int, float]] = []
        if car.kind != "light":
            after = rating(team.speed, driver.modifier, endurance, "light")
            found.append(({"car": "light"}, 500, ahead.gain(others, after) - now))
        for name, price in DRIVERS.items():
            if int(name) > driver.modifier:
                after = rating(team.speed, int(name), endurance, car.kind)
                found.append(({"driver": name}, price, ahead.gain(others, after) - now))
        return found

    def fit(self, decision: Choose) -> Choice:
        """E1 8.2: whatever makes the stable better, by what it is rated then."""
        stable = self.families.stables[decision.seat]
        best = (0.05, LEAVE)
        for choice in map(str, decision):
            if choice == LEAVE or choice.startswith(PLACED):
                continue
            lot, _, number = choice.partition(" into ")
            thing = find(stable, read_lot(lot))
            if any(thing in (each.driver, each.car) for each in stable.chariots if each.ready):
                continue  # nobody is made poorer
            gains = fitted(stable.chariot(int(number)), thing)
            best = max(best, (gains, choice))
        return best[1]

    def arrange(self, decision: Choose) -> Choice:
        """E1 12.1: the strongest on the left."""
        chariot = self.families.stables[decision.seat].chariot(int(decision.about))
        assert chariot.team is not None
        horses = chariot.team.horses
        return max(ORDERS, key=lambda order: tuple(horses[place].now for place in ORDERS[order]))

    # -- deals and loans (E1 6.4, 6.5) -------------------------------------------------------------------------------

    def deal(self, decision: Form) -> Choice:
        """Who has hardly any money asks the richest for a loan; who has an idle chariot or man offers it to who has
        none."""
        ahead, cash = self.fortunes(decision), self.families.ledger.balance
        due = min(self.families.round + TERM, self.families.rules.events + 1)
        if ahead.cash < RESERVE and (ahead.ratings(decision.seat) or ahead.school(decision.seat)):
            richest = max(ahead.others, key=lambda seat: (cash(seat), -seat))
            if cash(richest) > 5 * BORROWS:
                owed = int(INTEREST * BORROWS)
                terms = {"paid": BORROWS, "debt": "mine", "owed": owed, "due": due}
                return decision.read({"with": f"seat {richest + 1}", **terms})
        return self.sale(decision, ahead) if self.temper.cunning else decision.default

    def sale(self, decision: Form, ahead: Fortunes) -> Choice:
        """E1 6.4: his weakest, beyond those that he uses and one more."""
        stable = self.families.stables[decision.seat]
        ready = sorted((each for each in stable.chariots if each.ready), key=rated)
        if len(ready) <= self.families.rules.entries + 1:
            return decision.default
        offered = ready[0]
        for seat in ahead.others:
            his = Fortunes(self.families, seat)
            price = int(his.chariot_worth(offered) / EDGE / 2) // STEP * STEP
            if not his.ratings(seat) and price > EDGE * ahead.chariot_worth(offered, own=True) and his.cash > 2 * price:
                terms = {"gives": f"chariot {offered.id}", "paid": price}
                return decision.read({"with": f"seat {seat + 1}", **terms})
        return decision.default

    def accept(self, decision: Choose) -> Choice:
        """E1 6.4: what brings him clearly more than it costs."""
        if ACCEPT not in decision:
            return DECLINE
        ahead, deal = self.fortunes(decision), Deal.from_short(decision.about)
        gets = deal.pays + (0.0 if deal.gives == NONE else self.lot_worth(ahead, deal.gives))
        gives = deal.paid + (0.0 if deal.gets == NONE else self.lot_worth(ahead, deal.gets, own=True))
        if deal.debtor == deal.to:
            gives += deal.owed
        elif deal.debtor >= 0:
            good = self.families.ledger.balance(deal.debtor) - deal.pays + deal.paid
            gets += min(deal.owed, max(0, good))  # what he could pay today
        return ACCEPT if gets > EDGE * gives and deal.paid <= ahead.cash - RESERVE else DECLINE

    # -- challenges (E1 5.2) -----------------------------------------------------------------------------------------

    def challenge(self, decision: Form) -> Choice:
        """E1 5.2: whom he should beat, for as much as both can afford to lose."""
        if not self.temper.cunning:
            return decision.default
        ahead, cash = self.fortunes(decision), self.families.ledger.balance
        fields = {field.name: field for field in decision.fields}
        kinds = fields["kind"]
        assert isinstance(kinds, OneOf)
        best: tuple[float, dict[str, Any]] = (0.0, {})
        for seat in ahead.others:
            for kind in (MATCH_RACE, DUEL):
                chance = self.beats(decision.seat, seat, kind)
                stake = min(int(self.temper.nerve * ahead.cash), cash(seat)) // STEP * STEP
                if kind not in kinds.choices or chance < SURE or stake < stakes(1)[1]:
                    continue
                promise = stake * (2 * chance - 1) - self.risk(ahead, kind, chance)
                if promise > best[0]:
                    filled = {"kind": kind, "to": f"seat {seat + 1}", "odds": next(iter(ODDS)), "stake_1": stake}
                    best = (promise, filled)
        return decision.read(best[1])

    def beats(self, own: int, other: int, kind: str) -> float:
        """The chance of the best of one against the best of the other; none where the other has none."""
        ahead = Fortunes(self.families, own)
        have = ahead.ratings if kind == MATCH_RACE else ahead.school
        mine, his = have(own), have(other)
        if not mine or not his:
            return 0.0
        weight = EVENER if kind == MATCH_RACE else 1.0
        return sigmoid(weight * (max(mine) - max(his)))

    def risk(self, ahead: Fortunes, kind: str, chance: float) -> float:
        """What is lost besides money."""
        if kind == MATCH_RACE:
            return LOSES * ahead.races * ahead.prize(max(ahead.ratings(ahead.seat)))
        return (1 - chance) * max(ahead.man_worth(man, own=True) for man in self.families.school(ahead.seat))

    def challenged(self, decision: Choose) -> Choice:
        """E1 5.2: accepted where it promises more than it costs."""
        if ACCEPT not in decision:
            return DECLINE
        his, own = sums_in(decision.prompt)[-2:]
        kind, _, other = decision.about.partition(" of ")
        chance = self.guess(self.beats(decision.seat, seat_of(other), kind))
        promise = chance * his - (1 - chance) * own - self.risk(self.fortunes(decision), kind, chance)
        return ACCEPT if promise > 0 else DECLINE

    def place(self, decision: Choose) -> Choice:
        """E1 5.2.2: the strongest."""
        return max(map(str, decision), key=lambda number: worth_of(self.families.men[int(number)]))

    # -- the event (E1 5.1.2) ----------------------------------------------------------------------------------------

    def race(self, decision: Choose) -> Choice:
        """E1 4.5.2: where the prize is more than what may be lost."""
        ahead = self.fortunes(decision)
        best = max(ahead.ratings(decision.seat))
        return ENTER if ahead.prize(best) > LOSES * max(0, ahead.races - 1) * ahead.prize(best) else OUT

    def fighter(self, decision: Choose) -> Choice:
        """E1 5.1.2-gala: the strongest; nobody where he would more likely die than bring anything."""
        ahead = self.fortunes(decision)
        men = {str(each): self.families.men[int(str(each))] for each in decision if each != NOBODY}
        best = max(men, key=lambda number: worth_of(men[number]))
        own = worth_of(men[best])
        brings, costs = SHARE * (1 - ahead.dies(own)), ahead.dies(own) * ahead.man_worth(men[best], own=True) / 2
        return best if brings > costs else NOBODY

    def wager(self, decision: Form) -> Choice:
        """E1 5.1.2-gala: even money on a favourite, with whoever has most."""
        fields = {field.name: field for field in decision.fields}
        on, stake, against = fields["on"], fields["stake"], fields["against"]
        ahead, cash = self.fortunes(decision), self.families.ledger.balance
        if not self.temper.cunning or not isinstance(on, OneOf) or not isinstance(stake, Number):
            return decision.default
        best = max(on.choices, key=self.wins_bout)
        richest = max(ahead.others, key=lambda seat: (cash(seat), -seat))
        amount = min(int(self.temper.nerve * ahead.cash), cash(richest), stake.high) // STEP * STEP
        if self.wins_bout(best) < SURE or amount < STEP:
            return decision.default
        assert isinstance(against, Number)
        return decision.read({"with": f"seat {richest + 1}", "on": best, "stake": amount, "against": amount})

    def wins_bout(self, number: str) -> float:
        """A man of the card."""
        bout = next(each for each in self.families.card if int(number) in each.men)
        own, other = (self.families.men[each] for each in sorted(bout.men, key=lambda each: each != int(number)))
        return sigmoid(worth_of(own) - worth_of(other))

    def take_bet(self, decision: Choose) -> Choice:
        """E1 5.1.2-gala: he wins the stake unless that man wins."""
        stake, against = sums_in(decision.prompt)[:2]
        men = [each for bout in self.families.card for each in bout.men]
        backed = next((each for each in men if self.families.men[each].name == decision.about), None)
        if ACCEPT not in decision or backed is None:
            return DECLINE
        chance = self.wins_bout(str(backed))
        pays = (1 - chance) * stake > EDGE * chance * against
        return ACCEPT if pays and against <= 2 * self.temper.nerve * self.fortunes(decision).cash else DECLINE

    # -- experience (E1 10) ------------------------------------------------------------------------------------------

    def train(self, decision: Choose) -> Choice:
        """E1 10.1.2: a better driver; else more speed, the weakest horse first; else endurance."""
        teams = {team.id: team for team in self.families.stables[decision.seat].all_teams()}

        def use(choice: str) -> tuple[int, int]:
            kind, number, *place = choice.split()
            if kind == "driver":
                return (3, 0)
            return (2, -teams[int(number)].horses[int(place[0]) - 1].full) if kind == "horse" else (1, 0)

        return max((str(each) for each in decision if each != SAVE), key=use, default=SAVE)

    def improve(self, decision: Choose) -> Choice:
        """E1 10.2.3: the first thing that his points suffice for."""
        return next((each for each in TRAINING if each in decision and PRICES[each] < MOST_SPENT), SAVE)


def sums_in(prompt: str) -> list[int]:
    """
    >>> sums_in("A duel of 2 a side at 3-1, 1,200s against 400s. Do you accept?")
    [1200, 400]
    """
    return [int(each.replace(",", "")) for each in SUM.findall(prompt)]


def found_in(stable: Stable, name: str) -> Thing | None:
    try:
        return find(stable, read_lot(name))
    except StopIteration:
        return None


def price_of(thing: Thing) -> float:
    """What a component costs at the dealers."""
    if isinstance(thing, Driver):
        return float(CHARTS.driver_prices[min(thing.modifier, len(CHARTS.driver_prices) - 1)]) if thing.alive else 0.0
    if isinstance(thing, Horse):
        return 250.0 * thing.now
    if isinstance(thing, Team):
        return 250.0 * thing.speed
    return 500.0 if isinstance(thing, Car) and not thing.wrecked else 0.0


def lacking(chariot: Chariot) -> list[str]:
    """What keeps a chariot from starting."""
    team, driver, car = chariot.team, chariot.driver, chariot.car
    horses = [] if team is None else ["horse"] * len(team.lost)
    return [
        *horses,
        *(["driver"] if driver is None or not driver.alive else []),
        *(["car"] if car is None or car.wrecked else []),
    ]


def fitted(chariot: Chariot, thing: Thing) -> float:
    """How much better a chariot is with this in it; one more step to being ready is worth a lot."""
    team, lacks = chariot.team, lacking(chariot)
    kind = thing.__class__.__name__.lower()
    if team is None:
        return 0.0
    if lacks:
        return 10.0 + rough(thing) - 2 * len(lacks) if kind in lacks else 0.0
    driver, car = chariot.driver, chariot.car
    assert driver is not None
    assert car is not None
    endurance = max(1, round(team.endurance - BREAK_IN))
    if isinstance(thing, Driver):
        return rating(team.speed, thing.modifier, endurance, car.kind) - rated(chariot)
    if isinstance(thing, Car):
        return rating(team.speed, driver.modifier, endurance, thing.kind) - rated(chariot)
    return 0.0


def rough(thing: Thing) -> float:
    """Which of several of a kind."""
    if isinstance(thing, Driver):
        return float(thing.modifier)
    if isinstance(thing, Horse):
        return thing.now / 4
    return 0.5 if isinstance(thing, Car) and thing.kind == "light" else 0.0
