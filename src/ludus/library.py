"""The games of the house, found by their id. Each is imported when it is first wanted: all take most of a second."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from ludus.core.chart import Chart
from ludus.core.errors import SetupError, shown
from ludus.core.game import Game
from ludus.core.shelf import Shelf


def _circus() -> Game[Any]:
    from ludus.games.circus import Circus

    return Circus()


def _gladiator() -> Game[Any]:
    from ludus.games.gladiator import Gladiator

    return Gladiator()


def _chariot_race() -> Game[Any]:
    from ludus.games.chariot_race import ChariotRace

    return ChariotRace()


def _campaign() -> Game[Any]:
    from ludus.campaign.game import Campaign

    return Campaign()


GAMES: Shelf[Game[Any]] = Shelf(
    {"circus": _circus, "gladiator": _gladiator, "chariot-race": _chariot_race, "campaign": _campaign}
)


def find_game(game_id: str) -> Game[Any]:
    """The game with this id."""
    game = GAMES.get(game_id) if isinstance(game_id, str) else None
    if game is None:
        raise SetupError(f"there is no game '{shown(game_id)}'; there are {', '.join(GAMES)}", code="unknown-game")
    return game


class Printed(NamedTuple):
    """A chart, and the rules that play by it."""

    chart: Chart
    rules: tuple[str, ...]


@cache
def charts_by_clause() -> Mapping[str, tuple[Printed, ...]]:
    """The charts of all rulesets of all games by the clauses that they are read with, each different one once."""
    found: dict[str, dict[Chart, list[str]]] = {}
    for game in map(find_game, GAMES):
        for ruleset in game.rulesets.values():
            for chart in game.charts(game.resolve(ruleset.name, {})):
                found.setdefault(chart.clause, {}).setdefault(chart, []).append(f"{game.title}: {ruleset.title}")
    by_clause = {
        clause: tuple(Printed(chart, tuple(rules)) for chart, rules in charts.items())
        for clause, charts in found.items()
    }
    same = tomllib.loads((resources.files("ludus") / "rules" / "charts.toml").read_text(encoding="utf-8"))
    for clause, others in same.items():
        by_clause[clause] = tuple(printed for other in others for printed in by_clause[other])
    return by_clause
