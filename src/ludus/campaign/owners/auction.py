"""GL 22.4: a new man for each one lost, sold to the highest bidder on the open floor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludus.campaign.ledger import BANK
from ludus.campaign.owners.betting import STEP, Betting
from ludus.campaign.owners.state import NOBODY
from ludus.campaign.sand import Data, Names
from ludus.campaign.school import Man
from ludus.core.decision import Choose, Decision
from ludus.core.game import Floor, Phase
from ludus.core.standing_orders import Obeyed, Orders

RAISES = (1, 2, 5, 10, 20)  # steps that one may bid more
PASS = "pass"


class Auction(Betting):
    """The gladiator school sells."""

    def sell_one(self) -> Phase:
        """GL 22.4: bids go up in steps of 100s until all others have passed; whom nobody wants goes back to the
        school."""
        stables = self.state
        stables.lots -= 1
        man = self.create(BANK)
        self.tell("lot", self.sheet(man), ("GL 22.4", "GL 3-7a"))
        high, leader, bidding = 0, NOBODY, set(stables.players())
        while True:
            asked = {
                seat: self.ask_bid(seat, man, high)
                for seat in sorted(bidding)
                if seat != leader and stables.purse(seat) >= high + STEP
            }
            spoken: tuple[int, str] | None = yield Floor(asked)
            if spoken is None:
                break
            seat, said = spoken
            if said == PASS:
                bidding.discard(seat)
            else:
                high, leader = int(said.split()[1]), seat
                self.tell("bid", {"seat": seat, "bid": high, "man": man.name}, ("GL 22.4",))
        if leader == NOBODY:
            self.tell("unsold", {"man": man.name}, ("GL 22.4",))
            return
        self.pay(leader, BANK, high, f"the price of {man.name}", "GL 22.4")
        self.keep(replace(man, owner=leader))
        self.tell("sold", {"man": man.name, "seat": leader, "bid": high}, ("GL 22.4",))

    def ask_bid(self, seat: int, man: Man, high: int) -> Choose:
        stands = f"{high}s are bid" if high else "Nobody has bid yet"
        prompt = f"{man.name} ({self.ratings_in_words(man)}) is for sale. {stands}. What do you bid?"
        bids = [high + STEP * steps for steps in RAISES]
        choices = (PASS, *(f"bid {bid}" for bid in bids if bid <= self.state.purse(seat)))
        return Choose(seat, "bid", prompt, "GL 22.4", choices, PASS, man.name)

    def clear_out(self) -> None:
        """GL 22.6: who has no man left after the auctions is out."""
        for seat in self.state.players():
            if not self.state.stable(seat):
                self.see_off(seat, "has no gladiator left", ("GL 22.6",))

    # -- in words ----------------------------------------------------------------------------------------------

    def say_lot(self, data: Data, names: Names) -> str:
        return f"The school offers {data['man']}, {data['nation']}: {self.ratings_in_words(data)}."

    def say_bid(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} bids {data['bid']}s for {data['man']}."

    def say_unsold(self, data: Data, names: Names) -> str:
        return f"Nobody wants {data['man']}."

    def say_sold(self, data: Data, names: Names) -> str:
        return f"{data['man']} goes to {names[data['seat']]} for {data['bid']}s."

    def explain_bid(self, decision: Decision) -> list[dict[str, Any]]:
        purse = self.state.purse(decision.seat)
        return [
            self.answer(choice, "Pass")
            if choice == PASS
            else self.answer(choice, f"Bid {str(choice).split()[1]}s", f"of {purse}s")
            for choice in decision
        ]

    # -- for who is away ---------------------------------------------------------------------------------------

    def obey_bid(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """The least that is more, up to his price, while he has fewer men than he wants."""
        least = str(next((choice for choice in decision if choice != PASS), PASS))
        wanted = len(self.state.stable(decision.seat)) < orders["men"]
        if least == PASS or not wanted or int(least.split()[1]) > orders["price"]:
            return Obeyed(PASS, "")
        return Obeyed(least, "")
