"""Names by nation (E1 4.8), and names of horses, which are the house's own."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from ludus.core.toml_files import load_table

_CHART = load_table("ludus.campaign", "names")
_TRIES = 3  # names rolled before two men of one name are told apart by a number
_NUMERALS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")

HORSES: tuple[str, ...] = tuple(_CHART["horses"]["names"])
NATION_BY_DIE: tuple[str, ...] = tuple(_CHART["nations"])
NATIONS: tuple[str, ...] = tuple(dict.fromkeys(NATION_BY_DIE))
NAME_CHARTS: Mapping[str, Sequence[Sequence[Sequence[str]]]] = {each: _CHART[each]["charts"] for each in NATIONS}


class Roll(Protocol):
    """How a table rolls."""

    def __call__(self, count: int, reason: str, clause: str, sides: int = 6) -> tuple[int, ...]: ...


class Named(NamedTuple):
    """A man's name, and where he is from."""

    name: str
    nation: str


def name_of(nation: str, dice: Iterable[int]) -> str:
    """E1 4.8.1 to 4.8.4: two dice for each chart of his nation.

    >>> name_of("Roman", [1, 3, 6, 4]), name_of("Gaul", [5, 5])
    ('Manius Pomponius', 'Vercingetorix')
    """
    shown = iter(dice)
    return " ".join(chart[next(shown) - 1][next(shown) - 1] for chart in NAME_CHARTS[nation])


def draw_name(roll: Roll, taken: Container[str]) -> Named:
    """E1 4.8: a nation and a name. One that is taken is rolled again, and at last told apart by a number."""
    for _ in range(_TRIES):
        nation = NATION_BY_DIE[roll(1, "nation", "E1 4.8")[0] - 1]
        name = name_of(nation, roll(2 * len(NAME_CHARTS[nation]), "name", "E1 4.8"))
        if name not in taken:
            return Named(name, nation)
    numbered = (f"{name} {numeral}" for numeral in _NUMERALS)
    return Named(next((each for each in numbered if each not in taken), name), nation)


def draw_horses(roll: Roll, number: int, taken: Iterable[str] = ()) -> list[str]:
    """Names for horses of one team, no two of them alike."""
    team = list(taken)
    for die in roll(number, "names of horses", "CM 21.1", len(HORSES)):
        place = die - 1
        while HORSES[place] in team:
            place = (place + 1) % len(HORSES)
        team.append(HORSES[place])
    return team[len(team) - number :]
