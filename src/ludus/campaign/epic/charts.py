"""The numbers of the epic campaign, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus.core.toml_files import load_table

EPIC: Mapping[str, Any] = load_table("ludus.campaign", "epic")
STABLE: Mapping[str, Any] = load_table("ludus.games.circus", "epic/stable")  # E1 4.6.1a to 4.6.1c
STEP: int = EPIC["market"]["step"]
PRIZES: Sequence[int] = EPIC["race"]["prizes"]
CARS: Mapping[str, int] = EPIC["cars"]
WINS: int = EPIC["champion"]["wins"]
REWARD: int = EPIC["champion"]["reward"]
MOST_SIDE: int = EPIC["challenge"]["sides"]
ODDS = {f"{odds}-1": odds for odds in range(1, len(EPIC["challenge"]["least"]) + 1)}


def prize(place: int | None, *, in_control: bool) -> int:
    """E1 9.1a, 9.1b: what the Emperor pays for a place; to nobody whose driver is not in control of his chariot.

    >>> prize(1, in_control=True), prize(9, in_control=True), prize(10, in_control=True), prize(2, in_control=False)
    (4500, 1000, 0, 0)
    """
    if place is None or place > len(PRIZES) or not in_control:
        return 0
    return PRIZES[place - 1]


def earned(place: int | None, gap: int | None, starters: int, *, open_end: bool = True) -> int:
    """E1 10.1.1a to 10.1.1.2: points for a place and for the distance to the next chariot behind. Where none is left
    behind the bonus is without limit, but not in a field of fewer than five; `open_end`: somebody dropped out.

    >>> earned(1, 12, 8), earned(3, 7, 8), earned(8, 20, 8), earned(2, None, 8), earned(4, None, 4)
    (22, 7, 3, 13, 4)
    """
    chart = EPIC["experience"]
    if place is None or place > len(chart["places"]):
        return int(chart["least"])
    bonus = chart["bonus"][place - 1]
    if gap is not None:
        steps = sum(gap >= least for least in chart["gaps"])
    else:
        steps = len(bonus) if starters >= chart["starters"] and open_end else 0
    return int(chart["places"][place - 1] + sum(bonus[:steps]))


def shares(entered: int, killed: int, survivors: int, cowards: int) -> int:
    """E1 9.2a, 9.2b: what every survivor of a gala brings his owner; nothing where nobody was killed.

    >>> shares(8, 3, 5, 0), shares(6, 0, 6, 0), shares(8, 3, 4, 1)
    (1600, 0, 1750)
    """
    if not killed or not survivors:
        return 0
    return int(EPIC["gala"]["pot"]) * (entered - cowards) // survivors


def stakes(odds: int) -> tuple[int, int]:
    """E1 5.2.3: the least that challenger and challenged put up.

    >>> stakes(1), stakes(3), stakes(5)
    ((100, 100), (1200, 400), (8000, 1600))
    """
    least = int(EPIC["challenge"]["least"][odds - 1])
    return odds * least, least


def majority(votes: int, voters: int) -> bool:
    """E1 4.1a: of all active players.

    >>> majority(3, 5), majority(2, 4)
    (True, False)
    """
    return 2 * votes > voters
