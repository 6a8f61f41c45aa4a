"""What a stranger may give as options of a match: read and bounded before a game sees it."""

from __future__ import annotations

from typing import Any

from ludus.core.errors import DataError, SetupError
from ludus.core.tables import parse_toml

MOST_NUMBER = 2**53  # browsers know no larger whole numbers


def read_board(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text, "the board file")
    except RecursionError:
        raise DataError("the board file is nested too deeply", code="bad-toml") from None


def check_numbers(plain: Any) -> None:
    """Refuse numbers that a browser could not read back."""
    unread = [plain]
    while unread:
        value = unread.pop()
        if isinstance(value, dict):
            unread.extend(value.values())
        elif isinstance(value, list):
            unread.extend(value)
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            raise SetupError(f"numbers in options go up to {MOST_NUMBER}", code="bad-option")
