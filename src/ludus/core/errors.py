"""Everything Ludus refuses, with a stable code for programs and a sentence for people."""

from __future__ import annotations


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
    """Scripted dice ran out, were left over, or do not fit the die that was asked for."""

    code = "dice"
