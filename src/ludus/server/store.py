"""Matches on disk: SQLite in one file, or any database SQLAlchemy knows by its URL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert, Update, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from ludus.server import shelf
from ludus.server.hearsay import CALL_OUT, Heard, Listener, Missed, can_hear
from ludus.server.house_time import Beat
from ludus.server.migrate import migrate
from ludus.server.out_of_reach import in_time
from ludus.server.players import leave_to_rate, seat_players
from ludus.server.saved_match import Head, Page, SavedMatch
from ludus.server.sql_engine import (
    LOG_FRAMES,
    LOOKOUTS,
    READERS,
    data_version,
    empty_log,
    fold_log,
    give_back_room,
    has_room_in_log,
    keep_file_small,
    make_engine,
    make_room_in_log,
)
from ludus.server.sql_rows import dump, listed_alike, listing, moving, new_row, read_heads, seat_rows
from ludus.server.sql_tables import banned, house, matches, notes, records, seats, snapshots, steps
from ludus.server.writer import Chore, Conflict, Job, Writer

T = TypeVar("T")

LISTED = 50  # matches shown at most
STILL = 12  # times it is tidied up without a change in any match before SQLite's log is emptied
BUSY = 25  # changes from one time to the next for which the log is made large again

# Made once, because every answer runs them. What is set follows from the parameters' names.
MOVE_ON = update(matches).where(matches.c.id == bindparam("of_match"), matches.c.number == bindparam("from_number"))
FIRST_BEAT = text("INSERT INTO house (id, time, resumed) VALUES (1, :time, :resumed) ON CONFLICT (id) DO NOTHING")
MOVE_CHECKPOINT = update(snapshots).where(snapshots.c.match_id == bindparam("of_match"))


class Statements:
    """What every move executes, as the database's own text: nothing is left to be worked out while players wait."""

    def __init__(self, engine: Engine) -> None:
        def written(statement: Update | Insert, *columns: str) -> str:
            return str(statement.compile(engine, column_keys=list(columns)))

        often = ("changed", "number", "waiting", "outcome", "clock")
        self.move_on = written(MOVE_ON, *often)
        self.move_on_and_list = written(MOVE_ON, *often, "status", "due", "contests", "proposal")
        call_out = CALL_OUT if can_hear(engine) else ""
        self.add_step = written(insert(steps), *steps.c.keys()) + call_out
        self.move_checkpoint = written(MOVE_CHECKPOINT, "number", "body")

    @staticmethod
    def run(connection: Connection, statement: str, values: dict[str, Any]) -> int:
        """How many rows it touched."""
        cursor = connection.connection.cursor()
        cursor.execute(statement, values)  # both drivers take names
        touched = cursor.rowcount
        cursor.close()
        return touched


class Store:
    """Reads run in worker threads; who writes is the writer's affair."""

    def __init__(self, url: str) -> None:
        self._reading = make_engine(url, writing=False)
        self._writing = make_engine(url, writing=True)
        migrate(self._writing)
        self._is_sqlite = self._writing.dialect.name == "sqlite"
        if self._is_sqlite:
            keep_file_small(self._writing)
            make_room_in_log(self._writing)
        self._statements = Statements(self._writing)
        self._seen: tuple[int, int] | None = None
        self._changes = 0  # of matches, since it was tidied up
        self._still = 0  # how often it was tidied up since the last of them
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ludus-reader")
        self._lookout = ThreadPoolExecutor(LOOKOUTS, thread_name_prefix="ludus-lookout")
        self._writer = Writer(self._writing, on_the_spot=self._is_sqlite)

    def close(self) -> None:
        self._writer.close()
        for threads in (self._readers, self._lookout):
            threads.shutdown()  # nobody may wait for them any more, but their connections come back
        self._reading.dispose()
        if self._is_sqlite:
            with suppress(SQLAlchemyError, sqlite3.Error):  # not worth a fault at the end
                give_back_room(self._writing)
        self._writing.dispose()

    async def read(self, read: Callable[[Connection], T]) -> T:
        return await self._read(read, self._readers)

    async def look_out(self, read: Callable[[Connection], T]) -> T:
        """What is asked again and again, one after the other: a move that comes in meanwhile takes turns with one
        thread, and not with as many as there are questions."""
        return await self._read(read, self._lookout)

    async def _read(self, read: Callable[[Connection], T], threads: ThreadPoolExecutor) -> T:
        def run() -> T:
            with self._reading.connect() as connection:
                return read(connection)

        return await in_time(asyncio.get_running_loop().run_in_executor(threads, run))

    def write(self, match_id: str, job: Job) -> asyncio.Future[Any]:
        """Something that belongs to a match; the future tells when it is on disk."""
        return self._writer.write(match_id, job)

    def aside(self, chore: Chore) -> asyncio.Future[Any]:
        """Something that takes a while, in the writer's thread: who writes waits, who reads and plays does not."""
        return self._writer.pause(chore)

    # -- writing --------------------------------------------------------------------------

    async def create(self, head: Head, follows: str | None = None, besides: Job | None = None) -> None:
        """A new match, and what is written together with it; `follows` is the one it is the rematch of. Conflict:
        that one has a rematch already."""

        def job(connection: Connection) -> None:
            if follows is not None:
                moved = update(matches).where(matches.c.id == follows, matches.c.rematch.is_(None))
                if connection.execute(moved.values(rematch=head.id)).rowcount != 1:
                    raise Conflict
            connection.execute(insert(matches), new_row(head))
            connection.execute(insert(seats), seat_rows(head))
            if besides is not None:
                besides(connection)

        await self._writer.write(head.id, job)

    def append(self, page: Page) -> asyncio.Future[None]:
        """Write one change; done when it is on disk. Conflict: another process was first."""
        head, step = page.head, page.step
        self._changes += 1
        # JSON is made here and not in the writer's thread, which others wait for.
        row_of_match = {**moving(head), "of_match": head.id, "from_number": step.number - 1}
        row = {
            "match_id": head.id,
            "number": step.number,
            "kind": step.kind,
            "seat": step.seat,
            "choice": None if step.choice is None else dump(step.choice),
            "key": step.key,
            "note": step.note,
            "since": step.since,
            "events": dump(step.events),
            "patch": dump(step.patch),
        }
        snapshot = page.snapshot and {
            "match_id": head.id,
            "number": page.snapshot.number,
            "body": dump(page.snapshot.body),
        }
        record = page.record and {"match_id": head.id, "body": dump(page.record)}

        statements = self._statements
        move_on = statements.move_on
        # Setting what matches are listed by would write the pages of their lists again, though nothing changes.
        if page.before is None or not listed_alike(page.before, head):
            move_on = statements.move_on_and_list
            row_of_match.update(listing(head))

        def job(connection: Connection) -> None:
            if statements.run(connection, move_on, row_of_match) != 1:
                raise Conflict
            statements.run(connection, statements.add_step, row)
            if page.seats_changed:
                connection.execute(delete(seats).where(seats.c.match_id == head.id))
                connection.execute(insert(seats), seat_rows(head))
            if step.kind == "start":
                seat_players(connection, head)
            if snapshot and step.kind == "start":
                connection.execute(insert(snapshots), snapshot)
            elif snapshot:
                statements.run(connection, statements.move_checkpoint, {**snapshot, "of_match": head.id})
            if record:
                connection.execute(insert(records), record)
                leave_to_rate(connection, head)
            for child in page.children:
                connection.execute(insert(matches), new_row(child))
                connection.execute(insert(seats), seat_rows(child))

        return self._writer.write(head.id, job)

    async def beat(self, beat: Beat | None) -> Beat | None:
        """Move the time of the house on, if others have not moved it further, and tell what it is."""

        def job(connection: Connection) -> Beat | None:
            if beat is not None:  # others may do the same at the same time
                connection.execute(FIRST_BEAT, beat._asdict())
                connection.execute(update(house).where(house.c.time < beat.time).values(time=beat.time))
                connection.execute(update(house).where(house.c.resumed < beat.resumed).values(resumed=beat.resumed))
            row = connection.execute(select(house.c.time, house.c.resumed)).first()
            return None if row is None else Beat(*row)

        kept: Beat | None = await self._writer.write("", job)
        return kept

    def write_notes(self, match_id: str, token: str, body: str) -> asyncio.Future[None]:
        """Keep what the holder of this (hashed) token wrote down."""

        def job(connection: Connection) -> None:
            connection.execute(delete(notes).where(notes.c.match_id == match_id, notes.c.token == token))
            connection.execute(insert(notes), {"match_id": match_id, "token": token, "body": body})

        return self._writer.write(match_id, job)

    # -- reading --------------------------------------------------------------------------

    async def load(self, match_id: str, after: int | None = None) -> SavedMatch | None:
        """A match with all its steps, or only those after a number (and then without the snapshot)."""

        def read(connection: Connection) -> SavedMatch | None:
            heads = read_heads(connection, select(matches).where(matches.c.id == match_id))
            if not heads:
                return None
            story = shelf.read_steps(connection, match_id, after or 0)
            kept = shelf.read_snapshot(connection, match_id) if after is None else None
            return SavedMatch(heads[0], story, kept)

        return await self.read(read)

    def others_wrote(self) -> bool:
        """Whether another process may have written since the last call. SQLite tells the writer in a moment."""
        if not self._is_sqlite:
            return True
        before, self._seen = self._seen, self._writer.peek(data_version)
        return self._seen is None or self._seen != before

    def listen(self, heard: Heard, missed: Missed) -> Listener | None:
        """Be told of every step the moment it is written, where the database can."""
        return Listener(self._reading, heard, missed) if can_hear(self._reading) else None

    async def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The newest number of each of these matches."""

        def read(connection: Connection) -> dict[str, int]:
            found = select(matches.c.id, matches.c.number).where(matches.c.id.in_(ids))
            return {row.id: row.number for row in connection.execute(found)}

        return await self.look_out(read)

    async def late(self, now: float) -> list[str]:
        """The matches in which somebody's time is up."""

        def read(connection: Connection) -> list[str]:
            return list(connection.execute(select(matches.c.id).where(matches.c.due <= now)).scalars())

        return await self.look_out(read)

    async def heads(self, status: str, *, listed: bool = True) -> list[Head]:
        """The newest matches of a status; unlisted ones only when asked for."""
        found = select(matches).where(matches.c.status == status).order_by(matches.c.changed.desc())
        if listed:
            found = found.where(matches.c.listed).limit(LISTED)
        return await self.read(lambda connection: read_heads(connection, found))

    async def heads_of(self, tokens: Iterable[str]) -> list[Head]:
        """The matches in which these (hashed) tokens own a seat."""
        mine = select(seats.c.match_id).where(seats.c.token.in_(list(tokens)))
        found = select(matches).where(matches.c.id.in_(mine)).order_by(matches.c.changed.desc())
        # A contest that is over is found through its campaign.
        found = found.where(matches.c.parent.is_(None) | (matches.c.status != "over"))
        return await self.read(lambda connection: read_heads(connection, found))

    async def head(self, match_id: str) -> Head | None:
        """A match without its story."""
        found = select(matches).where(matches.c.id == match_id)
        return next(iter(await self.read(lambda connection: read_heads(connection, found))), None)

    async def hanging(self) -> list[str]:
        """The matches that wait for a contest which has not begun, or of which all are over: they do so for a moment
        only, unless whoever should have gone on was stopped."""
        child = matches.alias()
        own = select(child.c.id).where(child.c.parent == matches.c.id)
        stuck = ~own.where(child.c.status == "running").exists() | own.where(child.c.status == "lobby").exists()
        found = select(matches.c.id).where(matches.c.status == "running", matches.c.waiting == "[]", stuck)
        return await self.look_out(lambda connection: list(connection.execute(found).scalars()))

    async def notes(self, match_id: str, token: str) -> str:
        """What the holder of this (hashed) token wrote down."""
        found = select(notes.c.body).where(notes.c.match_id == match_id, notes.c.token == token)
        return await self.read(lambda connection: connection.execute(found).scalar()) or ""

    async def record(self, match_id: str) -> bytes | None:
        """The record of a finished match, as JSON."""
        return await self.read(lambda connection: shelf.read_record(connection, match_id))

    async def banned(self) -> list[str]:
        """Addresses and networks that are not let in."""
        return await self.look_out(lambda connection: list(connection.execute(select(banned.c.address)).scalars()))

    async def put_away(self) -> int:
        """Some finished matches onto the shelf, where they take little space; how many."""
        found = await self.look_out(shelf.finished)
        for match_id in found:
            parcel = await self.read(partial(shelf.pack, match_id=match_id))
            if parcel is not None:
                await self._writer.write(match_id, partial(shelf.put_away, parcel=parcel))
        if found and self._is_sqlite:
            await self._writer.pause(give_back_room)
        return len(found)

    async def tidy(self) -> None:
        """Fold SQLite's log into its file: most of it outside of anybody's commit, the rest by the writer,
        who can then write the log from its beginning again. Overwriting is what disks do fastest. In a quiet house
        the log takes no room at all; a commit takes some milliseconds longer then, until much is going on again."""
        if not self._is_sqlite:
            return
        frames = await asyncio.get_running_loop().run_in_executor(self._readers, fold_log, self._reading)
        if frames > LOG_FRAMES:
            await self._writer.pause(fold_log)
        changes, self._changes = self._changes, 0
        self._still = 0 if changes else self._still + 1
        if self._still and self._still % STILL == 0:
            await self._writer.pause(empty_log)
        elif changes >= BUSY and not has_room_in_log(self._writing):
            await self._writer.pause(make_room_in_log)
