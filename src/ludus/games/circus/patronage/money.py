"""Money at the races: purses, envelopes and bets, and who may know of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Literal

from ludus.core.errors import DataError
from ludus.core.plain import told
from ludus.games.circus.state import Race

BANK = -1  # who has no seat at the table
MOST = 1_000_000_000  # sesterces
HORSES = 4
THE_PURSE = "the purse"  # what it is called that everybody begins with
GUARDS = {"bribery": "bribery", "drugs": "drugging", "sabotage": "sabotage"}  # CM 25.2: against what, and in words


@dataclass(frozen=True, slots=True)
class Transfer:
    """Sesterces from one purse into another. A purse holds the sum of all that came and went."""

    payer: int = told("Who pays: a seat from 0, or -1, the bank.")
    payee: int = told("Who is paid.")
    sum: int = told("Sesterces.")
    why: str = told("What for, in words.", default="")
    clause: str = told("The rule.", default="")


@dataclass(frozen=True, slots=True)
class Envelope:
    """CM 24, 25: what an owner has planned against one chariot, and paid to guard his own. Sealed until the rules
    open it."""

    target: int = told("The chariot it is meant for, from 0 as they stand in the file; -1: none.", default=-1)
    bribe: int = told("Sesterces for its driver.", default=0)
    aim: Literal["", "attacks", "speed"] = told(
        'What they are for: "attacks", that he spares the owner\'s chariots, or "speed", that he holds back.',
        default="",
    )
    drugs: int = told("Sesterces for drugs.", default=0)
    sabotage: int = told("Sesterces for sabotage.", default=0)
    guards: tuple[tuple[int, str, int], ...] = told(
        "Security: the number of an own chariot, `bribery`, `drugs` or `sabotage`, and sesterces.", default=()
    )
    rival: int = told(
        "Of a record that was written before the entries (CM 20.21a): the seat it is meant for, while none of its "
        "chariots is chosen; -1: none.",
        default=-1,
    )


@dataclass(frozen=True, slots=True)
class SideBet:
    """CM 26.1d: that a chariot wins, or comes in before another one, between two owners."""

    backer: int = told("The seat that holds that it does.")
    layer: int = told("The seat that holds that it does not.")
    chariot: int = told("Its number.")
    stake: int = told("What the backer puts up.")
    against: int = told("What the other puts up.")
    rival: int = told("The number of the chariot that it must come in before; -1: it must win.", default=-1)


@dataclass(slots=True)
class Coffers:
    """All the money in the circus. Seats and chariots are numbers from 0; as keys they are written in quotes."""

    transfers: list[Transfer] = told("What was paid so far; nothing else fills purses.", default_factory=list)
    envelopes: dict[int, Envelope] = told("Sealed before the race, by seat.", default_factory=dict)
    bets: dict[int, dict[int, int]] = told("Bets before the race: by seat, by chariot.", default_factory=dict)
    later: list[dict[int, dict[int, int]]] = told("The same after each lap.", default_factory=list)
    side_bets: list[SideBet] = told("Bets between two owners.", default_factory=list)
    odds: dict[int, int] = told("To 1, for each chariot that is backed (CM 26.2b, E2 5.2.1).", default_factory=dict)
    opened: tuple[int, ...] = told("Seats that have shown their bribe.", default=())
    visited: tuple[int, ...] = told("Chariots that have made their first move (CM 24.4, E2 6.D-2).", default=())
    loyal: dict[int, tuple[int, ...]] = told(
        "By chariot, the seats that its driver may not attack (CM 24.321a, E2 4.2.2.1).", default_factory=dict
    )
    drugged: dict[int, tuple[int, ...]] = told(
        "By chariot, what drugs took from each of its horses (CM 24.43, E2 4.3.3).", default_factory=dict
    )
    asked: dict[int, int] = told(
        "By seat, the turn in which it was last asked for its bribe; below 0: it watches beside `watching`.",
        default_factory=dict,
    )
    watching: int = told("The seat that is asked before each step of the phase under way; -1: none.", default=-1)
    extras: tuple[int, ...] = told("Seats that have bought an extra entry.", default=())
    match_odds: int = told("In a match race, the odds to 1; 0: no bet.", default=0, between=(0, 5))
    settled: bool = told("Whether all is paid: never before the race is over.", default=False)

    def copy(self) -> Coffers:
        twin = Coffers(*_values(self))
        twin.transfers = self.transfers[:]
        twin.envelopes = dict(self.envelopes)
        twin.bets = dict(self.bets)
        twin.later = self.later[:]
        twin.side_bets = self.side_bets[:]
        twin.odds = dict(self.odds)
        twin.loyal = dict(self.loyal)
        twin.drugged = dict(self.drugged)
        twin.asked = dict(self.asked)
        return twin

    def purse(self, seat: int) -> int:
        """What a seat has: the sum of all that came and went."""
        return sum(
            (each.payee == seat) * each.sum - (each.payer == seat) * each.sum
            for each in self.transfers
            if seat in (each.payer, each.payee)
        )

    def watching_too(self, turn: int) -> list[int]:
        """CM 24.32a: who else keeps an eye on the phase under way; bribes of several are independent (CM 24.3)."""
        return sorted(seat for seat, asked in self.asked.items() if asked == -turn)

    def look_away(self, seat: int, turn: int) -> None:
        """He need not be asked any more; if he was the first, the next one is."""
        if seat == self.watching:
            self.watching = seat = next(iter(self.watching_too(turn)), -1)
        if seat >= 0:
            self.asked[seat] = turn

    def pay(self, payer: int, payee: int, amount: int, why: str, clause: str) -> None:
        if amount:
            self.transfers.append(Transfer(payer, payee, amount, why, clause))

    def seen_by(self, seat: int | None) -> Coffers:
        """CM 24.31, 25.1: nobody sees another's envelope, nor his purse, from which it could be reckoned."""
        if self.settled:
            return self
        twin = Coffers(*_values(self))  # the rest is shared: it is only looked at
        twin.transfers = [each for each in self.transfers if seat == each.payer or seat == each.payee]
        twin.envelopes = {seat: self.envelopes[seat]} if seat in self.envelopes else {}
        own = None if seat is None else self.asked.get(seat)
        twin.asked = {} if seat is None or own is None else {seat: abs(own)}
        twin.watching = seat if seat is not None and (self.watching == seat or (own or 0) < 0) else -1
        return twin

    def guard(self, chariot: int, against: str, owner: int) -> int:
        """CM 25.5, CM 25.6: security counts in full against every attempt of its kind."""
        envelope = self.envelopes.get(owner)
        if envelope is None:
            return 0
        return sum(paid for guarded, kind, paid in envelope.guards if guarded == chariot and kind == against)

    # -- out of a file -----------------------------------------------------------------------------------------

    def check(self, race: Race, where: str) -> None:
        """Refuse what names nobody in this race, and money out of nothing."""
        check = Check(race, where)
        for number, transfer in enumerate(self.transfers):
            check.seat(transfer.payer, f"transfers[{number}].payer", BANK)
            check.seat(transfer.payee, f"transfers[{number}].payee", BANK)
            check.sum(transfer.sum, f"transfers[{number}].sum")
        for seat, envelope in self.envelopes.items():
            check.seat(seat, "envelopes")
            check.envelope(seat, envelope)
        for name, placed in (("bets", self.bets), *((f"later[{lap}]", each) for lap, each in enumerate(self.later))):
            for seat, bets in placed.items():
                check.seat(seat, name)
                for chariot, amount in bets.items():
                    check.chariot(chariot, f"{name}.{seat}")
                    check.sum(amount, f"{name}.{seat}.{chariot}")
                    if chariot not in self.odds and not self.match_odds:
                        raise check.wrong("odds", f"chariot {chariot} is backed, and its odds are not written")
        for number, bet in enumerate(self.side_bets):
            for seat in (bet.backer, bet.layer):
                check.seat(seat, f"side_bets[{number}]")
            check.chariot(bet.chariot, f"side_bets[{number}].chariot")
            if bet.rival != -1:
                check.chariot(bet.rival, f"side_bets[{number}].rival")
                if bet.rival == bet.chariot:
                    raise check.wrong(f"side_bets[{number}].rival", "it is another chariot than the one that is backed")
            check.sum(bet.stake, f"side_bets[{number}].stake")
            check.sum(bet.against, f"side_bets[{number}].against")
        for chariot, odds in self.odds.items():
            check.chariot(chariot, "odds")
            check.sum(odds, f"odds.{chariot}")
        self.check_race(check)

    def check_race(self, check: Check) -> None:
        """What has come to light in the race itself."""
        for name, seats in (("opened", self.opened), ("extras", self.extras), ("asked", tuple(self.asked))):
            for seat in seats:
                check.seat(seat, name)
        for chariot in self.visited:
            check.chariot(chariot, "visited")
        for chariot, seats in self.loyal.items():
            check.chariot(chariot, "loyal")
            for seat in seats:
                check.seat(seat, f"loyal.{chariot}")
        for chariot, points in self.drugged.items():
            check.chariot(chariot, "drugged")
            check.drugs(chariot, points)
        check.seat(self.watching, "watching", -1)
        if self.watching >= 0 and self.watching not in self.envelopes:
            raise check.wrong("watching", f"seat {self.watching} has no envelope")
        if any(seat not in self.envelopes for seat in self.opened):
            raise check.wrong("opened", "who shows a bribe has an envelope")
        if self.settled:
            raise check.wrong("settled", "the race is not over")
        for seat in range(check.race.seats):
            if self.purse(seat) < 0:
                raise check.wrong("transfers", f"seat {seat} has paid {-self.purse(seat)}s more than it ever had")


_values = attrgetter(*(each.name for each in fields(Coffers)))  # `replace` takes five times as long


@dataclass(frozen=True, slots=True)
class Check:
    """Numbers in a file, held against the race that they are about."""

    race: Race
    where: str

    def wrong(self, name: str, words: str) -> DataError:
        return DataError(f"{self.where}.{name}: {words}")

    def seat(self, seat: int, name: str, least: int = 0) -> None:
        if not least <= seat < self.race.seats:
            raise self.wrong(name, f"a seat is {least} to {self.race.seats - 1}, not {seat}")

    def chariot(self, number: int, name: str) -> None:
        self.race.check_number(number, f"{self.where}.{name}")

    def sum(self, amount: int, name: str) -> None:
        if not 0 <= amount <= MOST:
            raise self.wrong(name, f"must be 0 to {MOST}, not {amount}")

    def envelope(self, seat: int, envelope: Envelope) -> None:
        """CM 24.1: against a rival; CM 25.1: guards for the own."""
        name = f"envelopes.{seat}"
        if envelope.target != -1:
            self.chariot(envelope.target, f"{name}.target")
            if self.race.chariots[envelope.target].seat == seat:
                raise self.wrong(f"{name}.target", "it is meant for a rival's chariot")
        elif envelope.rival != -1:
            self.seat(envelope.rival, f"{name}.rival")
            if envelope.rival == seat:
                raise self.wrong(f"{name}.rival", "it is meant for somebody else")
        elif envelope.bribe or envelope.drugs or envelope.sabotage:
            raise self.wrong(f"{name}.target", "say against whom")
        if bool(envelope.bribe) != bool(envelope.aim):
            raise self.wrong(f"{name}.aim", "say it for a bribe, and only then")
        for what in ("bribe", "drugs", "sabotage"):
            self.sum(getattr(envelope, what), f"{name}.{what}")
        for number, kind, paid in envelope.guards:
            self.chariot(number, f"{name}.guards")
            self.sum(paid, f"{name}.guards")
            if kind not in GUARDS:
                raise self.wrong(f"{name}.guards", f"one guards against {', '.join(GUARDS)}, not '{kind[:40]}'")

    def drugs(self, number: int, points: tuple[int, ...]) -> None:
        """CM 24.43: what the horses get back after the race."""
        chariot = self.race.chariots[number]
        lost = [start - now for start, now in zip(chariot.horses_start, chariot.horses, strict=True)]
        if len(points) != HORSES or any(not 0 <= each <= most for each, most in zip(points, lost, strict=False)):
            raise self.wrong(f"drugged.{number}", f"four numbers, of what its horses have lost: at most {lost}")
