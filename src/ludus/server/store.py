"""Matches on disk: SQLite in one file, or any database SQLAlchemy knows by its URL."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import orjson
from sqlalchemy import (
    Connection,
    Engine,
    Insert,
    Update,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor

from ludus.server.clock import Clock
from ludus.server.migrate import migrate
from ludus.server.sql_tables import matches, notes, records, seats, snapshots, steps
from ludus.server.writer import Conflict, Job, Writer

T = TypeVar("T")

LISTED = 50  # matches shown at most
READERS = 4  # threads, each with a connection
PAGE = 4096  # bytes, of SQLite's file
LOG_FRAMES = 2000  # pages in SQLite's log when it is folded into the file

# Made once, because every answer runs them. What is set follows from the parameters' names.
MOVE_ON = update(matches).where(matches.c.id == bindparam("of_match"), matches.c.number == bindparam("from_number"))
MOVE_CHECKPOINT = update(snapshots).where(snapshots.c.match_id == bindparam("of_match"))


class Statements:
    """What every move executes, as the database's own text: nothing is left to be worked out while players wait."""

    def __init__(self, engine: Engine) -> None:
        def text(statement: Update | Insert, *columns: str) -> str:
            return str(statement.compile(engine, column_keys=list(columns)))

        often = ("changed", "number", "waiting", "outcome", "clock")
        self.move_on = text(MOVE_ON, *often)
        self.move_on_and_list = text(MOVE_ON, *often, "status", "due")
        self.add_step = text(insert(steps), *steps.c.keys())
        self.move_checkpoint = text(MOVE_CHECKPOINT, "number", "body")

    @staticmethod
    def run(connection: Connection, statement: str, values: dict[str, Any]) -> int:
        """How many rows it touched."""
        cursor = connection.connection.cursor()
        cursor.execute(statement, values)  # both drivers take names
        touched = cursor.rowcount
        cursor.close()
        return touched


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. `token` is the hash of the one that owns a person's seat."""

    kind: str
    name: str
    bot: str | None = None
    token: str | None = None
    resigned: bool = False
    orders: bool = False  # standing orders answer for whoever is away


@dataclass(frozen=True, slots=True)
class Head:
    """A match without its story."""

    id: str
    game: str
    ruleset: str
    options: dict[str, Any]
    seed: str
    listed: bool
    created: str
    changed: str
    seats: tuple[Seat, ...]
    status: str = "lobby"
    number: int = 0
    waiting: tuple[int, ...] = ()
    outcome: dict[str, Any] | None = None
    rematch: str | None = None
    clock: Clock | None = None
    scenario: str | None = None
    position: dict[str, Any] | None = None  # the scenario's

    @property
    def people(self) -> list[int]:
        """The seats that persons play."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "human" and not seat.resigned]


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a match."""

    number: int
    kind: str  # "answer", "timeout", "orders", "undo", "resign", "start", "table", "clock" or "say"
    seat: int | None = None
    choice: Any = None
    key: str | None = None
    note: str = ""
    since: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    patch: list[list[Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Snapshot:
    number: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Saved:
    """All there is of a match."""

    head: Head
    steps: list[Step]
    snapshot: Snapshot | None


@dataclass(frozen=True, slots=True)
class Page:
    """What one change writes: the step, the head after it, and now and then a checkpoint or the record."""

    head: Head
    step: Step
    seats_changed: bool = False
    snapshot: Snapshot | None = None
    record: dict[str, Any] | None = None
    before: Head | None = None


class Store:
    """Reads run in worker threads, writes in the one writer thread."""

    def __init__(self, url: str) -> None:
        self._reading = _make_engine(url, writing=False)
        self._writing = _make_engine(url, writing=True)
        migrate(self._writing)
        self._is_sqlite = self._writing.dialect.name == "sqlite"
        if self._is_sqlite:
            _make_room(self._writing)
        self._statements = Statements(self._writing)
        self._seen: tuple[int, int] | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ludus-reader")
        self._writer = Writer(self._writing, on_the_spot=self._is_sqlite)

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()  # nobody may wait for them any more, but their connections come back
        self._reading.dispose()
        self._writing.dispose()

    async def read(self, read: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._reading.connect() as connection:
                return read(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def write(self, match_id: str, job: Job) -> asyncio.Future[Any]:
        """Something that belongs to a match; the future tells when it is on disk."""
        return self._writer.write(match_id, job)

    # -- writing --------------------------------------------------------------------------

    async def create(self, head: Head, follows: str | None = None) -> None:
        """A new match; `follows` is the one it is the rematch of. Conflict: that one has a rematch already."""

        def job(connection: Connection) -> None:
            if follows is not None:
                moved = update(matches).where(matches.c.id == follows, matches.c.rematch.is_(None))
                if connection.execute(moved.values(rematch=head.id)).rowcount != 1:
                    raise Conflict
            connection.execute(
                insert(matches),
                {
                    "id": head.id,
                    "game": head.game,
                    "ruleset": head.ruleset,
                    "options": _dump(head.options),
                    "seed": head.seed,
                    "listed": head.listed,
                    "created": head.created,
                    "scenario": head.scenario,
                    "position": None if head.position is None else _dump(head.position),
                    **_moving(head),
                },
            )
            connection.execute(insert(seats), _seat_rows(head))

        await self._writer.write(head.id, job)

    def append(self, page: Page) -> asyncio.Future[None]:
        """Write one change; done when it is on disk. Conflict: another process was first."""
        head, step = page.head, page.step
        # JSON is made here and not in the writer's thread, which others wait for.
        moving = {**_moving(head), "of_match": head.id, "from_number": step.number - 1}
        row = {
            "match_id": head.id,
            "number": step.number,
            "kind": step.kind,
            "seat": step.seat,
            "choice": None if step.choice is None else _dump(step.choice),
            "key": step.key,
            "note": step.note,
            "since": step.since,
            "events": _dump(step.events),
            "patch": _dump(step.patch),
        }
        snapshot = page.snapshot and {
            "match_id": head.id,
            "number": page.snapshot.number,
            "body": _dump(page.snapshot.body),
        }
        record = page.record and {"match_id": head.id, "body": _dump(page.record)}

        statements = self._statements
        # Setting what matches are listed by would write the pages of their lists again, though nothing changes.
        listed_as_before = page.before is not None and _listing(page.before) == _listing(head)
        move_on = statements.move_on if listed_as_before else statements.move_on_and_list

        def job(connection: Connection) -> None:
            if statements.run(connection, move_on, moving) != 1:
                raise Conflict
            statements.run(connection, statements.add_step, row)
            if page.seats_changed:
                connection.execute(delete(seats).where(seats.c.match_id == head.id))
                connection.execute(insert(seats), _seat_rows(head))
            if snapshot and step.kind == "start":
                connection.execute(insert(snapshots), snapshot)
            elif snapshot:
                statements.run(connection, statements.move_checkpoint, {**snapshot, "of_match": head.id})
            if record:
                connection.execute(insert(records), record)

        return self._writer.write(head.id, job)

    def write_notes(self, match_id: str, token: str, body: str) -> asyncio.Future[None]:
        """Keep what the holder of this (hashed) token wrote down."""

        def job(connection: Connection) -> None:
            connection.execute(delete(notes).where(notes.c.match_id == match_id, notes.c.token == token))
            connection.execute(insert(notes), {"match_id": match_id, "token": token, "body": body})

        return self._writer.write(match_id, job)

    # -- reading --------------------------------------------------------------------------

    async def load(self, match_id: str, after: int | None = None) -> Saved | None:
        """A match with all its steps, or only those after a number (and then without the snapshot)."""

        def read(connection: Connection) -> Saved | None:
            heads = _read_heads(connection, select(matches).where(matches.c.id == match_id))
            if not heads:
                return None
            found = select(steps).where(steps.c.match_id == match_id, steps.c.number > (after or 0))
            rows = connection.execute(found.order_by(steps.c.number)).mappings()
            story = [
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
                for row in rows
            ]
            kept = None
            if after is None:
                row = connection.execute(select(snapshots).where(snapshots.c.match_id == match_id)).mappings().first()
                kept = row and Snapshot(row["number"], orjson.loads(row["body"]))
            return Saved(heads[0], story, kept or None)

        return await self.read(read)

    def others_wrote(self) -> bool:
        """Whether another process may have written since the last call. SQLite tells the writer in a moment."""
        if not self._is_sqlite:
            return True
        before, self._seen = self._seen, self._writer.peek(_data_version)
        return self._seen is None or self._seen != before

    async def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The newest number of each of these matches."""

        def read(connection: Connection) -> dict[str, int]:
            found = select(matches.c.id, matches.c.number).where(matches.c.id.in_(ids))
            return {row.id: row.number for row in connection.execute(found)}

        return await self.read(read)

    async def late(self, now: float) -> list[str]:
        """The matches in which somebody's time is up."""

        def read(connection: Connection) -> list[str]:
            return list(connection.execute(select(matches.c.id).where(matches.c.due <= now)).scalars())

        return await self.read(read)

    async def heads(self, status: str, *, listed: bool = True) -> list[Head]:
        """The newest matches of a status; unlisted ones only when asked for."""
        found = select(matches).where(matches.c.status == status).order_by(matches.c.changed.desc())
        if listed:
            found = found.where(matches.c.listed).limit(LISTED)
        return await self.read(lambda connection: _read_heads(connection, found))

    async def heads_of(self, tokens: Iterable[str]) -> list[Head]:
        """The matches in which these (hashed) tokens own a seat."""
        mine = select(seats.c.match_id).where(seats.c.token.in_(list(tokens)))
        found = select(matches).where(matches.c.id.in_(mine)).order_by(matches.c.changed.desc())
        return await self.read(lambda connection: _read_heads(connection, found))

    async def notes(self, match_id: str, token: str) -> str:
        """What the holder of this (hashed) token wrote down."""
        found = select(notes.c.body).where(notes.c.match_id == match_id, notes.c.token == token)
        return await self.read(lambda connection: connection.execute(found).scalar()) or ""

    async def record(self, match_id: str) -> bytes | None:
        """The record of a finished match, as JSON."""

        def read(connection: Connection) -> bytes | None:
            body = connection.execute(select(records.c.body).where(records.c.match_id == match_id)).scalar()
            return None if body is None else body.encode()

        return await self.read(read)

    async def tidy(self) -> None:
        """Fold SQLite's log into its file: most of it outside of anybody's commit, the rest by the writer,
        who can then write the log from its beginning again. Overwriting is what disks do fastest."""
        if not self._is_sqlite:
            return
        frames = await asyncio.get_running_loop().run_in_executor(self._readers, _fold_log, self._reading)
        if frames > LOG_FRAMES:
            await self._writer.pause(_fold_log)


def _make_engine(url: str, *, writing: bool) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, hide_parameters=True, pool_pre_ping=True, pool_size=1 if writing else READERS)
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, hide_parameters=True, paramstyle="named", pool_size=1 if writing else READERS)

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, record: object) -> None:
        connection.isolation_level = None  # transactions are begun below
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=10000")
        _turn_to_log(cursor)
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA wal_autocheckpoint={10 * LOG_FRAMES}")  # `tidy` comes first
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.connection.cursor().execute("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _turn_to_log(cursor: DBAPICursor) -> None:
    """Two processes that open a new file at once must not turn it both; here SQLite does not wait by itself."""
    for _ in range(100):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            time.sleep(0.02)
    cursor.execute("PRAGMA journal_mode=WAL")


def _data_version(connection: Connection) -> tuple[int, int]:
    """A connection, and the count that changes for it when another one has written."""
    driver = connection.connection
    return id(driver.driver_connection), driver.cursor().execute("PRAGMA data_version").fetchone()[0]


def _fold_log(engine: Engine) -> int:
    """How many pages the log has. Those that nobody reads or writes just now are in the file afterwards."""
    with engine.connect() as connection:
        found = connection.connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        return int(found.fetchone()[1])


def _make_room(engine: Engine) -> None:
    """Let log and file grow once at the start, so that commits need not wait for the file system to find room."""
    log = Path(f"{engine.url.database}-wal")
    if log.exists() and log.stat().st_size >= LOG_FRAMES * PAGE:
        return
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE room (space BLOB)")
        connection.exec_driver_sql(f"INSERT INTO room VALUES (zeroblob({LOG_FRAMES * PAGE}))")
        connection.exec_driver_sql("DROP TABLE room")
    _fold_log(engine)


def _listing(head: Head) -> dict[str, Any]:
    """What matches are looked up by."""
    return {"status": head.status, "due": None if head.clock is None else head.clock.next_due}


def _moving(head: Head) -> dict[str, Any]:
    """What changes in a match's row."""
    return {
        **_listing(head),
        "changed": head.changed,
        "number": head.number,
        "waiting": _dump(head.waiting),
        "outcome": None if head.outcome is None else _dump(head.outcome),
        "clock": None if head.clock is None else _dump(head.clock.to_plain()),
    }


def _seat_rows(head: Head) -> list[dict[str, Any]]:
    return [
        {
            "match_id": head.id,
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "bot": seat.bot,
            "token": seat.token,
            "resigned": seat.resigned,
            "orders": seat.orders,
        }
        for number, seat in enumerate(head.seats)
    ]


def _read_heads(connection: Connection, found: Any) -> list[Head]:
    heads = {}
    for row in connection.execute(found).mappings():
        heads[row["id"]] = Head(
            id=row["id"],
            game=row["game"],
            ruleset=row["ruleset"],
            options=orjson.loads(row["options"]),
            seed=row["seed"],
            listed=row["listed"],
            created=row["created"],
            changed=row["changed"],
            seats=(),
            status=row["status"],
            number=row["number"],
            waiting=tuple(orjson.loads(row["waiting"])),
            outcome=None if row["outcome"] is None else orjson.loads(row["outcome"]),
            rematch=row["rematch"],
            scenario=row["scenario"],
            position=None if row["position"] is None else orjson.loads(row["position"]),
            clock=None if row["clock"] is None else Clock.from_plain(orjson.loads(row["clock"])),
        )
    chairs = select(seats).where(seats.c.match_id.in_(list(heads))).order_by(seats.c.match_id, seats.c.seat)
    for row in connection.execute(chairs).mappings():
        seat = Seat(row["kind"], row["name"], row["bot"], row["token"], row["resigned"], row["orders"])
        heads[row["match_id"]] = replace(heads[row["match_id"]], seats=(*heads[row["match_id"]].seats, seat))
    return list(heads.values())


def _dump(plain: Any) -> str:
    return orjson.dumps(plain).decode()
