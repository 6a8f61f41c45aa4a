"""Write the golden records anew: one finished match for each way a game can end.

    python tools/golden.py [chariot-race | circus | circus-epic | campaign ...]

The records in tests/golden prove that the rules still play old matches the same way; those of campaigns hold their
races and fights. Run this only when a
rule was changed on purpose, and say so in the commit.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import ludus
from ludus.bots import Bot, Glimpse, make_bot
from ludus.bots.table import Table

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
SEEDS = 2_000


@dataclass(frozen=True)
class Recipe:
    """How to look for an ending: with which setup, and whether the players give up after some answers."""

    seats: int = 2
    ruleset: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    careful: bool = True
    bot: str | None = None  # plays all seats
    resign_after: int | None = None
    faithful: int = 0  # so many of the first seats do not resign
    insists: dict[str, Any] = field(default_factory=dict)  # what everybody answers to these questions,
    insists_after: int = 0  # after so many contests


def recipes() -> dict[str, dict[str, Recipe]]:
    # On the short circuit borders can be level, which a shared victory needs.
    short = {"board": ludus.load_board(ROOT / "examples" / "boards" / "short-circuit.toml")}
    short_race = {"epic_race_options": {"laps": 2}}
    outlaws = {"outlawed_ramming": True, "entries": 1}
    return {
        "chariot-race": {
            "lone-finisher": Recipe(seats=4),
            "furthest-past-line": Recipe(seats=3, ruleset="everything"),
            "shared-victory": Recipe(seats=4, options=short),
            "all-wrecked": Recipe(seats=5, careful=False),
            "nobody-left": Recipe(resign_after=12),
        },
        "gladiator": {
            "last-standing": Recipe(careful=False),
            "most-standing": Recipe(seats=6, options={"turns": 3}, careful=False),
            "nobody-left": Recipe(seats=4, resign_after=30),
            "exhausted": Recipe(ruleset="basic", careful=False),
            "time": Recipe(options={"turns": 2}, careful=False),
            "agreed": Recipe(options={"draws": True}, careful=False),
        },
        "circus": {
            "lone-finisher": Recipe(seats=8, bot="auriga"),
            "most-factors-left": Recipe(seats=8, bot="novus"),
            "drawn-first": Recipe(seats=8, bot="novus"),
            "nobody-finished": Recipe(seats=8, careful=False),
            "called-off": Recipe(seats=3, ruleset="basic", careful=False),
            "time-up": Recipe(seats=4, ruleset="epic", options={"time_limit": 3, "entries": 1}, bot="novus"),
            "first-barred": Recipe(seats=4, ruleset="epic", options={**outlaws, "time_limit": 6}, careful=False),
            "all-barred": Recipe(seats=2, ruleset="epic", options={**outlaws, "time_limit": 9}, careful=False),
        },
        "circus-epic": {
            "lone-finisher": Recipe(seats=8, ruleset="epic", bot="tiro"),
            "most-factors-left": Recipe(seats=8, ruleset="patrons", options={"laps": 2}, bot="novus"),
            "drawn-first": Recipe(seats=8, ruleset="epic", options={"laps": 2}, bot="novus"),
            "nobody-finished": Recipe(seats=8, ruleset="patrons", careful=False),
            "called-off": Recipe(seats=3, ruleset="epic", careful=False, insists={"speed": 0}),
        },
        "campaign": {
            "richest": Recipe(seats=3, options={"races": 2}),
            "equally-rich": Recipe(options={"races": 1}),
            "last-standing": Recipe(seats=3, options={"races": 3}, careful=False, resign_after=35, faithful=1),
            "nobody-left": Recipe(options={"races": 3}, careful=False, resign_after=24),
            "freedom": Recipe(ruleset="careers", options={"wins": 2}),
            "rounds-over": Recipe(ruleset="careers", options={"rounds": 2}),
            "last-left": Recipe(seats=3, ruleset="careers", careful=False, resign_after=5, faithful=1),
            "matches-over": Recipe(seats=3, ruleset="owners", options={"matches": 2}, careful=False),
            "last-owner": Recipe(ruleset="owners", careful=False),
            # Families of bots, who end it in each of its three ways (E1 4.1a).
            "rich": Recipe(seats=3, ruleset="epic", options={"goal": 30_000, **short_race}, bot="dominus"),
            "two-left": Recipe(
                seats=3, ruleset="epic", options=short_race, bot="libertus", resign_after=60, faithful=2
            ),
            "voted": Recipe(
                seats=3, ruleset="epic", options=short_race, bot="eques", insists={"council": "end"}, insists_after=1
            ),
            "events-over": Recipe(seats=3, ruleset="epic", options={"events": 2, **short_race}, careful=False),
        },
    }


def play(match: ludus.Match[Any], recipe: Recipe, seed: int) -> list[ludus.Match[Any]]:
    """To the end; gives its contests, which are played in the same way."""
    rng = random.Random(seed)
    bots = {seat: make_bot(match.game.id, recipe.bot, f"{seed} {seat}") for seat in range(match.seats) if recipe.bot}
    given, contests = 0, []
    while match.outcome is None:
        if match.contest is not None:
            contests.append(hold(match, recipe, seed, bots))
            continue
        if given == recipe.resign_after:
            for seat in range(recipe.faithful, match.seats):
                if match.outcome is None:
                    match.resign(seat)
            given += 1
            continue
        seat, decision = next(iter(match.pending.items()))
        if decision.name in recipe.insists and len(contests) >= recipe.insists_after:
            match.submit(seat, recipe.insists[decision.name])
        elif bots:
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
        else:
            match.submit(seat, cautious(match, seat, rng) if recipe.careful else decision.sample(rng))
        given += 1
    return contests


def hold(match: ludus.Match[Any], recipe: Recipe, seed: int, bots: dict[int, Bot]) -> ludus.Match[Any]:
    """Play the contest that a match waits for; bots send a tiro."""
    if bots and match.contest is not None:
        return Table(match, bots, str(seed), drivers=("tiro",)).hold(match.contest)[0]
    contest = ludus.open_contest(match)
    play(contest, replace(recipe, resign_after=None, insists={}), seed)
    ludus.settle(match, contest)
    return contest


def cautious(match: ludus.Match[Any], seat: int, rng: random.Random) -> Any:
    """An answer that costs least; where answers have no price the default, now and then another."""
    decision = match.pending[seat]
    answers = match.view(seat)["decision"]["answers"]
    if not all("effects" in each for each in answers):
        return decision.sample(rng) if rng.random() < 0.2 else decision.default
    least = min(each["effects"]["damage"] for each in answers)
    return rng.choice([each["choice"] for each in answers if each["effects"]["damage"] == least])


def find(game: str, ending: str, recipe: Recipe) -> dict[str, Any]:
    for seed in range(SEEDS):
        match = ludus.new_match(game, recipe.seats, seed, recipe.ruleset, recipe.options)
        contests = play(match, recipe, seed)
        if match.outcome is not None and match.outcome.reason == ending:
            return ludus.nested_record(match, contests) if contests else match.record()
    raise SystemExit(f"{game}: no match of {SEEDS} ended as {ending}; change its recipe")


def golden_file(game: str, ending: str) -> Path:
    return GOLDEN / game / f"{ending}.json.gz"


def write(path: Path, record: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(record, sort_keys=True, separators=(",", ":"))
    # No time stamp, so that the same record is the same file.
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def endings(wanted: list[str]) -> Iterator[tuple[str, str, Recipe]]:
    known = recipes()
    for game in ludus.GAMES:
        for ending in ludus.find_game(game).endings:
            if ending not in known.get(game, {}):
                raise SystemExit(f"{game} has no recipe for the ending {ending}; add one to tools/golden.py")
    for shelf in wanted or list(known):
        for ending, recipe in known[shelf].items():
            if ending in ludus.find_game(game_of(shelf)).endings:  # else its ruleset is not in the library yet
                yield shelf, ending, recipe


def game_of(shelf: str) -> str:
    """An edition has a shelf of its own: circus-epic."""
    return next(game for game in ludus.GAMES if shelf == game or shelf.startswith(f"{game}-"))


def main() -> None:
    for shelf, ending, recipe in endings(sys.argv[1:]):
        record = find(game_of(shelf), ending, recipe)
        path = golden_file(shelf, ending)
        write(path, record)
        size = path.stat().st_size
        print(f"{path.relative_to(ROOT)}: seed {record['seed']}, {len(record['answers'])} answers, {size} bytes")


if __name__ == "__main__":
    main()
