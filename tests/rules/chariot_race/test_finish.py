"""Laps, the end of the race, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.chariot_race.board import house_board
from tests.games.chariot_race.boards import level_board
from tests.rules.chariot_race.kit import RaceMatch, asked, chariot, kinds, once, play, race, told, where


def standing(**chariots: str) -> RaceMatch:
    """A round in which everybody stands still: it ends as soon as each has kept its dice."""
    count = len(chariots)
    still: dict[str, Any] = {colour: f"{text}, speed 0, fate 0" for colour, text in chariots.items()}
    match = race(
        **still,
        bystander=False,
        dice="fortuna fortuna fortuna fortuna fortuna " * count,
    )
    play(match, *["keep"] * count)
    return match


@pytest.mark.rule("CR lap")
def test_crossing_the_line_completes_a_lap() -> None:
    match = race(green="outer 34, speed 5, fate 0", dice="fortuna " * 5)
    play(match, "keep")
    assert where(match, "green") == "outer 3"
    assert chariot(match, "green").laps == 1
    assert once(match, "lap").data == {"chariot": "green", "laps": 1}
    assert once(match, "lap").clauses == ("CR lap", "CR setup-counter")
    assert match.view(None)["position"]["chariots"]["green"]["laps_to_go"] == 1


@pytest.mark.rule("CR lap")
def test_crossing_by_way_of_another_lane() -> None:
    match = race(green="middle 31, speed 3, fate 0", dice="steer fortuna fortuna fortuna fortuna")
    play(match, "keep", "out 1")
    assert [event.data["to"] for event in told(match, "drive")] == ["middle 32", "outer 36", "outer 1"]
    assert chariot(match, "green").laps == 1


@pytest.mark.rule("CR lap")
@pytest.mark.parametrize(
    ("start", "steer", "end", "laps"),
    [("outer 36", "in 0", "middle 1", 1), ("middle 32", "in 0", "inner 1", 1), ("inner 28", "out 0", "middle 32", 0)],
)
def test_a_lane_change_may_cross_the_line(start: str, steer: str, end: str, laps: int) -> None:
    match = race(green=f"{start}, speed 1, fate 0", dice="steer fortuna fortuna fortuna fortuna")
    play(match, "keep", steer)
    assert (where(match, "green"), chariot(match, "green").laps) == (end, laps)


@pytest.mark.rule("CR lap")
def test_placed_back_before_the_line_the_lap_is_not_completed() -> None:
    match = race(green="inner 28, speed 1", yellow="inner 1, laps 1", phase="drive", left=1)
    assert where(match, "green") == "inner 28"
    assert chariot(match, "green").laps == 0
    assert told(match, "lap") == []


@pytest.mark.rule("CR lap")
@pytest.mark.rule("CR overview-laps")
def test_the_second_lap_finishes() -> None:
    match = race(green="outer 36, laps 1, speed 1, fate 0", dice="fortuna " * 5)
    play(match, "keep")
    assert chariot(match, "green").finished
    assert once(match, "finish").clauses == ("CR lap", "CR overview-laps")
    assert told(match, "lap") == []


@pytest.mark.rule("CR overview-laps")
@pytest.mark.parametrize(("crossings", "finished"), [(0, False), (1, False), (2, False), (3, True)])
def test_two_crossings_after_the_start(crossings: int, finished: bool) -> None:
    match = race(green="outer 5, damage 11")
    green = chariot(match, "green")
    green.crossings = crossings
    assert green.finished is finished
    assert green.laps == max(0, crossings - 1)


@pytest.mark.rule("CR end-game")
def test_the_others_still_have_their_turns() -> None:
    match = race(
        red="outer 5, laps 1, speed 0, fate 0",
        green="outer 36, laps 1, speed 1, fate 0",
        blue="middle 5, speed 0, fate 0",
        purple="middle 7, speed 0, fate 0",
        yellow="middle 9, speed 0, fate 0",
        bystander=False,
        dice="fortuna fortuna fortuna fortuna fortuna " * 5,
    )
    play(match, "keep", "keep")
    assert match.outcome is None
    for colour in ("blue", "purple", "yellow"):
        assert asked(match) == f"dice {colour}"
        play(match, "keep")
    assert match.outcome is not None
    assert match.outcome.reason == "lone-finisher"
    assert match.outcome.winners == (1,)


@pytest.mark.rule("CR end-game")
def test_a_wrecked_finisher_does_not_end_the_race() -> None:
    match = race(
        green="outer 36, laps 1, speed 1, damage 1, fate 0",
        yellow="outer 2, speed 0, fate 0",
        red="middle 9, damage 11, speed 0",
        bystander=False,
        dice="fortuna " * 5 + "attack fortuna fortuna fortuna fortuna " + "fortuna " * 5,
    )
    play(match, "keep", "keep", "javelin green", "no", "keep")
    assert kinds(match, of=("finish", "wreck", "round", "end")) == ["finish", "wreck", "round"]
    assert match.outcome is None
    assert where(match, "green") == "wrecked"


@pytest.mark.rule("CR winner")
def test_a_lone_finisher_wins() -> None:
    match = standing(green="inner 1, laps 2", yellow="outer 36, laps 1")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("lone-finisher", (0,))
    assert once(match, "end").clauses == ("CR winner", "CR end-game")


@pytest.mark.rule("CR winner")
@pytest.mark.parametrize(
    ("green", "yellow", "winner"),
    [("outer 2", "middle 2", 0), ("outer 1", "inner 2", 1), ("inner 1", "outer 1", 1), ("middle 1", "inner 1", 0)],
)
def test_the_front_border_furthest_past_the_line_wins(green: str, yellow: str, winner: int) -> None:
    match = standing(green=f"{green}, laps 2", yellow=f"{yellow}, laps 2", red="middle 20, laps 1")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("furthest-past-line", (winner,))
    assert match.outcome.places == ((1, 2, 3) if winner == 0 else (2, 1, 3))


@pytest.mark.rule("CR winner-tie")
def test_two_finishers_are_never_level_on_the_house_board() -> None:
    board = house_board(("A", "A"))
    fronts = [front % board.lap_ticks for front in board.front]
    assert len(set(fronts)) == len(fronts)


@pytest.mark.rule("CR winner-tie")
def test_level_finishers_share_the_victory() -> None:
    match = race(
        green="inner 2, laps 2, speed 0, fate 0",
        yellow="outer 2, laps 2, speed 0, fate 0",
        red="outer 1, laps 2, speed 0, fate 0",
        bystander=False,
        dice="fortuna " * 15,
        options={"board": level_board()},
    )
    play(match, "keep", "keep", "keep")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("shared-victory", (0, 1), (1, 1, 3))
    assert once(match, "end").clauses == ("CR winner-tie",)


@pytest.mark.rule("CR no-winner")
def test_the_last_two_wreck_each_other() -> None:
    match = race(
        green="outer 13, speed 1, damage 2, fate 0",
        yellow="outer 14, damage 2",
        red="wrecked",
        bystander=False,
        dice="fortuna " * 5,
    )
    play(match, "keep")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("all-wrecked", ())
    assert once(match, "end").clauses == ("CR no-winner",)
    assert once(match, "end").data["winners"] == []


@pytest.mark.rule("CR last-chariot")
def test_a_sole_survivor_must_still_finish() -> None:
    match = race(
        green="outer 13, speed 1, fate 0",
        yellow="wrecked",
        bystander=False,
        dice="fortuna " * 15,
    )
    play(match, "keep", "keep")
    assert match.outcome is None
    assert [event.data["chariot"] for event in told(match, "turn")] == ["green"] * 3
    assert where(match, "green") == "outer 15"


@pytest.mark.rule("CR last-chariot")
def test_a_sole_survivor_can_still_be_wrecked() -> None:
    match = race(
        green="middle 7, speed 5, damage 1, fate 0",
        yellow="wrecked",
        bystander=False,
        phase="drive",
        left=1,
        caltrops=["middle 8"],
    )
    assert match.outcome is not None
    assert match.outcome.reason == "all-wrecked"


@pytest.mark.rule("CR last-chariot")
def test_a_sole_survivor_wins_by_finishing() -> None:
    match = race(green="outer 36, laps 1, speed 1, fate 0", yellow="wrecked", bystander=False, dice="fortuna " * 5)
    play(match, "keep")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places) == ((0,), (1, 2))


@pytest.mark.rule("CR variant-2-3-players")
def test_a_player_wins_with_either_chariot() -> None:
    match = race(
        green="middle 5, speed 0, fate 0",
        red="middle 8, laps 1, speed 0, fate 0",
        yellow="outer 1, laps 2, speed 0, fate 0",
        blue="wrecked",
        seats=2,
        bystander=False,
        dice="fortuna " * 15,
    )
    play(match, "keep", "keep", "keep")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places) == ((0,), (1, 2))


@pytest.mark.rule("CR variant-2-3-players")
def test_a_player_with_one_wreck_plays_on_with_the_other() -> None:
    match = race(
        green="wrecked",
        red="wrecked",
        yellow="middle 5, damage 11",
        blue="middle 8, damage 11, speed 0",
        order=["yellow", "blue"],
        seats=2,
        bystander=False,
        dice="fortuna " * 5,
    )
    assert asked(match) == "repair yellow"
    assert list(match.pending) == [0]
    play(match, "no", "keep")
    assert asked(match) == "repair blue"
    assert list(match.pending) == [1]
