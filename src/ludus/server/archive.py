"""Matches to look at: lists, one's own, and the records and replays of finished ones."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import orjson

from ludus.core.dice import commitment
from ludus.core.nested import nest
from ludus.server import schema
from ludus.server.borrowed import known_tokens
from ludus.server.problems import Problem
from ludus.server.replay import make_replay
from ludus.server.saved_match import RUN, Head
from ludus.server.seating import describe, hashed, held

if TYPE_CHECKING:
    from ludus.server.hall import Hall


async def listed(hall: Hall) -> schema.MatchList:
    lobby, running = await hall.store.heads("lobby"), await hall.store.heads("running")
    waiting = [head for head in running if any(seat.kind == "open" for seat in head.seats)]
    going = [head for head in running if head not in waiting]
    return schema.MatchList.model_validate(
        {
            "open": [info(hall, head) for head in lobby + waiting],
            "running": [info(hall, head) for head in going],
        }
    )


async def lookup(hall: Hall, tokens: Collection[str]) -> list[schema.MyMatch]:
    mine = {hashed(token) for token in await known_tokens(hall, tokens)}
    heads = await hall.store.heads_of(mine)
    waiting = {head.parent: head.id for head in heads if head.parent is not None and _waits_for(head, mine)}
    found = [
        {
            "match": info(hall, head),
            "seats": list(held(head.seats, mine)),
            "my_turn": _waits_for(head, mine) or head.id in waiting,
            "contest": waiting.get(head.id),
        }
        for head in heads
        if head.parent is None  # a contest is found through its campaign
    ]
    return [schema.MyMatch.model_validate(each) for each in found]


def _waits_for(head: Head, tokens: Collection[str]) -> bool:
    return any(seat in head.waiting and head.seats[seat].hands != RUN for seat in held(head.seats, tokens))


async def record(hall: Hall, match_id: str) -> bytes:
    head = await hall.head(match_id)
    body = await hall.store.record(match_id) if head.status == "over" else None
    if body is None:
        raise not_over()
    if head.parent is not None and await _under_way(hall, head.parent):
        message = f"the record of {head.title} is there once {head.parent_title} is over: it tells secrets"
        raise Problem(409, "not-over", message)
    if not head.contests:
        return body
    contests = [await hall.store.record(each.id) for each in head.contests]
    return await asyncio.to_thread(_nested, body, contests)


def _nested(body: bytes, contests: list[bytes | None]) -> bytes:
    """The record of a campaign, with those of its contests in it."""
    return orjson.dumps(nest(orjson.loads(body), [None if each is None else orjson.loads(each) for each in contests]))


async def _under_way(hall: Hall, campaign_id: str) -> bool:
    campaign = await hall.store.head(campaign_id)
    return campaign is not None and campaign.status != "over"


async def replay(hall: Hall, match_id: str) -> bytes:
    head = await hall.head(match_id)
    saved = await hall.store.load(match_id) if head.status == "over" else None
    if saved is None:
        raise not_over()
    # What a contest kept secret may be worth something as long as its campaign is under way.
    secretive = head.parent is not None and await _under_way(hall, head.parent)
    replay = await asyncio.to_thread(make_replay, saved, secretive=secretive)
    seed = saved.head.seed
    return orjson.dumps({"match": info(hall, head), **replay, "commitment": commitment(seed), "seed": seed})


def not_over() -> Problem:
    return Problem(409, "not-over", "there is no record before the match is over: it would tell secrets")


def info(hall: Hall, head: Head) -> dict[str, Any]:
    return describe(head, hall.connected(head.id), hall.time.moment)
