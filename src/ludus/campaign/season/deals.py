"""CM 21.2a, 21.3: loans between players on any terms that both accept, and chariots sold for cash."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludus.campaign.loans import Loan, due_in_words
from ludus.campaign.lots import Lot, parts
from ludus.campaign.season.auctions import Auctions
from ludus.campaign.season.chapter import NONE, Answer, Data, Names, described, money
from ludus.campaign.season.charts import CHARTS
from ludus.core.decision import Decision, Filled
from ludus.core.fields import Field, Number, OneOf, Section
from ludus.core.form import Form
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

DECLINE, ACCEPT = "decline", "accept"
UNSTRUCK = 0  # the number of a loan that is not yet one
USUAL, INTEREST, TERM = 1000, 0.3, 3  # what a loan's form begins with: the sum, what it costs, and for how many races
RESERVE = 1000  # and a sale's


class Offer(NamedTuple):
    """A loan that one has offered and the other may accept. It gets a number that all can see when it is struck."""

    by: int
    to: int
    loan: Loan

    def field(self) -> str:
        """Where it is answered: nobody makes two offers at a time."""
        return f"from_{self.by + 1}"


class Deals(Auctions):
    """A window before every race: everybody may make one offer, and whoever gets one says yes or no. While offers are
    made the window opens again, but not for ever."""

    def strike_deals(self) -> Phase:
        offered = len(self.season.players()) > 1
        for number in range(CHARTS.rounds):
            if not offered:
                return
            first = number == 0
            answers = yield Together({seat: self.ask_offer(seat, first) for seat in self.season.players()})
            offers = [offer for seat, filled in sorted(answers.items()) if (offer := self.offer_of(seat, filled))]
            yield from self.answer_offers(offers)
            for seat, filled in sorted(answers.items()):
                if first and filled["sell"] != NONE:
                    yield from self.sell(seat, Lot("chariot", int(filled["sell"])), filled["reserve"], "CM 21.3")
            offered = bool(offers)

    # -- offers ---------------------------------------------------------------------------------------------------

    def ask_offer(self, seat: int, may_sell: bool) -> Form:
        """CM 21.2a: to whom, which way, and on what terms. CM 26.1a: a loan must leave the lender his bet."""
        sections = [Section("A loan", self.loan_fields(seat))]
        if may_sell:
            sections.append(Section("An auction", self.sale_fields(seat)))
        prompt = f"Before race {self.season.race}: do you offer a loan, ask for one, or sell a chariot?"
        return Form(seat, "offer", prompt, "CM 21.2a", tuple(sections))

    def loan_fields(self, seat: int) -> tuple[Field, ...]:
        season = self.season
        others = {f"seat {other + 1}": other for other in season.players() if other != seat}
        lends = self.spendable(seat)
        borrows = max(map(self.spendable, others.values()))
        ways = {NONE: "no loan"}
        if lends:
            ways["lend"] = "lend money"
        if borrows:
            ways["borrow"] = "ask for one"
        some, races = ("way", ("lend", "borrow")), season.rules.races
        first, end = season.race + 1, races + 1
        return (
            OneOf(name="way", title="You", default=NONE, choices=ways, clause="CM 21.2a"),
            OneOf(
                name="with", title="With", default=next(iter(others)), choices={name: name for name in others},
                seats=others, only=some,
            ),
            Number(
                name="lend", title="The sum", default=1, low=1, high=max(1, lends), unit="s", only=("way", ("lend",)),
                usual=usual_sum(lends),
            ),
            Number(
                name="borrow", title="The sum", default=1, low=1, high=max(1, borrows), unit="s",
                only=("way", ("borrow",)), usual=usual_sum(borrows),
            ),
            Number(
                name="owed", title="To be paid back", default=1, low=0, high=CHARTS.most, unit="s", only=some,
                usual=int((1 + INTEREST) * usual_sum(lends or borrows)), help="0 makes it a gift",
            ),
            Number(
                name="due", title="Due", default=first, low=first, high=end, only=some,
                usual=min(season.race + TERM, end),
                named=tuple(due_in_words(due, races) for due in range(first, end + 1)),
            ),
        )  # fmt: skip

    def sale_fields(self, seat: int) -> tuple[Field, ...]:
        """CM 21.3, 21.7: who needs cash may sell a chariot; nothing less is ever traded of free will."""
        whole = {str(each.id): described(each) for each in self.stable(seat).chariots if parts(each)}
        return (
            OneOf(
                name="sell", title="Put up a chariot", default=NONE, choices={NONE: "none", **whole}, clause="CM 21.3"
            ),
            Number(
                name="reserve", title="For at least", default=CHARTS.step, low=CHARTS.step, high=CHARTS.cash,
                unit="s", step=CHARTS.step, only=("sell", tuple(whole)), usual=RESERVE,
            ),
        )  # fmt: skip

    def offer_of(self, seat: int, filled: Filled) -> Offer | None:
        """What was offered, told to the two alone; it lapses where the lender has not so much."""
        way = filled["way"]
        if way == NONE:
            return None
        other = int(filled["with"].removeprefix("seat ")) - 1
        lender, borrower = (seat, other) if way == "lend" else (other, seat)
        loan = Loan(UNSTRUCK, lender, borrower, filled[way], filled["owed"], filled["due"])
        lapses = loan.lent > self.spendable(lender)
        kind = "offer-lapsed" if lapses else "offer"
        self.tell(kind, {"by": seat, "to": other, **terms(loan)}, ("CM 21.2a", "CM 21.3"), seats=(seat, other))
        return None if lapses else Offer(seat, other, loan)

    def answer_offers(self, offers: list[Offer]) -> Phase:
        """CM 21.2a: terms that both accept. What the lender cannot pay any more when it comes to it lapses."""
        takers = sorted({offer.to for offer in offers})
        answers = yield Together(
            {to: self.ask_acceptance(to, [each for each in offers if each.to == to]) for to in takers}
        )
        for offer in offers:
            if answers[offer.to][offer.field()] == ACCEPT:
                self.lend(offer)
            else:
                told = {"by": offer.by, "to": offer.to, **terms(offer.loan)}
                self.tell("offer-declined", told, ("CM 21.2a",), seats=(offer.by, offer.to))

    def ask_acceptance(self, seat: int, offers: list[Offer]) -> Form:
        fields = tuple(
            OneOf(
                name=offer.field(),
                title=f"Seat {offer.by + 1} {'lends you' if offer.loan.lender == offer.by else 'borrows from you'}",
                default=DECLINE,
                choices={DECLINE: "no", ACCEPT: "agreed"},
                help=terms_in_words(terms(offer.loan), self.season.rules.races),
            )
            for offer in offers
        )
        prompt = "Do you accept what you are offered?"
        if len(fields) == 1:
            prompt = f"{fields[0].title}: {fields[0].help}. Do you accept?"
        return Form(seat, "accept", prompt, "CM 21.2a", (Section("Offers", fields),))

    def lend(self, offer: Offer) -> None:
        """CM 21.2a: cash changes hands and the debt is written down, for everybody to read. A gift is no debt."""
        loan, told = offer.loan, {"by": offer.by, "to": offer.to, **terms(offer.loan)}
        if loan.lent > self.spendable(loan.lender):
            self.tell("offer-lapsed", told, ("CM 21.2a", "CM 21.3"), seats=(offer.by, offer.to))
            return
        self.pay(loan.lender, loan.borrower, loan.lent, "a loan", "CM 21.2a")
        loan.id = self.season.next_id()
        if loan.owed:
            self.season.loans.append(loan)
        self.tell("loan", {**told, "loan": loan.id}, ("CM 21.2a",))

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_offer(self, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "No offer")]

    def explain_accept(self, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "Decline all")]

    def obey_offer(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(decision.default, "") if orders["deals"] == "none" else None

    def obey_accept(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(decision.default, "") if orders["deals"] == "none" else None

    def terms(self, data: Data) -> str:
        """In words, by the length of the season that was agreed on."""
        return terms_in_words(data, self.agreed.get("races", data["due"]))

    def say_offer(self, data: Data, names: Names) -> str:
        by, to = names[data["by"]], names[data["to"]]
        way = f"offers {to} a loan" if data["lender"] == data["by"] else f"asks {to} for a loan"
        return f"{by} {way}: {self.terms(data)}."

    def say_offer_lapsed(self, data: Data, names: Names) -> str:
        return f"The loan of {money(data['lent'])} lapses: {names[data['lender']]} has not so much to spare."

    def say_offer_declined(self, data: Data, names: Names) -> str:
        return f"{names[data['to']]} declines: {self.terms(data)}."

    def say_loan(self, data: Data, names: Names) -> str:
        return f"{names[data['lender']]} lends {names[data['borrower']]} money: {self.terms(data)}."


def terms(loan: Loan) -> dict[str, Any]:
    return {
        "lender": loan.lender,
        "borrower": loan.borrower,
        "lent": loan.lent,
        "owed": loan.owed,
        "due": loan.due,
    }


def usual_sum(most: int) -> int:
    """
    >>> usual_sum(9000), usual_sum(450), usual_sum(40)
    (1000, 400, 40)
    """
    return min(USUAL, max(most - most % CHARTS.step, min(most, CHARTS.step), 1))


def terms_in_words(data: Data, races: int) -> str:
    """
    >>> loan = {"lent": 1000, "owed": 1300, "due": 5}
    >>> terms_in_words(loan, 10), terms_in_words(loan, 4)
    ('1,000s now for 1,300s before race 5', '1,000s now for 1,300s at the end of the season')
    >>> terms_in_words({"lent": 50, "owed": 0, "due": 5}, 10)
    '50s, a gift'
    """
    if not data["owed"]:
        return f"{money(data['lent'])}, a gift"
    return f"{money(data['lent'])} now for {money(data['owed'])} {due_in_words(data['due'], races)}"
