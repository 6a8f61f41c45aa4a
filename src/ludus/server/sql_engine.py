"""Connections to the database, and what SQLite needs to write its file fast and safely."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import OperationalError

from ludus.server.out_of_reach import HUNG

READERS = 4  # threads, each with a connection
LOOKOUTS = 1  # a thread for what is asked again and again, with a connection too
PAGE = 4096  # bytes, of SQLite's file
LOG_FRAMES = 2000  # pages in SQLite's log when it is folded into the file
INCREMENTAL = 2  # of the ways in which SQLite keeps a file small: when it is told to
GIVEN_BACK = 1000  # pages at a time


def make_engine(url: str, *, writing: bool) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(
            parsed,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=1 if writing else READERS + LOOKOUTS,
            pool_timeout=HUNG,
            connect_args=_impatient(parsed),
            # What is read together is of one moment, as it is with SQLite: a head, and no step that came after it.
            isolation_level="READ COMMITTED" if writing else "REPEATABLE READ",
        )
    if parsed.database:
        _make_private(Path(parsed.database))
    engine = create_engine(
        parsed, hide_parameters=True, paramstyle="named", pool_size=1 if writing else READERS + LOOKOUTS
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, record: object) -> None:
        connection.isolation_level = None  # transactions are begun below
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={1000 * HUNG}")
        _turn_to_log(cursor)
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA wal_autocheckpoint={10 * LOG_FRAMES}")  # `tidy` comes first
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        try:
            connection.connection.cursor().execute("BEGIN IMMEDIATE" if writing else "BEGIN")
        except sqlite3.OperationalError as error:
            raise OperationalError("BEGIN", {}, error) from error

    return engine


def _make_private(file: Path) -> None:
    """A file that only its owner can read: the dice of every match are in it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        if each.exists() and each.stat().st_mode & 0o077:
            each.chmod(0o600)


def _impatient(url: URL) -> dict[str, Any]:
    """What makes a PostgreSQL that hangs fail in time."""
    if url.get_backend_name() != "postgresql":
        return {}
    limit = 1000 * HUNG
    limits = f"-c statement_timeout={limit} -c lock_timeout={limit} -c idle_in_transaction_session_timeout=60000"
    return {"connect_timeout": HUNG, "options": limits, "keepalives_idle": 10, "keepalives_interval": 5}


def _turn_to_log(cursor: DBAPICursor) -> None:
    """Two processes that open a new file at once must not turn it both; here SQLite does not wait by itself."""
    for _ in range(100):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            time.sleep(0.02)
    cursor.execute("PRAGMA journal_mode=WAL")


def data_version(connection: Connection) -> tuple[int, int]:
    """A connection, and the count that changes for it when another one has written."""
    driver = connection.connection
    return id(driver.driver_connection), driver.cursor().execute("PRAGMA data_version").fetchone()[0]


def fold_log(engine: Engine) -> int:
    """How many pages the log has. Those that nobody reads or writes just now are in the file afterwards."""
    with engine.connect() as connection:
        found = connection.connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        return int(found.fetchone()[1])


def has_room_in_log(engine: Engine) -> bool:
    log = Path(f"{engine.url.database}-wal")
    return log.exists() and log.stat().st_size >= LOG_FRAMES * PAGE


def make_room_in_log(engine: Engine) -> None:
    """Let the log grow at once, so that commits need not wait for the file system to find room. What is taken
    back fills the log and never comes into the file."""
    if has_room_in_log(engine):
        return
    with engine.connect() as connection:
        (cached,) = connection.exec_driver_sql("PRAGMA cache_size").one()
        connection.exec_driver_sql("PRAGMA cache_size=10")  # so little that all of it must be written down
        connection.exec_driver_sql("CREATE TABLE room (space BLOB)")
        connection.exec_driver_sql(f"INSERT INTO room VALUES (zeroblob({LOG_FRAMES * PAGE}))")
        connection.rollback()
        connection.connection.cursor().execute(f"PRAGMA cache_size={cached}")


def empty_log(engine: Engine) -> None:
    """Give back what the log takes, unless somebody reads in it just now."""
    with engine.connect() as connection:
        cursor = connection.connection.cursor()
        cursor.execute("PRAGMA busy_timeout=0")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        cursor.execute(f"PRAGMA busy_timeout={1000 * HUNG}")


def keep_file_small(engine: Engine) -> None:
    """A file that was made without it learns to give room back; it is written anew for that, once."""
    with engine.connect() as connection:
        cursor = connection.connection.cursor()
        if cursor.execute("PRAGMA auto_vacuum").fetchone()[0] == INCREMENTAL:
            return
        cursor.execute(f"PRAGMA auto_vacuum={INCREMENTAL}")
        with suppress(sqlite3.OperationalError):  # another process is at it: some other time
            cursor.execute("VACUUM")


def give_back_room(engine: Engine) -> None:
    """What finished matches took in the file before they were put away, some of it at a time."""
    with engine.connect() as connection:
        # It goes on page by page, and `execute` would stop after the first.
        script = f"PRAGMA incremental_vacuum({GIVEN_BACK})"
        connection.connection.cursor().executescript(script)
