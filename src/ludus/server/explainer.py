"""Explaining the answers to open questions, when nobody's move is waiting."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

BREATH = 0.002  # seconds: first the move itself reaches everybody, on a machine with few processors too


class Asker(Protocol):
    """A table with questions to explain."""

    def explain_one(self) -> bool:
        """Explain a question; False when there was none left."""


class Explainer:
    """One explanation in a turn of the event loop, for all tables of this process, each in its turn: a dozen that
    ask at once hold up a move no longer than one does."""

    def __init__(self) -> None:
        self._waiting: deque[Asker] = deque()
        self._next: asyncio.Handle | None = None

    def ask(self, asker: Asker) -> None:
        if asker not in self._waiting:
            self._waiting.append(asker)
        if self._next is None:
            self._next = asyncio.get_running_loop().call_later(BREATH, self._explain)

    def _explain(self) -> None:
        self._next = None
        asker = self._waiting.popleft()
        try:
            if asker.explain_one():
                self._waiting.append(asker)
        finally:
            if self._waiting and self._next is None:
                self._next = asyncio.get_running_loop().call_soon(self._explain)
