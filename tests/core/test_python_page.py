"""docs/python.md: its examples run, and it leaves out nothing that is public."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import ludus

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"


def test_the_examples_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert result.attempted > 60
    assert result.failed == 0


def test_every_public_name_is_shown_in_an_example() -> None:
    parser = doctest.DocTestParser()
    shown = "".join(example.source for example in parser.get_examples(PAGE.read_text(encoding="utf-8")))
    assert [name for name in ludus.__all__ if f"ludus.{name}" not in shown] == []


def test_everything_a_match_can_do_is_shown() -> None:
    text = PAGE.read_text(encoding="utf-8")
    public = [name for name in dir(ludus.Match) if not name.startswith("_")]
    assert [name for name in public if f"match.{name}" not in text and f"Match.{name}" not in text] == []
