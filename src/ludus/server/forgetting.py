"""An account deleted: what is personal goes, and what others have played stays valid, without the name.

Names are in the list of seats, in the notes of a story, in the talk, in records and in a campaign's list of contests.
The rules never see them, so a record proves the same without. A contest's record is named by its hash in its
campaign's: where one changes, so does the other. Each match gets a step, by which all servers notice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from sqlalchemy import Connection, Engine, delete, insert, select, update

from ludus.core.contest import digest
from ludus.core.errors import DataError
from ludus.core.record import read_events
from ludus.server import ratings, shelf, tournaments
from ludus.server.names import distinct, looks
from ludus.server.problems import Problem
from ludus.server.saved_match import Head, Step
from ludus.server.sql_rows import dump, read_heads
from ludus.server.sql_tables import (
    account_seats,
    account_targets,
    accounts,
    matches,
    notes,
    players,
    records,
    seats,
    snapshots,
    standing_orders,
    steps,
    target_seats,
    targets,
)
from ludus.server.sql_tables import shelf as shelf_table
from ludus.server.writer import Conflict

if TYPE_CHECKING:
    from ludus.server.hall import Hall

NOBODY = "Somebody"
SAID = "..."  # in place of what he said
MOST_TRIES = 10


class Gone(NamedTuple):
    """Whom to forget."""

    account_id: str
    name: str
    tokens: set[str]  # hashed


async def forget(hall: Hall, account_id: str) -> None:
    """In the writer's thread, a match with its contests at a time: others play on meanwhile. The account goes last, so
    whatever stops it, it can be asked for again."""
    gone = await hall.store.read(partial(_gone, account_id=account_id))
    for ids in await hall.store.read(partial(_played, gone=gone)):
        for _ in range(MOST_TRIES):
            if await hall.store.aside(partial(_forget_in_match, gone=gone, ids=ids)):
                break
        else:
            raise Problem(503, "too-busy", "others were faster time and again; try again")
        await hall.look_again(ids)
    await hall.store.write("", partial(_forget_person, gone=gone))


def forget_by_name(engine: Engine, name: str) -> str:
    """For the keeper; who it was."""
    with engine.begin() as connection:
        found = connection.execute(select(accounts.c.id).where(accounts.c.looks == looks(name))).scalar()
        if found is None:
            raise DataError(f"nobody here is called {name[:40]}", code="no-such-account")
        gone = _gone(connection, found)
        groups = _played(connection, gone)
    for ids in groups:
        if not _forget_in_match(engine, gone, ids):
            raise DataError("somebody moved meanwhile; try again", code="too-busy")
    with engine.begin() as connection:
        _forget_person(connection, gone)
    return gone.name


def _gone(connection: Connection, account_id: str) -> Gone:
    mine = select(account_seats.c.token).where(account_seats.c.account_id == account_id)
    name = connection.execute(select(accounts.c.name).where(accounts.c.id == account_id)).scalar_one()
    return Gone(account_id, str(name), set(connection.execute(mine).scalars()))


def _played(connection: Connection, gone: Gone) -> list[list[str]]:
    """The matches in which his tokens have a seat, or he had one; contests together with their campaign."""
    sat = select(seats.c.match_id).where(seats.c.token.in_(list(gone.tokens)))
    began = select(players.c.match_id).where(players.c.who == gone.account_id)
    found = select(matches.c.id, matches.c.parent).where(matches.c.id.in_(sat.union(began)))
    groups: dict[str, list[str]] = {}
    for row in connection.execute(found):
        groups.setdefault(row.parent or row.id, []).append(row.id)
    return list(groups.values())


def _forget_in_match(engine: Engine, gone: Gone, ids: list[str]) -> bool:
    """In these, all or nothing; False: somebody has moved meanwhile."""
    try:
        with engine.begin() as connection:
            heads = read_heads(connection, select(matches).where(matches.c.id.in_(ids)))
            whole = [seat for head in heads if head.parent is None for seat in head.seats]
            own = {seat.name for seat in whole if seat.token in gone.tokens}
            own |= {gone.name} - {seat.name for seat in whole}  # unless another is called so here
            hashes: dict[str, str] = {}  # of contests' records, before and after
            for head in sorted(heads, key=lambda each: each.parent is None):  # contests before their campaign
                hashes |= _forget_in(connection, head, gone.tokens, own, hashes)
    except Conflict:
        return False
    return True


def _forget_person(connection: Connection, gone: Gone) -> None:
    mine = list(gone.tokens)
    connection.execute(delete(notes).where(notes.c.token.in_(mine)))
    connection.execute(delete(standing_orders).where(standing_orders.c.token.in_(mine)))
    told_of = set(connection.execute(select(target_seats.c.target_id).where(target_seats.c.token.in_(mine))).scalars())
    followed = select(account_targets.c.target_id).where(account_targets.c.account_id == gone.account_id)
    told_of |= set(connection.execute(followed).scalars())
    connection.execute(delete(targets).where(targets.c.id.in_(list(told_of))))
    for cup in tournaments.of_tokens(connection, gone.tokens):
        _forget_in_tournament(connection, cup, gone)
    ratings.forget(connection, gone.account_id)
    connection.execute(delete(accounts).where(accounts.c.id == gone.account_id))


def _forget_in_tournament(connection: Connection, cup: tournaments.Cup, gone: Gone) -> None:
    names = [each.name for each in cup.entrants if each.token not in gone.tokens]
    for each in cup.entrants:
        if each.token in gone.tokens:
            names.append(distinct(NOBODY, names))
            tournaments.rename_entrant(connection, cup, each.number, names[-1])
    tournaments.rename(connection, cup, _without(cup.name, {gone.name} - set(names)))


def new_names(head: Head, mine: set[str], own: set[str]) -> dict[int, str]:
    """By seat: what those are called from now on who were his. Drivers in a contest have names of their own."""
    his = [number for number, seat in enumerate(head.seats) if seat.token in mine and seat.name in own]
    others = [seat.name for number, seat in enumerate(head.seats) if number not in his]
    names: dict[int, str] = {}
    for number in his:
        names[number] = distinct(NOBODY, [*others, *names.values()])
    return names


def _forget_in(
    connection: Connection, head: Head, mine: set[str], own: set[str], hashes: Mapping[str, str]
) -> dict[str, str]:
    """In one match; the hashes of its record before and after, if it is a contest's."""
    names = new_names(head, mine, own)
    for number, name in names.items():
        here = update(seats).where(seats.c.match_id == head.id, seats.c.seat == number)
        connection.execute(here.values(name=name))
    contests = [replace(each, names=[_without(name, own) for name in each.names]) for each in head.contests]
    if contests:
        connection.execute(update(matches).where(matches.c.id == head.id).values(contests=dump(contests)))
    if head.tournament is not None:
        named = update(matches).where(matches.c.id == head.id)
        connection.execute(named.values(parent_title=_without(head.parent_title, own)))
    story = shelf.read_steps(connection, head.id)
    spoken = {number for number, seat in enumerate(head.seats) if seat.token in mine}
    _rewrite_steps(connection, head.id, [_clean(step, own, spoken) for step in story], hashes)
    _rewrite_snapshot(connection, head.id, names, hashes)
    _move_on(connection, head, story)
    return _rewrite_record(connection, head, names, hashes)


def _move_on(connection: Connection, head: Head, story: list[Step]) -> None:
    """A step that changes nothing: whoever has the match open reads it anew."""
    moved = update(matches).where(matches.c.id == head.id, matches.c.number == head.number)
    if connection.execute(moved.values(number=head.number + 1)).rowcount != 1:
        raise Conflict
    since = story[-1].since + len(story[-1].events) if story else 0
    row = {"match_id": head.id, "number": head.number + 1, "kind": "table", "note": "", "since": since}
    connection.execute(insert(steps), {**row, "events": dump([]), "patch": dump([])})


def _without(text: str, own: set[str]) -> str:
    for name in sorted(own, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", NOBODY, text)
    return text


def _clean(step: Step, own: set[str], spoken: set[int]) -> Step:
    if step.kind == "say" and step.seat in spoken:
        return replace(step, choice={**step.choice, "name": NOBODY, "text": SAID})
    return replace(step, note=_without(step.note, own)) if step.note else step


def _other_hashes(body: str, hashes: Mapping[str, str]) -> str:
    for before, after in hashes.items():
        body = body.replace(before, after)
    return body


def _rewrite_steps(connection: Connection, match_id: str, story: list[Step], hashes: Mapping[str, str]) -> None:
    """In their own table, and on the shelf."""
    packed = connection.execute(select(shelf_table.c.steps).where(shelf_table.c.match_id == match_id)).scalar()
    loose = set(connection.execute(select(steps.c.number).where(steps.c.match_id == match_id)).scalars())
    for step in story:
        if step.number in loose:
            here = update(steps).where(steps.c.match_id == match_id, steps.c.number == step.number)
            choice = None if step.choice is None else _other_hashes(dump(step.choice), hashes)
            connection.execute(here.values(note=step.note, choice=choice))
    if packed is not None:
        put = [list(asdict(step).values()) for step in story if step.number not in loose]
        body = shelf.squeeze(_other_hashes(dump(put), hashes).encode())
        connection.execute(update(shelf_table).where(shelf_table.c.match_id == match_id).values(steps=body))


def _rewrite_snapshot(
    connection: Connection, match_id: str, names: Mapping[int, str], hashes: Mapping[str, str]
) -> None:
    kept = shelf.read_snapshot(connection, match_id)
    if kept is None:
        return
    body = orjson.loads(_other_hashes(dump(_named(kept.body, names)), hashes))
    if connection.execute(select(snapshots.c.number).where(snapshots.c.match_id == match_id)).first() is not None:
        connection.execute(update(snapshots).where(snapshots.c.match_id == match_id).values(body=dump(body)))
    else:
        squeezed = shelf.squeeze(orjson.dumps([kept.number, body]))
        connection.execute(update(shelf_table).where(shelf_table.c.match_id == match_id).values(snapshot=squeezed))


def _rewrite_record(
    connection: Connection, head: Head, names: Mapping[int, str], hashes: Mapping[str, str]
) -> dict[str, str]:
    found = shelf.read_record(connection, head.id)
    if found is None:
        return {}
    before: dict[str, Any] = orjson.loads(found)
    after = orjson.loads(_other_hashes(dump(_named(before, names)), hashes))
    if connection.execute(select(records.c.match_id).where(records.c.match_id == head.id)).first() is not None:
        connection.execute(update(records).where(records.c.match_id == head.id).values(body=dump(after)))
    else:
        squeezed = shelf.squeeze(orjson.dumps(after))
        connection.execute(update(shelf_table).where(shelf_table.c.match_id == head.id).values(record=squeezed))
    if head.parent is None:
        return {}
    return {_digest(before): _digest(after)}


def _named(body: dict[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    if "names" not in body:
        return body
    return {**body, "names": [names.get(number, name) for number, name in enumerate(body["names"])]}


def _digest(record: dict[str, Any]) -> str:
    return digest({**record, "events": read_events(record)})
