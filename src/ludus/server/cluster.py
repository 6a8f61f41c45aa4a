"""Bots that think on other machines: a Dask cluster, whose workers have the same Ludus installed."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from typing import Any

REACHED_WITHIN = 10.0  # seconds
TRY_AGAIN = 30.0  # seconds, in which nobody waits for a cluster that is away
PLACES = 32  # bots that may think at once; the cluster lets those wait for which it has no thread


class Cluster:
    """Reached when the first bot must think, and reached anew when it was lost."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client: Any = None
        self._reaching = asyncio.Lock()
        self._not_before = 0.0

    async def run(self, work: Callable[..., Any], *words: Any, within: float) -> Any:
        """What the work comes to. ConnectionError: nobody is there to do it."""
        client = await self._reach()
        future = client.submit(work, *words, pure=False, retries=1)  # a worker may go while it thinks
        try:
            return await asyncio.wait_for(future.result(), within)
        finally:
            future.release()

    async def _reach(self) -> Any:
        async with self._reaching:
            if self._client is not None and self._client.status == "running":
                return self._client
            await self.close()
            now = asyncio.get_running_loop().time()
            if now < self._not_before:
                raise ConnectionError("it was away a moment ago")
            self._not_before = now + TRY_AGAIN
            distributed = importlib.import_module("distributed")
            try:
                self._client = await distributed.Client(
                    self.address, asynchronous=True, timeout=REACHED_WITHIN, set_as_default=False
                )
            except (OSError, TimeoutError) as error:
                raise ConnectionError(f"it cannot be reached: {error}") from error
            if not await self._client.nthreads():
                raise ConnectionError("it has no workers")
            self._not_before = 0.0
            return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None
