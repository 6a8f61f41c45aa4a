"""The REST part for people: their passes."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter

from ludus.server import history, letters, passes, passkeys, push, ratings
from ludus.server.api import MatchId, StrictRoute, TheHall, Token
from ludus.server.deleting import delete_own
from ludus.server.people_schema import Deleted, HeldSeats, HouseInfo, KnownSeat, Pass, PassSeats
from ludus.server.problems import documented

router = APIRouter(prefix="/api", route_class=StrictRoute)


@router.get("/house", summary="Where others find this house, and what it can do for people", tags=["people"])
async def house(hall: TheHall) -> HouseInfo:
    key = push.public_key(await push.own_key(hall.store)) if push.is_installed() else None
    return HouseInfo(
        push=key,
        mail=bool(hall.settings.smtp),
        passkeys=passkeys.is_installed(),
        letters=letters.can_write(hall),
        ratings=ratings.is_installed(),
        address=hall.settings.address or None,
    )


@router.post(
    "/passes",
    status_code=201,
    summary="A pass for all these seats: a code for your other devices, shown this once",
    tags=["people"],
    responses=documented(),
)
async def make_pass(held: HeldSeats, hall: TheHall) -> Pass:
    return await passes.make_pass(hall, list(held.seats))


@router.get("/pass", summary="The seats of a pass; its code as bearer", tags=["people"], responses=documented(401))
async def seats_of_pass(hall: TheHall, token: Token) -> PassSeats:
    return await passes.seats_of(hall, token)


@router.put(
    "/pass",
    summary="Put seats to those of a pass, and hear all of them; its code as bearer",
    tags=["people"],
    responses=documented(401, 409),
)
async def add_to_pass(held: HeldSeats, hall: TheHall, token: Token) -> PassSeats:
    return await passes.add_seats(hall, token, list(held.seats))


@router.post(
    "/pass/renew",
    status_code=201,
    summary="Another code for the same seats; the old one is void",
    tags=["people"],
    responses=documented(401),
)
async def renew_pass(hall: TheHall, token: Token) -> Pass:
    return await passes.renew(hall, token)


@router.delete("/pass", summary="Revoke a pass; its code as bearer", tags=["people"], responses=documented(401))
async def revoke_pass(hall: TheHall, token: Token) -> PassSeats:
    return await passes.revoke(hall, token)


@router.get(
    "/matches/{match_id}/people",
    summary="Who at the table has an account and sits there by its name, and how strong he is",
    tags=["matches"],
    responses=documented(404),
)
async def known_people(match_id: MatchId, hall: TheHall) -> list[KnownSeat]:
    return await hall.store.read(partial(history.known_seats, head=await hall.head(match_id)))


@router.delete(
    "/matches/{match_id}",
    summary="Delete a match in which only bots played with you; a seat's token",
    tags=["matches"],
    responses=documented(401, 404, 409),
)
async def delete_match(match_id: MatchId, hall: TheHall, token: Token) -> Deleted:
    return await delete_own(hall, match_id, token)
