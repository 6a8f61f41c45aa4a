"""The goals of exercises: every one that ships can be reached and missed, and a wrong one is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import ludus
from ludus import DataError, ScriptedDice, load_scenario
from ludus.bots import Glimpse, make_bot
from ludus.core.match import Match
from tests.rules.circus.kit import GAME, CircusMatch, events, play

SCENARIOS = Path(__file__).parents[3] / "examples" / "scenarios" / "circus"
NAMES = sorted(path.stem for path in SCENARIOS.glob("*.toml"))

Line = tuple[Sequence[int], Sequence[object], str]  # dice, answers, and why

# In contest 99: green, purple, white and blue straight on over the line.
EVERYBODY_ELSE = ("no", "forward 9", "no", "forward 13", "no", "forward 8", "no", "forward 11")
REACHED: dict[str, Line] = {
    "first-row-start": (
        (1, 6, 1, 3, 6, 2, 6, 6),
        (19, 18, 18, 18, "whip", "forward 14", "no", "forward 12", "no", "forward 12", "no", "forward 12"),
        "Red is still in the race. Red is ahead of blue. Red is ahead of green. Red is ahead of white.",
    ),
    "whip-or-save": ((3, 3, 3), ("no", "forward 14", "forward 10"), "Red has 2 endurance left."),
    "blocked-pack": ((), ("no", "forward 1", "out", "out", "forward 6"), "Red is ahead of blue."),
    "wreck-across-three-lanes": ((), ("no", "out", "out", "forward 10"), "Red is past front straight 20."),
    "lash-duel": (
        (3, 4, 3, 4, 4, 4, 1, 1),
        ("no", "lash blue driver", "hold"),
        "Red is still in the race. Blue is out of the race.",
    ),
    "damaged-wheel": ((1,), (9, 0, "no", "forward 9"), "Red is past front straight 33."),
    "dead-horse": ((1, 4, 4, 3), (15, 0, "cut", "forward 6", "no"), "Red is past backstretch 12."),
    "dragged-driver": ((6, 1, 6), ("forward 2", "hang on", 0, "forward 13", "no"), "Red wins the race."),
    "last-stretch": ((2,), ("whip", "forward 10"), "Red wins the race."),
    "photo-finish": ((), ("out", "forward 5"), "Red wins the race."),
    "contest-99": (
        (6, 1, 1, 1),
        ("whip", "forward 4", "out", "out", "forward 6", *EVERYBODY_ELSE),
        "Red wins the race.",
    ),
    "rain-before-the-corner": ((5,), ("no", "forward 3", "out", "forward 10"), "Red is past front straight 33."),
    "blinded-before-the-corner": ((4,), ("forward 1", "out", "out", "forward 7"), "Red has 1 endurance left."),
    "carcass-in-the-lane": ((4, 4, 4, 3), ("no", "forward 12", 4, "forward 8", "forward 6"), "Red is ahead of blue."),
    "one-knife": ((4, 4, 4, 3, 5), ("forward 4", "knife blue chariot"), "Blue is out of the race."),
    "from-a-stand": (
        (4, 4, 5, 2, 3),
        (19, 15, "whip", "forward 8", "no", "out", "forward 11"),
        "Red is past backstretch 15.",
    ),
    "stationary-chariot-ahead": ((), ("no", "in", "slip in", "forward 6"), "Red is ahead of blue."),
}
MISSED: dict[str, Line] = {
    "first-row-start": (
        (1, 6, 1, 1, 1, 1, 1),
        (9, 18, 18, 18, "no", "forward 3", "no", "forward 17", "no", "forward 17", "no", "forward 17"),
        "Red is behind blue.",
    ),
    "whip-or-save": ((3, 1, 1), ("whip", "forward 17"), "Red is out of the race."),
    "blocked-pack": ((6, 5), ("no", "forward 4"), "Red brakes 3; 0 endurance left."),
    "wreck-across-three-lanes": ((2,), ("whip",), "Red whips the team for 2 more; 47 endurance left."),
    "lash-duel": ((1,), ("no", "forward 8", 0, 0, "no"), "Blue is still in the race."),
    "damaged-wheel": ((1, 3, 3), (14, 0, "no"), "Red's left wheel holds (6 against 6) but wears: 7 in all."),
    "dead-horse": ((1, 4, 4, 3), (8, 0, "cut", "no"), "Red is not past backstretch 12."),
    "dragged-driver": ((2, 2, 1), ("forward 2", "cut"), "Red has nobody left who could finish."),
    "last-stretch": ((), ("no", "forward 10"), "Red crossed the line, but another had more left."),
    "photo-finish": ((), ("in", "forward 5"), "Red crossed the line, but another had more left."),
    "contest-99": (
        (1, 1, 1),
        ("no", "forward 4", "out", "out", "forward 6", *EVERYBODY_ELSE),
        "Red crossed the line, but another had more left.",
    ),
    "rain-before-the-corner": ((5,), ("no", "out"), "Red is forced into blue."),
    "blinded-before-the-corner": ((4,), ("forward 10",), "Red is out of the race."),
    "carcass-in-the-lane": ((), ("no", "in", "forward 10"), "Red is level with blue."),
    "one-knife": ((4, 4, 1), ("knife blue chariot", "forward 11", 0, 0), "Blue is still in the race."),
    "from-a-stand": (
        (4, 4, 5, 3),
        (10, 15, "no", "forward 1", "no", "out", "forward 11"),
        "Red is not past backstretch 15.",
    ),
    "stationary-chariot-ahead": ((2,), ("no", "forward 11"), "Red drives over what lies on"),
}


def start(name: str, *dice: int) -> CircusMatch:
    return load_scenario(SCENARIOS / f"{name}.toml", dice=dice)


def verdicts(match: CircusMatch) -> list[tuple[bool, str]]:
    return [(event.data["reached"], event.data["why"]) for event in events(match, "goal")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("lines", "reached"), [(REACHED, True), (MISSED, False)], ids=["reached", "missed"])
def test_each_goal_can_be_reached_and_missed(name: str, lines: dict[str, Line], reached: bool) -> None:
    dice, answers, why = lines[name]
    match = start(name, *dice)
    for answer in answers:
        assert verdicts(match) == []
        play(match, answer)
    ((decided, words),) = verdicts(match)
    assert decided is reached
    assert why in words
    (event,) = events(match, "goal")
    assert event.data["seat"] == 0
    assert match.narrate(event) == f"{'Goal reached' if reached else 'Goal missed'}: {words}"
    assert match.state.verdict is reached
    plain = match.state.goal
    assert plain is not None
    assert event.clauses[0] == plain.clause


def played_by_bots(name: str, seed: int) -> CircusMatch:
    match: CircusMatch = load_scenario(SCENARIOS / f"{name}.toml", seed=seed)
    bots = {seat: make_bot("circus", "novus", f"{seed} {seat}") for seat in range(match.seats)}
    while match.state.verdict is None:
        for seat in list(match.pending):
            match.answer(seat, bots[seat].choose(Glimpse.of(match, seat)))
    return match


@pytest.mark.parametrize("name", NAMES)
def test_bots_come_to_a_verdict_soon_and_it_is_told_once(name: str) -> None:
    match = played_by_bots(name, 1)
    assert len(match.answers) < 120
    rng = random.Random(name)
    for _ in range(40):  # the race may go on
        for seat in list(match.pending):
            match.submit(seat, match.pending[seat].sample(rng))
    assert len(verdicts(match)) == 1


def test_a_verdict_survives_saving_and_is_proven_by_the_record() -> None:
    match: CircusMatch = load_scenario(SCENARIOS / "photo-finish.toml", seed=4)
    play(match, "out")
    again = ludus.restore(
        match.snapshot(), answers=match.answers, events=match.events, position=match.record()["position"]
    )
    for each in (match, again):
        play(each, "forward 5")
        assert verdicts(each) == [(True, "Red wins the race.")]
    assert ludus.verify(again.record()).events[-1].kind == "goal"
    assert match.clone().state.verdict is True


def test_what_decided_can_be_taken_back() -> None:
    match = start("blocked-pack")
    play(match, "no", "brake 1")
    assert verdicts(match) == [(False, "Red brakes 1; 2 endurance left.")]
    match.undo(0)
    assert verdicts(match) == []
    assert match.state.verdict is None
    play(match, "forward 1", "out", "out", "forward 6")
    assert [reached for reached, _ in verdicts(match)] == [True]


def test_a_goal_that_is_decided_is_no_part_of_a_written_position() -> None:
    match = start("blocked-pack")
    assert match.game.write_position(match.state)["goal"]["ahead_of"] == ["blue"]
    play(match, "no", "brake 1")
    assert "goal" not in match.game.write_position(match.state)


def race(*dice: int, **goal: Any) -> CircusMatch:
    chariots = [
        {"faction": "red", "seat": 0, "square": "lane 1, front straight 10", "written": 8},
        {"faction": "blue", "seat": 1, "square": "lane 3, front straight 12", "moved": True},
    ]
    aim = {"chariot": "red", "by": "move", "clause": "CM 6.3", **goal}
    position = {"turn": 4, "mover": "red", "chariots": chariots, "goal": aim}
    return Match(GAME, 2, ScriptedDice(dice), position=position)


def test_level_is_ahead_only_where_it_counts() -> None:
    for counts in (True, False):
        match = race(ahead_of=["blue"], level_counts=counts)
        play(match, "no", "brake 6", "forward 2")
        ((reached, why),) = verdicts(match)
        assert (reached, "level with blue" in why) == (counts, True)


def test_others_may_do_what_the_chariot_must_not() -> None:
    match = race(1, 1, without=["whip"], by="turn", turn=4)
    play(match, "no", "forward 8")
    assert [reached for reached, _ in verdicts(match)] == [True]
    match = race(2, 1, without=["whip"], by="turn", turn=5)
    play(match, "no", "forward 8", 8, 8, "whip")  # blue is drawn first
    assert len(events(match, "whip")) == 1
    assert verdicts(match) == []


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"chariot": "pink", "past": "x"}, "position.goal.chariot: there is no 'pink' chariot; there are red, blue"),
    ({"ahead_of": ["green"]}, "position.goal.ahead_of: there is no 'green' chariot"),
    ({"beaten": ["red"]}, "position.goal.beaten: red cannot be measured against itself"),
    ({}, "position.goal asks for nothing; say wins, past"),
    ({"past": "lane 9, front straight 3"}, "position.goal.past: "),
    ({"without": ["sneezing"]}, "position.goal.without: one of roll, attack"),
    ({"endurance": 2, "by": "lap"}, "position.goal.by must be one of move, turn, race, not 'lap'"),
    ({"endurance": 2, "turn": 5}, "position.goal.turn: say it when, and only when"),
    ({"endurance": 2, "by": "turn"}, "position.goal.turn: say it when, and only when"),
    ({"endurance": 2, "by": "turn", "turn": 3}, "position.goal.turn: turn 3 is over already"),
    ({"wins": True}, "position.goal.by: who wins is known at the end of the race"),
    ({"endurance": 2, "clause": "CM 99.9"}, "position.goal.clause: there is no clause 'CM 99.9'"),
    ({"endurance": "much"}, "position.goal.endurance must be a whole number"),
    ({"speed": 3}, "position.goal has no 'speed'; it may have chariot, by"),
]


@pytest.mark.parametrize(("goal", "sentence"), WRONG)
def test_a_wrong_goal_is_refused_with_the_place(goal: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError) as refused:
        race(**goal)
    assert refused.value.code == "bad-scenario"
    assert sentence in refused.value.message
