"""Rulesets, options and seats, and the sentences of refusals."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.errors import DataError, DiceError, LudusError, Refused, SetupError, shown
from ludus.core.game import CHECKPOINT, Outcome
from tests.games.morra import Morra


def test_options_come_from_the_player_the_ruleset_or_their_default() -> None:
    game = Morra()
    assert game.resolve(None, {}) == {"rounds": 6, "target": 4}
    assert game.resolve("tavern", {}) == {"rounds": 9, "target": 6}
    assert game.resolve("tavern", {"target": 2}) == {"rounds": 9, "target": 2}


@pytest.mark.parametrize(
    ("ruleset", "options", "code", "sentence"),
    [
        ("palace", {}, "unknown-ruleset", "morra has no ruleset 'palace'; it has street, tavern"),
        (5, {}, "unknown-ruleset", "morra has no ruleset '5'"),
        ([], {}, "unknown-ruleset", "morra has no ruleset '[]'"),
        (None, {"speed": 1}, "unknown-option", "morra has no option 'speed'; it has rounds, target"),
        (None, {"target": 3}, "bad-option", "option target takes 2, 4, 6, not 3"),
        (None, {"target": "4"}, "bad-option", "option target takes 2, 4, 6, not 4"),
        (None, {"target": True}, "bad-option", "not true"),
        (None, {"target": 4.0}, "bad-option", "not 4.0"),
        (None, {"target": "x" * 999}, "bad-option", "x..."),
        (None, {"target": [10**5000]}, "bad-option", "a huge list"),
    ],
    ids=range(10),
)
def test_wrong_setups_are_refused(ruleset: Any, options: dict[str, Any], code: str, sentence: str) -> None:
    with pytest.raises(SetupError) as refusal:
        Morra().resolve(ruleset, options)
    assert refusal.value.code == code
    assert sentence in refusal.value.message


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, 2.0, "2", None, 10**5000], ids=lambda seats: type(seats).__name__)
def test_wrong_numbers_of_seats(seats: Any) -> None:
    with pytest.raises(SetupError, match="morra is for 2 to 4 seats, not") as refusal:
        Morra().check_seats(seats)
    assert refusal.value.code == "bad-seats"


def test_reprs() -> None:
    assert repr(Morra()) == "<Morra 'morra', 2 to 4 seats>"
    assert repr(CHECKPOINT) == "CHECKPOINT"
    assert repr(Refused("no", code="stale")) == "Refused('no', code='stale')"


def test_outcomes_are_read_back() -> None:
    outcome = Outcome("tied", (0, 1), (1, 1, 3))
    assert Outcome.from_plain(outcome.to_plain()) == outcome


@pytest.mark.parametrize("kind", [Refused, SetupError, DataError, DiceError])
def test_errors_have_a_code_and_a_sentence(kind: type[LudusError]) -> None:
    error = kind("what is wrong")
    assert (str(error), error.message, error.code) == ("what is wrong", "what is wrong", kind.code)
    assert kind("x", code="special").code == "special"
    assert kind.code != "special"


def test_anything_can_stand_in_a_sentence() -> None:
    endless: list[Any] = []
    for _ in range(100_000):
        endless = [endless]
    for value in (endless, 10**5000, "\ud800", b"\xff", object(), "x" * 10**6, None, float("nan")):
        assert len(shown(value).encode()) < 100
