"""Views and events as they go over the wire: changes instead of whole views, bytes made once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from ludus.core.event import Event
from ludus.core.game import Game
from ludus.core.match import Match

Patch = list[list[Any]]

VIEW_FIELDS = (
    "seat",
    "position",
    "waiting",
    "decision",
    "given",
    "undo",
    "resigned",
    "outcome",
    "commitment",
    "seed",
)


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> Patch:
    """What turns one view into the other: [path, value] sets, [path] removes; lists are replaced whole.

    >>> diff({"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": 3}, "d": [1, 2]})
    [[['a', 'b'], 3], [['a', 'c']], [['d'], [1, 2]]]
    """
    patch: Patch = []
    _compare(old, new, [], patch)
    return patch


def _compare(old: Mapping[str, Any], new: Mapping[str, Any], path: list[str], patch: Patch) -> None:
    for key, value in new.items():
        if key not in old:
            patch.append([[*path, key], value])
            continue
        before = old[key]
        if isinstance(before, dict) and isinstance(value, dict):
            if before is not value:
                _compare(before, value, [*path, key], patch)
        elif before != value or type(before) is not type(value):
            patch.append([[*path, key], value])
    patch.extend([[*path, key]] for key in old if key not in new)


class Changes:
    """Finds what changed in many views of one match; positions that several of them share are compared once."""

    def __init__(self) -> None:
        self._positions: dict[tuple[int, int], Patch] = {}

    def know(self, before: Mapping[str, Any], after: Mapping[str, Any], patch: Patch) -> None:
        """What changed from one position to the next, found out already."""
        self._positions[id(before), id(after)] = [[["position", *path], *value] for path, *value in patch]

    def between(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> Patch:
        before, after = old["position"], new["position"]
        pair = (id(before), id(after))
        if pair not in self._positions:
            self._positions[pair] = diff({"position": before}, {"position": after})
        return self._positions[pair] + diff({**old, "position": None}, {**new, "position": None})


def apply_patch(old: Mapping[str, Any], patch: Patch) -> dict[str, Any]:
    """The new view; the old one is left as it was.

    >>> apply_patch({"a": {"b": 1}, "d": [1]}, [[["a", "c"], 2], [["d"]]])
    {'a': {'b': 1, 'c': 2}}
    """
    new = dict(old)
    for path, *value in patch:
        here = new
        for key in path[:-1]:
            here[key] = dict(here[key])
            here = here[key]
        if value:
            here[path[-1]] = value[0]
        else:
            del here[path[-1]]
    return new


def wire_view(
    match: Match[Any], seat: int | None, asked: Mapping[int, int], open_position: dict[str, Any]
) -> dict[str, Any]:
    """A seat's view for the browser; `asked` numbers the open questions. All seats of an open game share a position."""
    whole = match.view(seat, position=open_position if match.game.open else None)
    view = {field: whole[field] for field in VIEW_FIELDS}
    if seat is not None and view["decision"] is not None:
        view["decision"] = {"number": asked[seat], **view["decision"]}
    return view


class Told(NamedTuple):
    """An event ready to be sent, and who may see it."""

    body: orjson.Fragment
    seats: tuple[int, ...] | None

    def visible_to(self, seats: Iterable[int]) -> bool:
        return self.seats is None or any(seat in self.seats for seat in seats)


def wire_event(game: Game[Any], names: Sequence[str], number: int, event: Event) -> dict[str, Any]:
    return {
        "n": number,
        "kind": event.kind,
        "text": game.narrate(event, names),
        "data": event.data,
        "clauses": event.clauses,
        "dice": [roll._asdict() for roll in event.dice],
        "modifiers": [modifier._asdict() for modifier in event.modifiers],
    }


def tell(match: Match[Any], since: int) -> list[Told]:
    """The events from `since` on, made into bytes once for everybody."""
    return [
        Told(orjson.Fragment(orjson.dumps(wire_event(match.game, match.names, number, event))), event.seats)
        for number, event in enumerate(match.events[since:], since)
    ]
