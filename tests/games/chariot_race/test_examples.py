"""The boards and scenarios that ship as examples do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus import load_board, load_scenario, new_match, play_scenario
from tests.rules.chariot_race.kit import RaceMatch, asked, caltrops, chariot, where

EXAMPLES = Path(__file__).parents[3] / "examples"
SCENARIOS = EXAMPLES / "scenarios" / "chariot-race"


def played(name: str) -> RaceMatch:
    """A scenario with its own dice and answers, none left over."""
    return play_scenario(SCENARIOS / f"{name}.toml")


def test_caesars_corner() -> None:
    match = played("caesars-corner")
    caesar = chariot(match, "green")
    assert (where(match, "green"), caesar.speed, caesar.damage) == ("middle 6", 8, 4)
    assert where(match, "yellow") == "wrecked"
    assert caltrops(match) == {"middle 8"}
    assert asked(match) == "repair red"


def test_round_the_heap() -> None:
    match = played("round-the-heap")
    assert where(match, "red") == "middle 16"


def test_straight_into_the_heap() -> None:
    match = load_scenario(SCENARIOS / "round-the-heap.toml")
    match.submit(0, "keep")
    answers = {each["choice"]: each for each in match.view(0)["decision"]["answers"]}
    assert answers["straight"]["hint"] == "wrecks you on outer 17"
    assert answers["in 3"]["label"] == "Change to middle 16 after 3 spaces"
    assert answers["in 3"]["effects"]["wrecked"] is True


def test_photo_finish() -> None:
    match = played("photo-finish")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("furthest-past-line", (1,))


def test_pushed_back() -> None:
    match = played("pushed-back")
    blue = chariot(match, "blue")
    assert (where(match, "blue"), blue.laps, blue.damage) == ("inner 28", 0, 9)
    assert caltrops(match) == set()


def test_two_javelins() -> None:
    match = played("two-javelins")
    assert where(match, "white") == "wrecked"
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("lone-finisher", (1,))


def test_two_javelins_thrown_from_too_far_away() -> None:
    match = load_scenario(SCENARIOS / "two-javelins.toml")
    match.submit(1, "keep")
    match.submit(1, "-1")
    ((_, decision),) = match.pending.items()
    assert "javelin white" not in decision


def test_no_example_is_forgotten() -> None:
    tested = {"caesars-corner", "round-the-heap", "photo-finish", "pushed-back", "two-javelins"}
    assert {path.stem for path in SCENARIOS.glob("*.toml")} == tested
    assert {path.stem for path in (EXAMPLES / "boards").glob("*.toml")} == {"short-circuit"}


def careful(match: RaceMatch) -> None:
    """Whoever is asked takes the answer that costs him least, the furthest of several."""
    ((seat, decision),) = match.pending.items()
    if decision.name not in ("speed", "steer"):
        match.submit(seat, decision.default)
        return
    answers = match.view(seat)["decision"]["answers"]
    match.submit(seat, min(answers, key=lambda each: (each["effects"]["damage"], -each["effects"]["speed"]))["choice"])


@pytest.mark.parametrize("sides", ["A", "B"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_short_circuit_races_to_the_end(sides: str, seats: int) -> None:
    board = load_board(EXAMPLES / "boards" / "short-circuit.toml")
    options = {"board": board, "part_1": sides, "part_2": sides}
    won = 0
    for seed in range(6):
        match = new_match("chariot-race", seats=seats, seed=seed, options=options)
        while match.outcome is None:
            careful(match)
        won += bool(match.outcome.winners)
    assert won


def test_the_corners_of_the_short_circuit_cannot_be_avoided() -> None:
    board = new_match(
        "chariot-race", seed=1, options={"board": load_board(EXAMPLES / "boards" / "short-circuit.toml")}
    ).state.board
    for _, start, end in [section for section in board.file.sections if section[0] == "corner"]:
        reached = {index for index, space in enumerate(board.spaces) if space.front <= start}
        todo = list(reached)
        while todo:
            index = todo.pop()
            for step in (board.ahead[index], board.change[-1][index], board.change[1][index]):
                if step and not step[1] and not board.safe[step[0]] and step[0] not in reached:
                    reached.add(step[0])
                    todo.append(step[0])
        assert not any(board.spaces[index].rear >= end for index in reached)
