"""What each answer costs and leads to, and what happens where a game fails to say it."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.decision import Decision
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from tests.conformance.kit import play_out
from tests.core.test_match import at_call, refused
from tests.games.morra import Morra, Round


def test_a_seat_has_its_answers_explained() -> None:
    match = at_call()
    winner = match.state.winner
    assert match.explain(winner) == match.view(winner)["decision"]["answers"]
    assert [each["choice"] for each in match.explain(winner)] == list(match.pending[winner])
    assert refused(match.explain, (winner + 1) % 3) == "not-your-turn"
    assert refused(match.explain, 7) == "no-such-seat"
    assert refused(match.explain_safely, 7) == "no-such-seat"
    play_out(match)
    assert refused(match.explain, winner) == "match-over"


class Speechless(Morra):
    """Fails at explaining."""

    def explain(self, state: Round, decision: Decision) -> list[dict[str, Any]]:
        raise ZeroDivisionError


def test_a_question_that_cannot_be_explained_can_be_answered(caplog: pytest.LogCaptureFixture) -> None:
    match = Match(Speechless(), 2, SeededDice("x"))
    asked = match.view(0)["decision"]
    assert asked == match.pending[0].to_plain()
    assert "morra cannot explain 'wager'" in caplog.text
    with pytest.raises(ZeroDivisionError):
        match.explain(0)
    match.submit(0, asked["default"])
