"""The messages about files of house rules."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictStr

from ludus.server.schema import BoardText, Message, RulesInfo, RulesName


class ReadRules(Message):
    """The text of a file of house rules."""

    text: Annotated[StrictStr, Field(max_length=100_000)]


class WriteRules(Message):
    """House rules to be checked and written."""

    game: StrictStr
    ruleset: StrictStr | None = None
    options: Annotated[dict[str, Any], Field(default_factory=dict)]
    name: RulesName = ""
    board_file: BoardText | None = None


class HouseRulesInfo(Message):
    """House rules that can be played by."""

    game: str
    ruleset: str
    options: dict[str, Any]  # only what differs from the ruleset
    name: str
    rules: RulesInfo  # the same in words
    text: str  # of their file
