"""Standing orders of an owner who is away."""

from __future__ import annotations

from ludus.core.fields import Number, OneOf, Section
from ludus.core.standing_orders import OrderForm, Orders
from ludus.games.circus.patronage.orders import MONEY

MOST_BID = 20_000

FORM: OrderForm = (
    Section(
        "Before a race",
        (
            OneOf(
                name="builds",
                title="Preparation",
                default="fast",
                choices={"ask": "wait for me", "fast": "good drivers and fast teams", "even": "one point each"},
                clause="CM 20.1b",
            ),
            OneOf(
                name="deals",
                title="Loans and sales",
                default="none",
                choices={"ask": "wait for me", "none": "none"},
                clause="CM 21.2a",
            ),
            OneOf(
                name="purchases",
                title="Purchases",
                default="ask",
                choices={"ask": "wait for me", "none": "buy nothing", "cheap": "what is lost, cheaply"},
                clause="CM 20.21a",
            ),
            OneOf(
                name="entries",
                title="Entries",
                default="best",
                choices={"ask": "wait for me", "best": "the strongest that may run", "out": "stay out"},
                clause="CM 20.22a",
            ),
        ),
    ),
    MONEY,
    Section(
        "Auctions",
        (
            OneOf(
                name="auctions",
                title="Auctions",
                default="limits",
                choices={"ask": "wait for me", "limits": "bid up to what I say"},
                clause="CM 21.2b",
            ),
            Number(
                name="bid_chariot", title="For a chariot up to", default=0, low=0, high=MOST_BID, unit="s", step=100,
                only=("auctions", ("limits",)),
            ),
            Number(
                name="bid_part", title="For anything else up to", default=0, low=0, high=MOST_BID, unit="s", step=100,
                only=("auctions", ("limits",)),
            ),
        ),
    ),
    Section(
        "After a race",
        (
            OneOf(
                name="improve",
                title="Experience",
                default="ask",
                choices={
                    "ask": "wait for me",
                    "save": "keep it",
                    "horse": "drivers, then horses",
                    "endurance": "drivers, then endurance",
                },
                clause="CM 23.3",
            ),
        ),
    ),
)  # fmt: skip


def in_words(orders: Orders) -> list[str]:
    """Checked orders as sentences."""
    said = []
    for section in FORM:
        for field in section.fields:
            if field.only is not None and orders[field.only[0]] not in field.only[1]:
                continue
            value = orders[field.name]
            words = field.choices[value] if isinstance(field, OneOf) else f"{value:,}s"
            said.append(f"{field.title}: {words}.")
    return said
