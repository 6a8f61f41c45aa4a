"""Connections to the database, and what SQLite needs to write its file fast and safely."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor

READERS = 4  # threads, each with a connection
PAGE = 4096  # bytes, of SQLite's file
LOG_FRAMES = 2000  # pages in SQLite's log when it is folded into the file


def make_engine(url: str, *, writing: bool) -> Engine:
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


def data_version(connection: Connection) -> tuple[int, int]:
    """A connection, and the count that changes for it when another one has written."""
    driver = connection.connection
    return id(driver.driver_connection), driver.cursor().execute("PRAGMA data_version").fetchone()[0]


def fold_log(engine: Engine) -> int:
    """How many pages the log has. Those that nobody reads or writes just now are in the file afterwards."""
    with engine.connect() as connection:
        found = connection.connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        return int(found.fetchone()[1])


def make_room_in_file(engine: Engine) -> None:
    """Let log and file grow once at the start, so that commits need not wait for the file system to find room."""
    log = Path(f"{engine.url.database}-wal")
    if log.exists() and log.stat().st_size >= LOG_FRAMES * PAGE:
        return
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE room (space BLOB)")
        connection.exec_driver_sql(f"INSERT INTO room VALUES (zeroblob({LOG_FRAMES * PAGE}))")
        connection.exec_driver_sql("DROP TABLE room")
    fold_log(engine)
