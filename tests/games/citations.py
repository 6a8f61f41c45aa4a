"""Where the rules are carried out: a game's code and data cite the clauses behind them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from ludus.core.clauses import find_clauses, select
from ludus.core.errors import DataError

SUFFIXES = (".py", ".toml")


def citations_in(text: str, source: str) -> set[str]:
    """The ids of one rulebook in a text."""
    # An id ends in a letter or digit: what comes after is punctuation.
    return set(re.findall(rf"\b{source} [\w.-]*\w", text))


def cited(package: str, source: str) -> set[str]:
    """The ids of one rulebook that a package names, in code, comments and data."""
    files = [file for file in Path(str(resources.files(package))).rglob("*") if file.suffix in SUFFIXES]
    return {found for file in files for found in citations_in(file.read_text(encoding="utf-8"), source)}


def uncited(package: str, source: str, levels: Iterable[str] | None = None) -> list[str]:
    """The clauses that count and that nothing in the package cites. To cite a clause that is split cites its parts."""
    known = {clause for each in cited(package, source) for clause in _named(each)}
    return [clause.id for clause in select(source, levels) if clause.counts and clause.id not in known]


def unknown(package: str, source: str) -> list[str]:
    """What is cited and does not exist."""
    return sorted(each for each in cited(package, source) if not _named(each))


def _named(citation: str) -> list[str]:
    try:
        return [clause.id for clause in find_clauses(citation)]
    except DataError:
        return []
