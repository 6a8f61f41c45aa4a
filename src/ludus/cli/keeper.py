"""A match of the terminal in a file: a record that `ludus verify` and `ludus replay` read, and who sits at it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ludus.bots.table import check_drivers
from ludus.core.errors import DataError
from ludus.core.match import Match
from ludus.core.nested import nest
from ludus.core.record import compact
from ludus.play import load_record, replay

TABLE = "table"  # what the file has besides the record


@dataclass(slots=True)
class Keeper:
    """Writes the file after every answer of a person."""

    path: Path
    bots: dict[int, str]  # the opponents, by seat
    drivers: list[str] = field(default_factory=list)  # bots that play in contests
    contests: list[dict[str, Any] | None] = field(default_factory=list)  # records by number; None: not settled yet
    match: Match[Any] | None = None  # the one around the contest under way
    way: str = ""  # how the person takes part in it
    number: int = 0  # of the contest under way

    @property
    def farewell(self) -> str:
        return f"Farewell; {self.path} keeps the match, and --save {self.path} goes on with it."

    def keep(self, match: Match[Any]) -> None:
        """The match at the table, and the one around it."""
        whole = match if self.match is None else self.match
        plain = compact(nest(whole.record(), self.contests) if self.contests else whole.record())
        plain[TABLE] = {
            "bots": {str(seat): name for seat, name in self.bots.items()},
            "drivers": self.drivers,
            "contest": None if whole is match else compact(match.record()),
            "way": self.way,
            "number": self.number,
        }
        draft = self.path.with_name(f"{self.path.name}.new")
        try:
            draft.write_text(json.dumps(plain, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
            draft.replace(self.path)
        except OSError as error:
            raise DataError(f"cannot save {self.path}: {error.strerror or error}", code="cannot-save") from error

    def begin(self, match: Match[Any], contest: Match[Any], way: str, number: int) -> None:
        """A contest of this match is at the table from now on."""
        self.match, self.way, self.number = match, way, number
        self.keep(contest)

    def end(self, contest: Match[Any], number: int) -> None:
        """Of those side by side a later one may end before an earlier one."""
        self.match, self.way = None, ""
        self.contests += [None] * (number + 1 - len(self.contests))
        self.contests[number] = contest.record()


class UnderWay(NamedTuple):
    """A contest at the table, and how the person takes part in it."""

    contest: Match[Any]
    way: str
    number: int
    told: int = 0  # events that were told another time


def read_kept(path: Path) -> tuple[Match[Any], Keeper, UnderWay | None]:
    """A match to go on with."""
    record = load_record(path)
    table = record.get(TABLE)
    if not isinstance(table, Mapping) or not isinstance(table.get("bots"), Mapping):
        raise DataError(f"{path} is not a match that was kept by --save", code="bad-record")
    match = replay(record)
    if match.outcome is not None:
        raise DataError(f"the match in {path} is over; `ludus replay` tells it", code="match-over")
    bots = {int(seat): str(name) for seat, name in table["bots"].items()}
    drivers = table.get("drivers", [])
    if not isinstance(drivers, list) or not all(isinstance(name, str) for name in drivers):
        raise DataError(f"{path} does not say who drives in its contests", code="bad-record")
    check_drivers(drivers)
    keeper = Keeper(path, bots, drivers, list(record.get("contests", [])))
    if table.get("contest") is None:
        return match, keeper, None
    contest = replay(table["contest"])
    number = table.get("number", next(iter(match.contests), 0))
    if number not in match.contests:
        raise DataError(f"{path} has a contest at the table that the match does not wait for", code="bad-record")
    return match, keeper, UnderWay(contest, str(table.get("way")), number, len(contest.events))
