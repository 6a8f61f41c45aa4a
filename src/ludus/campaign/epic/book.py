"""The epic campaign's book (E1): families, races and galas, until one of them is rich enough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.campaign.epic import orders as standing
from ludus.campaign.epic.chapter import Data, Names
from ludus.campaign.epic.charts import CARS, EPIC, PRIZES, REWARD, STEP, WINS
from ludus.campaign.epic.check import check
from ludus.campaign.epic.components import DRIVERS
from ludus.campaign.epic.council import ALTERNATE, COUNCIL, Council
from ludus.campaign.epic.debts import GAVE_UP
from ludus.campaign.epic.state import GALA, EpicRules, Families
from ludus.campaign.ledger import money
from ludus.campaign.people import Stable
from ludus.campaign.plain import said
from ludus.campaign.sand import TYPES_IN_WORDS
from ludus.campaign.school import Gone
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.tables import epic_tables
from ludus.core.chart import Chart
from ludus.core.contest import Contests, Settled
from ludus.core.errors import SetupError, shown
from ludus.core.event import Weight
from ludus.core.game import CHECKPOINT, Option, Outcome, Phase, Ruleset, Script
from ludus.core.plain import from_plain, to_plain
from ludus.core.standing_orders import OrderForm, Orders
from ludus.games.circus.game import Circus
from ludus.games.circus.patronage import MOST_EXTRA

NAME = "epic"
SEATS = (2, 16)
FOUND = "found"
MOST_EVENTS, MOST_EACH, MOST_MEN, MOST_TURNS, MOST_CHALLENGES = 200, 3, 3, 20, 5
GOALS = (30_000, 50_000, 75_000, EPIC["end"]["cash"], 200_000)
FIELDS = (8, 10, 12, 14, 16)
CIRCUS = Circus()
ENDINGS = {
    "rich": "a family has its fortune",
    "two-left": "only two families are left",
    "voted": "the families have voted for it",
    "events-over": "its events are over",
    "last-standing": "nobody else is left",
    "nobody-left": "nobody is left",
}


def _option(name: str, title: str, words: str, clause: str, default: Any, choices: tuple[Any, ...]) -> Option:
    return Option(name, title, words, clause, default, choices, group="The epic campaign", only=("campaign", (NAME,)))


OPTIONS = (
    _option("events", "Events", "How many races and galas there are at most.", "E1 4.1a", EPIC["end"]["events"],
            tuple(range(1, MOST_EVENTS + 1))),
    _option("goal", "Fortune", "With so many sesterces a family has won.", "E1 4.1a", EPIC["end"]["cash"], GOALS),
    _option("calendar", "Calendar", "Whether a council says what comes next, or race and gala take turns.", "E1 5.1.2",
            COUNCIL, (COUNCIL, ALTERNATE)),
    _option("epic_chariots", "Chariots in a race", "How many chariots a race has at most.", "E1 4.2",
            EPIC["race"]["field"], FIELDS),
    _option("epic_entries", "Chariots each", "How many chariots each owner races, if all have so many.", "E1 4.2", 1,
            tuple(range(1, MOST_EACH + 1))),
    _option("gala_men", "Men each", "How many gladiators each owner may enter in a gala.", "E1 5.1.2-gala",
            EPIC["gala"]["men"], tuple(range(1, MOST_MEN + 1))),
    _option("gala_turns", "Time limit of a gala", "How many turns its fights have.", "E1 5.1.2-gala",
            EPIC["gala"]["turns"], tuple(range(1, MOST_TURNS + 1))),
    _option("challenges", "Challenges", "How many match races and duels each family may ask for before an event.",
            "E1 5.2", EPIC["challenge"]["most"], tuple(range(MOST_CHALLENGES + 1))),
    _option("private_wins", "Private wins", "Whether wins in match races and duels count for a champion.",
            "E1 3.2-champion", True, (True, False)),
    _option("epic_extras", "Extra entries", "How many extra entries are auctioned before a race; stables with one more "
            "chariot that can start may bid.", "E1 4.2", 0, tuple(range(MOST_EXTRA + 1))),
    _option("late_entrants", "Late entrants", "How many seats, the last ones, come in after the first event or later.",
            "E1 4.5.3", 0, tuple(range(SEATS[1] - 1))),
    Option("epic_race_options", "House rules of the epic races", "Switches of the epic race that are set otherwise.",
           "E1 5.1.2", None, handed=True, group="The epic campaign", only=("campaign", (NAME,))),
)  # fmt: skip

# What goes from one event to the next, and what the campaign says of itself.
PUBLIC = (
    "men", "gone", "serial", "round", "step", "ledger", "stables", "market", "chariots", "things", "loans", "event",
    "held", "racing", "card", "wagers", "duels", "days", "graves", "champions", "slaves", "leaving", "late", "fallen",
    "voted",
)  # fmt: skip

ACCENTS: Mapping[str, tuple[Weight, str]] = {
    "founded": ("section", ""),
    "council": ("section", ""),
    "card": ("heading", ""),
    "prizes": ("heading", ""),
    "challenge": ("heading", ""),
    "dead": ("dire", ""),
    "coward": ("dire", ""),
    "bankrupt": ("dire", ""),
    "champion": ("triumph", "A champion is free"),
    "end": ("triumph", "The campaign is over"),
    "bid": ("minor", ""),
    "mended": ("minor", ""),
    "new-chariot": ("minor", ""),
    "new-gladiator": ("minor", ""),
}


class EpicCampaign(Council):
    """E1 5.1 as a list of steps."""

    ruleset: ClassVar[Ruleset] = Ruleset(
        NAME,
        "Epic campaign",
        "Great families with stables and schools: auctions, races, galas, duels; 100,000 sesterces win.",
        {"campaign": NAME},
    )
    state_class: ClassVar[type] = Families
    seats: ClassVar[tuple[int, int]] = SEATS
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    endings: ClassVar[tuple[str, ...]] = tuple(ENDINGS)
    accents: ClassVar[Mapping[str, tuple[Weight, str]]] = ACCENTS

    steps: ClassVar[Mapping[str, str]] = {
        "council": "decide",  # E1 5.1.2, 4.1a
        "challenges": "hear_challenges",  # E1 5.2
        "debts": "collect_debts",  # E1 6.5, 6.6
        "deals": "strike_deals",  # E1 6.4
        "components": "buy_components",  # E1 8
        "auction": "hold_auction",  # E1 6.2, 6.3
        "fitting": "fit_chariots",  # E1 8.2
        "entries": "enter_event",  # E1 5.1.2, 5.2.2
        "event": "hold_event",  # E1 5.1.2 to 5.1.4, 5.2: the race or the gala, and duels; money, experience
        "experience": "spend_experience",  # E1 5.1.4
        "recovery": "recover_all",  # E1 5.1.5
    }

    def play(self) -> Script:
        """E1 5.1: from any checkpoint to the end."""
        families = self.families
        if families.step == FOUND:
            yield from self.found()
            families.step = next(iter(self.steps))
        names = list(self.steps)
        while True:
            yield CHECKPOINT
            reason = self.over()
            if reason:
                return self.conclude(reason)
            name = families.step
            yield from getattr(self, self.steps[name])()
            families.step = names[(names.index(name) + 1) % len(names)]

    def enter_event(self) -> Phase:
        """E1 5.1.2: who takes part; at a gala everybody may bet, at a race that is the race's own matter."""
        if self.families.event == GALA:
            yield from self.enter_gala()
            yield from self.bet_on_gala()
        else:
            yield from self.enter_race()
        yield from self.place_duels()

    def hold_event(self) -> Phase:
        """E1 5.1.2, 5.2: the race, or the fights of the gala, and beside them the duels of those who have one."""
        families = self.families
        gala = families.event == GALA
        event = self.bouts_to_fight() if gala else self.race_to_run()
        families.held = bool(event)
        ended: tuple[Settled, ...] = yield Contests((*event, *self.duels_to_fight()))
        bankrupt: list[int] = []
        if event and gala:
            self.end_gala(ended[: len(event)])
        elif event:
            bankrupt = self.end_race(ended[0])
        dueled = self.end_duels(ended[len(event) :])
        families.racing, families.card = [], []
        for seat in bankrupt:
            yield from self.go_bankrupt(seat, by_loan=False)
        for number in (number for men in dueled for number in men):
            yield from self.spend(number)

    # -- the end (E1 4.1) -------------------------------------------------------------------------------------------

    def over(self) -> str:
        """E1 4.1a: tested when an event is settled, after private challenges, and when somebody has left."""
        families = self.families
        active = families.active()
        if len(active) < 2:
            return "last-standing" if active else "nobody-left"
        if families.voted:
            return "voted"
        if families.step not in ("council", "debts"):
            return ""
        if any(self.cash(seat) >= families.rules.goal for seat in active):
            return "rich"
        if families.fallen and len(active) == 2 < families.seats:
            return "two-left"
        return "events-over" if families.step == "council" and families.round >= families.rules.events else ""

    def conclude(self, reason: str) -> Outcome:
        """E1 4.1b: cash alone counts, when all loans are paid back; equal funds share the win."""
        families = self.families
        for duel in families.duels[:]:
            self.call_off(duel, [duel.by, duel.to])
        self.close_loans()
        active = families.active()
        rank = [(seat in active, self.cash(seat)) for seat in range(families.seats)]
        places = tuple(1 + sum(other > own for other in rank) for own in rank)
        winners = tuple(seat for seat in active if places[seat] == 1)
        if not winners:
            places = (families.seats,) * families.seats
        cash = [self.cash(seat) for seat in range(families.seats)]
        told = {"reason": reason, "winners": list(winners), "cash": cash, "events": len(families.days)}
        self.tell("end", told, ("E1 4.1a", "E1 4.1b"))
        return Outcome(reason, winners, places, {"cash": cash, "champions": to_plain(families.champions)})

    def withdraw(self, seat: int) -> None:
        """Who gives up is seen off at once, and his house with him; who has not come in yet never does."""
        if seat in self.families.late:
            self.families.late.remove(seat)
            self.families.gone.append(Gone(seat, self.families.round, GAVE_UP))
            self.tell("gone", {"seat": seat, "why": GAVE_UP}, ("E1 4.5.3",))
            return
        if seat in self.families.players():
            for duel in [each for each in self.families.duels if seat in (each.by, each.to)]:
                self.call_off(duel, [seat])
            self.families.leaving.append(seat)
            self.see_off_family(seat)
            self.families.racing = [each for each in self.families.racing if each != seat]
            self.families.card = [bout for bout in self.families.card if bout.outings or self.stands(bout.men)]

    def stands(self, men: tuple[int, ...]) -> bool:
        return all(self.gladiator(number).alive for number in men)

    # -- the state --------------------------------------------------------------------------------------------------

    @classmethod
    def rules(cls, options: Mapping[str, Any]) -> EpicRules:
        given = {} if options["epic_race_options"] is None else options["epic_race_options"]
        if not isinstance(given, Mapping):
            raise SetupError(f"option epic_race_options takes switches by name, not {shown(given)}", code="bad-option")
        if CIRCUS.resolve("epic", given)["edition"] != "epic":
            raise SetupError("option epic_race_options cannot choose another edition", code="bad-option")
        return EpicRules(
            options["events"], options["goal"], options["calendar"], options["epic_chariots"], options["epic_entries"],
            options["gala_men"], options["gala_turns"], options["challenges"], options["private_wins"],
            options["epic_extras"], dict(given),
        )  # fmt: skip

    @classmethod
    def begin(cls, seats: int, options: Mapping[str, Any]) -> Families:
        late = options["late_entrants"]
        if seats - late < SEATS[0]:
            raise SetupError(
                f"option late_entrants leaves {max(0, seats - late)} of {seats} families at the start; two must begin",
                code="bad-option",
            )
        families = Families(seats, step=FOUND, rules=cls.rules(options), stables=[Stable() for _ in range(seats)])
        families.late = list(range(seats - late, seats))
        return families

    @classmethod
    def load(cls, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Families:
        families = from_plain(Families, plain, "state", rules=cls.rules(options), seats=seats)
        check(families, (FOUND, *cls.steps))
        return families

    def save(self) -> dict[str, Any]:
        plain: dict[str, Any] = said(to_plain(self.families))
        return plain

    def view(self, seat: int | None) -> dict[str, Any]:
        """E1 4.4: logs and ledgers are open; what is written in secret is nowhere in them."""
        seen = {name: to_plain(getattr(self.families, name)) for name in PUBLIC}
        cash = [self.cash(each) for each in range(self.families.seats)]
        return {**seen, "deeds": to_plain(self.families.deeds), "cash": cash}

    @classmethod
    def imagine(cls, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Families:
        return cls.load({name: view[name] for name in PUBLIC}, seats, options)

    @classmethod
    def stage(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Prices and charts."""
        return {
            "events": options["events"],
            "goal": options["goal"],
            "prizes": list(PRIZES),
            "horse_prices": list(CHARTS.horse_prices),
            "horse_speeds": [list(row) for row in CHARTS.horse_speeds],
            "drivers": dict(DRIVERS),
            "cars": dict(CARS),
            "experience": to_plain(EPIC["experience"]),
            "stakes": list(EPIC["challenge"]["least"]),
            "improvement": {"driver": CHARTS.driver_points, "team": CHARTS.team_points},
            "opening": {"chariot": EPIC["market"]["chariot_dice"], "gladiator": EPIC["market"]["gladiator_dice"]},
            "step": STEP,
            "pot": EPIC["gala"]["pot"],
            "champion": {"wins": WINS, "reward": REWARD},
            "types": dict(TYPES_IN_WORDS),
        }

    @classmethod
    def tables(cls) -> tuple[Chart, ...]:
        return epic_tables()

    @classmethod
    def orders(cls, options: Mapping[str, Any], seats: int) -> OrderForm:
        return standing.FORM

    @classmethod
    def orders_in_words(cls, orders: Orders) -> list[str]:
        return standing.in_words(orders)

    # -- told -------------------------------------------------------------------------------------------------------

    def say_end(self, data: Data, names: Names) -> str:
        cash = ", ".join(f"{name} {money(amount)}" for name, amount in zip(names, data["cash"], strict=False))
        won = " and ".join(names[seat] for seat in data["winners"]) or "Nobody"
        return f"The campaign is over: {ENDINGS[data['reason']]}. {won} wins: {cash}."
