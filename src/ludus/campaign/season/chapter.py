"""What every chapter of the season is made of: the season, the table, and the doors to money and log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludus.campaign.ledger import BANK
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.people import Chariot, Stable
from ludus.campaign.season.state import Season
from ludus.core.decision import Choice, plain_choice
from ludus.core.dice import ScriptedDice
from ludus.core.table import QuietTable, Table

Answer = dict[str, Any]
Data = Mapping[str, Any]  # of an event
Names = Sequence[str]  # of the seats

SILENT = QuietTable(ScriptedDice(()), [])  # for what needs no dice and no log
NONE = "none"  # the choice that buys, offers and sells nothing


class Chapter:
    """An event `places` is put into words by `say_places`, a question `entries` explained by `explain_entries`, and
    answered for an owner who is away by `obey_entries`."""

    def __init__(self, season: Season, table: Table = SILENT) -> None:
        self.season = season
        self.table = table
        self.roll = table.roll
        self.shuffle = table.shuffle
        self.tell = table.tell

    # -- money: one door ------------------------------------------------------------------------------------------

    def cash(self, seat: int) -> int:
        """CM 21.1: what the account book says."""
        return self.season.ledger.balance(seat)

    def spendable(self, seat: int) -> int:
        """CM 21.3, 26.1a: what may be spent before a race, which must leave the compulsory bet."""
        return max(0, self.cash(seat) - CHARTS.bet)

    def pay(self, payer: int, payee: int, amount: int, why: str, clause: str) -> None:
        """CM 21.3: nobody pays what he has not."""
        assert payer == BANK or amount <= self.cash(payer), (payer, amount, why)
        self.season.ledger.pay(payer, payee, amount, why, clause)

    # -- who and what ---------------------------------------------------------------------------------------------

    def stable(self, seat: int) -> Stable:
        return self.season.stables[seat]

    def owners(self) -> list[int]:
        """Who still has a faction."""
        return [seat for seat in self.season.owners() if not self.season.has_left(seat)]

    def name(self, chariot: Chariot) -> str:
        """A chariot is called by whoever drives it."""
        return f"chariot {chariot.id}" if chariot.driver is None else chariot.driver.name

    def answer(self, choice: Choice, label: str, hint: Iterable[str] = (), **more: Any) -> Answer:
        """One legal answer explained; the parts of the hint that say nothing are left out."""
        return {
            "choice": plain_choice(choice),
            "label": label,
            "hint": "; ".join(part for part in hint if part),
            **more,
        }


def described(chariot: Chariot) -> str:
    """A chariot in one line.

    >>> from ludus.campaign.season.people import Car
    >>> described(Chariot(1, None, None, Car(2, "heavy", wrecked=True)))
    'no driver, no team, a wrecked heavy car'
    """
    driver, team, car = chariot.driver, chariot.team, chariot.car
    if driver is None:
        man = "no driver"
    elif not driver.alive:
        man = f"{driver.name} is dead"
    else:
        man = f"{driver.name} {driver.modifier:+d}, {driver.hits} of {driver.full} hits"
    if team is None:
        horses = "no team"
    else:
        speeds = "-".join("x" if horse is None else str(horse.now) for horse in team.horses)
        horses = f"horses {speeds} (speed {team.speed}), endurance {team.endurance}"
    wheels = "no car" if car is None else f"a wrecked {car.kind} car" if car.wrecked else f"{car.kind} car"
    return f"{man}, {horses}, {wheels}"


def money(amount: int) -> str:
    """
    >>> money(14300)
    '14,300s'
    """
    return f"{amount:,}s"


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["a driver", "a car"])
    'a driver and a car'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
