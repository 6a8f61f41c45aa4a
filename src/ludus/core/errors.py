"""Everything Ludus refuses, with a stable code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any


class LudusError(Exception):
    """Base of all errors: `code` never changes between releases, the sentence may."""

    code = "error"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, code={self.code!r})"


class Refused(LudusError):
    """An answer was not accepted; nothing has changed."""

    code = "illegal-answer"


class SetupError(LudusError):
    """A match cannot be made from this game, ruleset, option, board or number of seats."""

    code = "bad-setup"


class DataError(LudusError):
    """A file or message does not say what it should; the sentence names the place."""

    code = "bad-data"


class DiceError(LudusError):
    """Scripted dice ran out, were left over, or do not fit the die that was asked for: what is wrong, the dice that
    were asked for, and how many are left."""

    code = "dice"

    def __init__(self, wrong: str, *, asked: str = "", left: str = "", code: str | None = None) -> None:
        super().__init__(wrong + (f": {asked}" if asked else "") + (f", {left}" if left else ""), code=code)
        self.wrong = wrong
        self.asked = asked
        self.left = left

    def when_rolling(self, reason: str, clause: str) -> DiceError:
        """The same, with what the dice were for.

        >>> DiceError("the scripted dice ran out", asked="3 dice", left="1 left").when_rolling("repairs", "CR costs")
        DiceError('the scripted dice ran out: 3 dice for repairs (CR costs), 1 left', code='dice')
        """
        asked = f"{self.asked} for {reason} ({clause})".strip()
        return DiceError(self.wrong, asked=asked, left=self.left, code=self.code)


def fault(error: Exception) -> str:
    """What Python found wrong with a file of ours, in words.

    >>> fault(KeyError("seed")), fault(TypeError("'int' object is not iterable"))
    ("it lacks 'seed'", "'int' object is not iterable")
    """
    return f"it lacks {shown(repr(error.args[0]))}" if isinstance(error, KeyError) else shown(error, 200)


def shown(value: Any, most: int = 60) -> str:
    """A value as it may stand in a sentence: short, and printable whatever it is.

    >>> shown("straight on"), shown([1, 2]), shown(True), shown("x" * 99, 8)
    ('straight on', '[1, 2]', 'true', 'xxxxxxxx...')
    """
    try:
        text = str(value).lower() if isinstance(value, bool) else str(value)
    except (ValueError, RecursionError):  # an endless number, or lists without bottom
        text = f"a huge {type(value).__name__}"
    text = text.encode(errors="replace").decode()
    return text if len(text) <= most else text[:most] + "..."
