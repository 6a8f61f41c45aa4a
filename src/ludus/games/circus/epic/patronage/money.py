"""Money at the races: purses, envelopes and bets, and who may know of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

BANK = -1  # who has no seat at the table
HIDDEN = ("bribery", "drugs", "sabotage")  # what one can guard against, and is not seen


@dataclass(frozen=True, slots=True)
class Transfer:
    """Sesterces from one purse into another."""

    payer: int  # a seat, or the bank
    payee: int
    sum: int
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """E2 4.1 to 4.5: what an owner has planned against one chariot, and paid to guard his own. Sealed until the rules
    open it."""

    target: int = -1  # a chariot
    bribe: int = 0
    aim: str = ""  # "attacks" or "speed" (E2 4.2)
    drugs: int = 0
    sabotage: int = 0
    guards: tuple[tuple[int, str, int], ...] = ()  # chariot, against what, sum


@dataclass(frozen=True, slots=True)
class SideBet:
    """E2 5.1.2: that a chariot wins, between two owners."""

    backer: int
    layer: int  # who holds that it does not win
    chariot: int
    stake: int  # the backer's
    against: int  # the layer's


@dataclass(slots=True)
class Coffers:
    """All the money in the circus."""

    transfers: list[Transfer] = field(default_factory=list)
    envelopes: dict[int, Envelope] = field(default_factory=dict)  # by seat
    bets: dict[int, dict[int, int]] = field(default_factory=dict)  # before the race: seat, chariot, sum
    later: list[dict[int, dict[int, int]]] = field(default_factory=list)  # the same, after each lap
    side_bets: list[SideBet] = field(default_factory=list)
    odds: dict[int, int] = field(default_factory=dict)  # E2 5.2.1: to 1, by chariot
    opened: tuple[int, ...] = ()  # seats whose bribe is revealed
    visited: tuple[int, ...] = ()  # chariots before whose first move envelopes were opened (E2 6.D-2)
    loyal: dict[int, tuple[int, ...]] = field(
        default_factory=dict
    )  # chariot: seats that it may not attack (E2 4.2.2.1)
    drugged: dict[int, tuple[int, ...]] = field(default_factory=dict)  # points by chariot and horse (E2 4.3.3)
    asked: dict[int, int] = field(default_factory=dict)  # seat: the turn in which it was last asked to show its bribe
    watching: int = -1  # a seat that is asked before each step of the phase under way
    extras: tuple[int, ...] = ()  # seats that have bought an extra entry (E2 3.3.3)
    match_odds: int = 0  # E2 5.4.1: in a match race, to 1
    settled: bool = False

    def copy(self) -> Coffers:
        twin = replace(self)
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

    def pay(self, payer: int, payee: int, amount: int, why: str, clause: str) -> None:
        if amount:
            self.transfers.append(Transfer(payer, payee, amount, why, clause))

    def seen_by(self, seat: int | None) -> Coffers:
        """E2 4.2.1, 4.5: nobody sees another's envelope, nor his purse, from which it could be reckoned."""
        if self.settled:
            return self
        twin = self.copy()
        twin.transfers = [each for each in self.transfers if seat is not None and seat in (each.payer, each.payee)]
        twin.envelopes = {owner: envelope for owner, envelope in self.envelopes.items() if owner == seat}
        twin.asked = {owner: turn for owner, turn in self.asked.items() if owner == seat}
        twin.watching = self.watching if self.watching == seat else -1
        return twin

    def guard(self, chariot: int, against: str, owner: int) -> int:
        """E2 4.5.4: security counts in full against every attempt of its kind."""
        envelope = self.envelopes.get(owner)
        if envelope is None:
            return 0
        return sum(paid for guarded, kind, paid in envelope.guards if guarded == chariot and kind == against)
