"""docs/glossary.md names the books as they are, cites what exists, and can be searched by eye."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludus.core.clauses import BOOKS, find_clauses
from tests.games.citations import citations_in

TEXT = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
CHAPTERS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", TEXT, flags=re.DOTALL | re.MULTILINE))


def rows(chapter: str) -> list[tuple[str, str]]:
    found = re.findall(r"^\| (.+?) \| (.+?) \|$", CHAPTERS[chapter], flags=re.MULTILINE)
    return [(str(word), str(meaning)) for word, meaning in found][2:]


def test_the_books_are_those_of_the_clause_index() -> None:
    assert {word.strip("`"): meaning for word, meaning in rows("Books")} == dict(BOOKS)


@pytest.mark.parametrize("chapter", [chapter for chapter in CHAPTERS if chapter != "Books"])
def test_words_stand_in_order_and_once(chapter: str) -> None:
    words = [word.casefold() for word, _ in rows(chapter)]
    assert len(words) > 8
    assert words == sorted(set(words))


@pytest.mark.parametrize("source", BOOKS)
def test_every_clause_that_is_cited_exists(source: str) -> None:
    for citation in citations_in(TEXT, source):
        assert find_clauses(citation)
