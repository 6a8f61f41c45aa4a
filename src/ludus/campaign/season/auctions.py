"""CM 21.2b: open ascending auctions among the other owners."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ludus.campaign.floor import PASS, Sold, bid_of, outcry
from ludus.campaign.lots import Lot, Thing, find, give, read_lot, take
from ludus.campaign.season.chapter import Answer, Chapter, Data, Names, money
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.words import in_words
from ludus.core.decision import Choose, Decision
from ludus.core.game import Ask
from ludus.core.standing_orders import Obeyed, Orders


class Auctions(Chapter):
    """A lot, a floor, and the highest bid."""

    def sell(self, seller: int, lot: Lot, least: int, clause: str) -> Generator[Ask, Any, bool]:
        """CM 21.2b: no reserve but what the seller of free will has set, steps of 100s. CM 26.1a: whoever bids keeps
        the compulsory bet. Bettors have no stable to put it in."""
        thing = self.in_words(find(self.stable(seller), lot))
        self.tell("put-up", {"seat": seller, "lot": str(lot), "is": thing, "least": least}, by(clause))
        purses = {seat: self.spendable(seat) for seat in self.owners() if seat != seller}

        def ask(seat: int, high: int, calls: tuple[str, ...]) -> Choose:
            stands = f"{money(high)} are bid. Do you bid more?" if high else "Nobody has bid yet. Do you?"
            # Who is asked reads why it is sold.
            return Choose(seat, "bid", f"{thing}. {stands}", clause, calls, about=str(lot))

        def heard(seat: int, bid: int) -> None:
            self.tell("bid", {"seat": seat, "lot": str(lot), "bid": bid}, ("CM 21.2b",))

        sold = yield from outcry(purses, least, CHARTS.step, ask, heard)
        self.hand_over(seller, lot, thing, sold, clause)
        return sold is not None

    def hand_over(self, seller: int, lot: Lot, thing: str, sold: Sold | None, clause: str) -> None:
        told: dict[str, Any] = {"seat": seller, "lot": str(lot), "is": thing, "buyer": None, "price": 0}
        if sold is not None:
            self.pay(sold.buyer, seller, sold.price, f"at auction: {thing}", clause)
            give(self.stable(sold.buyer), take(self.stable(seller), lot))
            told |= {"buyer": sold.buyer, "price": sold.price}
        self.tell("sold", told, by(clause))

    def in_words(self, thing: Thing) -> str:
        """What is put up, in words."""
        return in_words(thing)

    def explain_bid(self, decision: Decision) -> list[Answer]:
        left = self.cash(decision.seat)
        return [
            self.answer(choice, "Pass")
            if choice == PASS
            else self.answer(choice, f"Bid {money(bid_of(str(choice)))}", f"you have {money(left)}")
            for choice in decision
        ]

    def obey_bid(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """The next step, as long as it is within the highest bid that was laid down."""
        if orders["auctions"] == "ask":
            return None
        most = orders["bid_chariot"] if read_lot(decision.about).kind == "chariot" else orders["bid_part"]
        call = next((choice for choice in decision if choice != PASS), PASS)
        assert isinstance(call, str)
        if call == PASS or bid_of(call) > most:
            return Obeyed(PASS, "Passes as ordered.")
        return Obeyed(call, f"Bids {money(bid_of(call))} as ordered.")

    def say_put_up(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} puts up for auction: {data['is']}."

    def say_bid(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} bids {money(data['bid'])}."

    def say_sold(self, data: Data, names: Names) -> str:
        if data["buyer"] is None:
            return f"Nobody wants it: {data['is']}."
        return f"Sold to {names[data['buyer']]} for {money(data['price'])}: {data['is']}."


def by(clause: str) -> tuple[str, ...]:
    """Whatever brings a lot under the hammer, the auction goes by CM 21.2b."""
    return tuple(dict.fromkeys((clause, "CM 21.2b")))
