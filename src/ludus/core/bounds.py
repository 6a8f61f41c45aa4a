"""How large a file or message from outside may be, found out before any work is put into it.

A short text can be made to cost a lot: a TOML key of ten thousand parts takes gigabytes to read. So a text is looked
through once, from left to right, before it is parsed; what was parsed is counted before a game looks at it.
"""

from __future__ import annotations

import re
from typing import Any

from ludus.core.errors import DataError

MOST_LENGTH = 100_000  # characters
LONG = 5  # times: a season's accounts and stables, in a file that we have written ourselves
MOST_LINES = 10_000
MOST_KEY_PARTS = 8  # a.b.c has three
MOST_DEPTH = 16  # of lists and tables in one another
MOST_VALUES = 20_000

# Strings and comments whole, so that nothing inside them counts; then what gives a text its structure. Possessive
# (`*+`), so that no text can make the search go back. Where a string does not end, TOML ends there too.
_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[\]{}.,=\n]",
    re.DOTALL,
)


def bound_toml(text: str, what: str, times: int = 1) -> None:
    """Refuse a TOML text that would be too much to parse. A long one may be so many times as long."""
    most_length, most_lines, most_values = times * MOST_LENGTH, times * MOST_LINES, times * MOST_VALUES

    def too_much(why: str, at: int | None = None) -> DataError:
        line = "" if at is None else f"in line {text.count(chr(10), 0, at) + 1} "
        return DataError(f"{what} is not a TOML file of a size we read: {line}{why}", code="bad-toml")

    if len(text) > most_length:
        raise too_much(f"it has {len(text)} characters; at most {most_length} are allowed")
    lines = text.count("\n") + 1
    if lines > most_lines:
        raise too_much(f"it has {lines} lines; at most {most_lines} are allowed")
    parts, depth, values = 1, 0, 0
    for token in _TOKEN.finditer(text):
        at = token.start()
        sign = text[at]
        if sign == ".":
            parts += 1
            if parts > MOST_KEY_PARTS:
                raise too_much(f"a key has too many parts; at most {MOST_KEY_PARTS} are allowed", at)
        elif sign in "\"'#":
            continue  # a quoted part of a key, a value or a comment: the key goes on or is over already
        else:
            parts = 1
            if sign in "[{":
                depth += 1
                if depth > MOST_DEPTH:
                    raise too_much(f"lists or tables are nested too deeply; at most {MOST_DEPTH} are allowed", at)
            elif sign in "]}":
                depth = max(0, depth - 1)
            elif sign in ",=":
                values += 1
                if values > most_values:
                    raise too_much(f"there are too many values; at most {most_values} are allowed", at)


def bound_values(
    plain: Any,
    what: str,
    most_values: int = MOST_VALUES,
    most_depth: int = MOST_DEPTH,
    most_in_list: int = MOST_VALUES,
    code: str = "bad-data",
) -> None:
    """Refuse plain data, from TOML or JSON, with too many values, too many layers, or a list that is too long."""
    count, depth = 0, 0
    layer = [plain]
    while layer:
        count += len(layer)
        if count > most_values:
            raise DataError(f"{what} has too many values; at most {most_values} are allowed", code=code)
        if depth > most_depth:
            raise DataError(f"{what} is nested too deeply; at most {most_depth} layers are allowed", code=code)
        depth += 1
        below: list[Any] = []
        for value in layer:
            if isinstance(value, dict):
                below.extend(value.values())
            elif isinstance(value, list):
                if len(value) > most_in_list:
                    message = f"{what} has a list of {len(value)} entries; at most {most_in_list} are allowed"
                    raise DataError(message, code=code)
                below.extend(value)
        layer = below
