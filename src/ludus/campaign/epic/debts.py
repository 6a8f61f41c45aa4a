"""E1 6.5, 6.6: debts that fall due, forced auctions, bankruptcy, and how a bankrupt goes on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

from ludus.campaign.epic.chapter import NONE, Answer, Data, Names
from ludus.campaign.epic.charts import STEP
from ludus.campaign.epic.deals import Deals
from ludus.campaign.epic.hammer import AUCTION
from ludus.campaign.epic.state import Slave
from ludus.campaign.ledger import BANK, money
from ludus.campaign.loans import Loan, set_off, set_off_in_words, shares
from ludus.campaign.lots import Thing, parts
from ludus.campaign.people import Stable
from ludus.campaign.school import DEAD, Gone
from ludus.core.decision import Choose, Decision
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders

BANKRUPT, GAVE_UP = "bankrupt", "gave up"
DRIVER, GLADIATOR, ANEW = "driver", "gladiator", "late entrant"
RUINED, BY_LOT = "when his house fell", "by lot"


class Debts(Deals):
    """Before each event whatever is due is paid."""

    def collect_debts(self) -> Phase:
        """E1 6.5, E1 6.6-vs-gladiator: who cannot pay sells at that instant; if that is not enough, he is bankrupt. Who
        has nothing and owes nothing stays."""
        for seat in self.families.leaving[:]:
            self.see_off_family(seat)
        self.settle_due(self.families.round)
        for seat in self.families.active():
            owed = sum(loan.owed for loan in self.due(seat, self.families.round))
            if not owed:
                continue
            self.tell("default", {"seat": seat, "owed": owed, "cash": self.cash(seat)}, ("E1 6.5",))
            raised = yield from self.raise_money(seat, owed)
            self.settle_due(self.families.round)
            if not raised:
                yield from self.go_bankrupt(seat, by_loan=True)
                self.settle_due(self.families.round)  # what his creditors got others may be waiting for

    def due(self, seat: int, until: int) -> list[Loan]:
        return [each for each in self.families.loans if each.borrower == seat and each.due <= until]

    def settle_due(self, until: int) -> None:
        """Out of cash. What one gets another may be waiting for, so until nothing moves any more."""
        self.set_off(until)
        while sum(self.pay_debts(seat, self.due(seat, until)) for seat in self.families.active()):
            pass

    def set_off(self, until: int) -> None:
        """E1 6.5: debts in a circle."""
        for told in set_off(self.families.loans, until):
            self.tell("set-off", told, ("E1 6.5",))

    def pay_debts(self, seat: int, debts: Sequence[Loan]) -> int:
        total = 0
        for loan, part in shares(debts, self.cash(seat)):
            if part:
                total += part
                self.pay(seat, loan.lender, part, "a loan paid back", "E1 6.5")
                loan.owed -= part
                told = {"seat": seat, "lender": loan.lender, "paid": part, "left": loan.owed}
                self.tell("repaid", told, ("E1 6.5",))
        self.families.loans = [each for each in self.families.loans if each.owed]
        return total

    # -- forced auctions (E1 6.5) -----------------------------------------------------------------------------------

    def raise_money(self, seat: int, wanted: int) -> Generator[Ask, Any, bool]:
        """E1 6.5: lots of his own choice, each once, until he has what he owes; what is more is his."""
        offered: list[str] = []
        while self.cash(seat) < wanted:
            left = [name for name in self.estate(seat) if name not in offered] if self.bidders(seat) else []
            if not left:
                return False
            prompt = f"You owe {money(wanted)} and have {money(self.cash(seat))}. What do you put up for auction?"
            name = str((yield Choose(seat, "lot", prompt, "E1 6.5", tuple(left)))) if len(left) > 1 else left[0]
            offered.append(name)
            yield from self.sell(seat, name)
        return True

    def estate(self, seat: int) -> list[str]:
        """E1 6.5: chariots, gladiators and what is in storage."""
        stable = self.stable(seat)
        whole = [f"chariot {each.id}" for each in stable.chariots if parts(each)]
        return [*whole, *(name for name in self.goods(seat) if self.alone(stable, name))]

    def alone(self, stable: Stable, name: str) -> bool:
        """Whether it stands by itself, in storage or in the school."""
        bound = {str(lot) for chariot in stable.chariots for lot in parts(chariot)}
        return name not in bound and not name.startswith("chariot ")

    def bidders(self, seller: int) -> list[int]:
        return [seat for seat in self.families.active() if seat != seller and self.cash(seat) >= STEP]

    def sell(self, seller: int, name: str) -> Generator[Ask, Any, bool]:
        """E1 6.5: open, without reserve, in steps of 100s. Whether somebody has bought it."""
        words = self.goods_in_words(seller, name)
        sold = yield from self.call_out(name, words, STEP, self.bidders(seller), "E1 6.5")
        if sold is not None:
            self.pay(sold.buyer, seller, sold.price, f"at auction: {words}", "E1 6.5")
            self.hand_over(seller, sold.buyer, name, AUCTION, sold.price)
        return sold is not None

    def sell_out(self, seller: int) -> Phase:
        """E1 6.5: everything that is left, piece by piece; a chariot first as a whole."""
        chariots = {f"chariot {each.id}": each for each in self.stable(seller).chariots}
        for name in self.estate(seller):
            pieces = map(str, parts(chariots[name]) if name in chariots else ())
            for lot in (name, *pieces):
                if self.bidders(seller) and (yield from self.sell(seller, lot)) and lot == name:
                    break

    # -- bankruptcy (E1 6.6) ----------------------------------------------------------------------------------------

    def go_bankrupt(self, seat: int, *, by_loan: bool) -> Phase:
        """E1 6.5, 6.6: creditors take what they like, the oldest debt first; the rest is auctioned for the other debts
        if a loan was the cause, else it is the state's. Debts that are left are void, and a surplus is the bank's."""
        families = self.families
        owed = sum(each.owed for each in families.loans if each.borrower == seat)
        self.tell("bankrupt", {"seat": seat, "owed": owed}, ("E1 6.5", "E1 6.6") if by_loan else ("E1 6.6",))
        for loan in sorted((each for each in families.loans if each.borrower == seat), key=lambda each: each.id):
            if loan.lender in families.active() and (yield from self.take_assets(seat, loan)):
                families.loans.remove(loan)
        if by_loan:
            yield from self.sell_out(seat)
        self.wind_up(seat)
        yield from self.go_on(seat)

    def take_assets(self, seat: int, loan: Loan) -> Generator[Ask, Any, bool]:
        """E1 6.6: as many as settle his claim in his own judgement. Whether he took any."""
        taken = False
        while left := self.estate(seat):
            prompt = f"Seat {seat + 1} is bankrupt and owes you {money(loan.owed)}. What do you take for it?"
            name = str((yield Choose(loan.lender, "asset", prompt, "E1 6.6", (NONE, *left), NONE, str(seat))))
            if name == NONE:
                break
            taken = True
            told = {"seat": seat, "lender": loan.lender, "is": self.goods_in_words(seat, name)}
            self.hand_over(seat, loan.lender, name, "for a debt")
            self.tell("asset", told, ("E1 6.6",))
        return taken

    def wind_up(self, seat: int) -> None:
        """What is left of a family."""
        families = self.families
        debts = [each for each in families.loans if each.borrower == seat]
        self.pay_debts(seat, debts)
        void = sum(each.owed for each in debts)
        surplus = self.cash(seat)
        self.pay(seat, BANK, surplus, "what a bankrupt leaves", "E1 6.5")
        families.loans = [each for each in families.loans if each.borrower != seat]
        for loan in families.loans:
            if loan.lender == seat:
                loan.lender = BANK
        stable = self.stable(seat)
        left: tuple[Thing, ...] = (*stable.chariots, *stable.drivers, *stable.horses)
        for thing in left:
            self.write_deed(thing, seat, BANK, RUINED)
        families.stables[seat] = Stable()
        for man in families.school(seat):
            self.write_deed(man, seat, BANK, RUINED)
            self.keep(replace(man, status=DEAD, owner=BANK))
        self.tell("wound-up", {"seat": seat, "surplus": surplus, "void": void}, ("E1 6.5", "E1 6.6"))

    def see_off_family(self, seat: int) -> None:
        """Who gives up leaves the game, and everything of his with him."""
        families = self.families
        families.leaving.remove(seat)
        families.fallen += 1
        slave = families.slave(seat)
        if slave is not None:
            families.slaves.remove(slave)
        self.wind_up(seat)
        families.gone.append(Gone(seat, families.round, GAVE_UP))
        self.tell("gone", {"seat": seat, "why": GAVE_UP}, ("E1 4.1a",))

    # -- going on (E1 6.6.1 to 6.6.4, 4.5.3) ------------------------------------------------------------------------

    def go_on(self, seat: int) -> Phase:
        """E1 6.6.1: as a driver, as a gladiator, or anew."""
        if seat in self.families.leaving:
            return
        prompt = "You own nothing any more. How do you go on?"
        said = yield Choose(seat, "afterlife", prompt, "E1 6.6.1", (ANEW, DRIVER, GLADIATOR))
        if said == ANEW:
            yield from self.enter_late(seat)
        else:
            yield from self.enslave(seat, str(said))

    def enter_late(self, seat: int) -> Phase:
        """E1 4.5.3: as much cash as the poorest has, one random chariot and one random gladiator."""
        others = [self.cash(other) for other in self.families.active() if other != seat]
        anew = any(seat in (each.payer, each.payee) for each in self.families.ledger.transfers)
        cash = min(others, default=0)
        self.pay(BANK, seat, cash, "what a late entrant receives", "E1 4.5.3")
        chariot = self.random_chariot()
        self.stable(seat).chariots.append(chariot)
        self.write_deed(chariot, BANK, seat, BY_LOT)
        clauses = ("E1 4.5.3", "E1 6.6.1") if anew else ("E1 4.5.3",)
        self.tell("entrant", {"seat": seat, "cash": cash, "anew": anew}, clauses)
        man = self.random_gladiator(seat)
        self.write_deed(man, BANK, seat, BY_LOT)
        yield from self.equip(man)

    def enslave(self, seat: int, kind: str) -> Phase:
        """E1 6.6.2, E1 6.6.3, E1 6.6.4: a random driver with his chariot, or a random gladiator, of no owner."""
        families = self.families
        families.fallen += 1
        self.tell("slave", {"seat": seat, "kind": kind}, ("E1 6.6.1", "E1 6.6.4"))
        if kind == DRIVER:
            chariot = self.random_chariot()
            self.stable(seat).chariots.append(chariot)
            families.slaves.append(Slave(seat, kind, chariot.id))
        else:
            man = self.random_gladiator(seat)
            families.slaves.append(Slave(seat, kind, man.number))
            yield from self.equip(man)

    def mourn_slaves(self) -> Phase:
        """E1 6.6.4: when he is dead, his player chooses again."""
        families = self.families
        for slave in families.slaves[:]:
            if slave.kind == DRIVER:
                chariot = self.stable(slave.seat).chariot(slave.number)
                alive = chariot.driver is not None and chariot.driver.alive
            else:
                alive = self.gladiator(slave.number).alive
            if not alive:
                families.slaves.remove(slave)
                families.fallen -= 1
                families.stables[slave.seat] = Stable()
                yield from self.go_on(slave.seat)

    # -- the end (E1 4.1b) ------------------------------------------------------------------------------------------

    def close_loans(self) -> None:
        """E1 4.1b: all loans are settled as if due; what cannot be paid is void."""
        families = self.families
        self.settle_due(max((each.due for each in families.loans), default=0))
        for loan in families.loans:
            self.tell("void", {"seat": loan.borrower, "lender": loan.lender, "owed": loan.owed}, ("E1 4.1b",))
        families.loans = []

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_lot(self, decision: Decision) -> list[Answer]:
        return [self.answer(choice, self.goods_in_words(decision.seat, str(choice))) for choice in decision]

    def explain_asset(self, decision: Decision) -> list[Answer]:
        debtor = int(decision.about)
        return [
            self.answer(choice, "Nothing more")
            if choice == NONE
            else self.answer(choice, self.goods_in_words(debtor, str(choice)))
            for choice in decision
        ]

    def explain_afterlife(self, decision: Decision) -> list[Answer]:
        words = {
            ANEW: ("Begin anew", "with as much as the poorest has, a chariot and a gladiator"),
            DRIVER: ("As a driver", "a slave, who can only win his freedom"),
            GLADIATOR: ("As a gladiator", "a slave, who can only win his freedom"),
        }
        return [self.answer(choice, *words[str(choice)]) for choice in decision]

    def obey_lot(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["auctions"] == "ask" else Obeyed(decision.default, "")

    def obey_asset(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["deals"] == "ask" else Obeyed(NONE, "")

    def obey_afterlife(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(ANEW, "")

    def say_default(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} owes {money(data['owed'])} now and has {money(data['cash'])}: he must sell."

    def say_repaid(self, data: Data, names: Names) -> str:
        left = f"; {money(data['left'])} are left" if data["left"] else ""
        return f"{names[data['seat']]} pays {self.named(names, data['lender'])} {money(data['paid'])}{left}."

    def say_set_off(self, data: Data, names: Names) -> str:
        return set_off_in_words(data, names)

    def say_bankrupt(self, data: Data, names: Names) -> str:
        owes = f" and owes {money(data['owed'])}" if data["owed"] else ""
        return f"{names[data['seat']]} is bankrupt{owes}."

    def say_asset(self, data: Data, names: Names) -> str:
        return f"{names[data['lender']]} takes from {names[data['seat']]}: {data['is']}."

    def say_wound_up(self, data: Data, names: Names) -> str:
        void = f" {money(data['void'])} of debts are void." if data["void"] else ""
        surplus = f" The bank takes {money(data['surplus'])}." if data["surplus"] else ""
        return f"Nothing is left to {names[data['seat']]}.{void}{surplus}"

    def say_entrant(self, data: Data, names: Names) -> str:
        begins = "begins anew" if data["anew"] else "joins the campaign"
        return f"{names[data['seat']]} {begins} with {money(data['cash'])}, a chariot and a gladiator."

    def say_slave(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} goes on as a {data['kind']}, the slave of a stranger."

    def say_void(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} cannot pay {money(data['owed'])} of his debts: they are void."
