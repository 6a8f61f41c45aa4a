"""How an exercise is solved: a film like that of a finished match, with the reason of every step."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path
from starlette.responses import Response

from ludus.core.dice import ScriptedDice
from ludus.core.errors import DataError
from ludus.core.match import Match
from ludus.core.solution import play_solution
from ludus.library import find_game
from ludus.server.api import StrictRoute, TheHall
from ludus.server.problems import Problem, documented
from ludus.server.saved_match import Head, Seat
from ludus.server.scenarios import Scenario, find_scenario
from ludus.server.schema import Message
from ludus.server.seating import describe
from ludus.server.view_schema import Replay
from ludus.server.wire import diff, wire_events

router = APIRouter(prefix="/api", route_class=StrictRoute)


class LessonStep(Message):
    """A frame of the film: what was asked, what is answered and why. All empty: others go first."""

    question: str
    answer: str
    why: str


class SolutionInfo(Replay):
    """The film of a solution; `steps` has one for each of its frames."""

    title: str
    goal: str
    odds: str  # how often it comes off, where dice are open; else ""
    steps: list[LessonStep]


@router.get(
    "/scenarios/{game}/{name}/solution",
    response_model=SolutionInfo,
    summary="How an exercise is solved, step by step",
    tags=["games"],
    responses=documented(404),
)
async def solution(
    game: Annotated[str, Path(max_length=40)], name: Annotated[str, Path(max_length=60)], hall: TheHall
) -> Response:
    try:
        scenario = find_scenario(game, name)
    except DataError as error:
        raise Problem(404, error.code, error.message) from error
    if scenario.solution is None:
        raise Problem(404, "no-solution", f"nobody has written down how '{scenario.title}' is solved")
    film = await asyncio.to_thread(_film, game, name)
    head = _head(scenario)
    return Response(
        orjson.dumps({"match": describe(head, (), hall.time.moment), **film}), media_type="application/json"
    )


@cache
def _film(game: str, name: str) -> dict[str, Any]:
    """The frames: one for each answer of the player, with what others do until he is asked again."""
    scenario = find_scenario(game, name)
    assert scenario.solution is not None
    match = _match(scenario)
    first = told = match.view(None, explain=False)["position"]
    frames: list[dict[str, Any]] = []
    steps: list[dict[str, str]] = []
    heard = 0
    for played in play_solution(match, scenario.solution):
        own = played.step.seat == scenario.player
        if own or not frames:
            words = {"question": played.question, "answer": played.answer, "why": played.step.why}
            steps.append(words if own else dict.fromkeys(words, ""))
            frames.append({"events": [], "patch": []})
            before = told
        events = wire_events(match.game, match.names, match.options, match.events, heard)
        frames[-1]["events"] += [each for each in events if match.events[each["n"]].visible_to(scenario.player)]
        heard = len(match.events)
        told = match.view(None, explain=False)["position"]
        frames[-1]["patch"] = diff(before, told)
    return {
        "stage": match.game.stage(match.options),
        "position": first,
        "frames": frames,
        "notes": [],
        "commitment": None,
        "seed": None,
        "title": scenario.title,
        "goal": scenario.goal,
        "odds": scenario.solution.odds,
        "steps": steps,
    }


def _match(scenario: Scenario) -> Match[Any]:
    assert scenario.solution is not None
    names = [seat.name for seat in _seats(scenario)]
    dice = ScriptedDice(scenario.solution.dice)
    game = find_game(scenario.game)
    return Match(game, scenario.seats, dice, scenario.ruleset, scenario.options, names, position=scenario.position)


def _seats(scenario: Scenario) -> tuple[Seat, ...]:
    names = scenario.names or [f"Player {number + 1}" for number in range(scenario.seats)]
    kinds = ["human" if seat == scenario.player else "bot" for seat in range(scenario.seats)]
    return tuple(Seat(kind, name) for kind, name in zip(kinds, names, strict=True))


def _head(scenario: Scenario) -> Head:
    """It is no match that anybody keeps; but it is drawn as one."""
    match = _match(scenario)
    return Head(
        id="",
        game=scenario.game,
        ruleset=match.ruleset,
        options=dict(match.options),
        seed="",
        listed=False,
        created="",
        changed="",
        seats=_seats(scenario),
        status="over",
        scenario=scenario.name,
    )
