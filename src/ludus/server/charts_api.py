"""The charts of a book as tables: of a ruleset, of the rules of a match, of a clause."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from ludus.core.errors import SetupError
from ludus.core.game import Game
from ludus.library import charts_by_clause, find_game
from ludus.server.api import MatchId, StrictRoute, TheHall
from ludus.server.problems import Problem, documented
from ludus.server.schema import Message

router = APIRouter(prefix="/api", route_class=StrictRoute)


class AxisInfo(Message):
    """The heads of rows or of columns, and what they are."""

    title: str
    labels: list[str]


class CodeInfo(Message):
    """A letter that stands in a chart, and what it means."""

    code: str
    words: str


class ChartInfo(Message):
    """One chart: rows by `down`, columns by `across`."""

    name: str
    title: str
    clause: str
    how: str
    down: AxisInfo
    across: AxisInfo
    cells: list[list[str]]
    legend: list[CodeInfo]


class ClauseChart(Message):
    """A chart that a clause is read with, and the rulesets that play by it."""

    chart: ChartInfo
    rules: list[str]


@router.get(
    "/clause-charts/{clause_id:path}", summary="The charts of a clause", tags=["rules"], responses=documented(404)
)
async def charts_of_clause(clause_id: Annotated[str, Path(max_length=100)]) -> list[ClauseChart]:
    """None where a clause has no chart. All games are asked when the first is wanted, which takes a second."""
    known = await asyncio.to_thread(charts_by_clause)
    return [
        ClauseChart(chart=ChartInfo.model_validate(printed.chart.to_plain()), rules=list(printed.rules))
        for printed in known.get(clause_id, ())
    ]


@router.get("/charts/{game}", summary="The charts of a ruleset", tags=["rules"], responses=documented(404))
async def charts_of_game(
    game: Annotated[str, Path(max_length=40)], ruleset: Annotated[str | None, Query(max_length=40)] = None
) -> list[ChartInfo]:
    try:
        found = find_game(game)
        return _charts(found, found.resolve(ruleset, {}))
    except SetupError as error:
        raise Problem(404, error.code, error.message) from error


@router.get("/matches/{match_id}/charts", summary="The charts of a match", tags=["matches"], responses=documented(404))
async def charts_of_match(match_id: MatchId, hall: TheHall) -> list[ChartInfo]:
    head = await hall.head(match_id)
    game = find_game(head.game)
    # A match may be older than some of the options.
    return _charts(game, {**game.preset(head.ruleset), **head.options})


def _charts(game: Game[Any], options: Mapping[str, Any]) -> list[ChartInfo]:
    return [ChartInfo.model_validate(chart.to_plain()) for chart in game.charts(options)]
