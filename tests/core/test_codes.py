"""Codes are for programs: once released they stay. `codes.txt` lists them all."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import ludus

PACKAGE = Path(ludus.__file__).parent
LISTED = (Path(__file__).parent / "codes.txt").read_text(encoding="utf-8").split()


def codes_in(tree: ast.AST) -> set[str]:
    """The texts that are given as `code=...`, and the defaults of the error classes."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "code":
            value: ast.AST | None = node.value
        elif isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["code"]:
            value = node.value
        else:
            continue
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            found.add(value.value)
    return found


@cache
def used() -> set[str]:
    files = PACKAGE.rglob("*.py")
    return {code for file in files for code in codes_in(ast.parse(file.read_text(encoding="utf-8")))}


def test_the_list_is_in_order() -> None:
    assert sorted(set(LISTED)) == LISTED


@pytest.mark.parametrize("code", LISTED)
def test_no_code_is_lost(code: str) -> None:
    assert code in used(), f"programs may rely on '{code}'; keep it"


def test_new_codes_are_listed() -> None:
    assert not used() - set(LISTED), "add these to tests/core/codes.txt"


def test_codes_are_plain_words() -> None:
    assert all(code == code.lower() and code.replace("-", "").isalpha() for code in LISTED)
