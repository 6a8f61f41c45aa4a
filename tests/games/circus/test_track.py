"""The geometry of the house circus against tables written out here, and what a track file may not be."""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from ludus import DataError
from ludus.core.toml_files import load_table
from ludus.games.circus.track import BACK, DOLPHINS, EGGS, FRONT, IN, OUT, WALL, house_track, read_track

TRACK = house_track()
CORNER = (6, 9, 12, 15, 18, 21, 24, 27)

# From each corner square of a lane; for lane changes the square after the step forward.
INSIDE = {
    2: "0 0 1 2 2 3 4 4 5",
    3: "0 0 1 2 3 3 4 5 6 6 7 8",
    4: "0 0 1 2 3 4 4 5 6 7 8 8 9 10 11",
    5: "0 0 1 2 3 4 5 5 6 7 8 9 10 10 11 12 13 14",
    6: "0 0 1 2 3 4 5 6 6 7 8 9 10 11 12 12 13 14 15 16 17",
    7: "0 0 1 2 3 4 5 6 7 7 8 9 10 11 12 13 14 14 15 16 17 18 19 20",
    8: "0 0 1 2 3 4 5 6 7 8 8 9 10 11 12 13 14 15 16 16 17 18 19 20 21 22 23",
}
OUTSIDE = {
    1: "1 2 4 5 7 8",
    2: "1 2 3 5 6 7 9 10 11",
    3: "1 2 3 4 6 7 8 9 11 12 13 14",
    4: "1 2 3 4 5 7 8 9 10 11 13 14 15 16 17",
    5: "1 2 3 4 5 6 8 9 10 11 12 13 15 16 17 18 19 20",
    6: "1 2 3 4 5 6 7 9 10 11 12 13 14 15 17 18 19 20 21 22 23",
    7: "1 2 3 4 5 6 7 8 10 11 12 13 14 15 16 17 19 20 21 22 23 24 25 26",
}
SLIP_OUT = {
    1: "0 1 3 4 6 7",
    2: "0 1 2 4 5 6 8 9 10",
    3: "0 1 2 3 5 6 7 8 10 11 12 13",
    4: "0 1 2 3 4 6 7 8 9 10 12 13 14 15 16",
    5: "0 1 2 3 4 5 7 8 9 10 11 12 14 15 16 17 18 19",
    6: "0 1 2 3 4 5 6 8 9 10 11 12 13 14 16 17 18 19 20 21 22",
    7: "0 1 2 3 4 5 6 7 9 10 11 12 13 14 15 16 18 19 20 21 22 23 24 25",
}
PARALLEL = {1: (1, 3, 5), 2: (2, 5, 8), 3: (3, 7, 11), 4: (4, 9, 14), 5: (5, 11, 17), 6: (6, 13, 20), 7: (7, 15, 23)}
CORNERS = (DOLPHINS, EGGS)


def targets(table: tuple[int, ...], lane: int, section: int) -> str:
    found = [table[TRACK.at(lane, section, index)] for index in range(CORNER[lane - 1])]
    return " ".join(str(TRACK.index[square]) for square in found)


# -- squares -------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 2.1", "CM 6.42-geometry")
def test_size() -> None:
    assert TRACK.lanes == 8
    assert TRACK.size == sum(2 * 34 + 2 * corner for corner in CORNER)
    for lane in range(1, 9):
        for section, length in ((FRONT, 34), (DOLPHINS, CORNER[lane - 1]), (BACK, 34), (EGGS, CORNER[lane - 1])):
            squares = [s for s in range(TRACK.size) if TRACK.lane[s] == lane and TRACK.section[s] == section]
            assert [TRACK.index[square] for square in squares] == list(range(length))
            assert {TRACK.corner[square] for square in squares} == {section in CORNERS}


@pytest.mark.rule("CM 2.1-numbering")
def test_a_lane_is_a_closed_loop() -> None:
    for lane in range(1, 9):
        square = start = TRACK.at(lane, FRONT, 0)
        sections = []
        for _ in range(68 + 2 * CORNER[lane - 1]):
            sections.append(TRACK.section[square])
            assert TRACK.behind[TRACK.ahead[square]] == square
            assert TRACK.lane[TRACK.ahead[square]] == lane
            square = TRACK.ahead[square]
        assert square == start
        assert sections == sorted(sections)
    assert TRACK.ahead[TRACK.at(3, FRONT, 33)] == TRACK.at(3, DOLPHINS, 0)
    assert TRACK.ahead[TRACK.at(1, DOLPHINS, 5)] == TRACK.at(1, BACK, 0)
    assert TRACK.behind[TRACK.at(4, BACK, 0)] == TRACK.at(4, DOLPHINS, 14)
    assert TRACK.behind[TRACK.at(2, FRONT, 0)] == TRACK.at(2, EGGS, 8)


@pytest.mark.rule("CM 6.311")
def test_safe_speeds() -> None:
    for lane, safe in enumerate((8, 9, 12, 15, 17, 20, 22, 24), start=1):
        assert {TRACK.safe[TRACK.at(lane, section, 0)] for section in CORNERS} == {safe}
        assert TRACK.safe[TRACK.at(lane, FRONT, 33)] == 0


def test_gray_squares_are_the_start() -> None:
    gray = {(TRACK.section[s], TRACK.index[s]) for s in range(TRACK.size) if TRACK.gray[s]}
    assert gray == {(FRONT, index) for index in range(4)}
    assert sum(TRACK.gray) == 4 * 8


@pytest.mark.rule("CM 3.8b")
def test_course_of_three_laps() -> None:
    legs = [leg % 4 for leg in range(TRACK.last_leg + 1)]
    assert [legs.count(section) for section in (FRONT, DOLPHINS, BACK, EGGS)] == [3, 3, 3, 2]
    assert legs[-1] == BACK


# -- neighbours ----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.41")
def test_straights_are_level() -> None:
    for lane in range(1, 9):
        for index in range(34):
            square = TRACK.at(lane, BACK, index)
            for table in (TRACK.change, TRACK.slip):
                assert table[IN][square] == (TRACK.at(lane - 1, BACK, index) if lane > 1 else WALL)
                assert table[OUT][square] == (TRACK.at(lane + 1, BACK, index) if lane < 8 else WALL)
            beside = [TRACK.at(other, BACK, index) for other in (lane - 1, lane + 1) if 1 <= other <= 8]
            assert list(TRACK.beside[square]) == beside == list(TRACK.attacks[square])


@pytest.mark.rule("CM 6.42", "CM 6.42-geometry", "CM 6.421", "CM 6.422", "CM 6.73b")
@pytest.mark.parametrize("section", CORNERS)
def test_targets_in_corners(section: int) -> None:
    for lane, line in INSIDE.items():
        assert targets(TRACK.change[IN], lane, section) == line
        assert targets(TRACK.slip[IN], lane, section) == line
    for lane, line in OUTSIDE.items():
        assert targets(TRACK.change[OUT], lane, section) == line
    for lane, line in SLIP_OUT.items():
        assert targets(TRACK.slip[OUT], lane, section) == line
    for index in range(6):
        assert TRACK.change[IN][TRACK.at(1, section, index)] == TRACK.slip[IN][TRACK.at(1, section, index)] == WALL
    for index in range(27):
        assert TRACK.change[OUT][TRACK.at(8, section, index)] == TRACK.slip[OUT][TRACK.at(8, section, index)] == WALL


@pytest.mark.rule("CM 6.42-geometry")
def test_beside_is_overlap_of_angles() -> None:
    for lane, other in pairwise(range(1, 9)):
        for index in range(CORNER[lane - 1]):
            low, high = Fraction(index, CORNER[lane - 1]), Fraction(index + 1, CORNER[lane - 1])
            for across in range(CORNER[other - 1]):
                overlap = low < Fraction(across + 1, CORNER[other - 1]) and Fraction(across, CORNER[other - 1]) < high
                here, there = TRACK.at(lane, DOLPHINS, index), TRACK.at(other, DOLPHINS, across)
                assert (there in TRACK.beside[here]) == (here in TRACK.beside[there]) == overlap


@pytest.mark.rule("CM 6.423")
def test_parallel_squares_change_level() -> None:
    """Where front edges are level at 60, 120 and 180 degrees, lane changes and sideslips keep them level."""
    for lane, indexes in PARALLEL.items():
        for third, index in enumerate(indexes, start=1):
            square, outer = TRACK.at(lane, EGGS, index), TRACK.at(lane + 1, EGGS, third * (lane + 2) - 1)
            assert TRACK.share[square] == TRACK.share[outer] == third / 3
            assert TRACK.change[OUT][square] == outer
            assert TRACK.change[IN][outer] == square


def test_attack_squares_in_corners() -> None:
    """Beside the car, and not ahead of its front edge."""

    def reach(lane: int, other: int) -> list[list[int]]:
        return [
            [TRACK.index[s] for s in TRACK.attacks[TRACK.at(lane, DOLPHINS, index)] if TRACK.lane[s] == other]
            for index in range(CORNER[lane - 1])
        ]

    assert reach(1, 2) == [[0], [1, 2], [3], [4, 5], [6], [7, 8]]
    assert reach(2, 1) == [[], [0], [1], [], [2], [3], [], [4], [5]]
    assert reach(2, 3) == [[0], [1], [2, 3], [4], [5], [6, 7], [8], [9], [10, 11]]


# -- position ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.42-position")
def test_position_is_the_share_of_the_lane() -> None:
    def at(lane: int, section: int, index: int) -> float:
        return TRACK.position(TRACK.at(lane, section, index), section)

    assert at(2, DOLPHINS, 4) > at(1, DOLPHINS, 2)
    assert at(1, DOLPHINS, 1) == at(2, DOLPHINS, 2)
    assert at(8, DOLPHINS, 13) > at(1, DOLPHINS, 2)
    assert at(3, FRONT, 20) == at(6, FRONT, 20)
    assert at(8, BACK, 0) > at(1, DOLPHINS, 5)


def test_squares_have_names() -> None:
    for square in range(TRACK.size):
        assert TRACK.find(TRACK.name(square)) == square
    for wrong in ("lane 9, backstretch 3", "lane 1, dolphin corner 6", "lane 2, spina 3", "somewhere", "lane x, a 1"):
        with pytest.raises(DataError) as refused:
            TRACK.find(wrong)
        assert refused.value.code == "unknown-square"


# -- files ---------------------------------------------------------------------------------------------


def house_file() -> dict[str, Any]:
    return copy.deepcopy(load_table("ludus.games.circus", "track"))


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (("laps",), 0, "laps"),
        (("straight",), 12, "straight"),
        (("second_row_car",), 1, "second_row_car"),
        (("first_row_car",), 1, "second_row_car"),
        (("gray",), [3, 34], "gray[1]: gray squares lie on the front straight, 0 to 33, not 34"),
        (("gray",), [-1], "gray[0]"),
        (("lanes", 0, "corner"), 2, "lanes[0].corner"),
        (("lanes", 7, "corner"), 10**12, "lanes[7].corner: a corner has 3 to 60 squares"),
        (("lanes", 7, "safe"), 10**12, "lanes[7].safe: a safe speed is 1 to 60"),
        (("lanes", 1, "safe"), 8, "lanes[1].safe"),
        (("lanes", 2, "corner"), 11, "lanes[2].corner"),
        (("lanes", 4, "corner"), 19, "lanes[4].corner"),
        (("lanes", 6, "corner"), 22, "lanes[6].corner"),
        (("lanes", 7, "corner"), 23, "lanes[7].corner"),
        (("lanes", 3, "safe"), "fast", "lanes[3].safe"),
    ],
)
def test_wrong_tracks_are_refused(place: tuple[Any, ...], value: object, says: str) -> None:
    file = house_file()
    inner: Any = file
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with pytest.raises(DataError) as refused:
        read_track(file)
    assert refused.value.code == "bad-track"
    assert says in refused.value.message


def test_a_track_of_seven_lanes_is_refused() -> None:
    file = house_file()
    del file["lanes"][7]
    with pytest.raises(DataError, match="8 lanes"):
        read_track(file)


def test_another_track() -> None:
    file = house_file()
    file.update(name="Short", straight=20, laps=1)
    track = read_track(file)
    assert track.size == sum(40 + 2 * corner for corner in CORNER)
    assert track.last_leg == BACK
