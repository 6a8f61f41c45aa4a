"""One door for luck.

A match draws every random number from one stream of bytes. `SeededDice` makes the stream from a seed,
so that the same seed always gives the same game; the seed's hash is published before the first die and
the seed itself after the last, so anyone can check that nobody chose the dice. `ScriptedDice` plays back
numbers a test, a puzzle or a bug report has written down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from ludus.core.errors import DiceError

T = TypeVar("T")

BLOCK = 512
MAX_SIDES = 256
LIMITS = (0, *(256 - 256 % sides for sides in range(1, MAX_SIDES + 1)))  # bytes from here on are thrown away
ALONE = tuple((value,) for value in range(MAX_SIDES + 1))  # what one die shows
AS_SIX = bytes(byte % 6 + 1 if byte < LIMITS[6] else 0 for byte in range(256))  # 0: thrown away


class Dice(Protocol):
    """What a match asks of its dice."""

    @property
    def position(self) -> int:
        """How much of the stream is used up; equal positions mean equal futures."""
        ...

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]: ...

    def copy(self) -> Dice: ...


@lru_cache(4096)
def commitment(seed: str) -> str:
    """The hash that is published before the first die.

    >>> commitment("7")[:16]
    '2f5d50180cf3307c'
    """
    return hashlib.sha256(b"ludus dice 1 " + seed.encode()).hexdigest()


class SeededDice:
    """Dice from a seed.

    Byte k of the stream is byte k % 512 of SHAKE-256 over the text "ludus dice 1 SEED B", where B is k // 512 in
    decimal. A die with s sides takes the next byte below the largest multiple of s up to 256, modulo s, plus one.

    >>> SeededDice("7").roll(5)
    (6, 6, 1, 5, 6)
    """

    __slots__ = ("_block", "_key", "_sixes", "position", "seed")

    def __init__(self, seed: str, position: int = 0) -> None:
        self.seed = seed
        self.position = position
        self._key = b"ludus dice 1 " + seed.encode() + b" "
        self._turn_to_block(position // BLOCK)

    def _turn_to_block(self, number: int) -> None:
        self._block = hashlib.shake_256(self._key + str(number).encode()).digest(BLOCK)
        self._sixes = self._block.translate(AS_SIX)  # nearly every die has six sides

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        position = self.position
        start = position % BLOCK
        end = start + count
        if end < BLOCK:
            # Nearly always: all the bytes are in this block and none must be thrown away.
            if count == 1:
                if sides == 6:
                    if value := self._sixes[start]:
                        self.position = position + 1
                        return ALONE[value]
                elif 0 < sides <= MAX_SIDES and (byte := self._block[start]) < LIMITS[sides]:
                    self.position = position + 1
                    return ALONE[byte % sides + 1]
            elif sides == 6:
                sixes = self._sixes[start:end]
                if 0 not in sixes:
                    self.position = position + count
                    return tuple(sixes)
        if not 1 <= sides <= MAX_SIDES:
            raise DiceError(f"a die has 1 to {MAX_SIDES} sides, not {sides}")
        limit = LIMITS[sides]
        values: list[int] = []
        while len(values) < count:
            byte = self._block[position % BLOCK]
            position += 1
            if position % BLOCK == 0:
                self._turn_to_block(position // BLOCK)
            if byte < limit:
                values.append(byte % sides + 1)
        self.position = position
        return tuple(values)

    def copy(self) -> SeededDice:
        twin = SeededDice.__new__(SeededDice)
        twin.seed = self.seed
        twin.position = self.position
        twin._key = self._key
        twin._block = self._block
        twin._sixes = self._sixes
        return twin

    def __repr__(self) -> str:
        return f"SeededDice(position={self.position})"


class ScriptedDice:
    """Dice that were written down beforehand.

    >>> dice = ScriptedDice([4, 2, 6])
    >>> dice.roll(2), dice.left
    ((4, 2), (6,))
    """

    __slots__ = ("position", "values")

    def __init__(self, values: Iterable[int], position: int = 0) -> None:
        self.values = tuple(values)
        self.position = position

    @property
    def left(self) -> tuple[int, ...]:
        return self.values[self.position :]

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        end = self.position + count
        rolled = self.values[self.position : end]
        if len(rolled) < count:
            raise DiceError(
                "the scripted dice ran out",
                asked=dice_in_words(count, sides),
                left=f"{len(rolled) or 'none'} left",
                code="dice-run-out",
            )
        for value in rolled:
            if not 1 <= value <= sides:
                raise DiceError(
                    f"a scripted {value} is not on a die with {sides} sides",
                    asked=dice_in_words(count, sides),
                    code="dice-wrong-value",
                )
        self.position = end
        return rolled

    def copy(self) -> ScriptedDice:
        return ScriptedDice(self.values, self.position)

    def __repr__(self) -> str:
        return f"ScriptedDice({list(self.left)})"


class SplicedDice:
    """One past, another future: the dice `past` until they come to a position, then others.

    >>> dice = SplicedDice(ScriptedDice([4, 2, 6]), 2, ScriptedDice([1, 1]))
    >>> dice.roll(2), dice.roll(2)
    ((4, 2), (1, 1))
    """

    __slots__ = ("_future", "_past")

    _past: tuple[tuple[Dice, int], ...]
    _future: Dice

    def __init__(self, past: Dice, until: int, future: Dice) -> None:
        # Spliced again, the future of the first time ends too.
        earlier, last = (past._past, past._future) if isinstance(past, SplicedDice) else ((), past)
        self._past = (*earlier, (last, until))
        self._future = future

    @property
    def position(self) -> int:
        return sum(dice.position for dice, _ in self._past) + self._future.position

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        for dice, until in self._past:
            if dice.position < until:
                return dice.roll(count, sides)
        return self._future.roll(count, sides)

    def copy(self) -> Dice:
        """When the past is over, only the future is copied."""
        twin = SplicedDice.__new__(SplicedDice)
        twin._past = tuple((dice.copy(), until) for dice, until in self._past if dice.position < until)
        twin._future = self._future.copy()
        return twin if twin._past else twin._future

    def __repr__(self) -> str:
        return f"SplicedDice({self._past!r}, {self._future!r})"


def dice_in_words(count: int, sides: int = 6) -> str:
    """
    >>> dice_in_words(3), dice_in_words(1, 10)
    ('3 dice', '1 die with 10 sides')
    """
    return f"{count} {'die' if count == 1 else 'dice'}{'' if sides == 6 else f' with {sides} sides'}"


def shuffled(dice: Dice, items: Sequence[T]) -> list[T]:
    """The items in an order drawn with the dice (Fisher and Yates, from the back)."""
    drawn = list(items)
    for last in range(len(drawn) - 1, 0, -1):
        pick = dice.roll(1, last + 1)[0] - 1
        drawn[last], drawn[pick] = drawn[pick], drawn[last]
    return drawn
