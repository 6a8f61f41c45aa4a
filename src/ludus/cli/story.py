"""Matches that are watched from afar: what is worth telling, and the places."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from ludus.cli.common import out
from ludus.cli.speech import to_you
from ludus.core.event import Event
from ludus.core.match import Match

TELLING = ("section", "dire", "triumph")  # weights


def weighs(match: Match[Any], event: Event) -> bool:
    """Whether it is told to who does not play himself."""
    return match.game.accent(event, match.options).weight in TELLING


def print_event(match: Match[Any], event: Event) -> None:
    said = to_you(match.narrate(event), match.names)
    out.print(Text(said).append(f"  {', '.join(event.clauses)}", style="dim"))


def print_places(match: Match[Any]) -> None:
    assert match.outcome is not None
    places = sorted((place, match.names[seat]) for seat, place in enumerate(match.outcome.places))
    out.print("  ".join(f"{place}. {name}" for place, name in places), style="bold", markup=False)
