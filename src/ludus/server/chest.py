"""Matches in a file: everything of a house, or single matches. The same for every database, one line a row, compressed.

What is written is of one moment, also while the house is open. What is read goes into a database of the same shape.
"""

from __future__ import annotations

import base64
import gzip
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, Table, func, insert, select

import ludus
from ludus.core.errors import DataError
from ludus.server.migrate import HEAD, KNOWN
from ludus.server.sql_tables import (
    house,
    matches,
    metadata,
    notes,
    records,
    seats,
    shelf,
    snapshots,
    standing_orders,
    steps,
)

KIND = "ludus-chest"
TOGETHER = 200  # rows
OF_MATCHES = (matches, seats, steps, snapshots, records, shelf, notes, standing_orders)  # the rest is the house's


def tables() -> list[Table]:
    """In the order in which they can be filled."""
    return list(metadata.sorted_tables)


def pack(engine: Engine, path: Path, only: Collection[str] | None = None) -> int:
    """Write the matches with these ids, or all there is; how many matches. Who only reads, reads at one moment."""
    draft = path.with_name(f"{path.name}.new")
    count = 0
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)  # seeds and tokens' hashes are in it
        with (
            os.fdopen(descriptor, "wb") as raw,
            gzip.GzipFile(fileobj=raw, mode="wb") as file,
            engine.connect() as connection,
        ):
            file.write(_line({"kind": KIND, "version": HEAD, "ludus": ludus.__version__, "whole": only is None}))
            for table in tables():
                for row in _rows(connection, table, only):
                    count += table is matches
                    plain = {str(key): _plain(value) for key, value in row.items()}
                    file.write(_line({"table": table.name, "row": plain}))
        draft.replace(path)
    except OSError as error:
        raise DataError(f"cannot write {path}: {error.strerror or error}", code="cannot-save") from error
    return count


def _rows(connection: Connection, table: Table, only: Collection[str] | None) -> Iterator[dict[str, Any]]:
    if only is not None and table not in OF_MATCHES:
        return
    found = select(table)
    if only is not None:
        found = found.where((matches.c.id if table is matches else table.c.match_id).in_(list(only)))
    for row in connection.execution_options(yield_per=TOGETHER).execute(found).mappings():
        yield dict(row)


def unpack(engine: Engine, path: Path, *, whole: bool) -> int:
    """Put all matches of the file into the database, or none; how many. A whole house goes into an empty one."""
    count = 0
    with engine.begin() as connection:
        if whole and connection.execute(select(func.count()).select_from(matches)).scalar():
            raise DataError("this database has matches; a backup is restored into a new one", code="not-empty")
        known = {table.name: table for table in tables()}
        if whole:
            connection.execute(house.delete())
        waiting: list[dict[str, Any]] = []
        last: Table | None = None
        for name, row in _read(path, whole=whole):
            table = known.get(name)
            if table is None:
                raise DataError(f"{path} has a table '{name}' that this Ludus does not know", code="bad-chest")
            if table is matches:
                count += 1
                if connection.execute(select(matches.c.id).where(matches.c.id == row.get("id"))).first():
                    raise DataError(f"match {row.get('id')} is here already; nothing was imported", code="already-here")
            if last is not None and (table is not last or len(waiting) >= TOGETHER):
                connection.execute(insert(last), waiting)
                waiting = []
            last = table
            waiting.append(row)
        if last is not None and waiting:
            connection.execute(insert(last), waiting)
    return count


def _read(path: Path, *, whole: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        with gzip.open(path, "rb") as file:
            head = orjson.loads(file.readline())
            if head.get("kind") != KIND:
                raise ValueError("no chest")
            if head["version"] not in KNOWN:
                message = f"{path} was written by a newer Ludus ({head['ludus']}, database {head['version']})"
                raise DataError(f"{message}; this one knows up to {HEAD}", code="bad-chest")
            if whole and not head["whole"]:
                raise DataError(f"{path} has single matches; use `ludus admin import`", code="bad-chest")
            for line in file:
                plain = orjson.loads(line)
                yield plain["table"], {key: _value(value) for key, value in plain["row"].items()}
    except DataError:
        raise
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}", code="bad-chest") from error
    except (ValueError, KeyError, AttributeError, EOFError) as error:
        raise DataError(f"{path} is not a backup or export of Ludus", code="bad-chest") from error


def _line(plain: dict[str, Any]) -> bytes:
    return orjson.dumps(plain) + b"\n"


def _plain(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _value(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value
