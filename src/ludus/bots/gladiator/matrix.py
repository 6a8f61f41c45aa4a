"""A small matrix game: two players choose in secret, the first gains what the second loses."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import add

ROUNDS = 600


def solve(payoffs: Sequence[Sequence[float]], rounds: int = ROUNDS) -> tuple[list[float], list[float]]:
    """Both mixed strategies, by fictitious play: each in turn answers all that the other has played so far, and what
    both have played settles into strategies that neither can better.

    >>> rows, columns = solve([[1.0, -1.0], [-1.0, 1.0]])
    >>> [round(share, 1) for share in rows + columns]
    [0.5, 0.5, 0.5, 0.5]
    """
    across = [list(column) for column in zip(*payoffs, strict=True)]
    gains, losses = [0.0] * len(payoffs), [0.0] * len(across)
    rows, columns = [0] * len(payoffs), [0] * len(across)
    for _ in range(rounds):
        row = gains.index(max(gains))
        rows[row] += 1
        losses = list(map(add, losses, payoffs[row]))
        column = losses.index(min(losses))
        columns[column] += 1
        gains = list(map(add, gains, across[column]))
    return [count / rounds for count in rows], [count / rounds for count in columns]


def leaning(payoffs: Sequence[Sequence[float]], trust: float, heat: float) -> list[list[float]]:
    """The same game against somebody of whom one part (`trust`) looks no further than to what he gains on average, the
    more surely the less `heat` there is; the rest of him may do anything. Solved, it makes use of the one and stays
    safe from the other.

    >>> leaning([[1.0, -1.0], [-1.0, 1.0]], 0.5, 1.0)
    [[0.5, -0.5], [-0.5, 0.5]]
    """
    gains = [-sum(column) / len(payoffs) for column in zip(*payoffs, strict=True)]
    shares = [exp((gain - max(gains)) / heat) for gain in gains]
    total = sum(shares)
    leant = []
    for row in payoffs:
        mean = sum(share * value for share, value in zip(shares, row, strict=True)) / total
        leant.append([(1 - trust) * value + trust * mean for value in row])
    return leant
