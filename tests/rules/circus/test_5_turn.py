"""CM 4 and 5: the turn, from upkeep to the last counter in the cup."""

from __future__ import annotations

import pytest

from ludus import Refused
from tests.rules.circus.kit import asked, chariot, circus, dice_left, events, place, play, write


@pytest.mark.rule("CM 4", "CM 6.12a")
@pytest.mark.parametrize(("cdm", "limit"), [(1, 17), (0, 16), (-2, 14)])
def test_speeds_from_nothing_to_team_speed_plus_cdm(cdm: int, limit: int) -> None:
    race = circus(
        phase="notation",
        red="lane 1, backstretch 9",
        red_is={"horses_start": [4, 4, 4, 4], "modifier": cdm},
        blue="lane 8, backstretch 1",
    )
    assert list(race.pending[0]) == list(range(limit + 1))
    for wrong in (limit + 1, -1):
        with pytest.raises(Refused):
            race.submit(0, wrong)
    race.submit(0, limit)


@pytest.mark.rule("CM 6.12a")
def test_a_limit_below_zero_is_zero() -> None:
    race = circus(
        phase="notation",
        red="lane 1, backstretch 9",
        red_is={"horses": [1, 0, 0, 1], "modifier": -4},
        blue="lane 8, backstretch 1",
    )
    assert list(race.pending[0]) == [0]


@pytest.mark.rule("CM 4", "CM 5.3")
def test_a_phase_is_completed_before_the_next() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"written": 2, "whip": False},
        blue="lane 4, backstretch 11",
        blue_is={"whip": False, "moved": False, "written": 2},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car")
    assert race.state.mover == 0
    assert place(race, "blue") == "lane 4, backstretch 11"
    play(race, "avoid", "evade out")  # Blue moves in Red's phase only to avoid the attack
    assert place(race, "blue") == "lane 5, backstretch 12"
    assert [event.data["chariot"] for event in events(race, "drawn")] == []
    play(race, "forward 1")
    assert [event.data["chariot"] for event in events(race, "drawn")] == ["blue"]
    assert dice_left(race) == ()


# -- upkeep ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 5-start-of-turn", "CM 7.354")
def test_the_cdm_recovers_before_speeds_are_written() -> None:
    race = circus(
        phase="notation",
        red="lane 1, backstretch 9",
        red_is={"horses_start": [4, 4, 4, 4], "modifier": 1, "cdm": -2, "jostled": True},
        blue="lane 8, backstretch 1",
    )
    assert chariot(race, "red").cdm == -1
    assert max(race.pending[0]) == 15
    assert chariot(race, "blue").cdm == 0  # never above the permanent value


@pytest.mark.rule("CM 5-start-of-turn", "CM 8.43")
def test_an_exhausted_team_slows_before_speeds_are_written() -> None:
    race = circus(
        phase="notation",
        red="lane 1, backstretch 9",
        red_is={"horses_start": [4, 4, 4, 3], "endurance": 0},
        blue="lane 8, backstretch 1",
        blue_is={"horses_start": [4, 4, 4, 3]},
    )
    assert list(race.pending[0]) == list(range(15))
    assert list(race.pending[1]) == list(range(16))


@pytest.mark.rule("CM 5-start-of-turn")
@pytest.mark.parametrize(("turn", "whips"), [(7, False), (8, True)])
def test_a_ban_of_one_turn_runs_out(turn: int, whips: bool) -> None:
    race = circus(
        phase="notation",
        turn=turn,
        red="lane 1, backstretch 9",
        red_is={"no_strain_turn": 7, "no_inside": True},
        blue="lane 8, backstretch 1",
        dice=[1],
    )
    write(race, red=3)
    assert (asked(race)[0] == "whip") == whips
    assert not chariot(race, "red").no_inside


# -- notation and the cup ----------------------------------------------------------------------------------


@pytest.mark.rule("CM 5.1", "CM 6.11")
def test_all_write_before_anybody_moves() -> None:
    race = circus(
        phase="notation",
        red="lane 1, backstretch 9",
        red_is={"horses_start": [4, 4, 4, 4], "modifier": 1},
        blue="lane 3, backstretch 9",
        green="lane 5, backstretch 9",
        dice=[1],
    )
    assert {decision.name for decision in race.pending.values()} == {"speed"}
    race.submit(2, 5)
    race.submit(0, 17)  # the real speed, driver included
    assert not events(race, "speeds")
    assert chariot(race, "red").written == 0
    race.submit(1, 0)
    (speeds,) = events(race, "speeds")
    assert speeds.data["speeds"] == {"red": 17, "blue": 0, "green": 5}
    assert [each.written for each in race.state.chariots] == [17, 0, 5]
    assert not events(race, "drive")
    play(race, "no")
    assert events(race, "speed")[0].data["factors"] == 17


@pytest.mark.rule("CM 5.1")
def test_a_player_of_two_writes_for_both() -> None:
    race = circus(
        phase="notation",
        seats=2,
        red="lane 1, backstretch 9",
        blue="lane 3, backstretch 9",
        green="lane 5, backstretch 9",
        dice=[1],
    )
    race.submit(0, 4)
    race.submit(1, 5)
    assert not events(race, "speeds")
    race.submit(0, 6)
    assert events(race, "speeds")[0].data["speeds"] == {"red": 4, "blue": 5, "green": 6}


@pytest.mark.rule("CM 5.2")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_the_cup_holds_whoever_can_move(level: str) -> None:
    race = circus(
        phase="notation",
        level=level,
        red="lane 1, backstretch 9",
        red_is={"whip": False},
        blue="",
        blue_is={"status": "out", "driver": "dead"},
        green="lane 5, backstretch 9",
        green_is={"whip": False},
        white="lane 7, backstretch 9",
        white_is={"whip": False},
        dice=[3, 2],  # of three, then of two
    )
    write(race)
    assert [event.data["chariot"] for event in events(race, "drawn")] == ["white", "green", "red"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 5.3", "CM 5.4")
def test_drawn_counters_are_not_put_back() -> None:
    race = circus(
        phase="drawing",
        cup=["red", "blue", "green"],
        red="lane 1, backstretch 9",
        red_is={"written": 2},
        blue="lane 3, backstretch 9",
        green="lane 5, backstretch 9",
        dice=[2],
    )
    (drawn,) = events(race, "drawn")
    assert drawn.data == {"chariot": "blue", "seat": 1, "draw": 1}
    assert drawn.clauses == ("CM 5.3", "CM 5.4")
    assert [race.state.chariots[number].faction for number in race.state.cup] == ["red", "green"]


@pytest.mark.rule("CM 5.3")
def test_others_stand_still_in_a_phase() -> None:
    race = circus(
        red="lane 3, backstretch 5",
        red_is={"written": 9, "whip": False},
        blue="lane 4, backstretch 11",
        green="lane 2, backstretch 9",
    )
    play(race, "forward 9")
    assert place(race, "red") == "lane 3, backstretch 14"
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert place(race, "green") == "lane 2, backstretch 9"


@pytest.mark.rule("CM 5.5")
def test_after_the_last_counter_new_speeds_are_written() -> None:
    race = circus(
        turn=4,
        red="lane 3, backstretch 5",
        red_is={"written": 1, "whip": False},
        blue="lane 4, backstretch 11",
        blue_is={"moved": False, "whip": False},
    )
    assert race.state.turn == 4
    play(race, "forward 1")
    assert len(events(race, "speed")) == 2  # one phase each
    assert race.state.turn == 5
    assert {decision.name for decision in race.pending.values()} == {"speed"}


# -- the start of a phase -------------------------------------------------------------------------------


@pytest.mark.rule("CM 5-start-of-phase", "CM 6.9-special-first-turn")
def test_the_whip_is_announced_before_the_dead_start() -> None:
    race = circus(turn=1, red="lane 3, front straight 3", red_is={"written": 18}, dice=[5, 3])
    assert asked(race)[0] == "whip"
    assert dice_left(race) == (5, 3)
    play(race, "whip")
    assert events(race, "dead-start")[0].data["loss"] == 5
    assert events(race, "whip")[0].data["factors"] == 3
    assert dice_left(race) == ()


@pytest.mark.rule("CM 5-start-of-phase")
def test_offered_factors_are_taken_or_left_before_any_die() -> None:
    race = circus(turn=1, red="lane 3, front straight 3", red_is={"written": 10, "offered": 2}, dice=[4])
    assert asked(race) == ("take", [0, 1, 2])
    play(race, 1, "no")
    assert events(race, "speed")[0].data["factors"] == 10 - 4 + 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 5-start-of-phase")
def test_the_wheel_is_checked_before_the_first_square() -> None:
    race = circus(red="lane 3, backstretch 5", red_is={"written": 12, "right_wheel": 4}, dice=[2, 6, 6])
    play(race, "whip")
    (check,) = events(race, "wheel-check")
    assert check.clauses == ("CM 7.41a", "CM 7.43")
    assert not events(race, "drive")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 5-start-of-phase")
def test_the_whole_order() -> None:
    race = circus(
        turn=1,
        red="lane 1, dolphin corner 2",
        red_is={"written": 16, "left_wheel": 3},
        wrecks=["lane 1, dolphin corner 1"],
        dice=[2, 3, 6, 6, 6, 5, 1, 1, 1, 4, 1, 1, 1],
    )
    play(race, "whip", 4)
    reasons = [roll.reason for event in race.events for roll in event.dice]
    assert reasons == [
        "dead start",
        "whipping the team",
        "left wheel",  # at 16 - 2 + 3 = 17
        "left wheel",  # for the corner
        "corner strain",
        "jumping a wreck",
        "running over a wreck",
    ]
    assert events(race, "strain")[0].data["points"] == 9
    assert dice_left(race) == ()
