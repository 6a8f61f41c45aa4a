"""The clock of a match: so many seconds for each question a person is asked. Bots and open seats have none.

When the time is up the question's default counts, and so it goes on for that seat until somebody else is asked or the
match passes a checkpoint: who does not begin in time loses his whole move, not its first step only.
When nobody has answered in time for a while, the clock stops until somebody is back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ludus.server.house_time import Moment

LEAST = 5  # seconds, also left to whoever takes an answer back
MOST = 7 * 24 * 3600
MOST_MISSED = 3  # times in a row, by everybody, before the clock stops
AT_ONCE = 0.0


class Turn(NamedTuple):
    """What a step means for the clock."""

    kind: str
    seat: int | None
    asked: Collection[int]  # who must act now
    anew: Collection[int]  # those of them whose question is new
    people: Collection[int]
    goes_on: bool = False  # the default move is not at its end
    silent: Collection[int] = ()  # who has let the time on an open floor pass too: no fresh question for them


@dataclass(frozen=True, slots=True)
class Clock:
    """Times are seconds of the house, see `house_time`."""

    seconds: int
    due: Mapping[int, float] = field(default_factory=dict)  # when each seat's time is up; kept for who takes back
    missed: Mapping[int, int] = field(default_factory=dict)  # how often in a row each seat let it pass
    running: frozenset[int] = frozenset()  # the seats it runs for now

    def stopped(self, people: Collection[int]) -> bool:
        """Whether everybody seems to have gone."""
        return bool(people) and all(self.missed.get(seat, 0) >= MOST_MISSED for seat in people)

    def stops_with(self, seat: int, people: Collection[int]) -> bool:
        """Whether this seat is the last to have gone, when it lets the time pass now."""
        missed = {**self.missed, seat: self.missed.get(seat, 0) + 1}
        return replace(self, missed=missed).stopped(people)

    def ends(self, seat: int, moment: Moment) -> float:
        """When the seat's time is up. Who could not play for a while has some time left in any case."""
        due = self.due[seat]
        if due == AT_ONCE or not moment.resumed:
            return due
        return max(due, moment.resumed + max(moment.grace, self.seconds / 10))

    @property
    def next_due(self) -> float | None:
        return min((self.due[seat] for seat in self.running), default=None)

    def late(self, moment: Moment) -> list[int]:
        return sorted(seat for seat in self.running if self.ends(seat, moment) <= moment.now)

    def set_to(self, seconds: int, moment: Moment) -> Clock:
        """Another time for each question. What has been used of it stays used: nobody wins time for himself."""
        due = dict(self.due)
        for seat in self.running:
            if due[seat] != AT_ONCE:
                left = self.ends(seat, moment) - moment.now
                fresh = left + seconds - self.seconds
                due[seat] = moment.now + max(fresh, min(left, LEAST))
        return replace(self, seconds=seconds, due=due)

    def turn(self, turn: Turn, now: float) -> Clock:
        """After one step of the match."""
        clock = replace(self, missed=self._count(turn))
        if clock.stopped(turn.people):
            return replace(clock, due={}, running=frozenset())
        running = frozenset(turn.asked).intersection(turn.people)
        due = dict(self.due)
        for seat in running:
            if seat not in turn.silent and (seat in turn.anew or seat not in self.running):
                due[seat] = now + self.seconds
        if turn.seat in running and turn.kind == "undo":  # no way to win time
            left = self.due.get(turn.seat, 0.0)
            # While others write in secret too, all have the same time: nobody sees a default before he must answer.
            due[turn.seat] = left if len(running) > 1 else max(left, now + LEAST)
        elif turn.seat in running and turn.goes_on:
            due[turn.seat] = AT_ONCE
        return replace(clock, due=due, running=running)

    def _count(self, turn: Turn) -> dict[int, int]:
        missed = {seat: count for seat, count in self.missed.items() if seat in turn.people}
        if turn.seat is None:
            return missed
        before = missed.pop(turn.seat, 0)
        if turn.kind == "timeout":
            missed[turn.seat] = before + (self.due[turn.seat] != AT_ONCE)
        return missed

    # -- on disk and on the wire ----------------------------------------------------------------

    def to_plain(self) -> dict[str, Any]:
        return {
            "seconds": self.seconds,
            "due": [[seat, due] for seat, due in self.due.items()],
            "missed": [[seat, count] for seat, count in self.missed.items()],
            "running": sorted(self.running),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Clock:
        return cls(plain["seconds"], dict(plain["due"]), dict(plain["missed"]), frozenset(plain["running"]))

    def describe(self, moment: Moment, people: Collection[int]) -> dict[str, Any]:
        """How long each seat has left; the client counts down from there by its own means."""
        left = {str(seat): round(max(0.0, self.ends(seat, moment) - moment.now), 3) for seat in sorted(self.running)}
        return {"seconds": self.seconds, "left": left, "stopped": self.stopped(people)}


def spoken(seconds: int) -> str:
    """A length of time in words.

    >>> spoken(45), spoken(90), spoken(86400), spoken(1)
    ('45 seconds', '1 minute 30 seconds', '1 day', '1 second')
    """
    words = []
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            words.append(f"{count} {name}{'s' if count > 1 else ''}")
    return " ".join(words)
