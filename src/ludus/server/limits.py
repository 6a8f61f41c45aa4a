"""How fast anybody may go: so much at once, and then so much a second."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Hashable

MOST_KNOWN = 20_000  # of whom it is remembered how fast they went; who is forgotten begins anew


class Bucket:
    """Credit for each of many. A rate of 0 is no limit."""

    def __init__(
        self, rate: float, burst: float, monotonic: Callable[[], float] = time.monotonic, most: int = MOST_KNOWN
    ) -> None:
        self.rate = rate
        self.burst = burst
        self._monotonic = monotonic
        self._most = most
        self._credit: dict[Hashable, tuple[float, float]] = {}

    def take(self, who: Hashable) -> float:
        """Take one; how many seconds whoever it is must wait first, 0 if he need not and has got it."""
        if self.rate <= 0:
            return 0.0
        now = self._monotonic()
        credit, then = self._credit.pop(who, (self.burst, now))
        credit = min(self.burst, credit + (now - then) * self.rate)
        refused = credit < 1
        self._credit[who] = (credit if refused else credit - 1, now)
        if len(self._credit) > self._most:
            del self._credit[next(iter(self._credit))]
        return (1 - credit) / self.rate if refused else 0.0


def neighbourhood(address: str) -> str:
    """The address by which somebody is counted: whoever has one IPv6 address has a whole network of them.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
