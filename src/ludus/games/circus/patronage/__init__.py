"""CM 24 to 26: money at the races: sealed envelopes, and bets. The epic race has its own form of it (E2 4, 5).

A campaign hands its purses in; in a race of its own everybody begins with the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ludus.core.errors import SetupError, shown
from ludus.core.game import Ask, Option, Phase
from ludus.games.circus.options.switch import ALL_EDITIONS, either
from ludus.games.circus.patronage.match_race import MatchRace
from ludus.games.circus.patronage.money import BANK, MOST, THE_PURSE
from ludus.games.circus.patronage.orders import OwnersOrders

GROUP = "Patronage"
PURSES = (1000, 2000, 5000, 10_000, 20_000)
LEAST_PURSE = 100  # CM 26.1a: whoever has less cannot bet
MOST_EXTRA = 8
MOST_BETTERS = 14
FEWEST_OWNERS = 2
OWNERS = 2  # of a match race


class Patronage(OwnersOrders):
    """CM 20.21a: when all stand at the start, skullduggery and security are paid for, and then all bet."""

    most_extra: ClassVar[int] = 0  # extra entries are auctioned in the epic race only
    least_purse: ClassVar[int] = LEAST_PURSE

    @classmethod
    def field(cls, seats: int, options: Mapping[str, Any]) -> int:
        if options["extra_entries"] > cls.most_extra:
            raise SetupError(
                "option extra_entries is played only with edition = epic; leave it at 0", code="options-exclude"
            )
        return super().field(seats, options)

    @classmethod
    def racing(cls, seats: int, options: Mapping[str, Any]) -> int:
        """CM 26.5: the last seats only bet."""
        owners = seats - int(options["betters"])
        if owners < FEWEST_OWNERS:
            raise SetupError(
                f"option betters leaves {owners} of {seats} seats to race; at least {FEWEST_OWNERS} must",
                code="bad-option",
            )
        return owners

    @classmethod
    def purses(cls, seats: int, options: Mapping[str, Any]) -> tuple[int, ...]:
        """What a campaign hands in."""
        return read_purses(options["purses"], seats, cls.least_purse)

    def racing_seats(self) -> range:
        return range(self.race.seats - self.race.rules.betters)

    def set_up(self) -> Phase:
        self.fill_purses()
        yield from self.auction_entries()
        yield from super().set_up()
        self.race.phase = "betting"
        yield from self.seal_envelopes()
        yield from self.place_bets()
        yield from self.offer_side_bets()

    def auction_entries(self) -> Iterable[Ask]:
        """Whatever is for sale before anybody has entered: nothing."""
        return ()

    def fill_purses(self) -> None:
        """CM 20.1a: as a campaign hands them in; in a race of its own, the same for everybody."""
        rules = self.race.rules
        for seat, amount in enumerate(rules.purses or (rules.purse,) * self.race.seats):
            self.transfer(BANK, seat, amount, THE_PURSE, "CM 20.1a")


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


def read_purses(given: Any, seats: int, least: int) -> tuple[int, ...]:
    """The option `purses`: sesterces for each seat."""
    if given is None:
        return ()
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise SetupError(
            f"option purses takes {seats} sums of sesterces, one for each seat, not {shown(given)}", code="bad-option"
        )
    for seat, amount in enumerate(given):
        if type(amount) is not int or not least <= amount <= MOST:
            raise SetupError(
                f"purses[{seat}] must be a whole number from {least} to {MOST}, not {shown(amount)}",
                code="bad-option",
            )
    return tuple(given)


PATRONAGE = either(
    "patronage",
    "Patronage",
    "Sealed bribes, drugs, sabotage and security, and bets: with all others, or in a match race of two owners between "
    "the two of them.",
    "CM 24.1",
    GROUP,
    "off",
    {"bets": Patronage, "match race": MatchPatronage},
    ("no money", "envelopes and bets", "match race of two owners"),
    excludes=("solitaire",),
    editions=ALL_EDITIONS,
)
PLAYED = (PATRONAGE.name, tuple(PATRONAGE.chapters))  # what is set here stands only where there is patronage
PATRONAGE_OPTIONS = (
    Option(
        "purse",
        "Purse",
        "Sesterces with which everybody begins.",
        "CM 20.1a",
        5000,
        PURSES,
        group=GROUP,
        only=PLAYED,
    ),
    Option(
        "purses",
        "Purses",
        "The sesterces of each seat, from a campaign; none: the same for everybody.",
        "CM 20.1a",
        None,
        handed=True,
        group=GROUP,
        only=PLAYED,
    ),
    Option(
        "season",
        "Of a season",
        "Whether it is a race of a season: entries stand, and money goes by CM 24 to 26 in every edition.",
        "CM 20.3",
        None,
        handed=True,
        group=GROUP,
        only=PLAYED,
    ),
    Option(
        "wagered",
        "Wagered",
        "Whether the owners of a match race have made their bet before it, in a campaign that keeps the stakes.",
        "E2 5.4.1",
        None,
        handed=True,
        group=GROUP,
        only=PLAYED,
    ),
    Option(
        "sealed_records",
        "Sealed records",
        "Whether what everybody pays for in secret was written before the entries, and a campaign hands it in.",
        "CM 20.21a",
        None,
        handed=True,
        group=GROUP,
        only=PLAYED,
    ),
    Option(
        "extra_entries",
        "Extra entries",
        "How many chariots more are auctioned before an epic race; nobody races two more than another.",
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
        "CM 26.5",
        0,
        tuple(range(MOST_BETTERS + 1)),
        group=GROUP,
        only=PLAYED,
    ),
)
