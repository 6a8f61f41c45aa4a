"""The REST part: what can be played, matches, seats, records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from functools import cache
from typing import Annotated, Any, TypeVar, cast

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from ludus.bots import BOTS, TRAINED, Kinds
from ludus.bots.fields import fields_of, people_of
from ludus.core.clauses import BOOKS, clauses, find_clause, find_clauses, search
from ludus.core.errors import DataError
from ludus.library import GAMES
from ludus.server import accounts, archive, arrangements, match_making, schema
from ludus.server.accounts import Account
from ludus.server.borrowed import known_token
from ludus.server.clock_setting import set_clock
from ludus.server.hall import Hall
from ludus.server.hands import set_hands
from ludus.server.house_rules import read_house_rules, write_house_rules
from ludus.server.house_rules_schema import HouseRulesInfo, ReadRules, WriteRules
from ludus.server.problems import Problem, documented
from ludus.server.scenarios import scenarios
from ludus.server.standing_orders_api import give_standing_orders, show_standing_orders
from ludus.server.standing_orders_schema import GiveOrders, OrdersInfo
from ludus.server.unchanging import Unchanging
from ludus.server.view_schema import Replay

T = TypeVar("T")


class StrictRequest(Request):
    """Reads JSON to the letter: no NaN, no half characters, no bottomless nesting."""

    async def json(self) -> Any:
        return orjson.loads(await self.body())


class StrictRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return strict


router = APIRouter(prefix="/api", route_class=StrictRoute)
COOKIE = "ludus-session"
bearer = HTTPBearer(auto_error=False, description="The token of a seat")


def the_hall(request: Request) -> Hall:
    return cast(Hall, request.app.state.hall)


async def the_token(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> str | None:
    return None if credentials is None else await known_token(the_hall(request), credentials.credentials)


async def the_account(request: Request) -> Account | None:
    """Who is signed in at the device that asks."""
    return await accounts.find(the_hall(request), request.cookies.get(COOKIE))


TheHall = Annotated[Hall, Depends(the_hall)]
Token = Annotated[str | None, Depends(the_token)]
Who = Annotated[Account | None, Depends(the_account)]
MatchId = Annotated[str, Path(description="The id in the match's link", max_length=64)]
SeatNumber = Annotated[int, Path(ge=0, le=31, description="Counted from 0")]


def _json(body: bytes) -> Response:
    """JSON that was made elsewhere goes out as it is."""
    return Response(body, media_type="application/json")


# -- what can be played ------------------------------------------------------------------------


@cache
def _all(games: tuple[str, ...], trained: tuple[Kinds, ...]) -> Unchanging:
    """Games, and the policies that were hired when the house was opened, stay as they are."""
    return Unchanging(lambda: [_describe(game) for game in games])


@router.get(
    "/games", summary="Games with rulesets, options and bots", tags=["games"], response_model=list[schema.GameInfo]
)
async def games(request: Request) -> Response:
    return _all(tuple(GAMES), tuple(TRAINED.values())).answer(request)


def _describe(game_id: str) -> schema.GameInfo:
    game = GAMES[game_id]
    return schema.GameInfo(
        id=game.id,
        title=game.title,
        summary=game.summary,
        source=game.source,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        rulesets=[
            schema.RulesetInfo(name=each.name, title=each.title, help=each.help, options=dict(each.options))
            for each in game.rulesets.values()
        ],
        options=[
            schema.OptionInfo(
                name=each.name,
                title=each.title,
                help=each.help,
                clause=each.clause,
                default=each.default,
                choices=None if each.choices is None else list(each.choices),
                file=each.file,
                numbers=None if each.numbers is None else schema.NumbersInfo(**asdict(each.numbers)),
                per_seat=[schema.NamedValue(value=value, title=title) for value, title in each.per_seat],
                seconds=each.seconds,
                group=each.group,
                excludes=game.excluded(each),
                spoken=list(each.spoken),
                only=None if each.only is None else schema.OnlyInfo(name=each.only[0], values=list(each.only[1])),
            )
            for each in game.options
        ],
        bots=[
            schema.BotInfo(name=each.name, title=each.title, about=each.about, trained=trained)
            for trained, kinds in ((False, BOTS.get(game_id, ())), (True, TRAINED.get(game_id, ())))
            for each in kinds
        ],
        people=[
            schema.PersonInfo(
                key=each.key,
                name=each.name,
                title=each.title,
                nation=each.nation,
                likes=each.likes,
                about=each.about,
                wants=each.wants,
            )
            for each in people_of(game_id)
        ],
        fields=[
            schema.FieldInfo(name=each.name, title=each.title, about=each.about, bot=each.bot)
            for each in fields_of(game_id).values()
        ],
    )


@router.get(
    "/scenarios",
    summary="Positions to be played as exercises",
    tags=["games"],
    response_model=list[schema.ScenarioInfo],
)
async def list_scenarios(request: Request) -> Response:
    return ALL_SCENARIOS.answer(request)


def _exercises() -> list[schema.ScenarioInfo]:
    return [
        schema.ScenarioInfo(
            game=each.game,
            name=each.name,
            title=each.title,
            topic=each.topic,
            number=each.number,
            about=each.about,
            goal=each.goal,
            judged=each.judged,
            solved=each.solution is not None,
            clauses=list(each.clauses),
            seats=each.seats,
            player=each.player,
            names=None if each.names is None else list(each.names),
        )
        for each in scenarios()
    ]


ALL_SCENARIOS = Unchanging(_exercises)


@router.get("/clauses", summary="Search the rules", tags=["rules"], responses=documented(404))
async def search_clauses(
    source: Annotated[str | None, Query(max_length=20, description="The rulebook, e.g. CR")] = None,
    q: Annotated[str | None, Query(max_length=100, description="Words that must all occur")] = None,
    clause: Annotated[str | None, Query(max_length=100, description="One clause, or all parts of a split one")] = None,
) -> list[schema.ClauseInfo]:
    found = search((q or "").split(), source) if clause is None else _looked_up(find_clauses, clause)
    return [schema.ClauseInfo.model_validate(each.to_plain()) for each in found]


def _looked_up(look_up: Callable[[str], T], clause_id: str) -> T:
    try:
        return look_up(clause_id)
    except DataError as error:
        raise Problem(404, "unknown-clause", f"there is no clause '{clause_id[:60]}'") from error


@router.get("/books", summary="Where the clauses come from", tags=["rules"])
async def books() -> list[schema.BookInfo]:
    count = Counter(clause.source for clause in clauses().values())
    return [schema.BookInfo(source=source, title=title, clauses=count[source]) for source, title in BOOKS.items()]


NAMES = Unchanging(lambda: [schema.ClauseName(id=each.id, title=each.title) for each in clauses().values()])


@router.get(
    "/clause-names", summary="What every clause is called", tags=["rules"], response_model=list[schema.ClauseName]
)
async def clause_names(request: Request) -> Response:
    return NAMES.answer(request)


@router.get("/clauses/{clause_id:path}", summary="One clause", tags=["rules"], responses=documented(404))
async def one_clause(clause_id: Annotated[str, Path(max_length=100)]) -> schema.ClauseInfo:
    return schema.ClauseInfo.model_validate(_looked_up(find_clause, clause_id).to_plain())


@router.post(
    "/house-rules/read",
    summary="Check a file of house rules and say what it sets",
    tags=["rules"],
    responses=documented(),
)
async def read_rules(file: ReadRules) -> HouseRulesInfo:
    return await read_house_rules(file)


@router.post(
    "/house-rules/write", summary="Check house rules and write their file", tags=["rules"], responses=documented()
)
async def write_rules(rules: WriteRules) -> HouseRulesInfo:
    return await write_house_rules(rules)


# -- matches -----------------------------------------------------------------------------------


@router.post("/matches", status_code=201, summary="Make a match", tags=["matches"], responses=documented())
async def make_match(new: schema.NewMatch, hall: TheHall, who: Who) -> schema.Created:
    return await match_making.create(hall, new, who)


@router.get("/matches", summary="Matches with open seats, and running ones to watch", tags=["matches"])
async def list_matches(hall: TheHall) -> schema.MatchList:
    return await archive.listed(hall)


@router.post("/matches/lookup", summary="My matches, by my tokens", tags=["matches"], responses=documented())
async def lookup(asked: schema.Lookup, hall: TheHall) -> list[schema.MyMatch]:
    return await archive.lookup(hall, asked.tokens)


@router.get("/matches/{match_id}", summary="A match", tags=["matches"], responses=documented(404))
async def one_match(match_id: MatchId, hall: TheHall) -> schema.MatchInfo:
    return schema.MatchInfo.model_validate(archive.info(hall, await hall.head(match_id)))


@router.get(
    "/matches/{match_id}/stage",
    response_model=dict[str, Any],
    summary="Board and charts to draw",
    tags=["matches"],
    responses=documented(404),
)
async def stage(match_id: MatchId, hall: TheHall) -> Response:
    return _json(orjson.dumps((await hall.room(match_id)).stage()))


@router.get(
    "/matches/{match_id}/glance",
    summary="How far a match that is being played has come, and the odds of a race",
    tags=["matches"],
    responses=documented(404),
)
async def glance(match_id: MatchId, hall: TheHall) -> schema.Glance | None:
    running = (await hall.up_to_date(match_id)).running
    seen = None if running is None else running.match.game.glance(running.match.state)
    return None if seen is None else schema.Glance.model_validate(seen)


@router.post(
    "/matches/{match_id}/seats/{seat}/take",
    summary="Take an open seat; one that is kept after a rematch with its token",
    tags=["seats"],
    responses=documented(404, 409),
)
async def take_seat(
    match_id: MatchId, seat: SeatNumber, taken: schema.TakeSeat, hall: TheHall, token: Token, who: Who
) -> schema.SeatToken:
    return await arrangements.take_seat(hall, match_id, seat, taken.name, token, who)


@router.patch(
    "/matches/{match_id}/seats/{seat}",
    summary="Rename, hand your seat to a bot, or open a bot's seat",
    tags=["seats"],
    responses=documented(401, 403, 404, 409),
)
async def change_seat(
    match_id: MatchId, seat: SeatNumber, change: schema.ChangeSeat, hall: TheHall, token: Token
) -> schema.MatchInfo:
    return await arrangements.change_seat(hall, match_id, seat, change, token)


@router.put(
    "/matches/{match_id}/seats/{seat}/hands",
    summary="Let a bot stand in for you, here or in the contests to come, or take your seat back; its own token only",
    tags=["seats"],
    responses=documented(401, 403, 404, 409),
)
async def change_hands(
    match_id: MatchId, seat: SeatNumber, asked: schema.SetHands, hall: TheHall, token: Token
) -> schema.MatchInfo:
    return await set_hands(hall, match_id, seat, asked, token)


@router.get(
    "/matches/{match_id}/seats/{seat}/notes",
    summary="A seat's private notes; its own token only",
    tags=["seats"],
    responses=documented(401, 403, 404),
)
async def read_notes(match_id: MatchId, seat: SeatNumber, hall: TheHall, token: Token) -> schema.Notes:
    return await arrangements.read_notes(hall, match_id, seat, token)


@router.put(
    "/matches/{match_id}/seats/{seat}/notes",
    summary="Write a seat's private notes; its own token only",
    tags=["seats"],
    responses=documented(401, 403, 404),
)
async def write_notes(
    match_id: MatchId, seat: SeatNumber, notes: schema.Notes, hall: TheHall, token: Token
) -> schema.Notes:
    return await arrangements.write_notes(hall, match_id, seat, token, notes.text)


@router.get(
    "/matches/{match_id}/seats/{seat}/orders",
    summary="A seat's standing orders, with the form to give them; its own token only",
    tags=["seats"],
    responses=documented(401, 403, 404),
)
async def see_standing_orders(match_id: MatchId, seat: SeatNumber, hall: TheHall, token: Token) -> OrdersInfo:
    return await show_standing_orders(hall, match_id, seat, token)


@router.put(
    "/matches/{match_id}/seats/{seat}/orders",
    summary="Check standing orders and hear them in plain words; confirmed, they count",
    tags=["seats"],
    responses=documented(401, 403, 404, 409),
)
async def order(match_id: MatchId, seat: SeatNumber, orders: GiveOrders, hall: TheHall, token: Token) -> OrdersInfo:
    return await give_standing_orders(hall, match_id, seat, token, orders)


@router.post(
    "/matches/{match_id}/start",
    summary="Start now, bots in the open seats",
    tags=["matches"],
    responses=documented(401, 404, 409),
)
async def start(match_id: MatchId, hall: TheHall, token: Token) -> schema.MatchInfo:
    return await arrangements.start(hall, match_id, token)


@router.put(
    "/matches/{match_id}/clock",
    summary="Give more time; propose less or none, or agree to it; any seat's token",
    tags=["matches"],
    responses=documented(401, 404, 409),
)
async def clock(match_id: MatchId, asked: schema.SetClock, hall: TheHall, token: Token) -> schema.MatchInfo:
    return await set_clock(hall, match_id, asked.seconds, token)


@router.post(
    "/matches/{match_id}/rematch",
    summary="The same match again; your token is good for the same seat there",
    tags=["matches"],
    responses=documented(401, 404, 409),
)
async def rematch(match_id: MatchId, hall: TheHall, token: Token) -> schema.Created:
    return await match_making.rematch(hall, match_id, token)


@router.get(
    "/matches/{match_id}/record",
    response_model=dict[str, Any],
    summary="The whole record, once the match is over",
    tags=["matches"],
    responses=documented(404, 409),
)
async def record(match_id: MatchId, hall: TheHall) -> Response:
    return _json(await archive.record(hall, match_id))


@router.get(
    "/matches/{match_id}/replay",
    response_model=Replay,
    summary="Positions and events step by step, once the match is over",
    tags=["matches"],
    responses=documented(404, 409),
)
async def replay(match_id: MatchId, hall: TheHall) -> Response:
    return _json(await archive.replay(hall, match_id))
