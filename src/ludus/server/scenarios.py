"""The positions that ship with the house, to be played as exercises."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import ludus
from ludus.core.errors import DataError
from ludus.core.solution import Solution, read_solution
from ludus.core.toml_files import parse_toml

PACKAGE = Path(ludus.__file__).parent
# In an installed package they lie beside the code; in the sources, among the examples.
FOLDERS = (PACKAGE / "scenarios", PACKAGE.parents[1] / "examples" / "scenarios")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position and what to try in it."""

    game: str
    name: str
    title: str
    topic: str
    number: int
    about: str
    goal: str
    clauses: tuple[str, ...]
    seats: int
    player: int
    names: tuple[str, ...] | None
    ruleset: str | None
    options: dict[str, Any]
    position: dict[str, Any]
    solution: Solution | None

    @property
    def judged(self) -> bool:
        """Whether the match itself says if the goal was reached."""
        return "goal" in self.position


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All of them, by game, from the first exercise to the last. They are read once."""
    folder = next((each for each in FOLDERS if each.is_dir()), None)
    found = [] if folder is None else [_read(path) for path in sorted(folder.glob("*/*.toml"))]
    return tuple(sorted(found, key=lambda each: (each.game, each.number, each.title)))


def _read(path: Path) -> Scenario:
    plain = parse_toml(path.read_text(encoding="utf-8"), path.name)
    names = plain.get("names")
    return Scenario(
        game=plain["game"],
        name=path.stem,
        title=plain.get("title", path.stem),
        topic=plain.get("topic", ""),
        number=plain.get("number", 0),
        about=" ".join(plain.get("about", "").split()),
        goal=plain.get("goal", ""),
        clauses=tuple(plain.get("clauses", ())),
        seats=plain["seats"],
        player=plain.get("player", 0),
        names=None if names is None else tuple(names),
        ruleset=plain.get("ruleset"),
        options=plain.get("options", {}),
        position=plain["position"],
        solution=read_solution(plain["solution"], plain.get("player", 0), path.name) if "solution" in plain else None,
    )


def find_scenario(game: str, name: str) -> Scenario:
    for each in scenarios():
        if (each.game, each.name) == (game, name):
            return each
    known = ", ".join(each.name for each in scenarios() if each.game == game) or "none"
    raise DataError(f"{game} has no scenario '{name[:40]}'; it has {known}", code="no-scenario")
