"""Where was it lost: blunders are found, the curve ends with the result, luck is told from skill."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.advice.analysis import Analysis, analyse
from ludus.advice.luck import rated
from ludus.bots import Glimpse, make_bot
from ludus.core.errors import DataError
from ludus.play import new_match


def duel(seed: int) -> dict[str, Any]:
    """Two veterans, the first of whom shares out his factors like a man who is not there."""
    match = new_match("gladiator", seed=seed)
    bots = {seat: make_bot("gladiator", "veteranus", f"{seat}") for seat in range(2)}
    while match.outcome is None:
        seat, asked = next(iter(match.pending.items()))
        choice = bots[seat].choose(Glimpse.of(match, seat))
        if seat == 0 and asked.name == "allocate":
            choice = asked.default
        match.submit(seat, choice)
    return match.record()


@pytest.fixture(scope="module")
def found() -> tuple[Analysis, list[float]]:
    shown: list[float] = []
    return analyse(duel(7), 0, 60, shown.append), shown


def test_the_curve_begins_even_and_ends_with_the_result(found: tuple[Analysis, list[float]]) -> None:
    curve = found[0].curve
    assert all(sum(chances) == pytest.approx(1) for _, _, chances in curve)
    assert sorted(curve[-1][2]) == [0, 1]
    assert 0.2 < curve[0][2][0] < 0.8


def test_progress_is_told_and_never_goes_back(found: tuple[Analysis, list[float]]) -> None:
    shown = found[1]
    assert shown == sorted(shown)
    assert shown[-1] == 1
    assert len(shown) > 20


def test_the_worst_cost_most_and_the_best_gained(found: tuple[Analysis, list[float]]) -> None:
    analysis = found[0]
    assert 0 < len(analysis.worst) <= 3
    assert len(analysis.best) <= 2
    losses = [each.gain for each in analysis.worst]
    assert losses == sorted(losses)
    assert losses[-1] < 0
    assert all(each.gain > 0 for each in analysis.best)
    for each in analysis.worst:
        assert not each.agrees
        assert each.given != each.instead
        assert each.reason.endswith(".")


def test_luck_is_even_between_two_who_share_the_dice(found: tuple[Analysis, list[float]]) -> None:
    analysis = found[0]
    assert analysis.luck_of(0) == pytest.approx(-analysis.luck_of(1))
    assert any(roll.seat == 0 for roll in analysis.rolls)


def test_a_throw_is_rated_against_all_that_could_have_fallen() -> None:
    assert rated((6, 6, 6), high_is_good=True) == -rated((6, 6, 6), high_is_good=False)
    assert rated((1,), high_is_good=True) == pytest.approx(-5 / 12, abs=1e-4)


def test_what_cannot_be_weighed_is_refused_in_words() -> None:
    record = new_match("gladiator", seed=1).record()
    with pytest.raises(DataError, match="no seat 5"):
        analyse(record, 5)
    with pytest.raises(DataError, match="campaign is not analysed"):
        analyse({**record, "game": "campaign"}, 0)
