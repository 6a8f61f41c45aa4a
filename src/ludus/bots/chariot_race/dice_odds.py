"""Exact odds of the driving dice.

What dice show matters, not which die shows it: a *hand* is how many dice show each face, and there are only
252 hands of up to five dice. A hand is known by its number; the tables say what it holds and which hands
are one die larger or smaller.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement

from ludus.games.chariot_race.charts import FACES
from ludus.games.chariot_race.turn import MAX_DICE

KINDS: tuple[str, ...] = tuple(dict.fromkeys(FACES))
PLUSMINUS, SPRINT, STEER, ATTACK, FORTUNA = (
    KINDS.index(kind) for kind in ("plusminus", "sprint", "steer", "attack", "fortuna")
)
CHANCE: tuple[float, ...] = tuple(FACES.count(kind) / len(FACES) for kind in KINDS)
KIND_OF: tuple[int, ...] = (-1, *(KINDS.index(face) for face in FACES))  # by the number on the die

Hand = int
Counts = tuple[int, ...]


def _all_counts(dice: int) -> list[Counts]:
    return [
        tuple(shown.count(kind) for kind in range(len(KINDS)))
        for shown in combinations_with_replacement(range(len(KINDS)), dice)
    ]


# Ordered by size, so that HANDS[n] is a run of numbers.
COUNTS: tuple[Counts, ...] = tuple(counts for dice in range(MAX_DICE + 1) for counts in _all_counts(dice))
_NUMBER: dict[Counts, Hand] = {counts: hand for hand, counts in enumerate(COUNTS)}
HANDS: tuple[range, ...] = tuple(
    range(
        sum(1 for counts in COUNTS if sum(counts) < dice),
        sum(1 for counts in COUNTS if sum(counts) <= dice),
    )
    for dice in range(MAX_DICE + 1)
)


def _with_one_more(counts: Counts, kind: int, more: int) -> Counts:
    return tuple(count + more if each == kind else count for each, count in enumerate(counts))


GROWN: tuple[tuple[Hand, ...], ...] = tuple(
    tuple(_NUMBER[_with_one_more(counts, kind, 1)] for kind in range(len(KINDS))) if sum(counts) < MAX_DICE else ()
    for counts in COUNTS
)
SHRUNK: tuple[tuple[Hand, ...], ...] = tuple(
    tuple(_NUMBER[_with_one_more(counts, kind, -1)] for kind in range(len(KINDS)) if counts[kind]) for counts in COUNTS
)


def hand_of(values: Iterable[int]) -> Hand:
    """The hand that these dice make.

    >>> COUNTS[hand_of([3, 4, 6])] == (0, 0, 2, 0, 1)
    True
    """
    hand = 0
    for value in values:
        hand = GROWN[hand][KIND_OF[value]]
    return hand


def rolled(values: list[float], dice: int) -> list[float]:
    """What each hand kept is worth when the other dice are rolled; `values` knows the full hands of so many dice.

    >>> steers = [float(counts[STEER]) for counts in COUNTS]
    >>> round(rolled(steers, 5)[0], 4)
    1.6667
    """
    worth = values[: HANDS[dice].stop]
    for kept in range(HANDS[dice].start - 1, -1, -1):
        worth[kept] = sum([chance * worth[grown] for chance, grown in zip(CHANCE, GROWN[kept], strict=True)])
    return worth


def best_of_rolls(worth: Sequence[float], dice: int) -> list[float]:
    """For each full hand the best that rolling some of its dice again promises; `worth` comes from `rolled`."""
    best = list(worth[: HANDS[dice].start])
    for kept in range(1, len(best)):
        for smaller in SHRUNK[kept]:
            if best[smaller] > best[kept]:
                best[kept] = best[smaller]
    full = [max([best[kept] for kept in SHRUNK[hand]]) for hand in HANDS[dice]]
    return best + full


class DiceChanges:
    """What a hand is worth when the dice may still be changed, by the fate that is left to pay for it.

    `accepted(hand, fate)` is the worth of moving with this hand and this much fate.
    """

    def __init__(self, dice: int, change_fate: int, accepted: Callable[[Hand, int], float]) -> None:
        self.dice = dice
        self.change_fate = change_fate
        self._accepted = accepted
        self._decided: dict[tuple[Hand, int, bool], tuple[str, Hand]] = {}
        self._settled: dict[int, list[float]] = {}
        self._rolled: dict[int, list[float]] = {}

    def settled(self, fate: int) -> list[float]:
        """The worth of each full hand after the free reroll, with paid changes as long as they help."""
        if fate not in self._settled:
            hands = HANDS[self.dice]
            worth = [0.0] * hands.start + [self._accepted(hand, fate) for hand in hands]
            if fate >= self.change_fate and self.dice:
                poorer = fate - self.change_fate
                again = best_of_rolls(self.rolled(poorer), self.dice)
                later = self.settled(poorer)
                for hand in hands:
                    turned = max([later[each] for kept in SHRUNK[hand] for each in GROWN[kept][:FORTUNA]])
                    worth[hand] = max(worth[hand], again[hand], turned)
            self._settled[fate] = worth
        return self._settled[fate]

    def rolled(self, fate: int) -> list[float]:
        """The worth of keeping some dice and rolling the others, with this fate after paying."""
        if fate not in self._rolled:
            self._rolled[fate] = rolled(self.settled(fate), self.dice)
        return self._rolled[fate]

    def before_rolling(self, fate: int) -> float:
        """What the turn promises before the first roll, the free reroll included."""
        if not self.dice:
            return self.settled(fate)[0]
        settled = self.settled(fate)
        again = best_of_rolls(self.rolled(fate), self.dice)
        first = [0.0] * HANDS[self.dice].start + [max(settled[hand], again[hand]) for hand in HANDS[self.dice]]
        return rolled(first, self.dice)[0]

    def decide(self, hand: Hand, fate: int, free: bool) -> tuple[str, Hand]:
        """The best thing to do with a full hand: ("keep", it), ("roll", the part kept) or ("turn", the new hand)."""
        key = (hand, fate, free)
        if key not in self._decided:
            options = [(self._accepted(hand, fate), "keep", hand)]
            poorer = fate - self.change_fate
            if free or poorer >= 0:
                worth = self.rolled(fate if free else poorer)
                options += [(worth[kept], "roll", kept) for kept in _parts(hand)]
            if poorer >= 0:
                later = self.settled(poorer)
                turned = {each for kept in SHRUNK[hand] for each in GROWN[kept][:FORTUNA]}
                options += [(later[each], "turn", each) for each in sorted(turned)]
            _, act, onto = max(options, key=lambda option: option[0])
            self._decided[key] = (act, onto)
        return self._decided[key]

    def play(self, hand: Hand, fate: int, free: bool, rng: random.Random) -> tuple[Hand, int]:
        """Change the dice as long as it helps; the hand and the fate in the end."""
        while True:
            act, onto = self.decide(hand, fate, free)
            if act == "keep":
                return hand, fate
            if act == "turn":
                fate -= self.change_fate
                hand = onto
            else:
                fate -= 0 if free else self.change_fate
                hand = filled(onto, self.dice, rng)
            free = False


def filled(kept: Hand, dice: int, rng: random.Random) -> Hand:
    """Roll the dice that are missing."""
    for _ in range(dice - sum(COUNTS[kept])):
        kept = GROWN[kept][KIND_OF[1 + int(rng.random() * len(FACES))]]
    return kept


@cache
def _parts(hand: Hand) -> tuple[Hand, ...]:
    """The hands that are part of this one and smaller."""
    smaller = {each for part in SHRUNK[hand] for each in (part, *_parts(part))}
    return tuple(sorted(smaller))
