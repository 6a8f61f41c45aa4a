"""Corners of the epic race: dice that show a total, and what a check came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.games.circus.odds import thrown
from tests.rules.circus.kit import CircusMatch, asked, events
from tests.rules.epic.kit import epic

CALM: Mapping[str, Any] = {"whip": False}
CLEAN = [6, 6, 6]  # three dice that get through, as long as there are few points

RAIN: dict[str, Any] = {"weather": {"rain": True}}
MUD: dict[str, Any] = {"weather": {"mud": True}}
BOTH: dict[str, Any] = {"weather": {"rain": True, "mud": True}}


def three(total: int) -> tuple[int, ...]:
    """Three dice with this total."""
    return thrown(total, 3)


def under(sky: dict[str, Any], **more: Any) -> CircusMatch:
    """A race with weather, under this sky."""
    return epic(options={"weather": True, **more.pop("options", {})}, parts=sky, **more)


def checks(race: CircusMatch) -> list[tuple[int, int, str]]:
    """Points, endurance paid and result of every corner check."""
    told = [event.data for event in events(race, "strain")]
    return [(each["points"], each["endurance_paid"], each["result"]) for each in told]


def points(race: CircusMatch) -> list[int]:
    return [each[0] for each in checks(race)]


def steps(race: CircusMatch) -> set[object]:
    name, answers = asked(race)
    assert name == "step", name
    return set(answers)


def slips(race: CircusMatch) -> set[object]:
    return {step for step in steps(race) if str(step).startswith("slip")}
