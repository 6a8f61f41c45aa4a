"""The scenarios that ship with the circus: each is valid, teaches what it says, and can be played to the end."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ludus import ScriptedDice, load_scenario
from ludus.core.match import Match
from ludus.library import find_game
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, dice_left, events, place, play

SCENARIOS = Path(__file__).parents[3] / "examples" / "scenarios" / "circus"
FILES = sorted(SCENARIOS.glob("*.toml"))
NAMES = [path.stem for path in FILES]


def written(name: str) -> dict[str, Any]:
    return tomllib.loads((SCENARIOS / f"{name}.toml").read_text("utf-8"))


def start(name: str, *dice: int) -> CircusMatch:
    return load_scenario(SCENARIOS / f"{name}.toml", dice=dice)


def told(match: CircusMatch, *kinds: str) -> list[str]:
    return [event.kind for event in match.events if event.kind in kinds]


def rolled(match: CircusMatch) -> int:
    """How many dice the chariots have asked for; colours from the cup are no dice of theirs."""
    return sum(len(roll.values) for event in match.events for roll in event.dice if event.kind != "drawn")


# -- what each of them teaches --------------------------------------------------------------------------


def test_first_row_start() -> None:
    bold = start("first-row-start", 1, 6, 1)
    play(bold, 19, 18, 18, 18)
    # Red is drawn first and loses the worst die there is; whipped, its team makes up for one of it.
    assert asked(bold)[0] == "whip"
    play(bold, "whip")
    assert (asked(bold)[0], chariot(bold, "red").endurance) == ("step", 48)
    assert events(bold, "speed")[0].data["factors"] == 19 - 6 + 1
    assert attacks(bold) == set()  # the cars beside it stand on gray, as its own does
    timid = start("first-row-start", 1, 6)
    play(timid, 9, 18, 18, 18, "no")
    assert events(timid, "speed")[0].data["factors"] == 3


def test_blocked_pack() -> None:
    right = start("blocked-pack")
    play(right, "no", "forward 1", "out", "out", "forward 6")
    assert place(right, "red") == "lane 5, front straight 19"
    assert chariot(right, "red").endurance == 3
    wrong = start("blocked-pack", 6, 5)
    play(wrong, "no", "forward 4")
    # In the pocket: no way but to brake, and the horses pay for two of the five factors.
    assert told(wrong, "brake", "exhausted", "run-into") == ["exhausted", "brake", "run-into"]
    assert events(wrong, "run-into")[0].data["points"] == 3
    assert asked(wrong)[0] == "injury"
    play(wrong, (3, 0, 0, 0))
    assert (place(wrong, "red"), chariot(wrong, "red").team_speed) == ("lane 3, front straight 14", 15 - 1)
    assert dice_left(wrong) == ()


def test_last_stretch() -> None:
    right = start("last-stretch", 2)
    play(right, "whip", "forward 10")
    assert right.outcome is not None
    assert (right.outcome.reason, right.outcome.winners) == ("most-factors-left", (0,))
    wrong = start("last-stretch")
    play(wrong, "no", "forward 10")
    assert wrong.outcome is not None
    assert (wrong.outcome.reason, wrong.outcome.winners) == ("most-factors-left", (1,))
    assert chariot(wrong, "red").finish_left == 4


def test_damaged_wheel() -> None:
    right = start("damaged-wheel", 1)
    play(right, 9, 0, "no", "forward 9")
    assert told(right, "wheel-check", "strain", "flip") == []
    assert place(right, "red") == "lane 2, dolphin corner 7"
    # At 14 the wheel is checked before the first square: it holds by a hair, and the strain checks it again.
    wrong = start("damaged-wheel", 1, 3, 3, 3, 2, 5, 2, 1, 6, 3, 6)
    play(wrong, 14, 0, "no", "forward 14")
    checks = [(event.data["roll"], event.data["total"], event.clauses[0]) for event in events(wrong, "wheel-check")]
    assert checks == [(6, 7, "CM 7.41a"), (5, 7, "CM 7.41b")]
    assert events(wrong, "flip")[0].clauses[0] == "CM 7.43"
    # Nothing is said against straining a little without the wheel's ten points at stake: 10 is checked once.
    middling = start("damaged-wheel", 1, 6, 6, 2, 2, 2)
    play(middling, 10, 0, "no", "forward 10")
    assert [event.clauses[0] for event in events(middling, "wheel-check")] == ["CM 7.41b"]


def test_dead_horse() -> None:
    right = start("dead-horse", 1, 4, 4, 3)
    play(right, 15, 0, "cut")
    assert events(right, "cut-free")[0].data == {"chariot": "red", "price": 9, "speed": 15, "free": True}
    play(right, "forward 6")
    assert place(right, "red") == "lane 3, backstretch 18"
    wrong = start("dead-horse", 1, 4, 4, 3)
    play(wrong, 8, 0, "cut")
    assert events(wrong, "cut-free")[0].data["free"] is False
    assert place(wrong, "red") == "lane 3, backstretch 12"


def test_dragged_driver() -> None:
    right = start("dragged-driver", 6, 1, 6)
    play(right, "forward 2")
    assert asked(right)[0] == "loose"
    play(right, "hang on")
    assert chariot(right, "red").hits == 4
    play(right, 0, "forward 13", "no")  # blue stands still
    assert right.outcome is not None
    assert (right.outcome.reason, right.outcome.winners) == ("lone-finisher", (0,))
    assert (chariot(right, "red").driver, chariot(right, "red").hits) == ("dragged", 1)
    wrong = start("dragged-driver", 2, 2, 1)
    play(wrong, "forward 2", "cut")
    assert chariot(wrong, "red").driver == "foot"
    assert wrong.outcome is None
    assert told(wrong, "on-foot", "finish") == ["on-foot"]


def test_wreck_across_three_lanes() -> None:
    right = start("wreck-across-three-lanes")
    play(right, "no", "out", "out", "forward 10")
    assert place(right, "red") == "lane 5, front straight 26"
    assert rolled(right) == 0
    wrong = start("wreck-across-three-lanes", 6, 6, 6, 6, 2, 2)
    play(wrong, "no", "forward 12", 0, "forward 6")
    assert events(wrong, "run-over")[0].data["result"] == "flip"
    assert chariot(wrong, "red").driver == "dragged"
    # Braked to a halt on the wreck: no roll is asked for, the car just flips.
    halted = load_scenario(SCENARIOS / "wreck-across-three-lanes.toml", dice=[3, 1, 1, 1, 1, 1, 1])
    play(halted, "no", "brake 5", "forward 7", 3)
    assert events(halted, "flip")[0].clauses[0] == "CM 14.2d"


def test_lash_duel() -> None:
    right = start("lash-duel", 3, 4, 3, 4, 4, 4, 1, 1)
    play(right, "no")
    assert attacks(right) == {"ram blue car", "lash blue driver"}
    play(right, "lash blue driver", "hold")
    assert events(right, "lash-driver")[0].data == {
        "chariot": "red",
        "target": "blue",
        "factor": 4,
        "roll": 8,
        "result": "W",
    }
    assert (chariot(right, "blue").status, chariot(right, "blue").driver) == ("runaway", "dead")
    unlucky = start("lash-duel", 3, 4, 3, 4, 2, 1)
    play(unlucky, "no", "lash blue driver", "hold")
    assert events(unlucky, "lash-driver")[0].data["result"] == "G"
    assert chariot(unlucky, "red").whip is False
    # Beside the team the lash finds nothing to take: blue's horses have no endurance left.
    team = start("lash-duel", 6, 1)
    play(team, "no", "forward 1", "lash blue team", "hold")
    assert events(team, "lash-team")[0].data["endurance_lost"] == 0


def test_whip_or_save() -> None:
    right = start("whip-or-save", 3, 3, 3)
    play(right, "no", "forward 14")
    assert told(right, "strain", "flip") == ["strain"]
    assert chariot(right, "red").endurance == 2
    wrong = start("whip-or-save", 3, 1, 1)
    play(wrong, "whip", "forward 17")
    assert told(wrong, "strain", "flip") == ["flip"]
    assert events(wrong, "flip")[0].clauses[0] == "CM 8.41b"


@pytest.mark.parametrize(
    ("way", "left", "reason", "winner"), [("out", 6, "most-factors-left", 0), ("in", 5, "drawn-first", 1)]
)
def test_photo_finish(way: str, left: int, reason: str, winner: int) -> None:
    match = start("photo-finish")
    play(match, way, "forward 5")
    assert chariot(match, "red").finish_left == left
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == (reason, (winner,))


def test_photo_finish_missed_behind_green() -> None:
    match = start("photo-finish")
    play(match, "forward 2")
    assert asked(match) == ("step", ["slip in", "slip out"])
    play(match, "slip out", "forward 4")
    assert chariot(match, "red").finish_left == 3
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


@pytest.mark.rule("GEN contest-99")
def test_contest_99() -> None:
    match = start("contest-99", 6, 1, 1, 1)
    race = match.state
    logs = {each.faction: (each.car, each.cdm) for each in race.chariots}
    assert logs == {
        "red": ("light", 2), "yellow": ("light", 2), "green": ("normal", 1), "purple": ("heavy", 2),
        "black": ("heavy", 0), "white": ("light", 2), "blue": ("heavy", 2),
    }  # fmt: skip
    # Seven run, two have moved, red is to move and four more have not; orange is a wreck on 9-6.
    assert {each.faction for each in race.chariots if each.moved} == {"yellow", "black"}
    assert (race.chariots[race.mover].faction, len(race.cup)) == ("red", 4)
    assert [race.track.name(square) for square in race.wrecks] == ["lane 2, backstretch 28"]
    assert all(race.position(each) > race.track.last_leg for each in race.chariots)  # on the final straight
    play(match, "whip", "forward 4", "out", "out", "forward 6")
    assert chariot(match, "red").finish_left == 8
    play(match, "no", "forward 9", "no", "forward 13", "no", "forward 8", "no", "forward 11")
    assert match.outcome is not None
    assert (match.outcome.winners, dice_left(match)) == ((0,), ())
    assert match.state.verdict is True
    # Without the whip white, whom nobody has troubled, has more left.
    plain = start("contest-99", 1, 1, 1)
    play(plain, "no", "forward 4", "out", "out", "forward 6")
    play(plain, "no", "forward 9", "no", "forward 13", "no", "forward 8", "no", "forward 11")
    assert plain.outcome is not None
    assert plain.outcome.winners == (5,)


# -- all of them ----------------------------------------------------------------------------------------


def test_rain_before_the_corner() -> None:
    """E2 3.7.3d: who waits until the lane beyond is free may slip as he likes."""
    for die in range(1, 7):
        right = start("rain-before-the-corner", die)
        play(right, "no", "forward 3", "out", "forward 10")
        assert (told(right, "strain", "involuntary-ram"), dice_left(right)) == ([], ())
        assert place(right, "red").startswith("lane 5" if die >= 5 else "lane 4")
    for squares in (1, 2):  # blue is still beside the lane beyond
        early = start("rain-before-the-corner", 6)
        play(early, "no", f"forward {squares}", "out")
        assert told(early, "involuntary-ram") == ["involuntary-ram"]
    # Straight on: two points of strain with three off the dice. A ten is a slide of one lane, a seven flips.
    for dice, result in (((3, 3, 4), "J"), ((2, 2, 3), "FP")):
        wrong = start("rain-before-the-corner", *dice)
        play(wrong, "no", "forward 14")
        assert events(wrong, "strain")[0].data["result"] == result


def test_blinded_before_the_corner() -> None:
    right = start("blinded-before-the-corner", 4)
    assert asked(right)[0] == "step"  # nobody asks for a speed, nor for the whip
    play(right, "forward 1", "out", "out", "forward 7")
    assert (place(right, "red"), told(right, "strain", "flip")) == ("lane 3, dolphin corner 4", [])
    # One lane is not enough: ten is a point over what lane 2 bears, and the only point of endurance goes.
    short = start("blinded-before-the-corner", 4, 6, 6, 5)
    play(short, "forward 1", "out", "forward 8")
    assert (events(short, "strain")[0].data["points"], chariot(short, "red").endurance) == (1, 0)
    wrong = start("blinded-before-the-corner", 4)
    play(wrong, "forward 10")
    assert events(wrong, "flip")[0].clauses[0] == "E2 11.2.1"
    # A 5 gives him his sight back, but the phase stays at half speed.
    seeing = start("blinded-before-the-corner", 5)
    assert events(seeing, "speed")[0].data["factors"] == 10


def test_carcass_in_the_lane() -> None:
    right = start("carcass-in-the-lane", 4, 4, 4, 3)
    play(right, "no", "forward 12", 4, "forward 8", "forward 6")
    assert (place(right, "red"), chariot(right, "red").endurance) == ("lane 3, front straight 22", 16)
    # Nothing paid: the same dice are four less, and the wheels suffer.
    stingy = start("carcass-in-the-lane", 4, 4, 4, 3, 1, 1)
    play(stingy, "no", "forward 12", 0, "forward 8")
    assert events(stingy, "run-over")[0].data["result"] == "car"
    # Round it: a factor more, and level.
    wrong = start("carcass-in-the-lane")
    play(wrong, "no", "in", "forward 10")
    assert (place(wrong, "red"), rolled(wrong)) == ("lane 2, front straight 21", 0)


def test_one_knife() -> None:
    right = start("one-knife", 4, 4, 4, 3, 5)
    play(right, "forward 4", "knife blue chariot")
    assert (chariot(right, "blue").driver, chariot(right, "red").parts["dagger"].carried) == ("dead", False)
    assert "knife blue chariot" not in asked(right)[1]
    # From where it stood the same dice miss, and there is no second knife.
    wrong = start("one-knife", 4, 4)
    play(wrong, "knife blue chariot")
    assert events(wrong, "knife")[0].data["hits"] is False
    # Dust blows a man with one hit left out of the race, too, if his eyes are full of it.
    dusty = start("one-knife", 6, 4, 5, 5, 1, 1, 1, 1, 1)
    play(dusty, "forward 4", "dust blue driver")
    assert events(dusty, "dust-result")[0].data["result"] == "blinded"
    assert chariot(dusty, "blue").status == "runaway"


def test_from_a_stand() -> None:
    bold = start("from-a-stand", 4, 4, 5, 2, 3)
    play(bold, 19, 15, "whip")
    assert events(bold, "speed")[0].data["factors"] == 19 - 13 + 2
    play(bold, "forward 8", "no")
    assert events(bold, "dead-start")[1].data["loss"] == 3  # a light car throws one die
    timid = start("from-a-stand", 4, 4, 5)
    play(timid, 10, 15, "no")
    assert events(timid, "speed")[0].data["factors"] == 1  # E2 8.4.3.2
    worst = start("from-a-stand", 6, 6, 6)
    play(worst, 19, 15, "no")
    assert events(worst, "speed")[0].data["factors"] == 1


def test_stationary_chariot_ahead() -> None:
    right = start("stationary-chariot-ahead")
    play(right, "no", "in", "slip in", "forward 6")
    assert (place(right, "red"), rolled(right)) == ("lane 2, front straight 17", 0)
    # Before blue nobody may slip: it blocks nobody. The car comes first, and then the team.
    wrong = start("stationary-chariot-ahead", 2, 6, 6, 6, 1, 6, 6, 6)
    play(wrong, "no", "forward 3")
    assert not {"slip in", "slip out", "in", "out"} & set(map(str, asked(wrong)[1]))
    play(wrong, "forward 8", 2, "forward 7", 1, "forward 6")
    assert [event.data["square"] for event in events(wrong, "jump")] == [
        "lane 4, front straight 14",
        "lane 4, front straight 15",
    ]
    assert chariot(wrong, "red").endurance == 1


def test_there_are_seventeen() -> None:
    assert len(FILES) == 17
    numbers = [written(name)["number"] for name in NAMES]
    assert sorted(numbers) == list(range(1, 18))
    tested = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")}
    assert set(NAMES) <= tested


@pytest.mark.parametrize("name", NAMES)
def test_each_says_what_it_is_about(name: str) -> None:
    plain = written(name)
    for key in ("title", "about", "goal"):
        assert plain[key].strip()
    assert plain["clauses"]
    assert "Red" in plain["about"] or "red" in plain["about"]


LINES: dict[str, list[tuple[Sequence[int], Sequence[object]]]] = {
    "first-row-start": [((1, 6), (9, 18, 18, 18, "no"))],
    "blocked-pack": [((), ("no", "forward 1", "out", "out", "forward 6")), ((6, 5), ("no", "forward 4"))],
    "last-stretch": [((2,), ("whip", "forward 10"))],
    "damaged-wheel": [((1, 3, 3, 6, 6, 2, 2, 2), (14, 0, "no", "forward 14"))],
    "dead-horse": [((1, 4, 4, 3), (8, 0, "cut"))],
    "dragged-driver": [((2, 2, 1), ("forward 2", "cut")), ((6, 1, 6), ("forward 2", "hang on", 0, "forward 13", "no"))],
    "wreck-across-three-lanes": [
        ((), ("no", "out", "out", "forward 10")),
        ((6, 6, 6, 6, 2, 2), ("no", "forward 12", 0, "forward 6")),
        ((3, 1, 1, 1, 1, 1, 1), ("no", "brake 5", "forward 7", 3)),
    ],
    "lash-duel": [
        ((3, 4, 3, 4, 4, 4, 1, 1), ("no", "lash blue driver", "hold")),
        ((3, 4, 3, 4, 2, 1), ("no", "lash blue driver", "hold")),
    ],
    "whip-or-save": [((3, 3, 3), ("no", "forward 14")), ((3, 1, 1), ("whip", "forward 17"))],
    "photo-finish": [((), ("in", "forward 5"))],
    "contest-99": [
        (
            (6, 1, 1, 1),
            (
                *("whip", "forward 4", "out", "out", "forward 6"),
                *("no", "forward 9", "no", "forward 13", "no", "forward 8", "no", "forward 11"),
            ),
        )
    ],
    "rain-before-the-corner": [
        ((5,), ("no", "forward 3", "out", "forward 10")),
        ((3, 3, 4), ("no", "forward 14")),
    ],
    "blinded-before-the-corner": [((4, 6, 6, 5), ("forward 1", "out", "forward 8")), ((4,), ("forward 10",))],
    "carcass-in-the-lane": [((4, 4, 4, 3), ("no", "forward 12", 4, "forward 8"))],
    "one-knife": [
        ((4, 4, 4, 3, 5), ("forward 4", "knife blue chariot")),
        ((6, 4, 5, 5, 1, 1, 1, 1, 1), ("forward 4", "dust blue driver")),
    ],
    "from-a-stand": [((4, 4, 5, 2, 3), (19, 15, "whip", "forward 8")), ((4, 4, 5), (10, 15, "no"))],
    "stationary-chariot-ahead": [
        ((), ("no", "in", "slip in", "forward 6")),
        ((2, 6, 6, 6, 1, 6, 6, 6), ("no", "forward 11", 2, "forward 7", 1, "forward 6")),
    ],
}


@pytest.mark.parametrize("name", NAMES)
def test_the_clauses_it_names_are_those_that_come_up(name: str) -> None:
    met: set[str] = set()
    for dice, answers in LINES[name]:
        match = start(name, *dice)
        for answer in answers:
            met |= {decision.clause for decision in match.pending.values()}
            play(match, answer)
        met |= {clause for event in match.events for clause in event.clauses}
    assert set(written(name)["clauses"]) <= met


@pytest.mark.parametrize("name", NAMES)
def test_a_position_survives_being_written_and_read(name: str) -> None:
    match = start(name, 4)  # a blinded driver's eyes, if somebody throws at all
    again: CircusMatch = Match(
        find_game("circus"),
        match.seats,
        ScriptedDice([]),
        match.ruleset,
        None,
        match.names,
        position=match.game.write_position(match.state),
    )
    # Who stood last when the turn before ended is no part of a written position.
    assert {**match.game.save(again.state), "rear": []} == {**match.game.save(match.state), "rear": []}
    assert {seat: repr(decision) for seat, decision in again.pending.items()} == {
        seat: repr(decision) for seat, decision in match.pending.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_each_plays_to_an_end_whatever_is_answered(name: str) -> None:
    for seed in range(4):
        match = load_scenario(SCENARIOS / f"{name}.toml", seed=seed)
        rng = random.Random(f"{name} {seed}")
        while match.outcome is None:
            for seat in list(match.pending):
                match.submit(seat, match.pending[seat].sample(rng))
        assert match.outcome.reason in match.game.endings
