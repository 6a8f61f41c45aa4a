"""An auction by open outcry: whoever calls first is heard, and the highest bid stands when all others have passed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple

from ludus.core.decision import Choose
from ludus.core.game import Ask, Floor

PASS = "pass"
CALLS = (1, 2, 5, 10)  # steps above the last bid that are called out in one breath


class Sold(NamedTuple):
    """Who has it, and for how much."""

    buyer: int
    price: int


def bids(lowest: int, most: int, step: int) -> tuple[str, ...]:
    """What somebody may call out who has so much to spend.

    >>> bids(300, 700, 100)
    ('bid 300', 'bid 400', 'bid 700')
    """
    return tuple(f"bid {bid}" for call in CALLS if (bid := lowest + (call - 1) * step) <= most)


def bid_of(choice: str) -> int:
    """What was called out."""
    return int(choice.removeprefix("bid "))


def outcry(
    purses: Mapping[int, int],  # what each bidder may spend at most
    least: int,
    step: int,
    ask: Callable[[int, int, tuple[str, ...]], Choose],  # the seat, the highest bid so far, and what may be called
    heard: Callable[[int, int], None],  # a bid by this seat
) -> Generator[Ask, Any, Sold | None]:
    """Each bid is a step higher at least, so it ends. Who has passed is out of it, who cannot go on is not asked."""
    still, best = dict(purses), None
    while True:
        lowest = least if best is None else best.price + step
        asked = {
            seat: ask(seat, 0 if best is None else best.price, (PASS, *bids(lowest, most, step)))
            for seat, most in still.items()
            if most >= lowest and (best is None or seat != best.buyer)
        }
        if not asked:
            return best
        seat, said = yield Floor(asked)
        if said == PASS:
            del still[seat]
        else:
            best = Sold(seat, bid_of(said))
            heard(*best)
