"""Every rule of the arena is cited where it is carried out; the campaigns are none of this game's."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from ludus.core.clauses import clauses
from tests.games.citations import SUFFIXES, unknown

PACKAGE = "ludus.games.gladiator"


def test_every_clause_that_counts_is_cited_by_its_own_number() -> None:
    files = [file for file in Path(str(resources.files(PACKAGE))).rglob("*") if file.suffix in SUFFIXES]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    # A citation ends where a longer number would go on; "*" and "+" are parts of some.
    cited = set(re.findall(r"\bGL [\w.*+-]*[\w*+]", text))
    counting = [each.id for each in clauses().values() if each.source == "GL" and each.counts]
    assert [each for each in counting if each not in cited and clauses()[each].level != "campaign"] == []


def test_nothing_is_cited_that_does_not_exist() -> None:
    assert unknown(PACKAGE, "GL") == []
