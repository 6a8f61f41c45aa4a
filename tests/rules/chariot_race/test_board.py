"""The circuit: lanes, corners, start spaces, halves."""

from __future__ import annotations

import pytest

from ludus import new_match
from ludus.games.chariot_race.board import IN, OUT, Board, house_board
from tests.rules.chariot_race.kit import chariot, play, race, told, where


@pytest.fixture(scope="module")
def board() -> Board:
    return house_board(("A", "A"))


def front(board: Board, name: str) -> int:
    return board.front[board.find(name)]


@pytest.mark.rule("CR board-lanes")
def test_three_lanes_of_384_ticks(board: Board) -> None:
    assert board.lanes == ("inner", "middle", "outer")
    lanes = {lane: [space for space in board.spaces if space.lane == lane] for lane in board.lanes}
    assert {lane: len(spaces) for lane, spaces in lanes.items()} == {"inner": 28, "middle": 32, "outer": 36}
    for spaces in lanes.values():
        assert sum(space.front - space.rear for space in spaces) == 384
    assert {lane: spaces[0].rear for lane, spaces in lanes.items()} == {"inner": 0, "middle": 4, "outer": 8}


@pytest.mark.rule("CR board-lanes")
@pytest.mark.parametrize(
    ("name", "ticks"),
    [("outer 8", 95), ("middle 8", 100), ("inner 7", 96), ("inner 12", 168), ("middle 13", 160), ("outer 15", 164)],
)
def test_front_borders(board: Board, name: str, ticks: int) -> None:
    assert front(board, name) == ticks


@pytest.mark.rule("CR board-lanes")
def test_no_front_border_is_level_with_another(board: Board) -> None:
    fronts = [space.front % 384 for space in board.spaces]
    assert len(set(fronts)) == len(fronts)


@pytest.mark.rule("CR board-lanes")
def test_progress_counts_crossings_and_the_front_border() -> None:
    match = race(green="inner 12, damage 11", yellow="inner 28, at_start", red="outer 1, laps 1")
    progress = {each.colour: match.state.progress(each) for each in match.state.chariots}
    assert progress["green"] == 168
    assert progress["yellow"] == 0
    assert progress["red"] == 384 + 20


@pytest.mark.rule("CR board-corners")
def test_numbered_spaces(board: Board) -> None:
    numbered = {space.name: space.safe for space in board.spaces if space.safe}
    expected = {f"outer {number}": 7 for number in (8, 12, 26, 30)}
    expected |= {f"middle {number}": 5 for number in (8, 11, 24, 27)}
    expected |= {f"inner {number}": 3 for number in (7, 9, 21, 23)}
    assert numbered == expected


@pytest.mark.rule("CR board-corners")
@pytest.mark.parametrize(("before", "after"), [(60, 104), (104, 140), (252, 296), (296, 332)])
def test_no_way_round_a_corner_avoids_its_numbers(board: Board, before: int, after: int) -> None:
    """Walk every path that enters no numbered space: none gets from the straight to behind the corner."""
    reached = {index for index, space in enumerate(board.spaces) if space.front <= before + 8 and not space.safe}
    todo = list(reached)
    while todo:
        index = todo.pop()
        steps = (board.ahead[index], board.change[IN][index], board.change[OUT][index])
        for step in steps:
            if step is None or step[1] or board.safe[step[0]] or step[0] in reached:
                continue
            reached.add(step[0])
            todo.append(step[0])
    assert not any(board.spaces[index].rear >= after for index in reached)


@pytest.mark.rule("CR board-start")
def test_the_start_crossing_is_no_lap() -> None:
    match = race(green="outer 36, at_start, speed 4", dice="attack attack attack attack attack")
    play(match, "keep")
    assert where(match, "green") == "outer 4"
    assert chariot(match, "green").crossings == 1
    assert chariot(match, "green").laps == 0
    assert told(match, "lap") == []


@pytest.mark.rule("CR board-start")
def test_six_start_spaces_in_the_order_of_filling(board: Board) -> None:
    names = [board.names[space] for space in board.start_spaces]
    assert names == ["outer 36", "middle 32", "inner 28", "outer 35", "middle 31", "inner 27"]
    assert [front(board, name) - 384 for name in names] == [8, 4, 0, -4, -8, -12]


@pytest.mark.rule("CR board-start")
def test_each_start_space_holds_one_of_six_chariots(board: Board) -> None:
    match = new_match("chariot-race", seats=6, seed=3)
    assert sorted(each.space for each in match.state.chariots) == sorted(board.start_spaces)


@pytest.mark.rule("CR board-halves")
def test_the_parts_are_half_laps(board: Board) -> None:
    first, second = board.file.parts
    assert first.spaces == {"inner": (1, 14), "middle": (1, 16), "outer": (1, 18)}
    assert second.spaces == {"inner": (15, 28), "middle": (17, 32), "outer": (19, 36)}
    joints = [front(board, f"{lane} {last}") for lane, (_, last) in first.spaces.items()]
    assert joints == [192, 196, 200]


def heaps(*sides: str) -> set[str]:
    return {space.name for space in house_board(sides).spaces if space.heap}


@pytest.mark.rule("CR board-halves")
def test_side_a_and_side_b_in_one_board() -> None:
    assert heaps("A", "B") == {"inner 16", "middle 29"}


@pytest.mark.rule("CR variant-mixed-board")
def test_part_one_on_side_b() -> None:
    assert heaps("B", "A") == {"outer 17"}
    match = new_match("chariot-race", seed=1, options={"part_1": "B"})
    assert {space.name for space in match.state.board.spaces if space.heap} == {"outer 17"}


@pytest.mark.rule("CR setup-1")
def test_the_standard_board_has_no_heap() -> None:
    match = new_match("chariot-race", seed=1)
    assert match.state.board.sides == ("A", "A")
    assert not any(match.state.board.heap)
