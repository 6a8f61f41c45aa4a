"""Decisions: counted, listed, checked, drawn."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.decision import Allocate, Choose, Decision, Range, freeze_choice, plain_choice, read_decision
from ludus.core.errors import DataError, Refused

caps = st.lists(st.integers(0, 4), min_size=1, max_size=5)


def allocate(budget: int, boxes: list[int]) -> Allocate:
    named = {f"box {index}": cap for index, cap in enumerate(boxes)}
    return Allocate(0, "share", "Share out.", "GL 4.362", budget, named)


def brute_force(budget: int, boxes: list[int]) -> list[tuple[int, ...]]:
    return [each for each in product(*(range(cap + 1) for cap in boxes)) if sum(each) == budget]


@given(caps, st.data())
def test_allocations_are_those_of_brute_force(boxes: list[int], data: st.DataObject) -> None:
    budget = data.draw(st.integers(0, sum(boxes)))
    decision, expected = allocate(budget, boxes), brute_force(budget, boxes)
    assert [*decision] == expected
    assert decision.count() == len(expected)
    assert decision.default == expected[0]
    every = product(range(-1, 6), repeat=len(boxes)) if len(boxes) < 4 else expected
    assert all((each in decision) == (each in expected) for each in every)


@given(caps, st.data())
def test_an_impossible_budget_is_refused(boxes: list[int], data: st.DataObject) -> None:
    budget = data.draw(st.sampled_from([-1, sum(boxes) + 1, 10**9]))
    with pytest.raises(DataError, match=f"a budget of {budget} does not fit"):
        allocate(budget, boxes)
    with pytest.raises(DataError, match="does not fit"):
        allocate(0, [*boxes, -1])


def test_every_answer_is_drawn_equally_often() -> None:
    rng = random.Random(1)
    decisions: list[Decision] = [
        allocate(3, [2, 2, 2]),
        Range(0, "speed", "How fast?", "CM 6.11", -3, 3),
        Choose(0, "pick", "Which?", "CM 6.11", ("a", "b", "c", 4, (5, 6))),
    ]
    for decision in decisions:
        drawn = Counter(decision.sample(rng) for _ in range(1000 * decision.count()))
        assert set(drawn) == set(decision)
        assert all(850 < times < 1150 for times in drawn.values())


def test_a_large_allocation_is_counted_without_listing() -> None:
    decision = allocate(60, [20] * 10)
    # Inclusion and exclusion over the boxes that hold more than their cap.
    assert decision.count() == sum((-1) ** over * comb(10, over) * comb(60 - 21 * over + 9, 9) for over in range(3))
    assert decision.sample(random.Random(1)) in decision


@given(st.integers(-50, 50), st.integers(0, 50))
def test_ranges(low: int, size: int) -> None:
    decision = Range(2, "speed", "How fast?", "CM 6.11", low, low + size)
    assert [*decision] == list(range(low, low + size + 1))
    assert decision.count() == size + 1
    assert decision.default == low
    assert low - 1 not in decision
    assert low + size + 1 not in decision


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(DataError, match="no whole number from 3 to 2"):
        Range(0, "speed", "How fast?", "CM 6.11", 3, 2)


@pytest.mark.parametrize("stranger", [True, 1.0, "1", (1,), None])
def test_only_a_whole_number_is_in_a_range(stranger: object) -> None:
    assert stranger not in Range(0, "speed", "How fast?", "CM 6.11", 0, 5)
    assert 1 in Range(0, "speed", "How fast?", "CM 6.11", 0, 5)


def test_a_bool_is_no_choice() -> None:
    assert True not in Choose(0, "pick", "Which?", "CM 6.11", (1, 2))
    assert (True, 0) not in allocate(1, [1, 1])
    assert (1, 0) in allocate(1, [1, 1])


EXAMPLES: list[Decision] = [
    Choose(1, "pick", "Which?", "CM 6.11", ("a", 2, (3, 4)), default=(3, 4)),
    Range(2, "speed", "How fast?", "CM 6.11", 6, 14, default=9),
    Allocate(0, "share", "Share out.", "GL 4.362", 2, {"head": 1, "legs": 2}, default=(1, 1)),
]


@pytest.mark.parametrize("decision", EXAMPLES, ids=repr)
def test_a_decision_is_read_back(decision: Decision) -> None:
    again = read_decision(decision.to_plain())
    assert type(again) is type(decision)
    assert repr(again) == repr(decision)
    assert again.to_plain() == decision.to_plain()
    assert [*again] == [*decision]
    assert again.default == decision.default


def test_a_refusal_lists_the_legal_answers_but_not_hundreds() -> None:
    assert EXAMPLES[0].legal() == "a, 2, (3, 4)"
    assert EXAMPLES[1].legal() == "a whole number from 6 to 14"
    assert EXAMPLES[2].legal() == "2 points in all over head up to 1, legs up to 2"
    many = Choose(0, "pick", "Which?", "CM 6.11", tuple(range(100)))
    assert many.legal() == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 88 more"


@given(st.text() | st.integers() | st.lists(st.integers()))
def test_answers_survive_the_way_through_json(raw: Any) -> None:
    assert plain_choice(freeze_choice(raw)) == raw
    hash(freeze_choice(raw))


@pytest.mark.parametrize("raw", [None, True, 1.5, {}, [1, "a"], [[1]], [True], [1.0], b"x", object(), [10**5000, None]])
def test_what_can_be_no_answer_is_refused(raw: object) -> None:
    with pytest.raises(Refused, match="an answer is a text, a whole number, a list") as refusal:
        freeze_choice(raw)
    assert refusal.value.code == "malformed-answer"
    assert len(refusal.value.message) < 200


def test_an_allocation_may_allow_few_boxes() -> None:
    """At most so many of the first boxes are used; counting, listing, checking and drawing agree."""
    few = Allocate(
        0, "share", "Share out.", "GL 8.43", 4, {"a": 2, "b": 2, "c": 3, "defence": 4, "unused": 4}, few=(3, 1)
    )
    every = product(range(3), range(3), range(4), range(5), range(5))
    legal = [each for each in every if sum(each) == 4 and sum(points > 0 for points in each[:3]) <= 1]
    assert list(few) == legal
    assert few.count() == len(legal)
    assert (1, 1, 0, 2, 0) not in few
    assert all(few.sample(random.Random(seed)) in few for seed in range(20))
    assert read_decision(few.to_plain()).to_plain() == few.to_plain()
    assert "at most 1 of the first 3 boxes" in few.legal()
    with pytest.raises(DataError):
        Allocate(0, "share", "Share out.", "GL 8.43", 4, {"a": 2, "b": 2}, few=(2, 1))
