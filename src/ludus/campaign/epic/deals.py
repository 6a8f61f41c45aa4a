"""E1 6.4, 6.5: deals between families in money and kind, and loans on any written terms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from ludus.campaign.epic.chapter import NONE, Answer, Data, Names
from ludus.campaign.epic.charts import EPIC
from ludus.campaign.epic.components import Components, seat_of
from ludus.campaign.ledger import money
from ludus.campaign.loans import Loan, due_in_words
from ludus.campaign.lots import give, parts, read_lot, spares, take
from ludus.campaign.people import Chariot, Team
from ludus.core.decision import Choose, Decision, Filled
from ludus.core.fields import Field, Number, OneOf, Section
from ludus.core.form import Form
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

DECLINE, ACCEPT = "decline", "accept"
MINE, YOURS = "mine", "yours"  # whose debt is written with a deal
MOST: int = EPIC["deals"]["most"]
USUAL = 500  # what the form begins with, where somebody wants a debt


class Deal(NamedTuple):
    """E1 6.4, 6.5: what one gives, what he gets for it, and a debt that may go with it."""

    by: int
    to: int
    pays: int
    gives: str  # a lot, or nothing
    paid: int
    gets: str
    debtor: int  # -1: nobody
    owed: int
    due: int

    def told(self) -> dict[str, Any]:
        return self._asdict()

    def in_short(self) -> str:
        """What a question about it is about."""
        return "; ".join(map(str, self))

    @classmethod
    def from_short(cls, text: str) -> Deal:
        """
        >>> Deal.from_short(Deal(0, 1, 200, "car 3", 0, "none", -1, 0, 4).in_short())
        Deal(by=0, to=1, pays=200, gives='car 3', paid=0, gets='none', debtor=-1, owed=0, due=4)
        """
        by, to, pays, gives, paid, gets, debtor, owed, due = text.split("; ")
        return cls(int(by), int(to), int(pays), gives, int(paid), gets, int(debtor), int(owed), int(due))


class Deals(Components):
    """E1 6.4: at any time outside an event; the house opens a window for it before each."""

    def strike_deals(self) -> Phase:
        families = self.families
        for _ in range(EPIC["deals"]["rounds"]):
            seats = families.active()
            if len(seats) < 2:
                return
            answers = yield Together({seat: self.ask_deal(seat) for seat in seats})
            deals = [deal for seat, filled in sorted(answers.items()) if (deal := self.read_deal(seat, filled))]
            for deal in deals:
                yield from self.put_deal(deal)
            if not deals:
                return

    def goods(self, seat: int) -> list[str]:
        """E1 6.4.1, 6.4.2: whole chariots, drivers, cars and whole teams, what is in storage, and gladiators."""
        stable = self.stable(seat)
        things = [lot for chariot in stable.chariots for lot in (*self.whole(chariot), *parts(chariot))]
        men = [f"gladiator {man.number}" for man in self.families.school(seat)]
        return [*map(str, (*things, *spares(stable))), *men]

    def whole(self, chariot: Chariot) -> list[str]:
        return [f"chariot {chariot.id}"] if parts(chariot) else []

    def ask_deal(self, seat: int) -> Form:
        """E1 6.1, 6.4, 6.5: both sides are named, and a debt with its day where there is one."""
        families = self.families
        others = {f"seat {other + 1}": other for other in families.active() if other != seat}
        some = ("with", tuple(others))
        first, events = families.round + 1, families.rules.events
        end = max(first, events + 1)
        yours: list[Field] = [
            OneOf(name="with", title="With", default=NONE, choices={NONE: "nobody", **{each: each for each in others}},
                  seats=others),
            Number(name="pays", title="you pay", default=0, low=0, high=self.cash(seat), unit="s", only=some),
            OneOf(name="gives", title="and give", default=NONE, only=some, choices=self.listed_goods(seat)),
        ]  # fmt: skip
        theirs: list[Field] = [
            Number(name="paid", title="you are paid", default=0, low=0,
                   high=max(map(self.cash, others.values())), unit="s", only=some),
            *(
                OneOf(name=f"gets_{other + 1}", title="and get", default=NONE, only=("with", (name,)),
                      choices=self.listed_goods(other))
                for name, other in others.items()
            ),
        ]  # fmt: skip
        debt: list[Field] = [
            OneOf(name="debt", title="A debt", default=NONE, only=some, clause="E1 6.5",
                  choices={NONE: "none", MINE: "that you will pay", YOURS: "that will be paid to you"}),
            Number(name="owed", title="of", default=0, low=0, high=MOST, unit="s", only=("debt", (MINE, YOURS)),
                   usual=USUAL),
            Number(name="due", title="due", default=first, low=first, high=end, only=("debt", (MINE, YOURS)),
                   named=tuple(due_in_words(due, events, "event", "campaign") for due in range(first, end + 1))),
        ]  # fmt: skip
        sections = (Section("You", tuple(yours)), Section("For it", tuple(theirs)), Section("A debt", tuple(debt)))
        return Form(seat, "deal", "Do you offer a deal?", "E1 6.4", sections)

    def listed_goods(self, seat: int) -> dict[str, str]:
        return {NONE: "nothing", **{name: self.goods_in_words(seat, name) for name in self.goods(seat)}}

    def read_deal(self, seat: int, filled: Filled) -> Deal | None:
        if filled["with"] == NONE:
            return None
        other = seat_of(filled["with"])
        debtor = {MINE: seat, YOURS: other}.get(filled["debt"], -1) if filled["owed"] else -1
        return Deal(
            seat, other, filled["pays"], filled["gives"], filled["paid"], filled[f"gets_{other + 1}"], debtor,
            filled["owed"] if debtor >= 0 else 0, filled["due"],
        )  # fmt: skip

    def put_deal(self, deal: Deal) -> Phase:
        """E1 6.4: the other accepts or declines; what cannot be given any more can only be declined."""
        both = (deal.by, deal.to)
        clauses = ("E1 6.4", *(("E1 6.5",) if deal.owed else ()))
        self.tell("deal", self.deal_told(deal), clauses, seats=both)
        choices = (DECLINE, ACCEPT) if self.possible(deal) else (DECLINE,)
        terms = deal_for_you(self.deal_told(deal), self.families.rules.events)
        prompt = f"Seat {deal.by + 1} offers you a deal: {terms}. Do you accept?"
        said = yield Choose(deal.to, "accept", prompt, "E1 6.4", choices, DECLINE, deal.in_short())
        if said == ACCEPT:
            told = self.deal_told(deal)
            self.strike(deal)
            self.tell("struck", told, (*clauses, "E1 6.4.1", "E1 6.4.2"))
        else:
            self.tell("no-deal", {"by": deal.by, "to": deal.to}, ("E1 6.4",), seats=both)

    def possible(self, deal: Deal) -> bool:
        """E1 6.1: both have what they give, and the money that they pay."""
        return (
            self.cash(deal.by) >= deal.pays
            and self.cash(deal.to) >= deal.paid
            and deal.gives in (NONE, *self.goods(deal.by))
            and deal.gets in (NONE, *self.goods(deal.to))
        )

    def deal_told(self, deal: Deal) -> dict[str, Any]:
        """With the goods in words, as they were when it was offered."""
        gives = "" if deal.gives not in self.goods(deal.by) else self.goods_in_words(deal.by, deal.gives)
        gets = "" if deal.gets not in self.goods(deal.to) else self.goods_in_words(deal.to, deal.gets)
        return {**deal.told(), "given": gives, "got": gets}

    def strike(self, deal: Deal) -> None:
        families = self.families
        self.pay(deal.by, deal.to, deal.pays, "a deal", "E1 6.4")
        self.pay(deal.to, deal.by, deal.paid, "a deal", "E1 6.4")
        if deal.gives != NONE:
            self.hand_over(deal.by, deal.to, deal.gives, price=deal.paid)
        if deal.gets != NONE:
            self.hand_over(deal.to, deal.by, deal.gets, price=deal.pays)
        if deal.owed:
            lender = deal.to if deal.debtor == deal.by else deal.by
            lent = deal.paid if deal.debtor == deal.by else deal.pays
            families.loans.append(Loan(families.next_thing(), lender, deal.debtor, lent, deal.owed, deal.due))

    def hand_over(self, seller: int, buyer: int, name: str, how: str = "in a deal", price: int = 0) -> None:
        """E1 6.4.1, 6.4.2, 7.1.2, 11.2-vs-gladiator: a gladiator goes with equipment and open wounds. What is left of a
        chariot without its team goes into storage; a team that comes alone is a chariot without driver and car."""
        kind, number = name.split()
        if kind == "gladiator":
            man = replace(self.gladiator(int(number)), owner=buyer)
            self.keep(man)
            self.write_deed(man, seller, buyer, how, price)
            return
        stable = self.stable(seller)
        thing = take(stable, read_lot(name))
        if isinstance(thing, Team):
            for chariot in [each for each in stable.chariots if each.team is None]:
                stable.chariots.remove(chariot)
                stable.drivers += [chariot.driver] if chariot.driver is not None and chariot.driver.alive else []
                stable.cars += [chariot.car] if chariot.car is not None and not chariot.car.wrecked else []
            thing = Chariot(self.families.next_chariot(), None, thing)
        give(self.stable(buyer), thing)
        self.write_deed(thing, seller, buyer, how, price)

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_deal(self, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "No offer")]

    def explain_accept(self, decision: Decision) -> list[Answer]:
        return [self.answer(choice, "Agreed" if choice == ACCEPT else "Decline") for choice in decision]

    def obey_deal(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["deals"] == "ask" else Obeyed(decision.default, "")

    def obey_accept(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["deals"] == "ask" else Obeyed(DECLINE, "")

    def deal_in_words(self, data: Data, names: Names) -> str:
        return deal_in_words(data, names, self.agreed.get("events", data["due"]))

    def say_deal(self, data: Data, names: Names) -> str:
        return f"{names[data['by']]} offers {names[data['to']]} a deal: {self.deal_in_words(data, names)}."

    def say_struck(self, data: Data, names: Names) -> str:
        return f"{names[data['by']]} and {names[data['to']]} have a deal: {self.deal_in_words(data, names)}."

    def say_no_deal(self, data: Data, names: Names) -> str:
        return f"{names[data['to']]} declines."


def deal_in_words(data: Any, names: Names, events: int) -> str:
    """
    >>> deal_in_words({"pays": 200, "given": "A light car", "paid": 0, "got": "", "owed": 300, "due": 4,
    ...     "debtor": 1, "by": 0, "to": 1}, ["Ann", "Bob"], 9)
    '200s and A light car for nothing; Bob owes Ann 300s, due before event 4'
    """
    first, second = side(data["pays"], data["given"]), side(data["paid"], data["got"])
    lender = data["by"] if data["debtor"] == data["to"] else data["to"]
    due = due_in_words(data["due"], events, "event", "campaign")
    owes = f"; {names[data['debtor']]} owes {names[lender]} {money(data['owed'])}, due {due}"
    return f"{first} for {second}{owes if data['owed'] else ''}"


def deal_for_you(data: Any, events: int) -> str:
    """To whom it is offered.

    >>> deal_for_you({"pays": 200, "given": "", "paid": 0, "got": "A light car", "owed": 300, "due": 4, "debtor": 1,
    ...     "to": 1}, 3)
    'you get 200s and give A light car; you owe 300s, due at the end of the campaign'
    """
    owes = "you owe" if data["debtor"] == data["to"] else "you are owed"
    due = due_in_words(data["due"], events, "event", "campaign")
    debt = f"; {owes} {money(data['owed'])}, due {due}" if data["owed"] else ""
    return f"you get {side(data['pays'], data['given'])} and give {side(data['paid'], data['got'])}{debt}"


def side(cash: int, goods: str) -> str:
    """What one of the two gives.

    >>> side(200, "A light car"), side(0, "")
    ('200s and A light car', 'nothing')
    """
    return " and ".join(each for each in (money(cash) if cash else "", goods) if each) or "nothing"
