"""Where was it lost: blunders are found, the curve ends with the result, luck is told from skill."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.advice.analysis import Analysis, analyse
from ludus.advice.luck import rated
from ludus.advice.luck_light import driving_rolls, rated_hand
from ludus.bots import Glimpse, make_bot
from ludus.bots.chariot_race.dice_odds import COUNTS, STEER, hand_of
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


def test_driving_dice_are_rated_by_what_the_hand_is_worth_where_it_fell() -> None:
    match = new_match("chariot-race", 2, seed=5)
    bots = {seat: make_bot("chariot-race", "tiro", f"{seat}") for seat in range(2)}
    while match.outcome is None:
        seat = next(iter(match.pending))
        match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    rolls = driving_rolls(match.record())
    thrown = [number for number, event in enumerate(match.events) if event.kind in ("roll", "reroll")]
    asked = {number for number in thrown if match.events[number].data["dice"]}
    assert {roll.event for roll in rolls} <= asked
    assert len(rolls) > 0.9 * len(asked)
    assert all(-0.5 <= roll.luck <= 0.5 for roll in rolls)
    assert {roll.seat for roll in rolls} == {0, 1}
    # Over a whole race nobody is far from the middle, and some throws are.
    assert abs(sum(roll.luck for roll in rolls) / len(rolls)) < 0.15
    assert max(roll.luck for roll in rolls) > 0.3
    assert min(roll.luck for roll in rolls) < -0.3


def test_a_hand_is_rated_against_all_that_could_have_fallen() -> None:
    steers = [float(counts[STEER]) for counts in COUNTS]
    assert rated_hand(steers, 0, 2, hand_of((3, 4))) == pytest.approx(0.5 - 1 / 9 / 2, abs=1e-4)
    assert rated_hand(steers, 0, 2, hand_of((6, 6))) == pytest.approx(4 / 9 / 2 - 0.5, abs=1e-4)
    # What is kept is no luck any more.
    assert rated_hand(steers, hand_of((3,)), 2, hand_of((3, 6))) == pytest.approx(2 / 3 / 2 - 0.5, abs=1e-4)
