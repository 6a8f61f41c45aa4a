"""docs/scenario-reference.md says what the code reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from typer.testing import CliRunner

from ludus.cli import app
from ludus.cli.reference import pages, reference
from ludus.core.plain import STATIC, told
from ludus.core.reference import markdown, pages_of, without_help
from ludus.library import GAMES, find_game

PAGE = Path(__file__).parents[2] / "docs" / "scenario-reference.md"
EXPLAINED = ("chariot-race", "circus", "gladiator")  # games whose every field has its meaning


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(GAMES.values()), (
        "run `ludus scenario reference > docs/scenario-reference.md`"
    )


@pytest.mark.parametrize("game", EXPLAINED)
def test_every_field_has_a_meaning(game: str) -> None:
    assert find_game(game).position_class is not None
    assert without_help(pages(find_game(game))) == []


def test_what_options_add_is_explained_too() -> None:
    headings = [page.heading for page in pages(find_game("circus"))]
    assert {"[position.parts.weather]", "[position.parts.patronage]", "[position.chariots.parts.dagger]"} <= {*headings}
    assert "[position.chariots.parts.dust] (epic)" in headings  # not what The General's option has
    assert len(set(headings)) == len(headings)


def test_the_command_prints_the_page_of_one_game_or_of_all() -> None:
    every = CliRunner().invoke(app, ["scenario", "reference"])
    assert every.output == reference(GAMES.values())
    one = CliRunner().invoke(app, ["scenario", "reference", "chariot-race"])
    assert "### `[[position.chariots]]`" in one.output
    assert "## Circus" not in one.output
    assert CliRunner().invoke(app, ["scenario", "reference", "chess"]).exit_code == 2


@dataclass
class Wheel:
    """A wheel.

    More about wheels.
    """

    spokes: int = told("How many.", default=8)
    sound: bool = True


@dataclass
class Cart:
    board: str = field(metadata=STATIC)
    left: Wheel = told("On the left.")
    name: str = told("What it is called, or |.")
    spare: list[Wheel] = told("Some more.", default_factory=list)
    by_name: dict[str, Wheel] = told("Others.", default_factory=dict)
    load: Literal["wine", "oil"] | None = told("What it carries.", default=None)
    path: list[tuple[str, int]] = told("Where it went.", default_factory=list)
    prices: dict[str, float] = told("What it all costs.", default_factory=lambda: {"oil": 1.5})
    towed: Cart | None = told("Another.", default=None)


CART = """\
### `[cart]`

| field | takes | default | meaning |
| --- | --- | --- | --- |
| `left` | `[cart.left]` | must be written | On the left. |
| `name` | a text | must be written | What it is called, or \\|. |
| `spare` | `[[cart.spare]]` | `[]` | Some more. |
| `by_name` | `[cart.by_name.NAME]` | `{}` | Others. |
| `load` | `"wine"` or `"oil"` |  | What it carries. |
| `path` | a list, each a list: a text, a whole number | `[]` | Where it went. |
| `prices` | a table: a text = a number | `{oil = 1.5}` | What it all costs. |
| `towed` | `[cart.towed]` |  | Another. |
"""
SPARE = """\
### `[[cart.spare]]`

A wheel.

| field | takes | default | meaning |
| --- | --- | --- | --- |
| `spokes` | a whole number | `8` | How many. |
| `sound` | true or false | `true` |  |
"""


def test_tables_in_tables() -> None:
    pages = pages_of(Cart, "cart")
    headings = ["[cart]", "[cart.left]", "[[cart.spare]]", "[cart.by_name.NAME]"]
    assert [page.heading for page in pages] == headings
    assert markdown(pages[0]) == CART
    assert markdown(pages[2]) == SPARE
    assert without_help(pages) == [f"{heading} sound" for heading in headings[1:]]
