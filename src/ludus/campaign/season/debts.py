"""CM 21.2b to 21.2e, 26.1a: debts that fall due, default, bankruptcy, and what becomes of a bankrupt's stable."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from ludus.campaign.ledger import BANK
from ludus.campaign.loans import Loan, set_off, set_off_in_words, shares
from ludus.campaign.lots import Lot, find, lots, parts, read_lot, spares
from ludus.campaign.people import Stable
from ludus.campaign.season.chapter import Answer, Data, Names, money
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.deals import Deals
from ludus.campaign.season.state import Departure
from ludus.core.decision import Choose, Decision
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders

BANKRUPT, GAVE_UP = "bankrupt", "gave up"


class Debts(Deals):
    """Before a race everybody pays what is due, and must have something left to bet with."""

    def collect_debts(self) -> Phase:
        for seat in list(self.season.leaving):
            yield from self.liquidate(seat, GAVE_UP)
        yield from self.call_in()
        for seat in self.season.players():
            if self.cash(seat) < CHARTS.bet:  # CM 26.1a
                self.tell("penniless", {"seat": seat, "cash": self.cash(seat)}, ("CM 26.1a",))
                offered: list[Lot] = []
                if not (yield from self.raise_money(seat, CHARTS.bet, offered, "You must bet", "CM 26.1a")):
                    yield from self.liquidate(seat, BANKRUPT, offered)

    def call_in(self) -> Phase:
        """CM 21.2b: whoever can pays at once; a debtor who cannot is in default and must sell."""
        self.settle_due()
        for seat in self.season.players():
            owed = sum(loan.owed for loan in self.debts(seat, self.season.race))
            if not owed:
                continue
            self.tell("default", {"seat": seat, "owed": owed, "cash": self.cash(seat)}, ("CM 21.2b",))
            offered: list[Lot] = []
            raised = yield from self.raise_money(seat, owed, offered, "You owe", "CM 21.2b")
            self.settle_due()
            if not raised:
                yield from self.liquidate(seat, BANKRUPT, offered)
                self.settle_due()

    def debts(self, seat: int, until: int) -> list[Loan]:
        """What somebody owes that falls due before that race at the latest."""
        return [each for each in self.season.loans if each.borrower == seat and each.due <= until]

    def settle_due(self, until: int | None = None) -> None:
        """Pay what is due out of cash. What one gets another may be waiting for, so until nothing moves any more."""
        last = self.season.race if until is None else until
        self.set_off(last)
        while sum(self.pay_debts(seat, self.debts(seat, last)) for seat in self.season.players()):
            pass

    def set_off(self, until: int) -> None:
        """CM 21.2a: debts in a circle."""
        for told in set_off(self.season.loans, until):
            self.tell("set-off", told, ("CM 21.2a", "CM 21.2c"))

    def pay_debts(self, seat: int, debts: Sequence[Loan]) -> int:
        """CM 21.2c: in order of due date. What was paid."""
        total = 0
        for loan, part in shares(debts, self.cash(seat)):
            if part:
                total += part
                self.pay(seat, loan.lender, part, "a loan paid back", "CM 21.2a")
                loan.owed -= part
                told = {"seat": seat, "lender": loan.lender, "paid": part, "left": loan.owed}
                self.tell("repaid", told, ("CM 21.2a", "CM 21.2c"))
        self.season.loans = [each for each in self.season.loans if each.owed]
        return total

    # -- forced auction (CM 21.2b) --------------------------------------------------------------------------------

    def raise_money(
        self, seat: int, wanted: int, offered: list[Lot], why: str, clause: str
    ) -> Generator[Ask, Any, bool]:
        """CM 21.2b: lots of his own choice, each once, until he has what he needs or nothing is left to offer. What the
        last lot brings beyond it is his (CM 21.2d)."""
        while self.cash(seat) < wanted:
            left = lots(self.stable(seat), offered) if self.bidders(seat) else []
            if not left:
                return False
            name = str(left[0])
            if len(left) > 1:
                name = yield self.ask_lot(seat, left, f"{why} {money(wanted)} now")
            offered.append(read_lot(name))
            yield from self.sell(seat, read_lot(name), CHARTS.step, clause)
        return True

    def bidders(self, seller: int) -> list[int]:
        """Who could bid anything at all."""
        return [seat for seat in self.owners() if seat != seller and self.spendable(seat) >= CHARTS.step]

    def ask_lot(self, seat: int, left: list[Lot], why: str) -> Choose:
        prompt = f"{why} and have {money(self.cash(seat))}. What do you put up for auction?"
        return Choose(seat, "lot", prompt, "CM 21.2b", tuple(map(str, left)))

    # -- bankruptcy (CM 21.2c, 21.2d) -----------------------------------------------------------------------------

    def liquidate(self, seat: int, why: str, offered: Sequence[Lot] = ()) -> Phase:
        """CM 21.2c, 21.2d: he leaves the game; what he has is auctioned piece by piece, his creditors are paid, and the
        rest goes to the bank. What nobody wants leaves the game with him, and what he has lent is the bank's."""
        season = self.season
        season.gone.append(Departure(seat, season.race, why))
        season.leaving = [each for each in season.leaving if each != seat]
        owed = sum(loan.owed for loan in self.debts(seat, season.rules.races + season.race))
        clauses = ("CM 26.1a", "CM 21.2c") if why == BANKRUPT and not owed else ("CM 21.2c",)
        self.tell("departure", {"seat": seat, "why": why, "owed": owed}, clauses)
        if self.bidders(seat):
            yield from self.auction_off(seat, offered)
        debts = [each for each in season.loans if each.borrower == seat]
        self.pay_debts(seat, debts)
        void = sum(each.owed for each in debts)
        surplus = self.cash(seat)
        self.pay(seat, BANK, surplus, "what a bankrupt leaves", "CM 21.2d")
        season.loans = [each for each in season.loans if each.borrower != seat]
        for loan in season.loans:
            if loan.lender == seat:
                loan.lender = BANK
        season.stables[seat] = Stable()
        if why == BANKRUPT:
            season.slaves.append(seat)  # CM 21.2e
        told = {"seat": seat, "surplus": surplus, "void": void}
        self.tell("liquidated", told, ("CM 21.2c", "CM 21.2d") + (("CM 21.2e",) if why == BANKRUPT else ()))

    def auction_off(self, seat: int, offered: Sequence[Lot]) -> Phase:
        """Whole chariots first, unless that was tried before; where nobody wants one, its pieces."""
        stable = self.stable(seat)
        for chariot in list(stable.chariots):
            whole = Lot("chariot", chariot.id)
            pieces = [lot for lot in parts(chariot) if lot not in offered]
            if not pieces:
                continue
            sold = whole not in offered and (yield from self.sell(seat, whole, CHARTS.step, "CM 21.2c"))
            for lot in () if sold else pieces:
                yield from self.sell(seat, lot, CHARTS.step, "CM 21.2c")
        for lot in spares(stable):
            if lot not in offered:
                yield from self.sell(seat, lot, CHARTS.step, "CM 21.2c")

    # -- the end of the season (CM 20-goal) -----------------------------------------------------------------------

    def close_loans(self) -> None:
        """CM 20-goal: all that is still open falls due now. It is paid from cash, nobody sells anything, and what
        cannot be paid is void."""
        season = self.season
        self.settle_due(max((each.due for each in season.loans), default=0))
        for loan in season.loans:
            told = {"seat": loan.borrower, "lender": loan.lender, "owed": loan.owed}
            self.tell("void", told, ("CM 20-goal", "CM 21.2c"))
        season.loans = []

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_lot(self, decision: Decision) -> list[Answer]:
        stable = self.stable(decision.seat)
        return [
            self.answer(choice, self.in_words(find(stable, read_lot(str(choice)))), self.whence(stable, str(choice)))
            for choice in decision
        ]

    def whence(self, stable: Stable, choice: str) -> str:
        """To whose chariot a part belongs."""
        lot = read_lot(choice)
        for chariot in stable.chariots:
            horses = chariot.team.living if chariot.team is not None else []
            if lot in parts(chariot) or (lot.kind == "horse" and lot.id in [horse.id for horse in horses]):
                return f"of chariot {chariot.id}" if lot.kind == "driver" else f"of {self.name(chariot)}"
        return "" if lot.kind == "chariot" else "kept aside"

    def obey_lot(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["auctions"] == "ask" else Obeyed(decision.default, "Sells as ordered.")

    def say_penniless(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} has {money(data['cash'])}, not enough for the smallest bet."

    def say_default(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} owes {money(data['owed'])} now and has {money(data['cash'])}: he must sell."

    def say_set_off(self, data: Data, names: Names) -> str:
        return set_off_in_words(data, names)

    def say_repaid(self, data: Data, names: Names) -> str:
        lender = "the bank" if data["lender"] == BANK else names[data["lender"]]
        left = f"; {money(data['left'])} are left" if data["left"] else ""
        return f"{names[data['seat']]} pays {lender} {money(data['paid'])}{left}."

    def say_departure(self, data: Data, names: Names) -> str:
        owes = f" and owes {money(data['owed'])}" if data["owed"] else ""
        return f"{names[data['seat']]} {'is bankrupt' if data['why'] == BANKRUPT else 'gives up'}{owes}."

    def say_liquidated(self, data: Data, names: Names) -> str:
        void = f" {money(data['void'])} of debts are lost." if data["void"] else ""
        surplus = f" The bank takes {money(data['surplus'])}." if data["surplus"] else ""
        return f"{names[data['seat']]} has left the game.{void}{surplus}"

    def say_void(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} cannot pay {money(data['owed'])} of his debts: they are void."
