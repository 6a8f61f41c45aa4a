"""CM 20.3 by the epic edition: a race of a season of the second edition, run by the rules of the epic race.

Who is entered, what is bet and bribed, and what the season gets back are matters of the season (CM 20.22, 22, 24 to
26); from the first turn to the finish the book of the epic race holds (E2 6 to 15).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.game import Phase
from ludus.core.toml_files import load_table
from ludus.games.circus.chapters.setup import Setup
from ludus.games.circus.options.season import SeasonRace
from ludus.games.circus.patronage import Patronage
from ludus.games.circus.stable import Owned
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Data, Names

CARS = {"normal": "medium"}  # what the epic race calls a car of the season
COLOURS = {"gold": "yellow"}
SEASONS = tuple(f"CM {chapter}" for chapter in range(20, 27))  # the chapters of the season
EPIC_CITATIONS: Mapping[str, str] = load_table("ludus.games.circus", "epic/citations")


class EpicSeasonRace(SeasonRace):
    """Chariots as the season has entered them, each with its colour; no stable is opened, and no prize is paid."""

    sources: ClassVar[tuple[str, ...]] = ("CM",)
    # What belongs to the season is cited by its own clauses.
    cites: ClassVar[Mapping[str, str]] = {clause: clause for clause in EPIC_CITATIONS if clause.startswith(SEASONS)}

    @classmethod
    def stables(cls, seats: int, options: Mapping[str, Any]) -> Owned:
        given = options["stables"]
        if isinstance(given, list | tuple):
            given = [[translated(each) for each in stable] for stable in given]
        return super().stables(seats, {**options, "stables": given})

    def set_up(self) -> Phase:
        """CM 20.22: colours and chariots stand; lanes are drawn."""
        yield from Setup.set_up(self)

    def draw_factions(self) -> None:
        Setup.draw_factions(self)

    def reported(self, chariot: Chariot) -> dict[str, Any]:
        """CM 22.1: the season asks whether the driver lives."""
        return {**super().reported(chariot), "driver": "dead" if chariot.driver == "dead" else "alive"}

    def say_built(self, data: Data, names: Names) -> str:
        return super(SeasonRace, self).say_built(data, names)


class EpicSeasonMoney(Patronage):
    """CM 24 to 26: the season's own purse, in place of E2 4 and 5: the pool pays, and no more than it has."""


def translated(stabled: Any) -> Any:
    """A chariot as the epic race writes it."""
    if not isinstance(stabled, Mapping):
        return stabled
    car, colour = stabled.get("car"), stabled.get("faction")
    changed = {"car": CARS.get(str(car), car), "faction": COLOURS.get(str(colour), colour)}
    return {**stabled, **{name: value for name, value in changed.items() if name in stabled}}
