"""What makes one owner different from another: how far he sees, and what he is like."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludus.bots.circus import patrons

CHARACTERS = tuple(patrons.CHARACTERS)
Points = tuple[int, int, int, int]  # preparation: driver, car, speed, endurance


@dataclass(frozen=True, slots=True)
class Temper:
    """How an owner runs his stable between the races."""

    builds: tuple[Points, ...]  # five chariots, by turns
    thrift: float = 1.0  # a purchase must bring so many times its price
    entries: int = 2  # chariots in a race, if he has them
    spare: int = 0  # healthy chariots that stay at home before he enters a second one
    interest: float = 0.3  # on what he lends, at least
    lends: float = 0.0  # the share of his purse that he lends of his own will
    nerve: float = 0.1  # the share of his purse that he risks on one of his gladiators
    blur: float = 0.0  # how far he may be out in what a thing is worth, as a share of it
    mischief: float = 0.0  # how often he has a rival's horses drugged, where he writes it before the race (CM 20.21a)
    caution: float = 0.0  # how often he has his best chariot guarded then
    cunning: bool = False  # whether he waits for a better lot, bets and challenges where he should win


def tempered(temper: Temper, character: str) -> Temper:
    """The same owner, with a character."""
    if character == "gambler":
        return replace(temper, thrift=0.8 * temper.thrift, nerve=2 * temper.nerve)
    if character == "miser":
        return replace(temper, thrift=1.3 * temper.thrift, nerve=temper.nerve / 2, lends=0.1, spare=temper.spare + 1)
    if character == "schemer":
        return replace(temper, mischief=0.2, caution=0.2)
    return temper
