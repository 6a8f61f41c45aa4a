"""Typed dataclasses to plain JSON values and back.

Reading is checked against the type hints; whatever is wrong is refused with the place where it stands.
Fields marked `static` (boards, charts) are shared, never written, and must be given when reading.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from ludus.core.errors import DataError, shown

T = TypeVar("T")

_ATOMS = frozenset((int, str, bool, float, type(None)))

STATIC: dict[str, Any] = {"static": True}


def told(help: str, *, default: Any = dataclasses.MISSING, default_factory: Any = dataclasses.MISSING) -> Any:  # noqa: A002
    """A field of a dataclass that people write in files, with its meaning (`core/reference.py` prints it)."""
    if default_factory is not dataclasses.MISSING:
        return dataclasses.field(default_factory=default_factory, metadata={"help": help})
    return dataclasses.field(default=default, metadata={"help": help})


def to_plain(value: Any) -> Any:
    """Dataclasses become dicts, tuples and sets lists; the rest stays."""
    if type(value) in _ATOMS:  # most values are; asking first makes saving fast
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: to_plain(getattr(value, name)) for name in _written(type(value))}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    return value


def from_plain(kind: type[T], plain: Any, where: str, **static: Any) -> T:
    """The dataclass `kind` from plain values; `where` names the place in errors."""
    result: T = _read(kind, plain, where, static)
    return result


@cache
def _written(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind) if not field.metadata.get("static"))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _read(kind: Any, plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _read_dataclass(kind, plain, where, static)
    origin = typing.get_origin(kind)
    arguments = typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _read_union(arguments, plain, where, static)
    if origin is typing.Literal:
        if plain in arguments and type(plain) in {type(each) for each in arguments}:
            return plain
        raise _wrong(where, f"one of {', '.join(map(str, arguments))}", plain)
    if origin in (list, set, frozenset) or (origin is tuple and arguments[-1] is Ellipsis):
        if not isinstance(plain, list | tuple):
            raise _wrong(where, "a list", plain)
        return origin(_read(arguments[0], item, f"{where}[{index}]", static) for index, item in enumerate(plain))
    if origin is tuple:
        if not isinstance(plain, list | tuple) or len(plain) != len(arguments):
            raise _wrong(where, f"a list of {len(arguments)}", plain)
        return tuple(
            _read(each, item, f"{where}[{index}]", static)
            for index, (each, item) in enumerate(zip(arguments, plain, strict=True))
        )
    if origin is dict:
        return _read_dict(arguments, plain, where, static)
    if kind is Any:
        return plain
    if type(plain) is not kind:
        raise _wrong(where, NAMES.get(kind, kind.__name__), plain)
    return plain


def _read_dataclass(kind: type, plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if not isinstance(plain, Mapping):
        raise _wrong(where, "a table", plain)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    written = _written(kind)
    for name in plain:
        if name not in written:
            raise DataError(f"{where} has no '{shown(name)}'; it may have {', '.join(written)}")
    values: dict[str, Any] = {}
    for name, field in fields.items():
        if name in plain:
            values[name] = _read(_hints(kind)[name], plain[name], f"{where}.{name}", static)
        elif name not in written:
            values[name] = static[name]
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise DataError(f"{where} lacks '{name}'")
    return kind(**values)


def _read_union(kinds: tuple[Any, ...], plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if plain is None and type(None) in kinds:
        return None
    others = [kind for kind in kinds if kind is not type(None)]
    for kind in others[:-1]:
        try:
            return _read(kind, plain, where, static)
        except DataError:
            continue
    return _read(others[-1], plain, where, static)


def _read_dict(kinds: tuple[Any, ...], plain: Any, where: str, static: Mapping[str, Any]) -> Any:
    if not isinstance(plain, Mapping):
        raise _wrong(where, "a table", plain)
    key_kind, value_kind = kinds
    read: dict[Any, Any] = {}
    for key, item in plain.items():
        if key_kind is int:
            try:
                key = int(key)
            except ValueError:
                raise _wrong(where, "whole numbers as keys", key) from None
        read[key] = _read(value_kind, item, f"{where}.{key}", static)
    return read


# Kinds in words.
NAMES = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}


def _wrong(where: str, wanted: str, given: Any) -> DataError:
    quoted = f"'{shown(given)}'" if isinstance(given, str) else shown(given)
    return DataError(f"{where} must be {wanted}, not {quoted}")
