"""Playing many games in a row."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (50_000, 20, 20)  # most matches are over before it is their turn


@contextmanager
def few_sweeps() -> Iterator[None]:
    """Python looks for garbage less often meanwhile. A match keeps its log to the end, and looking through that again
    and again finds nothing."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
