"""The race as a seat sees it, read quickly: a bot asks often, and the view was written by the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.bots.base import Glimpse
from ludus.games.circus.game import SAID, read_parts
from ludus.games.circus.ruleset import Rules
from ludus.games.circus.state import Chariot, Move, Race
from ludus.games.circus.threats import Falling, Threat
from ludus.games.circus.track import Track
from ludus.library import find_game


class Sight:
    """Reads the views of one match. Track and rules are read once and stay, and so does a chariot as long as nothing
    about it has changed: whoever wants to move one takes a copy of the race."""

    def __init__(self) -> None:
        self._board: tuple[Track, Rules] | None = None
        self._seen: dict[str, tuple[Mapping[str, Any], Chariot]] = {}

    def race(self, glimpse: Glimpse) -> Race:
        seen: Race | None = glimpse.position()
        return self._read(glimpse.view) if seen is None else seen

    def _read(self, view: Mapping[str, Any]) -> Race:
        if self._board is None:
            first: Race = find_game(view["game"]).imagine(view["position"], view["seats"], view["options"])
            self._board = (first.track, first.rules)
            return first
        chariots = [
            self._chariot(faction, seen, self._board[1]) for faction, seen in view["position"]["chariots"].items()
        ]
        return read_race(view["position"], chariots, *self._board)

    def _chariot(self, faction: str, seen: Mapping[str, Any], rules: Rules) -> Chariot:
        known = self._seen.get(faction)
        if known is None or known[0] != seen:
            known = self._seen[faction] = (seen, read_chariot(seen, rules))
        return known[1]


def read_race(position: Mapping[str, Any], chariots: list[Chariot], track: Track, rules: Rules) -> Race:
    """The same as `Circus.imagine`, without its checks."""
    plain = {name: value for name, value in position.items() if name not in SAID}
    plain["chariots"] = chariots
    plain["move"] = Move(**_frozen(position["move"]))
    plain["falling"] = [Falling(**car) for car in position["falling"]]
    plain["threat"] = None if position["threat"] is None else Threat(**position["threat"])
    for squares in ("wrecks", "occupied"):
        plain[squares] = {int(square): value for square, value in position[squares].items()}
    plain["goal"] = plain["verdict"] = None  # no bot drives for an exercise
    plain["parts"] = read_parts(rules.book.race_parts, position["parts"], "parts")
    for numbers in ("cup", "later", "ordered", "absent", "rear"):
        plain[numbers] = tuple(position[numbers])
    return Race(track=track, rules=rules, **plain)


def read_chariot(seen: Mapping[str, Any], rules: Rules) -> Chariot:
    values = _frozen(seen)
    values["parts"] = read_parts(rules.book.chariot_parts, seen["parts"], "parts")
    for name in SAID:
        values.pop(name, None)
    return Chariot(**values)


def _frozen(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _tuple(value) if value.__class__ is list else value for name, value in plain.items()}


def _tuple(values: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuple(value) if value.__class__ is list else value for value in values)
