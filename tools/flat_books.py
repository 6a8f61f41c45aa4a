"""A book written out as one flat class, for the compiler.

A book has many bases, which native classes have not; but once composed it is a fixed list of procedures. This writes
them down one after the other: each under its own name as the book plays it, and those that others build on beside it,
`super().safe_speed(lane)` in the weather's chapter as `self._safe_speed_of_Corners(lane)`. What is the same for the
whole book, charts and clauses, becomes a constant of the module.

    python tools/flat_books.py FOLDER advanced epic

writes those of these rulesets of the circus. `tools/compiled.py` does so and compiles them; `games/circus/options`
takes what the build has.
"""

from __future__ import annotations

import ast
import copy
import inspect
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

FOUNDATION = "Chapter"  # on which all chapters stand
LEFT_OUT = ("__init_subclass__",)  # what puts a book together
Function = ast.FunctionDef


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(Path(inspect.getfile(module)).read_text(encoding="utf-8"))


@cache
def _body(chapter: type) -> dict[str, ast.stmt]:
    """What stands in a chapter itself, by name."""
    found: dict[str, ast.stmt] = {}
    tree = _tree(sys.modules[chapter.__module__])
    own = next((each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == chapter.__name__), None)
    for each in own.body if own else ():
        if isinstance(each, Function):
            found[each.name] = each
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            found[each.target.id] = each
        elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            # Another name for a procedure is the procedure itself.
            other = found.get(each.value.id) if isinstance(each.value, ast.Name) else None
            found[each.targets[0].id] = other or each
    return found


@cache
def _names(module: ModuleType) -> Mapping[str, tuple[str, str]]:
    """What a module calls things that are the same everywhere: from which module, and by which name there."""
    found: dict[str, tuple[str, str]] = {}
    for each in ast.walk(_tree(module)):
        if isinstance(each, ast.ImportFrom) and each.module != "__future__":
            found |= {alias.asname or alias.name: (str(each.module), alias.name) for alias in each.names}
    for each in _tree(module).body:
        if isinstance(each, ast.ClassDef | Function):
            found[each.name] = (module.__name__, each.name)
        targets = (
            each.targets if isinstance(each, ast.Assign) else [each.target] if isinstance(each, ast.AnnAssign) else []
        )
        for target in targets:
            found |= {name.id: (module.__name__, name.id) for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


class FlatBook:
    """A book as one class."""

    def __init__(self, edition: type, chapters: Sequence[type], book: type) -> None:
        self._parts = (edition, *chapters)
        self._chapters = [each for each in book.__mro__ if any(base.__name__ == FOUNDATION for base in each.__mro__)]
        self._imports: dict[str, tuple[str, str]] = {}
        self._constants: dict[str, str] = {}  # and their types
        self._procedures: dict[str, Function] = {}
        self._waiting: list[tuple[str, type, str]] = []  # as it is called here, its chapter, its name there
        for name in dict.fromkeys(
            name for chapter in self._chapters for name in _body(chapter) if name not in LEFT_OUT
        ):
            chapter = self._find(name)
            if self.is_constant(name):
                self.constant(name)
            else:
                self._waiting.append((name, chapter, name))
        while self._waiting:
            self._write(*self._waiting.pop())

    def _find(self, name: str, behind: type | None = None) -> type:
        first = 0 if behind is None else self._chapters.index(behind) + 1
        return next(each for each in self._chapters[first:] if name in _body(each))

    def is_constant(self, name: str) -> bool:
        """Whether it is the same for the whole book."""
        found = next((_body(each)[name] for each in self._chapters if name in _body(each)), None)
        return found is not None and not isinstance(found, Function)

    def constant(self, name: str) -> str:
        """What a constant of the book is called in the module."""
        if name not in self._constants:
            self._constants[name] = "Any"
            self._constants[name] = self._kind(name)
        return f"_{name}_of_the_book"

    def _kind(self, name: str) -> str:
        """Its type, as it was first declared."""
        for chapter in reversed(self._chapters):
            declared = _body(chapter).get(name)
            if isinstance(declared, ast.AnnAssign):
                kind = copy.deepcopy(declared.annotation)
                if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "ClassVar":
                    kind = kind.slice
                return ast.unparse(_Hand(self, chapter).visit(kind))
        return "Any"

    def build_on(self, name: str, chapter: type) -> str:
        """What `super()` finds there, by the name that it has here."""
        before = self._find(name, behind=chapter)
        called = f"_{name.strip('_')}_of_{before.__name__}"
        if called not in self._procedures:
            self._waiting.append((called, before, name))
        return called

    def _write(self, called: str, chapter: type, name: str) -> None:
        if called in self._procedures:
            return
        written = copy.deepcopy(_body(chapter)[name])
        assert isinstance(written, Function)
        written.name = called
        if ast.get_docstring(written) is not None and len(written.body) > 1:
            del written.body[0]
        self._procedures[called] = written
        _Hand(self, chapter, written).visit(written)

    def name_for(self, called: str, origin: tuple[str, str]) -> str:
        """A name under which something from elsewhere is known here, and nothing else."""
        while self._imports.setdefault(called, origin) != origin:
            called = f"{called}_of_{origin[0].rpartition('.')[2]}"
        return called

    def source(self) -> str:
        """The module."""
        edition, *chapters = [self.name_for(each.__name__, (each.__module__, each.__name__)) for each in self._parts]
        imports = [
            f"from {module} import {name}" + (f" as {called}" if called != name else "")
            for called, (module, name) in sorted(self._imports.items())
        ]
        constants = [f"_{name}_of_the_book: Final[{kind}] = BOOK.{name}" for name, kind in self._constants.items()]
        shown = [f"    {name}: ClassVar[{kind}] = BOOK.{name}" for name, kind in self._constants.items()]
        written = [ast.unparse(ast.fix_missing_locations(each)) for each in self._procedures.values()]
        lines = (
            f'"""{edition} with {", ".join(chapters) or "nothing else"}; written by tools/flat_books.py."""',
            "from __future__ import annotations",
            "from typing import Any, ClassVar, Final",
            *imports,
            "from ludus.games.circus.options import put_together",
            f"BOOK: Any = put_together({edition}, [{', '.join(chapters)}])",
            *constants,
            "class Flat:",
            *shown,
            *(f"    {line}" for each in written for line in each.splitlines()),
        )
        return "\n".join(lines) + "\n"


def _own_names(function: Function) -> set[str]:
    """What a procedure calls things of its own."""
    stored = {
        each.id for each in ast.walk(function) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)
    }
    return stored | {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}


class _Hand(ast.NodeTransformer):
    """Writes a procedure of a chapter into the flat book."""

    def __init__(self, flat: FlatBook, chapter: type, written: Function | None = None) -> None:
        self.flat, self.chapter = flat, chapter
        self.names = _names(sys.modules[chapter.__module__])
        self.own = set() if written is None else _own_names(written)
        self.me = written.args.args[0].arg if written is not None and written.args.args else ""  # self, or cls

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        of = node.value
        if isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "super":
            called = self.flat.build_on(node.attr, self.chapter)
            return ast.Attribute(ast.Name(self.me, ast.Load()), called, node.ctx)
        if isinstance(of, ast.Name) and of.id == self.me:
            return ast.Name(self.flat.constant(node.attr), ast.Load()) if self.flat.is_constant(node.attr) else node
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.names and node.id not in self.own:
            return ast.Name(self.flat.name_for(node.id, self.names[node.id]), node.ctx)
        return node


def main(folder: Path, rulesets: Sequence[str]) -> None:
    """Write the books of these rulesets as a package."""
    from ludus.games.circus.options import flat_name, parts_of, put_together
    from ludus.library import find_game

    circus = find_game("circus")
    folder.mkdir(exist_ok=True)
    (folder / "__init__.py").write_text('"""Books written out as flat classes."""\n', encoding="utf-8")
    for ruleset in rulesets:
        edition, chapters = parts_of(circus.resolve(ruleset, {}))
        flat = FlatBook(edition, chapters, put_together(edition, chapters))
        name = flat_name(edition, chapters).rpartition(".")[2]
        (folder / f"{name}.py").write_text(flat.source(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
