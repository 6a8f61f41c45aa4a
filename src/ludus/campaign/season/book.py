"""The season's book (CM 20 to 26): ten linked races, and at the end the richest has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.campaign.ledger import BANK
from ludus.campaign.people import Stable
from ludus.campaign.plain import said
from ludus.campaign.season import orders as standing
from ludus.campaign.season.chapter import Data, Names, money
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.check import check
from ludus.campaign.season.debts import GAVE_UP
from ludus.campaign.season.improvements import Improvements
from ludus.campaign.season.race_day import handed_in
from ludus.campaign.season.state import FIRST_STEP, Departure, Season, SeasonRules
from ludus.campaign.tables import season_tables
from ludus.core.chart import Chart
from ludus.core.errors import SetupError, shown
from ludus.core.event import Weight
from ludus.core.game import CHECKPOINT, Option, Outcome, Ruleset, Script
from ludus.core.plain import from_plain, to_plain
from ludus.core.standing_orders import OrderForm, Orders
from ludus.games.circus.game import Circus

OWNERS = (2, 8)
BETTORS = 8
RACES = 20
FIELDS = (8, 10, 12, 14, 16)
CIRCUS = Circus()
# CM 20.3: of the rulesets of the circus those that take chariots out of a stable, and have no money of their own.
RACE_RULESETS = tuple(
    name
    for name, ruleset in CIRCUS.rulesets.items()
    if not {"builds", "solitaire"} & set(ruleset.options) and not {"edition", "patronage"} <= set(ruleset.options)
)

GROUP = "The season"
ONLY = ("campaign", ("season",))
OPTIONS = (
    Option(
        "races", "Races", "How many races a season has.", "CM 20.2", 10, tuple(range(1, RACES + 1)), group=GROUP,
        only=ONLY,
    ),
    Option(
        "bettors",
        "Independent bettors",
        "How many of the last seats have no faction and only bet, bribe and lend.",
        "CM 26.5",
        0,
        tuple(range(BETTORS + 1)),
        group=GROUP,
        only=ONLY,
    ),
    Option(
        "most_chariots",
        "Chariots in a race",
        "How many chariots a race has at most; second entries that find no room are cut by lot.",
        "CM 20.22b",
        CHARTS.field,
        FIELDS,
        group=GROUP,
        only=ONLY,
    ),
    Option(
        "single_record",
        "One secret record",
        "Purchases, skullduggery and security are written on one sheet before the entries: against an owner, not a "
        "chariot.",
        "CM 20.21a",
        False,
        (False, True),
        group=GROUP,
        only=ONLY,
    ),
    Option(
        "race_ruleset",
        "Rules of the races",
        "The ruleset of the circus by which every race is run.",
        "CM 20.3",
        RACE_RULESETS[0],
        RACE_RULESETS,
        group=GROUP,
        only=ONLY,
    ),
    Option(
        "race_options",
        "House rules of the races",
        "Switches of the circus that every race has set otherwise.",
        "CM 20.3",
        None,
        handed=True,
        group=GROUP,
        only=ONLY,
    ),
)  # fmt: skip

# What goes from one race to the next, and what the season says of itself.
PUBLIC = (
    "race", "step", "stables", "ledger", "loans", "entered", "days", "graves", "gone", "leaving", "slaves", "serial",
)  # fmt: skip


ACCENTS: Mapping[str, tuple[Weight, str]] = {
    "season": ("section", ""),
    "entries": ("section", ""),
    "places": ("heading", ""),
    "killed": ("dire", ""),
    "default": ("heading", ""),
    "departure": ("dire", ""),
    "season-over": ("triumph", "The season is over"),
    "healed": ("minor", ""),
    "bid": ("minor", ""),
    "horse-bought": ("minor", ""),
}


class SeasonBook(Improvements):
    """CM 20.2 as a list of steps."""

    ruleset: ClassVar[Ruleset] = Ruleset(
        "season",
        "Season",
        "Ten linked races in the circus: five chariots each, bets, bribes and loans; the richest wins.",
        {"campaign": "season"},
    )
    state_class: ClassVar[type] = Season
    seats: ClassVar[tuple[int, int]] = (OWNERS[0], OWNERS[1] + BETTORS)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    endings: ClassVar[tuple[str, ...]] = ("richest", "equally-rich", "last-standing", "nobody-left")
    accents: ClassVar[Mapping[str, tuple[Weight, str]]] = ACCENTS

    steps: ClassVar[Mapping[str, str]] = {
        "deals": "strike_deals",  # CM 21.2a
        "debts": "collect_debts",  # CM 21.2b, 26.1a
        "vacancies": "fill_vacancies",  # CM 21.5a
        "purchases": "spend_in_secret",  # CM 20.21
        "entries": "choose_entries",  # CM 20.22
        "race": "run_race",  # CM 20.3 to 20.5: bets, race, places, money, injuries
        "experience": "spend_experience",  # CM 20.5
    }

    def play(self) -> Script:
        """CM 20.2: from any checkpoint to the end. A season that nobody can go on with ends before its time."""
        season = self.season
        if season.step == FIRST_STEP:
            yield from self.prepare()
            season.step = next(iter(self.steps))
        names = list(self.steps)
        while not self.over():
            for name in names[names.index(season.step) :]:
                season.step = name
                yield CHECKPOINT
                if not self.over():
                    yield from getattr(self, self.steps[name])()
            season.race += 1
            season.step = names[0]
        yield CHECKPOINT
        return self.end()

    def over(self) -> bool:
        """CM 20.2: after the last race; or when a single player, or no owner, is left."""
        season = self.season
        return season.race > season.rules.races or len(season.players()) < 2 or not self.owners()

    def withdraw(self, seat: int) -> None:
        """Who gives up leaves like a bankrupt, when debts are next called in."""
        season = self.season
        if seat not in season.leaving and not season.has_left(seat):
            season.leaving.append(seat)
            self.tell("gives-up", {"seat": seat}, ("CM 21.2c",))

    def end(self) -> Outcome:
        """CM 20-goal: cash alone counts, when all loans are paid back; equal sums share the win."""
        season = self.season
        self.close_loans()
        for seat in season.leaving:
            self.pay(seat, BANK, self.cash(seat), "what he leaves who gives up", "CM 21.2d")
            season.gone.append(Departure(seat, season.race, GAVE_UP))
        season.leaving = []
        players = season.players()
        left = [each.seat for each in season.gone]
        rank = {seat: (1, self.cash(seat)) for seat in players} | {seat: (0, left.index(seat)) for seat in left}
        places = tuple(1 + sum(other > rank[seat] for other in rank.values()) for seat in range(season.seats))
        winners = tuple(seat for seat in players if places[seat] == 1)
        if not players:
            reason, places = "nobody-left", (season.seats,) * season.seats
        elif len(players) == 1:
            reason = "last-standing"
        else:
            reason = "richest" if len(winners) == 1 else "equally-rich"
        cash = [self.cash(seat) for seat in range(season.seats)]
        self.tell("season-over", {"winners": list(winners), "cash": cash, "reason": reason}, ("CM 20-goal", "CM 20.2"))
        return Outcome(reason, winners, places, {"cash": cash})

    # -- the state ------------------------------------------------------------------------------------------------

    @classmethod
    def rules(cls, seats: int, options: Mapping[str, Any]) -> SeasonRules:
        """CM 20.1a, 26.5: two to eight factions; for whom there is none left, he is a bettor."""
        fewest, most = OWNERS
        bettors = max(options["bettors"], seats - most)
        if seats - bettors < fewest:
            raise SetupError(
                f"option bettors leaves {max(0, seats - bettors)} of {seats} seats a faction; a season needs {fewest}",
                code="bad-option",
            )
        given = {} if options["race_options"] is None else options["race_options"]
        if not isinstance(given, Mapping):
            raise SetupError(f"option race_options takes switches by name, not {shown(given)}", code="bad-option")
        played = CIRCUS.resolve(options["race_ruleset"], {**given, **handed_in([[]], [])})
        return SeasonRules(
            options["races"],
            bettors,
            options["most_chariots"],
            options["race_ruleset"],
            dict(given),
            options["single_record"],
            played["edition"] == "epic",
        )

    @classmethod
    def begin(cls, seats: int, options: Mapping[str, Any]) -> Season:
        return Season(cls.rules(seats, options), seats, stables=[Stable() for _ in range(seats)])

    @classmethod
    def load(cls, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Season:
        season = from_plain(Season, plain, "state", rules=cls.rules(seats, options), seats=seats)
        check(season, (FIRST_STEP, *cls.steps))
        return season

    def save(self) -> dict[str, Any]:
        """As files have it, which know no nothing: what is not there is left out."""
        plain: dict[str, Any] = said(to_plain(self.season))
        return plain

    def view(self, seat: int | None) -> dict[str, Any]:
        """CM 20.1b, 20.21a: logs, accounts and purchases are open once they are revealed; of what is sealed everybody
        sees his own. Offers are told to the two that they concern."""
        season = self.season
        seen = {name: to_plain(getattr(season, name)) for name in PUBLIC}
        own = {} if seat is None or seat not in season.records else {seat: season.records[seat]}
        return {**seen, "records": to_plain(own), "cash": [self.cash(each) for each in range(season.seats)]}

    @classmethod
    def imagine(cls, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Season:
        return cls.load({name: view[name] for name in (*PUBLIC, "records")}, seats, options)

    @classmethod
    def stage(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Prices and charts."""
        return {
            "races": options["races"],
            "horse_prices": list(CHARTS.horse_prices),
            "horse_speeds": [list(row) for row in CHARTS.horse_speeds],
            "driver_prices": list(CHARTS.driver_prices),
            "car_price": CHARTS.car_price,
            "experience": {"places": list(CHARTS.places), "gaps": list(CHARTS.gaps), "bonus": to_plain(CHARTS.bonus)},
            "improvement": {"driver": CHARTS.driver_points, "team": CHARTS.team_points},
        }

    @classmethod
    def tables(cls) -> tuple[Chart, ...]:
        return season_tables()

    @classmethod
    def orders(cls, options: Mapping[str, Any], seats: int) -> OrderForm:
        return standing.FORM

    @classmethod
    def orders_in_words(cls, orders: Orders) -> list[str]:
        return standing.in_words(orders)

    # -- told -----------------------------------------------------------------------------------------------------

    def say_gives_up(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} gives up and will leave the game."

    def say_season_over(self, data: Data, names: Names) -> str:
        cash = ", ".join(f"{name} {money(amount)}" for name, amount in zip(names, data["cash"], strict=False))
        if not data["winners"]:
            return "The season is over, and nobody is left."
        won = " and ".join(names[seat] for seat in data["winners"])
        return f"The season is over. The richest is {won}: {cash}."
