"""Where the clauses meet and the ledger is silent: docs/rulings.md, section Chariot Race."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludus
from ludus import clauses, new_match
from ludus.games.chariot_race.words import STORIES
from tests.games.chariot_race.boards import house_file
from tests.rules.chariot_race.kit import RaceMatch, asked, caltrops, chariot, choices, once, play, race, told, where

ROOT = Path(__file__).parents[3]


def counting() -> set[str]:
    return {clause.id for clause in clauses().values() if clause.source == "CR" and clause.counts}


def test_every_counting_clause_has_a_test_here() -> None:
    marks = re.compile(r'pytest\.mark\.rule\("(CR [^"]+)"\)')
    marked = {
        mark for file in Path(__file__).parent.glob("test_*.py") for mark in marks.findall(file.read_text("utf-8"))
    }
    assert counting() - marked == set()
    assert marked <= set(clauses())
    assert len(counting()) == 69


def test_no_die_is_left_out_when_dice_are_turned_to_what_they_show() -> None:
    """Turning a die to the face it shows is not offered: it would only burn fate."""
    match = race(green="outer 13, speed 12, fate 2", dice="steer")
    assert "turn 1 steer" not in choices(match)


def test_placed_back_over_the_line_a_lap_is_lost() -> None:
    """CR ram-placement: laps are judged by where the chariot finally stands, also a lap of an earlier turn."""
    match = race(
        green="middle 1, laps 1",
        yellow="inner 2, laps 1",
        red="inner 1, laps 1",
        phase="drive",
        left=1,
        steers=1,
        laps_before=1,
    )
    play(match, "in 0")
    assert where(match, "green") == "inner 28"
    assert chariot(match, "green").laps == 0
    assert match.state.progress(chariot(match, "green")) == 384


def test_simultaneous_wrecks_the_rammer_leaves_first() -> None:
    match = race(green="outer 13, damage 2", yellow="outer 14, damage 2", phase="drive", left=1, bystander=True)
    assert (chariot(match, "green").out_order, chariot(match, "yellow").out_order) == (1, 2)


def resigned(match: RaceMatch, seat: int) -> RaceMatch:
    match.resign(seat)
    return match


def test_a_resigned_chariot_leaves_at_the_next_turn_without_a_caltrop() -> None:
    match = race(green="outer 13, damage 11, speed 0", yellow="outer 14, damage 11", dice="fortuna " * 5)
    resigned(match, 1)
    assert where(match, "yellow") == "outer 14"
    play(match, "no", "keep")
    assert where(match, "yellow") == "retired"
    assert caltrops(match) == set()
    assert once(match, "retired").data == {"chariot": "yellow", "seat": 1}


def test_whoever_resigns_in_his_turn_drives_it_out_by_the_defaults() -> None:
    match = race(green="outer 13, damage 11, speed 2", yellow="outer 18", dice="+- steer attack steer steer")
    play(match, "no")
    resigned(match, 0)
    # Dice kept, faster, straight on, no attack; then the chariot is gone.
    assert once(match, "speed").data["to"] == 3
    assert told(match, "drive")[-1].data["to"] == "outer 16"
    assert where(match, "green") == "retired"
    assert asked(match) == "repair white"


def test_whoever_has_resigned_cannot_win() -> None:
    """The pieces are gone before the round is judged, also when the last turn of the round was his."""
    match = race(
        yellow="middle 30, laps 1, speed 0, fate 0",
        green="outer 36, laps 1, speed 1, damage 11",
        bystander=False,
        dice="fortuna " * 15,
    )
    play(match, "keep")
    resigned(match, 1)
    assert once(match, "finish").data["chariot"] == "green"
    assert where(match, "green") == "retired"
    assert match.outcome is None
    assert asked(match) == "dice yellow"


def test_when_the_last_player_resigns_nobody_is_left() -> None:
    match = race(green="outer 13, damage 11, speed 0", yellow="wrecked", bystander=False, dice="fortuna " * 5)
    resigned(match, 0)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("nobody-left", (), (2, 2))


def test_all_resign_while_chariots_are_chosen() -> None:
    match = new_match("chariot-race", seats=2, seed=1, ruleset="alternate-chariots")
    match.resign(0)
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.reason == "nobody-left"


def test_places_of_those_who_did_not_finish() -> None:
    """By progress; behind them those out of the race, the last to leave first."""
    match = race(
        red="wrecked, out_order 2",
        blue="wrecked, out_order 1",
        green="outer 36, laps 1, speed 1, fate 0",
        purple="middle 3, laps 1, speed 0, fate 0",
        yellow="middle 9, speed 0, fate 0",
        order=["green", "purple", "yellow"],
        bystander=False,
        dice="fortuna " * 15,
    )
    play(match, "keep", "keep", "keep")
    assert match.outcome is not None
    assert match.outcome.places == (4, 5, 1, 2, 3)
    assert once(match, "end").data["ranking"] == ["green", "purple", "yellow", "red", "blue"]


def test_all_wrecked_everybody_is_last() -> None:
    match = race(green="outer 13, damage 2", yellow="outer 14, damage 2", phase="drive", left=1, bystander=False)
    assert match.outcome is not None
    assert match.outcome.places == (2, 2)


def test_a_player_is_placed_by_his_better_chariot() -> None:
    match = race(
        green="outer 1, laps 2, speed 0, fate 0",
        red="outer 5, laps 1, speed 0, fate 0",
        blue="middle 4, laps 1, speed 0, fate 0",
        yellow="wrecked",
        purple="inner 9, laps 1, speed 0, fate 0",
        order=["green", "red", "blue", "purple"],
        seats=3,
        bystander=False,
        dice="fortuna " * 20,
    )
    play(match, "keep", "keep", "keep", "keep")
    assert match.outcome is not None
    # Green wins for seat 0; purple (seat 1) is ahead of red (seat 1) and of blue (seat 2).
    assert match.outcome.places == (1, 2, 3)


def test_a_finisher_ranks_before_everybody_who_has_not_finished() -> None:
    """Also on a board whose line is so stepped that somebody before it is further along the common scale."""
    board = house_file()
    board["spaces"]["middle"] = [[rear + 6, front + 6, safe] for rear, front, safe in board["spaces"]["middle"]]
    board["spaces"]["outer"] = [[rear + 12, front + 12, safe] for rear, front, safe in board["spaces"]["outer"]]
    match = race(
        green="inner 1, laps 2, speed 0, fate 0",
        yellow="outer 36, laps 1, speed 0, fate 0",
        bystander=False,
        options={"board": board},
        dice="fortuna " * 10,
    )
    play(match, "keep", "keep")
    progress = [match.state.progress(each) for each in match.state.chariots]
    assert progress[0] < progress[1]
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places) == ((0,), (1, 2))


def test_an_empty_supply_is_filled_again_too_late_for_the_rammed_wreck() -> None:
    """The caltrop under a placed rammer returns to the supply after the wreck's caltrop would have been placed."""
    match = race(
        green="middle 12", yellow="outer 14, damage 2", phase="drive", left=1, steers=1, caltrops=["outer 13"], supply=0
    )
    play(match, "out 0")
    assert caltrops(match) == set()
    assert match.state.supply == 1


def test_a_player_knows_the_result_of_a_rams_placement_before_he_steers() -> None:
    match = race(green="outer 8, damage 3", yellow="middle 8", phase="drive", left=1, steers=1, caltrops=["middle 7"])
    answers = {each["choice"]: each for each in match.view(0)["decision"]["answers"]}
    assert answers["in 0"]["effects"]["wrecked"] is True
    assert answers["in 0"]["effects"]["end"] == "middle 7"
    assert answers["in 0"]["hint"] == "wrecks you on middle 7"


@pytest.mark.parametrize("seed", range(6))
def test_every_clause_cited_is_in_the_index_and_every_event_is_told(seed: int) -> None:
    rulesets = list(ludus.find_game("chariot-race").rulesets)
    match = new_match("chariot-race", seats=2 + seed % 5, seed=seed, ruleset=rulesets[seed % len(rulesets)])
    for _ in range(2000):
        if match.outcome is not None:
            break
        ((seat, decision),) = match.pending.items()
        assert decision.clause in clauses()
        match.answer(seat, list(decision)[seed % decision.count()])
    assert match.outcome is not None
    for event in match.events:
        assert event.clauses
        for clause in (*event.clauses, *(roll.clause for roll in event.dice)):
            assert clause in clauses()
        text = match.narrate(event)
        assert text[0].isupper()
        assert text[-1] in ".!"


def test_every_clause_named_in_the_code_exists() -> None:
    package = ROOT / "src" / "ludus" / "games" / "chariot_race"
    named = {
        clause for file in package.glob("*.py") for clause in re.findall(r'"(CR [a-z0-9-]+)"', file.read_text("utf-8"))
    }
    assert len(named) > 30
    assert named <= set(clauses())


def test_every_kind_of_event_has_its_words() -> None:
    package = ROOT / "src" / "ludus" / "games" / "chariot_race"
    told_kinds = {
        kind
        for file in package.glob("*.py")
        for kind in re.findall(r'table\.tell\(\s*"([a-z-]+)"', file.read_text("utf-8"))
    }
    assert told_kinds | {"goal"} == set(STORIES)  # a goal is told by the house
