"""Writing. Whatever has come together meanwhile goes to disk in one transaction.

A SQLite file is written by the event loop itself: two threads that both run Python would wait for each other at every
statement. All that one turn of the loop has brought is one transaction. Its commit is done on the spot where the disk
is quick, else by a thread, and what comes meanwhile is the next transaction. Another database, and a file that another
process holds, is written by a thread that can wait."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import Transaction
from sqlalchemy.exc import OperationalError

from ludus.server.out_of_reach import HUNG, PATIENCE, Locked, is_locked

MOST_TOGETHER = 64
LOCKED = float(HUNG)  # seconds to wait for another process that holds the database
TRY_AGAIN = 0.01  # seconds
A_MOMENT = 0.001
QUICK = 0.002  # seconds for a commit, within which everybody may wait for one

Job = Callable[[Connection], Any]
Chore = Callable[[Engine], Any]


class Conflict(Exception):
    """Another process was first; the job has written nothing."""


class Promise(NamedTuple):
    """Where the result goes, back in the caller's event loop."""

    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Waiting(NamedTuple):
    order: str  # jobs of a batch run in this order, so that two processes never wait for each other
    job: Job
    promise: Promise


class Pause(NamedTuple):
    chore: Chore
    promise: Promise


class Writer:
    """Group commit: a result is only given out once the transaction it was part of is on disk."""

    def __init__(self, engine: Engine, *, on_the_spot: bool) -> None:
        self._engine = engine
        self._on_the_spot = on_the_spot
        self._lately = QUICK  # how long a commit takes, smoothed
        self._writing = threading.Lock()
        self._connection: Connection | None = None
        self._gathered: list[Waiting] = []  # in this turn of the event loop, or while the last transaction is committed
        self._company = False  # whether the last transaction was of several
        self._committing = False
        self._committer = ThreadPoolExecutor(1, thread_name_prefix="ludus-committer")
        self._queue: queue.SimpleQueue[Waiting | Pause | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ludus-writer", daemon=True)
        self._thread.start()

    def write(self, order: str, job: Job) -> asyncio.Future[Any]:
        """The future tells when the job is done and on disk."""
        promise = _promise()
        waiting = Waiting(order, job, promise)
        if self._on_the_spot:
            self._gathered.append(waiting)
            if len(self._gathered) == 1 and not self._committing:
                # Where much is going on, more of it is here a moment later.
                promise.loop.call_soon(self._wait_a_turn if self._company else self._write_gathered)
        else:
            self._queue.put(waiting)
        return promise.future

    def _wait_a_turn(self) -> None:
        asyncio.get_running_loop().call_soon(self._write_gathered)

    def _write_gathered(self) -> None:
        """In the event loop: nobody may wait here for another process, or for a slow disk."""
        batch, self._gathered = self._gathered, []
        if not batch:
            return
        self._company = len(batch) > 1
        if not self._writing.acquire(blocking=False):  # the thread is at it, mostly for some milliseconds
            self._gathered = batch
            batch[0].promise.loop.call_later(A_MOMENT, self._write_gathered)
            return
        batch.sort(key=_order)
        done: list[tuple[Promise, Any]] = []
        try:
            transaction = self._begun(self._connected(), patience=0.0)
            try:
                _do(batch, transaction.connection, done)
            except BaseException:
                transaction.rollback()
                raise
        except Exception as error:
            if not isinstance(error, Locked):
                self._disconnect()  # it may be gone; the next one is fresh
            self._writing.release()
            self._leave_to_thread(batch)
            return
        if self._lately < QUICK:
            self._committed(batch, done, self._commit(transaction))
        else:
            self._committing = True
            commit = batch[0].promise.loop.run_in_executor(self._committer, self._commit, transaction)
            commit.add_done_callback(lambda made: self._committed(batch, done, made.result()))

    def _commit(self, transaction: Transaction) -> bool:
        """Whether it is on disk."""
        began = time.perf_counter()
        try:
            transaction.commit()
        except Exception:
            self._disconnect()
            return False
        finally:
            self._writing.release()
        self._lately += (time.perf_counter() - began - self._lately) / 8
        return True

    def _committed(self, batch: list[Waiting], done: list[tuple[Promise, Any]], on_disk: bool) -> None:
        self._committing = False
        if on_disk:
            _resolve([(promise.future, result) for promise, result in done])
        else:
            self._leave_to_thread(batch)  # which finds out who has spoilt it
        self._write_gathered()

    def _leave_to_thread(self, batch: list[Waiting]) -> None:
        for waiting in batch:
            self._queue.put(waiting)

    def pause(self, chore: Chore) -> asyncio.Future[Any]:
        """Do something with the writer's engine between two transactions."""
        promise = _promise()
        self._queue.put(Pause(chore, promise))
        return promise.future

    def peek(self, job: Job) -> Any:
        """Ask something of the writer's own connection, outside of any transaction; None while it is writing."""
        if not self._writing.acquire(blocking=False):
            return None
        try:
            return job(self._connected())
        finally:
            self._writing.release()

    def close(self) -> None:
        """After everything that waits."""
        self._committer.shutdown()
        self._leave_to_thread(self._gathered)
        self._queue.put(None)
        self._thread.join(PATIENCE)  # unless the database hangs

    def _run(self) -> None:
        items: list[Waiting | Pause | None] = []
        while None not in items:
            items = [self._queue.get()]
            while len(items) < MOST_TOGETHER and not self._queue.empty():
                items.append(self._queue.get())
            jobs = [item for item in items if isinstance(item, Waiting)]
            with self._writing:
                if jobs:
                    _keep(self._write(sorted(jobs, key=_order)))
                for item in items:
                    if isinstance(item, Pause):
                        self._pause(item)
        with self._writing:
            self._disconnect()

    def _begun(self, connection: Connection, patience: float) -> Transaction:
        """A transaction. Another process may hold the database for a while."""
        until = time.monotonic() + patience
        while True:
            try:
                return connection.begin()
            except OperationalError as error:
                if not is_locked(error):
                    raise
                if time.monotonic() >= until:
                    raise Locked("another process holds the database") from error
                time.sleep(TRY_AGAIN)

    def _write(self, batch: list[Waiting], patience: float = LOCKED) -> list[tuple[Promise, Any]]:
        """What came of each job, once it is on disk."""
        done: list[tuple[Promise, Any]] = []
        began = time.perf_counter()
        try:
            connection = self._connected()
            with self._begun(connection, patience):
                _do(batch, connection, done)
        except Locked as error:
            return [(waiting.promise, error) for waiting in batch]
        except Exception as error:
            self._disconnect()  # it may be gone; the next one is fresh
            hung = time.perf_counter() - began > HUNG / 2
            if hung:
                return [(waiting.promise, error) for waiting in batch]
            if len(batch) > 1:  # one job may have spoilt it for all
                return [result for waiting in batch for result in self._write([waiting])]
            return [(batch[0].promise, error)]
        return done

    def _connected(self) -> Connection:
        """The one connection, kept open: fetching it from the pool and giving it back costs as much as a statement."""
        if self._connection is None or self._connection.invalidated:
            self._connection = self._engine.connect()
            if self._on_the_spot:  # `_begun` waits for others, where nobody else has to
                self._connection.connection.cursor().execute("PRAGMA busy_timeout=0")
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _pause(self, pause: Pause) -> None:
        self._disconnect()
        try:
            _keep([(pause.promise, pause.chore(self._engine))])
        except Exception as error:
            _keep([(pause.promise, error)])


def _order(waiting: Waiting) -> str:
    return waiting.order


def _do(batch: list[Waiting], connection: Connection, done: list[tuple[Promise, Any]]) -> None:
    for waiting in batch:
        try:
            done.append((waiting.promise, waiting.job(connection)))
        except Conflict as conflict:
            done.append((waiting.promise, conflict))


def _promise() -> Promise:
    loop = asyncio.get_running_loop()
    return Promise(loop, loop.create_future())


def _keep(done: list[tuple[Promise, Any]]) -> None:
    """Wake each event loop once."""
    for loop in {promise.loop for promise, _ in done}:
        mine = [(promise.future, result) for promise, result in done if promise.loop is loop]
        loop.call_soon_threadsafe(_resolve, mine)


def _resolve(done: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in done:
        if future.cancelled():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
