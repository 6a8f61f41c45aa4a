"""Written debts, for every campaign: who is paid first, and what goes round in a circle, so that nobody need pay it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ludus.campaign.ledger import money


@dataclass(slots=True)
class Loan:
    """CM 21.2a: a written debt. It falls due before race `due`."""

    id: int
    lender: int  # CM 21.2c: the bank's, once he has left the game
    borrower: int
    lent: int
    owed: int
    due: int

    def copy(self) -> Loan:
        return replace(self)


def shares(debts: Sequence[Loan], cash: int) -> list[tuple[Loan, int]]:
    """CM 21.2c: what each creditor gets out of so much: earlier dates first, equal dates in proportion to the sums. A
    sesterce that cannot be shared goes to the older debt."""
    paid: list[tuple[Loan, int]] = []
    for _, same in groupby(sorted(debts, key=lambda each: (each.due, each.id)), key=lambda each: each.due):
        dated = list(same)
        owed = sum(each.owed for each in dated)
        within = min(cash, owed)
        parted = [each.owed * within // owed for each in dated]
        for number in range(within - sum(parted)):
            parted[number] += 1
        paid += list(zip(dated, parted, strict=True))
        cash -= within
    return paid


def circle(debts: Sequence[Loan]) -> list[Loan]:
    """Debts by which everybody owes the next and the last one the first; none: what is owed comes to an end. The oldest
    date is looked at first."""
    ordered = sorted(debts, key=lambda each: (each.due, each.id))
    for first in ordered:
        ways: dict[int, list[Loan]] = {first.lender: [first]}  # who owes something on, and by which debts he is reached
        waiting = [first.lender]
        while waiting and first.borrower not in ways:
            seat = waiting.pop(0)
            for loan in ordered:
                if loan.borrower == seat and loan.lender not in ways:
                    ways[loan.lender] = [*ways[seat], loan]
                    waiting.append(loan.lender)
        if first.borrower in ways:
            return ways[first.borrower]
    return []


def set_off(loans: list[Loan], until: int) -> Iterator[dict[str, Any]]:
    """What goes round in a circle nobody needs to pay, whether anybody has cash or not; else a sesterce would go round
    a million times. Yields what is to be told of each circle; debts that have come to nothing are struck out."""
    while found := circle([each for each in loans if each.due <= until]):
        least = min(each.owed for each in found)
        for loan in found:
            loan.owed -= least
        loans[:] = [each for each in loans if each.owed]
        yield {"seats": [each.borrower for each in found], "sum": least}


def due_in_words(due: int, last: int, contest: str = "race", whole: str = "season") -> str:
    """When a debt is to be paid; what is due after the last contest is due at the end.

    >>> due_in_words(3, 3), due_in_words(4, 3), due_in_words(9, 8, "event", "campaign")
    ('before race 3', 'at the end of the season', 'at the end of the campaign')
    """
    return f"before {contest} {due}" if due <= last else f"at the end of the {whole}"


def set_off_in_words(data: Mapping[str, Any], names: Sequence[str]) -> str:
    owners = " and ".join(names[seat] for seat in data["seats"])
    return f"{owners} owe each other {money(data['sum'])} in a circle, and are quit of it."
