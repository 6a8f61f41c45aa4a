"""What epic campaigns came to (E1): who got rich and by what, and whom it cost.

Money is read from the ledger, line by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from ludus.campaign.epic.state import Families
from ludus.core.match import Match

# What a line of the ledger is about, by the clause behind it; longer ones first.
HEADINGS = {
    "E1 4.5.3": "late entrants",
    "E1 4.5": "at the start",
    "E1 5.1.2-gala": "side bets on galas",
    "E1 5.2.3": "challenges",
    "E1 6.2": "chariots at auction",
    "E1 6.3": "gladiators at auction",
    "E1 6.4": "deals",
    "E1 6.5": "debts and sales by need",
    "E1 8": "components",
    "E1 9.1": "prizes of races",
    "E1 9.2": "pots of galas",
    "E1 10.3": "champions",
    "E2 3.3.3": "extra entries",
    "E2 4": "skullduggery and guards",
    "E2 5": "bets at the races",
}
OTHER = "other"
DEEDS = {
    "dead": "dead",
    "coward": "cowards",
    "champion": "champions",
    "bankrupt": "bankrupts",
    "slave": "slaves",
    "struck": "deals",
    "challenge": "challenges",
    "stakes": "challenges settled",
    "no-race": "events not held",
    "trained": "drivers trained",
    "quickened": "horses quickened",
    "hardened": "teams hardened",
    "improved": "gladiators improved",
}
KINDS = ("race", "gala", "match race", "duel")


@dataclass(slots=True)
class Facts:
    """One campaign."""

    reason: str
    winners: tuple[int, ...]
    cash: list[int]
    money: list[Counter[str]]  # what each family gained by what
    deeds: Counter[str]
    held: Counter[str]  # events and challenges by kind


def heading(clause: str) -> str:
    """
    >>> heading("E1 4.5"), heading("E1 4.5.3"), heading("E1 6.2.1"), heading("E2 5.3.2"), heading("E1 1")
    ('at the start', 'late entrants', 'chariots at auction', 'bets at the races', 'other')
    """
    return next((words for prefix, words in HEADINGS.items() if clause.startswith(prefix)), OTHER)


def read_families(match: Match[Any], contests: Sequence[Match[Any]]) -> Facts:
    """What a campaign that is over tells."""
    families: Families = match.state
    assert match.outcome is not None
    return Facts(
        match.outcome.reason,
        match.outcome.winners,
        [families.ledger.balance(seat) for seat in range(families.seats)],
        [_gains(families, seat) for seat in range(families.seats)],
        Counter(DEEDS[event.kind] for event in match.events if event.kind in DEEDS),
        Counter(day.kind for day in families.days),
    )


def _gains(families: Families, seat: int) -> Counter[str]:
    gained: Counter[str] = Counter()
    for each in families.ledger.account(seat):
        gained[heading(each.clause)] += each.sum if each.payee == seat else -each.sum
    return gained


def add_up(campaigns: Sequence[Facts]) -> dict[str, Any]:
    """Means of a campaign: the fortunes of all and of those who won, and by what they came."""
    count = len(campaigns)
    deeds = sum((each.deeds for each in campaigns), Counter[str]())
    held = sum((each.held for each in campaigns), Counter[str]())
    every = [money for each in campaigns for money in each.money]
    winners = [each.money[seat] for each in campaigns for seat in each.winners]
    cash = [amount for each in campaigns for amount in each.cash]
    return {
        "fortunes": {
            "everybody": round(mean(cash)),
            "winners": _mean([each.cash[seat] for each in campaigns for seat in each.winners]),
        },
        "in a campaign": {
            **{f"{kind}s": round(held[kind] / count, 2) for kind in KINDS if held[kind]},
            **{words: round(deeds[words] / count, 2) for words in DEEDS.values() if deeds[words]},
        },
        "what a family gained by": {
            words: {
                "everybody": round(mean(money[words] for money in every)),
                "winners": _mean([money[words] for money in winners]),
            }
            for words in (*HEADINGS.values(), OTHER)
            if any(words in money for money in every)
        },
    }


def _mean(amounts: Sequence[int]) -> int:
    return round(mean(amounts)) if amounts else 0
