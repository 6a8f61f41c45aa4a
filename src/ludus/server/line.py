"""The line of bots that wait for a worker. Matches are served in turn, those with people at them first."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

AT_THE_TABLE, WATCHED, ALONE = range(3)  # who comes first: where players wait, where somebody looks, where nobody does
MOST_KNOWN = 1000  # matches of which it is remembered how often their bots have thought


@dataclass(slots=True)
class _Waiting:
    match_id: str
    rank: Callable[[], int]  # as it is now: people come and go
    order: int
    served: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Line:
    """A few places. Among equals the match whose bots have had the fewest turns is next."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._free_alone = max(1, places // 2)  # of them, for matches where nobody is
        self._waiting: list[_Waiting] = []
        self._at_work: Counter[str] = Counter()
        self._turns: dict[str, int] = {}  # that each match has had
        self._orders = itertools.count()

    @asynccontextmanager
    async def turn(self, match_id: str, rank: Callable[[], int]) -> AsyncIterator[None]:
        # Who comes, or comes back after a while, is equal to whoever has had least.
        least = min((self._turns[each.match_id] for each in self._waiting), default=0)
        self._turns[match_id] = max(self._turns.get(match_id, 0), least)
        if len(self._turns) > MOST_KNOWN:
            self._forget()
        mine = _Waiting(match_id, rank, next(self._orders))
        self._waiting.append(mine)
        self.go_on()
        try:
            taken = await mine.served
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            elif mine.served.done() and not mine.served.cancelled():
                self._leave(match_id, mine.served.result())
            raise
        try:
            yield
        finally:
            self._leave(match_id, taken)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def go_on(self) -> None:
        """Serve whoever is next, as long as there are places. Ask again when people have come or gone."""
        self._waiting = [each for each in self._waiting if not each.served.done()]  # without those who were called off
        while self._free and self._waiting:
            ranked = [(each.rank(), self._at_work[each.match_id], self._turns[each.match_id], each.order, each)
                      for each in self._waiting]  # fmt: skip
            rank, *_, first = min(ranked, key=lambda each: each[:4])
            if rank == ALONE and not self._free_alone:
                return
            self._waiting.remove(first)
            self._free -= 1
            self._free_alone -= rank == ALONE
            self._at_work[first.match_id] += 1
            self._turns[first.match_id] += 1
            first.served.set_result(rank)

    def _leave(self, match_id: str, rank: int) -> None:
        self._free += 1
        self._free_alone += rank == ALONE
        self._at_work[match_id] -= 1
        if not self._at_work[match_id]:
            del self._at_work[match_id]
        self.go_on()

    def _forget(self) -> None:
        here = {each.match_id for each in self._waiting}
        for match_id in [each for each in self._turns if each not in here and each not in self._at_work][:-1]:
            del self._turns[match_id]
