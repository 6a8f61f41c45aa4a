"""The Acta: a page of newspaper for a match that is over. It is made when it is asked for, and a few are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import asdict
from typing import Any

import orjson
from fastapi import APIRouter, Response

from ludus.acta import DESKS, Held, Lore, Page, SeasonPage, Told, acta_of, hashes_of, season_page
from ludus.campaign.game import Campaign
from ludus.core.record import read_events
from ludus.server.acta_picture import make_picture
from ludus.server.api import MatchId, StrictRoute, TheHall
from ludus.server.archive import info, not_over
from ludus.server.contest_making import title_of
from ludus.server.hall import Hall
from ludus.server.problems import Problem, documented
from ludus.server.room import Room
from ludus.server.saved_match import Head, SavedMatch
from ludus.server.schema import MatchInfo, Message

MOST_KEPT = 64
Printed = dict[str, Any]  # an `Acta` without its match

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
        self._pages: OrderedDict[tuple[Any, ...], Printed] = OrderedDict()

    def get(self, key: tuple[Any, ...]) -> Printed | None:
        page = self._pages.get(key)
        if page is not None:
            self._pages.move_to_end(key)
        return page

    def put(self, key: tuple[Any, ...], page: Printed) -> None:
        self._pages[key] = page
        while len(self._pages) > MOST_KEPT:
            self._pages.popitem(last=False)


KEPT = Kept()


@router.get(
    "/matches/{match_id}/acta",
    response_model=Acta,
    summary="The page of newspaper about a match that is over, or about a campaign as far as it has come",
    tags=["matches"],
    responses=documented(404, 409),
)
async def acta(match_id: MatchId, hall: TheHall) -> Response:
    """Anybody with the link may read it: nothing is in it that not everybody saw."""
    head = await hall.head(match_id)
    campaign = head.game == Campaign.id
    if not campaign and head.game not in DESKS:
        raise Problem(404, "no-acta", f"the Acta tells of {' and '.join(DESKS)}, and nothing of {head.game}")
    page = await (_of_campaign(hall, await hall.room(match_id)) if campaign else _of_contest(hall, head))
    return Response(orjson.dumps({"match": info(hall, head), **page}), media_type="application/json")


# -- a contest ------------------------------------------------------------------------------------


async def _of_contest(hall: Hall, head: Head) -> Printed:
    """As soon as its campaign has settled it, with what the campaign knows of it."""
    if head.status != "over":
        raise not_over()
    lore = None
    if head.parent is not None and head.contest is not None:
        campaign = _told(await hall.room(head.parent))
        held = [] if campaign is None else [each.link for each in campaign.held]
        lore = campaign.lore(held.index(head.id)) if campaign is not None and head.id in held else None
    key = (head.id, lore is not None)
    page = KEPT.get(key)
    if page is None:
        body, saved = await hall.store.record(head.id), await hall.store.load(head.id)
        if body is None or saved is None:
            raise not_over()
        page = await asyncio.to_thread(_print, body, saved, lore)
        KEPT.put(key, page)
    return page


def _print(body: bytes, saved: SavedMatch, lore: Lore | None) -> Printed:
    page = acta_of(_read(body), lore)
    picture = None if page.moment is None else make_picture(saved, page.moment.event)
    return {"page": asdict(page), "season": None, "picture": picture}


def _read(body: bytes) -> dict[str, Any]:
    record = orjson.loads(body)
    return {**record, "events": read_events(record)}


# -- a campaign -----------------------------------------------------------------------------------


async def _of_campaign(hall: Hall, room: Room) -> Printed:
    campaign = _told(room)
    if campaign is None:
        raise Problem(409, "not-started", "the Acta has nothing to tell of a campaign that has not begun")
    key = (room.head.id, len(campaign.held), room.head.status)
    page = KEPT.get(key)
    if page is None:
        bodies = [await hall.store.record(each.link) for each in campaign.held]
        page = await asyncio.to_thread(_print_season, campaign, bodies)
        KEPT.put(key, page)
    return page


def _print_season(campaign: Told, bodies: list[bytes | None]) -> Printed:
    page = season_page(campaign, [None if body is None else _read(body) for body in bodies])
    return {"page": None, "season": asdict(page), "picture": None}


def _told(room: Room) -> Told | None:
    """A campaign for the Acta; its state is open (CM 21.1, GL 3-6a). None: it has not begun."""
    head = room.head
    if room.running is None:
        return None
    state = room.running.match.state.copy()
    settled = [each for each in head.contests if each.outcome is not None]
    hashes = hashes_of(state) or [""] * len(settled)
    held = tuple(
        Held(tuple(each.owners), tuple(each.names), tuple((each.outcome or {})["winners"]), proof, each.id)
        for each, proof in zip(settled, hashes, strict=False)
    )
    return Told(title_of(head), tuple(seat.name for seat in head.seats), state, held, head.outcome)
