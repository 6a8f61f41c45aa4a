"""What an owner remembers when he goes to the races: account books are open (CM 21.1), and who has paid for drugs,
sabotage or bribes stands in them as soon as the race is paid."""

from __future__ import annotations

from typing import Any

from ludus.bots.circus.patrons import WARY
from ludus.campaign.ledger import Ledger

TRICKS = ("a bribe", "drugs", "sabotage")  # as the books call them
RECENT = 3  # races


def instructed(owner: str, campaign: Any, seat: int) -> str:
    """An owner by name, as he is today: "eques-miser-wary" if a rival has played tricks lately."""
    now = getattr(campaign, "race", getattr(campaign, "round", 0))
    ledger = getattr(campaign, "ledger", None)
    return f"{owner}{WARY}" if ledger is not None and has_reason(ledger, seat, now) else owner


def has_reason(ledger: Ledger, seat: int, now: int) -> bool:
    return any(
        line.why in TRICKS and line.payer != seat and now - RECENT <= line.when < now for line in ledger.transfers
    )
