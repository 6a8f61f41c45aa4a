"""The events of a record in a small space: what they have in common is written once.

Events of one shape (kind, keys, clauses, dice, modifiers) differ only in their values, and most texts come back time
and again. A packed story is `{"shapes": [...], "words": [...], "told": [...]}`; each event is a row of numbers
and other values: its shape, the values of its data (texts by their number), its dice, its modifiers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Plain = dict[str, Any]


def pack_events(events: Iterable[Mapping[str, Any]]) -> Plain:
    """
    >>> drive = {"kind": "drive", "data": {"chariot": "red", "squares": 5}, "clauses": ["CM 6.3"]}
    >>> packed = pack_events([drive, drive])
    >>> packed["told"]
    [[0, 0, 5], [0, 0, 5]]
    >>> unpack_events(packed) == [drive, drive]
    True
    """
    shapes: dict[tuple[Any, ...], int] = {}
    words: dict[str, int] = {}
    told = []
    for event in events:
        data, dice, modifiers = event["data"], event.get("dice", ()), event.get("modifiers", ())
        shape = (
            event["kind"],
            tuple((key, isinstance(value, str)) for key, value in data.items()),
            tuple(event["clauses"]),
            tuple((roll["reason"], roll["clause"], roll["sides"], len(roll["values"])) for roll in dice),
            tuple(modifier["reason"] for modifier in modifiers),
            None if event.get("seats") is None else tuple(event["seats"]),
        )
        row: list[Any] = [shapes.setdefault(shape, len(shapes))]
        row += [words.setdefault(value, len(words)) if isinstance(value, str) else value for value in data.values()]
        for roll in dice:
            row += roll["values"]
        row += [modifier["amount"] for modifier in modifiers]
        told.append(row)
    return {"shapes": [_plain_shape(shape) for shape in shapes], "words": list(words), "told": told}


def _plain_shape(shape: tuple[Any, ...]) -> Plain:
    kind, keys, clauses, dice, modifiers, seats = shape
    return {
        "kind": kind,
        "keys": [key for key, _ in keys],
        "texts": [number for number, (_, text) in enumerate(keys) if text],
        "clauses": list(clauses),
        "dice": [list(roll) for roll in dice],
        "modifiers": list(modifiers),
        "seats": None if seats is None else list(seats),
    }


def unpack_events(packed: Mapping[str, Any]) -> list[Plain]:
    """The events as they were."""
    shapes, words = packed["shapes"], packed["words"]
    return [_unpack(shapes[row[0]], words, row[1:]) for row in packed["told"]]


def _unpack(shape: Mapping[str, Any], words: Sequence[str], values: list[Any]) -> Plain:
    keys = shape["keys"]
    data = dict(zip(keys, values, strict=False))
    for number in shape["texts"]:
        data[keys[number]] = words[values[number]]
    event: Plain = {"kind": shape["kind"], "data": data, "clauses": list(shape["clauses"])}
    at = len(keys)
    if shape["dice"]:
        event["dice"] = []
        for reason, clause, sides, count in shape["dice"]:
            event["dice"].append(
                {"reason": reason, "clause": clause, "values": values[at : at + count], "sides": sides}
            )
            at += count
    if shape["modifiers"]:
        event["modifiers"] = [
            {"reason": reason, "amount": amount} for reason, amount in zip(shape["modifiers"], values[at:], strict=True)
        ]
    if shape["seats"] is not None:
        event["seats"] = list(shape["seats"])
    return event
