"""Whether two Ludus play the same: random games of every game and ruleset, their records compared byte by byte.

    python tools/same.py .venv-fast/bin/python --games 1000

plays them here and with the other interpreter, and says where the bytes differ. A campaign is many races and fights,
all of them compared; one campaign stands for a hundred games.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from ludus.core.errors import SetupError
from ludus.core.hints import engine
from ludus.core.match import Match
from ludus.lab.pace import few_sweeps
from ludus.library import GAMES
from ludus.play import nested_record, new_match, open_contest, settle

GAMES_FOR_A_CAMPAIGN = 100
BATCH = 50  # games in one line


def digests(games: int) -> Iterator[str]:
    """A line for every batch: which games, and a hash of all their records."""
    for game in GAMES.values():
        often = max(1, games // GAMES_FOR_A_CAMPAIGN) if game.id == "campaign" else games
        for ruleset in game.rulesets:
            for first in range(0, often, BATCH):
                numbers = range(first, min(first + BATCH, often))
                told = hashlib.sha256()
                for number in numbers:
                    told.update(random_record(game.id, ruleset, number))
                yield f"{game.id} {ruleset} {numbers[0]} to {numbers[-1]}: {told.hexdigest()}"


def random_record(game: str, ruleset: str, number: int) -> bytes:
    """The record of a random match, with those of its contests."""
    rng = random.Random(number)
    match, contests = some_match(game, ruleset, number), []
    while match.outcome is None:
        if match.contest is None:
            answer_one(match, rng)
            continue
        contest = open_contest(match)
        while contest.outcome is None:
            answer_one(contest, rng)
        settle(match, contest)
        contests.append(contest)
    return json.dumps(nested_record(match, contests), ensure_ascii=False).encode()


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


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether two Ludus play the same.")
    parser.add_argument("other", nargs="?", help="another interpreter with a Ludus; none: only print the hashes")
    parser.add_argument("--games", type=int, default=1000, help="of every game and ruleset")
    given = parser.parse_args()
    with few_sweeps():
        if given.other is None:
            print(engine(), flush=True)
            for line in digests(given.games):
                print(line, flush=True)
            return
        command = [given.other, "-P", __file__, "--games", str(given.games)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            print(f"{engine()} and {process.stdout.readline().strip()}", flush=True)
            for line in digests(given.games):
                if process.stdout.readline().strip() != line:
                    process.kill()
                    sys.exit(f"not the same: {line.partition(':')[0]}")
        print(f"{given.games:,} games of every game and ruleset are the same to the byte.")


if __name__ == "__main__":
    main()
