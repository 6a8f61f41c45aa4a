"""Positions of the epic race in one line: as `tests.rules.circus.kit`, by the epic book.

    race = epic(red="3-12", red_is={"written": 12, "car": "light"}, dice=[4])
    play(race, "no", "forward 3")

Sunshine unless `options={"weather": True}`; nobody starts from zero unless `"executed": 0` is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus import Match, ScriptedDice
from ludus.games.circus.editions import bare
from ludus.games.circus.epic.edition import Epic
from tests.rules.circus.kit import GAME, CircusMatch

BOOK = bare(Epic)  # for charts and odds
FACTIONS = BOOK.charts.factions
RUNNING = 12  # total speed of the turn before: whoever moved is not starting from zero


def epic(
    *,
    dice: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    phase: str = "moving",
    **position: Any,
) -> CircusMatch:
    """A match from a position; what is written as in `tests.rules.circus.kit.circus` (colours of two words with an
    underscore)."""
    factions = [name for name in position if name.replace("_", " ") in FACTIONS]
    chariots = []
    for number, name in enumerate(factions):
        plain: dict[str, Any] = {
            "faction": name.replace("_", " "),
            "seat": number if seats is None else number % seats,
            "car": "medium",
            "executed": RUNNING,
        }
        plain["square"] = position.pop(name)
        plain["moved"] = phase == "moving" and number > 0 and name != position.get("mover")
        plain.update(position.pop(f"{name}_is", {}))
        chariots.append(plain)
    if len(chariots) == 1:  # a race needs a second seat: far away, already moved
        far = {"faction": "yellow", "seat": 1, "square": "lane 8, egg corner 20", "car": "medium"}
        chariots.append({**far, "moved": True, "executed": RUNNING})
    if phase == "moving":
        position.setdefault("mover", factions[0].replace("_", " "))
    position.setdefault("turn", 5)
    return Match(
        GAME,
        len(chariots) if seats is None else seats,
        ScriptedDice(dice),
        "epic",
        {"weather": False, **(options or {})},
        position={"chariots": chariots, **position},
    )
