"""CM 10: eggs and dolphins, the last turn, the finish line, and the places."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Outcome
from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play

AVOIDED = [4, 3, 1, 1]


def outcome(race: CircusMatch) -> Outcome:
    assert race.outcome is not None
    return race.outcome


# -- eggs and dolphins -----------------------------------------------------------------------------------


@pytest.mark.rule("CM 10.1")
@pytest.mark.rule("CM 10.2")
@pytest.mark.parametrize(
    ("lap", "straight", "marker", "dolphins", "eggs"),
    [
        (1, "front straight", "dolphin", 2, 3),
        (1, "backstretch", "egg", 2, 2),
        (2, "front straight", "dolphin", 1, 2),
        (2, "backstretch", "egg", 1, 1),
        (3, "front straight", "dolphin", 0, 1),
        (3, "backstretch", "egg", 0, 0),
    ],
)
def test_the_leader_takes_the_markers_down(lap: int, straight: str, marker: str, dolphins: int, eggs: int) -> None:
    """Six half laps; the sixth ends at the finish line, so five corners are driven."""
    race = circus(
        red=f"lane 4, {straight} 33",
        red_is={"lap": lap},
        blue="lane 8, front straight 5",
        move={"written": 1},
    )
    play(race, "forward 1")
    (taken,) = events(race, "marker")
    assert taken.data == {"chariot": "red", "marker": marker, "dolphins": dolphins, "eggs": eggs}
    assert taken.clauses == ("CM 10.1", "CM 3.7")
    words = f"{'an egg' if marker == 'egg' else 'a dolphin'} goes down" if eggs else "No egg is left"
    assert words in race.narrate(taken)
    assert race.state.markers == 6 - dolphins - eggs
    assert bool(events(race, "finish")) == (lap == 3 and straight == "backstretch")


@pytest.mark.rule("CM 10.1")
def test_the_second_chariot_removes_nothing() -> None:
    race = circus(red="lane 4, front straight 33", blue="lane 6, dolphin corner 3", move={"written": 1})
    play(race, "forward 1")
    assert place(race, "red") == "lane 4, dolphin corner 0"
    assert not events(race, "marker")
    assert race.state.markers == 1


@pytest.mark.rule("CM 10.1")
def test_a_marker_does_not_come_back_but_the_own_count_does() -> None:
    """Blue brakes back out of the corner, then drives into it again."""
    race = circus(
        red="lane 3, dolphin corner 0",
        blue="lane 4, dolphin corner 0",
        blue_is={"written": 1, "moved": False},
        move={"written": 2},
        dice=AVOIDED,
    )
    assert race.state.markers == 1
    play(race, "ram blue car", "avoid", "brake")
    blue = chariot(race, "blue")
    assert (place(race, "blue"), blue.leg, race.state.markers) == ("lane 4, front straight 33", 0, 1)
    play(race, "forward 1", "no", "forward 1")
    assert (place(race, "blue"), blue.leg) == ("lane 4, dolphin corner 0", 1)
    assert not events(race, "marker")


# -- the last turn ----------------------------------------------------------------------------------------


def last_turn(*dice: int, **more: Any) -> CircusMatch:
    """Turn 14; nobody has a whip, so every phase is only steps."""
    return circus(phase="drawing", turn=14, dice=dice, **more)


@pytest.mark.rule("CM 10.2")
def test_the_turn_is_played_to_its_end() -> None:
    """Blue moves, Red crosses, and Green and White still move; no turn 15 is played."""
    race = last_turn(
        2,
        1,
        2,
        red="lane 3, backstretch 33",
        blue="lane 4, backstretch 30",
        green="lane 5, backstretch 10",
        white="lane 6, backstretch 10",
        red_is={"lap": 3, "written": 1, "whip": False},
        blue_is={"lap": 3, "written": 2, "whip": False, "moved": False},
        green_is={"lap": 3, "written": 5, "whip": False, "moved": False},
        white_is={"lap": 2, "written": 5, "whip": False, "moved": False},
        cup=["red", "blue", "green", "white"],
    )
    play(race, "forward 2", "forward 1", "forward 5")
    assert events(race, "finish")[0].clauses == ("CM 10.3b", "CM 10.2", "CM 10.3a")
    assert race.outcome is None
    assert list(race.pending) == [2]
    play(race, "forward 5")
    assert [event.data["chariot"] for event in events(race, "drawn")] == ["blue", "red", "white", "green"]
    assert outcome(race).reason == "lone-finisher"
    assert outcome(race).places == (1, 2, 3, 4)
    assert race.state.turn == 14
    assert dice_left(race) == ()


@pytest.mark.rule("CM 10.2")
def test_a_lapped_chariot_does_not_finish() -> None:
    race = last_turn(
        1,
        red="lane 3, backstretch 33",
        blue="lane 4, backstretch 33",
        red_is={"lap": 3, "written": 1, "whip": False},
        blue_is={"lap": 2, "written": 2, "whip": False},
        cup=["red", "blue"],
    )
    play(race, "forward 1", "forward 2")
    assert [event.data["chariot"] for event in events(race, "finish")] == ["red"]
    assert place(race, "blue") == "lane 4, egg corner 1"


@pytest.mark.rule("CM 10.2")
def test_the_rest_is_placed_by_position_the_inner_lane_first() -> None:
    race = last_turn(
        red="lane 3, backstretch 33",
        blue="lane 1, dolphin corner 5",
        green="lane 5, backstretch 20",
        white="lane 2, backstretch 20",
        gold="lane 8, dolphin corner 13",
        red_is={"lap": 3, "written": 1, "whip": False},
        blue_is={"lap": 3},
        green_is={"lap": 3},
        white_is={"lap": 3},
        gold_is={"lap": 3},
        cup=["red"],
    )
    play(race, "forward 1")
    (end,) = events(race, "end")
    assert end.data["ranking"] == ["red", "white", "green", "blue", "gold"]
    assert outcome(race).places == (1, 4, 3, 2, 5)
    assert outcome(race).winners == (0,)


@pytest.mark.rule("CM 10.2")
def test_a_race_nobody_can_finish_has_no_winner() -> None:
    race = circus(
        red="lane 1, backstretch 11",
        red_is={"hits": 1},
        blue="lane 2, backstretch 11",
        blue_is={"hits": 1},
        mover="blue",
        level="basic",
        move={"written": 1},
        dice=[3, 3, 3, 3, 1, 1],
    )
    play(race, "lash red driver", "hold")  # Red is out
    assert race.outcome is None
    assert list(race.pending) == [1]  # a last chariot that can still move has to drive to the line
    race.resign(1)
    assert outcome(race) == Outcome("nobody-finished", (), (2, 2))
    (end,) = events(race, "end")
    assert end.data["winner"] is None


@pytest.mark.rule("CM 10.2")
def test_exhausted_teams_that_cannot_move_end_the_race() -> None:
    stuck = {"endurance": 0, "horses": [1, 0, 0, 0], "modifier": -1, "drained": 0, "written": 0, "whip": False}
    race = circus(red="lane 1, backstretch 11", blue="lane 2, backstretch 20", red_is=stuck, blue_is=stuck)
    assert outcome(race).reason == "nobody-finished"


@pytest.mark.rule("CM 10.2")
def test_a_race_in_which_nothing_moves_is_called_off() -> None:
    """docs/rulings.md: ten turns in a row."""
    calm = {"whip": False}
    race = circus(red="lane 1, backstretch 11", blue="lane 2, backstretch 20", red_is=calm, blue_is=calm, dice=[1] * 10)
    turns = 0
    while race.outcome is None:
        play(race, 0, 0)
        turns += 1
    assert outcome(race) == Outcome("called-off", (), (2, 2))
    assert turns == 10


# -- the line -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 10.3a")
def test_the_corner_behind_the_line_is_not_driven() -> None:
    race = circus(red="lane 1, backstretch 22", red_is={"lap": 3, "modifier": 1}, move={"written": 19})
    assert "forward 12" in asked(race)[1]
    assert "forward 13" not in asked(race)[1]
    play(race, "forward 12")
    assert events(race, "finish")[0].data == {"chariot": "red", "left": 7, "dragged": False}
    assert not events(race, "strain")
    assert chariot(race, "red").endurance == 49


@pytest.mark.rule("CM 10.3a")
def test_the_corner_before_the_last_stretch_counts() -> None:
    race = circus(red="lane 1, backstretch 0", red_is={"lap": 3, "written": 10, "endurance": 20}, dice=[2, 2, 2])
    play(race, "no")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance"]) == (2, 18)


@pytest.mark.rule("CM 10.3b")
def test_a_finisher_leaves_the_track_at_once() -> None:
    race = circus(
        red="lane 4, backstretch 29",
        red_is={"lap": 3},
        blue="lane 4, backstretch 27",
        blue_is={"lap": 3, "written": 8, "moved": False, "whip": False},
        move={"written": 12},
    )
    play(race, "forward 5")
    assert events(race, "finish")[0].data["left"] == 7
    assert place(race, "red") == "finished"
    assert chariot(race, "red").number not in {value >> 1 for value in race.state.occupied.values()}
    assert "forward 7" in asked(race)[1]  # Blue's way is free


@pytest.mark.rule("CM 10.3b")
def test_the_last_square_is_not_the_line() -> None:
    race = circus(red="lane 4, backstretch 29", red_is={"lap": 3}, move={"written": 4})
    play(race, "forward 4")
    assert place(race, "red") == "lane 4, backstretch 33"
    assert not events(race, "finish")
    assert race.outcome is None


@pytest.mark.rule("CM 10.3b")
def test_what_is_offered_on_the_last_square() -> None:
    """No lane change, no sideslip; nobody beyond the line is in the way; attacks before crossing are."""
    race = circus(
        red="lane 4, backstretch 33",
        red_is={"lap": 3},
        blue="lane 4, egg corner 1",
        green="lane 5, backstretch 33",
        move={"written": 6},
    )
    steps = [answer for answer in asked(race)[1] if not str(answer).startswith("brake")]
    assert steps == ["forward 1", "ram green car", "lash green driver"]
    play(race, "forward 1")
    assert events(race, "finish")[0].data["left"] == 5


@pytest.mark.rule("CM 10.3b")
def test_one_lap_earlier_the_same_square_is_an_ordinary_one() -> None:
    race = circus(red="lane 4, backstretch 33", red_is={"lap": 2}, blue="lane 4, egg corner 2", move={"written": 6})
    assert {"forward 1", "in", "out"} <= set(asked(race)[1])
    play(race, "forward 1")
    assert place(race, "red") == "lane 4, egg corner 0"


# -- places ---------------------------------------------------------------------------------------------------


def finish_together(*dice: int, **left: int) -> CircusMatch:
    """Everybody on the last square, crossing with so many factors left."""
    position: dict[str, Any] = {}
    for lane, (faction, factors) in enumerate(left.items(), start=2):
        position[faction] = f"lane {lane}, backstretch 33"
        position[f"{faction}_is"] = {"lap": 3, "written": factors + 1, "whip": False, "endurance": 0}
    race = last_turn(*dice, **position, cup=list(left))
    while race.outcome is None:
        play(race, "forward 1")
    return race


@pytest.mark.rule("CM 10.4")
def test_most_factors_left_wins() -> None:
    race = finish_together(1, red=3, blue=5)
    assert [event.data["chariot"] for event in events(race, "finish")] == ["red", "blue"]
    assert outcome(race) == Outcome("most-factors-left", (1,), (2, 1))
    assert events(race, "end")[0].clauses == ("CM 10.2", "CM 10.4", "CM 10.5")


@pytest.mark.rule("CM 10.4")
def test_all_finishers_are_placed_by_factors_left() -> None:
    race = finish_together(1, 1, 1, red=3, blue=5, green=1, white=4)
    assert events(race, "end")[0].data["ranking"] == ["blue", "white", "red", "green"]
    assert outcome(race).places == (3, 1, 4, 2)


@pytest.mark.rule("CM 10.4")
def test_gained_factors_count() -> None:
    """Red whips for 4; Blue was lashed for 5."""
    race = last_turn(
        1,
        4,
        red="lane 2, backstretch 33",
        blue="lane 4, backstretch 33",
        red_is={"lap": 3, "written": 1, "endurance": 10},
        blue_is={"lap": 3, "written": 1, "gains": 5, "whip": False},
        cup=["red", "blue"],
    )
    play(race, "whip", "forward 1", "forward 1")
    assert [event.data["left"] for event in events(race, "finish")] == [4, 5]
    assert outcome(race).winners == (1,)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 10.4")
def test_a_lone_finisher_wins() -> None:
    race = last_turn(
        1,
        red="lane 2, backstretch 33",
        blue="lane 4, backstretch 30",
        red_is={"lap": 3, "written": 1, "whip": False},
        blue_is={"lap": 3, "written": 3, "whip": False},
        cup=["red", "blue"],
    )
    play(race, "forward 1", "forward 3")
    assert outcome(race) == Outcome("lone-finisher", (0,), (1, 2))


@pytest.mark.rule("CM 10.5")
@pytest.mark.parametrize(("first", "winner"), [(1, 0), (2, 1)])
def test_equal_factors_left_and_the_draw_decides(first: int, winner: int) -> None:
    race = finish_together(first, red=4, blue=4)
    assert outcome(race).reason == "drawn-first"
    assert outcome(race).winners == (winner,)


@pytest.mark.rule("CM 10.5")
def test_of_three_the_earlier_draw_among_the_best() -> None:
    """Green, drawn first, has 2 left; Blue, drawn before Red, has 4 like Red."""
    race = finish_together(3, 2, red=4, blue=4, green=2)
    assert [event.data["chariot"] for event in events(race, "drawn")] == ["green", "blue", "red"]
    assert outcome(race) == Outcome("drawn-first", (1,), (2, 1, 3))


@pytest.mark.rule("CM 10.5")
def test_an_evader_not_yet_drawn_counts_as_drawn_next() -> None:
    """docs/rulings.md. Red's attack drives Blue over the line; Green crosses later with as many factors left."""
    race = last_turn(
        1,
        *AVOIDED,
        2,
        red="lane 3, backstretch 33",
        blue="lane 4, backstretch 33",
        green="lane 6, backstretch 33",
        red_is={"lap": 3, "written": 2, "whip": False, "endurance": 0},
        blue_is={"lap": 3, "written": 6, "whip": False, "drawn": 7},
        green_is={"lap": 3, "written": 7, "whip": False},
        cup=["red", "blue", "green"],
    )
    play(race, "ram blue car", "avoid", "evade out", "forward 1")  # Red has no choice left
    crossed = [(event.data["chariot"], event.data["left"]) for event in events(race, "finish")]
    assert crossed == [("blue", 6), ("red", 0), ("green", 6)]
    assert outcome(race) == Outcome("drawn-first", (1,), (3, 1, 2))


@pytest.mark.rule("CM 10.2")
def test_whoever_drops_out_later_is_placed_better_and_a_turn_is_shared() -> None:
    """docs/rulings.md."""
    race = last_turn(
        red="lane 3, backstretch 33",
        red_is={"lap": 3, "written": 1, "whip": False},
        blue="",
        green="",
        white="",
        gold="lane 5, backstretch 2",
        blue_is={"status": "out", "lost_turn": 9},
        green_is={"status": "out", "lost_turn": 5},
        white_is={"status": "out", "lost_turn": 5},
        cup=["red"],
    )
    play(race, "forward 1")
    assert outcome(race).places == (1, 3, 4, 4, 2)


@pytest.mark.rule("CM 10.2")
def test_a_player_is_placed_by_the_best_of_his_factions() -> None:
    race = last_turn(
        red="lane 3, backstretch 33",
        red_is={"lap": 3, "written": 1, "whip": False, "seat": 0},
        blue="lane 5, backstretch 2",
        blue_is={"seat": 1, "lap": 3},
        green="lane 6, backstretch 1",
        green_is={"seat": 2, "lap": 3},
        white="lane 7, backstretch 20",
        white_is={"seat": 2, "lap": 3},
        seats=3,
        cup=["red"],
    )
    play(race, "forward 1")
    assert outcome(race).places == (1, 3, 2)


@pytest.mark.rule("CM 10.2")
def test_dropping_out_is_dated() -> None:
    """Red flips Blue in one turn, Green in the next, and wins."""
    weak = {"lap": 3, "hits": 1, "whip": False}
    race = circus(
        red="lane 3, backstretch 31",
        red_is={"lap": 3, "endurance": 0},
        blue="lane 4, backstretch 31",
        blue_is=weak,
        green="lane 2, backstretch 31",
        green_is=weak,
        level="basic",
        move={"written": 1},
        dice=[3, 3, 3, 3, 1, 1, 1, 3, 3, 3, 3, 1, 1],
    )
    play(race, "lash blue driver", "hold")
    play(race, 4, 0, "lash green driver", "hold", "forward 3")
    assert [chariot(race, faction).lost_turn for faction in ("red", "blue", "green")] == [0, 2, 3]
    assert outcome(race).places == (1, 3, 2)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 10.2")
def test_whoever_is_out_at_the_end_stands_behind_all_who_are_not() -> None:
    race = circus(
        red="",
        red_is={"lap": 3, "status": "finished"},
        blue="",
        blue_is={"status": "out"},
        green="lane 2, front straight 0",
        phase="notation",
        final=True,
    )
    assert events(race, "end")[0].data["ranking"] == ["red", "green", "blue"]
    assert outcome(race).places == (1, 3, 2)
