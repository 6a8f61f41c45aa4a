"""The types of fields, as they were written."""

from __future__ import annotations

import sys
import typing
from dataclasses import dataclass, fields
from types import ModuleType

import pytest

from ludus.core.decision import Decision
from ludus.core.hints import engine, is_compiled, type_hints
from ludus.games.circus.state import Chariot, Race
from ludus.games.gladiator.state import Arena


def test_types_have_their_parts() -> None:
    assert type_hints(Chariot)["horses"] == tuple[int, ...]
    assert type_hints(Race)["chariots"] == list[Chariot]
    for kind in (Chariot, Race, Arena):
        assert {field.name for field in fields(kind)} <= set(type_hints(kind))


def test_the_source_of_a_compiled_class_is_read(tmp_path: typing.Any, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "class Above:\n    first: tuple[int, ...]\n\nclass Sample(Above):\n    second: list[str] = []\n"
    (tmp_path / "sample.py").write_text(source, encoding="utf-8")
    module = ModuleType("sample")
    module.__file__ = str(tmp_path / "sample.cpython-311-x86_64-linux-gnu.so")
    exec(source, vars(module))
    for kind in (module.Above, module.Sample):
        kind.__annotations__ = dict.fromkeys(kind.__annotations__, object)  # as a compiler leaves them
    monkeypatch.setitem(sys.modules, "sample", module)
    assert is_compiled("sample")
    assert type_hints(module.Sample) == {"first": tuple[int, ...], "second": list[str]}


def test_which_ludus_runs() -> None:
    assert engine() == ("compiled" if is_compiled(Decision.__module__) else "pure Python")
    assert not is_compiled(__name__)


@dataclass
class _Plain:
    size: int


def test_what_is_not_compiled_is_asked_itself() -> None:
    assert type_hints(_Plain) == {"size": int}
