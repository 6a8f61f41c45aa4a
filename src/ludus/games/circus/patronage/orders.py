"""Standing orders for an owner's money (CM 24 to 26): guards, bets and side bets while he is away. A campaign has the
same section among its own orders, so that they are given once for all of its races."""

from __future__ import annotations

from typing import Any

from ludus.core.decision import Choice, Decision
from ludus.core.fields import Number, OneOf, Section
from ludus.core.form import Form
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.games.circus.patronage.betting import Betting
from ludus.games.circus.patronage.money import GUARDS
from ludus.games.circus.standing_orders import ASK, WAIT
from ludus.games.circus.state import Chariot

MOST_ORDERED = 20_000
LEAST = "least"


def _sum(name: str, title: str, low: int, default: int, clause: str, only: tuple[str, tuple[str, ...]]) -> Number:
    return Number(
        name=name,
        title=title,
        default=default,
        low=low,
        high=MOST_ORDERED,
        step=100,
        unit="s",
        clause=clause,
        only=only,
    )


MONEY = Section(
    "Money at the races",
    (
        OneOf(
            name="envelope", title="The envelope", default="guards", clause="CM 24.1",
            choices={ASK: WAIT, "guards": "no skullduggery, and guards as I say"},
        ),
        *(
            _sum(f"guard_{kind}", f"Guard each of mine against {word} for", 0, 0, "CM 25.2", ("envelope", ("guards",)))
            for kind, word in GUARDS.items()
        ),
        OneOf(
            name="bets", title="Bets", default=LEAST, clause="CM 26.1a",
            choices={ASK: WAIT, LEAST: "as little as the rules ask for", "own": "on my best chariot, as much as I say"},
        ),
        _sum("bet_most", "At most", 100, 500, "CM 26.1a", ("bets", ("own",))),
        OneOf(
            name="lap_bets", title="Bets between laps", default="none", clause="CM 26.3",
            choices={ASK: WAIT, "none": "none"},
        ),
        OneOf(
            name="side_bets", title="Side bets", default="none", clause="CM 26.1d",
            choices={ASK: WAIT, "none": "none"},
        ),
    ),
)  # fmt: skip
# Which order is about which question; the rest is what the clock would answer.
ABOUT = {
    "skullduggery": "envelope", "bets": "bets", "lap_bets": "lap_bets", "side_bet": "side_bets",
    "take_side_bet": "side_bets",
}  # fmt: skip


class OwnersOrders(Betting):
    """What an owner can order for his purse."""

    def orders_form(self, colours: tuple[str, ...]) -> OrderForm:
        return (*super().orders_form(colours), MONEY)

    def orders_in_words(self, orders: Orders) -> list[str]:
        return [*super().orders_in_words(orders), *money_in_words(orders)]

    def obey_owner(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        about = ABOUT.get(decision.name)
        if about is None:
            return super().obey_owner(chariot, decision, orders)
        if orders[about] == ASK:
            return None
        choice = decision.default
        if decision.name == "skullduggery":
            choice = self.ordered_guards(decision, orders)
        elif decision.name == "bets" and orders["bets"] == "own":
            choice = self.ordered_bet(decision, orders)
        return Obeyed(choice, "")

    def ordered_guards(self, decision: Decision, orders: Orders) -> Choice:
        """CM 25.2: chariot by chariot, as far as the money reaches."""
        assert isinstance(decision, Form)
        filled: dict[str, Any] = {}
        for chariot in self.owns(decision.seat):
            for kind in GUARDS:
                more = {**filled, f"{chariot.faction} {kind}": orders[f"guard_{kind}"]}
                if decision.read(more) in decision:
                    filled = more
        return decision.read(filled)

    def ordered_bet(self, decision: Decision, orders: Orders) -> Choice:
        """CM 26.1b: on the faster of his own, no more than he has."""
        assert isinstance(decision, Form)
        own = self.owns(decision.seat)
        if not own:
            return decision.default
        best = max(own, key=lambda each: (self.team_speed(each) + each.modifier, -each.number))
        step = self.bet_step()
        amount = min(orders["bet_most"], self.coffers.purse(decision.seat)) // step * step
        bet = decision.read({**dict.fromkeys((each.faction for each in self.race.chariots), 0), best.faction: amount})
        return bet if bet in decision else decision.default


def money_in_words(orders: Orders) -> list[str]:
    """Sentences for the owner to confirm."""
    said = []
    for field in MONEY.fields:
        if field.only is None or orders[field.only[0]] in field.only[1]:
            value = orders[field.name]
            said.append(f"{field.title}: {field.choices[value] if isinstance(field, OneOf) else f'{value:,}s'}.")
    return said
