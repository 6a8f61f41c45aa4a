"""Work that hardly ever has to wait is done on the spot, without a turn of the event loop."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any, TypeVar

T = TypeVar("T")


def run_until_first_wait(work: Coroutine[Any, Any, T]) -> asyncio.Future[T]:
    """Run until it is done or has to wait; then a task does the rest. What fails before that is raised here.
    (Python 3.12 has eager tasks that do the same.)"""
    try:
        waits_for = work.send(None)
    except StopIteration as done:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        future.set_result(done.value)
        return future
    return asyncio.ensure_future(_go_on(work, waits_for))


@types.coroutine
def _go_on(work: Coroutine[Any, Any, T], waits_for: Any) -> Generator[Any, Any, T]:
    while True:
        failed: BaseException | None = None
        sent = None
        try:
            sent = yield waits_for
        except BaseException as error:
            failed = error
        try:
            waits_for = work.send(sent) if failed is None else work.throw(failed)
        except StopIteration as done:
            result: T = done.value
            return result
