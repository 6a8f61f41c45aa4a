"""What every chapter of the epic campaign is made of: the families, the table, and the doors to money and log."""

from __future__ import annotations

from typing import Any, ClassVar

from ludus.campaign.book import SILENT
from ludus.campaign.epic.state import Deed, Families, Gladiator, alive_in
from ludus.campaign.lots import Lot, Thing, find
from ludus.campaign.people import Chariot, Stable
from ludus.campaign.sand import TYPES_IN_WORDS, Data, Names, Sand
from ludus.campaign.words import in_words
from ludus.core.table import Cited, Table

Answer = dict[str, Any]
NONE = "none"
# What the school cites, in the epic campaign's own numbers.
CITED = Cited(
    {
        "GL 3-7a": "E1 4.7.1",
        "GL 21.1": "E1 10.2.1",
        "GL 21.2": "E1 10.2.2",
        "GL 21.21": "E1 10.2.2.1",
        "GL 21.22": "E1 10.2.2.2",
        "GL 21.23": "E1 10.2.2.3",
        "GL 21.24": "E1 10.2.2.4",
        "GL 21.25": "E1 10.2.2.5",
        "GL 21.3": "E1 10.2.3",
        "GL 21.4": "E1 11.2.1a",
        "GL 21.41": "E1 11.2.1.1",
        "GL 21.42": "E1 11.2.1.2",
        "GL 21.43": "E1 11.2.1.3",
        "GL 21.44": "E1 11.2.1.4",
        "GL 21.6": "E1 10.3.1",
    }
)


class Chapter(Sand[Families]):
    """A base class of the epic campaign's book; each is a chapter of E1."""

    improved_by: ClassVar[str] = "E1 10.2.3"

    def __init__(self, state: Families, table: Table = SILENT) -> None:
        super().__init__(state, table)
        if table is not SILENT:
            table.cite_by(CITED)

    @property
    def families(self) -> Families:
        return self.state

    # -- money: one door (E1 4.4, 6.1) ------------------------------------------------------------------------------

    def cash(self, seat: int) -> int:
        return self.families.ledger.balance(seat)

    def pay(self, payer: int, payee: int, amount: int, why: str, clause: str) -> None:
        """E1 6.1: nobody spends what he has not."""
        self.families.ledger.pay(payer, payee, amount, why, clause, self.families.round)

    def write_deed(self, thing: Thing | Gladiator, giver: int, taker: int, how: str, price: int = 0) -> None:
        """E1 4.4: the Campaign Log knows whose everybody was."""
        who = alive_in(thing)
        if who:
            self.families.deeds.append(Deed(self.families.round, who, giver, taker, how, price))

    # -- who and what -----------------------------------------------------------------------------------------------

    def stable(self, seat: int) -> Stable:
        return self.families.stables[seat]

    def gladiator(self, number: int) -> Gladiator:
        return self.families.men[number]

    def name(self, chariot: Chariot) -> str:
        return f"chariot {chariot.id}" if chariot.driver is None else chariot.driver.name

    def man_in_words(self, man: Any) -> str:
        """A gladiator in one line."""
        kind = TYPES_IN_WORDS.get(man.type, "not armed yet").lower()
        hurt = f", {sum(man.wounds)} open wounds" if man.wounded else ""
        return f"{man.name}: {self.ratings_in_words(man)}; {kind}; {man.wins} of {man.fights} won{hurt}"

    def goods_in_words(self, seat: int, name: str) -> str:
        """A lot of a family, by its name."""
        kind, number = name.split()
        if kind == "gladiator":
            return self.man_in_words(self.gladiator(int(number)))
        thing: Thing = find(self.stable(seat), Lot(kind, int(number)))  # type: ignore[arg-type]
        return in_words(thing)

    def named(self, names: Names, seat: int) -> str:
        return "the bank" if seat < 0 else names[seat]


__all__ = ["NONE", "Answer", "Chapter", "Data", "Names"]
