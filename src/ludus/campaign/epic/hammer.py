"""E1 6.2, 6.3: the auctions before each event, on the open floor."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from ludus.campaign.epic.chapter import Answer, Data, Names
from ludus.campaign.epic.charts import EPIC, STEP
from ludus.campaign.epic.foundation import Foundation
from ludus.campaign.epic.state import GALA, Gladiator
from ludus.campaign.floor import PASS, Sold, bid_of, outcry
from ludus.campaign.ledger import BANK, money
from ludus.campaign.lots import give
from ludus.campaign.words import in_words
from ludus.core.decision import Choose, Decision
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.gladiator.charts import ARMOUR, TYPES

NET, USUAL = "retiarius", "medium"
AUCTION = "at auction"


class Hammer(Foundation):
    """One lot after another in the order of their numbers; when nobody bids for one, the auction is over."""

    def hold_auction(self) -> Phase:
        """E1 5.1.1: chariots before a race, gladiators before a gala."""
        if self.families.event == GALA:
            yield from self.auction_gladiators()
        else:
            yield from self.auction_chariots()

    def auction_chariots(self) -> Phase:
        """E1 6.2 to 6.2.2: the opening bid is 100s times two dice, rolled anew every time."""
        families = self.families
        for chariot in families.market[:]:
            words = in_words(chariot)
            least = STEP * sum(self.roll(EPIC["market"]["chariot_dice"], "opening bid", "E1 6.2.1"))
            sold = yield from self.call_out(f"chariot {chariot.id}", words, least, families.active(), "E1 6.2.1")
            if sold is None:
                break
            self.pay(sold.buyer, BANK, sold.price, words, "E1 6.2.1")
            families.market.remove(chariot)
            give(self.stable(sold.buyer), chariot)
            self.write_deed(chariot, BANK, sold.buyer, AUCTION, sold.price)
        self.restock_chariots()

    def auction_gladiators(self) -> Phase:
        """E1 6.3 to 6.3.2, E1 7.1: one die; whoever buys a man chooses his type and rolls his armour."""
        families = self.families
        for man in families.on_sale():
            words = f"{man.name}: {self.ratings_in_words(man)}"
            least = STEP * sum(self.roll(EPIC["market"]["gladiator_dice"], "opening bid", "E1 6.3.1"))
            sold = yield from self.call_out(f"gladiator {man.number}", words, least, families.active(), "E1 6.3.1")
            if sold is None:
                break
            self.pay(sold.buyer, BANK, sold.price, f"the gladiator {man.name}", "E1 6.3.1")
            self.write_deed(man, BANK, sold.buyer, AUCTION, sold.price)
            yield from self.equip(replace(man, owner=sold.buyer))
        self.restock_gladiators()

    def call_out(
        self, lot: str, words: str, least: int, bidders: list[int], clause: str
    ) -> Generator[Ask, Any, Sold | None]:
        """E1 6.1, 6.2.1: open bids in steps of 100s, with the money one has at that moment."""
        self.tell("put-up", {"lot": lot, "is": words, "least": least}, (clause, "E1 6.1"))
        purses = {seat: self.cash(seat) for seat in bidders}

        def ask(seat: int, high: int, calls: tuple[str, ...]) -> Choose:
            stands = f"{money(high)} are bid" if high else f"The first bid is {money(least)} or more"
            return Choose(seat, "bid", f"{words}. {stands}; what do you bid?", clause, calls, PASS, lot)

        def heard(seat: int, bid: int) -> None:
            self.tell("bid", {"seat": seat, "lot": lot, "bid": bid}, (clause,))

        sold = yield from outcry(purses, least, STEP, ask, heard)
        told = {"lot": lot, "is": words, "buyer": None, "price": 0}
        if sold is not None:
            told |= {"buyer": sold.buyer, "price": sold.price}
        self.tell("sold", told, (clause,))
        return sold

    def equip(self, man: Gladiator) -> Phase:
        """E1 7.1.1, 7.1.2: type and armour, for life; a retiarius takes the medium table and no shield."""
        prompt = f"What kind of gladiator is {man.name}? {self.ratings_in_words(man)}."
        kind = str((yield Choose(man.owner, "type", prompt, "E1 7.1.1", TYPES, USUAL, man.name)))
        table = ARMOUR[USUAL if kind == NET else kind]
        *armour, shield = table[self.roll(1, "armour", "E1 7.1.1")[0] - 1]
        shield = "" if kind == NET else shield
        self.keep(replace(man, type=kind, armour=tuple(armour), shield=shield))
        told = {"seat": man.owner, "man": man.name, "type": kind, "armour": armour, "shield": shield}
        self.tell("equipped", told, ("E1 7.1.1", "E1 7.1.2", "E1 7.1-vs-gladiator"))

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_bid(self, decision: Decision) -> list[Answer]:
        left = self.cash(decision.seat)
        return [
            self.answer(choice, "Pass")
            if choice == PASS
            else self.answer(choice, f"Bid {money(bid_of(str(choice)))}", f"of your {money(left)}")
            for choice in decision
        ]

    def explain_type(self, decision: Decision) -> list[Answer]:
        return self.explain_types(decision)

    def obey_bid(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """The next step, within the highest bid laid down, while he has fewer than he wants."""
        if orders["auctions"] == "ask":
            return None
        seat, kind = decision.seat, decision.about.split()[0]
        call = str(next((choice for choice in decision if choice != PASS), PASS))
        owned = len(self.families.school(seat)) if kind == "gladiator" else len(self.stable(seat).chariots)
        wanted = orders["gladiators"] if kind == "gladiator" else orders["chariots"]
        most = orders["bid_gladiator"] if kind == "gladiator" else orders["bid_chariot"]
        if call == PASS or owned >= wanted or bid_of(call) > most:
            return Obeyed(PASS, "")
        return Obeyed(call, "")

    def obey_type(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(orders["type"], "")

    def say_put_up(self, data: Data, names: Names) -> str:
        return f"For sale, from {money(data['least'])}: {data['is']}."

    def say_bid(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} bids {money(data['bid'])}."

    def say_sold(self, data: Data, names: Names) -> str:
        if data["buyer"] is None:
            return f"Nobody bids for {data['lot']}."
        return f"Sold to {names[data['buyer']]} for {money(data['price'])}: {data['is']}."

    def say_equipped(self, data: Data, names: Names) -> str:
        shield = f"and a {data['shield']} shield" if data["shield"] else "and no shield"
        armour = ", ".join(code or "-" for code in data["armour"])
        return f"{data['man']} of {names[data['seat']]} fights as {data['type']}, with armour {armour} {shield}."
