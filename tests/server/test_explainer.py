"""Explanations come one at a time, and every table has its turn."""

import asyncio
import time

from ludus.server.explainer import BREATH, SHARE, Explainer


class Table:
    def __init__(self, name: str, questions: int, told: list[str]) -> None:
        self.name, self.questions, self.told = name, questions, told

    def explain_one(self) -> bool:
        if not self.questions:
            return False
        self.questions -= 1
        self.told.append(self.name)
        return True


async def test_tables_take_turns_and_others_come_between() -> None:
    told: list[str] = []
    explainer = Explainer()
    for table in (Table("a", 3, told), Table("b", 1, told), Table("c", 2, told)):
        explainer.ask(table)
        explainer.ask(table)  # asking twice is asking once
    assert told == [], "whoever asks goes on first"
    seen = 0
    while seen < 6:
        await asyncio.sleep(0)
        assert len(told) <= seen + 1, "the loop is free between two of them"
        seen = len(told)
    assert told == ["a", "b", "c", "a", "c", "a"]


async def test_a_table_that_fails_does_not_silence_the_others() -> None:
    told: list[str] = []

    class Broken(Table):
        def explain_one(self) -> bool:
            raise ValueError("broken")

    failures: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: failures.append(context["exception"]))
    explainer = Explainer()
    explainer.ask(Broken("x", 1, told))
    explainer.ask(Table("a", 1, told))
    await asyncio.sleep(0.05)
    assert told == ["a"]
    assert len(failures) == 1


async def test_a_move_that_is_being_written_goes_first_but_not_for_ever() -> None:
    told: list[str] = []
    explainer = Explainer()
    with explainer.after_move():
        explainer.ask(Table("a", 1, told))
        await asyncio.sleep(BREATH)
        assert told == [], "the move reaches everybody first"
    await asyncio.sleep(0.05)
    assert told == ["a"]
    with explainer.after_move():  # a disk that hangs
        explainer.ask(Table("b", 1, told))
        await asyncio.sleep(0.05)
        assert told == ["a", "b"]


async def test_where_moves_come_in_explaining_takes_a_share_of_the_time() -> None:
    loop = asyncio.get_running_loop()
    begun: list[float] = []

    class Long(Table):
        def explain_one(self) -> bool:
            begun.append(loop.time())
            time.sleep(0.01)
            return super().explain_one()

    explainer = Explainer()
    explainer.ask(Long("a", 3, []))
    with explainer.after_move():
        pass
    while len(begun) < 3:
        await asyncio.sleep(0.001)
    assert begun[1] - begun[0] >= 0.01 / SHARE, "somebody has moved"
    assert begun[2] - begun[1] >= 0.01, "nobody has: one after the other"


async def test_who_was_heard_meanwhile_comes_before_the_next_explanation() -> None:
    order: list[str] = []
    loop = asyncio.get_running_loop()

    class Heard(Table):
        def explain_one(self) -> bool:
            loop.call_soon(order.append, "a move")
            order.append("an explanation")
            return super().explain_one()

    explainer = Explainer()
    explainer.ask(Heard("a", 2, []))
    await asyncio.sleep(0.05)
    assert order[:4] == ["an explanation", "a move", "an explanation", "a move"]
