"""When it was: the days of the games in the circus and the arena, as Romans counted them."""

from __future__ import annotations

# The ten great days of the circus, from spring to winter: as many as a season has races (CM 20.2).
RACES = (
    "a.d. IV Idus Apriles, at the Ludi Megalenses",
    "a.d. XIII Kalendas Maias, at the Ludi Ceriales",
    "a.d. V Nonas Maias, at the Ludi Florales",
    "a.d. IV Idus Maias, at the Ludi Martiales",
    "a.d. III Idus Iulias, at the Ludi Apollinares",
    "a.d. VI Kalendas Augustas, at the Ludi Victoriae Caesaris",
    "a.d. XII Kalendas Septembres, at the Consualia",
    "a.d. XVII Kalendas Octobres, at the Ludi Romani",
    "Idibus Octobribus, at the feast of the October Horse",
    "a.d. XVII Kalendas Decembres, at the Ludi Plebeii",
)
# In December the quaestors pay for gladiators.
FIGHTS = (
    "a.d. IV Nonas Decembres, at the quaestors' games",
    "pridie Nonas Decembres, at the quaestors' games",
    "Nonis Decembribus, at the quaestors' games",
    "a.d. VIII Idus Decembres, at the quaestors' games",
    "a.d. VI Idus Decembres, at the quaestors' games",
    "a.d. XIV Kalendas Ianuarias, at the quaestors' games",
    "a.d. XIII Kalendas Ianuarias, at the quaestors' games",
    "a.d. XII Kalendas Ianuarias, at the quaestors' games",
    "a.d. X Kalendas Ianuarias, at the quaestors' games",
    "a.d. IX Kalendas Ianuarias, at the quaestors' games",
)
_NUMERALS = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman_date(days: tuple[str, ...], number: int) -> str:
    """The day of a race or fight, counted from 1; after the last one a new year begins.

    >>> roman_date(RACES, 8)
    'a.d. XVII Kalendas Octobres, at the Ludi Romani'
    >>> roman_date(RACES, 11)
    'a.d. IV Idus Apriles, at the Ludi Megalenses, in the year II'
    """
    year, day = divmod(number - 1, len(days))
    return days[day] if not year else f"{days[day]}, in the year {roman(year + 1)}"


def roman(number: int) -> str:
    """
    >>> roman(4), roman(19)
    ('IV', 'XIX')
    """
    text = ""
    for value, letters in _NUMERALS:
        while number >= value:
            text, number = text + letters, number - value
    return text
