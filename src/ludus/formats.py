"""The formats of tournaments, of bots and of people: who meets whom in which round, who goes on, who stands where.

Nothing is played here. A card holds the rounds so far; it draws the next one, and is given back what came of it. The
same seed, entrants and results give the same tournament.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from ludus.core.errors import SetupError

FORMATS = ("round-robin", "swiss", "heats")
MOST_TABLES = 2000  # of a round robin that is played at once
MOST_ROUNDS = 40  # of one that people play round by round
MOST_SWISS = 100

Places = Mapping[str, int]  # of one game, by name; equal places are shared


@dataclass(frozen=True, slots=True)
class Table:
    """Who meets at one table of one round, and what came of it. Others may sit there who are not in the tournament: in
    the places of a game they have names, too."""

    stage: str
    names: tuple[str, ...]
    games: tuple[Places, ...] = ()

    def score(self) -> dict[str, float]:
        """Points of each: 1 for a first place, 0 for the last, the rest between them, on average over the games."""
        if not self.games:  # void
            return dict.fromkeys(self.names, 0.0)
        return {name: sum(_score(game, name) for game in self.games) / len(self.games) for name in self.names}

    def order(self) -> list[str]:
        """The best first; those who are level stay as they were seeded."""
        score = self.score()
        return sorted(self.names, key=lambda name: -score[name])


def _score(game: Places, name: str) -> float:
    """By how many were before him; with whom he shares a place, half."""
    others = [place for other, place in game.items() if other != name]
    beaten_by = sum(place < game[name] for place in others) + sum(place == game[name] for place in others) / 2
    return (len(others) - beaten_by) / len(others) if others else 1.0


class Round(NamedTuple):
    """Who meets whom; who is free has a point for it."""

    stage: str
    tables: tuple[Table, ...]
    free: tuple[str, ...] = ()


class Standing(NamedTuple):
    name: str
    place: int  # shared by those whom nothing tells apart
    points: float
    wins: float  # first places
    met: float  # the points of all whom one has met: who had the harder way is before the other
    reached: int  # the last round one was in; it counts in heats
    played: int  # games


@dataclass(slots=True)
class Card:
    """A tournament: its form, and the rounds so far."""

    form: str
    entrants: tuple[str, ...]
    seats: int
    seed: str = "0"
    rounds: int | None = None  # of a Swiss
    at_once: bool = False  # a round robin in one round, every table there can be: nobody has to be at two places
    company: bool = False  # whoever is left over is not free: others sit down with him, who are not in the tournament
    out: Collection[str] = ()  # who has withdrawn
    held: list[Round] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        return [table for each in self.held for table in each.tables]

    @property
    def games(self) -> list[Places]:
        return [game for table in self.tables for game in table.games]

    @property
    def left(self) -> list[str]:
        return [name for name in self.entrants if name not in self.out]

    # -- who meets whom ---------------------------------------------------------------------------------

    def check(self) -> None:
        if self.form not in FORMATS:
            raise SetupError(
                f"a tournament is one of {', '.join(FORMATS)}, not '{self.form[:40]}'", code="unknown-tournament"
            )
        twice = [name for name, count in Counter(self.entrants).items() if count > 1]
        if twice:
            raise SetupError(f"everybody enters once, not {', '.join(twice)}", code="bad-entrants")
        if self.seats < 2:
            raise SetupError(f"two at least meet at a table, not {self.seats}", code="bad-seats")
        if self.rounds is not None and (self.form != "swiss" or not 1 <= self.rounds <= MOST_SWISS):
            message = f"a Swiss tournament has 1 to {MOST_SWISS} rounds; the others know their own"
            raise SetupError(message, code="bad-rounds")
        if self.form == "round-robin":
            self._check_robin()

    def _check_robin(self) -> None:
        count, seats = len(self.entrants), min(self.seats, len(self.entrants))
        if self.at_once and math.comb(count, seats) > MOST_TABLES:
            message = f"{count} entrants at tables of {seats} make more than {MOST_TABLES} tables; play a Swiss"
            raise SetupError(message, code="bad-entrants")
        if not self.at_once and len(self._robin()) > MOST_ROUNDS:
            message = f"{count} entrants at tables of {seats} take more than {MOST_ROUNDS} rounds; play a Swiss"
            raise SetupError(message, code="bad-entrants")

    def count(self) -> int | None:
        """How many rounds there will be, as far as that is known."""
        if self.form == "swiss":
            return self.rounds or max(1, math.ceil(math.log2(max(2, len(self.entrants)))))
        if self.form == "heats":
            return len(stages(len(self.entrants), self.seats))
        return 1 if self.at_once else len(self._robin())

    def draw(self) -> Round | None:
        """The next round; None: it is over."""
        if len(self.left) < 2:
            return None
        if self.form == "heats":
            return self._draw_heats()
        if len(self.held) >= (self.count() or 0):
            return None
        return self._draw_swiss() if self.form == "swiss" else self._draw_robin()

    def _draw_robin(self) -> Round:
        """Everybody meets everybody: at all tables of so many seats that there are, or round by round."""
        if self.at_once:
            seats = min(self.seats, len(self.entrants))
            tables = combinations(self.entrants, seats)
            return Round("round robin", tuple(Table("round robin", names) for names in tables))
        drawn = self._robin()[len(self.held)]
        here = [tuple(name for name in names if name not in self.out) for names in drawn]
        return self._round(f"round {len(self.held) + 1}", here)

    def _robin(self) -> list[list[tuple[str, ...]]]:
        names = list(self.entrants)
        random.Random(f"{self.seed}/round-robin").shuffle(names)
        return list(_in_pairs(names)) if self.seats == 2 else list(_until_all_have_met(names, self.seats))

    def _draw_swiss(self) -> Round:
        """Round by round, those with like points meet; whom one has met already, one meets again only in need."""
        names = list(self.entrants)
        random.Random(f"{self.seed}/swiss").shuffle(names)
        points = self.points()
        line = sorted((name for name in names if name not in self.out), key=lambda name: -points[name])
        alone: list[tuple[str, ...]] = []
        if self.seats == 2 and len(line) % 2:
            # The last who has not been left over yet.
            before = Counter(name for each in self.held for name in each.free)
            before.update(table.names[0] for table in self.tables if len(table.names) == 1)
            over = min(reversed(line), key=lambda name: before[name])
            line.remove(over)
            alone = [(over,)]
        return self._round(f"round {len(self.held) + 1}", [*self._drawn(line), *alone])

    def _drawn(self, line: list[str]) -> list[tuple[str, ...]]:
        met = {frozenset(pair) for table in self.tables for pair in combinations(table.names, 2)}
        drawn = []
        rest = list(line)
        for size in sizes(len(line), self.seats):
            table = [rest.pop(0)]
            while len(table) < size:
                # The next in line whom the fewest at the table have met.
                chosen = min(rest, key=lambda name: sum(frozenset((name, other)) in met for other in table))
                rest.remove(chosen)
                table.append(chosen)
            drawn.append(tuple(table))
        return drawn

    def _round(self, stage: str, drawn: Sequence[tuple[str, ...]]) -> Round:
        least = 1 if self.company else 2
        tables = tuple(Table(stage, names) for names in drawn if len(names) >= least)
        return Round(stage, tables, tuple(names[0] for names in drawn if len(names) == 1 < least))

    def _draw_heats(self) -> Round | None:
        """The better half of each heat goes on, until all who are left fit at one table: the final."""
        if self.held and self.held[-1].stage == "final":
            return None
        left = [name for name in self._through() if name not in self.out]
        if len(left) < 2:
            return None
        stage = self._stage(stages(len(left), self.seats))
        # Dealt like cards, so that the best of one heat do not all meet in the next.
        tables = len(sizes(len(left), self.seats))
        dealt = [tuple(left[table::tables]) for table in range(tables)]
        free = tuple(names[0] for names in dealt if len(names) == 1)  # goes on without a race
        return Round(stage, tuple(Table(stage, names) for names in dealt if len(names) > 1), free)

    def _through(self) -> list[str]:
        """Who goes on, the winners of all tables first."""
        if not self.held:
            left = list(self.entrants)
            random.Random(f"{self.seed}/heats").shuffle(left)
            return left
        orders = [table.order() for table in self.held[-1].tables] + [[name] for name in self.held[-1].free]
        return [order[place] for place in range(self.seats) for order in orders if place < through(len(order))]

    def _stage(self, ahead: list[str]) -> str:
        """Several rounds of heats are numbered."""
        if not ahead[0].startswith("heats") or (not self.held and ahead.count("heats") == 1):
            return ahead[0]
        return f"heats {len(self.held) + 1}"

    # -- who stands where -------------------------------------------------------------------------------

    def points(self) -> dict[str, float]:
        found = dict.fromkeys(self.entrants, 0.0)
        for each in self.held:
            for name in each.free:
                found[name] += 1
        for table in self.tables:
            for name, score in table.score().items():
                found[name] += score
        return found

    def standings(self) -> list[Standing]:
        """By points, then by first places, then by whom one has met; in heats first by how far one has come there."""
        points, wins, games = self.points(), Counter[str](), Counter[str]()
        met = dict.fromkeys(self.entrants, 0.0)
        for table in self.tables:
            for game in table.games:
                first = min(game.values())
                games.update(table.names)
                for name in table.names:
                    wins[name] += game[name] == first
                    met[name] += sum(points[other] for other in table.names if other != name)
        reached, last = self._reached()
        rows = {
            name: (reached[name], last[name], points[name], wins[name], round(met[name], 6)) for name in self.entrants
        }
        keys = {name: row if self.form == "heats" else row[2:] for name, row in rows.items()}
        order = sorted(self.entrants, key=lambda name: keys[name], reverse=True)
        return [
            Standing(
                name,
                1 + sum(keys[other] > keys[name] for other in order),
                points[name],
                wins[name],
                met[name],
                reached[name],
                games[name],
            )
            for name in order
        ]

    def _reached(self) -> tuple[dict[str, int], dict[str, float]]:
        """The last round that each was in, and his points there."""
        reached, last = dict.fromkeys(self.entrants, -1), dict.fromkeys(self.entrants, 0.0)
        for number, each in enumerate(self.held):
            for name, score in [*((name, 1.0) for name in each.free), *_scores(each)]:
                reached[name], last[name] = number, score
        return reached, last


def _scores(held: Round) -> Iterator[tuple[str, float]]:
    for table in held.tables:
        yield from table.score().items()


def sizes(entrants: int, seats: int) -> list[int]:
    """As few tables as there can be, as even as can be.

    >>> sizes(9, 4)
    [3, 3, 3]
    """
    tables = math.ceil(entrants / seats)
    return [entrants // tables + (table < entrants % tables) for table in range(tables)]


def through(size: int) -> int:
    """How many of a heat go on."""
    return (size + 1) // 2


def stages(entrants: int, seats: int) -> list[str]:
    """The names of the rounds: they are called after how far it is to the final.

    >>> stages(32, 8)
    ['heats', 'semi-finals', 'final']
    """
    count = 0
    while entrants > seats:
        entrants = sum(through(size) for size in sizes(entrants, seats))
        count += 1
    names = [f"heats {number}" for number in range(1, count)] if count > 2 else ["heats"][: count - 1]
    return [*names, *(["semi-finals"] if count else []), "final"]


def _in_pairs(names: list[str]) -> Iterator[list[tuple[str, ...]]]:
    """One stays where he is, the others go round him. Of an odd number one is left over each time."""
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    half = len(circle) // 2
    for _ in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        yield [tuple(name for name in pair if name is not None) for pair in pairs]
        circle.insert(1, circle.pop())


def _until_all_have_met(names: list[str], seats: int) -> Iterator[list[tuple[str, ...]]]:
    """Whoever has met the fewest comes first, and brings together those who have not met; so every round brings
    somebody together."""
    met: Counter[frozenset[str]] = Counter()
    pairs = [frozenset(pair) for pair in combinations(names, 2)]
    while any(not met[pair] for pair in pairs):
        strangers = Counter(name for pair in pairs if not met[pair] for name in pair)
        rest = sorted(names, key=lambda name: -strangers[name])
        drawn = []
        for size in sizes(len(names), seats):
            table = [rest.pop(0)]
            while len(table) < size:
                table.append(min(rest, key=lambda name: sum(met[frozenset((name, other))] for other in table)))
                rest.remove(table[-1])
            drawn.append(tuple(table))
        for table_names in drawn:
            met.update(frozenset(pair) for pair in combinations(table_names, 2))
        yield drawn
