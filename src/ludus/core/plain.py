"""Typed dataclasses to plain JSON values and back.

Reading is checked against the type hints; whatever is wrong is refused with the place where it stands.
Fields marked `static` (boards, charts) are shared, never written, and must be given when reading.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

from ludus.core.errors import DataError, shown
from ludus.core.hints import type_hints

T = TypeVar("T")

_ATOMS = frozenset((int, str, bool, float, type(None)))

STATIC: dict[str, Any] = {"static": True}


def told(
    help: str,  # noqa: A002
    *,
    default: Any = dataclasses.MISSING,
    default_factory: Any = dataclasses.MISSING,
    between: tuple[int, int] | None = None,
) -> Any:
    """A field of a dataclass that people write in files, with its meaning (`core/reference.py` prints it), and for a
    number what it may be (`check_bounds`)."""
    metadata = {"help": help, "between": between}
    if default_factory is not dataclasses.MISSING:
        return dataclasses.field(default_factory=default_factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def check_bounds(value: Any, where: str) -> None:
    """Refuse a dataclass with a number that is not `between` what its field allows."""
    for field in dataclasses.fields(value):
        bounds, number = field.metadata.get("between"), getattr(value, field.name)
        if bounds is not None and not bounds[0] <= number <= bounds[1]:
            raise DataError(f"{where}.{field.name} must be {bounds[0]} to {bounds[1]}, not {number}")


def to_plain(value: Any) -> Any:
    """Dataclasses become dicts, tuples and sets lists; the rest stays."""
    kind: type = type(value)
    # Most values are atoms; asking first, and before calling, makes saving fast.
    if kind in _ATOMS:
        return value
    if (names := written(kind)) is not None:
        items = ((name, getattr(value, name)) for name in names)
        return {name: item if type(item) in _ATOMS else to_plain(item) for name, item in items}
    if isinstance(value, list | tuple):
        return [item if type(item) in _ATOMS else to_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, Mapping):
        return {str(key): item if type(item) in _ATOMS else to_plain(item) for key, item in value.items()}
    return value


def from_plain(kind: type[T], plain: Any, where: str, **static: Any) -> T:
    """The dataclass `kind` from plain values; `where` names the place in errors."""
    result: T = _reader(kind)(plain, where, static)
    return result


@cache
def written(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass that are written; None of anything else."""
    return _written(kind) if dataclasses.is_dataclass(kind) else None


@cache
def _written(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind) if not field.metadata.get("static"))


# Reads a plain value that stands at a place; the mapping has what is shared.
Reader = Callable[[Any, str, Mapping[str, Any]], Any]


class _Field(NamedTuple):
    kind: Any  # most values are atoms, and need no reader
    read: Reader
    needed: bool


@cache
def _fields(kind: type) -> dict[str, _Field]:
    """What is written of a dataclass. Type hints are looked at once: positions are read all the time."""
    hints = type_hints(kind)
    given = {field.name: field for field in dataclasses.fields(kind)}
    return {
        name: _Field(
            hints[name],
            _reader(hints[name]),
            given[name].default is dataclasses.MISSING and given[name].default_factory is dataclasses.MISSING,
        )
        for name in _written(kind)
    }


@cache
def _shared(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind) if field.metadata.get("static"))


def _reader(kind: Any) -> Reader:
    """How values of this kind are read."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return partial(_read_dataclass, kind)
    if origin in (typing.Union, types.UnionType):
        others = [_reader(each) for each in arguments if each is not type(None)]
        return partial(_read_union, others, type(None) in arguments)
    if origin is typing.Literal:
        return partial(_read_literal, arguments)
    if origin in (list, set, frozenset) or (origin is tuple and arguments[-1] is Ellipsis):
        return partial(_read_list, origin, arguments[0], _reader(arguments[0]))
    if origin is tuple:
        return partial(_read_tuple, [_reader(each) for each in arguments])
    if origin is dict:
        return partial(_read_dict, arguments[0], _reader(arguments[1]))
    return _read_any if kind is Any else partial(_read_atom, kind)


def _read_any(plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    return plain


def _read_atom(kind: type, plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if type(plain) is not kind:
        raise _wrong(where, NAMES.get(kind, kind.__name__), plain)
    return plain


def _read_literal(allowed: tuple[Any, ...], plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if plain in allowed and type(plain) in {type(each) for each in allowed}:
        return plain
    raise _wrong(where, f"one of {', '.join(map(str, allowed))}", plain)


def _read_list(
    made: Callable[[Iterable[Any]], Any], kind: Any, read: Reader, plain: Any, where: str, static: Mapping[str, Any]
) -> Any:
    if not isinstance(plain, list | tuple):
        raise _wrong(where, "a list", plain)
    if kind in _ATOMS and {*map(type, plain)} <= {kind}:
        return made(plain)
    return made(read(item, f"{where}[{index}]", static) for index, item in enumerate(plain))


def _read_tuple(readers: list[Reader], plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if not isinstance(plain, list | tuple) or len(plain) != len(readers):
        raise _wrong(where, f"a list of {len(readers)}", plain)
    return tuple(
        read(item, f"{where}[{index}]", static) for index, (read, item) in enumerate(zip(readers, plain, strict=True))
    )


def _read_dataclass(kind: type, plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if not isinstance(plain, Mapping):
        raise _wrong(where, "a table", plain)
    fields = _fields(kind)
    for name in plain:
        if name not in fields:
            raise DataError(f"{where} has no '{shown(name)}'; it may have {', '.join(fields)}")
    values: dict[str, Any] = {name: static[name] for name in _shared(kind)}
    for name, field in fields.items():
        if name in plain:
            item = plain[name]
            values[name] = item if type(item) is field.kind else field.read(item, f"{where}.{name}", static)
        elif field.needed:
            raise DataError(f"{where} lacks '{name}'")
    return kind(**values)


def _read_union(readers: list[Reader], none: bool, plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if plain is None and none:
        return None
    for read in readers[:-1]:
        try:
            return read(plain, where, static)
        except DataError:
            continue
    return readers[-1](plain, where, static)


def _read_dict(key_kind: Any, read_item: Reader, plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if not isinstance(plain, Mapping):
        raise _wrong(where, "a table", plain)
    read: dict[Any, Any] = {}
    for key, item in plain.items():
        if key_kind is int:
            try:
                key = int(key)
            except ValueError:
                raise _wrong(where, "whole numbers as keys", key) from None
        read[key] = read_item(item, f"{where}.{key}", static)
    return read


# Kinds in words.
NAMES = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}


def _wrong(where: str, wanted: str, given: Any) -> DataError:
    quoted = f"'{shown(given)}'" if isinstance(given, str) else shown(given)
    return DataError(f"{where} must be {wanted}, not {quoted}")
