"""The REST part for being told that it is one's turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from ludus.server import notices
from ludus.server.api import StrictRoute, TheHall, Token, Who
from ludus.server.messenger import News
from ludus.server.notices_schema import ChangeNotices, Done, NewNotices, NoticesInfo
from ludus.server.outbound import CannotReach
from ludus.server.problems import Problem, documented

router = APIRouter(prefix="/api/notices", route_class=StrictRoute)

OffCode = Annotated[str, Path(max_length=100, description="As it stands in every message")]


@router.post(
    "",
    status_code=201,
    summary="Be told when it is the turn of these seats",
    tags=["notices"],
    responses=documented(409),
)
async def make(new: NewNotices, hall: TheHall, who: Who) -> NoticesInfo:
    try:
        return await notices.make(hall, new, who.id if who and new.follow else None)
    except CannotReach as error:
        raise Problem(409, error.code, error.message) from error


@router.put(
    "", summary="More seats, other hours of silence; their key as bearer", tags=["notices"], responses=documented(401)
)
async def change(asked: ChangeNotices, hall: TheHall, token: Token, who: Who) -> NoticesInfo:
    return await notices.change(hall, token, asked, who.id if who and asked.follow else None)


@router.delete("", summary="No more of them; their key as bearer", tags=["notices"], responses=documented(401))
async def remove(hall: TheHall, token: Token) -> Done:
    await notices.remove(hall, key=token)
    return Done()


@router.post(
    "/trial", summary="Send one now, to see it arrive; their key", tags=["notices"], responses=documented(401, 409)
)
async def trial(hall: TheHall, token: Token) -> Done:
    target = await notices.by_key(hall, token)
    try:
        await hall.messenger.send(target, News("Ludus can reach you", "So it will be when it is your turn.", "/you"))
    except CannotReach as error:
        raise Problem(409, error.code, error.message) from error
    return Done()


@router.post("/off/{code}", summary="No more of them, by the code in each", tags=["notices"], responses=documented(401))
async def off(code: OffCode, hall: TheHall) -> Done:
    await notices.remove(hall, off=code)
    return Done()


@router.post("/confirm/{code}", summary="Yes, write to me", tags=["notices"], responses=documented(401))
async def confirm(code: OffCode, hall: TheHall) -> Done:
    await notices.confirm(hall, code)
    return Done()
