"""Standing orders of a family that is away."""

from __future__ import annotations

from ludus.campaign.sand import IMPROVE, TYPES_IN_WORDS
from ludus.core.fields import Field, Number, OneOf, Section
from ludus.core.standing_orders import OrderForm, Orders
from ludus.games.circus.patronage.orders import MONEY

MOST_BID, MOST_OWNED = 20_000, 20
WAIT = {"ask": "wait for me"}


def _one(name: str, title: str, default: str, clause: str, choices: dict[str, str]) -> OneOf:
    return OneOf(name=name, title=title, default=default, choices=choices, clause=clause)


def _limit(name: str, title: str, high: int, step: int, default: int) -> Number:
    unit = "s" if step > 1 else ""
    only = ("auctions", ("limits",))
    return Number(name=name, title=title, default=default, low=0, high=high, step=step, unit=unit, only=only)


FORM: OrderForm = (
    Section(
        "Before an event",
        (
            _one("council", "What comes next", "turn", "E1 5.1.2",
                 {**WAIT, "turn": "race and gala in turn", "race": "races", "gala": "galas"}),
            _one("challenges", "Challenges", "none", "E1 5.2", {**WAIT, "none": "none, and decline"}),
            _one("deals", "Deals and loans", "none", "E1 6.4", {**WAIT, "none": "none"}),
            _one("components", "Components", "fit", "E1 8.1", {**WAIT, "fit": "buy nothing, fit what is idle"}),
            _one("race", "Races", "enter", "E1 5.1.2", {**WAIT, "enter": "race", "out": "only bet"}),
            _one("gala", "Galas", "best", "E1 5.1.2-gala", {**WAIT, "best": "the strongest", "out": "send nobody"}),
        ),
    ),
    MONEY,
    Section(
        "Auctions",
        (
            _one("auctions", "Auctions", "limits", "E1 6.2", {**WAIT, "limits": "bid up to what I say"}),
            _limit("chariots", "Chariots wanted", MOST_OWNED, 1, 3),
            _limit("bid_chariot", "For a chariot up to", MOST_BID, 100, 2000),
            _limit("gladiators", "Gladiators wanted", MOST_OWNED, 1, 3),
            _limit("bid_gladiator", "For a gladiator up to", MOST_BID, 100, 1000),
            OneOf(name="type", title="A new gladiator", default="medium", choices=TYPES_IN_WORDS, clause="E1 7.1.1"),
        ),
    ),
    Section(
        "After an event",
        (
            _one("train", "Drivers and teams", "horse", "E1 10.1.2",
                 {**WAIT, "save": "keep the points", "horse": "drivers, then horses",
                  "endurance": "drivers, then endurance"}),
            IMPROVE,
        ),
    ),
)  # fmt: skip


def in_words(orders: Orders) -> list[str]:
    """Checked orders as sentences."""
    return [f"{field.title}: {said(field, orders[field.name])}." for section in FORM for field in section.fields]


def said(field: Field, value: object) -> str:
    if isinstance(field, OneOf):
        return field.choices[str(value)]
    assert isinstance(field, Number)
    return f"{value:,}{field.unit}"
