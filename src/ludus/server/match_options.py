"""What a stranger may give as options of a match: read and bounded before a game sees it."""

from __future__ import annotations

from typing import Any

from ludus.core.bounds import bound_values
from ludus.core.errors import SetupError
from ludus.core.toml_files import parse_toml

MOST_NUMBER = 2**53  # browsers know no larger whole numbers
# The largest board there can be has six lanes of a hundred spaces, each with three numbers.
MOST_VALUES = 4_000
MOST_IN_LIST = 600


def read_board(text: str) -> dict[str, Any]:
    return parse_toml(text, "the board file")


def check_options(options: dict[str, Any]) -> None:
    """Refuse what is too large to be options, and numbers that a browser could not read back."""
    bound_values(options, "options", MOST_VALUES, most_in_list=MOST_IN_LIST, code="bad-option")
    unread: list[Any] = [options]
    while unread:
        value = unread.pop()
        if isinstance(value, dict):
            unread.extend(value.values())
        elif isinstance(value, list):
            unread.extend(value)
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            raise SetupError(f"numbers in options go up to {MOST_NUMBER}", code="bad-option")
