"""Wrecks, carcasses and stationary chariots of the epic race, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.circus.kit import CircusMatch, asked, events, play
from tests.rules.epic.kit import epic

HERE = "lane 4, backstretch 20"  # where an obstacle lies
# Nobody asks about the whip.
CALM: dict[str, Any] = {"whip": False, "endurance": 30}
# A dead horse in the traces.
DEAD_HORSE: dict[str, Any] = {"horses": [5, 0, 4, 5], "fallen": [2]}
# A team of 18 that has lost all its speed without a wound.
SPENT: dict[str, Any] = {"endurance": 0, "drained": 18}
LYING: dict[str, Any] = {"status": "stopped", "driver": "dead", "horses": [5, 0, 4, 5]}


def coming(*dice: int, square: int = 19, **position: Any) -> CircusMatch:
    """Red comes up lane 4 to square 20, with eight factors."""
    log = {**CALM, "written": 8, **position.pop("red_is", {})}
    return epic(red=f"lane 4, backstretch {square}", red_is=log, dice=dice, **position)


def over(*dice: int, pay: int | None = None, then: str = "forward 2", **position: Any) -> CircusMatch:
    """Red drives over what lies on 20: the endurance die, its payment (all, if nothing is said), then the chart."""
    position.setdefault("wrecks", [] if {"carcasses", "blue"} & set(position) else [HERE])
    race = coming(*dice, **position)
    play(race, "forward 1")
    if asked(race)[0] == "pay":
        play(race, dice[0] if pay is None else pay)
    play(race, then)
    return race


def totals(race: CircusMatch) -> list[int]:
    return [int(event.data["total"]) for event in events(race, "run-over")]


def results(race: CircusMatch) -> list[str]:
    return [str(event.data["result"]) for event in events(race, "run-over")]


def answers(race: CircusMatch) -> set[str]:
    return {str(answer) for answer in asked(race)[1]}


def three(total: int) -> Sequence[int]:
    """Three dice with this total."""
    return tuple(total // 3 + (die < total % 3) for die in range(3))
