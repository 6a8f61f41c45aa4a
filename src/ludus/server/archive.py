"""Matches to look at: lists, one's own, and the records and replays of finished ones."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import orjson

from ludus.core.dice import commitment
from ludus.server import schema
from ludus.server.problems import Problem
from ludus.server.replay import make_replay
from ludus.server.saved_match import Head
from ludus.server.seating import describe, hashed, held

if TYPE_CHECKING:
    from ludus.server.hall import Hall


async def listed(hall: Hall) -> schema.MatchList:
    lobby, running = await hall.store.heads("lobby"), await hall.store.heads("running")
    waiting = [head for head in running if any(seat.kind == "open" for seat in head.seats)]
    going = [head for head in running if head not in waiting]
    return schema.MatchList.model_validate(
        {
            "open": [_info(hall, head) for head in lobby + waiting],
            "running": [_info(hall, head) for head in going],
        }
    )


async def lookup(hall: Hall, tokens: Collection[str]) -> list[schema.MyMatch]:
    mine = {hashed(token) for token in tokens}
    found = []
    for head in await hall.store.heads_of(mine):
        seats = held(head.seats, mine)
        my_turn = any(seat in head.waiting for seat in seats)
        found.append({"match": _info(hall, head), "seats": list(seats), "my_turn": my_turn})
    return [schema.MyMatch.model_validate(each) for each in found]


async def record(hall: Hall, match_id: str) -> bytes:
    room = await hall.room(match_id)
    body = await hall.store.record(match_id) if room.head.status == "over" else None
    if body is None:
        raise not_over()
    return body


async def replay(hall: Hall, match_id: str) -> bytes:
    room = await hall.room(match_id)
    saved = await hall.store.load(match_id) if room.head.status == "over" else None
    if saved is None:
        raise not_over()
    replay = await asyncio.to_thread(make_replay, saved)
    seed = saved.head.seed
    return orjson.dumps({"match": room.info(), **replay, "commitment": commitment(seed), "seed": seed})


def not_over() -> Problem:
    return Problem(409, "not-over", "there is no record before the match is over: it would tell secrets")


def _info(hall: Hall, head: Head) -> dict[str, Any]:
    return describe(head, hall.connected(head.id))
