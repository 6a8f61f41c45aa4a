"""CM 20.1: money and five chariots for every faction; bettors have money alone (CM 26.5)."""

from __future__ import annotations

from ludus.campaign.ledger import BANK
from ludus.campaign.names import draw_horses, draw_name
from ludus.campaign.people import Car, Chariot, Driver, Horse, Team
from ludus.campaign.season.chapter import Answer, Chapter, Data, Names, described, money
from ludus.campaign.season.charts import BUILDS, CHARTS, CIRCUS, driver_hits
from ludus.core.decision import Decision, Filled
from ludus.core.fields import OneOf, Section
from ludus.core.form import Form
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus import archetypes

EVEN = (1, 1, 1, 1)
FAST = archetypes.build_of("flashing-hooves")  # what wins most (docs/bots.md)


def written(points: tuple[int, ...]) -> str:
    """A build as it is answered.

    >>> written((2, 0, 1, 1))
    '2 0 1 1'
    """
    return " ".join(map(str, points))


SUGGESTED = (("Steady", (1, 0, 2, 1)), ("Lasting", (1, 0, 1, 2)), ("Heavy", (1, 2, 1, 0)), ("One point each", EVEN))


class Preparation(Chapter):
    """Before the first race."""

    def prepare(self) -> Phase:
        """CM 20.1a, 20.1b: points are written in secret, then all reveal and roll; from then on all logs are open."""
        season = self.season
        for seat in range(season.seats):
            clause = "CM 20.1a" if seat in season.owners() else "CM 26.5"
            self.pay(BANK, seat, CHARTS.cash, "the start of the season", clause)
        self.tell(
            "season",
            {"races": season.rules.races, "owners": len(season.owners()), "bettors": season.rules.bettors},
            ("CM 20.1a", "CM 20.2") + (("CM 26.5",) if season.rules.bettors else ()),
        )
        answers = yield Together({seat: self.ask_builds(seat) for seat in season.owners()})
        for seat, filled in sorted(answers.items()):
            for number in range(1, CHARTS.chariots + 1):
                self.build(seat, tuple(map(int, filled[f"chariot_{number}"].split())))

    def ask_builds(self, seat: int) -> Form:
        fields = tuple(
            OneOf(
                name=f"chariot_{number}",
                title=f"Chariot {number}",
                default=written(FAST),
                choices={written(points): build_in_words(points) for points in BUILDS},
                help="driver, car, speed, endurance",
            )
            for number in range(1, CHARTS.chariots + 1)
        )
        prompt = "Build your five chariots, four points each. Nobody sees them before all have written."
        return Form(seat, "builds", prompt, "CM 20.1b", (Section("Your stable", fields),))

    def build(self, seat: int, points: tuple[int, ...]) -> Chariot:
        """CM 20.1b, 3.61 to 3.64: the dice complete the log, by the charts of the circus."""
        driver, car, speed, endurance = points
        man = self.new_driver(driver)
        speeds = CIRCUS.team_speeds[speed][self.roll(1, "team speed", "CM 3.63")[0] - 1]
        lasting = CIRCUS.team_endurance[endurance][self.roll(1, "endurance", "CM 3.64")[0] - 1]
        horses = [self.new_horse(name, full) for name, full in zip(draw_horses(self.roll, 4), speeds, strict=True)]
        season = self.season
        team = Team(season.next_id(), horses, lasting)
        chariot = Chariot(season.next_id(), man, team, Car(season.next_id(), CIRCUS.cars[car]), points)
        self.stable(seat).chariots.append(chariot)
        self.tell(
            "chariot",
            {"seat": seat, "chariot": chariot.id, "points": list(points), "is": described(chariot)},
            ("CM 20.1b", "CM 3.61", "CM 3.63", "CM 3.64", "E1 4.8"),
        )
        return chariot

    def new_driver(self, modifier: int) -> Driver:
        """CM 3.61: die and modifier on the hits chart; a name by his nation."""
        hits = driver_hits(self.roll(1, "driver hits", "CM 3.61")[0] + modifier)
        taken = {each.name for stable in self.season.stables for each in stable.all_drivers()}
        taken |= {each.name for each in self.season.graves}
        name, nation = draw_name(self.roll, taken)
        return Driver(self.season.next_id(), name, nation, modifier, hits, hits)

    def new_horse(self, name: str, speed: int) -> Horse:
        return Horse(self.season.next_id(), name, speed, speed)

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_builds(self, decision: Decision) -> list[Answer]:
        answers = [self.answer(decision.default, "Fast", f"{build_in_words(FAST)}; wins most races")]
        for label, points in SUGGESTED:
            answers.append(self.answer(alike(decision, points), label, build_in_words(points)))
        return answers

    def obey_builds(self, decision: Decision, orders: Orders) -> Obeyed | None:
        if orders["builds"] == "ask":
            return None
        return Obeyed(alike(decision, EVEN if orders["builds"] == "even" else FAST), "")

    def say_season(self, data: Data, names: Names) -> str:
        bettors = f", {data['bettors']} more only bet" if data["bettors"] else ""
        races = "1 race" if data["races"] == 1 else f"{data['races']} races"
        return f"A season of {races} begins: {data['owners']} factions{bettors}. Everybody has {money(CHARTS.cash)}."

    def say_chariot(self, data: Data, names: Names) -> str:
        return f"A chariot of {names[data['seat']]}: {data['is']}."


def alike(decision: Decision, points: tuple[int, ...]) -> Filled:
    """The same build for all five."""
    assert isinstance(decision, Form)
    return Filled({field.name: written(points) for field in decision.fields})


def build_in_words(points: tuple[int, ...]) -> str:
    """Four points, and what such a build is called.

    >>> build_in_words((1, 1, 1, 1))
    'Horse With No Name: driver +1, normal car, speed 1, endurance 1'
    """
    driver, car, speed, endurance = points
    name = archetypes.NAMES.get(points)
    words = f"driver {driver:+d}, {CIRCUS.cars[car]} car, speed {speed}, endurance {endurance}"
    return f"{name}: {words}" if name else words
