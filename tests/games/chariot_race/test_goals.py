"""The goals of exercises: every one that ships can be reached and missed, and a wrong one is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludus import DataError, ScriptedDice, load_scenario, parse_scenario
from ludus.core.match import Match
from ludus.library import find_game
from tests.rules.chariot_race.kit import RaceMatch

SCENARIOS = Path(__file__).parents[3] / "examples" / "scenarios" / "chariot-race"
GAME = find_game("chariot-race")

WAYS: dict[str, list[tuple[list[str], bool, str]]] = {
    "round-the-heap": [
        (["keep", "in 2"], True, "Red is still racing."),
        (["keep", "straight"], False, "Red is wrecked."),
    ],
    "caesars-corner": [
        (["keep", "0", "in 7"], True, "Green is still racing. Yellow is wrecked."),
        (["keep", "0", "straight"], False, "Yellow is still racing."),
    ],
    "two-javelins": [
        (
            ["keep", "+1", "javelin white", "javelin white"],
            True,
            "Purple is still racing. Purple wins the race.",
        ),
        (["keep", "-1", "hold"], False, "Purple does not win the race."),
    ],
}


def verdicts(match: RaceMatch) -> list[tuple[bool, str]]:
    return [(event.data["reached"], event.data["why"]) for event in match.events if event.kind == "goal"]


@pytest.mark.parametrize(("name", "way"), [(name, way) for name, ways in WAYS.items() for way in ways])
def test_each_goal_can_be_reached_and_missed(name: str, way: tuple[list[str], bool, str]) -> None:
    answers, reached, why = way
    file = SCENARIOS / f"{name}.toml"
    match: RaceMatch = load_scenario(file)
    player = tomllib.loads(file.read_text("utf-8")).get("player", 0)
    for answer in answers:
        assert verdicts(match) == []
        match.submit(player, answer)
    assert verdicts(match) == [(reached, why)]
    (event,) = [event for event in match.events if event.kind == "goal"]
    assert event.data["seat"] == player
    assert match.narrate(event).endswith(why)
    assert match.state.verdict is reached
    assert match.clone().state.verdict is reached


def test_all_with_a_goal_are_tried() -> None:
    files = {path.stem for path in SCENARIOS.glob("*.toml") if "goal" in tomllib.loads(path.read_text("utf-8"))}
    assert files == set(WAYS)


def test_a_copy_taken_midway_comes_to_the_same_verdict() -> None:
    match: RaceMatch = load_scenario(SCENARIOS / "caesars-corner.toml")
    match.submit(2, "keep")
    twin = match.clone()
    for each in (match, twin):
        each.submit(2, "0")
        each.submit(2, "in 7")
        assert [reached for reached, _ in verdicts(each)] == [True]
    assert "goal" not in match.game.write_position(match.state)


def race(**goal: Any) -> RaceMatch:
    chariots = [
        {"colour": "green", "seat": 0, "space": "outer 3"},
        {"colour": "red", "seat": 1, "space": "inner 3"},
    ]
    aim = {"chariot": "green", "by": "turn", "clause": "CR ram", **goal}
    position = {"order": ["red", "green"], "turn": "green", "chariots": chariots, "goal": aim}
    return Match(GAME, 2, ScriptedDice([3, 3, 3, 3, 3]), position=position)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"chariot": "pink"}, "position.goal.chariot: there is no 'pink' chariot; there are green, red"),
    ({"beaten": ["blue"]}, "position.goal.beaten: there is no 'blue' chariot"),
    ({"beaten": ["green"]}, "position.goal.beaten: green cannot be measured against itself"),
    ({"wins": True}, "position.goal.by: who wins is known at the end of the race"),
    ({"chariot": "red"}, "position.goal.by: red has had its turn in this round"),
    ({"by": "lap"}, "position.goal.by must be one of turn, race, not 'lap'"),
    ({"clause": "CR nonsense"}, "position.goal.clause: there is no clause 'CR nonsense'"),
]


@pytest.mark.parametrize(("goal", "sentence"), WRONG)
def test_a_wrong_goal_is_refused_with_the_place(goal: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError) as refused:
        race(**goal)
    assert refused.value.code == "bad-scenario"
    assert sentence in refused.value.message


def test_a_goal_is_written_as_it_is_read() -> None:
    match = race(beaten=["red"])
    written = match.game.write_position(match.state)
    again: RaceMatch = Match(GAME, 2, ScriptedDice([3, 3, 3, 3, 3]), position=written)
    assert again.state.goal == match.state.goal


def test_the_player_has_a_seat() -> None:
    text = (SCENARIOS / "two-javelins.toml").read_text("utf-8")
    with pytest.raises(DataError, match="player must be a seat, 0 to 1"):
        parse_scenario(text.replace("player = 1", "player = 2"), "a file")
