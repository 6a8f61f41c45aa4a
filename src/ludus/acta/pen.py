"""Who writes the Acta: words for what happened, chosen by the record's own hash."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from ludus.core.toml_files import load_table

NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
ORDINALS = (
    "last", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
)  # fmt: skip

_GAPS = re.compile(r" ([.,;:!?])")
_STARTS = re.compile(r"^[a-z]|(?<=[.!?] )[a-z]")


class Pen:
    """Says things in the words of one file. While there are other words, none are used twice on a page."""

    def __init__(self, words: str, seed: str) -> None:
        self.words = load_table("ludus.acta", words)
        self.seed = seed
        self.used: dict[str, list[int]] = {}

    def say(self, topic: str, **facts: Any) -> str:
        """
        >>> Pen("race", "1").say("place.corner", section="egg corner")
        'In the egg corner'
        """
        return sentence(self.template(topic).format(**facts))

    def knows(self, topic: str) -> bool:
        return topic in self.words

    def template(self, topic: str) -> str:
        ways: list[str] = self.words[topic]
        used = self.used.setdefault(topic, [])
        if len(used) == len(ways):
            used.clear()
        left = [number for number in range(len(ways)) if number not in used]
        chosen = left[self.draw(f"{topic} {len(used)}", len(left))]
        used.append(chosen)
        return ways[chosen]

    def draw(self, what: str, among: int) -> int:
        """A number from 0, which follows from the record and what it is for."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {what}".encode()).digest()[:8], "big") % among


def sentence(text: str) -> str:
    """Or several: each with a capital letter, and closed up where a word was left out.

    >>> sentence("the driver of Red  paid . he won")
    'The driver of Red paid. He won'
    """
    text = _GAPS.sub(r"\1", " ".join(text.split()))
    return _STARTS.sub(lambda start: start[0].upper(), text)


def number(count: int) -> str:
    """
    >>> number(2), number(40)
    ('two', '40')
    """
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"


def counted(count: int, thing: str, several: str = "") -> str:
    """
    >>> counted(1, "chariot"), counted(3, "man", "men")
    ('one chariot', 'three men')
    """
    return f"{number(count)} {thing if count == 1 else several or thing + 's'}"


def ordinal(place: int) -> str:
    """
    >>> ordinal(2), ordinal(31)
    ('second', '31st')
    """
    if 0 < place < len(ORDINALS):
        return ORDINALS[place]
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def times(count: int) -> str:
    """
    >>> times(0), times(2), times(5)
    ('never', 'twice', 'five times')
    """
    return ("never", "once", "twice")[count] if 0 <= count < 3 else f"{number(count)} times"


def all_of(names: Sequence[str]) -> str:
    """
    >>> all_of(["Red", "Blue", "Gold"])
    'Red, Blue and Gold'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def sesterces(amount: int) -> str:
    """
    >>> sesterces(12500)
    '12,500 sesterces'
    """
    return f"{amount:,} {'sesterce' if amount == 1 else 'sesterces'}"
