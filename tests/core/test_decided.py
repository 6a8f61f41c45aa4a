"""All but one have resigned: the match is his, at once or after he has driven home."""

from __future__ import annotations

from typing import Any

import pytest

import ludus
from ludus.core.errors import Refused
from ludus.core.match import Match


def left_alone(game: str) -> Match[Any]:
    match = ludus.new_match(game, seats=2, seed="alone")
    for _ in range(30):
        seat = next(iter(match.pending))
        match.answer(seat, match.pending[seat].default)
    with pytest.raises(Refused, match="not decided"):
        match.decide(0)
    match.resign(1)
    return match


@pytest.mark.parametrize("game", ["circus", "chariot-race"])
def test_the_last_one_left_takes_the_victory_and_the_record_proves_it(game: str) -> None:
    match = left_alone(game)
    assert match.outcome is None
    assert match.view(0)["decided"] == 0
    snapshot = match.snapshot()
    match.decide(0)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("last-left", (0,), (1, 2))
    assert match.events[-1].kind == "end"
    assert match.view(0)["decided"] is None
    ludus.verify(match.record())
    assert match.clone().outcome == match.outcome
    with pytest.raises(Refused, match="over"):
        match.decide(0)
    restored = Match.restore(match.game, snapshot)
    restored.decide(0)
    assert restored.outcome == match.outcome


def test_whoever_wants_to_drive_home_does() -> None:
    match = left_alone("chariot-race")
    for _ in range(2000):
        if match.outcome is not None:
            break
        assert list(match.pending) == [0]
        match.answer(0, match.pending[0].default)
    assert match.outcome is not None
    assert match.outcome.reason != "last-left"


def test_an_arena_and_an_epic_race_know_no_such_end() -> None:
    match = ludus.new_match("circus", seats=2, seed="alone", ruleset="epic")
    match.resign(1)
    assert match.view(0)["decided"] is None
    with pytest.raises(Refused):
        match.decide(0)
