"""The engine run over every throw of its dice, to compare with the odds it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from ludus.core.dice import ScriptedDice
from ludus.core.event import Event, Modifier
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.circus import odds
from ludus.games.circus.state import Chariot, Race
from tests.rules.circus.kit import circus


class Branch(Exception):
    """The script wants dice that nobody has thrown yet."""

    def __init__(self, count: int, apart: bool, sides: int) -> None:
        self.count, self.apart, self.sides = count, apart, sides


class Settled(Exception):
    """What the test wants to know has been told."""


APART = ("left and right wheel",)  # dice that are read one by one; all others are added up
FIXED = ("movement loss", "each horse")  # dice that change nothing of what these tests ask for


class Thrown(Table):
    """A table with the throws so far; it stops at the first that is missing, or when `until` (an event's kind, or kind
    and faction, or the reason of a throw) comes up."""

    def __init__(self, throws: tuple[tuple[int, ...], ...], until: tuple[str, ...]) -> None:
        super().__init__(ScriptedDice(()), [])
        self.ahead = list(throws)
        self.until = until

    def roll(self, count: int, reason: str, clause: str, sides: int = 6) -> tuple[int, ...]:
        if reason in FIXED:
            return (1,) * count
        if reason in self.until:
            raise Settled
        if not self.ahead:
            raise Branch(count, reason in APART, sides)
        return self.ahead.pop(0)

    def tell(
        self,
        kind: str,
        data: Mapping[str, Any],
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
        seats: tuple[int, ...] | None = None,
    ) -> None:
        super().tell(kind, data, clauses, modifiers, seats)
        if kind in self.until or f"{kind} {data.get('chariot')}" in self.until:
            raise Settled


Act = Callable[[Race, Thrown], Phase | None]


def endings(race: Race, act: Act, *until: str) -> Iterator[tuple[float, Race, list[Event]]]:
    """Everything that can come of it, with its chance. Whoever is asked holds."""
    waiting: list[tuple[tuple[tuple[int, ...], ...], float]] = [((), 1.0)]
    while waiting:
        throws, chance = waiting.pop()
        future, table = race.copy(), Thrown(throws, until)
        try:
            play_on(act(future, table))
        except Branch as branch:
            for throw, share in throws_of(branch):
                waiting.append(((*throws, throw), chance * share))
            continue
        except Settled:
            pass
        yield chance, future, list(table.events)


def play_on(script: Phase | None) -> None:
    if script is None:
        return
    try:
        next(script)
        while True:
            script.send("hold")
    except StopIteration:
        return


def throws_of(branch: Branch) -> list[tuple[tuple[int, ...], float]]:
    """Each throw, or one for each total, as it is likely."""
    every = list(product(range(1, branch.sides + 1), repeat=branch.count))
    if branch.apart or branch.sides != 6:
        return [(throw, 1 / len(every)) for throw in every]
    one_of = {sum(throw): throw for throw in every}
    return [(one_of[total], chance) for total, chance in odds.sums(branch.count).items()]


def found(race: Race, act: Act, read: Callable[[Race, list[Event]], Any], *until: str) -> dict[Any, float]:
    return odds.gathered((read(future, events), chance) for chance, future, events in endings(race, act, *until))


def same(first: Mapping[Any, float], second: Mapping[Any, float]) -> None:
    """Equal, results that cannot come left out, and certain to give one of them."""
    assert {word: chance for word, chance in first.items() if chance > 1e-12} == pytest.approx(
        {word: chance for word, chance in second.items() if chance > 1e-12}
    )
    assert sum(first.values()) == pytest.approx(1)


def pair(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, /, **more: Any) -> Race:
    """Red beside Blue on a straight, Red inside."""
    usual = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11", "move": {"written": 5}}
    return circus(**{**usual, "red_is": red or {}, "blue_is": blue or {}, **more}).state


def both(race: Race) -> tuple[Chariot, Chariot]:
    red, blue, *_ = race.chariots
    return red, blue


def last(events: list[Event], kind: str) -> Mapping[str, Any]:
    return next(event.data for event in reversed(events) if event.kind == kind)


def flipped(events: Sequence[Event], chariot: str = "red") -> bool:
    return any(event.kind == "flip" and event.data["chariot"] == chariot for event in events)
