"""docs/adding-a-game.md shows Morra as it is, and what it runs works."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
MORRA = (ROOT / "tests" / "games" / "morra.py").read_text(encoding="utf-8")


def test_the_examples_run() -> None:
    text = "\n".join(block for block in BLOCKS if ">>>" in block)
    example = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(example.examples) > 20
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_pieces_are_taken_from_the_game() -> None:
    pieces = [block for block in BLOCKS if ">>>" not in block]
    assert len(pieces) > 5
    for piece in pieces:
        assert piece in MORRA, piece
