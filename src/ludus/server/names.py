"""Names that can be seen, and told apart from those of the others at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from ludus.server.problems import Problem
from ludus.server.schema import MAX_NAME

MOST_MARKS = 2  # accents on one letter

# Letters and signs that Unicode counts as visible, and nobody sees.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)

# Letters of the Cyrillic, the Greek and other alphabets, and signs, that look like a Latin letter (small or capital).
LOOKALIKES = str.maketrans(
    {
        lookalike: letter
        for letter, lookalikes in {
            "a": "\u0430\u03b1\u0251@",
            "b": "\u0432\u03b2",
            "c": "\u0441\u03f2",
            "d": "\u0501\u03b4",
            "e": "\u0435\u03b5",
            "g": "\u0261",
            "h": "\u04bb\u043d\u03b7",
            "j": "\u0458\u03f3",
            "k": "\u043a\u03ba",
            "l": "\u0456\u03b9\u0131|!1\u0269\u026a\u029f",
            "m": "\u043c",
            "n": "\u043f",
            "o": "\u043e\u03bf0\u03c3",
            "p": "\u0440\u03c1",
            "q": "\u051b",
            "r": "\u0433",
            "s": "\u04555$\u017f",
            "t": "\u0442\u03c4",
            "u": "\u03c5",
            "v": "\u03bd",
            "w": "\u051d\u03c9",
            "x": "\u0445\u03c7",
            "y": "\u0443\u03b3\u028f",
        }.items()
        for lookalike in lookalikes
    }
)


def clean_name(name: str, most: int = MAX_NAME) -> str:
    """Without line breaks, invisible characters, doubled spaces and towers of accents.

    >>> clean_name(" Ann\\u200b  of\\u3164 Rome ")
    'Ann of Rome'
    """
    visible, marks = [], 0
    for char in unicodedata.normalize("NFC", name):
        if (char != " " and unicodedata.category(char)[0] in "CZ") or char in BLANKS:
            continue
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            visible.append(char)
    cleaned = " ".join("".join(visible).split())[:most].strip()
    if not any(unicodedata.category(char)[0] not in "MZ" for char in cleaned):
        raise Problem(422, "bad-name", f"a name has 1 to {most} visible characters")
    return cleaned


def looks(name: str) -> str:
    """The same for names that look alike.

    >>> looks("\\u0410nn") == looks("ANN") == looks("A\\u0301n n")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(char for char in plain if unicodedata.category(char)[0] not in "MZ")
    return letters.translate(LOOKALIKES).replace("i", "l").replace("rn", "m").replace("vv", "w")


def distinct(name: str, others: Collection[str]) -> str:
    """The name, with a number when somebody at the table has it already, or one that looks like it.

    >>> distinct("Ann", ["Ann", "Bob"]), distinct("B0b", ["Ann", "Bob"])
    ('Ann 2', 'B0b 2')
    """
    taken = {looks(other) for other in others}
    candidate, number = name, 1
    while looks(candidate) in taken:
        number += 1
        suffix = f" {number}"
        candidate = name[: MAX_NAME - len(suffix)] + suffix
    return candidate
