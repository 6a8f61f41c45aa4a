"""The Basic Game (CM 11.0-scope): chapters 11 to 17 are left out, and a flipped chariot is gone."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.chart import Chart
from ludus.core.game import Phase
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import UNHURT, WOUNDED, Ending, Lashed, Odds
from ludus.games.circus.options.switch import either
from ludus.games.circus.state import Chariot


class Basic(SecondEdition):
    """No clock, no wrecks, no runaways, no men on the sand, no critical hits."""

    statuses = ("racing", "finished", "out")

    def clock(self) -> int | None:
        """CM 11.0-scope, 11.1: only in the Advanced Game."""
        return None

    def flip_clauses(self) -> tuple[str, ...]:
        return ("CM 7.33-FP",)

    def flip_words(self) -> str:
        return "your race is over"

    def break_up(self, chariot: Chariot, square: int, clause: str) -> None:
        """CM 7.33-FP: the chariot leaves the board."""
        self.leave_race(chariot, "flipped", clause)

    def pull_from_car(self, chariot: Chariot, clause: str) -> None:
        """A chariot without its driver is lost."""
        self.leave_race(chariot, "lost its driver", clause)

    def critical(self, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
        """CM 13.1a: only in the Advanced Game."""
        return
        yield

    def critical_endings(self, factor: int, man: Lashed) -> Iterator[tuple[Ending, float]]:
        yield (WOUNDED, UNHURT), 1.0

    def critical_chances(self) -> Odds:
        return {}

    def critical_tables(self) -> tuple[Chart, ...]:
        return ()

    def wreck_tables(self) -> tuple[Chart, ...]:
        """CM 11.0-scope: nothing lies on the track."""
        return ()


LEVEL = either(
    "level",
    "Level",
    "Basic: a flipped chariot leaves the board, wounds have no further consequences. Advanced: everything.",
    "CM 11.0-scope",
    "The game",
    "advanced",
    {"basic": Basic},
)
