"""Dataclasses that are looked at very often: their fields at once, and whether anything in them has changed."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from functools import cache
from itertools import compress, count
from operator import is_not
from typing import Any

from ludus.core.hints import type_hints
from ludus.core.plain import written

Values = tuple[Any, ...]
ATOMS: frozenset[type] = frozenset((int, str, bool, float, type(None)))
STILL: set[type] = set(ATOMS)  # kinds that never change: those, and the frozen dataclasses that were met
SEATED: set[type] = set()  # dataclasses that were met and belong to a seat


class Shape:
    """What is written of a dataclass, and which of it can change in place."""

    __slots__ = ("frozen", "loose", "names", "values")

    def __init__(self, kind: type, names: tuple[str, ...]) -> None:
        self.names = names
        self.values: Callable[[Any], Values] = _getter(names)
        hints = type_hints(kind)
        self.loose = tuple(index for index, name in enumerate(names) if not _is_still(hints[name]))
        self.frozen = not self.loose and bool(vars(kind)["__dataclass_params__"].frozen)
        if self.frozen:
            STILL.add(kind)
        if hints.get("seat") is int:
            SEATED.add(kind)


@cache
def shape_of(kind: type) -> Shape | None:
    """None of what is no dataclass."""
    names = written(kind)
    return None if names is None else Shape(kind, names)


class Footprint:
    """How something was when it was looked at; tells whether it still is so.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Car:
    ...     speed: int
    ...     parts: dict[str, int]
    >>> car = Car(3, {"wheels": 2})
    >>> before = Footprint(car)
    >>> before.fits(car)
    True
    >>> car.parts["wheels"] = 1
    >>> before.fits(car)
    False
    """

    __slots__ = ("_copies", "_kind", "_read", "_shape", "_values")

    def __init__(self, value: Any) -> None:
        kind: type = type(value)
        self._kind = kind
        shape = shape_of(kind)
        self._shape = shape
        self._read: Callable[[Any], Any] = _itself
        self._values: Any = value  # a plain view is made anew for every look
        # What can change in place stands there twice: as it is, and as it was.
        self._copies: list[tuple[int, Any]] = []
        if shape is not None:
            self._read = shape.values
            values = self._values = shape.values(value)
            self._copies = [(index, _copy(values[index])) for index in shape.loose]

    def fits(self, value: Any) -> bool:
        """Equal to a copy of what was there; where a copy says nothing (mutable things in mutable things), never."""
        if type(value) is not self._kind:
            return False
        values = self._read(value)
        if values != self._values:
            return False
        for index, copy in self._copies:  # noqa: SIM110  (`all` would be slower, and this runs very often)
            if values[index] != copy:
                return False
        return True

    def fields(self) -> list[tuple[str, Any]]:
        """By name; none of what is no dataclass."""
        return [] if self._shape is None else list(zip(self._shape.names, self._values, strict=True))

    def follow(self, value: Any) -> list[tuple[str, Any]] | None:
        """Look again, and tell the fields that are not what they were; None of what has other fields, or none."""
        shape = self._shape
        if shape is None or type(value) is not self._kind:
            return None
        before, self._values = self._values, shape.values(value)
        changed = set(compress(count(), map(is_not, self._values, before)))
        for number, (index, copy) in enumerate(self._copies):
            if self._values[index] != copy:
                self._copies[number] = index, _copy(self._values[index])
                changed.add(index)
        return [(shape.names[index], self._values[index]) for index in changed]


def _itself(value: Any) -> Any:
    return value


def _copy(value: Any) -> Any:
    """Equal to this as long as nothing in it changes, and never after."""
    kind = type(value)
    if kind in STILL:
        return value
    if kind is dict:
        return {key: _copy(item) for key, item in value.items()}
    if kind is list:
        return [_copy(item) for item in value]
    if kind is set:
        return value.copy()
    return value if kind is tuple and STILL.issuperset(map(type, value)) else object()


def _getter(names: tuple[str, ...]) -> Callable[[Any], Values]:
    """Written out: twice as fast as `attrgetter`."""
    fields = "".join(f"it.{name}, " for name in names)
    written_out: Callable[[Any], Values] = eval(f"lambda it: ({fields})")
    return written_out


def _is_still(hint: Any) -> bool:
    """Whether what a field holds can only be replaced: numbers, words, tuples of them, dataclasses that are frozen."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal or hint in ATOMS or hint is Ellipsis:
        return True
    if origin in (tuple, typing.Union, types.UnionType):
        return all(map(_is_still, arguments))
    shape = shape_of(hint) if isinstance(hint, type) else None
    return shape is not None and shape.frozen
