"""The page of an epic campaign (E1): races, galas and duels, and what was paid at auction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.acta.campaign_desk import CampaignDesk, Plain
from ludus.acta.lore import RACED, Told, balance, careers, ranked
from ludus.acta.page import Champion, Curve, Grave, Standing
from ludus.acta.pen import counted, number, sesterces
from ludus.campaign.epic.hammer import AUCTION
from ludus.campaign.epic.state import Deed, Families

MEN = ("driver", "gladiator")


class FamiliesDesk(CampaignDesk):
    """E1 5.1: races and galas in turn, match races and duels between them."""

    def __init__(self, told: Told, contests: Sequence[Plain | None]) -> None:
        super().__init__(told, contests)
        self.families: Families = told.state

    def number(self) -> int:
        return max((day.number for day in self.families.days), default=0)

    def sum_of(self, seat: int) -> int:
        return self.families.ledger.balance(seat)

    def standings(self) -> tuple[Standing, ...]:
        """E1 4.1b: cash alone counts."""
        return ranked(self.told, self.number(), self.families.ledger, last=self.over)

    def held(self, *kinds: str) -> int:
        return sum(day.kind in kinds for day in self.families.days)

    def lead(self) -> str:
        dead = sum(each.kind in MEN for each in self.families.graves)
        facts = {
            "races": counted(self.held(*RACED), "race"),
            "galas": counted(self.held("gala"), "gala"),
            "duels": counted(self.held("duel"), "duel"),
            "dead": counted(dead, "man", "men"),
        }
        return self.pen.say("lead.epic" if self.over else "lead.epic.under-way", **facts)

    def champions(self) -> list[Champion]:
        found = []
        outcome = self.told.outcome
        for seat in outcome["winners"] if outcome else ():
            text = self.pen.say("champion.owner", sum=sesterces(self.sum_of(seat)))
            found.append(Champion("The richest", self.told.names[seat], text))
        for freed in self.families.champions:
            text = self.pen.say("champion.freed", wins=number(freed.wins), owner=self.told.names[freed.seat])
            found.append(Champion(f"Free: the {freed.kind}", freed.name, text))
        for title, kinds, what in (
            ("The best driver", RACED, "race"),
            ("The best gladiator", ("gala", "duel"), "fight"),
        ):
            records = careers(day for day in self.families.days if day.kind in kinds)
            best = max(records, key=lambda name: (records[name].wins, -records[name].starts), default=None)
            if best is not None and records[best].wins:
                starts = counted(records[best].starts, what)
                text = self.pen.say("champion.man", wins=number(records[best].wins), starts=starts)
                found.append(Champion(title, best, text))
        return found

    def records(self) -> list[Champion]:
        """E1 6.2, 6.3, 6.4: from the auctions, and from what families sold one another."""
        sold = [deed for deed in self.families.deeds if deed.how == AUCTION]
        found = []
        for title, kind in (("Dearest chariot", "driver"), ("Dearest gladiator", "gladiator")):
            dearest = max((deed for deed in sold if of_kind(deed, kind)), key=lambda deed: deed.price, default=None)
            if dearest is not None:
                found.append(self.price(title, dearest, of_kind(dearest, kind)))
        if sold:
            total = sesterces(sum(deed.price for deed in sold))
            text = self.pen.say("record.auctions", lots=counted(len(sold), "lot"), total=total)
            found.append(Champion("Under the hammer", "", text))
        return found

    def price(self, title: str, deed: Deed, name: str) -> Champion:
        buyer, paid = self.told.names[deed.taker], sesterces(deed.price)
        return Champion(
            title, name, self.pen.say("record.dearest", name=name, buyer=buyer, paid=paid, event=deed.event)
        )

    def graves(self) -> list[Grave]:
        found = []
        for each in self.families.graves:
            fights = counted(each.races, "fight" if each.kind == "gladiator" else "race")
            facts = {"races": fights, "fights": fights, "wins": number(each.wins)}
            topic = f"epitaph.{each.kind}"
            if each.kind in MEN and each.wins:
                topic += ".winner"
            elif each.kind == "driver" and each.races == 1:
                topic += ".first"
            kind: Any = each.kind
            owner = self.told.names[each.seat] if each.seat >= 0 else "the house"
            found.append(Grave(each.name, kind, owner, each.race, self.pen.say(topic, **facts), f"event {each.race}"))
        return found

    def curves(self) -> list[Curve]:
        """E1 4.1b: from event to event."""
        ledger, events = self.families.ledger, range(self.number() + 1)
        return [
            Curve(name, tuple(balance(ledger, seat, event) for event in events))
            for seat, name in enumerate(self.told.names)
        ]


def of_kind(deed: Deed, kind: str) -> str:
    """The name of the first of this kind who changed hands; none: nobody did."""
    return next((name for lot, name in deed.who.items() if lot.startswith(f"{kind} ")), "")
