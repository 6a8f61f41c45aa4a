"""The types of a dataclass's fields, as they were written.

A compiled class keeps only what its fields are at the machine's level: `tuple[int, ...]` has become `tuple`. Its source
lies beside it, and is read instead.
"""

from __future__ import annotations

import ast
import sys
import typing
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@cache
def type_hints(kind: type) -> dict[str, Any]:
    """By name of the field."""
    if not any(is_compiled(each.__module__) for each in kind.__mro__):
        return typing.get_type_hints(kind)
    hints: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        names = vars(sys.modules[each.__module__])
        for field, written in _written(each).items():
            hints[field] = eval(written, dict(names))
    return hints


def engine() -> str:
    """Which Ludus runs: as it was written, or with rules, states and planners compiled."""
    spec = find_spec("ludus.core.decision")
    return "pure Python" if spec is None or str(spec.origin).endswith(".py") else "compiled"


def is_compiled(module: str) -> bool:
    """Whether a module was loaded from a library that a compiler made of it."""
    return not str(getattr(sys.modules.get(module), "__file__", None) or ".py").endswith((".py", ".pyc"))


def _written(kind: type) -> dict[str, str]:
    if not is_compiled(kind.__module__):
        return {name: str(written) for name, written in vars(kind).get("__annotations__", {}).items()}
    for node in _classes(kind.__module__):
        if node.name == kind.__name__:
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            return {ast.unparse(each.target): ast.unparse(each.annotation) for each in fields}
    return {}


@cache
def _classes(module: str) -> list[ast.ClassDef]:
    library = Path(str(sys.modules[module].__file__))
    source = library.with_name(f"{library.name.partition('.')[0]}.py").read_text(encoding="utf-8")
    return [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
