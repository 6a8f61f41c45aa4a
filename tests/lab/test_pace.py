"""Python's looking for garbage is slowed down for a while, and only for that."""

import gc

import pytest

from ludus.lab.pace import SELDOM, few_sweeps


def test_it_is_as_before_afterwards_even_when_something_breaks() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="broken"), few_sweeps():
        assert gc.get_threshold() == SELDOM != before
        raise ValueError("broken")
    assert gc.get_threshold() == before
