"""GL 22.4: a new man for each one lost, sold to the highest bidder on the open floor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludus.campaign.floor import PASS, bid_of, outcry
from ludus.campaign.ledger import BANK, money
from ludus.campaign.owners.betting import STEP, Betting
from ludus.campaign.sand import Data, Names
from ludus.campaign.school import Man
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase
from ludus.core.standing_orders import Obeyed, Orders


class Auction(Betting):
    """The gladiator school sells."""

    def sell_one(self) -> Phase:
        """GL 22.4: bids go up in steps of 100s until all others have passed; whom nobody wants goes back to the
        school."""
        stables = self.state
        stables.lots -= 1
        man = self.create(BANK)
        self.tell("lot", self.sheet(man), ("GL 22.4", "GL 3-7a"))
        purses = {seat: stables.purse(seat) for seat in stables.players()}
        sold = yield from outcry(
            purses,
            STEP,
            STEP,
            lambda seat, high, calls: self.ask_bid(seat, man, high, calls),
            lambda seat, bid: self.tell("bid", {"seat": seat, "bid": bid, "man": man.name}, ("GL 22.4",)),
        )
        if sold is None:
            self.tell("unsold", {"man": man.name}, ("GL 22.4",))
            return
        self.pay(sold.buyer, BANK, sold.price, f"the price of {man.name}", "GL 22.4")
        self.keep(replace(man, owner=sold.buyer))
        self.tell("sold", {"man": man.name, "seat": sold.buyer, "bid": sold.price}, ("GL 22.4",))

    def ask_bid(self, seat: int, man: Man, high: int, calls: tuple[str, ...]) -> Choose:
        stands = f"{money(high)} are bid" if high else "Nobody has bid yet"
        prompt = f"{man.name} ({self.ratings_in_words(man)}) is for sale. {stands}. What do you bid?"
        return Choose(seat, "bid", prompt, "GL 22.4", calls, PASS, man.name)

    def clear_out(self) -> None:
        """GL 22.6: who has no man left after the auctions is out."""
        for seat in self.state.players():
            if not self.state.stable(seat):
                self.see_off(seat, "has no gladiator left", ("GL 22.6",))

    # -- in words ----------------------------------------------------------------------------------------------

    def say_lot(self, data: Data, names: Names) -> str:
        return f"The school offers {data['man']}, {data['nation']}: {self.ratings_in_words(data)}."

    def say_bid(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} bids {money(data['bid'])} for {data['man']}."

    def say_unsold(self, data: Data, names: Names) -> str:
        return f"Nobody wants {data['man']}."

    def say_sold(self, data: Data, names: Names) -> str:
        return f"{data['man']} goes to {names[data['seat']]} for {money(data['bid'])}."

    def explain_bid(self, decision: Decision) -> list[dict[str, Any]]:
        purse = self.state.purse(decision.seat)
        return [
            self.answer(choice, "Pass")
            if choice == PASS
            else self.answer(choice, f"Bid {money(bid_of(str(choice)))}", f"you have {money(purse)}")
            for choice in decision
        ]

    # -- for who is away ---------------------------------------------------------------------------------------

    def obey_bid(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """The least that is more, up to his price, while he has fewer men than he wants."""
        least = str(next((choice for choice in decision if choice != PASS), PASS))
        wanted = len(self.state.stable(decision.seat)) < orders["men"]
        if least == PASS or not wanted or bid_of(least) > orders["price"]:
            return Obeyed(PASS, "")
        return Obeyed(least, "")
