"""Bring a database to the newest shape when the server starts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from ludus.core.errors import DataError

HEAD = "0013"  # the newest migration
KNOWN = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012", "0013")
LOCK = 0x1_0D05  # of PostgreSQL, so that two servers starting at once do not both migrate


def migrate(engine: Engine) -> None:
    """Alembic is slow to load, so it is only asked when there is something to do."""
    with engine.connect() as connection:
        version = _version(connection)
    if version == HEAD:
        return
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        version = _version(connection)  # another process may have been first
        if version == HEAD:
            return
        if version is not None and version not in KNOWN:
            raise DataError(
                f"this database was written by a newer Ludus (version {version}); this one knows up to {HEAD}",
                code="newer-database",
            )
        _upgrade(connection)


def check_newest(engine: Engine) -> None:
    """Refuse a database of another shape."""
    with engine.connect() as connection:
        version = _version(connection)
    if version != HEAD:
        message = f"this database has the shape {version or 'of nothing'}, and this Ludus knows {HEAD}"
        raise DataError(f"{message}: serve it once, or restore a backup of it elsewhere", code="other-database")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
