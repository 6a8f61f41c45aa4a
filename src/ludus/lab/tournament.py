"""Tournaments of bots: round robin, Swiss, or heats with semi-finals and a final. The same seed gives the same one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludus.core.errors import SetupError
from ludus.formats import Card, Places, Round, Table
from ludus.lab.ratings import Rating, rate
from ludus.lab.simulate import Plan, Report, check_plan, play_many, play_one
from ludus.library import find_game

MOST_ENTRANTS = 256


@dataclass(frozen=True, slots=True)
class Tournament:
    """What was played, and who stands where."""

    card: Card
    plan: Plan

    @property
    def entrants(self) -> tuple[str, ...]:
        return self.card.entrants

    @property
    def tables(self) -> list[Table]:
        return self.card.tables

    @property
    def games(self) -> list[Places]:
        return self.card.games

    @property
    def byes(self) -> Counter[str]:
        return Counter(name for each in self.card.held for name in each.free)

    def points(self) -> dict[str, float]:
        return self.card.points()

    def standings(self) -> list[str]:
        return [each.name for each in self.card.standings()]

    def ratings(self) -> dict[str, Rating]:
        return rate(self.games, self.entrants, self.plan.seed)

    def to_plain(self) -> dict[str, Any]:
        points, ratings = self.points(), self.ratings()
        games = Counter(name for game in self.games for name in game)
        wins = Counter(name for game in self.games for name, place in game.items() if place == 1)
        return {
            "game": self.plan.game,
            "format": self.card.form,
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
    card = Card(form, tuple(entrants), most, str(seed), rounds, at_once=True)
    if not 2 <= len(card.entrants) <= MOST_ENTRANTS:
        message = f"a tournament has 2 to {MOST_ENTRANTS} entrants, not {len(card.entrants)}"
        raise SetupError(message, code="bad-entrants")
    card.check()
    cup = Tournament(card, plan)
    done = 0
    while (drawn := card.draw()) is not None:
        for table in drawn.tables:
            check_plan(_at(cup, table))
        before = done

        def told(number: int, before: int = before, ahead: int = len(drawn.tables) * games) -> None:
            if progress is not None:
                progress(before + number, before + ahead)

        card.held.append(Round(drawn.stage, tuple(_play(cup, drawn.tables, jobs, told)), drawn.free))
        done += len(drawn.tables) * games
    return cup


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
