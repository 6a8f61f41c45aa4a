"""Questions asked in steps."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus.core.decision import Allocate, Choose, Decision, Range
from ludus.core.fields import AnyOf, Number, OneOf, Section
from ludus.core.form import Form, Limit
from ludus.learn.steps import ACTIONS, numbered, steps_of

BRIBES = {"none": "Nobody", "one": "One man"}
ASK = (0, "ask", "What?", "GL 9.1")
QUESTIONS = {
    "words": Choose(*ASK, tuple(f"word {number}" for number in range(50))),
    "many": Choose(*ASK, tuple(f"word {number}" for number in range(300))),
    "numbers": Range(*ASK, 990, 1000),
    "money": Range(*ASK, 0, 5000),
    "points": Allocate(*ASK, 4, {"head": 2, "chest": 3, "legs": 2}),
    "two boxes": Allocate(*ASK, 4, {"head": 3, "chest": 3, "legs": 3, "rest": 1}, few=(3, 2), default=(0, 1, 3, 0)),
    "bets": Form(
        *ASK,
        (
            Section(
                "Bets",
                (
                    Number(name="red", title="Red", default=0, low=0, high=3),
                    Number(name="blue", title="Blue", default=0, low=0, high=3),
                    OneOf(name="bribe", title="Bribe", default="none", choices=BRIBES, worth={"one": 2}),
                ),
            ),
        ),
        (Limit("You have 3.", ("red", "blue", "bribe"), 3),),
    ),
}


def answer(decision: Decision, rng: random.Random) -> Any:
    steps = steps_of(decision)
    try:
        menu = next(steps)
        while True:
            assert menu.keys() <= set(range(ACTIONS))
            menu = steps.send(rng.choice(list(menu)))
    except StopIteration as stop:
        return stop.value


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_can_be_given_and_no_other(name: str) -> None:
    decision, rng = QUESTIONS[name], random.Random(1)
    given = {answer(decision, rng) for _ in range(3000 if decision.count() < 400 else 30)}
    assert all(each in decision for each in given)
    if decision.count() < 400:
        assert given == set(decision)


def test_many_of_a_list_are_asked_about_one_by_one() -> None:
    letters = dict.fromkeys("abcdefgh", "")
    form = Form(*ASK, (Section("Which", (AnyOf(name="some", title="Some", default=["a"], choices=letters),)),))
    rng = random.Random(2)
    assert all(answer(form, rng) in form for _ in range(20))


def test_a_large_sum_is_picked_without_listing_all_others() -> None:
    """A step of a campaign asks for many of them."""
    whole = Number(name="sum", title="Sum", default=0, low=0, high=10**12, step=100)
    form = Form(*ASK, (Section("Pay", (whole,)),), (Limit("You have 5,000.", ("sum",), 5000),))
    assert len(whole.values()) == whole.size() == 10**10 + 1
    assert {answer(form, random.Random(seed))["sum"] for seed in range(40)} <= set(range(0, 5001, 100))
    gap = Number(name="sum", title="Sum", default=0, low=0, high=500, step=100, least=300)
    assert list(gap.values()) == [0, 300, 400, 500]
    assert list(Number(name="one", title="One", default=2, low=2, high=2).values()) == [2]


def test_a_word_keeps_its_number() -> None:
    """Whatever else may be answered: a policy learns what 'repair' is."""
    few, more = numbered("ask", ("no", "repair")), numbered("ask", ("no", "repair", "flee"))
    assert few.items() <= more.items()
    assert numbered("speed", range(3, 6)) == {3: 3, 4: 4, 5: 5}
