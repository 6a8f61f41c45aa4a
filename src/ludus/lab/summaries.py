"""What a simulation tells beyond wins and lengths: one small module for each game that has more to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.core.match import Match
from ludus.core.shelf import Shelf
from ludus.library import find_game


@dataclass(frozen=True, slots=True)
class Summary:
    """How a match that is over becomes facts, where it was played, and how the facts of many add up."""

    read: Callable[[Match[Any], Sequence[Match[Any]]], Any]  # the match, and its contests
    add_up: Callable[[Sequence[Any]], dict[str, Any]]


def _circus() -> Summary:
    from ludus.lab import circus

    return Summary(lambda match, _: circus.read_race(match), circus.add_up)


def _gladiator() -> Summary:
    from ludus.lab import gladiator

    return Summary(lambda match, _: gladiator.read_fight(match), gladiator.add_up)


def _season() -> Summary:
    from ludus.lab import season

    return Summary(season.read_season, season.add_up)


def _school() -> Summary:
    from ludus.lab import school

    return Summary(school.read_school, school.add_up)


def _epic() -> Summary:
    from ludus.lab import epic

    return Summary(epic.read_families, epic.add_up)


# By game; a game whose rulesets are games of their own has one for each, as "campaign season".
SUMMARIES: Shelf[Summary] = Shelf(
    {
        "circus": _circus,
        "gladiator": _gladiator,
        "campaign season": _season,
        "campaign careers": _school,
        "campaign owners": _school,
        "campaign epic": _epic,
    }
)


def summary_of(game: str, ruleset: str | None) -> Summary | None:
    """What a simulation of this game tells besides; None: nothing."""
    return SUMMARIES.get(game) or SUMMARIES.get(f"{game} {ruleset or next(iter(find_game(game).rulesets))}")
