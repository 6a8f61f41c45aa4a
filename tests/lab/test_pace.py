"""Python's looking for garbage is slowed down for a while, and only for that."""

import gc

import pytest

from ludus.lab.pace import SELDOM, few_sweeps


def break_down() -> None:
    with few_sweeps():
        assert gc.get_threshold() == SELDOM
        raise ValueError("broken")


def test_it_is_as_before_afterwards_even_when_something_breaks() -> None:
    before = gc.get_threshold()
    assert before != SELDOM
    with pytest.raises(ValueError, match="broken"):
        break_down()
    assert gc.get_threshold() == before
