"""GL 22: owners send their men against each other and bet; the richest wins, or the last one left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.campaign.ledger import money
from ludus.campaign.owners.auction import Auction
from ludus.campaign.owners.pairing import PICKS, USUAL
from ludus.campaign.owners.state import NOBODY, OwnerRules, Stables
from ludus.campaign.sand import IMPROVE, TYPES_IN_WORDS, Data, Names, Sand
from ludus.campaign.school import OWNERS
from ludus.campaign.tables import owners_tables
from ludus.core.chart import Chart
from ludus.core.contest import Settled
from ludus.core.errors import DataError
from ludus.core.fields import Number, OneOf, Section
from ludus.core.game import CHECKPOINT, Option, Outcome, Phase, Ruleset, Script
from ludus.core.plain import from_plain
from ludus.core.standing_orders import OrderForm, Orders

NAME = "owners"
MOST_MATCHES = 100
MOST_PRICE = 10_000
# The steps of a match.
FOUND, DRAW, SEND, ODDS, BETS, FIGHT, SPEND, HEAL, SELL = (
    "found", "draw", "send", "odds", "bets", "fight", "spend", "heal", "sell",
)  # fmt: skip
STEPS = (FOUND, DRAW, SEND, ODDS, BETS, FIGHT, SPEND, HEAL, SELL)
ENDINGS = {
    "matches-over": "the matches are over",
    "last-owner": "nobody else is left",
    "nobody-left": "no owner is left",
}
CLAUSES = {"matches-over": "GL 22.8", "last-owner": "GL 22.8", "nobody-left": "GL 22.6"}


class Owners(Auction):
    """Draw, send, bet, fight, pay, spend, heal, sell."""

    ruleset = Ruleset(
        NAME, "Owners", "Five gladiators and 10,000 sesterces each; the richest owner wins.", {"campaign": NAME}
    )
    state_class = Stables
    seats = (2, 8)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "matches",
            "Matches",
            "After so many the richest owner has won.",
            "GL 22.8",
            OWNERS["matches"],
            tuple(range(1, MOST_MATCHES + 1)),
            group="Owners",
            only=("campaign", (NAME,)),
        ),
    )
    endings = tuple(ENDINGS)
    leaving = ("GL 22.6",)
    seen = (*Sand.seen, "ledger", "pair", "sent", "arms", "giver", "odds", "bets", "lots")

    @classmethod
    def begin(cls, seats: int, options: Mapping[str, Any]) -> Stables:
        return Stables(seats, step=FOUND, rules=OwnerRules(options["matches"]))

    @classmethod
    def load(cls, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Stables:
        stables = from_plain(Stables, plain, "position", seats=seats, rules=OwnerRules(options["matches"]))
        cls.check_schools(stables, STEPS)
        for seat in range(seats):
            if stables.purse(seat) < 0:
                raise DataError(f"position.ledger: seat {seat} has spent more than it had")
        if any(number not in stables.men for number in stables.sent):
            raise DataError("position.sent: these men are not there")
        return stables

    # -- the sequence ------------------------------------------------------------------------------------------

    def play(self) -> Script:
        """One step after the other; before each nothing is suspended."""
        while True:
            yield CHECKPOINT
            self.call_off()
            reason = self.over()
            if reason:
                return self.conclude(reason)
            yield from getattr(self, f"step_{self.state.step}")()

    def step_found(self) -> Phase:
        yield from self.found()
        self.state.step = DRAW

    def step_draw(self) -> Phase:
        yield from self.draw()
        if self.state.pair:
            self.state.step = SEND

    def step_send(self) -> Phase:
        yield from self.send()
        self.state.step = ODDS

    def step_odds(self) -> Phase:
        yield from self.set_odds()
        self.state.step = BETS

    def step_bets(self) -> Phase:
        yield from self.side_bets()
        self.state.step = FIGHT

    def step_fight(self) -> Phase:
        """GL 22.3a: the match itself, then everything that hangs on it."""
        stables = self.state
        men = stables.fighters()
        title = f"Match {stables.round}: {men[0].name} against {men[1].name}"
        settled: Settled = yield self.contest(title, men, stables.arms, "GL 22.3a")
        winners = settled.outcome["winners"]
        self.pay_bets(stables.pair[winners[0]] if len(winners) == 1 else None)
        for man, report in zip(men, settled.report, strict=True):
            stables.lots += not self.come_home(man, report, stables.rules.wins).alive
        self.clear_table()
        stables.step = SPEND

    def step_spend(self) -> Phase:
        """GL 21.3: each owner for his man."""
        for number in self.state.sent:
            yield from self.spend(number)
        self.state.sent = ()
        self.state.step = HEAL

    def step_heal(self) -> Phase:
        self.state.lots += len(self.heal_all())
        self.state.step = SELL
        yield from ()

    def step_sell(self) -> Phase:
        """GL 22.4, GL 22.6: one after the other, then the next match."""
        if self.state.lots:
            yield from self.sell_one()
            return
        self.clear_out()
        self.state.step = DRAW

    def clear_table(self) -> None:
        """No bet stands any more."""
        stables = self.state
        stables.pair, stables.arms = (), ()
        stables.giver, stables.odds, stables.bets = NOBODY, 1, []

    def call_off(self) -> None:
        """GL 22.6: without one of its owners there is no match, and there are no bets on it."""
        stables = self.state
        if stables.step in (SEND, ODDS, BETS, FIGHT) and not {*stables.pair} <= {*stables.players()}:
            self.tell("called-off", {"match": stables.round}, ("GL 22.6",))
            self.clear_table()
            stables.sent = ()
            stables.step = DRAW

    # -- the end -----------------------------------------------------------------------------------------------

    def over(self) -> str:
        """GL 22.8: so many matches, or the last owner left."""
        stables = self.state
        players = stables.players()
        if len(players) < 2:
            return "last-owner" if players else "nobody-left"
        return "matches-over" if stables.step == DRAW and stables.round >= stables.rules.matches else ""

    def conclude(self, reason: str) -> Outcome:
        """GL 22.1: money decides; who is out comes behind all others, the later the better."""
        stables = self.state
        players = stables.players()
        left = {each.seat: index for index, each in enumerate(stables.gone)}
        standing = [(seat in players, left.get(seat, stables.purse(seat))) for seat in range(stables.seats)]
        winners = tuple(seat for seat in players if standing[seat] == max(standing))
        purses = [stables.purse(seat) for seat in range(stables.seats)]
        self.tell("end", {"reason": reason, "winners": list(winners), "purses": purses}, (CLAUSES[reason], "GL 22.1"))
        return Outcome(reason, winners, self.places(standing) if winners else (2,) * stables.seats)

    def say_called_off(self, data: Data, names: Names) -> str:
        return f"Match {data['match']} does not take place."

    def say_end(self, data: Data, names: Names) -> str:
        winners = " and ".join(names[seat] for seat in data["winners"]) or "Nobody"
        verb = "win" if len(data["winners"]) > 1 else "wins"
        return f"{winners} {verb} the campaign: {ENDINGS[data['reason']]}."

    # -- for who is away ---------------------------------------------------------------------------------------

    @classmethod
    def tables(cls) -> tuple[Chart, ...]:
        return owners_tables()

    @classmethod
    def orders(cls, options: Mapping[str, Any], seats: int) -> OrderForm:
        return (
            Section(
                "A match",
                (
                    OneOf(name="send", title="Send", default="strongest", clause="GL 22.3b", choices=PICKS),
                    OneOf(name="arms", title="Armed with", default=USUAL, clause="GL 22.3b", choices=TYPES_IN_WORDS),
                    Number(
                        name="odds", title="Odds given", default=1, low=1, high=5, unit="to 1", clause="GL 22.5",
                        help="The best that your purse allows, up to these. No side bets are made for you.",
                    ),
                ),
            ),
            Section(
                "The stable",
                (
                    IMPROVE,
                    Number(
                        name="men", title="Buy up to", default=OWNERS["men"], low=0, high=20, unit="men",
                        clause="GL 22.4", help="New men are bid for while you have fewer than these.",
                    ),
                    Number(
                        name="price", title="For at most", default=500, low=0, high=MOST_PRICE, unit="s", step=100,
                        clause="GL 22.4",
                    ),
                ),
            ),
        )  # fmt: skip

    @classmethod
    def orders_in_words(cls, orders: Orders) -> list[str]:
        return [
            f"Send {PICKS[orders['send']]}: {TYPES_IN_WORDS[orders['arms']].lower()}.",
            "Give even odds." if orders["odds"] == 1 else f"Give odds up to {orders['odds']}-1.",
            "No side bets.",
            f"Experience: {IMPROVE.choices[orders['improve']]}.",
            f"Bid up to {money(orders['price'])} for a new man while you have fewer than {orders['men']}.",
        ]
