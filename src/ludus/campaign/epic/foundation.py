"""E1 4: purses for the families, and a market of nameless chariots and gladiators, who get their names here."""

from __future__ import annotations

from dataclasses import fields

from ludus.campaign.epic.chapter import Chapter, Data, Names
from ludus.campaign.epic.charts import EPIC, STABLE
from ludus.campaign.epic.state import MARKET, Gladiator
from ludus.campaign.ledger import BANK, money
from ludus.campaign.names import draw_horses, draw_name
from ludus.campaign.people import Car, Chariot, Driver, Horse, Team
from ludus.campaign.school import Man, roll_man
from ludus.campaign.season.charts import driver_hits
from ludus.campaign.words import described
from ludus.core.game import Phase

LEAST: int = EPIC["market"]["least"]


class Foundation(Chapter):
    """Before the first event, and whenever the market runs short."""

    def found(self) -> Phase:
        """E1 4.3, 4.5: 20,000s and nothing else for everybody; twenty chariots and twenty gladiators to be bought."""
        families, start = self.families, EPIC["start"]
        for seat in families.players():
            self.pay(BANK, seat, start["cash"], "the fortune of the family", "E1 4.5")
        told = {"seats": len(families.players()), "cash": start["cash"], "events": families.rules.events}
        self.tell("founded", told, ("E1 1.2", "E1 4.4", "E1 4.5", "E1 4.5.1", "E1 4.5.2"))
        for _ in range(start["chariots"]):
            families.market.append(self.random_chariot())
        for _ in range(start["gladiators"]):
            self.keep(self.random_gladiator(MARKET))
        yield from ()

    def random_chariot(self) -> Chariot:
        """E1 4.6.1a to 4.6.3: team, endurance, car, driver and his hits by the dice; then a name and a number."""
        families = self.families
        team = STABLE["teams"][sum(self.roll(2, "team", "E1 4.6.1a")) - 2]
        endurance = team["endurance"][self.roll(1, "endurance", "E1 4.6.1a")[0] - 1]
        car = STABLE["car"]["by_die"][self.roll(1, "car", "E1 4.6.1b")[0] - 1]
        modifier = STABLE["driver"]["by_die"][self.roll(1, "driver", "E1 4.6.1c")[0] - 1]
        driver = self.new_driver(modifier, "E1 4.6.1d")
        names = draw_horses(self.roll, len(team["horses"]))
        horses = [self.new_horse(name, speed) for name, speed in zip(names, team["horses"], strict=True)]
        harnessed = Team(families.next_thing(), horses, endurance)
        chariot = Chariot(families.next_chariot(), driver, harnessed, Car(families.next_thing(), car))
        told = {"chariot": chariot.id, "name": driver.name, "nation": driver.nation, "is": described(chariot)}
        clauses = ("E1 4.6.1a", "E1 4.6.1b", "E1 4.6.1c", "E1 4.6.1d", "E1 4.6.2", "E1 4.6.3", "E1 4.8")
        self.tell("new-chariot", told, clauses)
        return chariot

    def new_driver(self, modifier: int, clause: str) -> Driver:
        """E1 4.6.1d, 8.6.2, 8.6.3: hits by die and modifier, and a name by his nation."""
        hits = driver_hits(self.roll(1, "driver hits", clause)[0] + modifier)
        name, nation = draw_name(self.roll, self.families.names())
        return Driver(self.families.next_thing(), name, nation, modifier, hits, hits)

    def new_horse(self, name: str, speed: int) -> Horse:
        return Horse(self.families.next_thing(), name, speed, speed)

    def random_gladiator(self, owner: int) -> Gladiator:
        """E1 4.7.1 to 4.7.3: two dice on the chart, a name, and the next number; his type is his buyer's to choose."""
        families = self.families
        man = roll_man(self.table, families.next_number(), owner, families.names())
        gladiator = Gladiator(*(getattr(man, each.name) for each in fields(Man)))
        self.tell("new-gladiator", self.sheet(gladiator), ("E1 4.7.1", "E1 4.7.2", "E1 4.7.3", "E1 4.8"))
        return gladiator

    def restock_chariots(self) -> None:
        """E1 4.6, 6.2.2: ten at least; what is there already stays."""
        market = self.families.market
        new = max(0, LEAST - len(market))
        for _ in range(new):
            market.append(self.random_chariot())
        self.tell("restocked", {"what": "chariots", "new": new, "now": len(market)}, ("E1 4.6", "E1 6.2.2"))

    def restock_gladiators(self) -> None:
        """E1 4.7, 6.3.2: the same of gladiators."""
        new = max(0, LEAST - len(self.families.on_sale()))
        for _ in range(new):
            self.keep(self.random_gladiator(MARKET))
        now = len(self.families.on_sale())
        self.tell("restocked", {"what": "gladiators", "new": new, "now": now}, ("E1 4.7", "E1 6.3.2"))

    # -- told -------------------------------------------------------------------------------------------------------

    def say_founded(self, data: Data, names: Names) -> str:
        return (
            f"{data['seats']} great families of Rome have {money(data['cash'])} each, and nothing else. "
            f"The campaign has {data['events']} events at most."
        )

    def say_new_chariot(self, data: Data, names: Names) -> str:
        return f"Chariot {data['chariot']}: {data['is']}; the driver's nation: {data['nation']}."

    def say_new_gladiator(self, data: Data, names: Names) -> str:
        return f"Gladiator {data['number']}: {data['man']}, {data['nation']}; {self.ratings_in_words(data)}."

    def say_restocked(self, data: Data, names: Names) -> str:
        new = f"{data['new']} new ones come" if data["new"] else "No new ones come"
        return f"{new} on the market: {data['now']} {data['what']} are for sale."
