"""Matches within matches, for whoever plays them: a contest begun, how it ended, and records with their contests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludus.core.contest import Sealed, Settled, digest
from ludus.core.dice import SeededDice
from ludus.core.errors import LudusError, Refused
from ludus.core.game import Game
from ludus.core.match import Match

Find = Callable[[str], Game[Any]]


def open_contest(match: Match[Any], find: Find, number: int | None = None) -> Match[Any]:
    """A contest that a match waits for, the first unless told, ready to be played: its dice follow from those of the
    match, and what the match has sealed for it is in."""
    if number is None:
        number = next(iter(match.contests), 0)
    contest = match.contests.get(number)
    if contest is None:
        raise Refused("no such contest is under way here", code="no-contest")
    opened = Match(
        find(contest.game),
        len(contest.owners),
        SeededDice(match.seed_of(number)),
        ruleset=contest.ruleset,
        options=contest.options,
        names=contest.names,
    )
    if contest.sealed is not None:
        opened.hand_in(Sealed(contest.sealed))
    return opened


def settled(contest: Match[Any], number: int | None = None) -> Settled:
    """How a contest ended, for the match that waits for it; the number says which of several side by side it is."""
    if contest.outcome is None:
        raise LudusError("the contest is not over", code="contest-under-way")
    return Settled(digest(contest.record()), contest.outcome.to_plain(), number)


def nest(record: Mapping[str, Any], contests: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    """A record with those of its contests in it, by their numbers; None where only the hash is at hand."""
    return {**record, "contests": [None if each is None else dict(each) for each in contests]}
