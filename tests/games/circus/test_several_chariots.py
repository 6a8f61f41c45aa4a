"""Two friends: how many chariots each, and all their speeds on one sheet."""

from __future__ import annotations

from typing import Any

import pytest

import ludus
from ludus.core.decision import Range
from ludus.core.match import Match
from ludus.server.explainer import sheet_or_log


def at_the_speeds(**options: Any) -> Match[Any]:
    match = ludus.new_match("circus", seats=2, seed="friends", ruleset="basic", options=options)
    while next(iter(match.pending.values())).name != "speed":
        seat = next(iter(match.pending))
        match.answer(seat, match.pending[seat].default)
    return match


@pytest.mark.rule("CM 18.1")
@pytest.mark.parametrize(("each", "field"), [(None, 8), (1, 2), (3, 6), (8, 16)])
def test_the_friends_say_how_many_each_drives(each: int | None, field: int) -> None:
    match = ludus.new_match("circus", seats=2, seed="friends", options={"each": each})
    own = [chariot.seat for chariot in match.state.chariots]
    assert (own.count(0), own.count(1)) == (field // 2, field // 2)


@pytest.mark.rule("CM 6.11")
def test_a_sheet_has_the_speeds_that_are_asked_for_next_in_any_case() -> None:
    match = at_the_speeds(each=3)
    asked = match.pending[0]
    lines = sheet_or_log("m", match, 0)
    assert lines is not None
    assert len(lines) == 2
    for line in lines:
        assert len(line["answers"]) == line["high"] - line["low"] + 1
        match.answer(0, match.pending[0].default)
        match.answer(1, match.pending[1].default)  # lock-step: the other writes his
        again = match.pending[0]
        assert isinstance(again, Range)
        assert (again.about, again.low, again.high, again.default) == (
            line["about"], line["low"], line["high"], line["default"],
        )  # fmt: skip
        assert again.about != asked.about
    assert sheet_or_log("m", match, 0) is None
