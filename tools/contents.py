"""Write the circus's table of contents anew: which procedures its chapters ask of one another.

    python tools/contents.py

Chapters call each other by `self`, and the type checker must know what they may call. This collects the signatures from
the chapters themselves, so that nobody keeps them twice by hand.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

CIRCUS = Path(__file__).parent.parent / "src" / "ludus" / "games" / "circus"
CONTENTS = CIRCUS / "contents.py"
SELVES = {"self", "book", "future", "before", "slowest"}  # names under which a book is known to its own chapters

HEAD = '''"""The table of contents: what the chapters ask of one another. `python tools/contents.py` writes it.

A chapter calls the procedures of others by `self`; this page tells the type checker what they take and give. Nothing
here runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping
    from typing import Any

    from ludus.core.decision import Choice, Decision
    from ludus.core.event import Modifier
    from ludus.core.game import Ask, Outcome, Phase
    from ludus.core.fields import Field
    from ludus.core.standing_orders import Obeyed, Orders
    from ludus.games.circus.chapters.corners import Slide
    from ludus.games.circus.chapters.reach import Way
    from ludus.games.circus.step_list import Steps
    from ludus.games.circus.odds import Axle, Car, Ending, Lashed, Odds, Sides
    from ludus.games.circus.state import Chariot
    from ludus.games.circus.threats import Attack, Threat
    from ludus.games.circus.words import Answer, Strain


class Contents:
    """Every procedure that one chapter offers to another, chapter by chapter."""

    if TYPE_CHECKING:
'''


def chapters() -> dict[str, ast.Module]:
    """The chapters in the order of the second edition, and the standing orders, which are made from all of them."""
    order = [
        name.module.rpartition(".")[2]
        for name in ast.walk(ast.parse((CIRCUS / "editions.py").read_text()))
        if isinstance(name, ast.ImportFrom) and name.module and ".chapters." in name.module
    ]
    files = {name: CIRCUS / "chapters" / f"{name}.py" for name in order}
    files["standing_orders"] = CIRCUS / "standing_orders.py"
    return {name: ast.parse(path.read_text()) for name, path in files.items()}


def procedures(chapter: ast.Module) -> dict[str, ast.FunctionDef]:
    """The methods of the chapter's own class."""
    found = {}
    for node in chapter.body:
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Chapter" for base in node.bases):
            found.update({each.name: each for each in node.body if isinstance(each, ast.FunctionDef)})
    return found


def asked_for(chapter: ast.Module) -> set[str]:
    """The names it calls on its own book."""
    return {
        node.attr
        for node in ast.walk(chapter)
        if isinstance(node, ast.Attribute)
        and (
            (isinstance(node.value, ast.Name) and node.value.id in SELVES)
            or (isinstance(node.value, ast.Attribute) and node.value.attr == "book")
        )
    }


def signature(method: ast.FunctionDef) -> str:
    gives = ast.unparse(method.returns or ast.Constant(None))
    return f"        def {method.name}({ast.unparse(method.args)}) -> {gives}: ..."


def contents() -> str:
    pages = chapters()
    helpers = {path.stem: ast.parse(path.read_text()) for path in sorted((CIRCUS / "chapters").glob("*.py"))}
    asked = {name: asked_for(page) for name, page in {**helpers, **pages}.items()}
    lines = []
    for name, page in pages.items():
        wanted = set().union(*(names for other, names in asked.items() if other != name))
        offered = [signature(method) for title, method in sorted(procedures(page).items()) if title in wanted]
        if offered:
            lines += [f"        # {(ast.get_docstring(page) or '').splitlines()[0]}", *offered]
    return HEAD + "\n".join(lines) + "\n"


def formatted(text: str) -> str:
    """As `ruff` leaves it."""
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check", "--fix", "--quiet", "--stdin-filename", str(CONTENTS), "-"], ["format", "-"]):
        text = subprocess.run([*ruff, *command], input=text, capture_output=True, text=True, check=False).stdout
    return text


if __name__ == "__main__":
    CONTENTS.write_text(formatted(contents()))
