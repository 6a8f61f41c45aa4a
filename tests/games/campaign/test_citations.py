"""Every rule of the campaigns is cited where it is carried out, and events and questions name whole clauses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from ludus.core.clauses import clauses
from tests.games.citations import uncited, unknown

PACKAGE = "ludus.campaign"
GAMES = {
    "CM": "ludus.games.circus",
    "GL": "ludus.games.gladiator",
    "E1": "ludus.games.circus",
}  # where contests are played, and CM 24 to 26 with them
CLAUSE = re.compile(r"(CM|GL|E1|E2|QA) [\w.*+-]+")


def literals() -> Iterator[str]:
    """Every text of the code that is a citation and nothing else."""
    for file in Path(str(resources.files(PACKAGE))).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE.fullmatch(node.value):
                yield node.value


@pytest.mark.parametrize("source", ["CM", "GL", "E1"])
def test_every_clause_that_counts_is_cited(source: str) -> None:
    left_to_the_game = uncited(PACKAGE, source, ["campaign"])
    assert set(left_to_the_game) & set(uncited(GAMES[source], source, ["campaign"])) == set()


@pytest.mark.parametrize("source", ["CM", "GL", "E1", "E2", "QA"])
def test_nothing_is_cited_that_does_not_exist(source: str) -> None:
    # "What E1 says" speaks of the whole book.
    assert [each for each in unknown(PACKAGE, source) if re.search(r"\d", each.removeprefix(source))] == []


def test_what_events_and_questions_name_is_a_clause() -> None:
    # "GL 21." is the beginning of a chapter's clauses.
    assert sorted({each for each in literals() if each not in clauses() and not each.endswith(".")}) == []
