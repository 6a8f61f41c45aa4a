"""Tournaments of bots: round robin, Swiss, or heats with semi-finals and a final. The same seed gives the same one."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from ludus.core.errors import SetupError
from ludus.lab.ratings import Places, Rating, rate
from ludus.lab.simulate import Plan, Report, check_plan, play_many, play_one
from ludus.library import find_game

FORMATS = ("round-robin", "swiss", "heats")
MOST_TABLES = 2000
MOST_ENTRANTS = 256


@dataclass(frozen=True, slots=True)
class Table:
    """Who meets at one table of one round, and what came of it."""

    stage: str
    names: tuple[str, ...]
    games: tuple[Places, ...] = ()

    def score(self) -> dict[str, float]:
        """Points of each: 1 for a first place, 0 for the last, the rest between them, on average over the games."""
        last = len(self.names) - 1
        return {
            name: sum((last - _beaten_by(game, name)) / last for game in self.games) / len(self.games)
            for name in self.names
        }

    def order(self) -> list[str]:
        """The best first; those who are level stay as they were seeded."""
        score = self.score()
        return sorted(self.names, key=lambda name: -score[name])


def _beaten_by(game: Places, name: str) -> float:
    """How many were before him; with whom he shares a place, half."""
    others = [place for other, place in game.items() if other != name]
    return sum(place < game[name] for place in others) + sum(place == game[name] for place in others) / 2


@dataclass(slots=True)
class Tournament:
    """What was played so far, and who stands where."""

    format: str
    plan: Plan
    entrants: tuple[str, ...]
    tables: list[Table] = field(default_factory=list)
    byes: Counter[str] = field(default_factory=Counter)
    reached: dict[str, int] = field(default_factory=dict)  # in heats: the last stage of each

    @property
    def games(self) -> list[Places]:
        return [game for table in self.tables for game in table.games]

    def points(self) -> dict[str, float]:
        found = {name: float(self.byes[name]) for name in self.entrants}
        for table in self.tables:
            for name, score in table.score().items():
                found[name] += score
        return found

    def standings(self) -> list[str]:
        """By the stage reached, then by points; in heats by those of the last stage."""
        points = self.points()
        if self.format == "heats":
            last = {name: table.score()[name] for table in self.tables for name in table.names}
            return sorted(self.entrants, key=lambda name: (-self.reached[name], -last.get(name, 0.0)))
        return sorted(self.entrants, key=lambda name: -points[name])

    def ratings(self) -> dict[str, Rating]:
        return rate(self.games, self.entrants, self.plan.seed)

    def to_plain(self) -> dict[str, Any]:
        points, ratings = self.points(), self.ratings()
        games = Counter(name for game in self.games for name in game)
        wins = Counter(name for game in self.games for name, place in game.items() if place == 1)
        return {
            "game": self.plan.game,
            "format": self.format,
            "games": len(self.games),
            "standings": [
                {
                    "bot": name,
                    "points": round(points[name], 3),
                    "games": games[name],
                    "wins": wins[name],
                    "rating": round(ratings[name].points),
                    "low": round(ratings[name].low),
                    "high": round(ratings[name].high),
                }
                for name in self.standings()
            ],
            "tables": [
                {
                    "stage": table.stage,
                    "order": table.order(),
                    "points": {name: round(score, 3) for name, score in table.score().items()},
                }
                for table in self.tables
            ],
        }


def hold(
    game: str,
    entrants: Sequence[str],
    form: str = "round-robin",
    seats: int | None = None,
    games: int = 2,
    rounds: int | None = None,
    seed: int | str = 0,
    jobs: int = 1,
    ruleset: str | None = None,
    options: Mapping[str, Any] | None = None,
    samples: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """A tournament to its end. `games` are played at each table, seats rotating; `rounds` are those of a Swiss.

    >>> cup = hold("chariot-race", ["tiro", "random"], seats=2, games=2, seed=1)
    >>> cup.standings()
    ['tiro', 'random']
    """
    most = find_game(game).usual_seats if seats is None else seats
    plan = Plan(game, games, most, (), str(seed), ruleset, dict(options or {}), samples=samples)
    cup = Tournament(form, plan, tuple(entrants))
    _check(cup, rounds)
    stages = {"round-robin": _round_robin, "swiss": _swiss, "heats": _heats}[form]
    done = 0
    for stage in stages(cup, rounds):
        for table in stage:
            check_plan(_at(cup, table))
        before = done

        def told(number: int, before: int = before, ahead: int = len(stage) * games) -> None:
            if progress is not None:
                progress(before + number, before + ahead)

        cup.tables += _play(cup, stage, jobs, told)
        done += len(stage) * games
    return cup


def _check(cup: Tournament, rounds: int | None) -> None:
    names = cup.entrants
    if cup.format not in FORMATS:
        raise SetupError(
            f"a tournament is one of {', '.join(FORMATS)}, not '{cup.format[:40]}'", code="unknown-tournament"
        )
    if not 2 <= len(names) <= MOST_ENTRANTS:
        raise SetupError(f"a tournament has 2 to {MOST_ENTRANTS} entrants, not {len(names)}", code="bad-entrants")
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise SetupError(f"everybody enters once, not {', '.join(twice)}", code="bad-entrants")
    if cup.plan.seats < 2:
        raise SetupError(f"two at least meet at a table, not {cup.plan.seats}", code="bad-seats")
    if rounds is not None and (cup.format != "swiss" or not 1 <= rounds <= 100):
        raise SetupError("a Swiss tournament has 1 to 100 rounds; the others know their own", code="bad-rounds")


def _at(cup: Tournament, table: Table) -> Plan:
    """The games of a table. Its seed says who meets in which round, so no two tables have the same dice."""
    seed = f"{cup.plan.seed}/{table.stage}/{'+'.join(table.names)}"
    return replace(cup.plan, seats=len(table.names), bots=table.names, seed=seed)


def _play(cup: Tournament, tables: Sequence[Table], jobs: int, told: Callable[[int], None]) -> list[Table]:
    plans = [_at(cup, table) for table in tables]
    tasks = [(index, number) for index in range(len(plans)) for number in range(cup.plan.games)]
    found: dict[tuple[int, int], Report] = {}
    for (plan, number), report in play_many(_play_game, [(plans[index], number) for index, number in tasks], jobs):
        found[plans.index(plan), number] = report
        told(len(found))
    return [
        replace(table, games=tuple(_places(found[index, number]) for number in range(cup.plan.games)))
        for index, table in enumerate(tables)
    ]


def _play_game(task: tuple[Plan, int]) -> Report:
    return play_one(*task)


def _places(report: Report) -> Places:
    return dict(zip(report.seating, report.places, strict=True))


# -- the three forms ------------------------------------------------------------------------------------


def _round_robin(cup: Tournament, _: int | None) -> Iterator[list[Table]]:
    """Everybody meets everybody: all tables of so many seats that there are."""
    seats = min(cup.plan.seats, len(cup.entrants))
    if math.comb(len(cup.entrants), seats) > MOST_TABLES:
        raise SetupError(
            f"{len(cup.entrants)} entrants at tables of {seats} make more than {MOST_TABLES} tables; play a Swiss",
            code="bad-entrants",
        )
    yield [Table("round robin", names) for names in combinations(cup.entrants, seats)]


def _swiss(cup: Tournament, rounds: int | None) -> Iterator[list[Table]]:
    """Round by round, those with like points meet; whom one has met already, one meets again only in need."""
    names = list(cup.entrants)
    random.Random(f"{cup.plan.seed}/swiss").shuffle(names)
    for number in range(1, (rounds or max(1, math.ceil(math.log2(len(names))))) + 1):
        points = cup.points()
        line = sorted(names, key=lambda name: -points[name])
        if cup.plan.seats == 2 and len(line) % 2:
            # The last who has not been free yet is free, and has a point for it.
            free = min(reversed(line), key=lambda name: cup.byes[name])
            line.remove(free)
            cup.byes[free] += 1
        yield [Table(f"round {number}", each) for each in _drawn(cup, line)]


def _drawn(cup: Tournament, line: list[str]) -> list[tuple[str, ...]]:
    met = {frozenset(pair) for table in cup.tables for pair in combinations(table.names, 2)}
    drawn = []
    rest = list(line)
    for size in _sizes(len(line), cup.plan.seats):
        table = [rest.pop(0)]
        while len(table) < size:
            # The next in line whom the fewest at the table have met.
            chosen = min(rest, key=lambda name: sum(frozenset((name, other)) in met for other in table))
            rest.remove(chosen)
            table.append(chosen)
        drawn.append(tuple(table))
    return drawn


def _sizes(entrants: int, seats: int) -> list[int]:
    """As few tables as there can be, as even as can be."""
    tables = math.ceil(entrants / seats)
    return [entrants // tables + (table < entrants % tables) for table in range(tables)]


def _heats(cup: Tournament, _: int | None) -> Iterator[list[Table]]:
    """The better half of each heat goes on, until all who are left fit at one table: the final."""
    left = list(cup.entrants)
    random.Random(f"{cup.plan.seed}/heats").shuffle(left)
    for number, stage in enumerate(_stages(len(left), cup.plan.seats)):
        for name in left:
            cup.reached[name] = number
        sizes = _sizes(len(left), cup.plan.seats)
        # Dealt like cards, so that the best of one heat do not all meet in the next.
        dealt = [tuple(left[table :: len(sizes)]) for table in range(len(sizes))]
        tables = [Table(stage, names) for names in dealt if len(names) > 1]
        yield tables
        # Who was alone at his table goes on without a race.
        orders = [table.order() for table in cup.tables[-len(tables) :]]
        orders += [list(names) for names in dealt if len(names) == 1]
        left = [order[place] for place in range(cup.plan.seats) for order in orders if place < _through(len(order))]


def _through(size: int) -> int:
    return (size + 1) // 2


def _stages(entrants: int, seats: int) -> list[str]:
    """The names of the rounds: heats, quarter-finals and so on are called after how far it is to the final."""
    count = 0
    while entrants > seats:
        entrants = sum(_through(size) for size in _sizes(entrants, seats))
        count += 1
    names = [f"heats {number}" for number in range(1, count)] if count > 2 else ["heats"][: count - 1]
    return [*names, *(["semi-finals"] if count else []), "final"]
