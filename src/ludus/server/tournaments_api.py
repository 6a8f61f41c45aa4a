"""The REST part for tournaments of people. The organiser has a key, whoever enters a token; or an account has both."""

from __future__ import annotations

import math
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from ludus.server import tournament_page, tournament_rounds, tournaments
from ludus.server.api import StrictRoute, TheHall, Token, Who
from ludus.server.door import address_of
from ludus.server.limits import Bucket, neighbourhood
from ludus.server.notices_schema import Done
from ludus.server.problems import Problem, documented
from ludus.server.tournaments_schema import (
    ChangeEntrant,
    Enter,
    Entered,
    MadeTournament,
    MyTokens,
    MyTournament,
    NewTournament,
    TournamentInfo,
    TournamentLine,
)

router = APIRouter(prefix="/api/tournaments", route_class=StrictRoute, tags=["tournaments"])

CupId = Annotated[str, Path(description="The id in the tournament's link", max_length=64)]
Number = Annotated[int, Path(ge=1, le=100_000, description="Of an entrant")]


def admit(bucket: Bucket, request: Request, what: str) -> None:
    wait = bucket.take(neighbourhood(address_of(request.scope)))
    if wait:
        minutes = math.ceil(wait / 60)
        raise Problem(429, "too-fast", f"{what} from your address; try again in {minutes} min")


@router.post("", status_code=201, summary="Set up a tournament", responses=documented())
async def make(new: NewTournament, request: Request, hall: TheHall, who: Who) -> MadeTournament:
    admit(hall.cups, request, "too many tournaments were set up")
    cup_id, key = await tournaments.make(hall, new, who)
    return MadeTournament(tournament=await tournament_page.info(hall, cup_id), key=key)


@router.get("", summary="Tournaments that are shown to all")
async def listed(hall: TheHall) -> list[TournamentLine]:
    return await tournament_page.listed(hall)


@router.post("/mine", summary="My tournaments, by my tokens and my account", responses=documented())
async def mine(asked: MyTokens, hall: TheHall, who: Who) -> list[MyTournament]:
    return await tournament_page.mine(hall, list(asked.tokens), who)


@router.get("/{cup_id}", summary="A tournament", response_model=TournamentInfo, responses=documented(404))
async def one(cup_id: CupId, hall: TheHall) -> Response:
    return Response(await tournament_page.page(hall, cup_id), media_type="application/json")


@router.delete(
    "/{cup_id}",
    summary="Delete a tournament that is not under way; the organiser's key",
    responses=documented(403, 404, 409),
)
async def remove(cup_id: CupId, hall: TheHall, token: Token, who: Who) -> Done:
    await tournaments.remove(hall, cup_id, await tournaments.tokens_of(hall, token, who))
    return Done()


@router.post("/{cup_id}/entrants", status_code=201, summary="Enter a tournament", responses=documented(404, 409))
async def enter(cup_id: CupId, asked: Enter, request: Request, hall: TheHall, who: Who) -> Entered:
    admit(hall.entries, request, "too many have entered")
    return await tournaments.enter(hall, cup_id, asked.name, who)


@router.patch(
    "/{cup_id}/entrants/{number}",
    summary="Withdraw; the organiser: let somebody forfeit his match, or a bot play for him",
    responses=documented(403, 404, 409),
)
async def change_entrant(
    cup_id: CupId, number: Number, asked: ChangeEntrant, hall: TheHall, token: Token, who: Who
) -> TournamentInfo:
    own = await tournaments.tokens_of(hall, token, who)
    await tournament_rounds.change_entrant(hall, cup_id, number, asked.do, own)
    return await tournament_page.info(hall, cup_id)


@router.post("/{cup_id}/start", summary="Begin; the organiser's key", responses=documented(403, 404, 409))
async def start(cup_id: CupId, hall: TheHall, token: Token, who: Who) -> TournamentInfo:
    await tournament_rounds.start(hall, cup_id, await tournaments.tokens_of(hall, token, who))
    return await tournament_page.info(hall, cup_id)


@router.post("/{cup_id}/next", summary="Begin the next round; the organiser's key", responses=documented(403, 404, 409))
async def next_round(cup_id: CupId, hall: TheHall, token: Token, who: Who) -> TournamentInfo:
    await tournament_rounds.next_round(hall, cup_id, await tournaments.tokens_of(hall, token, who))
    return await tournament_page.info(hall, cup_id)


@router.post("/{cup_id}/end", summary="End it as it stands; the organiser's key", responses=documented(403, 404, 409))
async def end(cup_id: CupId, hall: TheHall, token: Token, who: Who) -> TournamentInfo:
    await tournament_rounds.end(hall, cup_id, await tournaments.tokens_of(hall, token, who))
    return await tournament_page.info(hall, cup_id)
