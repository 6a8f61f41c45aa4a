"""One match of an experiment, as a row: who sat where, with what, and what became of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from ludus.bots import Bot, Glimpse
from ludus.core.decision import Choice
from ludus.core.match import Match
from ludus.lab.circus import Facts as RaceFacts
from ludus.lab.experiment import Cell, Experiment
from ludus.lab.gladiator import Facts as FightFacts
from ludus.lab.pace import few_sweeps
from ludus.lab.simulate import Report, SimulationError, play_out, report_of

Row = dict[str, Any]
Task = tuple[int, int]  # a cell, and the number of a match


class Watched(Bot):
    """A bot that is told what to build, and whose answers are written down."""

    name = "watched"
    title = "Watched"
    about = "Another bot, looked at."

    def __init__(self, bot: Bot, seat: int, build: tuple[int, ...] | None, book: list[Row] | None) -> None:
        super().__init__(bot.rng, bot.budget_ms, bot.samples)
        self._bot = bot
        self._seat = seat
        self._build = build
        self._book = book

    def choose(self, glimpse: Glimpse) -> Choice:
        decision = glimpse.decision
        answer = self._build if self._build and decision.name == "build" else self._bot.choose(glimpse)
        if self._book is not None:
            row = {"seat": self._seat, "bot": self._bot.called, "about": decision.about}
            self._book.append({**row, "question": decision.name, "answer": str(answer)})
        return answer

    @property
    def called(self) -> str:
        return self._bot.called

    def driver(self, game: str) -> str:
        return self._bot.driver(game)


def play_task(experiment: Experiment, task: Task) -> Row:
    """Play one match. Everything in it follows from the experiment and the task."""
    cell, number = experiment.cells[task[0]], task[1]
    try:
        with few_sweeps():
            return {"cell": task[0], "number": number, **_play(cell, number, experiment.decisions)}
    except Exception as error:
        raise SimulationError(
            f"match {number} of {cell.name} broke (dice seed '{cell.plan.seed_of(number)}'): "
            f"{type(error).__name__}: {error}"
        ) from error


def _play(cell: Cell, number: int, decisions: bool) -> Row:
    book: list[Row] | None = [] if decisions else None
    builds = cell.built(number)

    def seated(match: Match[Any], bots: dict[int, Bot]) -> dict[int, Bot]:
        if not builds and book is None:
            return bots
        return {seat: Watched(bot, seat, builds[seat] if builds else None, book) for seat, bot in bots.items()}

    began = time.perf_counter()
    match, answers, contests = play_out(cell.plan, number, seated)
    seconds = time.perf_counter() - began
    report = report_of(cell.plan, number, match, answers, contests)
    row: Row = {
        **{f"axis_{axis}": label for axis, label in cell.labels.items()},
        "seed": cell.plan.seed_of(number),
        "reason": report.reason,
        "decisions": report.decisions,
        "rounds": _rounds(report),
        "seconds": round(seconds, 4),
        "winners": list(report.winners),
        "places": list(report.places),
        "bots": report.seating,
        "cash": list(report.cash),
        **_traits(match, report.facts),
    }
    if book is not None:
        row["asked"] = book
    return row


def _rounds(report: Report) -> int:
    """Turns of a race or fight, rounds of the light race."""
    return getattr(report.facts, "turns", 0) or report.events["round"]


def _traits(match: Match[Any], facts: Any) -> Mapping[str, Sequence[Any]]:
    """By seat: what it raced or fought with, and what it was lost to. A seat with several chariots: of its first."""
    if isinstance(facts, RaceFacts):
        mine = [next(each for each in match.state.chariots if each.seat == seat) for seat in range(match.seats)]
        entries = [facts.entries[chariot.faction] for chariot in mine]
        return {
            "build": [entry.build for entry in entries],
            "lane": [entry.lane for entry in entries],
            "order": [entry.draws[0] if entry.draws else 0 for entry in entries],
            "lost_to": [entry.lost_to for entry in entries],
        }
    if isinstance(facts, FightFacts):
        return {
            "kind": [fighter.kind for fighter in match.state.fighters],
            "lost_to": [why for why, count in facts.left.items() for _ in range(count)],
        }
    return {}
