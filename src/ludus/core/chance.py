"""Chances in words, the same in every game."""

from __future__ import annotations

DIGITS = 4  # of a chance that is sent to a browser


def percent(chance: float) -> str:
    """A chance for people; only what is certain is 0 or 100 %. Halves are rounded up, as browsers do.

    >>> percent(0.625), percent(0.003), percent(0.9971), percent(1), percent(sum([1 / 6] * 6))
    ('63%', 'under 1%', 'over 99%', '100%', '100%')
    """
    chance = round(chance, 9)  # what sums of chances leave of nothing
    if 0 < chance < 0.01:
        return "under 1%"
    if 0.99 < chance < 1:
        return "over 99%"
    return f"{int(100 * round(chance, DIGITS) + 0.5)}%"


def exactly(chance: float) -> str:
    """To two places, for tables; here too only what is certain is 0 or 100 %.

    >>> exactly(7 / 12), exactly(0.5), exactly(0.00002), exactly(0.99999), exactly(1)
    ('58.33%', '50.00%', 'under 0.01%', 'over 99.99%', '100%')
    """
    chance = round(chance, 9)  # what sums of chances leave of nothing
    if chance in (0, 1):
        return f"{chance:.0%}"
    if chance < 0.0001:
        return "under 0.01%"
    return "over 99.99%" if chance > 0.9999 else f"{chance:.2%}"
