"""The table a script plays at: it rolls the dice and tells what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, overload

from ludus.core.dice import Dice, shuffled
from ludus.core.errors import DiceError
from ludus.core.event import Event, Modifier, Roll

T = TypeVar("T")

_new = tuple.__new__  # skips the defaults


class Log(Sequence[Event]):
    """What was told, in order. It is written down in bare tuples, for most of it nobody ever reads, and becomes events
    when somebody does."""

    __slots__ = ("_read", "bare")

    def __init__(self, events: Iterable[Event]) -> None:
        self.bare: list[Any] = list(events)
        self._read = len(self.bare)

    def _events(self) -> list[Event]:
        bare, end = self.bare, len(self.bare)
        for number in range(self._read, end):
            told = bare[number]
            if told[3]:
                told = (*told[:3], tuple([_new(Roll, roll) for roll in told[3]]), *told[4:])
            bare[number] = _new(Event, told)
        self._read = end  # whatever has been told in the meantime is still to be read
        return bare

    def __len__(self) -> int:
        return len(self.bare)

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        return self._events()[place]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log | list) and self._events() == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return repr(self._events())


class Cited(dict[tuple[str, ...], tuple[str, ...]]):
    """Clauses of other books, as one book cites them; worked out when they are first asked for."""

    def __init__(self, cites: Mapping[str, str]) -> None:
        self.cites = cites

    def __missing__(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        own = self[clauses] = tuple(dict.fromkeys(self.cites.get(clause, clause) for clause in clauses))
        return own


class Table:
    """Dice and log of one match. Dice rolled since the last event belong to the next one told."""

    __slots__ = ("_bare", "_cited", "_rolls", "dice", "events", "revealed")

    def __init__(self, dice: Dice, events: Iterable[Event]) -> None:
        self.dice = dice
        self.events = Log(events)
        self.revealed = False
        self._bare = self.events.bare
        self._rolls: tuple[tuple[str, str, tuple[int, ...], int], ...] = ()  # as in `Roll`
        self._cited: Cited | None = None

    def cite_by(self, cited: Cited) -> None:
        """Keep the log in the clauses of one book, whatever clauses a procedure that it shares with others names."""
        self._cited = cited

    def roll(self, count: int, reason: str, clause: str, sides: int = 6) -> tuple[int, ...]:
        try:
            values = self.dice.roll(count, sides)
        except DiceError as error:
            raise error.when_rolling(reason, self._own(clause)) from None
        if self._cited is not None:
            clause = self._cited.cites.get(clause, clause)
        self._rolls += ((reason, clause, values, sides),)
        return values

    def shuffle(self, items: Sequence[T], reason: str, clause: str) -> list[T]:
        """The items in random order. The order itself is told by the event that follows."""
        try:
            order = shuffled(self.dice, range(len(items)))
        except DiceError as error:
            raise error.when_rolling(reason, self._own(clause)) from None
        self._rolls += ((reason, self._own(clause), tuple([index + 1 for index in order]), len(items)),)
        return [items[index] for index in order]

    def reveal(self) -> None:
        """Something hidden has come to light: no answer so far can be taken back. (Dice do this by themselves.)"""
        self.revealed = True

    def tell(
        self,
        kind: str,
        data: Mapping[str, Any],
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
        seats: tuple[int, ...] | None = None,
    ) -> None:
        if self._cited is not None:
            clauses = self._cited[clauses]
        self._bare.append((kind, data, clauses, self._rolls, modifiers, seats))
        self._rolls = ()

    def _own(self, clause: str) -> str:
        return clause if self._cited is None else self._cited.cites.get(clause, clause)

    @property
    def settled(self) -> bool:
        """Whether every die that was rolled has been told."""
        return not self._rolls

    def __repr__(self) -> str:
        return f"<Table {self.dice!r}, {len(self.events)} events>"


class QuietTable(Table):
    """A table that keeps no log, for bots that look ahead and for previews."""

    __slots__ = ()

    def roll(self, count: int, reason: str, clause: str, sides: int = 6) -> tuple[int, ...]:
        return self.dice.roll(count, sides)

    def shuffle(self, items: Sequence[T], reason: str, clause: str) -> list[T]:
        return shuffled(self.dice, items)

    def tell(
        self,
        kind: str,
        data: Mapping[str, Any],
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
        seats: tuple[int, ...] | None = None,
    ) -> None:
        return None
