"""Money: a ledger of transfers. What anybody has is the sum of all that came and went, and is written nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, field

BANK = -1  # the world outside: money-changers, horse dealers, the city


def money(amount: int) -> str:
    """
    >>> money(14300)
    '14,300s'
    """
    return f"{amount:,}s"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Sesterces from one purse into another, at some time of the campaign."""

    payer: int  # a seat, or the bank
    payee: int
    sum: int
    why: str  # in words, for the account book
    clause: str
    when: int  # the race or match it belongs to


@dataclass(slots=True)
class Ledger:
    """All money of a campaign (CM 21.1)."""

    transfers: list[Transfer] = field(default_factory=list)

    def copy(self) -> Ledger:
        return Ledger(self.transfers[:])

    def balance(self, seat: int) -> int:
        """What a seat has; of the bank, what it has taken in more than it gave."""
        return sum(
            (each.sum if each.payee == seat else 0) - (each.sum if each.payer == seat else 0)
            for each in self.transfers
            if seat in (each.payer, each.payee)
        )

    def pay(self, payer: int, payee: int, amount: int, why: str, clause: str, when: int) -> None:
        """Nobody pays what he has not (CM 21.3)."""
        assert amount >= 0, f"{why}: {amount}"
        assert payer == BANK or amount <= self.balance(payer), f"{why}: {amount} of {self.balance(payer)}"
        if amount:
            self.transfers.append(Transfer(payer, payee, amount, why, clause, when))

    def account(self, seat: int) -> list[Transfer]:
        """The lines of one account book."""
        return [each for each in self.transfers if seat in (each.payer, each.payee)]
