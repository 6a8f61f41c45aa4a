"""Every chart over all dice combinations, against tables written out here by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from tests.rules.circus.kit import BOOK, chariot, circus, dice_left, events, play

CHARTS = BOOK.charts

# -- independent tables, as the rulebook prints them ------------------------------------------------

STRAIN = {  # row: strain points 1 to 9+
    4: "-  -  -  -  -  -  -  -  -",
    5: "-  -  -  -  -  -  -  -  S",
    6: "-  -  -  -  -  -  -  S  SS",
    7: "-  -  -  -  -  -  S  SS J",
    8: "-  -  -  -  -  S  SS J  LH",
    9: "-  -  -  -  S  SS J  LH RH",
    10: "-  -  -  S  SS J  LH RH FP",
    11: "-  -  S  SS J  LH RH FP FP",
    12: "-  S  SS J  LH RH FP FP FP",
    13: "S  SS J  LH RH FP FP FP FP",
    14: "SS J  LH RH FP FP FP FP FP",
    15: "J  LH RH FP FP FP FP FP FP",
    16: "LH RH FP FP FP FP FP FP FP",
    17: "RH FP FP FP FP FP FP FP FP",
    18: "FP FP FP FP FP FP FP FP FP",
}
LASH = {  # two dice: lash factors -4 to +5
    2: "MMBGWMS-MG",
    3: "GMGBBWBSGS",
    4: "B-WMBBWGMB",
    5: "GBMWMMGBSS",
    6: "-GBBWGMMBW",
    7: "G-GGGSSSSS",
    8: "-G--SWWWWW",
    9: "MMMS---BWB",
    10: "MWS--BBW-M",
    11: "WS-MB-B-B-",
    12: "SM-WMB-MBB",
}
HORSES = {  # by points: the six dice
    2: ("7447", "7536", "7545", "7436", "6446", "7435"),
    1: ("6445", "6435", "5445", "6335", "5435", "5335"),
    0: ("5434", "4444", "5325", "5424", "5324", "4334"),
}
ENDURANCE = {2: (74, 71, 68, 65, 62, 59), 1: (55, 52, 49, 46, 43, 40), 0: (36, 33, 30, 27, 24, 21)}
WRECKS = {
    2: (-1, 3),
    3: (2, 5),
    4: (0, 0),
    5: (0, 2),
    6: (0, 1),
    7: (1, 3),
    8: (-1, 1),
    9: (1, 4),
    10: (3, 2),
    11: (4, 6),
    12: (-3, 4),
}
CRITICAL = {2: "pulled from the car", 3: "severe wound", 4: "arm wound", 5: "eye wound", 6: "surprise", 7: "deep wound"}


def combinations(dice: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=dice)


def odds(dice: int, read: Callable[[int], object]) -> Counter[object]:
    """How many of the combinations give each result."""
    return Counter(read(sum(thrown)) for thrown in combinations(dice))


# -- building ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 3.61")
def test_driver_hits() -> None:
    assert [BOOK.driver_hits(total) for total in range(1, 9)] == [5, 6, 6, 7, 7, 8, 9, 10]
    # Off the chart: never more than 10, never fewer than the first column.
    assert [BOOK.driver_hits(total) for total in (-2, 0, 9, 12)] == [5, 5, 10, 10]
    assert odds(1, lambda die: BOOK.driver_hits(die)) == {5: 1, 6: 2, 7: 2, 8: 1}
    assert odds(1, lambda die: BOOK.driver_hits(die + 1)) == {6: 2, 7: 2, 8: 1, 9: 1}
    assert odds(1, lambda die: BOOK.driver_hits(die + 2)) == {6: 1, 7: 2, 8: 1, 9: 1, 10: 1}


@pytest.mark.rule("CM 3.63")
def test_team_speeds() -> None:
    for points, row in HORSES.items():
        assert ["".join(map(str, horses)) for horses in CHARTS.team_speeds[points]] == list(row)
    assert [[sum(horses) for horses in row] for row in CHARTS.team_speeds] == [
        [16, 16, 15, 15, 14, 14],
        [19, 18, 18, 17, 17, 16],
        [22, 21, 21, 20, 20, 19],
    ]


@pytest.mark.rule("CM 3.64")
def test_endurance() -> None:
    assert {points: tuple(CHARTS.team_endurance[points]) for points in range(3)} == ENDURANCE


@pytest.mark.rule("CM 3.6-performance-chart")
def test_preparation() -> None:
    assert CHARTS.cars == ("light", "normal", "heavy")
    assert CHARTS.car_modifier == {"light": -3, "normal": 0, "heavy": 3}
    assert (CHARTS.points, CHARTS.most_points, CHARTS.wheel_boxes) == (4, 2, 10)


def test_movement_costs() -> None:
    assert (CHARTS.inside, CHARTS.outside, CHARTS.sideslip, CHARTS.attack) == (2, 1, 3, 1)
    assert CHARTS.brake_endurance == 2


# -- corners and wheels --------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.32b")
def test_every_cell_of_the_corner_strain_chart() -> None:
    for row, line in STRAIN.items():
        for points, code in enumerate(line.split(), start=1):
            assert BOOK.corner_strain(row, points) == code, (row, points)
    for points in range(1, 12):
        assert BOOK.corner_strain(-3, points) == STRAIN[4].split()[min(points, 9) - 1]
        assert BOOK.corner_strain(23, points) == "FP"
    for row, line in STRAIN.items():
        assert BOOK.corner_strain(row, 30) == line.split()[8]


@pytest.mark.rule("CM 7.32a", "CM 7.32b")
@pytest.mark.parametrize("cdm", [-3, 0, 2])
@pytest.mark.parametrize("points", range(1, 12))
def test_odds_of_a_corner(cdm: int, points: int) -> None:
    def by_hand(total: int) -> str:
        return STRAIN[min(max(total - cdm, 4), 18)].split()[min(points, 9) - 1]

    assert odds(3, lambda total: BOOK.corner_strain(total - cdm, points)) == odds(3, by_hand)


def test_odds_of_three_points_in_numbers() -> None:
    """Three dice without a modifier: 11 slides, 12 slides twice, 13 jostles, 14 and 15 hurt, 16 and more flip."""
    assert odds(3, lambda total: BOOK.corner_strain(total, 3)) == {
        "-": 108,
        "S": 27,
        "SS": 25,
        "J": 21,
        "LH": 15,
        "RH": 10,
        "FP": 10,
    }


@pytest.mark.rule("CM 7.3")
def test_the_engine_over_all_throws_in_a_corner() -> None:
    """Four points at CDM +1, thrown in 216 races."""
    found: Counter[object] = Counter()
    for thrown in combinations(3):
        race = circus(
            level="basic",
            red="lane 1, front straight 33",
            red_is={"written": 12, "modifier": 1, "whip": False},
            dice=[*thrown, 1, 1],  # a hurt horse asks for two more
        )
        play(race, "forward 1")
        (strain,) = events(race, "strain")
        found[strain.data["result"]] += 1
        assert dice_left(race) == (() if strain.data["result"] in ("LH", "RH") else (1, 1))
    assert found == odds(3, lambda total: STRAIN[min(max(total - 1, 4), 18)].split()[3])


@pytest.mark.rule("CM 7.43")
@pytest.mark.parametrize("damage", range(2, 10))
def test_the_engine_over_all_wheel_checks(damage: int) -> None:
    found: Counter[str] = Counter()
    for thrown in combinations(2):
        race = circus(
            level="basic",
            red="lane 1, front straight 3",
            red_is={"written": 14, "whip": False, "right_wheel": damage},
            dice=thrown,
        )
        red = chariot(race, "red")
        if not red.on_track:
            found["lost"] += 1
        else:
            found["worn" if red.right_wheel == damage + 1 else "holds"] += 1
        assert dice_left(race) == ()
    lower = sum(1 for thrown in combinations(2) if sum(thrown) < damage)
    equal = sum(1 for thrown in combinations(2) if sum(thrown) == damage)
    if damage == 9:  # an equal throw fills the last box
        lower, equal = lower + equal, 0
    assert found == Counter({"lost": lower, "worn": equal, "holds": 36 - lower - equal})


# -- attacks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("factor", range(-4, 6))
def test_driver_lash(factor: int) -> None:
    column = factor + 4
    assert odds(2, lambda roll: BOOK.driver_lash(roll, factor)) == odds(2, lambda roll: LASH[roll][column])
    assert all(BOOK.driver_lash(roll, factor) == LASH[roll][column] for roll in range(2, 13))


def test_lash_factor_stays_on_the_table() -> None:
    assert [BOOK.lash_factor(difference) for difference in (-12, -5, -4, 0, 5, 6, 14)] == [-4, -4, -4, 0, 5, 5, 5]


def horse_points(roll: int) -> int:
    for most, points in ((5, 0), (8, 1), (10, 2), (11, 3), (12, 4), (13, 5), (14, 6)):
        if roll <= most:
            return points
    return 8


def wheel_points(roll: int) -> int:
    for most, points in ((4, 1), (7, 2), (9, 3), (11, 4), (12, 5), (13, 6), (14, 7)):
        if roll <= most:
            return points
    return 8


@pytest.mark.parametrize("car", CHARTS.cars)
def test_injuries_and_wheel_damage(car: str) -> None:
    modifier = {"light": -3, "normal": 0, "heavy": 3}[car]
    assert CHARTS.car_modifier[car] == modifier
    for roll in range(2, 13):
        assert BOOK.horse_injury(roll + modifier) == horse_points(roll + modifier)
        assert BOOK.wheel_damage(roll + modifier) == wheel_points(roll + modifier)


def test_odds_of_a_ram_in_numbers() -> None:
    assert odds(2, BOOK.horse_injury) == {0: 10, 1: 16, 2: 7, 3: 2, 4: 1}
    assert odds(2, lambda roll: BOOK.horse_injury(roll + 3)) == {0: 1, 1: 9, 2: 11, 3: 5, 4: 4, 5: 3, 6: 2, 8: 1}
    assert odds(2, BOOK.wheel_damage) == {1: 6, 2: 15, 3: 9, 4: 5, 5: 1}
    assert odds(2, lambda roll: BOOK.wheel_damage(roll - 3)) == {1: 21, 2: 12, 3: 3}


def test_car_against_car() -> None:
    for total in range(-4, 30):
        attacker, defender = total <= 9, 7 <= total <= 9 or total >= 13
        assert BOOK.car_ram(total) == (attacker, defender)
    assert odds(3, BOOK.car_ram) == {(True, False): 20, (True, True): 61, (False, False): 79, (False, True): 56}


# -- wrecks and wounds -----------------------------------------------------------------------------------


def test_wreck_location() -> None:
    assert {roll: BOOK.wreck_location(roll) for roll in range(2, 13)} == WRECKS


def test_critical_hits() -> None:
    by_hand = {roll: CRITICAL.get(roll, "tug of war" if roll == 12 else "none") for roll in range(2, 13)}
    assert {roll: BOOK.critical_hit(roll) for roll in range(2, 13)} == by_hand
    assert odds(2, BOOK.critical_hit)["none"] == 5 + 4 + 3 + 2


def test_running_over_wrecks() -> None:
    rows = {"none": 8, "jostled": 10, "car": 11, "hobbled": 13, "serious": 14, "danger": 16, "flip": 99}
    for total in range(-3, 40):
        assert BOOK.run_over(total) == next(name for name, most in rows.items() if total <= most)
    assert odds(3, BOOK.run_over) == {
        "none": 56,
        "jostled": 52,
        "car": 27,
        "hobbled": 46,
        "serious": 15,
        "danger": 16,
        "flip": 4,
    }


def test_horses_that_die_take_heart_with_them() -> None:
    assert CHARTS.dead_horse_divisor == (4, 3, 2)


def test_tempers_of_seven_rivals() -> None:
    assert CHARTS.thresholds == (2, 3, 3, 4, 4, 5, 6)
