"""A player's own board: the same rules, and a wrong file is refused with the place that is wrong."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludus import DataError, LudusError, find_game, load_board, new_match
from ludus.games.chariot_race.board import house_board
from tests.games.chariot_race.boards import house_file, level_board

Spoil = Callable[[dict[str, Any]], object]


def spoiled(spoil: Spoil) -> dict[str, Any]:
    board = copy.deepcopy(house_file())
    spoil(board)
    return board


def put(*path: Any) -> Spoil:
    """Put a value in a place: put("spaces", "inner", 3, [1, 2])."""
    *way, last, value = path

    def spoil(board: dict[str, Any]) -> None:
        place: Any = board
        for step in way:
            place = place[step]
        place[last] = value

    return spoil


def drop(*path: Any) -> Spoil:
    *way, last = path

    def spoil(board: dict[str, Any]) -> None:
        place: Any = board
        for step in way:
            place = place[step]
        del place[last]

    return spoil


def lane(count: int, ticks: int) -> list[list[int]]:
    return [[number * ticks, (number + 1) * ticks, 0] for number in range(count)]


WRONG: dict[str, tuple[Spoil, str]] = {
    "no name": (drop("name"), "board lacks 'name'"),
    "empty name": (put("name", ""), "name: must have 1 to 40 letters"),
    "long name": (put("name", "x" * 41), "name: must have 1 to 40 letters"),
    "unknown key": (put("weather", "rain"), "board has no 'weather'; it may have name, lap_ticks"),
    "ticks a text": (put("lap_ticks", "384"), "board.lap_ticks must be a whole number, not '384'"),
    "no ticks": (put("lap_ticks", 0), "lap_ticks: a lap has 1 to 100000 ticks, not 0"),
    "too many ticks": (put("lap_ticks", 10**9), "lap_ticks: a lap has 1 to 100000 ticks"),
    "one lane": (put("lanes", ["inner"]), "lanes: there must be 2 to 6, not 1"),
    "seven lanes": (put("lanes", list("abcdefg")), "lanes: there must be 2 to 6, not 7"),
    "lane twice": (put("lanes", 2, "inner"), "lanes[2]: there is a lane 'inner' already"),
    "lane of two words": (put("lanes", 0, "in ner"), "lanes[0]: a lane's name is one word"),
    "lane without a name": (put("lanes", 0, ""), "lanes[0]: a lane's name is one word"),
    "lane not listed": (put("lanes", 0, "inmost"), "spaces: must list the spaces of exactly these lanes: inmost"),
    "lane missing": (drop("spaces", "outer"), "spaces: must list the spaces of exactly these lanes"),
    "lane too short": (put("spaces", "inner", lane(15, 10)), "spaces.inner: a lane has 16 to 100 spaces, not 15"),
    "lane too long": (put("spaces", "inner", lane(101, 3)), "spaces.inner: a lane has 16 to 100 spaces, not 101"),
    "lane adds up wrongly": (
        put("spaces", "inner", lane(20, 10)),
        "spaces.inner: its spaces add up to 200 ticks, a lap has 384",
    ),
    "gap": (
        put("spaces", "inner", 3, [37, 48, 0]),
        "spaces.inner[3]: it begins at 37, but the space before it ends at 36",
    ),
    "backwards": (put("spaces", "outer", 5, [68, 60, 0]), "spaces.outer[5]: the front border 60 is not ahead"),
    "empty space": (put("spaces", "outer", 5, [68, 68, 0]), "spaces.outer[5]: the front border 68 is not ahead"),
    "negative number": (put("spaces", "outer", 7, 2, -7), "spaces.outer[7]: a safe speed is 0 (none) or more, not -7"),
    "half a space": (put("spaces", "outer", 7, [86, 95]), "board.spaces.outer[7] must be a list of 3"),
    "a fraction": (put("spaces", "outer", 7, 1, 9.5), "board.spaces.outer[7][1] must be a whole number, not 9.5"),
    "true for a number": (
        put("spaces", "outer", 7, 2, True),
        "board.spaces.outer[7][2] must be a whole number, not true",
    ),
    "line off the lap": (
        lambda board: board["spaces"].update(
            inner=[[rear + 384, front + 384, safe] for rear, front, safe in board["spaces"]["inner"]]
        ),
        "spaces.inner[0]: the finish line must lie on the lap, 0 to 383",
    ),
    "line too far ahead": (
        lambda board: board["spaces"].update(
            outer=[[rear + 9, front + 9, safe] for rear, front, safe in board["spaces"]["outer"]]
        ),
        "spaces.middle[0]: its front border 16 is not past the line of the outer lane (17)",
    ),
    "no start spaces": (put("start_spaces", []), "start_spaces: there must be at least 6, not 0"),
    "start space twice": (put("start_spaces", 5, ["outer", 36]), "start_spaces[5]: outer 36 stands there twice"),
    "start off the lane": (
        put("start_spaces", 0, ["outer", 37]),
        "start_spaces[0]: the outer lane has spaces 1 to 36, not 37",
    ),
    "start on no lane": (put("start_spaces", 0, ["upper", 1]), "start_spaces[0]: there is no lane 'upper'"),
    "no sections": (put("sections", []), "sections: they end at 0, a lap has 384 ticks"),
    "strange section": (put("sections", 1, 0, "jump"), "sections[1]: a section is a straight or a corner, not 'jump'"),
    "section gap": (put("sections", 1, 1, 61), "sections[1]: it must begin at 60 and end later"),
    "section too short": (put("sections", 6, 2, 380), "sections: they end at 380, a lap has 384 ticks"),
    "nothing but a straight": (put("sections", [["straight", 0, 384]]), "sections: all corners turn equally far"),
    "a straight on one side": (
        put("sections", [["straight", 0, 84], ["corner", 84, 234], ["corner", 234, 384]]),
        "sections: all corners turn equally far, and with these straights the course is no ring",
    ),
    "two straights side by side": (
        put(
            "sections",
            [["straight", 0, 84], ["corner", 84, 134], ["straight", 134, 184]]
            + [["corner", at, at + 40] for at in range(184, 384, 40)],
        ),
        "the course is no ring",
    ),
    "three unequal straights": (
        put(
            "sections",
            [[kind, at, at + 64 + (8 if at == 64 else 0)] for kind, at in (("straight", 0), ("corner", 64))]
            + [["straight", 136, 200], ["corner", 200, 264], ["straight", 264, 340], ["corner", 340, 384]],
        ),
        "the course is no ring",
    ),
    "one part": (drop("parts", 1), "parts: a board has two parts, not 1"),
    "part without a lane": (drop("parts", 0, "spaces", "outer"), "parts[0].spaces: must say first and last space of"),
    "parts with a gap": (
        put("parts", 1, "spaces", "outer", [20, 36]),
        "parts: the outer lane must run from 1 to the joint, and from there to 36",
    ),
    "part too short": (
        put("parts", 1, "spaces", "inner", [15, 27]),
        "parts: the inner lane must run from 1 to the joint",
    ),
    "heap on no lane": (
        put("parts", 0, "heaps_on_side_b", 0, ["upper", 3]),
        "parts[0].heaps_on_side_b[0]: there is no lane",
    ),
    "heap off the lane": (
        put("parts", 0, "heaps_on_side_b", 0, ["outer", 0]),
        "parts[0].heaps_on_side_b[0]: the outer lane has spaces 1 to 36, not 0",
    ),
    "heap on the other part": (
        put("parts", 0, "heaps_on_side_b", 0, ["outer", 20]),
        "parts[0].heaps_on_side_b[0]: outer 20 is not on this part",
    ),
    "heap on a start space": (
        put("parts", 1, "heaps_on_side_b", 0, ["inner", 28]),
        "parts[1].heaps_on_side_b[0]: inner 28 is a start space",
    ),
    "nothing but heaps": (
        put("parts", 0, "heaps_on_side_b", [["outer", number % 18 + 1] for number in range(19)]),
        "parts: stone heaps block more than half of the outer lane",
    ),
}


@pytest.mark.parametrize(
    "sections",
    [
        [["corner", 0, 384]],
        [["straight", 0, 80], ["corner", 80, 192], ["straight", 192, 300], ["corner", 300, 384]],
        [[kind, at, at + 64] for kind, at in zip(("straight", "corner") * 3, range(0, 384, 64), strict=True)],
    ],
    ids=["a circle", "two straights of any length", "a triangle"],
)
def test_a_course_may_have_any_shape_that_closes(sections: list[list[Any]]) -> None:
    match = new_match("chariot-race", seed=1, options={"board": spoiled(put("sections", sections))})
    assert match.pending


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_board_is_refused_with_the_place(what: str) -> None:
    spoil, sentence = WRONG[what]
    with pytest.raises(DataError) as refusal:
        new_match("chariot-race", seed=1, options={"board": spoiled(spoil)})
    assert refusal.value.code == "bad-board"
    assert sentence in refusal.value.message


@pytest.mark.parametrize("board", ["house.toml", 7, [1], {}, {"name": {1: 2, "a": 3}}, {"name": b"x"}])
def test_what_is_no_board_file_at_all(board: Any) -> None:
    with pytest.raises(LudusError) as refusal:
        new_match("chariot-race", seed=1, options={"board": board})
    assert refusal.value.code == "bad-board"


def test_the_house_board_as_a_file_is_the_house_board() -> None:
    match = new_match("chariot-race", seed=1, options={"board": house_file()})
    ours = house_board(("A", "A"))
    assert match.state.board is not ours
    assert match.state.board.stage() == ours.stage()


def test_the_same_file_is_worked_out_once() -> None:
    one = new_match("chariot-race", seed=1, options={"board": level_board()}).state.board
    other = new_match("chariot-race", seed=2, options={"board": level_board()}).state.board
    assert one is other


def test_a_board_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("name = 'x'\nlap_ticks = [", encoding="utf-8")
    with pytest.raises(DataError, match="is not a TOML file") as refusal:
        load_board(file)
    assert refusal.value.code == "bad-toml"
    file.write_text("name = 'x'", encoding="utf-8")
    with pytest.raises(DataError, match=r"board\.toml: board lacks 'lap_ticks'"):
        load_board(file)
    with pytest.raises(DataError, match="cannot read"):
        load_board(tmp_path / "missing.toml")


def test_unknown_spaces_are_named() -> None:
    with pytest.raises(DataError, match="inner 1 to 28, middle 1 to 32, outer 1 to 36") as refusal:
        house_board(("A", "A")).find("outer 37")
    assert refusal.value.code == "unknown-space"


def test_a_side_that_does_not_exist() -> None:
    with pytest.raises(LudusError, match="takes A, B, not C"):
        new_match("chariot-race", seed=1, options={"part_1": "C"})


def test_repr() -> None:
    assert repr(house_board(("A", "B"))) == "<Board 'House circuit', sides A/B, 96 spaces>"
    assert find_game("chariot-race").stage(find_game("chariot-race").resolve(None, {}))["laps"] == 2
