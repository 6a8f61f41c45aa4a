"""A written position that cannot be played is refused with the place that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import DataError, Match, ScriptedDice, find_game, new_match, parse_scenario

GAME = find_game("chariot-race")


def refusal(position: dict[str, Any], ruleset: str | None = None, seats: int = 2) -> DataError:
    with pytest.raises(DataError) as refused:
        Match(GAME, seats, ScriptedDice([]), ruleset, position=position)
    return refused.value


def position(*more: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Two chariots, the first of them changed, and whatever else."""
    first = {"colour": "green", "seat": 0, "space": "outer 3", "damage": 11}
    second = {"colour": "red", "seat": 1, "space": "inner 3", "damage": 11}
    return {"chariots": [first | changes, second, *more]}


CHARIOTS: list[tuple[dict[str, Any], str]] = [
    (
        {"colour": "pink"},
        "position.chariots[0].colour: a chariot is blue, red, green, yellow, purple, white, not 'pink'",
    ),
    ({"colour": "red"}, "position.chariots[1].colour: there is a red chariot already"),
    ({"seat": 2}, "position.chariots[0].seat: a seat must be 0 to 1, not 2"),
    ({"seat": "0"}, "position.chariots[0].seat must be a whole number"),
    ({"seat": 1}, "position.chariots: seat 0 has no chariot"),
    ({"space": "outer 37"}, "position.chariots[0].space: there is no space 'outer 37' on this board"),
    ({"space": "inner 3"}, "position.chariots[1].space: the green chariot stands on inner 3 already"),
    ({"speed": 13}, "position.chariots[0].speed: a speed must be 0 to 12, not 13"),
    ({"speed": -1}, "position.chariots[0].speed: a speed must be 0 to 12, not -1"),
    ({"fate": 7}, "position.chariots[0].fate: fate must be 0 to 6, not 7"),
    ({"damage": 0}, "position.chariots[0].damage: the damage of a chariot still racing must be 1 to 12, not 0"),
    ({"damage": 13}, "position.chariots[0].damage: the damage of a chariot still racing must be 1 to 12, not 13"),
    ({"laps": 3}, "position.chariots[0].laps: laps completed must be 0 to 2, not 3"),
    ({"laps": 1, "at_start": True}, "position.chariots[0].at_start: a chariot that has completed a lap"),
    ({"laps": 1, "safe": True}, "position.chariots[0].safe: only a chariot that has completed 2 laps is safe"),
    ({"out": "lost"}, "position.chariots[0].out must be one of"),
    ({"out": "wrecked", "out_order": 9}, "position.chariots[0].out_order: the order of leaving must be 0 to 6, not 9"),
    ({"horses": 4}, "position.chariots[0] has no 'horses'; it may have colour, seat, space"),
]


@pytest.mark.parametrize(("changes", "sentence"), CHARIOTS)
def test_a_wrong_chariot(changes: dict[str, Any], sentence: str) -> None:
    error = refusal(position(**changes))
    assert error.code == "bad-scenario"
    assert sentence in error.message


REST: list[tuple[dict[str, Any], str]] = [
    ({"round": 0}, "position.round: a round must be 1 to 1000000, not 0"),
    (
        {"caltrops": ["outer 1", "outer 1"]},
        "position.caltrops[1]: outer 1 has a caltrop already, and no space holds two",
    ),
    ({"caltrops": ["outer"]}, "position.caltrops[0]: there is no space 'outer' on this board"),
    ({"caltrops": ["outer 1"], "supply": 20}, "position.supply: the caltrops in the supply must be 0 to 19, not 20"),
    ({"order": ["green", "green"]}, "position.order[1]: 'green' is not a chariot of this race, or stands twice"),
    ({"order": ["blue"]}, "position.order[0]: 'blue' is not a chariot of this race, or stands twice"),
    ({"order": ["green"]}, "position.order: it leaves out the red chariot"),
    ({"turn": "blue"}, "position.turn: 'blue' has no turn in this round"),
    ({"phase": "lunch"}, "position.phase must be one of"),
    ({"phase": "dice"}, "position.dice: the dice phase needs the dice that were rolled"),
    (
        {"phase": "speed", "dice": ["whip"]},
        "position.dice[0]: a die shows plusminus, sprint, steer, attack, fortuna, not 'whip'",
    ),
    ({"phase": "speed", "dice": ["steer"] * 6}, "position.dice: the number of dice must be 0 to 5, not 6"),
    ({"phase": "drive", "left": 21}, "position.left: the spaces left to move must be 0 to 20, not 21"),
    ({"phase": "drive", "left": 1, "steers": 6}, "position.steers: the lane changes left must be 0 to 5, not 6"),
    ({"phase": "attack", "attacks": -1}, "position.attacks: the attacks left must be 0 to 5, not -1"),
    (
        {"phase": "drive", "laps_before": 3},
        "position.laps_before: the laps completed before this move must be 0 to 2, not 3",
    ),
    ({"phase": "attack", "path": [["x 1", 5]]}, "position.path[0]: there is no space 'x 1'"),
    ({"weather": "fine"}, "position has no 'weather'"),
]


@pytest.mark.parametrize(("more", "sentence"), REST)
def test_a_wrong_position(more: dict[str, Any], sentence: str) -> None:
    error = refusal({**position(), **more})
    assert error.code == "bad-scenario"
    assert sentence in error.message


def test_nobody_left_to_play() -> None:
    chariots = [{"colour": colour, "seat": seat, "out": "wrecked"} for seat, colour in enumerate(("green", "red"))]
    assert "every chariot is out" in refusal({"chariots": chariots}).message


def test_the_turn_of_a_chariot_that_is_out() -> None:
    wreck = {"colour": "blue", "seat": 1, "out": "wrecked"}
    written = {**position(wreck), "order": ["blue", "green", "red"], "phase": "repair"}
    assert "position.phase: the blue chariot is out and takes no turn" in refusal(written).message


def test_nothing_stands_on_a_heap() -> None:
    assert "there is a stone heap on outer 17" in refusal(position(space="outer 17"), "stone-heaps").message
    error = refusal({**position(), "caltrops": ["inner 16"]}, "stone-heaps")
    assert "position.caltrops[0]: there is a stone heap on inner 16" in error.message


def test_tracks_of_an_alternate_chariot() -> None:
    error = refusal(position(damage=11), "alternate-chariots")
    assert "position.chariots[0].damage: the damage of a chariot still racing must be 1 to 10, not 11" in error.message


def test_a_chariot_driving_through_may_share_a_space() -> None:
    written = {**position(space="inner 3"), "order": ["green", "red"], "phase": "drive", "left": 2, "steers": 1}
    match = Match(GAME, 2, ScriptedDice([]), position=written)
    match.submit(0, "straight")
    assert match.state.board.names[match.state.chariots[0].space] == "inner 5"


def test_only_a_running_race_is_written() -> None:
    match = new_match("chariot-race", seed=1, ruleset="alternate-chariots")
    with pytest.raises(DataError) as refused:
        GAME.write_position(match.state)
    assert refused.value.code == "no-scenario"


def test_a_scenario_text_is_refused_with_its_name() -> None:
    text = 'game = "chariot-race"\nseats = 2\n[position]\nchariots = []\n'
    with pytest.raises(DataError, match=r"mine: position.chariots: the number of chariots must be 1 to 6, not 0"):
        parse_scenario(text, "mine")
