"""How fast the house is: random play with every legal answer listed, side by side with python-chess."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from typing import Any

from ludus.bots import BOTS, Glimpse, make_bot
from ludus.bots.table import Table
from ludus.core.decision import Allocate
from ludus.core.errors import SetupError
from ludus.core.form import Form
from ludus.core.hints import engine
from ludus.core.match import Match
from ludus.lab.growth import by_chariots, by_races
from ludus.lab.pace import few_sweeps
from ludus.library import GAMES, find_game
from ludus.play import nested_record, new_match, open_contest, settle, verify

# One slice of play at a time, so that whatever else the machine does hits both alike.
SLICE = 0.1
# What is worked out once and kept, as the surroundings of every square, is not measured.
WARM_UP = 0.5
# The clone is timed at every so manieth decision of a few whole games, the first and last ones left out.
CLONE_GAMES = 20
CLONE_EVERY = 5
CLONE_REPEATS = 20
BOT_GAMES = 3
COUNTED = (Allocate, Form)  # their answers are a product that nobody lists
# Editions that are measured besides the usual one, with as many chariots as that has.
EDITIONS: dict[str, tuple[str, str, dict[str, Any]]] = {"circus epic": ("circus", "epic", {"entries": 1, "stable": 0})}
# A campaign is as many contests as it has, all alike; of one the cost is known.
SHORT: dict[str, dict[str, Any]] = {"campaign": {"races": 1}}


def bench(games: Sequence[str] | None = None, seconds: float = 5.0) -> dict[str, Any]:
    """Measure for about `seconds` a game, and as long for python-chess.

    Decisions a second count making the matches, listing the answers at every decision and picking one;
    plies a second count the same for chess, with the usual check whether the game is over. A second is one of
    processor time, so that other work on the machine does not count.
    """
    names = [*GAMES, *EDITIONS] if games is None else [find_game(name).id for name in games]
    with few_sweeps():  # as a simulation does; chess too
        measured = {"engine": engine(), **_bench(names, seconds)}
        return measured if games is not None else {**measured, "growth": _growth()}


def _growth() -> dict[str, Any]:
    return {"decision_us_by_chariots": by_chariots(), "race_ms_of_a_season": by_races()}


def _bench(names: Sequence[str], seconds: float) -> dict[str, Any]:
    chess = Meter(_chess_plies())
    meters = {name: Meter(_decisions(name)) for name in names}
    for meter in (chess, *meters.values()):
        meter.run(min(WARM_UP, seconds))
        meter.reset()
    while chess.seconds < seconds:
        for meter in (chess, *meters.values()):
            meter.run(min(SLICE, seconds))
    return {
        "python_chess": round(chess.rate, 1),
        "games": {
            name: {
                "decisions_per_second": round(meter.rate, 1),
                "ratio": round(meter.rate / chess.rate, 2),
                **_costs(name),
                **_bot_costs(name),
            }
            for name, meter in meters.items()
        },
    }


class Meter:
    """Counts the steps of something endless against the time they take."""

    def __init__(self, steps: Iterator[None]) -> None:
        self._steps = steps
        self.reset()

    def reset(self) -> None:
        self.count = 0
        self.seconds = 0.0

    def run(self, seconds: float) -> None:
        """Go on for so long. The clock is read every few steps only."""
        began = time.process_time()
        end = began + seconds
        while (now := time.process_time()) < end:
            for _ in islice(self._steps, 64):
                pass
            self.count += 64
        self.seconds += now - began

    @property
    def rate(self) -> float:
        return self.count / self.seconds


def _decisions(name: str) -> Iterator[None]:
    """Random games for ever, a step a decision."""
    rng = random.Random(0)
    return chain.from_iterable(_to_the_end(_new_game(name, number), rng) for number in count())


def _to_the_end(match: Match[Any], rng: random.Random) -> Iterator[None]:
    """Every decision of a match and of what it waits for: its answers listed, or counted where nobody would list them,
    and one of them given. In one piece: what the meter costs is not to be measured."""
    while match.outcome is None:
        if match.contests:
            yield from _contest(match, rng)
            continue
        seat, decision = next(iter(match.pending.items()))
        if isinstance(decision, COUNTED):
            decision.count()
        else:
            decision.listed()
        match.answer(seat, decision.sample(rng))
        yield


def _contest(match: Match[Any], rng: random.Random) -> Iterator[None]:
    """What a match waits for: its decisions count like those of the match."""
    contest = open_contest(match)
    yield from _to_the_end(contest, rng)
    settle(match, contest)


def _chess_plies() -> Iterator[None]:
    """Random chess for ever, a step a ply."""
    try:
        import chess
    except ImportError as error:
        raise SetupError(
            "the bench compares with python-chess, which is not installed; `pip install chess` brings it",
        ) from error
    rng = random.Random(0)
    while True:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            yield


def _new_game(name: str, number: int) -> Match[Any]:
    played, ruleset, options = EDITIONS.get(name, (name, None, SHORT.get(name, {})))
    return new_match(played, find_game(played).usual_seats, seed=number, ruleset=ruleset, options=options)


def _costs(name: str) -> dict[str, Any]:
    """The mean cost of a clone in mid-game, and the largest snapshot seen."""
    rng = random.Random(0)
    clones, clone_seconds, snapshot_bytes = 0, 0.0, 0
    for number in range(CLONE_GAMES):
        match = _new_game(name, number)
        decisions = 0
        while match.outcome is None:
            if match.contest is not None:
                for _ in _contest(match, rng):
                    pass
                continue
            decisions += 1
            if decisions % CLONE_EVERY == 0:
                began = time.process_time()
                for _ in range(CLONE_REPEATS):
                    match.clone()
                clone_seconds += time.process_time() - began
                clones += CLONE_REPEATS
                snapshot_bytes = max(snapshot_bytes, _size(match.snapshot()))
            seat, decision = next(iter(match.pending.items()))
            match.answer(seat, decision.sample(rng))
    return {"clone_us": round(1e6 * clone_seconds / clones, 2), "snapshot_bytes": snapshot_bytes}


def _bot_costs(name: str) -> dict[str, Any]:
    """A match of bots of the middle strength: how many random matches it costs, its record, and proving that."""
    game = find_game(EDITIONS[name][0] if name in EDITIONS else name)
    middle = BOTS[game.id][-2:][0].name
    seconds, proof_seconds, record_bytes = {middle: 0.0, "random": 0.0}, 0.0, 0
    for number in range(BOT_GAMES):
        for bot in seconds:
            began = time.process_time()
            match, contests = _play(_new_game(name, number), bot)
            seconds[bot] += time.process_time() - began
            if bot == middle:
                record = nested_record(match, contests)
                record_bytes = max(record_bytes, _size(record))
                began = time.process_time()
                verify(record)
                proof_seconds = max(proof_seconds, time.process_time() - began)
    return {
        "bot_ratio": round(seconds[middle] / seconds["random"], 1),
        "bot_seconds": round(seconds[middle] / BOT_GAMES, 3),
        "record_bytes": record_bytes,
        "verify_seconds": round(proof_seconds, 3),
    }


def _play(match: Match[Any], bot: str) -> tuple[Match[Any], list[Match[Any]]]:
    """A whole match, and its contests."""
    bots = {seat: make_bot(match.game.id, bot, str(seat)) for seat in range(match.seats)}
    table, contests = Table(match, bots, "bench"), []
    while match.outcome is None:
        if match.contest is not None:
            contests.append(table.hold(match.contest)[0])
            continue
        seat = next(iter(match.pending))
        match.answer(seat, bots[seat].choose(Glimpse.of(match, seat)))
    return match, contests


def _size(plain: dict[str, Any]) -> int:
    return len(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode())
