"""`ludus scenario reference`: everything that can be written in a scenario file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludus.core.game import Game
from ludus.core.reference import Page, Row, markdown, pages_of
from ludus.play import SCENARIO_FIELDS, SCENARIO_MUST_SAY

INTRODUCTION = """\
# Scenario files

A scenario is a position in a small TOML file: `ludus scenario check FILE` says whether it can be played and if not,
where and why; `ludus scenario play FILE` plays it on, and `ludus.play_scenario(FILE)` does from Python.
`examples/scenarios` has some of every game to copy from.

This page is printed by `ludus scenario reference`.
"""


def reference(games: Iterable[Game[Any]]) -> str:
    """The page, in Markdown. A game that does not say what its positions are read by is left out."""
    parts = [INTRODUCTION, "## Every scenario\n", markdown(_file())]
    for game in games:
        if game.position_class is not None:
            parts.append(f"## {game.title}\n")
            parts += [markdown(page) for page in pages(game)]
    return "\n".join(parts)


def pages(game: Game[Any]) -> list[Page]:
    """The tables of a position: what every one has, and what options add."""
    found = pages_of(game.position_class, "position") if game.position_class is not None else []
    for heading, kind in game.position_parts().items():
        first, *inner = pages_of(kind, heading.strip("[]").partition("]")[0])
        found += [first._replace(heading=heading), *inner]
    return found


def _file() -> Page:
    """What stands in a file of any game."""
    rows = [
        Row(field.name, field.word, "must be written" if field.name in SCENARIO_MUST_SAY else "", field.help)
        for field in SCENARIO_FIELDS
    ]
    return Page("FILE.toml", "", rows)
