"""Many games between bots, over several processes, with the same result however many there are."""

from __future__ import annotations

import json
import multiprocessing
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any, TypeVar

from ludus.bots import Bot, make_bot
from ludus.bots.fields import fields_of, seat_fields
from ludus.bots.table import Table, Thinking, check_drivers
from ludus.core.errors import LudusError, SetupError
from ludus.core.match import Match
from ludus.lab.pace import few_sweeps
from ludus.lab.summaries import summary_of
from ludus.library import find_game
from ludus.play import nested_record, new_match

MOST_GAMES = 1_000_000
Task = TypeVar("Task")
Result = TypeVar("Result")
Played = tuple[Match[Any], int, list[Match[Any]]]
AtTheTable = Callable[[Match[Any], dict[int, Bot]], dict[int, Bot]]  # who else sits there, or looks on


class SimulationError(LudusError):
    """A game of a simulation broke; the sentence says how to play it again."""

    code = "simulation-failed"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be simulated. Everything in a game follows from the plan and the game's number."""

    game: str
    games: int
    seats: int
    bots: tuple[str, ...]
    seed: str
    ruleset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    budget_ms: int | None = None
    samples: int | None = None
    save: Path | None = None
    rules_name: str = ""  # of the house rules, for the records
    drivers: tuple[str, ...] = ()  # the bots that play in contests; none: those that the bots send

    def seating(self, number: int) -> list[str]:
        """Who sits where: bots repeat to fill the seats and move one seat on from game to game. A field is drawn anew
        for each game; beside it, other bots do not repeat."""
        fields = [name for name in self.bots if name in fields_of(self.game)]
        line = [*self.bots, *fields[-1:] * self.seats][: self.seats] if fields else self.bots
        return seat_fields(self.game, self._moved_on(line, number), random.Random(f"{self.seed_of(number)}/field"))

    def driving(self, number: int) -> list[str]:
        """Who plays in contests for whom: drivers stay with their bots."""
        return self._moved_on(self.drivers, number) if self.drivers else []

    def _moved_on(self, names: Sequence[str], number: int) -> list[str]:
        line = [names[seat % len(names)] for seat in range(self.seats)]
        return [line[(seat + number) % self.seats] for seat in range(self.seats)]

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"


@dataclass(frozen=True, slots=True)
class Report:
    """What one game came to."""

    seating: list[str]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    decisions: int  # those in contests too
    events: Counter[str]
    facts: Any = None  # what the game's own summary is made of
    contests: int = 0
    cash: tuple[int, ...] = ()  # what each seat has in the end, in games for money

    def wealth(self, name: str) -> float:
        """Of a bot, over all its seats."""
        return mean(cash for cash, bot in zip(self.cash, self.seating, strict=True) if bot == name)


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games of a simulation, counted up."""

    plan: Plan
    reports: list[Report]
    seconds: float

    def to_plain(self) -> dict[str, Any]:
        decisions = sum(report.decisions for report in self.reports)
        seconds = max(self.seconds, 1e-9)
        events = sum((report.events for report in self.reports), Counter[str]())
        plain = {
            "game": self.plan.game,
            "games": self.plan.games,
            "finished": len(self.reports),
            "decisions": decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(decisions / seconds, 1),
            "games_per_second": round(len(self.reports) / seconds, 3),
            "bots": self._bots(),
            "lengths": self._lengths(),
            "events": {kind: round(count / len(self.reports), 3) for kind, count in sorted(events.items())},
            "endings": dict(sorted(Counter(report.reason for report in self.reports).items())),
        }
        summary = summary_of(self.plan.game, self.plan.ruleset)
        if summary is not None:
            plain["summary"] = summary.add_up([report.facts for report in self.reports])
        return plain

    def _bots(self) -> dict[str, Any]:
        summary: dict[str, dict[str, float]] = {}
        fields = fields_of(self.plan.game)
        drawn = sorted({bot for report in self.reports for bot in report.seating if bot not in self.plan.bots})
        for name in dict.fromkeys((*self.plan.bots, *drawn)):
            if name in fields:
                continue  # its men are counted one by one
            seats = [
                (report, seat) for report in self.reports for seat, bot in enumerate(report.seating) if bot == name
            ]
            summary[name] = {
                "wins": sum(1 for report, seat in seats if seat in report.winners),
                "mean_place": round(mean(report.places[seat] for report, seat in seats), 3),
                "seats": len(seats),
            }
            if all(report.cash for report in self.reports):
                summary[name] |= self._wealth(name)
        return summary

    def _wealth(self, name: str) -> dict[str, float]:
        """What a bot comes to, and in how many games it is richer than any other, on average over its seats."""
        richest = [max(report.seating, key=report.wealth) for report in self.reports]
        return {
            "mean_cash": round(mean(report.wealth(name) for report in self.reports)),
            "richest": sum(each == name for each in richest),
        }

    def _lengths(self) -> dict[str, float]:
        """How many decisions a game takes, and how many rounds where the game tells of them."""
        decisions = [report.decisions for report in self.reports]
        lengths: dict[str, float] = {
            "min": min(decisions),
            "median": median(decisions),
            "mean": round(mean(decisions), 2),
            "max": max(decisions),
        }
        if any("round" in report.events for report in self.reports):
            lengths["rounds"] = round(mean(report.events["round"] for report in self.reports), 2)
        if any(report.contests for report in self.reports):
            lengths["contests"] = round(mean(report.contests for report in self.reports), 2)
        return lengths


def simulate(
    game: str,
    games: int,
    seats: int,
    bots: Sequence[str],
    seed: int | str = 0,
    jobs: int = 1,
    ruleset: str | None = None,
    options: Mapping[str, Any] | None = None,
    budget_ms: int | None = None,
    samples: int | None = None,
    save: Path | None = None,
    progress: Callable[[int], None] | None = None,
    rules_name: str = "",
    drivers: Sequence[str] = (),
) -> Simulation:
    """Play `games` games. The same seed gives the same games whatever `jobs` is, bots on a clock excepted.

    `progress` is told after each game how many are done; `save` is a directory for the records. Contests within a game
    are played by the bots that those of the game send, or by `drivers`.

    >>> race = simulate("chariot-race", games=4, seats=4, bots=["random"], seed=1)
    >>> race.to_plain()["finished"]
    4
    """
    plan = Plan(
        game,
        games,
        seats,
        tuple(bots),
        str(seed),
        ruleset,
        dict(options or {}),
        budget_ms,
        samples,
        save,
        rules_name,
        tuple(drivers),
    )
    check_plan(plan, jobs)
    if save is not None:
        _make_folder(save)
    began = time.perf_counter()
    reports: dict[int, Report] = {}
    for number, report in _play(plan, jobs):
        reports[number] = report
        if progress is not None:
            progress(len(reports))
    return Simulation(plan, [reports[number] for number in sorted(reports)], time.perf_counter() - began)


def check_plan(plan: Plan, jobs: int = 1) -> None:
    """Refuse what cannot be played before any process starts."""
    if not 1 <= plan.games <= MOST_GAMES:
        raise SetupError(f"a simulation has 1 to {MOST_GAMES} games, not {plan.games}", code="bad-games")
    if jobs < 1:
        raise SetupError(f"there must be at least one job, not {jobs}", code="bad-jobs")
    if plan.samples is not None and plan.samples < 1:
        raise SetupError(f"a bot looks at one sample at least, not {plan.samples}", code="bad-samples")
    if plan.budget_ms is not None and plan.budget_ms < 1:
        raise SetupError(f"a bot thinks for one millisecond at least, not {plan.budget_ms}", code="bad-budget")
    game = find_game(plan.game)
    game.check_seats(plan.seats)
    game.begin(plan.seats, game.resolve(plan.ruleset, plan.options))  # lists for so many seats are read here
    if not 1 <= len(plan.bots) <= plan.seats:
        raise SetupError(f"give 1 to {plan.seats} bots for {plan.seats} seats, not {len(plan.bots)}", code="bad-bots")
    for name in plan.bots:
        if name not in fields_of(plan.game):
            make_bot(plan.game, name, plan.seed)
    check_drivers(plan.drivers)


def _make_folder(save: Path) -> None:
    try:
        save.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot save records in {save}: {error.strerror or error}", code="cannot-save") from error


def _play(plan: Plan, jobs: int) -> Iterator[tuple[int, Report]]:
    return play_many(partial(play_one, plan), range(plan.games), jobs)


def play_many(play: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Result]]:
    """Every task with what came of it, in whatever order they end; over several processes if there are jobs."""
    if jobs == 1 or len(tasks) == 1:
        for task in tasks:
            yield task, play(task)
        return
    # Fresh processes: a forked one would inherit the caller's threads.
    with _without_interrupts():
        pool = multiprocessing.get_context("spawn").Pool(min(jobs, len(tasks)))
    with pool:
        chunk = max(1, min(16, len(tasks) // (8 * jobs)))
        yield from pool.imap_unordered(partial(_play_task, play), tasks, chunk)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C is for the parent, which ends its workers; they inherit that they must not listen, from the start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _play_task(play: Callable[[Task], Result], task: Task) -> tuple[Task, Result]:
    return task, play(task)


def play_one(plan: Plan, number: int) -> Report:
    """Game `number` of a plan."""
    try:
        with few_sweeps():
            return _play_one(plan, number)
    except Exception as error:
        raise SimulationError(
            f"game {number} of seed {plan.seed} broke (dice seed '{plan.seed_of(number)}', seats "
            f"{', '.join(plan.seating(number))}): {type(error).__name__}: {error}"
        ) from error


def _play_one(plan: Plan, number: int) -> Report:
    return report_of(plan, number, *play_out(plan, number))


def play_out(plan: Plan, number: int, at_the_table: AtTheTable | None = None) -> Played:
    """Game `number` to its end: the match, how many decisions it took, and its contests."""
    seating = plan.seating(number)
    seed = plan.seed_of(number)
    match = new_match(plan.game, plan.seats, seed, plan.ruleset, plan.options, _names(seating))
    match.rules_name = plan.rules_name
    bots = {
        seat: make_bot(plan.game, name, f"{seed}/seat {seat}", plan.budget_ms, plan.samples)
        for seat, name in enumerate(seating)
    }
    if at_the_table is not None:
        bots = at_the_table(match, bots)
    table = Table(match, bots, seed, plan.driving(number), Thinking(plan.budget_ms, plan.samples))
    return match, *table.play()


def report_of(plan: Plan, number: int, match: Match[Any], decisions: int, contests: Sequence[Match[Any]]) -> Report:
    """What is counted of a game that is over."""
    seating = plan.seating(number)
    assert match.outcome is not None
    if plan.save is not None:
        _save(match, contests, plan.save / f"{number:0{len(str(plan.games - 1))}d}.json")
    summary = summary_of(plan.game, plan.ruleset)
    return Report(
        seating,
        match.outcome.places,
        match.outcome.winners,
        match.outcome.reason,
        decisions,
        Counter(event.kind for event in match.events),
        None if summary is None else summary.read(match, contests),
        len(contests),
        tuple(match.outcome.report["cash"]) if _for_money(match.outcome.report) else (),
    )


def _for_money(report: Any) -> bool:
    return isinstance(report, Mapping) and "cash" in report


def _names(seating: Sequence[str]) -> list[str]:
    """Each seat is called after its bot, numbered where there are several."""
    return [
        name if seating.count(name) == 1 else f"{name} {seating[: seat + 1].count(name)}"
        for seat, name in enumerate(seating)
    ]


def _save(match: Match[Any], contests: Sequence[Match[Any]], path: Path) -> None:
    plain = nested_record(match, contests)
    path.write_text(json.dumps(plain, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
