"""Flips, landing wrecks and men on the sand of the epic race, in one line."""

from __future__ import annotations

from typing import Any

from tests.rules.circus.kit import CircusMatch, chariot, play
from tests.rules.epic.kit import epic

# A 3 and the wheel is off, before the first square.
BROKEN: dict[str, Any] = {"written": 14, "left_wheel": 9, "whip": False, "hits": 9, "hits_start": 9}
LOST = (1, 2)
# A team that runs without car and driver.
STRAY: dict[str, Any] = {"status": "runaway", "driver": "dead", "hitched": False}
DRAGGING: dict[str, Any] = {"status": "runaway", "driver": "dragged", "hitched": False}
# Its driver was pulled out: the empty car is still behind it.
EMPTY: dict[str, Any] = {"status": "runaway", "driver": "dragged"}
FOOT: dict[str, Any] = {**STRAY, "driver": "foot"}
LYING: dict[str, Any] = {"status": "stopped", "driver": "dead", "horses": [5, 0, 4, 5]}
NO_KNIFE: dict[str, Any] = {"parts": {"dagger": {"carried": False}}}
MUD: dict[str, Any] = {"options": {"weather": True}, "parts": {"weather": {"mud": True}}}


def wrecks(race: CircusMatch) -> list[str]:
    return [race.state.track.name(square) for square in race.state.wrecks]


def man(race: CircusMatch, faction: str = "red") -> str:
    """Where the man on foot stands; else what has become of him."""
    square = chariot(race, faction).man
    return race.state.track.name(square) if square >= 0 else chariot(race, faction).driver


def trail(race: CircusMatch, faction: str = "red") -> list[str]:
    """The squares that a dragged man has lain on in this phase."""
    return [race.state.track.name(square) for square in chariot(race, faction).trail]


def landing(
    *dice: int, flip: str = "lane 4, backstretch 10", car: str = "medium", answers: tuple[str, ...] = (), **others: Any
) -> CircusMatch:
    """White, far away, has nothing to move; red's car has flipped in this phase and lands now."""
    race = epic(
        white="lane 8, egg corner 5",
        white_is={"whip": False},
        red="",
        red_is={"status": "out", "driver": "dead"},
        falling=[{"faction": "red", "square": flip, "car": car}],
        dice=dice,
        **others,
    )
    play(race, *answers)
    return race


def flipped(*dice: int, others: dict[str, Any] | None = None, **log: Any) -> CircusMatch:
    """Red loses a wheel on backstretch 11 (car on 10) before its first square, with fourteen factors to run."""
    return epic(red="lane 4, backstretch 11", red_is={**BROKEN, **log}, dice=[*LOST, *dice], **(others or {}))


def walking(square: str, *dice: int, hits: int = 7, turn: int = 7, **others: Any) -> CircusMatch:
    """White has nothing to move; then red's driver, freed two turns ago, may run."""
    red = {**FOOT, "freed_turn": 5, "man": square, "hits": hits, "hits_start": 10, **others.pop("red_is", {})}
    return epic(
        white="lane 8, egg corner 5",
        white_is={"whip": False},
        red="lane 1, front straight 10",
        red_is={**red, "moved": True},
        dice=dice,
        turn=turn,
        **others,
    )


def towards(*dice: int, man: str = "lane 4, backstretch 20", on_foot: dict[str, Any] | None = None, **red: Any) -> Any:
    """Red, one square behind on backstretch 19, drives at blue's driver."""
    return epic(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, **red}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": man, "hits": 6, "modifier": 1, **(on_foot or {})}, dice=dice,
    )  # fmt: skip
