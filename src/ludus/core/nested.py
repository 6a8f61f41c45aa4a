"""Matches within matches, for whoever plays them: a contest begun, how it ended, and records with their contests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludus.core.contest import Settled, digest
from ludus.core.dice import SeededDice
from ludus.core.errors import LudusError, Refused
from ludus.core.game import Game
from ludus.core.match import Match

Find = Callable[[str], Game[Any]]


def open_contest(match: Match[Any], find: Find) -> Match[Any]:
    """The contest that a match waits for, ready to be played. Its dice follow from those of the match."""
    contest = match.contest
    if contest is None:
        raise Refused("no contest is under way here", code="no-contest")
    return Match(
        find(contest.game),
        len(contest.owners),
        SeededDice(match.contest_seed),
        ruleset=contest.ruleset,
        options=contest.options,
        names=contest.names,
    )


def settled(contest: Match[Any]) -> Settled:
    """How a contest ended, for the match that waits for it."""
    if contest.outcome is None:
        raise LudusError("the contest is not over", code="contest-under-way")
    return Settled(digest(contest.record()), contest.outcome.to_plain())


def nest(record: Mapping[str, Any], contests: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    """A record with those of its contests in it, in their order; None where only the hash is at hand."""
    return {**record, "contests": [None if each is None else dict(each) for each in contests]}
