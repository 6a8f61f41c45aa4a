"""Explaining the answers to open questions, when nobody's move is waiting."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Protocol

from ludus.core.decision import Range
from ludus.core.match import Match

log = logging.getLogger("ludus.server")

BREATH = 0.001  # seconds: first the move itself reaches everybody, and who answers at once needs no explanation
MOST_BREATHS = 2  # that an explanation waits for moves which are being written: it comes, however many there are
SHARE = 0.25  # of the time, at most, goes into explanations while moves come in


class Asker(Protocol):
    """A table with questions to explain."""

    def explain_one(self) -> bool:
        """Explain a question; False when there was none left."""


class Explainer:
    """One explanation at a time, for all tables of this process, each in its turn: a dozen that ask at once hold up a
    move no longer than one does. A move that has come in goes first all the way, from the message to the screens, and
    where many come in, most of them find nobody explaining."""

    def __init__(self) -> None:
        self._moves = 0  # that are being written
        self._moved = False  # since the last explanation
        self._waiting: deque[Asker] = deque()
        self._next: asyncio.Handle | None = None
        self._breaths = 0

    @contextmanager
    def after_move(self) -> Iterator[None]:
        """A move is being written: explanations come after it."""
        self._moves += 1
        self._moved = True
        try:
            yield
        finally:
            self._moves -= 1

    def ask(self, asker: Asker) -> None:
        if asker not in self._waiting:
            self._waiting.append(asker)
        if self._next is None:
            self._next = asyncio.get_running_loop().call_later(BREATH, self._explain)

    def _explain(self) -> None:
        loop = asyncio.get_running_loop()
        if self._moves and self._breaths < MOST_BREATHS:
            self._breaths += 1
            self._next = loop.call_later(BREATH, self._explain)
            return
        self._next, self._breaths = None, 0
        began, pause, asker = perf_counter(), 0.0, self._waiting.popleft()
        try:
            if asker.explain_one():
                self._waiting.append(asker)
                if self._moved:
                    pause = (perf_counter() - began) * (1 / SHARE - 1)
                self._moved = False
        finally:
            if self._waiting and self._next is None:
                self._next = loop.call_later(pause, self._let_others_go_first)

    def _let_others_go_first(self) -> None:
        """Who has been heard while we explained stands in line behind this, and before what comes next."""
        self._next = asyncio.get_running_loop().call_soon(self._explain)


def explain_or_log(match_id: str, match: Match[Any], seat: int) -> list[dict[str, Any]]:
    """What the game says of each answer to a seat's question. Nothing where it fails: a question without words can
    still be answered, and a seat that could not even be shown its question would be lost to its holder."""
    decision = match.pending[seat]
    try:
        return match.game.explain(match.state, decision)
    except Exception:
        log.exception(
            "match %s: the question '%s' (%s) to seat %s cannot be explained; it is sent without",
            match_id,
            decision.name,
            decision.prompt,
            seat,
        )
        return []


def sheet_or_log(match_id: str, match: Match[Any], seat: int) -> list[dict[str, Any]] | None:
    """The numbers that this seat may write together with the one that is asked for. None, also where the game fails."""
    game, state = match.game, match.state
    try:
        lines = [
            {
                "about": each.about,
                "prompt": each.prompt,
                "default": each.default,
                "low": each.low,
                "high": each.high,
                "answers": game.explain(state, each),
            }
            for each in game.sheet(state, match.pending[seat])
            if isinstance(each, Range)
        ]
    except Exception:
        log.exception("match %s: seat %s gets no sheet", match_id, seat)
        return None
    return lines or None
