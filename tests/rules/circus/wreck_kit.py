"""Flips and landing wrecks in one line."""

from __future__ import annotations

from typing import Any

from tests.rules.circus.kit import CircusMatch, circus, play

# An even lash, two dice each, then a 2 on the table: W.
WOUND = (3, 4, 3, 4, 1, 1)
# A 3 and the wheel is off, before the first square.
BROKEN: dict[str, Any] = {"written": 14, "left_wheel": 9, "whip": False}
LOST = (1, 2)
# A team that runs without car and driver.
STRAY: dict[str, Any] = {"status": "runaway", "driver": "dead", "hitched": False}
DRAGGING: dict[str, Any] = {"status": "runaway", "driver": "dragged", "hitched": False}
# Its driver was pulled out: the empty car is still behind it.
EMPTY: dict[str, Any] = {"status": "runaway", "driver": "dragged"}


def wrecks(race: CircusMatch) -> list[str]:
    return [race.state.track.name(square) for square in race.state.wrecks]


def landing(
    *dice: int, flip: str = "lane 4, backstretch 10", car: str = "normal", answers: tuple[str, ...] = (), **others: Any
) -> CircusMatch:
    """White, far away, has nothing to move; red's car has flipped in this phase and lands now."""
    gone = {"status": "out", "driver": "dead"}
    race = circus(
        white="lane 8, egg corner 5",
        white_is={"whip": False},
        red="",
        red_is=gone,
        falling=[{"faction": "red", "square": flip, "car": car}],
        dice=dice,
        **others,
    )
    play(race, *answers)
    return race
