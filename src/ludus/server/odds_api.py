"""Chart questions for the browser: what may be asked, and the exact odds."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query

from ludus.core.errors import SetupError
from ludus.library import find_game
from ludus.odds import QUESTIONS, ask, find_question, questions_of
from ludus.server.api import StrictRoute
from ludus.server.problems import Problem, documented
from ludus.server.schema import Message

router = APIRouter(prefix="/api", route_class=StrictRoute)


class DialInfo(Message):
    """A number between two others, or one of a few words."""

    name: str
    about: str
    usual: int | str
    low: int
    high: int
    words: list[str]


class ChartQuestion(Message):
    """Something that a chart can be asked."""

    name: str
    title: str
    dials: list[DialInfo]


class GameCharts(Message):
    """All that can be asked about a game, by any of its rulesets."""

    game: str
    title: str
    rulesets: dict[str, str]
    questions: list[ChartQuestion]


class ChanceInfo(Message):
    """A result, its chance, and the chance in words: round, and to two places."""

    result: str
    chance: float
    said: str
    exact: str


class ChanceTable(Message):
    """Results of which exactly one comes true if it is `whole`."""

    title: str
    whole: bool
    rows: list[ChanceInfo]


class ChartAnswer(Message):
    """The odds for these values of the dials."""

    question: str
    title: str
    clauses: list[str]
    values: dict[str, int | str]
    tables: list[ChanceTable]


@router.get("/odds", summary="What the charts can be asked", tags=["rules"])
async def charts() -> list[GameCharts]:
    return [
        GameCharts(
            game=game,
            title=find_game(game).title,
            rulesets={name: ruleset.title for name, ruleset in find_game(game).rulesets.items()},
            questions=[
                ChartQuestion(
                    name=each.name,
                    title=each.title,
                    dials=[DialInfo.model_validate(dial.to_plain()) for dial in each.dials],
                )
                for each in questions_of(game)
            ],
        )
        for game in QUESTIONS
    ]


@router.get(
    "/odds/{game}/{question}", summary="Exact odds of a chart question", tags=["rules"], responses=documented(404)
)
async def odds(
    game: Annotated[str, Path(max_length=40)],
    question: Annotated[str, Path(max_length=40)],
    ruleset: Annotated[str | None, Query(max_length=40)] = None,
    dials: Annotated[str, Query(max_length=400, description="As `cdm:1,against:-2`; the rest is as usual")] = "",
) -> ChartAnswer:
    try:
        find_question(game, question)
    except SetupError as error:
        raise Problem(404, error.code, error.message) from error
    given = dict(_pair(each) for each in dials.split(",") if each)
    answer = await asyncio.to_thread(ask, game, question, given, ruleset)
    return ChartAnswer.model_validate(answer.to_plain())


def _pair(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise SetupError(f"a dial is written NAME:VALUE, not '{text[:40]}'", code="bad-dial")
    return name, value
