"""Bots think in processes of their own. They get the plain view of their seat and nothing else."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractAsyncContextManager, nullcontext
from types import FrameType
from typing import Any

from ludus.bots import Glimpse, make_bot
from ludus.bots.base import MAX_BUDGET_MS
from ludus.core.decision import Choice

log = logging.getLogger("ludus.server")

PATIENCE = MAX_BUDGET_MS / 1000 + 8  # seconds until a bot that does not answer is given up


def prepare_worker() -> None:
    """A worker leaves Ctrl-C to the server, and goes when the server has gone, however that went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def think(bot: str, view: Mapping[str, Any], budget_ms: int | None) -> Choice:
    """Runs in the worker. A bot that thinks without end is interrupted, so that the worker stays usable."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        return make_bot(view["game"], bot, secrets.token_hex(8), budget_ms).choose(Glimpse.from_view(view))
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("the bot thought too long")


class Thinkers:
    """A few workers, started when the first bot must think."""

    def __init__(self, workers: int, budget_ms: int | None) -> None:
        self._workers = workers
        self._budget_ms = budget_ms
        self._pool: ProcessPoolExecutor | None = None
        self._background = asyncio.Semaphore(max(1, workers // 2))

    def turn(self, *, background: bool) -> AbstractAsyncContextManager[object]:
        """A turn to think. Where nobody looks, bots wait for one in a line, and leave workers to those in sight."""
        return self._background if background else nullcontext()

    async def choose(self, bot: str, view: Mapping[str, Any]) -> Choice | None:
        """The bot's answer; None when it failed, which is logged."""
        if self._pool is None:
            # Spawned, not forked: this process has threads.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, initializer=prepare_worker)
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, think, bot, view, self._budget_ms)
        except BrokenProcessPool:
            log.error("a bot's process died; new ones are started")
            if self._pool is pool:
                self._pool = None
        except Exception:
            log.exception("bot %s failed at %s", bot, view["decision"]["name"])
        return None

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
