"""E2 3.3.2, 3.3.3: who races how many: the right to one chariot more."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ludus.core.decision import Choose, Decision
from ludus.core.game import Ask, Phase
from ludus.games.circus.epic.setup import EpicSetup
from ludus.games.circus.patronage import MOST_EXTRA, Patronage
from ludus.games.circus.patronage.money import BANK
from ludus.games.circus.stable import MOST_CHARIOTS
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, Data, Names


class Auction(Patronage, EpicSetup):
    """Extra entries are auctioned one after the other, until nobody bids."""

    most_extra = MOST_EXTRA

    def entries(self, seat: int) -> int:
        return super().entries(seat) + self.coffers.extras.count(seat)

    def auction_entries(self) -> Phase:
        """E2 3.3.3: when nobody bids for one, there are no more. E2 3.3.2: nobody races two more than another."""
        owners = self.racing_seats()
        for _ in range(self.race.rules.extra_entries):
            fewest = min(map(self.entries, owners))
            if sum(map(self.entries, owners)) >= MOST_CHARIOTS:
                return
            bidders = [seat for seat in owners if self.entries(seat) == fewest and self.has_another(seat)]
            sold = yield from self.auction_one(bidders)
            if not sold:
                return

    def has_another(self, seat: int) -> bool:
        """E2 3.4.3: whether his stable, where one is handed in, has a chariot more that can start."""
        handed = self.race.rules.stables
        return not handed or sum(each.fit for each in handed[seat]) > self.entries(seat)

    def auction_one(self, bidders: list[int]) -> Generator[Ask, Any, bool]:
        """E2 3.3.3: open outcry, from 100s upwards in steps of 100s; the bank takes the money."""
        high, winner, still = 0, -1, bidders[:]
        while any(seat != winner for seat in still):
            for seat in [each for each in still if each != winner]:
                bid = self.next_bid(high)
                said = "pass"
                if bid <= self.coffers.purse(seat) - self.bet_step():  # E2 5.1: he must bet on the race, too
                    said = yield self.ask_bid(seat, high, bid)
                if said == "pass":
                    still.remove(seat)
                else:
                    high, winner = bid, seat
                    self.tell("bid", {"seat": seat, "bid": bid}, ("E2 3.3.3",))
        if winner >= 0:
            self.transfer(winner, BANK, high, "an extra entry", "E2 3.3.3")
            self.coffers.extras = (*self.coffers.extras, winner)
        self.tell("auctioned", {"seat": winner if winner >= 0 else None, "bid": high}, ("E2 3.3.2", "E2 3.3.3"))
        return winner >= 0

    def next_bid(self, high: int) -> int:
        chart = self.money["auction"]
        return int(high + chart["raise"] if high else chart["least"])

    def ask_bid(self, seat: int, high: int, bid: int) -> Choose:
        stands = f"{high:,}s are bid" if high else "Nobody has bid yet"
        prompt = f"The right to race one chariot more is auctioned. {stands}; do you bid {bid:,}s?"
        return Choose(seat, "bid", prompt, "E2 3.3.3", ("pass", "bid"))

    def explain_bid(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        purse = self.coffers.purse(decision.seat)
        return [
            self.answer(choice, "Bid", [f"you have {purse:,}s"]) if choice == "bid" else self.answer(choice, "Pass")
            for choice in decision
        ]

    def say_bid(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} bids {data['bid']:,}s for an extra entry."

    def say_auctioned(self, data: Data, names: Names) -> str:
        if data["seat"] is None:
            return "Nobody bids for an extra entry."
        return f"{names[data['seat']]} races one chariot more, for {data['bid']:,}s."
