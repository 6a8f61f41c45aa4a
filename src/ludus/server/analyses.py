"""Analyses of matches that are over, made in processes of their own, one at a time; a few are kept."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from ludus.advice.analysis import SECONDS
from ludus.server.problems import Problem

log = logging.getLogger("ludus.server")

MOST_KEPT = 64
MOST_WAITING = 16
PATIENCE = 240.0  # seconds, on a busy machine
LONGEST_LINE = 1 << 22  # bytes


@dataclass(slots=True)
class Job:
    progress: float = 0.0
    found: dict[str, Any] | None = None
    problem: Problem | None = None
    task: asyncio.Task[None] | None = None


class Analyses:
    """Those asked for last, by match and seat."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[tuple[str, int], Job] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    def find(self, key: tuple[str, int]) -> Job | None:
        job = self._jobs.get(key)
        if job is not None:
            self._jobs.move_to_end(key)
        return job

    def begin(self, key: tuple[str, int], record: bytes) -> Job:
        waiting = sum(job.found is None and job.problem is None for job in self._jobs.values())
        if waiting >= MOST_WAITING:
            raise Problem(503, "too-busy", "many matches are being weighed; try again in a minute")
        job = self._jobs[key] = Job()
        job.task = asyncio.ensure_future(self._work(job, key[1], record))
        while len(self._jobs) > MOST_KEPT:
            _, old = self._jobs.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        return job

    def forget(self, key: tuple[str, int]) -> None:
        self._jobs.pop(key, None)

    async def _work(self, job: Job, seat: int, record: bytes) -> None:
        try:
            async with self._one, asyncio.timeout(PATIENCE):
                await self._run(job, seat, record)
        except TimeoutError:
            log.error("an analysis took too long and was given up")
        if job.found is None and job.problem is None:
            job.problem = Problem(503, "not-analysed", "this match could not be weighed; try again")

    async def _run(self, job: Job, seat: int, record: bytes) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ludus.advice.desk", str(seat), str(SECONDS),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(record)
            process.stdin.close()
            async for line in process.stdout:
                told = json.loads(line)
                job.progress = told.get("progress", job.progress)
                job.found = told.get("found")
                if "code" in told:
                    job.problem = Problem(409, told["code"], told["message"])
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def close(self) -> None:
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
