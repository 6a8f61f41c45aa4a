"""The odds of the dice, against every roll counted one by one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from ludus.bots.chariot_race.dice_odds import (
    ATTACK,
    COUNTS,
    FORTUNA,
    HANDS,
    SPRINT,
    STEER,
    DiceChanges,
    Hand,
    best_of_rolls,
    filled,
    hand_of,
    rolled,
)
from ludus.games.chariot_race.turn import TURNS


def taste(hand: Hand) -> float:
    """Some worth that no single face decides."""
    counts = COUNTS[hand]
    return counts[STEER] ** 2 - 1.5 * counts[SPRINT] + 2.0 * min(counts[ATTACK], 1) + 0.3 * counts[FORTUNA]


def all_rolls(count: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=count))


def expected(kept: Sequence[int], missing: int) -> float:
    rolls = all_rolls(missing)
    return sum(taste(hand_of([*kept, *roll])) for roll in rolls) / len(rolls)


def test_there_are_252_hands() -> None:
    assert [len(hands) for hands in HANDS] == [1, 5, 15, 35, 70, 126]
    assert all(sum(COUNTS[hand]) == dice for dice, hands in enumerate(HANDS) for hand in hands)


@pytest.mark.parametrize("kept", [[], [3], [2, 6], [1, 4, 5]])
def test_rolling_the_rest_is_worth_its_mean(kept: list[int]) -> None:
    worth = rolled([taste(hand) for hand in range(len(COUNTS))], 4)
    assert worth[hand_of(kept)] == pytest.approx(expected(kept, 4 - len(kept)))


@pytest.mark.parametrize("dice", [(1,), (2, 2, 3), (6, 5, 1, 2)])
def test_the_best_reroll_is_the_best_of_all(dice: tuple[int, ...]) -> None:
    values = [taste(hand) for hand in range(len(COUNTS))]
    best = best_of_rolls(rolled(values, len(dice)), len(dice))
    by_hand = max(
        expected([value for die, value in enumerate(dice) if die not in again], len(again))
        for count in range(1, len(dice) + 1)
        for again in combinations(range(len(dice)), count)
    )
    assert best[hand_of(dice)] == pytest.approx(by_hand)


def worth_by_hand(dice: tuple[int, ...], fate: int, free: bool) -> float:
    """The same question asked of every answer in the rules, two dice at most."""
    options = [taste(hand_of(dice)) + fate]
    left = fate if free else fate - 2
    if left >= 0:
        for count in range(1, len(dice) + 1):
            for again in combinations(range(len(dice)), count):
                total = 0.0
                for roll in all_rolls(count):
                    shown = list(dice)
                    for die, value in zip(again, roll, strict=True):
                        shown[die] = value
                    total += worth_by_hand(tuple(shown), left, False)
                options.append(total / 6**count)
    if fate >= 2:
        for die, value in TURNS.values():
            if die < len(dice):
                shown = list(dice)
                shown[die] = value
                options.append(worth_by_hand(tuple(shown), fate - 2, False))
    return max(options)


@pytest.mark.parametrize("fate", [0, 2, 3])
def test_paid_changes_are_thought_through(fate: int) -> None:
    changes = DiceChanges(2, 2, lambda hand, left: taste(hand) + left)
    for dice in [(2, 2), (3, 6), (5, 1)]:
        assert changes.settled(fate)[hand_of(dice)] == pytest.approx(worth_by_hand(dice, fate, False))
    before = sum(worth_by_hand(dice, fate, True) for dice in all_rolls(2)) / 36
    assert changes.before_rolling(fate) == pytest.approx(before)


def test_played_changes_earn_what_was_promised() -> None:
    changes = DiceChanges(3, 2, lambda hand, left: taste(hand) + 0.4 * left)
    rng = random.Random(1)
    games = 4000
    total = 0.0
    for _ in range(games):
        hand, fate = changes.play(filled(0, 3, rng), 4, True, rng)
        assert fate in (0, 2, 4)
        total += taste(hand) + 0.4 * fate
    assert total / games == pytest.approx(changes.before_rolling(4), abs=0.15)


def test_a_hand_that_cannot_be_bettered_is_kept() -> None:
    changes = DiceChanges(3, 2, lambda hand, left: taste(hand) + left)
    steers = hand_of([3, 4, 3])
    assert changes.decide(steers, 6, True) == ("keep", steers)
