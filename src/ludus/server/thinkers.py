"""Bots think in processes of their own, here or on a cluster. They get the plain view of their seat, nothing else."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import FrameType
from typing import Any

from ludus.bots import Glimpse, make_bot
from ludus.bots.base import MAX_BUDGET_MS
from ludus.core.decision import Choice
from ludus.core.event import Event
from ludus.learn.hired import hire
from ludus.server.cluster import PLACES, Cluster
from ludus.server.line import Line

log = logging.getLogger("ludus.server")

PATIENCE = MAX_BUDGET_MS / 1000 + 8  # seconds until a bot that does not answer is given up


def prepare_worker(policies: Path | None = None) -> None:
    """A worker leaves Ctrl-C to the server, and goes when the server has gone, however that went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()
    if policies is not None:
        hire(policies)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def new_luck(bot: str, view: Mapping[str, Any]) -> str:
    """The seed of a bot's luck in one thought."""
    return secrets.token_hex(8)


def think(bot: str, luck: str, view: Mapping[str, Any], budget_ms: int | None, past: Sequence[Event] = ()) -> Choice:
    """Runs in the worker. A bot that thinks without end is interrupted, so that the worker stays usable."""
    alarmed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if alarmed:
        signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        return make_bot(view["game"], bot, luck, budget_ms).choose(Glimpse.from_view(view, past))
    finally:
        if alarmed:
            signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("the bot thought too long")


class Thinkers:
    """A few workers, started when the first bot must think; or a cluster, and they only while it is away."""

    def __init__(
        self, workers: int, budget_ms: int | None, cluster: str | None = None, policies: Path | None = None
    ) -> None:
        self._workers = workers
        self._policies = policies
        self._budget_ms = budget_ms
        self._pool: ProcessPoolExecutor | None = None
        self._cluster = None if cluster is None else Cluster(cluster)
        self.line = Line(workers if cluster is None else PLACES)

    async def choose(self, bot: str, view: Mapping[str, Any], past: Sequence[Event] = ()) -> Choice | None:
        """The bot's answer, from its seat's view and what it recalls; None when it failed, which is logged."""
        luck = new_luck(bot, view)
        if self._cluster is not None:
            try:
                words = (bot, luck, view, self._budget_ms, list(past))
                choice: Choice = await self._cluster.run(think, *words, within=PATIENCE)
                return choice
            except Exception as error:
                log.error("bot %s thinks here, and not at %s: %s", bot, self._cluster.address, error)
        return await self._choose_here(bot, luck, view, past)

    async def _choose_here(self, bot: str, luck: str, view: Mapping[str, Any], past: Sequence[Event]) -> Choice | None:
        if self._pool is None:
            # Spawned, not forked: this process has threads.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, prepare_worker, (self._policies,))
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, think, bot, luck, view, self._budget_ms, past)
        except BrokenProcessPool:
            log.error("a bot's process died; new ones are started")
            if self._pool is pool:
                self._pool = None
        except Exception:
            log.exception("bot %s failed at %s", bot, view["decision"]["name"])
        return None

    async def close(self) -> None:
        if self._cluster is not None:
            await self._cluster.close()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
