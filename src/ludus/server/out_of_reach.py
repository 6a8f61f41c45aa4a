"""A database that is away, held by another process, or hangs: whoever waits for it shall not hang too."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TypeVar

from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

T = TypeVar("T")

HUNG = 5  # seconds after which a database that does not answer is given up by its driver
PATIENCE = 2.0 * HUNG  # and by us, where the driver hangs too


class Locked(Exception):
    """Another process holds the database, and has for too long; nothing has been written."""


class Hung(Exception):
    """The database did not answer in time."""


# What reading and writing fails with.
OUT_OF_REACH = (OperationalError, PoolTimeout, Locked, Hung)


def is_locked(error: OperationalError) -> bool:
    return isinstance(error.orig, sqlite3.OperationalError) and "locked" in str(error.orig)


async def in_time(answer: asyncio.Future[T]) -> T:
    """What the database says, unless it hangs."""
    if answer.done():
        return answer.result()
    hung = False

    def give_up() -> None:
        nonlocal hung
        hung = True
        answer.cancel()

    timer = asyncio.get_running_loop().call_later(PATIENCE, give_up)
    try:
        return await answer
    except asyncio.CancelledError:
        if hung:
            raise Hung(f"the database has not answered for {PATIENCE:.0f} s") from None
        raise
    finally:
        timer.cancel()
