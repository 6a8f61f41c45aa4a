"""Whether the client's types say what the engine sends: `interface` and `type` of TypeScript, held against values.

    types = read_types(WEB / "games/chariot-race/race.ts", WEB / "games/chariot-race/geometry.ts")
    assert differences(types, "Race", match.view(0)["position"]) == []

Only what describes data is understood: interfaces, aliases, unions, literals, lists, tuples and records. A name that is
declared nowhere, and whatever else TypeScript can say, fits every value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web" / "src"

COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
TOKENS = re.compile(r"""\s*("[^"]*"|'[^']*'|-?\d[\w.]*|[A-Za-z_$][\w$]*|[{}\[\]()<>|&?:;,=.])""")
DECLARATIONS = re.compile(
    r"^(?:export )?(?:declare )?(interface|type) (\w+)(?: extends ([\w, ]+?))?\s*(?==|\{)", re.MULTILINE
)


@dataclass(frozen=True)
class Name:
    """A primitive, or something declared."""

    name: str


@dataclass(frozen=True)
class Literal:
    """One value."""

    value: Any


@dataclass(frozen=True)
class ListOf:
    """`X[]`."""

    item: Type


@dataclass(frozen=True)
class TupleOf:
    """`[X, Y]`."""

    items: tuple[Type, ...]


@dataclass(frozen=True)
class RecordOf:
    """`Record<string, X>`."""

    value: Type


@dataclass(frozen=True)
class OneOf:
    """`X | Y`."""

    members: tuple[Type, ...]


@dataclass(frozen=True)
class Shape:
    """`{ name: X; other?: Y }`. One that extends what is declared nowhere may have more names, and is `open`."""

    fields: Mapping[str, Type]
    optional: frozenset[str]
    open: bool = False


Type = Name | Literal | ListOf | TupleOf | RecordOf | OneOf | Shape
Types = Mapping[str, Type]

ANYTHING = Name("unknown")
PRIMITIVES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "undefined": (type(None),),
}


# -- reading ----------------------------------------------------------------------------------------


def read_types(*files: Path) -> Types:
    """What these files declare; a later file does not change what an earlier one says."""
    types: dict[str, Type] = {}
    for file in reversed(files):
        types.update(parse_types(file.read_text(encoding="utf-8")))
    return types


def parse_types(source: str) -> Types:
    text = COMMENTS.sub("", source)
    types: dict[str, Type] = {}
    inherits: dict[str, list[str]] = {}
    for found in DECLARATIONS.finditer(text):
        kind, name, parents = found.groups()
        reader = _Reader(text, found.end())
        if kind == "type":
            reader.expect("=")
        types[name] = reader.type()
        inherits[name] = [parent.strip() for parent in (parents or "").split(",") if parent.strip()]
    return {name: _with_parents(name, types, inherits) for name in types}


def _with_parents(name: str, types: Types, inherits: Mapping[str, list[str]]) -> Type:
    own = types[name]
    for parent in inherits[name]:
        inherited = _with_parents(parent, types, inherits) if parent in types else ANYTHING
        if isinstance(own, Shape):
            above = inherited if isinstance(inherited, Shape) else Shape({}, frozenset(), open=True)
            own = Shape({**above.fields, **own.fields}, above.optional | own.optional, above.open or own.open)
    return own


class _Reader:
    """Reads one type from where it begins."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def peek(self) -> str:
        found = TOKENS.match(self.text, self.at)
        return found.group(1) if found else ""

    def take(self) -> str:
        found = TOKENS.match(self.text, self.at)
        if found is None:
            raise ValueError(f"no type at {self.text[self.at : self.at + 40]!r}")
        self.at = found.end()
        return found.group(1)

    def expect(self, token: str) -> None:
        taken = self.take()
        assert taken == token, f"{taken!r} where {token!r} is expected"

    def skip(self, *tokens: str) -> bool:
        if self.peek() not in tokens:
            return False
        self.take()
        return True

    def type(self) -> Type:
        self.skip("|")
        members = [self.intersection()]
        while self.skip("|"):
            members.append(self.intersection())
        return members[0] if len(members) == 1 else OneOf(tuple(members))

    def intersection(self) -> Type:
        members = [self.postfix()]
        while self.skip("&"):
            members.append(self.postfix())
        return members[0] if len(members) == 1 else ANYTHING

    def postfix(self) -> Type:
        found = self.primary()
        while self.skip("["):
            if self.skip("]"):
                found = ListOf(found)
            else:  # a part of another type
                self.type()
                self.expect("]")
                found = ANYTHING
        return found

    def primary(self) -> Type:
        token = self.take()
        if token == "{":
            return self.shape()
        if token == "[":
            return TupleOf(tuple(self.until("]")))
        if token == "(":
            inner = self.type()
            self.expect(")")
            return inner
        if token[0] in "\"'":
            return Literal(token[1:-1])
        if token[0].isdigit() or token[0] == "-":
            return Literal(float(token))
        if token in ("true", "false"):
            return Literal(token == "true")
        if token in ("typeof", "keyof"):
            self.primary()
            return ANYTHING
        if token == "readonly":
            return self.postfix()
        if self.skip("<"):
            arguments = self.until(">")
            return (
                RecordOf(arguments[1]) if token == "Record" else ListOf(arguments[0]) if token == "Array" else ANYTHING
            )
        return Name(token)

    def until(self, end: str) -> list[Type]:
        found = []
        while not self.skip(end):
            member = self.type()
            found.append(self.type() if self.skip(":") else member)  # the parts of a tuple may have names
            self.skip(",")
        return found

    def shape(self) -> Shape:
        fields: dict[str, Type] = {}
        optional = set()
        while not self.skip("}"):
            name = self.take()
            if name == "readonly" and self.peek() not in ("?", ":"):
                name = self.take()
            name = name.strip("\"'")
            if self.skip("?"):
                optional.add(name)
            self.expect(":")
            fields[name] = self.type()
            self.skip(";", ",")
        return Shape(fields, frozenset(optional))


# -- comparing --------------------------------------------------------------------------------------


def differences(types: Types, name: str, value: Any, *, partly: bool = False) -> list[str]:
    """Where a value is not what the type of this name says. `partly`: the type need not tell everything."""
    return list(_differ(types, Name(name), value, name, partly))


def _differ(types: Types, kind: Type, value: Any, where: str, partly: bool) -> Iterator[str]:
    if isinstance(kind, Name):
        if kind.name in types:
            yield from _differ(types, types[kind.name], value, where, partly)
        elif kind.name in PRIMITIVES and not _is_primitive(value, kind.name):
            yield f"{where} is {value!r}, no {kind.name}"
    elif isinstance(kind, Literal):
        if value != kind.value or isinstance(value, bool) != isinstance(kind.value, bool):
            yield f"{where} is {value!r}, not {kind.value!r}"
    elif isinstance(kind, OneOf):
        tries = [list(_differ(types, member, value, where, partly)) for member in kind.members]
        if all(tries):
            yield from min(tries, key=lambda found: len(found) if _goes_deeper(found, where) else 1000)
    elif isinstance(kind, Shape):
        yield from _differ_in_names(types, kind, value, where, partly)
    elif isinstance(kind, RecordOf):
        if not isinstance(value, dict):
            yield f"{where} is {value!r}, no record"
            return
        for key, each in value.items():
            yield from _differ(types, kind.value, each, f"{where}.{key}", partly)
    elif not isinstance(value, list):
        yield f"{where} is {value!r}, no list"
    elif isinstance(kind, ListOf):
        for index, each in enumerate(value):
            yield from _differ(types, kind.item, each, f"{where}[{index}]", partly)
    elif len(value) != len(kind.items):
        yield f"{where} is {value!r}, no list of {len(kind.items)}"
    else:
        for index, (item, each) in enumerate(zip(kind.items, value, strict=True)):
            yield from _differ(types, item, each, f"{where}[{index}]", partly)


def _differ_in_names(types: Types, shape: Shape, value: Any, where: str, partly: bool) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} is {value!r}, no object"
        return
    for name, kind in shape.fields.items():
        if name in value:
            yield from _differ(types, kind, value[name], f"{where}.{name}", partly)
        elif name not in shape.optional:
            yield f"{where}.{name} is never sent"
    if not partly and not shape.open:
        for name in value:
            if name not in shape.fields:
                yield f"{where}.{name} is sent, and the types do not know it"


def _is_primitive(value: Any, name: str) -> bool:
    return isinstance(value, PRIMITIVES[name]) and isinstance(value, bool) == (name == "boolean")


def _goes_deeper(found: list[str], where: str) -> bool:
    """Whether a member of a union failed in its parts, and not as a whole."""
    return not any(sentence.startswith(f"{where} is ") for sentence in found)
