"""E1 8: horses, teams, cars and drivers from the market, kept in storage or fitted into chariots."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from ludus.campaign.epic.chapter import NONE, Answer, Data, Names
from ludus.campaign.epic.charts import CARS, EPIC
from ludus.campaign.epic.hammer import Hammer
from ludus.campaign.ledger import BANK, money
from ludus.campaign.lots import Lot, find, read_lot, take
from ludus.campaign.names import draw_horses
from ludus.campaign.people import Car, Chariot, Driver, Horse, Stable, Team
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.vacancies import arrange, break_in, harness, needs_driver
from ludus.campaign.words import described, in_words
from ludus.core.decision import Choose, Decision, Filled
from ludus.core.fields import OneOf, Section
from ludus.core.form import Form, Limit
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

BUY, LEAVE = "buy", "leave"
PLACED = "horses "  # how an order of horses begins among what may be fitted
DEALERS = "from the dealers"
CHEAPEST = CHARTS.horse_prices[0]
DRIVERS = {f"{modifier:+d}": price for modifier, price in enumerate(CHARTS.driver_prices)}
HORSES = {str(price): price for price in CHARTS.horse_prices}
PLACES = tuple(range(1, CHARTS.horses + 1))
ORDERS = {" ".join(str(place + 1) for place in order): order for order in permutations(range(CHARTS.horses))}
AS_THEY_STAND = next(iter(ORDERS))


def storage_note(thing: object) -> str:
    """E1 8.4.3, 8.5.6, 8.6.4: a component as the Campaign Log notes it.

    >>> storage_note(Horse(1, "Celer", 5, 5)), storage_note(Car(2, "light"))
    ('Horse/5(5)', 'Car/Light')
    """
    if isinstance(thing, Horse):
        return f"Horse/{thing.full}({thing.now})"
    if isinstance(thing, Driver):
        man = f"{thing.name}/{thing.modifier:+d}/{thing.full}({thing.hits})"
        return f"{man}/{thing.career.wins}/{thing.experience}"
    if isinstance(thing, Car):
        return f"Car/{thing.kind.capitalize()}"
    assert isinstance(thing, Team)
    return f"Team/{'-'.join(str(horse.now) for horse in thing.horses)}/{thing.endurance}"


class Components(Hammer):
    """E1 8.1: bought at every investment step, and put together by the rules of break-in."""

    # -- purchases (E1 8.3 to 8.6) ----------------------------------------------------------------------------------

    def buy_components(self) -> Phase:
        """E1 8.1: a few things at a time, as long as somebody wants more."""
        shopping = self.families.active()
        for _ in range(EPIC["deals"]["purchases"]):
            asked = {seat: self.ask_purchases(seat) for seat in shopping if self.cash(seat) >= CHEAPEST}
            if not asked:
                return
            answers: Mapping[int, Filled] = yield Together(asked)
            shopping = [seat for seat, filled in sorted(answers.items()) if self.buy(seat, filled)]

    def ask_purchases(self, seat: int) -> Form:
        """E1 6.1: no more than he has. A team is bought as four together (E1 8.3), with a driver of its own or without
        (E1 8.6.1)."""
        with_team = ("team", (BUY,))
        fields = (
            priced("horse", "A single horse for", HORSES, "E1 8.4.1"),
            priced("car", "A car", CARS, "E1 8.5"),
            priced("driver", "A driver", DRIVERS, "E1 8.6"),
        )
        team = (
            priced("team", "A whole new team", {BUY: CHARTS.horses * CHEAPEST}, "E1 8.3"),
            *(
                OneOf(
                    name=f"team_{place}", title=f"Horse {place} for", default=str(CHEAPEST), only=with_team,
                    choices={name: money(price) for name, price in HORSES.items()},
                    worth={name: price - CHEAPEST for name, price in HORSES.items()}, clause="E1 8.3.1a",
                )
                for place in PLACES
            ),
            OneOf(
                name="team_driver", title="and with it a driver", default=NONE, only=with_team, worth=DRIVERS,
                choices={NONE: NONE, **{name: f"{name} for {money(price)}" for name, price in DRIVERS.items()}},
                clause="E1 8.6.1",
            ),
        )  # fmt: skip
        cash = self.cash(seat)
        names = tuple(each.name for each in (*fields, *team))
        limit = Limit(f"You have {money(cash)}.", names, cash, clause="E1 6.1", unit="s")
        sections = (Section("For your storage", fields), Section("A new team", team))
        return Form(seat, "purchases", "What do you buy from the dealers?", "E1 8.1", sections, (limit,))

    def buy(self, seat: int, filled: Filled) -> bool:
        """E1 8.1: paid at once; then the dice. Whether anything was bought."""
        stable, bought = self.stable(seat), 0
        if filled["horse"] != NONE:
            price = int(filled["horse"])
            self.pay(seat, BANK, price, "a horse", "E1 8.4.1")
            stable.horses.append(self.roll_horse(price, []))
            bought += self.note_bought(seat, stable.horses[-1], price, ("E1 8.4", "E1 8.4.1", "E1 8.4.3"))
        if filled["car"] != NONE:
            price = CARS[filled["car"]]
            self.pay(seat, BANK, price, f"a {filled['car']} car", "E1 8.5")
            stable.cars.append(Car(self.families.next_thing(), filled["car"]))
            bought += self.note_bought(seat, stable.cars[-1], price, ("E1 8.5", "E1 8.5.6"))
        if filled["driver"] != NONE:
            stable.drivers.append(self.buy_driver(seat, filled["driver"]))
            clauses = ("E1 8.6", "E1 8.6.2", "E1 8.6.3", "E1 8.6.4")
            bought += self.note_bought(seat, stable.drivers[-1], DRIVERS[filled["driver"]], clauses)
        if filled["team"] != NONE:
            self.buy_team(seat, [int(filled[f"team_{place}"]) for place in PLACES], filled["team_driver"])
            bought += 1
        return bought > 0

    def note_bought(self, seat: int, thing: Driver | Horse | Car, price: int, clauses: tuple[str, ...]) -> int:
        self.write_deed(thing, BANK, seat, DEALERS, price)
        told = {"seat": seat, "is": in_words(thing), "note": storage_note(thing), "price": price}
        self.tell("bought", told, clauses)
        return 1

    def buy_driver(self, seat: int, modifier: str) -> Driver:
        self.pay(seat, BANK, DRIVERS[modifier], f"a driver {modifier}", "E1 8.6")
        return self.new_driver(int(modifier), "E1 8.6.2")

    def roll_horse(self, price: int, company: list[str]) -> Horse:
        """E1 8.4.1: two dice on the New Horse Speed Chart."""
        speed = CHARTS.horse_speed(sum(self.roll(2, "a new horse", "E1 8.4.1")), price)
        return self.new_horse(draw_horses(self.roll, 1, company)[0], speed)

    def buy_team(self, seat: int, prices: list[int], modifier: str) -> Chariot:
        """E1 8.3.1a, 8.3.1b: four rolls, then endurance by their speed. The strongest stands leftmost (E1 12.1). A
        driver bought with it needs no breaking in (E1 8.6.1); a car it has none."""
        self.pay(seat, BANK, sum(prices), "a new team", "E1 8.3.1a")
        horses: list[Horse] = []
        for price in prices:
            horses.append(self.roll_horse(price, [each.name for each in horses]))
        horses.sort(key=lambda horse: -horse.full)
        speed = sum(horse.full for horse in horses)
        endurance = CHARTS.new_endurance(speed, self.roll(1, "endurance of a new team", "E1 8.3.1b")[0])
        team = Team(self.families.next_thing(), horses, endurance)
        driver = None if modifier == NONE else self.buy_driver(seat, modifier)
        chariot = Chariot(self.families.next_chariot(), driver, team)
        self.stable(seat).chariots.append(chariot)
        self.write_deed(chariot, BANK, seat, DEALERS, sum(prices) + DRIVERS.get(modifier, 0))
        told = {"seat": seat, "chariot": chariot.id, "is": described(chariot), "price": sum(prices)}
        clauses = ("E1 8.3", "E1 8.3.1a", "E1 8.3.1b", *(("E1 8.6.1",) if driver else ()))
        self.tell("new-team", told, clauses)
        return chariot

    # -- fitting (E1 8.2) -------------------------------------------------------------------------------------------

    def fit_chariots(self) -> Phase:
        """E1 8.2: each component moves once at most before an event."""
        used: list[str] = []
        fitting = self.families.active()
        while asked := {seat: choices for seat in fitting if len(choices := self.fits(seat, used)) > 1}:
            answers = yield Together({seat: self.ask_fit(seat, choices) for seat, choices in asked.items()})
            fitting = [seat for seat, choice in sorted(answers.items()) if choice != LEAVE]
            joined = []
            for seat in fitting:
                lot, _, number = str(answers[seat]).partition(" into ")
                chariot = self.stable(seat).chariot(int(number))
                if lot.startswith(PLACED):
                    used.append(placed(chariot))
                    self.place_horses(seat, chariot, lot.removeprefix(PLACED))
                    continue
                used.append(lot)
                joined += self.fit(seat, read_lot(lot), chariot)
            yield from self.arrange_teams(joined)

    def fits(self, seat: int, used: list[str]) -> tuple[str, ...]:
        """E1 8.2.1, 8.2.2, 8.2.3: what may go where."""
        stable = self.stable(seat)
        found = [
            *(
                f"driver {each.id} into {chariot.id}"
                for chariot in stable.chariots
                for each in drivers_for(stable, chariot)
            ),
            *(
                f"horse {horse.id} into {chariot.id}"
                for chariot in stable.chariots
                if chariot.team is not None and chariot.team.lost
                for horse in stable.horses
                if horse.alive
            ),
            *(
                f"car {car.id} into {chariot.id}"
                for chariot in stable.chariots
                for car in stable.all_cars()
                if not car.wrecked and car is not chariot.car
            ),
        ]
        found = [choice for choice in found if choice.partition(" into ")[0] not in used]
        new = [each for each in stable.chariots if never_driven(each) and placed(each) not in used] if found else []
        return (LEAVE, *found, *(f"{PLACED}{order} into {each.id}" for each in new for order in other_orders(each)))

    def place_horses(self, seat: int, chariot: Chariot, order: str) -> None:
        """E1 8.3.1a, 12.1: of a new team the strongest stands leftmost, the others as their owner likes."""
        assert chariot.team is not None
        arrange(chariot.team, ORDERS[order])
        speeds = [horse.now for horse in chariot.team.horses]
        self.tell("arranged", {"seat": seat, "chariot": chariot.id, "horses": speeds}, ("E1 8.3.1a", "E1 12.1"))

    def ask_fit(self, seat: int, choices: tuple[str, ...]) -> Choose:
        return Choose(seat, "fit", "What do you fit into which chariot?", "E1 8.2", choices, LEAVE)

    def fit(self, seat: int, lot: Lot, chariot: Chariot) -> list[tuple[int, Chariot]]:
        """Whose horses may be put in another order for it."""
        stable = self.stable(seat)
        thing = find(stable, lot)
        if isinstance(thing, Driver):
            self.fit_driver(seat, thing, chariot)
        elif isinstance(thing, Horse):
            self.fit_horse(seat, thing, chariot)
            return [(seat, chariot)]
        else:
            assert isinstance(thing, Car)
            self.fit_car(seat, thing, chariot)
        return []

    def fit_driver(self, seat: int, driver: Driver, chariot: Chariot) -> None:
        """E1 8.2.2, 8.2.2.1, 8.6: out of storage or from another chariot; each time it costs the team a die, also when
        he returns. An injured man goes into storage and recovers there."""
        stable, old = self.stable(seat), chariot.driver
        lift(stable, driver)
        if old is not None and old.alive:
            stable.drivers.append(old)
        chariot.driver = driver
        self.break_team_in(seat, chariot, driver.name, ("E1 8.2.2", "E1 8.2.2.1", "E1 8.6"))

    def fit_horse(self, seat: int, horse: Horse, chariot: Chariot) -> None:
        """E1 8.2.1 to 8.2.1.3, 8.4.2: only for one that was lost in a race; one die, for good."""
        assert chariot.team is not None
        lift(self.stable(seat), horse)
        harness(chariot.team, chariot.team.lost[0], horse)
        self.break_team_in(seat, chariot, horse.name, ("E1 8.2.1", "E1 8.2.1.1", "E1 8.2.1.3", "E1 8.4.2"))

    def fit_car(self, seat: int, car: Car, chariot: Chariot) -> None:
        """E1 8.2.3, 8.5.5: freely; another type than the team is used to costs it a die, also where its old car is gone
        already. The first car of a new team costs nothing."""
        stable, old = self.stable(seat), chariot.car
        before = old.kind if old is not None else chariot.team.used_to if chariot.team is not None else ""
        lift(stable, car)
        if old is not None and not old.wrecked:
            stable.cars.append(old)
        chariot.car = car
        clauses = ("E1 8.2.3", "E1 8.5.5")
        if before in ("", car.kind):
            self.tell("fitted", {"seat": seat, "chariot": chariot.id, "car": car.kind}, clauses)
        else:
            self.break_team_in(seat, chariot, f"a {car.kind} car", clauses)

    def break_team_in(self, seat: int, chariot: Chariot, newcomer: str, clauses: tuple[str, ...]) -> None:
        """E1 3.3-endurance: one die, for good."""
        told = {"seat": seat, "chariot": chariot.id, "name": newcomer, "before": None, "endurance": None}
        if chariot.team is not None:
            told["before"] = break_in(chariot.team, self.roll(1, "break-in", clauses[-1])[0])
            told["endurance"] = chariot.team.endurance
        self.tell("joined", told, (*clauses, "E1 3.3-endurance"))

    def arrange_teams(self, joined: list[tuple[int, Chariot]]) -> Phase:
        """E1 8.2.1.2: when a horse joins, all may change places."""
        of = dict(joined)
        answers = (yield Together({seat: self.ask_places(seat, of[seat]) for seat in sorted(of)})) if of else {}
        for seat, order in sorted(answers.items()):
            team = of[seat].team
            assert team is not None
            if order != AS_THEY_STAND:
                arrange(team, ORDERS[str(order)])
                speeds = [horse.now for horse in team.horses]
                self.tell("arranged", {"seat": seat, "chariot": of[seat].id, "horses": speeds}, ("E1 8.2.1.2",))

    def ask_places(self, seat: int, chariot: Chariot) -> Choose:
        prompt = f"In which order do the horses of chariot {chariot.id} stand? {described(chariot)}."
        return Choose(seat, "arrange", prompt, "E1 8.2.1.2", tuple(ORDERS), about=str(chariot.id))

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_purchases(self, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "Buy nothing")]

    def explain_fit(self, decision: Decision) -> list[Answer]:
        stable = self.stable(decision.seat)
        answers = []
        for choice in decision:
            lot, _, number = str(choice).partition(" into ")
            if choice == LEAVE:
                answers.append(self.answer(choice, "Leave it at that"))
            else:
                into = f"into chariot {number}: {described(stable.chariot(int(number)))}"
                if lot.startswith(PLACED):
                    answers.append(self.answer(choice, f"Place the horses {lot.removeprefix(PLACED)}", into))
                    continue
                answers.append(self.answer(choice, in_words(find(stable, read_lot(lot))), into))
        return answers

    def explain_arrange(self, decision: Decision) -> list[Answer]:
        team = self.stable(decision.seat).chariot(int(decision.about)).team
        assert team is not None
        return [
            self.answer(choice, "-".join(str(team.horses[place].now) for place in ORDERS[str(choice)]))
            for choice in decision
        ]

    def obey_purchases(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["components"] == "ask" else Obeyed(decision.default, "")

    def obey_fit(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """What makes a chariot ready that is not: the first that lacks such a thing."""
        if orders["components"] == "ask":
            return None
        stable = self.stable(decision.seat)
        for choice in decision:
            lot, _, number = str(choice).partition(" into ")
            if lot.startswith(PLACED):
                continue
            if choice != LEAVE and lacks(stable.chariot(int(number)), lot.split()[0]) and stored(stable, read_lot(lot)):
                return Obeyed(choice, "")
        return Obeyed(LEAVE, "")

    def obey_arrange(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["components"] == "ask" else Obeyed(decision.default, "")

    def say_bought(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} buys for {money(data['price'])}: {data['is']}."

    def say_new_team(self, data: Data, names: Names) -> str:
        price = money(data["price"])
        return f"{names[data['seat']]} pays {price} for the team of chariot {data['chariot']}: {data['is']}."

    def say_fitted(self, data: Data, names: Names) -> str:
        return f"Chariot {data['chariot']} of {names[data['seat']]} gets a {data['car']} car."

    def say_joined(self, data: Data, names: Names) -> str:
        newcomer = data["name"][0].upper() + data["name"][1:]
        if data["before"] is None:
            return f"{newcomer} joins chariot {data['chariot']} of {names[data['seat']]}."
        return (
            f"{newcomer} joins chariot {data['chariot']} of {names[data['seat']]}; the team must get used to it: "
            f"endurance {data['before']} falls to {data['endurance']}."
        )

    def say_arranged(self, data: Data, names: Names) -> str:
        order = "-".join(map(str, data["horses"]))
        return f"The horses of chariot {data['chariot']} of {names[data['seat']]} stand {order}."


def priced(name: str, title: str, prices: Mapping[str, int], clause: str) -> OneOf:
    choices = {NONE: NONE, **{choice: f"{choice} for {money(price)}" for choice, price in prices.items()}}
    return OneOf(name=name, title=title, default=NONE, choices=choices, worth=prices, clause=clause)


def lift(stable: Stable, thing: Driver | Horse | Car) -> None:
    """Out of storage, or out of another chariot, which is a chariot still while anything is left of it."""
    kind = "driver" if isinstance(thing, Driver) else "horse" if isinstance(thing, Horse) else "car"
    take(stable, Lot(kind, thing.id))  # type: ignore[arg-type]


def drivers_for(stable: Stable, chariot: Chariot) -> list[Driver]:
    """E1 8.2, 8.2.2, 8.6: whoever lives and sits elsewhere, if this one's driver is dead, gone or injured."""
    if chariot.driver is not None and not needs_driver(chariot):
        return []
    return [each for each in stable.all_drivers() if each.alive and each is not chariot.driver]


def lacks(chariot: Chariot, kind: str) -> bool:
    """What a chariot needs to start."""
    if kind == "driver":
        return chariot.driver is None or not chariot.driver.alive
    if kind == "horse":
        return True
    return chariot.car is None or chariot.car.wrecked


def stored(stable: Stable, lot: Lot) -> bool:
    """Whether it stands idle."""
    return find(stable, lot) in [*stable.drivers, *stable.horses, *stable.cars]


def never_driven(chariot: Chariot) -> bool:
    """E1 8.3: its team comes from the dealers and has had no car yet."""
    return chariot.team is not None and chariot.car is None and not chariot.team.used_to


def placed(chariot: Chariot) -> str:
    """What stands for its horses when they have got their places."""
    return f"{PLACED}of {chariot.id}"


def other_orders(chariot: Chariot) -> list[str]:
    """E1 8.3.1a, 12.1: in which its horses could stand besides, the strongest leftmost; equals are not told apart."""
    assert chariot.team is not None
    speeds = [horse.full for horse in chariot.team.horses]
    orders = {tuple(speeds[place] for place in order): name for name, order in reversed(ORDERS.items())}
    return [name for row, name in reversed(orders.items()) if row[0] == max(speeds) and row != tuple(speeds)]


def seat_of(name: str) -> int:
    """A seat as forms name it.

    >>> seat_of("seat 3")
    2
    """
    return int(name.removeprefix("seat ")) - 1
