"""Whether two Ludus play the same: random games of every game and ruleset, their records compared byte by byte.

    python tools/same.py .venv-fast/bin/python --games 1000

plays them with this interpreter and with the other at once. A campaign is many races and fights, all of them compared.
What was found the same is kept in build/same until one of the two changes: a run that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import ludus
from ludus.core.errors import SetupError
from ludus.core.hints import engine
from ludus.core.match import Match
from ludus.lab.pace import few_sweeps
from ludus.library import GAMES
from ludus.play import nested_record, new_match, open_contest, settle

KEPT = Path(__file__).parents[1] / "build" / "same"
BATCH = 20  # games that are asked for at once
SELDOM = 30.0  # seconds between two lines on what was done, where there is no terminal


# -- one side ------------------------------------------------------------------------------


def random_record(game: str, ruleset: str, number: int) -> bytes:
    """The record of a random match. In that of a campaign are the hashes of the records of its contests."""
    rng = random.Random(number)
    match = some_match(game, ruleset, number)
    while match.outcome is None:
        if match.contest is None:
            answer_one(match, rng)
            continue
        contest = open_contest(match)
        while contest.outcome is None:
            answer_one(contest, rng)
        settle(match, contest)
    return json.dumps(nested_record(match), ensure_ascii=False).encode()


def some_match(game: str, ruleset: str, number: int) -> Match[Any]:
    """With the usual number of seats, or, where that is refused, as few as may be."""
    house = GAMES[game]
    for seats in (house.usual_seats, *range(house.min_seats, house.max_seats)):
        try:
            return new_match(game, seats, seed=number, ruleset=ruleset)
        except SetupError:
            continue
    return new_match(game, house.max_seats, seed=number, ruleset=ruleset)


def answer_one(match: Match[Any], rng: random.Random) -> None:
    seat, decision = next(iter(match.pending.items()))
    match.answer(seat, decision.sample(rng))


def serve() -> None:
    """Say who this is, then a line for every line that is asked: a hash for each game, or one record."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks says when it is over
    print(json.dumps({"engine": engine(), "mark": mark()}), flush=True)
    with few_sweeps():
        for line in sys.stdin:
            batch = Batch(*json.loads(line))
            records = (random_record(batch.game, batch.ruleset, number) for number in batch.numbers)
            print(json.dumps([hashlib.sha256(record).hexdigest() for record in records]), flush=True)


def mark() -> str:
    """Changes when the Ludus that runs here does."""
    told = hashlib.sha256(sys.version.encode())
    package = Path(ludus.__file__).parent
    for path in sorted(package.rglob("*")):
        if path.suffix in {".py", ".toml", ".so", ".pyd"}:
            told.update(f"{path.relative_to(package).as_posix()} {path.stat().st_size} ".encode() + path.read_bytes())
    return told.hexdigest()[:16]


# -- both ----------------------------------------------------------------------------------


class Batch(NamedTuple):
    game: str
    ruleset: str
    first: int
    past: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.past)


class Other(Exception):
    """The two do not play the same."""


class Player:
    """A process that plays what it is asked to."""

    def __init__(self, python: str, alone: str) -> None:
        self.python = python
        command = [python, alone, __file__, "--serve"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        told = json.loads(self.line())
        self.engine, self.mark = told["engine"], told["mark"]

    def ask(self, batch: Batch) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(batch) + "\n")
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise Other(f"{self.python} {Path(__file__).name} ended by itself")
        return line


class Pair:
    """Both sides, that play the same batch at the same time."""

    def __init__(self, other: str) -> None:
        # Neither finds this folder, and the other no PYTHONPATH that was meant for this one.
        self.players = (Player(sys.executable, "-P"), Player(other, "-I"))

    def compare(self, batch: Batch) -> Batch:
        for player in self.players:
            player.ask(batch)
        here, there = (json.loads(player.line()) for player in self.players)
        for number, one, another in zip(batch.numbers, here, there, strict=True):
            if one != another:
                raise Other(f"not the same: {batch.game} {batch.ruleset}, game {number}")
        return batch

    def stop(self) -> None:
        for player in self.players:
            player.process.kill()
            player.process.wait()


def batches(games: int, of: Sequence[str]) -> Iterator[Batch]:
    """Some of every ruleset, then more of each: a difference shows early, and each round takes as long as the last."""
    for first in range(0, games, BATCH):
        for game in (GAMES[each] for each in of):
            for ruleset in game.rulesets:
                yield Batch(game.id, ruleset, first, min(first + BATCH, games))


class Progress:
    """A line on how far it is: over and over on a terminal, now and then in a log."""

    def __init__(self, total: int, done: int) -> None:
        self.total, self.done, self.before = total, done, done
        self.since = self.shown = time.monotonic()

    def add(self, games: int) -> None:
        self.done += games
        now = time.monotonic()
        if sys.stdout.isatty():
            print(f"\r{self}\x1b[K", end="" if self.done < self.total else "\n", flush=True)
        elif now - self.shown > SELDOM or self.done == self.total:
            self.shown = now
            print(self, flush=True)

    def __str__(self) -> str:
        spent = time.monotonic() - self.since
        left = spent / max(1, self.done - self.before) * (self.total - self.done)
        return f"{self.done:,} of {self.total:,} games the same; {spent / 60:.1f} minutes, {left / 60:.1f} to go"


def compare_all(other: str, games: int, of: Sequence[str], jobs: int) -> None:
    """Play what was not yet found the same, on as many pairs of processes as there are jobs."""
    pairs = [Pair(other) for _ in range(jobs)]
    here, there = pairs[0].players
    print(f"{here.engine} ({here.mark}) and {there.engine} ({there.mark})", flush=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    journal = KEPT / f"{here.mark}-{there.mark}.txt"
    known = set(journal.read_text(encoding="utf-8").splitlines()) if journal.exists() else set()
    asked = list(batches(games, of))
    wanted = [batch for batch in asked if json.dumps(batch) not in known]
    progress = Progress(sum(len(each.numbers) for each in asked), 0)
    progress.done = progress.before = progress.total - sum(len(each.numbers) for each in wanted)
    if progress.done:
        print(f"{progress.done:,} of {progress.total:,} games were found the same before")
    free: SimpleQueue[Pair] = SimpleQueue()
    for pair in pairs:
        free.put(pair)

    def one(batch: Batch) -> Batch:
        pair = free.get()
        try:
            return pair.compare(batch)
        finally:
            free.put(pair)

    pool = ThreadPoolExecutor(jobs)
    try:
        with journal.open("a", encoding="utf-8") as file:
            for future in as_completed([pool.submit(one, batch) for batch in wanted]):
                batch = future.result()
                file.write(json.dumps(batch) + "\n")
                file.flush()
                progress.add(len(batch.numbers))
    except KeyboardInterrupt:
        print(f"\nstopped after {progress.done:,} of {progress.total:,} games; the same command goes on from there")
        sys.exit(130)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for pair in pairs:
            pair.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether two Ludus play the same.")
    parser.add_argument("other", nargs="?", help="another interpreter with a Ludus")
    parser.add_argument("--games", type=int, default=1000, help="of every game and ruleset, campaigns too")
    parser.add_argument("--of", nargs="+", choices=list(GAMES), default=list(GAMES), help="only of these")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2), help="pairs of processes")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--record", metavar="GAME/RULESET/NUMBER", help="only print the record of this game")
    given = parser.parse_args()
    if given.serve:
        return serve()
    if given.record:
        game, ruleset, number = given.record.split("/")
        sys.stdout.buffer.write(random_record(game, ruleset, int(number)))
        return None
    if given.other is None:
        parser.error("say with which other interpreter to compare")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # however it is stopped, it goes on later
    try:
        compare_all(given.other, given.games, given.of, given.jobs)
    except Other as difference:
        sys.exit(str(difference))
    what = "every game and ruleset" if given.of == list(GAMES) else f"every ruleset of {', '.join(given.of)}"
    print(f"{given.games:,} games of {what} are the same to the byte.")
    return None


if __name__ == "__main__":
    main()
