"""The Acta: a page of newspaper for a match that is over. It is made when it is asked for, and a few are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import asdict
from typing import Any

import orjson
from fastapi import APIRouter, Response

from ludus.acta import DESKS, Page, SeasonPage, acta_of
from ludus.core.record import read_events
from ludus.server.acta_picture import make_picture
from ludus.server.api import MatchId, StrictRoute, TheHall
from ludus.server.archive import not_over
from ludus.server.hall import Hall
from ludus.server.problems import Problem, documented
from ludus.server.room import Room
from ludus.server.saved_match import SavedMatch
from ludus.server.schema import MatchInfo, Message

MOST_KEPT = 64

router = APIRouter(prefix="/api", route_class=StrictRoute)


class Picture(Message):
    """The position to be drawn, and which pieces it is about."""

    stage: dict[str, Any]
    position: dict[str, Any]
    about: list[str]


class Acta(Message):
    """A page of the Acta: of a contest, or of a whole campaign."""

    match: MatchInfo
    page: Page | None
    season: SeasonPage | None
    picture: Picture | None


class Kept:
    """The pages asked for last, by what they were made from."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[Any, ...], dict[str, Any]] = OrderedDict()

    def get(self, key: tuple[Any, ...]) -> dict[str, Any] | None:
        page = self._pages.get(key)
        if page is not None:
            self._pages.move_to_end(key)
        return page

    def put(self, key: tuple[Any, ...], page: dict[str, Any]) -> None:
        self._pages[key] = page
        while len(self._pages) > MOST_KEPT:
            self._pages.popitem(last=False)


KEPT = Kept()


@router.get(
    "/matches/{match_id}/acta",
    response_model=Acta,
    summary="The page of newspaper about a match that is over",
    tags=["matches"],
    responses=documented(404, 409),
)
async def acta(match_id: MatchId, hall: TheHall) -> Response:
    """Anybody with the link may read it: nothing is in it that not everybody saw."""
    room = await hall.room(match_id)
    if room.head.game not in DESKS:
        raise Problem(404, "no-acta", f"the Acta tells of {' and '.join(DESKS)}, and nothing of {room.head.game}")
    if room.head.status != "over":
        raise not_over()
    key = (match_id,)
    page = KEPT.get(key)
    if page is None:
        page = await _contest(hall, room)
        KEPT.put(key, page)
    return Response(orjson.dumps({"match": room.info(), **page}), media_type="application/json")


async def _contest(hall: Hall, room: Room) -> dict[str, Any]:
    body, saved = await hall.store.record(room.head.id), await hall.store.load(room.head.id)
    if body is None or saved is None:
        raise not_over()
    return await asyncio.to_thread(_print, body, saved)


def _print(body: bytes, saved: SavedMatch) -> dict[str, Any]:
    record = orjson.loads(body)
    page = acta_of({**record, "events": read_events(record)})
    picture = None if page.moment is None else make_picture(saved, page.moment.event)
    return {"page": asdict(page), "season": None, "picture": picture}
