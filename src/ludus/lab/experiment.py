"""An experiment: a question, and a grid of rules, bots and builds that is played to answer it; a TOML file."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from ludus.core.errors import DataError, SetupError
from ludus.core.toml_files import parse_toml
from ludus.games.circus.archetypes import NAMES, build_of
from ludus.lab.simulate import MOST_GAMES, Plan, check_plan
from ludus.library import find_game

MOST_CELLS = 500
MOST_NAMES = 3  # in the label of a cell
KINDS: Mapping[str, type | tuple[type, ...]] = {
    "title": str,
    "question": str,
    "asks": dict,
    "game": str,
    "games": int,
    "seed": str,
    "seats": int,
    "bots": list,
    "builds": list,
    "ruleset": str,
    "options": dict,
    "samples": int,
    "decisions": bool,
    "grid": dict,
}
NEEDED = ("title", "game", "games", "bots")
SAID = ("games", "title", "question", "asks")  # what may change while its matches stay the same
TRAITS = {
    "bots": "bot",
    "build": "build",
    "kind": "type of gladiator",
    "lane": "lane at the start",
    "order": "place in the first draw",
}
VARIED = ("ruleset", "seats", "bots", "builds", "options")


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of the grid: what is varied, in words, and the plan of its games."""

    labels: dict[str, str]
    plan: Plan
    builds: tuple[str, ...] = ()  # archetypes, one for each bot; they stay with their bots

    def built(self, number: int) -> list[tuple[int, ...]]:
        """The build of each seat in game `number`; none where bots build for themselves."""
        if not self.builds:
            return []
        seats = self.plan.seats
        line = [self.builds[seat % len(self.builds)] for seat in range(seats)]
        return [build_of(line[(seat + number) % seats]) for seat in range(seats)]

    @property
    def name(self) -> str:
        return ", ".join(f"{axis}: {label}" for axis, label in self.labels.items()) or "all matches"


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is asked, and all that is played for it."""

    title: str
    question: str
    cells: tuple[Cell, ...]
    decisions: bool = False  # keep a row for each decision
    plain: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def axes(self) -> list[str]:
        return list(self.cells[0].labels)

    @property
    def tasks(self) -> list[tuple[int, int]]:
        """Every match: the number of its cell, and its own. Cells take turns, so that what is stopped is even."""
        games = self.cells[0].plan.games
        return [(cell, number) for number in range(games) for cell in range(len(self.cells))]

    @property
    def mark(self) -> str:
        """What the results of one experiment have in common: everything that says how a match is played."""
        plain = {key: value for key, value in self.plain.items() if key not in SAID}
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def load_experiment(path: Path, games: int | None = None) -> Experiment:
    """An experiment from its file, with so many games of each cell if they are said."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise DataError(
            f"cannot read {path}: {why}; an experiment is a TOML file, as those in docs/lab", code="cannot-read"
        ) from error
    return read_experiment(text, str(path), games)


def read_experiment(text: str, what: str = "the experiment", games: int | None = None) -> Experiment:
    """An experiment from the text of its file; whatever cannot be played is refused before anything is."""
    plain = parse_toml(text, what)
    if games is not None:
        plain["games"] = games
    for key, value in plain.items():
        kind = KINDS.get(key)
        if kind is None:
            raise DataError(f"{what}: there is no '{key[:40]}'; there is {', '.join(KINDS)}", code="bad-experiment")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise DataError(f"{what}: {key} is of the wrong kind", code="bad-experiment")
    missing = [key for key in NEEDED if key not in plain]
    if missing:
        raise DataError(f"{what}: say {', '.join(missing)}", code="bad-experiment")
    if not 1 <= plain["games"] <= MOST_GAMES:
        raise DataError(f"{what}: games are 1 to {MOST_GAMES}, not {plain['games']}", code="bad-experiment")
    _check_asked(plain.get("asks", {}), what)
    cells = _cells(plain, what)
    for cell in cells:
        try:
            check_plan(cell.plan)
        except (SetupError, DataError) as error:
            raise DataError(f"{what}, {cell.name}: {error.message}", code=error.code) from error
    return Experiment(plain["title"], plain.get("question", ""), cells, plain.get("decisions", False), plain)


def _check_asked(asks: Mapping[str, Any], what: str) -> None:
    """Whose wins the report's first sentence is about: who has this value of a trait, or who wins most."""
    if asks and (asks.get("trait") not in TRAITS or not asks.keys() <= {"trait", "value"}):
        there = ", ".join(TRAITS)
        raise DataError(f"{what}: asks says a trait ({there}), and one value of it or none", code="bad-experiment")
    if not isinstance(asks.get("value", ""), str):
        raise DataError(f"{what}: asks.value is a text, as the report has it", code="bad-experiment")


def _cells(plain: Mapping[str, Any], what: str) -> tuple[Cell, ...]:
    grid = plain.get("grid", {})
    for key in grid:
        if key not in VARIED:
            raise DataError(f"{what}: grid varies {', '.join(VARIED)}, not '{key[:40]}'", code="bad-experiment")
    axes = {key: values for key, values in grid.items() if key != "options"}
    axes |= {f"options.{name}": values for name, values in grid.get("options", {}).items()}
    for name, values in axes.items():
        if not isinstance(values, list) or not values:
            raise DataError(f"{what}: grid.{name} is a list of what is tried", code="bad-experiment")
    count = 1
    for values in axes.values():
        count *= len(values)
    if count > MOST_CELLS:
        raise DataError(f"{what}: the grid has {count} cells, more than {MOST_CELLS}", code="bad-experiment")
    return tuple(_cell(plain, dict(zip(axes, values, strict=True)), what) for values in product(*axes.values()))


def _cell(plain: Mapping[str, Any], chosen: Mapping[str, Any], what: str) -> Cell:
    said = {**plain, **{key: value for key, value in chosen.items() if not key.startswith("options.")}}
    options = dict(plain.get("options", {}))
    options |= {key.removeprefix("options."): value for key, value in chosen.items() if key.startswith("options.")}
    game = find_game(plain["game"])
    bots, builds, seats = said["bots"], said.get("builds", []), said.get("seats", game.usual_seats)
    for names, kind in ((bots, "bots"), (builds, "builds")):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise DataError(f"{what}: {kind} are a list of names", code="bad-experiment")
    known = {name.lower().replace(" ", "-") for name in NAMES.values()}
    wrong = [name for name in builds if name not in known]
    if builds and (game.id != "circus" or wrong):
        there = ", ".join(sorted(known))
        raise DataError(f"{what}: builds are those of the circus: {there}", code="bad-experiment")
    plan = Plan(
        game.id,
        plain["games"],
        seats,
        tuple(bots),
        str(plain.get("seed", "0")),
        said.get("ruleset"),
        options,
        samples=said.get("samples"),
    )
    return Cell({axis.removeprefix("options."): label(value) for axis, value in chosen.items()}, plan, tuple(builds))


def label(value: Any) -> str:
    """A value of the grid, short.

    >>> label(["tiro", "tiro", "auriga"]), label(True)
    ('2 tiro + auriga', 'yes')
    >>> label(["auriga", "rival-felix", "rival-korax", "rival-zenon"])
    'auriga + 3 rival'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        counts = Counter(map(str, value))
        if len(counts) > MOST_NAMES:  # characters of one kind
            counts = Counter(str(name).partition("-")[0] for name in value)
        return " + ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())
    return str(value)
