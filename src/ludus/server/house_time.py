"""The time of the house, by which clocks run: it passes only while the house is open and its database answers.

It does not follow the system's clock, which may jump. It is kept in the database, so that all processes have the same
and a restart goes on where the last one stopped: nobody loses time while he could not play.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

BEATS_TO_STANDSTILL = 3  # without a word from the database, and time stands still


class Moment(NamedTuple):
    """What a clock must know of the time."""

    now: float  # seconds; once, when the house first opened, they were since 1970
    resumed: float = 0.0  # when the house was last opened, or its database came back; 0: never closed
    grace: float = 0.0  # seconds that everybody has from then on at least


class Beat(NamedTuple):
    """What the database knows of the time."""

    time: float
    resumed: float


class Keeper(Protocol):
    """Where the time is kept."""

    @property
    def beat(self) -> Callable[[Beat | None], Awaitable[Beat | None]]:
        """Move the time on to this, if it is later, and tell what it is now; None: only tell."""


class HouseTime:
    def __init__(self, beat_seconds: float, grace: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.beat_seconds = beat_seconds
        self._grace = grace
        self._monotonic = monotonic
        self._beat = Beat(time.time(), 0.0)
        self._at = monotonic()

    @property
    def now(self) -> float:
        passed = self._monotonic() - self._at
        return self._beat.time + min(passed, self._standstill)

    @property
    def moment(self) -> Moment:
        return Moment(self.now, self._beat.resumed, self._grace)

    @property
    def _standstill(self) -> float:
        return BEATS_TO_STANDSTILL * self.beat_seconds

    async def open(self, keeper: Keeper) -> None:
        """Go on where the last process stopped, with a grace for all."""
        known = await keeper.beat(None)
        if known is None:
            await self._keep(keeper, self._beat)
        else:
            await self._keep(keeper, Beat(known.time, known.time))

    async def beat(self, keeper: Keeper) -> None:
        """Say that the house is open. After a silence that was too long, time goes on from where it stood."""
        silent = self._monotonic() - self._at >= self._standstill
        now = self.now
        await self._keep(keeper, Beat(now, now if silent else self._beat.resumed))

    async def _keep(self, keeper: Keeper, beat: Beat) -> None:
        kept = await keeper.beat(beat)
        assert kept is not None
        self._beat, self._at = kept, self._monotonic()
