"""Games know seats; at a table people have names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

SEAT = re.compile(r"\bseat (\d+)\b", re.IGNORECASE)


def by_name(text: str, names: Sequence[str]) -> str:
    """
    >>> by_name("Seat 2 lends you", ["You", "Cato"])
    'Cato lends you'
    """
    return SEAT.sub(lambda seat: names[int(seat[1]) - 1] if 0 < int(seat[1]) <= len(names) else seat[0], text)


def question_by_name(decision: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A question as it is sent to people: its prompt and, of a form, the titles of its fields. What an answer is called
    stays."""
    named = {**decision, "prompt": by_name(decision["prompt"], names)}
    if "sections" in decision:
        named["sections"] = [
            {**section, "fields": [{**each, "title": by_name(each["title"], names)} for each in section["fields"]]}
            for section in decision["sections"]
        ]
    return named
