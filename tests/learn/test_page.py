"""What docs/learning.md shows works."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from ludus.bots import TRAINED

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"


def test_the_examples_run() -> None:
    pytest.importorskip("pettingzoo", reason="ludus[learn] is not installed")
    try:
        result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    finally:
        TRAINED.clear()
    assert result.attempted > 4
    assert result.failed == 0
