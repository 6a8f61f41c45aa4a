"""Work that is begun on the spot."""

from __future__ import annotations

import asyncio

import pytest

from ludus.server.run_until_first_wait import run_until_first_wait


async def test_what_need_not_wait_is_done_at_once() -> None:
    async def work() -> int:
        return 7

    begun = run_until_first_wait(work())
    assert begun.done()
    assert await begun == 7


async def test_what_has_to_wait_goes_on_by_itself() -> None:
    gate = asyncio.Event()
    seen: list[int] = []

    async def work() -> int:
        for number in range(3):
            await gate.wait()
            await asyncio.sleep(0)
            seen.append(number)
        return len(seen)

    begun = run_until_first_wait(work())
    assert not begun.done()
    assert seen == []
    gate.set()
    assert await begun == 3
    assert seen == [0, 1, 2]


async def test_a_failure_before_the_first_wait_is_raised_where_it_began() -> None:
    async def work() -> None:
        raise ValueError("at once")

    with pytest.raises(ValueError, match="at once"):
        run_until_first_wait(work())


@pytest.mark.parametrize("caught", [True, False])
async def test_what_it_waits_for_may_fail(caught: bool) -> None:
    broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def work() -> str:
        try:
            await broken
        except ValueError:
            if not caught:
                raise
        await asyncio.sleep(0)
        return "went on"

    begun = run_until_first_wait(work())
    broken.set_exception(ValueError("later"))
    if caught:
        assert await begun == "went on"
    else:
        with pytest.raises(ValueError, match="later"):
            await begun


async def test_it_can_be_cancelled_while_it_waits() -> None:
    tidied = False

    async def work() -> None:
        nonlocal tidied
        try:
            await asyncio.Event().wait()
        finally:
            tidied = True

    begun = run_until_first_wait(work())
    await asyncio.sleep(0)
    begun.cancel()
    with pytest.raises(asyncio.CancelledError):
        await begun
    assert tidied
