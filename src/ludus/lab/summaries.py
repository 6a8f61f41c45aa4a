"""What a simulation tells beyond wins and lengths: one small module for each game that has more to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.core.match import Match
from ludus.lab import circus, gladiator, school, season
from ludus.library import find_game


@dataclass(frozen=True, slots=True)
class Summary:
    """How a match that is over becomes facts, where it was played, and how the facts of many add up."""

    read: Callable[[Match[Any], Sequence[Match[Any]]], Any]  # the match, and its contests
    add_up: Callable[[Sequence[Any]], dict[str, Any]]


# By game; a game whose rulesets are games of their own has one for each, as "campaign season".
SUMMARIES: dict[str, Summary] = {
    "circus": Summary(lambda match, _: circus.read_race(match), circus.add_up),
    "gladiator": Summary(lambda match, _: gladiator.read_fight(match), gladiator.add_up),
    "campaign season": Summary(season.read_season, season.add_up),
    "campaign careers": Summary(school.read_school, school.add_up),
    "campaign owners": Summary(school.read_school, school.add_up),
}


def summary_of(game: str, ruleset: str | None) -> Summary | None:
    """What a simulation of this game tells besides; None: nothing."""
    return SUMMARIES.get(game) or SUMMARIES.get(f"{game} {ruleset or next(iter(find_game(game).rulesets))}")
