"""E2 4, 5: money at the races, as an option of the epic race: envelopes, bets, and an extra entry by auction.

A campaign hands its purses in; in a race of its own everybody begins with the same one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.errors import SetupError
from ludus.core.game import Option, Phase
from ludus.games.circus.epic.patronage.auction import Auction
from ludus.games.circus.epic.patronage.betting import Betting
from ludus.games.circus.epic.patronage.match_race import MatchRace
from ludus.games.circus.epic.patronage.money import BANK
from ludus.games.circus.options.switch import EPIC, either

GROUP = "Patronage"
PURSES = (1000, 2000, 5000, 10_000, 20_000)
MOST_EXTRA = 8
MOST_BETTERS = 14
OWNERS = 2  # of a match race


class Patronage(Auction, Betting):
    """E2 3: after everything else is set up, skullduggery and security are paid for, and then all bet."""

    def set_up(self) -> Phase:
        self.fill_purses()
        yield from self.auction_entries()
        yield from super().set_up()
        self.race.phase = "betting"
        yield from self.seal_envelopes()
        yield from self.place_bets()
        yield from self.offer_side_bets()

    def fill_purses(self) -> None:
        """In a race of its own, the same for everybody."""
        for seat in range(self.race.seats):
            self.coffers.pay(BANK, seat, self.race.rules.purse, "the purse", "E2 1")


class MatchPatronage(MatchRace, Patronage):
    """E2 5.4: two owners against each other, whatever betters there are."""

    @classmethod
    def field(cls, seats: int, options: Mapping[str, Any]) -> int:
        owners = cls.racing(seats, options)
        if owners != OWNERS:
            raise SetupError(
                f"a match race is for {OWNERS} owners, not {owners}; other seats may be betters", code="bad-seats"
            )
        return super().field(seats, options)


PATRONAGE = either(
    "patronage",
    "Patronage",
    "Sealed bribes, drugs, sabotage and security, and bets: with all others, or in a match race of two owners between "
    "the two of them.",
    "E2 4",
    GROUP,
    "off",
    {"bets": Patronage, "match race": MatchPatronage},
    ("no money", "envelopes and bets", "match race of two owners"),
    editions=EPIC,
)
PLAYED = (PATRONAGE.name, tuple(PATRONAGE.chapters))  # what is set here stands only where there is patronage
PATRONAGE_OPTIONS = (
    Option(
        "purse",
        "Purse",
        "Sesterces with which everybody begins.",
        "E2 1",
        5000,
        PURSES,
        group=GROUP,
        only=PLAYED,
    ),
    Option(
        "extra_entries",
        "Extra entries",
        "How many chariots more are auctioned before the race; nobody races two more than another.",
        "E2 3.3.3",
        0,
        tuple(range(MOST_EXTRA + 1)),
        group=GROUP,
        only=PLAYED,
    ),
    Option(
        "betters",
        "Wealthy betters",
        "How many of the last seats race no chariot and only bet.",
        "E2 5.1.3",
        0,
        tuple(range(MOST_BETTERS + 1)),
        group=GROUP,
        only=PLAYED,
    ),
)
