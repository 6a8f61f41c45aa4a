"""Finished matches in a small space.

While a match is played every step is a row of its own. When it is over nobody writes to it any more but talk, so its
steps, its checkpoint and its record are taken out of their tables and put on the shelf, compressed: a tenth of the
size. What is on the shelf is read like any other match; what older servers have written is put there too.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, delete, insert, select

from ludus.server.saved_match import Snapshot, Step
from ludus.server.sql_tables import records, shelf, snapshots, steps

EFFORT = 9  # of zlib; nobody waits for it
TOGETHER = 8  # matches put away at a time


class Parcel(NamedTuple):
    """A finished match, ready for the shelf."""

    row: dict[str, Any]
    last: int  # the number of its last step in the parcel


def finished(connection: Connection) -> list[str]:
    """Some matches that are over and not yet on the shelf."""
    return list(connection.execute(select(records.c.match_id).limit(TOGETHER)).scalars())


def pack(connection: Connection, match_id: str) -> Parcel | None:
    """All that can be put away of a finished match; None: another process has done so."""
    story = read_rows(connection, match_id)
    kept = read_snapshot(connection, match_id)
    record = connection.execute(select(records.c.body).where(records.c.match_id == match_id)).scalar()
    if record is None or not story:
        return None
    row = {
        "match_id": match_id,
        "steps": squeeze(orjson.dumps([list(asdict(step).values()) for step in story])),
        "snapshot": None if kept is None else squeeze(orjson.dumps([kept.number, kept.body])),
        "record": squeeze(record.encode()),
    }
    return Parcel(row, story[-1].number)


def put_away(connection: Connection, parcel: Parcel) -> None:
    """Out of the tables and onto the shelf, all or nothing; once only, whoever else does the same."""
    match_id = parcel.row["match_id"]
    if connection.execute(delete(records).where(records.c.match_id == match_id)).rowcount != 1:
        return
    connection.execute(insert(shelf), parcel.row)
    connection.execute(delete(steps).where(steps.c.match_id == match_id, steps.c.number <= parcel.last))
    connection.execute(delete(snapshots).where(snapshots.c.match_id == match_id))


def read_steps(connection: Connection, match_id: str, after: int = 0) -> list[Step]:
    """The story of a match, wherever it is kept. The tables are read first: what leaves them meanwhile is found on the
    shelf then, and what is found twice is the same."""
    rows = {step.number: step for step in read_rows(connection, match_id, after)}
    packed = connection.execute(select(shelf.c.steps).where(shelf.c.match_id == match_id)).scalar()
    if packed is not None:
        put = [Step(*values) for values in orjson.loads(zlib.decompress(packed))]
        rows = {step.number: step for step in put if step.number > after} | rows
    return [rows[number] for number in sorted(rows)]


def read_rows(connection: Connection, match_id: str, after: int = 0) -> list[Step]:
    """The steps in their own table."""
    found = select(steps).where(steps.c.match_id == match_id, steps.c.number > after)
    return [
        Step(
            number=row["number"],
            kind=row["kind"],
            seat=row["seat"],
            choice=None if row["choice"] is None else orjson.loads(row["choice"]),
            key=row["key"],
            note=row["note"],
            since=row["since"],
            events=orjson.loads(row["events"]),
            patch=orjson.loads(row["patch"]),
        )
        for row in connection.execute(found.order_by(steps.c.number)).mappings()
    ]


def read_snapshot(connection: Connection, match_id: str) -> Snapshot | None:
    """The newest checkpoint."""
    row = connection.execute(select(snapshots).where(snapshots.c.match_id == match_id)).mappings().first()
    if row is not None:
        return Snapshot(row["number"], orjson.loads(row["body"]))
    packed = connection.execute(select(shelf.c.snapshot).where(shelf.c.match_id == match_id)).scalar()
    return None if packed is None else Snapshot(*orjson.loads(zlib.decompress(packed)))


def read_record(connection: Connection, match_id: str) -> bytes | None:
    """The record of a finished match, as JSON."""
    body = connection.execute(select(records.c.body).where(records.c.match_id == match_id)).scalar()
    if body is not None:
        text: str = body
        return text.encode()
    packed = connection.execute(select(shelf.c.record).where(shelf.c.match_id == match_id)).scalar()
    return None if packed is None else zlib.decompress(packed)


def squeeze(body: bytes) -> bytes:
    return zlib.compress(body, EFFORT)
