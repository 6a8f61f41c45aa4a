"""What other processes wrote, from PostgreSQL itself: it calls out each step the moment it is committed.

The call goes with the step, in the same transaction. Whoever misses one finds the step when he next looks for himself.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine

log = logging.getLogger("ludus.server")

CHANNEL = "ludus_steps"
CALL_OUT = f" RETURNING pg_notify('{CHANNEL}', match_id || ' ' || number)"  # ends the statement that adds a step
NEXT_LOOK = 0.2  # seconds until a listener sees that he may go home
TRY_AGAIN = 1.0  # seconds until he tries again to reach the database

Heard = Callable[[str, int], None]
Missed = Callable[[], None]


def can_hear(engine: Engine) -> bool:
    """Only this driver gives notice of what is called out."""
    return engine.dialect.name == "postgresql" and engine.driver == "psycopg"


class Listener:
    """A thread with a connection of its own. `heard` and `missed` are called in the event loop: with a match and the
    number of its newest step, and when something may have been called out while nobody listened."""

    def __init__(self, engine: Engine, heard: Heard, missed: Missed) -> None:
        self._engine = engine
        self._heard = heard
        self._missed = missed
        self._loop = asyncio.get_running_loop()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ludus-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join(TRY_AGAIN)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                pooled = self._engine.raw_connection()
                driver: Any = pooled.driver_connection
                pooled.detach()  # it is not for others, and not given back
                with driver:
                    self._listen(driver)
            except Exception as error:
                log.warning("what other processes write is not heard for now: %s", str(error).partition("\n")[0])
                self._closing.wait(TRY_AGAIN)

    def _listen(self, driver: Any) -> None:
        driver.autocommit = True
        driver.execute(f"LISTEN {CHANNEL}")
        self._tell(self._missed)
        while not self._closing.is_set():
            for call in driver.notifies(timeout=NEXT_LOOK):
                match_id, _, number = call.payload.rpartition(" ")
                self._tell(self._heard, match_id, int(number))
                if self._closing.is_set():
                    return

    def _tell(self, listener: Callable[..., None], *words: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(listener, *words)
