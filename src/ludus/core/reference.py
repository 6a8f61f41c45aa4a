"""What may be written in a file, as a page for people: made from the dataclasses that read it.

The meaning of a field is the `help` of its metadata (`plain.told`), its kind and default are those of the dataclass. A
dataclass in a field becomes a table of its own, named as TOML writes it.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator
from typing import Any, NamedTuple

from ludus.core.hints import type_hints
from ludus.core.plain import NAMES


class Row(NamedTuple):
    """A field: its name, what it takes, what it is where nothing is written, and what it means."""

    name: str
    takes: str
    default: str
    help: str


class Page(NamedTuple):
    """One table of the file."""

    heading: str  # as TOML writes it: [position], [[position.chariots]]
    about: str
    rows: list[Row]


def pages_of(kind: type, path: str) -> list[Page]:
    """The table at `path`, which the dataclass `kind` reads, and the tables in it."""
    return list(_pages(kind, path, f"[{path}]", ()))


def markdown(page: Page, level: int = 3) -> str:
    lines = [f"{'#' * level} `{page.heading}`", ""]
    if page.about:
        lines += [page.about, ""]
    lines += ["| field | takes | default | meaning |", "| --- | --- | --- | --- |"]
    lines += [f"| `{row.name}` | {row.takes} | {row.default} | {row.help} |" for row in page.rows]
    return "\n".join(lines) + "\n"


def without_help(pages: list[Page]) -> list[str]:
    """The fields that nobody has explained yet."""
    return [f"{page.heading} {row.name}" for page in pages for row in page.rows if not row.help]


def _pages(kind: type, path: str, heading: str, above: tuple[type, ...]) -> Iterator[Page]:
    hints = type_hints(kind)
    fields = [field for field in dataclasses.fields(kind) if not field.metadata.get("static")]
    rows = [
        Row(field.name, _takes(hints[field.name], f"{path}.{field.name}"), _default(field), _help(field))
        for field in fields
    ]
    yield Page(heading, _about(kind), rows)
    for field in fields:
        for inner, form in _tables_in(hints[field.name], f"{path}.{field.name}"):
            if inner not in (*above, kind):  # a table in itself is explained once
                yield from _pages(inner, form.strip("[]"), form, (*above, kind))


def _tables_in(kind: Any, path: str) -> Iterator[tuple[type, str]]:
    """The dataclasses that a type reads, each with its heading."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        yield kind, f"[{path}]"
    elif origin in (typing.Union, types.UnionType):
        for each in arguments:
            yield from _tables_in(each, path)
    elif origin is dict:
        yield from _tables_in(arguments[1], f"{path}.NAME")
    elif origin in (list, set, frozenset, tuple):
        for each in arguments:
            for inner, form in _tables_in(each, path):
                yield inner, f"[[{form.strip('[]')}]]"


def _takes(kind: Any, path: str) -> str:
    """A type in words."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    tables = [heading for _, heading in _tables_in(kind, path)]
    if tables:
        return " or ".join(f"`{heading}`" for heading in dict.fromkeys(tables))
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_takes(each, path) for each in arguments if each is not type(None))
    if origin is typing.Literal:
        return " or ".join(f"`{_toml(each)}`" for each in arguments)
    if origin in (list, set, frozenset) or (origin is tuple and arguments[-1] is Ellipsis):
        return f"a list, each {_takes(arguments[0], path)}"
    if origin is tuple:
        return f"a list: {', '.join(_takes(each, path) for each in arguments)}"
    if origin is dict:
        return f"a table: {_takes(arguments[0], path)} = {_takes(arguments[1], path)}"
    return NAMES.get(kind, "whatever the game knows")


def _default(field: dataclasses.Field[Any]) -> str:
    if field.default is not dataclasses.MISSING:
        return "" if field.default is None else f"`{_toml(field.default)}`"
    if field.default_factory is not dataclasses.MISSING:
        made = field.default_factory()
        return f"`{_toml(made)}`" if isinstance(made, list | tuple | set | dict) else ""
    return "must be written"


def _help(field: dataclasses.Field[Any]) -> str:
    return str(field.metadata.get("help", "")).replace("|", r"\|")  # which would end the cell


def _about(kind: type) -> str:
    """The first paragraph of what the dataclass says of itself; one that says nothing has its signature there."""
    said = (kind.__doc__ or "").strip()
    return "" if said.startswith(f"{kind.__name__}(") else " ".join(said.split("\n\n")[0].split())


def _toml(value: Any) -> str:
    """A value as it is written in a file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple | set | frozenset):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + "}"
    return str(value)
