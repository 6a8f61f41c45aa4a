"""CM 20.21, 21.4 to 21.7: horses, teams, drivers and cars in place of those that races have cost.

What is bought is written in secret; then everybody pays, and the dice are rolled openly. The other horses of a new team
are priced one after another, each when the one before it is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from ludus.campaign.ledger import BANK
from ludus.campaign.names import draw_horses
from ludus.campaign.people import Car, Chariot, Horse, Team
from ludus.campaign.season.chapter import NONE, Answer, Data, Names, described, listed, money
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.debts import Debts
from ludus.campaign.season.preparation import Preparation
from ludus.campaign.vacancies import (
    arrange,
    break_in,
    harness,
    needs_car,
    needs_driver,
    needs_horses,
    needs_team,
    put_car,
    put_team,
    seat_driver,
)
from ludus.core.decision import Choice, Choose, Decision, Filled
from ludus.core.fields import Field, OneOf, Section
from ludus.core.form import Form, Limit
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

BUY = "buy"
CHEAPEST = CHARTS.horse_prices[0]
ORDERS = {" ".join(str(place + 1) for place in order): order for order in permutations(range(CHARTS.horses))}
AS_THEY_STAND = next(iter(ORDERS))
# By which clause a team's die is rolled, and by which its newcomer joins.
FOR_A_HORSE = ("CM 21.43a", ("CM 21.41", "CM 21.43a", "CM 21.43b"))
FOR_A_DRIVER = ("CM 21.5b", ("CM 21.5a", "CM 21.5b"))


@dataclass(slots=True)
class NewTeam:
    """A team that is being bought, horse by horse."""

    seat: int
    chariot: Chariot
    horses: list[Horse] = field(default_factory=list)

    @property
    def missing(self) -> int:
        return CHARTS.horses - len(self.horses)


class Market(Preparation, Debts):
    """CM 20.21a: the first of the two secret commitments; skullduggery and bets are written at the race itself."""

    def spend_in_secret(self) -> Phase:
        """CM 20.21a: written together, revealed together; the dice come after that."""
        asked = {seat: form for seat in self.owners() if (form := self.ask_purchases(seat))}
        answers: Mapping[int, Filled] = yield Together(asked)
        yield from self.deliver(
            {seat: orders for seat, filled in sorted(answers.items()) if (orders := wanted(dict(filled.items())))}
        )

    def deliver(self, bought: Mapping[int, Mapping[str, str]]) -> Phase:
        """CM 20.21a: everybody pays, and the dice say what he gets."""
        for seat, orders in bought.items():
            self.pay_for(seat, orders)
        teams: list[NewTeam] = []
        joined: list[tuple[int, Chariot]] = []
        for seat, orders in bought.items():
            self.buy_cars(seat, orders)
            joined += self.buy_horses(seat, orders)
            teams += self.first_horses(seat, orders)
        yield from self.complete_teams(teams)
        for seat, orders in bought.items():
            self.buy_drivers(seat, orders)
        yield from self.arrange_teams(joined)

    # -- what may be bought ---------------------------------------------------------------------------------------

    def ask_purchases(self, seat: int) -> Form | None:
        """CM 21.3, 26.1a: all together no more than he has, and the smallest bet must be left. Nobody is asked who has
        no vacancy, or nothing to fill it with."""
        spendable = self.spendable(seat)
        sections = []
        for chariot in self.stable(seat).chariots:
            fields = [each for each in self.vacancy_fields(chariot, spendable) if each.size() > 1]
            if fields:
                sections.append(Section(f"Chariot {chariot.id}: {described(chariot)}", tuple(fields)))
        if not sections:
            return None
        names = tuple(each.name for section in sections for each in section.fields)
        words = f"You have {money(self.cash(seat))}, and {money(CHARTS.bet)} must be left to bet."
        limit = Limit(words, names, spendable, clause="CM 21.3", unit="s")
        prompt = f"Before race {self.season.race}: what do you buy? Nobody sees it before all have written."
        return Form(seat, "purchases", prompt, "CM 20.21a", tuple(sections), (limit,))

    def vacancy_fields(self, chariot: Chariot, most: int) -> list[Field]:
        """CM 21.4 to 21.7: one for each thing that a race has cost this chariot."""
        fields: list[Field] = []
        if needs_driver(chariot):
            prices = {f"{modifier:+d}": price for modifier, price in enumerate(CHARTS.driver_prices)}
            fields.append(priced(f"driver_{chariot.id}", "A driver", prices, most, "CM 21.5a"))
        if needs_team(chariot):
            # CM 21.4: the other three may cost little, but they must be paid for, too.
            others = (CHARTS.horses - 1) * CHEAPEST
            prices = {str(price): price + others for price in CHARTS.horse_prices}
            team = priced(f"team_{chariot.id}", "A whole new team, its first horse for", prices, most, "CM 21.4")
            fields.append(team)
            only = (team.name, (NONE,)) if team.size() > 1 else None
            prices = {str(price): price for price in CHARTS.horse_prices}
            for place in needs_horses(chariot):
                name = f"horse_{chariot.id}_{place + 1}"
                fields.append(priced(name, f"A horse for place {place + 1}", prices, most, "CM 21.41", only))
        if needs_car(chariot):
            assert chariot.car is not None
            title = f"Another {chariot.car.kind} car"
            fields.append(priced(f"car_{chariot.id}", title, {BUY: CHARTS.car_price}, most, "CM 21.6"))
        return fields

    def pay_for(self, seat: int, orders: Mapping[str, str]) -> None:
        """CM 21.3: everything that was written is paid before any die is rolled."""
        things, total = [], 0
        for name, choice in orders.items():
            kind, _, rest = name.partition("_")
            price, thing, clause = self.price_of(kind, choice)
            self.pay(seat, BANK, price, f"{thing} for chariot {rest.split('_')[0]}", clause)
            things.append(thing)
            total += price
        self.tell("purchases", {"seat": seat, "things": things, "sum": total}, ("CM 20.21a", "CM 21.3"))

    def price_of(self, kind: str, choice: str) -> tuple[int, str, str]:
        if kind == "driver":
            return CHARTS.driver_prices[int(choice)], f"a driver {choice}", "CM 21.5a"
        if kind == "car":
            return CHARTS.car_price, "a car", "CM 21.6"
        if kind == "team":
            return int(choice), f"the first horse of a team at {money(int(choice))}", "CM 21.4"
        return int(choice), f"a horse at {money(int(choice))}", "CM 21.41"

    # -- what the dice make of it ---------------------------------------------------------------------------------

    def buy_cars(self, seat: int, orders: Mapping[str, str]) -> None:
        """CM 21.6: of the same class as the wrecked one."""
        for chariot in self.ordered(seat, orders, "car"):
            assert chariot.car is not None
            put_car(chariot, Car(self.season.next_id(), chariot.car.kind))
            told = {"seat": seat, "chariot": chariot.id, "car": chariot.car.kind}
            self.tell("new-car", told, ("CM 21.6",))

    def buy_horses(self, seat: int, orders: Mapping[str, str]) -> list[tuple[int, Chariot]]:
        """CM 21.41, 21.43a: each is rolled for, and each costs the team some endurance."""
        joined = []
        for chariot in self.stable(seat).chariots:
            prices = {
                place: int(choice)
                for place in needs_horses(chariot)
                if (choice := orders.get(f"horse_{chariot.id}_{place + 1}"))
            }
            if prices:
                joined.append((seat, chariot))
            for place, price in prices.items():
                assert chariot.team is not None
                horse = self.roll_horse(price, [each.name for each in chariot.team.living])
                harness(chariot.team, place, horse)
                self.break_team_in(seat, chariot, horse.name, FOR_A_HORSE, speed=horse.full, price=price)
        return joined

    def roll_horse(self, price: int, company: list[str]) -> Horse:
        """CM 21.41: two dice on the New Horse Speed Chart."""
        speed = CHARTS.horse_speed(sum(self.roll(2, "a new horse", "CM 21.41")), price)
        return self.new_horse(draw_horses(self.roll, 1, company)[0], speed)

    def break_team_in(
        self, seat: int, chariot: Chariot, newcomer: str, joins: tuple[str, tuple[str, ...]], **more: int
    ) -> None:
        """CM 21.43a, 21.43b, 21.5b: one die, for good."""
        assert chariot.team is not None
        die, clauses = joins
        before = break_in(chariot.team, self.roll(1, "break-in", die)[0])
        told = {"seat": seat, "chariot": chariot.id, "name": newcomer, "before": before}
        told |= {"endurance": chariot.team.endurance, **more}
        self.tell("joined", told, clauses)

    def first_horses(self, seat: int, orders: Mapping[str, str]) -> list[NewTeam]:
        """CM 21.4: the first horse of each new team, at the price that was written in secret."""
        teams = []
        for chariot in self.ordered(seat, orders, "team"):
            team = NewTeam(seat, chariot)
            self.add_horse(team, int(orders[f"team_{chariot.id}"]))
            teams.append(team)
        return teams

    def add_horse(self, team: NewTeam, price: int) -> None:
        horse = self.roll_horse(price, [each.name for each in team.horses])
        team.horses.append(horse)
        told = {"seat": team.seat, "chariot": team.chariot.id, "name": horse.name, "speed": horse.full, "price": price}
        self.tell("horse-bought", told, ("CM 21.4", "CM 21.41"))

    def complete_teams(self, teams: list[NewTeam]) -> Phase:
        """CM 21.4: name a price, pay, roll, and only then name the next."""
        while unready := [team for team in teams if team.missing]:
            next_of = {team.seat: team for team in reversed(unready)}
            answers = yield Together({seat: self.ask_price(team, teams) for seat, team in sorted(next_of.items())})
            for seat, price in sorted(answers.items()):
                why = f"a horse of a new team for chariot {next_of[seat].chariot.id}"
                self.pay(seat, BANK, price, why, "CM 21.4")
                self.add_horse(next_of[seat], price)
            for team in [team for team in next_of.values() if not team.missing]:
                self.harness_team(team)

    def ask_price(self, team: NewTeam, teams: list[NewTeam]) -> Choose:
        """CM 21.4: enough must be left for every horse still to buy, and for the smallest bet."""
        others = sum(each.missing for each in teams if each.seat == team.seat) - 1
        most = self.spendable(team.seat) - others * CHEAPEST
        prices = tuple(price for price in CHARTS.horse_prices if price <= most)
        so_far = "-".join(str(horse.full) for horse in team.horses)
        prompt = f"The new team of chariot {team.chariot.id} is {so_far} so far. What do you pay for its next horse?"
        return Choose(team.seat, "horse_price", prompt, "CM 21.4", prices)

    def harness_team(self, team: NewTeam) -> None:
        """CM 21.4, E1 8.3.1: endurance by its speed. Nobody needs to be broken in; what was left of the old team leaves
        the game, and its experience with it."""
        speed = sum(horse.full for horse in team.horses)
        endurance = CHARTS.new_endurance(speed, self.roll(1, "endurance of a new team", "CM 21.4")[0])
        put_team(team.chariot, Team(self.season.next_id(), strongest_left(team.horses), endurance))
        told = {"seat": team.seat, "chariot": team.chariot.id, "speed": speed, "endurance": endurance}
        self.tell("new-team", told, ("CM 21.4", "CM designer-7"))

    def buy_drivers(self, seat: int, orders: Mapping[str, str]) -> None:
        """CM 21.5a, 21.5b: after the teams, for it is the team he will drive that has to get used to him."""
        for chariot in self.ordered(seat, orders, "driver"):
            newcomer = self.new_driver(int(orders[f"driver_{chariot.id}"]))
            if self.season.slaves:  # CM 21.2e
                newcomer.once = self.season.slaves.pop(0)
            seat_driver(self.stable(seat), chariot, newcomer)
            more = {"modifier": newcomer.modifier, "hits": newcomer.full, "once": newcomer.once}
            if chariot.team is None:
                told = {"seat": seat, "chariot": chariot.id, "name": newcomer.name, "before": None, **more}
                self.tell("joined", told, ("CM 21.5a",))
            else:
                self.break_team_in(seat, chariot, newcomer.name, FOR_A_DRIVER, **more)

    def ordered(self, seat: int, orders: Mapping[str, str], kind: str) -> list[Chariot]:
        return [each for each in self.stable(seat).chariots if f"{kind}_{each.id}" in orders]

    # -- the place of a new horse (CM 21.42) ----------------------------------------------------------------------

    def arrange_teams(self, joined: list[tuple[int, Chariot]]) -> Phase:
        """CM 21.42: once, when newcomers join, the owner may put all four in any order."""
        left = joined[:]
        while left:
            next_of = dict(reversed(left))
            answers = yield Together({seat: self.ask_places(seat, next_of[seat]) for seat in sorted(next_of)})
            for seat, order in sorted(answers.items()):
                team = next_of[seat].team
                assert team is not None
                left.remove((seat, next_of[seat]))
                if order != AS_THEY_STAND:
                    arrange(team, ORDERS[order])
                    speeds = [horse.now for horse in team.horses]
                    told = {"seat": seat, "chariot": next_of[seat].id, "horses": speeds}
                    self.tell("arranged", told, ("CM 21.42",))

    def ask_places(self, seat: int, chariot: Chariot) -> Choose:
        assert chariot.team is not None
        prompt = f"In which order do the horses of chariot {chariot.id} stand? {described(chariot)}."
        return Choose(seat, "arrange", prompt, "CM 21.42", tuple(ORDERS), about=str(chariot.id))

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_purchases(self, decision: Decision) -> list[Answer]:
        answers = [self.answer(decision.default, "Buy nothing")]
        repairs = self.cheapest_repairs(decision)
        if repairs != decision.default:
            answers.append(self.answer(repairs, "As many chariots ready as possible, cheaply"))
        return answers

    def cheapest_repairs(self, decision: Decision) -> Choice:
        """Chariot by chariot, the cheapest of everything that it lacks to start, as far as the money reaches."""
        assert isinstance(decision, Form)
        cheapest = {each.name: next(iter(each.worth), "") for each in decision.fields if isinstance(each, OneOf)}
        repairs: Choice = decision.default
        bought: dict[str, str] = {}
        for chariot in self.stable(decision.seat).chariots:
            names = missing(chariot)
            if names and all(cheapest.get(name) for name in names):
                tried = decision.read({**bought, **{name: cheapest[name] for name in names}})
                if tried in decision:
                    bought |= {name: cheapest[name] for name in names}
                    repairs = tried
        return repairs

    def explain_horse_price(self, decision: Decision) -> list[Answer]:
        return [self.answer(price, money(int(str(price))), speeds_at(int(str(price)))) for price in decision]

    def explain_arrange(self, decision: Decision) -> list[Answer]:
        team = self.stable(decision.seat).chariot(int(decision.about)).team
        assert team is not None
        now = ["x" if horse.sold else str(horse.now) for horse in team.horses]
        return [self.answer(choice, "-".join(now[place] for place in ORDERS[str(choice)]), "") for choice in decision]

    def obey_purchases(self, decision: Decision, orders: Orders) -> Obeyed | None:
        if orders["purchases"] == "ask":
            return None
        return Obeyed(self.cheapest_repairs(decision) if orders["purchases"] == "cheap" else decision.default, "")

    def obey_horse_price(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["purchases"] == "ask" else Obeyed(decision.default, "")

    def obey_arrange(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["purchases"] == "ask" else Obeyed(decision.default, "")

    def say_purchases(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} buys {listed(data['things'])}: {money(data['sum'])}."

    def say_new_car(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} has a new {data['car']} car."

    def say_horse_bought(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} pays {money(data['price'])} for {data['name']}, a horse of {data['speed']}."

    def say_new_team(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} has a new team: speed {data['speed']}, endurance {data['endurance']}."

    def say_joined(self, data: Data, names: Names) -> str:
        if "speed" in data:
            is_ = f"{data['name']}, a horse of {data['speed']},"
        else:
            once = f", who once was {names[data['once']]}" if data.get("once", -1) >= 0 else ""
            is_ = f"{data['name']}{once}, driver {data['modifier']:+d}," if "modifier" in data else data["name"]
        joins = f"{is_} joins a chariot of {names[data['seat']]}"
        if data["before"] is None:
            return f"{joins}."
        return f"{joins}: its endurance falls from {data['before']} to {data['endurance']}."

    def say_arranged(self, data: Data, names: Names) -> str:
        speeds = "-".join(map(str, data["horses"]))
        return f"{names[data['seat']]} arranges the horses of a team: {speeds}."


def missing(chariot: Chariot) -> list[str]:
    """The fields of what a chariot lacks to start at all."""
    dead = chariot.driver is not None and not chariot.driver.alive
    return [
        *([f"driver_{chariot.id}"] if dead else []),
        *(f"horse_{chariot.id}_{place + 1}" for place in needs_horses(chariot)),
        *([f"car_{chariot.id}"] if needs_car(chariot) else []),
    ]


def strongest_left(horses: Sequence[Horse]) -> list[Horse]:
    """CM designer-7: of a team put together anew the strongest stands leftmost; the others as they were bought."""
    best = max(horses, key=lambda horse: horse.full)
    return [best, *(horse for horse in horses if horse is not best)]


def wanted(filled: Mapping[str, str]) -> dict[str, str]:
    """What was ordered, by its field."""
    return {name: choice for name, choice in filled.items() if choice != NONE}


def priced(
    name: str,
    title: str,
    prices: Mapping[str, int],
    most: int,
    clause: str,
    only: tuple[str, tuple[str, ...]] | None = None,
) -> OneOf:
    """Something to buy, as far as the money reaches."""
    within = {choice: price for choice, price in prices.items() if price <= most}
    choices = {NONE: "none"} | {
        choice: f"{choice} for {money(price)}" if not choice.isdigit() else money(int(choice))
        for choice, price in within.items()
    }
    return OneOf(name=name, title=title, default=NONE, choices=choices, worth=within, clause=clause, only=only)


def speeds_at(price: int) -> str:
    """What a horse at this price may be worth.

    >>> speeds_at(500), speeds_at(4000)
    ('speed 2 to 4, 2.1 on average', 'speed 5 to 8, 6.6 on average')
    """
    column = CHARTS.horse_prices.index(price)
    speeds = [CHARTS.horse_speeds[one + two - 2][column] for one in range(1, 7) for two in range(1, 7)]
    return f"speed {min(speeds)} to {max(speeds)}, {sum(speeds) / len(speeds):.1f} on average"
