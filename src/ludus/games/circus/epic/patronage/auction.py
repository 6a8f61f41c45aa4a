"""E2 3.3.2, 3.3.3: the right to race one chariot more, by auction."""

from __future__ import annotations

from ludus.core.decision import Choose
from ludus.core.game import Phase
from ludus.games.circus.epic.patronage.money import BANK
from ludus.games.circus.epic.patronage.skullduggery import Skullduggery


class Auction(Skullduggery):
    """One after the other, until nobody bids."""

    def auction_entries(self) -> Phase:
        """E2 3.3.3: when nobody bids for one, there are no more. E2 3.3.2: nobody races two more than another."""
        for _ in range(self.race.rules.extra_entries):
            may = [seat for seat in self.racing_seats() if self.entries_of(seat) == self.fewest_entries()]
            sold = yield from self.auction_one(may)
            if not sold:
                return

    def auction_one(self, bidders: list[int]) -> Phase:
        """E2 3.3.3: open outcry, from 100s upwards in steps of 100s; the money goes to the bank."""
        chart = self.money["auction"]
        high, winner, still = 0, -1, bidders[:]
        while still and still != [winner]:
            for seat in bidders:
                if seat not in still or seat == winner:
                    continue
                bid = high + chart["raise"] if high else chart["least"]
                if bid + self.bet_step_kept(seat) > self.coffers.purse(seat):
                    still.remove(seat)
                    continue
                said = yield Choose(
                    seat, "bid", self.bid_prompt(high, bid), "E2 3.3.3", ("pass", "bid"),
                )  # fmt: skip
                if said == "bid":
                    high, winner = bid, seat
                    self.tell("bid", {"seat": seat, "bid": bid}, ("E2 3.3.3",))
                else:
                    still.remove(seat)
        if winner >= 0:
            self.coffers.pay(winner, BANK, high, "an extra entry", "E2 3.3.3")
            self.race.parts["extras"].owners.append(winner)
        self.tell("auctioned", {"seat": winner, "bid": high}, ("E2 3.3.2", "E2 3.3.3"))
        return winner >= 0
