"""One thread that writes. Whatever has queued up meanwhile goes to disk together, in one transaction."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine

MOST_TOGETHER = 64

Job = Callable[[Connection], Any]


class Conflict(Exception):
    """Another process was first; the job has written nothing."""


class Waiting(NamedTuple):
    order: str  # jobs of a batch run in this order, so that two processes never wait for each other
    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Writer:
    """Group commit: a result is only given out once the transaction it was part of is on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ludus-writer", daemon=True)
        self._thread.start()

    def write(self, order: str, job: Job) -> asyncio.Future[Any]:
        """The job is under way when this returns; the future tells when it is on disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put(Waiting(order, job, loop, future))
        return future

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < MOST_TOGETHER and not self._queue.empty():
                waiting = self._queue.get()
                if waiting is None:
                    last = True
                    break
                batch.append(waiting)
            self._write(sorted(batch, key=lambda each: each.order))
            if last:
                return

    def _write(self, batch: list[Waiting]) -> None:
        done: list[tuple[Waiting, Any]] = []
        try:
            with self._engine.begin() as connection:
                for waiting in batch:
                    try:
                        done.append((waiting, waiting.job(connection)))
                    except Conflict as conflict:
                        done.append((waiting, conflict))
        except Exception as error:
            if len(batch) > 1:  # one job may have spoilt it for all
                for waiting in batch:
                    self._write([waiting])
                return
            done = [(batch[0], error)]
        for loop in {waiting.loop for waiting, _ in done}:
            loop.call_soon_threadsafe(_tell, [each for each in done if each[0].loop is loop])


def _tell(done: list[tuple[Waiting, Any]]) -> None:
    for waiting, result in done:
        if waiting.future.cancelled():
            continue
        if isinstance(result, Exception):
            waiting.future.set_exception(result)
        else:
            waiting.future.set_result(result)
