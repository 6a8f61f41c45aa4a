"""Second edition races with money in them: purses, envelopes and bets as they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus import Match
from ludus.core.dice import SeededDice
from ludus.games.circus.editions import book_of
from ludus.games.circus.patronage import Patronage
from tests.rules.circus.kit import GAME, CircusMatch, circus
from tests.rules.epic.patron_kit import coffers, form, own, rich, until

RED, BLUE, GREEN = 0, 1, 2  # seats, and chariots
BESIDE: dict[str, Any] = {"red": "lane 3, backstretch 12", "blue": "lane 4, backstretch 12"}
STILL: dict[str, Any] = {"whip": False, "written": 10, "horses_start": [4, 4, 4, 4], "modifier": 0}


def patrons(envelopes: Mapping[int, Mapping[str, Any]] | None = None, **position: Any) -> CircusMatch:
    """Red's phase begins; red belongs to the first seat, blue to the second."""
    options = {"patronage": "bets", **position.pop("options", {})}
    names = ("bets", "odds", "later", "side_bets", "opened", "loyal", "visited")
    money = {name: position.pop(name) for name in names if name in position}
    parts = rich(envelopes, position.pop("amount", 5000), position.pop("purses", 2), **money)
    return circus(options=options, parts=parts, **{"turn": 5, **position})


def set_up(seats: int, *, seed: str = "patrons", level: str = "advanced", **options: Any) -> CircusMatch:
    """A race from the start, up to the first question about money: whoever is asked before gives the default."""
    match: CircusMatch = Match(GAME, seats, SeededDice(seed), level, {"patronage": "bets", **options})
    return until(match, "skullduggery", "bets", "match_odds")


def money_book(race: CircusMatch) -> Patronage:
    book = book_of(race.state, race.table)
    assert isinstance(book, Patronage)
    return book


def aimed(**device: Any) -> dict[int, dict[str, Any]]:
    """Blue's envelope, against red."""
    return {BLUE: {"target": RED, **device}}


def guarded(kind: str, paid: int, envelope: dict[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """Red has paid for security of that kind."""
    return {**envelope, RED: {"guards": [[RED, kind, paid]]}}


__all__ = ["coffers", "form", "own", "until"]
