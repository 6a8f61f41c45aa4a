"""What docs/bots.md shows works."""

from __future__ import annotations

import doctest
from pathlib import Path

from ludus.bots import BOTS

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_examples_run() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


def test_every_bot_is_described() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind in BOTS["chariot-race"]:
        assert f"| `{kind.name}` |" in text
