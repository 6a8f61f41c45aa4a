"""CM 11: the Advanced Game and its reaction time."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Match, Refused, ScriptedDice, SeededDice, SetupError
from ludus.games.circus.chapters.reaction_time import default_move
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, circus, dice_left, events, place, play

CLOCK = {"reaction_seconds": 5}


def limit(race: CircusMatch, seat: int = 0) -> int | None:
    """How many seconds this seat has for the question before it."""
    return book_of(race.state).seconds_for(race.pending[seat])


def late(**position: Any) -> CircusMatch:
    """Red's player does nothing until the steward drives."""
    race = circus(options=CLOCK, **position)
    assert default_move(race)
    return race


# -- what the Advanced Game is ---------------------------------------------------------------------------


@pytest.mark.rule("CM 11.0-scope")
def test_a_flip_in_the_basic_game_takes_everything_off_the_board() -> None:
    broken = {"written": 14, "left_wheel": 9, "whip": False}
    race = circus(red="lane 4, backstretch 11", red_is=broken, level="basic", dice=[1, 2])
    red = chariot(race, "red")
    assert (red.status, red.square, red.man) == ("out", -1, -1)
    assert not race.state.wrecks
    assert all(number != red.number for number in (part >> 1 for part in race.state.occupied.values()))
    assert dice_left(race) == ()


@pytest.mark.rule("CM 11.0-scope")
def test_a_flip_in_the_advanced_game_takes_nothing_off_the_board() -> None:
    race = circus(
        red="lane 4, backstretch 11", red_is={"written": 14, "left_wheel": 9, "whip": False}, dice=[1, 2, 1, 2, 2]
    )
    assert place(race, "red") == "lane 4, backstretch 11"
    play(race, "forward 14", "hang on")
    assert (chariot(race, "red").status, chariot(race, "red").driver) == ("runaway", "dragged")
    assert [race.state.track.name(square) for square in race.state.wrecks] == ["lane 4, backstretch 10"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 11.0-scope")
@pytest.mark.parametrize(("way", "cost", "lane"), [("in", 2, 3), ("out", 1, 5)])
def test_where_the_advanced_game_is_silent_the_basic_prices_hold(way: str, cost: int, lane: int) -> None:
    race = circus(
        red="lane 4, backstretch 11",
        red_is={"status": "runaway", "driver": "dead", "hitched": False, "horses": [3, 3, 0, 0]},
        wrecks=["lane 4, backstretch 14"],
    )
    play(race, way)
    assert place(race, "red") == f"lane {lane}, backstretch 12"
    assert race.state.move.spent == cost


# -- the clock -------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 11.1")
def test_the_limit_is_the_same_for_every_seat() -> None:
    race = circus(red="lane 1, backstretch 5", blue="lane 2, backstretch 5", green="lane 3, backstretch 5",
                  phase="notation", options=CLOCK)  # fmt: skip
    assert {limit(race, seat) for seat in race.pending} == {5}


@pytest.mark.rule("CM 11.1")
def test_the_clock_is_a_switch_of_the_advanced_game() -> None:
    position: dict[str, Any] = {"red": "lane 1, backstretch 5", "phase": "notation"}
    assert limit(circus(**position)) is None
    assert limit(circus(**position, level="basic", options=CLOCK)) is None


@pytest.mark.rule("CM 11.2")
def test_nothing_is_taken_back_where_reaction_time_is_on() -> None:
    race = circus(red="lane 1, backstretch 10", red_is={"written": 5, "whip": False}, options=CLOCK)
    play(race, "forward 1")
    assert not race.can_undo(0)
    assert race.view(0)["undo"] is False
    with pytest.raises(Refused) as refused:
        race.undo(0)
    assert refused.value.code == "undo-refused"
    assert place(race, "red") == "lane 1, backstretch 11"


@pytest.mark.rule("CM 11.2")
def test_not_even_a_written_speed_is_taken_back() -> None:
    position: dict[str, Any] = {"red": "lane 1, backstretch 5", "blue": "lane 2, backstretch 5", "phase": "notation"}
    race = circus(**position, options=CLOCK)
    race.submit(0, 5)
    assert not race.can_undo(0)
    free = circus(**position)
    free.submit(0, 5)
    assert free.can_undo(0)


@pytest.mark.rule("CM 11.2")
def test_an_illegal_move_is_never_made() -> None:
    race = circus(red="lane 1, backstretch 10", red_is={"written": 5, "whip": False}, options=CLOCK)
    with pytest.raises(Refused):
        race.submit(0, "forward 6")
    assert place(race, "red") == "lane 1, backstretch 10"
    play(race, "forward 5")
    assert place(race, "red") == "lane 1, backstretch 15"


@pytest.mark.rule("CM 11.3a")
def test_announcing_voluntary_straining_is_a_beginning() -> None:
    race = circus(red="lane 1, backstretch 10", red_is={"written": 5}, options=CLOCK, dice=[3])
    assert (asked(race)[0], limit(race)) == ("whip", 5)
    play(race, "whip")
    assert (asked(race)[0], limit(race)) == ("step", 5)
    play(race, "forward 8")
    assert place(race, "red") == "lane 1, backstretch 18"


@pytest.mark.rule("CM 11.3a")
def test_announcing_a_ram_from_the_first_square_is_a_beginning() -> None:
    race = circus(
        red="lane 1, backstretch 10", red_is={"written": 5, "whip": False}, blue="lane 2, backstretch 10",
        options=CLOCK, dice=[3, 3, 4],
    )  # fmt: skip
    play(race, "ram blue car", "hold")
    assert asked(race) == ("step", [*(f"forward {squares}" for squares in range(1, 5)), *BRAKES[:4]])
    assert dice_left(race) == ()


BRAKES = [f"brake {factors}" for factors in range(1, 20)]


@pytest.mark.rule("CM 11.3a")
def test_whoever_does_not_begin_forfeits_this_phase_only() -> None:
    race = late(
        red="lane 4, backstretch 10", red_is={"written": 6, "last_written": 6},
        blue="lane 1, backstretch 3", blue_is={"moved": False, "written": 2, "whip": False},
    )  # fmt: skip
    assert place(race, "red") == "lane 4, backstretch 16"
    assert not events(race, "whip")
    play(race, "forward 2")  # blue's player is in time
    assert {decision.name for decision in race.pending.values()} == {"speed"}
    assert 0 in race.pending


# -- the default move ------------------------------------------------------------------------------------


@pytest.mark.rule("CM 11.3b")
def test_straight_ahead_by_the_written_speed_without_attacking() -> None:
    race = late(red="lane 4, backstretch 10", red_is={"written": 12, "endurance": 30}, blue="lane 5, backstretch 10")
    assert place(race, "red") == "lane 4, backstretch 22"
    assert not events(race, "attack")
    assert chariot(race, "red").endurance == 30


@pytest.mark.rule("CM 11.3b")
def test_forced_out_of_the_lane_it_goes_outside() -> None:
    race = late(red="lane 4, backstretch 10", red_is={"written": 6}, blue="lane 4, backstretch 14")
    assert place(race, "red") == "lane 5, backstretch 16"
    (change,) = events(race, "lane-change")
    assert (change.data["from"], change.data["to"]) == ("lane 4, backstretch 11", "lane 5, backstretch 12")


@pytest.mark.rule("CM 11.3b")
def test_from_the_outermost_lane_it_goes_inside() -> None:
    race = late(red="lane 8, backstretch 10", red_is={"written": 6}, blue="lane 8, backstretch 14")
    assert place(race, "red") == "lane 7, backstretch 15"


@pytest.mark.rule("CM 11.3b")
def test_it_strains_through_a_corner_as_usual() -> None:
    race = late(red="lane 1, front straight 30", red_is={"written": 12, "endurance": 30}, dice=[2, 2, 2])
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"]) == (4, 4)
    assert chariot(race, "red").endurance == 26
    assert dice_left(race) == ()


@pytest.mark.rule("CM 11.3b")
def test_the_player_is_in_control_again_in_the_next_turn() -> None:
    race = late(red="lane 4, backstretch 1", red_is={"written": 6}, dice=[1])
    race.submit(0, 4)
    race.submit(1, 0)
    assert limit(race) == 5
    assert asked(race)[0] == "whip"


@pytest.mark.rule("CM 11.3b")
def test_blocked_from_the_start_it_sideslips() -> None:
    race = late(red="lane 4, backstretch 10", red_is={"written": 6}, blue="lane 4, backstretch 12")
    assert place(race, "red") == "lane 5, backstretch 13"
    (slip,) = events(race, "sideslip")
    assert slip.data["to"] == "lane 5, backstretch 10"


@pytest.mark.rule("CM 11.3b")
def test_blocked_all_round_it_brakes_because_it_must() -> None:
    race = late(
        red="lane 1, backstretch 10", red_is={"written": 6, "endurance": 20},
        blue="lane 1, backstretch 12", green="lane 2, backstretch 10",
    )  # fmt: skip
    assert place(race, "red") == "lane 1, backstretch 10"
    assert chariot(race, "red").endurance == 14


@pytest.mark.rule("CM 11.3b")
def test_forced_gains_are_driven_and_optional_ones_declined() -> None:
    race = late(red="lane 4, backstretch 10", red_is={"written": 6, "gains": 3, "offered": 1, "loss": 1})
    assert place(race, "red") == "lane 4, backstretch 19"


@pytest.mark.rule("CM 11.3b")
def test_losses_come_off_the_maximum() -> None:
    race = late(red="lane 4, backstretch 10", red_is={"written": 18, "loss": 4, "debt": 2})
    assert place(race, "red") == "lane 4, backstretch 22"


@pytest.mark.rule("CM 11.3b")
def test_a_wreck_ahead_forces_a_lane_change() -> None:
    race = late(red="lane 4, backstretch 10", red_is={"written": 6}, wrecks=["lane 4, backstretch 13"])
    assert place(race, "red") == "lane 5, backstretch 16"


@pytest.mark.rule("CM 11.3b")
def test_a_wreck_that_cannot_be_avoided_is_run_over_for_the_full_die() -> None:
    race = late(
        red="lane 1, backstretch 10", red_is={"written": 8, "endurance": 20},
        wrecks=["lane 1, backstretch 13", "lane 2, backstretch 12"], dice=[5, 1, 1, 1],
    )  # fmt: skip
    assert place(race, "red") == "lane 1, backstretch 18"
    assert chariot(race, "red").endurance == 15
    assert dice_left(race) == ()


@pytest.mark.rule("CM 11.3b")
def test_no_dead_horse_is_cut_free() -> None:
    race = late(red="lane 4, backstretch 10", red_is={"written": 9, "horses": [0, 4, 4, 5], "fallen": [1]})
    assert chariot(race, "red").fallen == (0,)
    assert place(race, "red") == "lane 4, backstretch 10"


@pytest.mark.rule("CM 11.3b")
def test_the_steward_waits_for_others() -> None:
    """Red slides into blue, who may get out of the way; then the steward drives on."""
    race = circus(
        red="lane 1, front straight 33", red_is={"written": 12, "endurance": 30, "horses": [5, 4, 4, 5]},
        blue="lane 2, dolphin corner 0", options=CLOCK, dice=[3, 3, 4, 5, 5, 5],
    )  # fmt: skip
    assert not default_move(race)
    assert list(race.pending) == [1]
    play(race, "hold")
    assert default_move(race)
    assert race.state.mover == -1


@pytest.mark.rule("CM 11.3b")
def test_the_steward_drives_over_the_line_and_stops_when_nobody_moves() -> None:
    race = late(red="lane 4, backstretch 30", red_is={"written": 6, "lap": 3}, markers=5)
    assert race.outcome is not None
    waiting = circus(red="lane 4, backstretch 30", phase="notation", options=CLOCK)
    assert default_move(waiting)
    assert list(waiting.pending) == [0, 1]


# -- the clock stops, and starts again -----------------------------------------------------------------


@pytest.mark.rule("CM 11.5")
def test_the_clock_stops_for_attacks_and_charts() -> None:
    race = circus(
        red="lane 1, backstretch 10", red_is={"written": 5, "whip": False}, blue="lane 2, backstretch 10",
        wrecks=["lane 1, backstretch 11"], options=CLOCK, dice=[3, 3, 4, 4],
    )  # fmt: skip
    assert limit(race) == 5
    play(race, "ram blue car")
    assert (asked(race)[0], limit(race, 1)) == ("defend", None)
    play(race, "hold")
    assert limit(race) == 5
    play(race, "forward 1")
    assert (asked(race)[0], limit(race)) == ("pay", None)


@pytest.mark.rule("CM 11.6")
def test_whoever_stalls_is_moved_by_what_is_left() -> None:
    race = circus(red="lane 4, backstretch 4", red_is={"written": 12, "whip": False}, options=CLOCK)
    play(race, "forward 6")
    assert limit(race) == 5
    assert default_move(race)
    assert place(race, "red") == "lane 4, backstretch 16"


@pytest.mark.rule("CM 11.6")
def test_whoever_goes_on_in_time_keeps_control() -> None:
    race = circus(red="lane 4, backstretch 4", red_is={"written": 12, "whip": False}, options=CLOCK)
    play(race, "forward 6", "forward 1")
    assert asked(race)[0] == "step"
    play(race, "brake 5")
    assert place(race, "red") == "lane 4, backstretch 11"


# -- default speeds --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 11.7")
@pytest.mark.parametrize(
    ("log", "turn", "speed"),
    [
        ({"last_written": 13, "horses": [4, 4, 4, 3]}, 5, 13),
        ({"last_written": 15, "horses": [3, 3, 3, 2], "modifier": 1}, 5, 12),
        ({"last_written": 0}, 5, 0),
        ({}, 1, 18),
        ({"last_written": 18, "endurance": 0}, 5, 17),  # drained at the start of the turn
        ({"last_written": 18, "modifier": 1, "cdm": -2}, 5, 17),  # jostled
    ],
)
def test_the_last_speed_again_or_the_highest_possible(log: dict[str, Any], turn: int, speed: int) -> None:
    race = circus(red="lane 4, backstretch 4", red_is=log, phase="notation", turn=turn, options=CLOCK)
    decision = race.pending[0]
    assert (decision.default, book_of(race.state).seconds_for(decision)) == (speed, 5)


@pytest.mark.rule("CM 11.7")
def test_each_chariot_of_a_player_has_its_own_default() -> None:
    race = circus(
        red="lane 4, backstretch 4", blue="lane 5, backstretch 4", green="lane 6, backstretch 4", seats=2,
        red_is={"last_written": 9}, green_is={"last_written": 7}, phase="notation", options=CLOCK, dice=[1],
    )  # fmt: skip
    race.submit(0, 16)
    race.submit(1, 3)
    race.submit(0, race.pending[0].default)
    written = {each.faction: each.written for each in race.state.chariots}
    assert written == {"red": 16, "blue": 3, "green": 7}


@pytest.mark.rule("CM 11.9")
def test_one_number_for_every_count() -> None:
    race = circus(red="lane 4, backstretch 4", red_is={"written": 6}, options={"reaction_seconds": 3})
    counts = [limit(race)]
    play(race, "no")
    counts.append(limit(race))
    play(race, "forward 6")
    counts.append(limit(race))
    assert counts == [3, 3, 3]


@pytest.mark.rule("CM 11.9")
def test_five_seconds_where_nothing_else_is_said() -> None:
    assert Match(GAME, 8, SeededDice("1"), "timed").options["reaction_seconds"] == 5
    assert Match(GAME, 8, SeededDice("1"), "timed", {"reaction_seconds": 3}).options["reaction_seconds"] == 3


@pytest.mark.rule("CM 11.9")
@pytest.mark.parametrize("seconds", [0, -1, "5", 2.5])
def test_at_least_one_second(seconds: object) -> None:
    with pytest.raises(SetupError) as refused:
        Match(GAME, 2, ScriptedDice([]), None, {"reaction_seconds": seconds})
    assert refused.value.code == "bad-option"
