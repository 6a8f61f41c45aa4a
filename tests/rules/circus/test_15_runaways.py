"""CM 15.1 to 15.24: teams that run on without their driver."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, left, place, play
from tests.rules.circus.wreck_kit import DRAGGING, EMPTY, STRAY, WOUND, wrecks

SWERVE = (3, 4, 3, 4, 4, 4)  # an even lash and an 8: S


def answers(race: CircusMatch) -> set[str]:
    return {str(answer) for answer in asked(race)[1]}


def speed_of_red(race: CircusMatch) -> int:
    return left(race.state, chariot(race, "red"))


# -- the end of the flip move -------------------------------------------------------------------------


@pytest.mark.rule("CM 15.1")
def test_the_team_finishes_the_move_before_the_wreck_lands() -> None:
    """Five of thirteen factors bring it into the corner: five points, fourteen on the dice, FP."""
    race = circus(red="lane 1, front straight 29", red_is={"written": 13, "whip": False}, dice=[5, 5, 4, 1, 2, 2])
    play(race, "forward 5")
    assert speed_of_red(race) == 8
    assert not wrecks(race)
    play(race, "forward 8", "hang on")
    assert place(race, "red") == "lane 1, backstretch 2"
    assert wrecks(race) == ["lane 1, front straight 33"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.1")
def test_strain_and_skill_of_the_lost_driver_still_count_in_this_move() -> None:
    log = {"written": 20, "modifier": 2, "endurance": 30}
    race = circus(red="lane 1, front straight 33", red_is=log, dice=[3, 6, 6, 6])
    play(race, "whip", "forward 1")
    assert events(race, "flip")
    assert speed_of_red(race) == 20 + 3 - 1


@pytest.mark.rule("CM 15.1")
@pytest.mark.parametrize("moved", [True, False])
def test_flipped_in_a_rivals_phase(moved: bool) -> None:
    """After its own counter the team stands still; before it, it runs this turn."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1}, blue="lane 4, backstretch 11",
        blue_is={"hits": 1, "moved": moved, "written": 5}, dice=[*WOUND, 1, 1],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert place(race, "blue") == "lane 4, backstretch 11"
    if moved:
        assert asked(race)[0] == "speed"
    else:
        assert left(race.state, chariot(race, "blue")) == 18
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.1")
def test_after_the_wall_the_team_stays_in_its_lane() -> None:
    race = circus(
        red="lane 7, backstretch 20", red_is={"written": 2}, blue="lane 8, backstretch 20",
        dice=SWERVE,
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert (place(race, "blue"), chariot(race, "blue").status) == ("lane 8, backstretch 20", "runaway")
    assert events(race, "flip")[0].clauses[0] == "CM 9.43-S5"


# -- on its counter -----------------------------------------------------------------------------------


@pytest.mark.rule("CM 15.2a")
def test_it_is_drawn_like_any_other() -> None:
    race = circus(red="lane 4, backstretch 5", red_is=STRAY, blue="lane 1, backstretch 5", phase="notation", dice=[1])
    assert list(race.pending) == [1]  # nobody writes a speed for it
    race.submit(1, 3)
    assert events(race, "drawn")[0].data["chariot"] == "red"
    assert race.pending[0].name == "step"


@pytest.mark.rule("CM 15.2a")
def test_a_bare_team_needs_one_free_square() -> None:
    near: dict[str, Any] = {"blue": "lane 5, backstretch 11", "wrecks": ["lane 4, backstretch 14"]}
    race = circus(red="lane 4, backstretch 11", red_is=STRAY, **near)
    assert {"in", "out"} <= answers(race)
    before = speed_of_red(race)
    play(race, "in")
    assert speed_of_red(race) == before - 2
    play(circus(red="lane 4, backstretch 11", red_is=STRAY, **near), "out")
    hitched = circus(red="lane 4, backstretch 11", red_is=EMPTY, **near)
    assert "out" not in answers(hitched)


@pytest.mark.rule("CM 15.2a")
def test_blocked_all_round_it_cannot_brake_and_is_rammed() -> None:
    race = circus(
        red="lane 1, backstretch 11", red_is={**STRAY, "endurance": 30}, blue="lane 1, backstretch 13",
        green="lane 2, backstretch 11", dice=[4, 5],
    )  # fmt: skip
    assert asked(race)[0] == "injury"
    play(race, (2, 0, 0, 0))
    red = chariot(race, "red")
    assert (red.horses, red.endurance, red.loss) == ((3, 4, 4, 5), 30, 1)
    assert events(race, "run-into")[0].clauses[0] == "CM 6.74"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.2a")
def test_a_bare_team_ahead_has_no_car_to_ram_with() -> None:
    race = circus(
        red="lane 1, backstretch 11", red_is={"written": 3, "endurance": 0}, blue="lane 1, backstretch 12",
        blue_is=STRAY, green="lane 2, backstretch 12",
    )  # fmt: skip
    red = chariot(race, "red")
    assert (red.horses, red.loss) == ((5, 4, 4, 5), 1)
    assert place(race, "red") == "lane 1, backstretch 11"
    assert race.state.mover == -1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.2b")
def test_the_owner_moves_it() -> None:
    race = circus(
        red="lane 4, backstretch 5", red_is=STRAY, blue="lane 1, backstretch 5", green="lane 5, backstretch 3", seats=2
    )
    assert list(race.pending) == [0]


@pytest.mark.rule("CM 15.2b")
@pytest.mark.parametrize(
    ("turn", "blue", "green", "mover"),
    [
        (9, "lane 3, backstretch 5", "lane 6, backstretch 5", 2),  # level: the outermost is last
        (9, "lane 3, backstretch 5", "lane 6, backstretch 6", 1),
        (1, "lane 3, front straight 3", "lane 6, front straight 3", 2),
        (1, "lane 6, front straight 3", "lane 3, front straight 1", 1),  # in turn 1 only the lane counts
    ],
)
def test_an_absent_owners_team_is_moved_by_who_stood_last(turn: int, blue: str, green: str, mover: int) -> None:
    race = circus(
        red="lane 4, front straight 20", red_is=STRAY, blue=blue, green=green, turn=turn, phase="notation",
        dice=[1, 6] if turn == 1 else [1],
    )  # fmt: skip
    race.resign(0)
    race.submit(1, 3)
    race.submit(2, 3)
    assert place(race, "red") == "lane 4, front straight 20"
    assert race.pending[mover].name == "step"


@pytest.mark.rule("CM 15.2b")
def test_a_man_whose_player_has_left_is_out_of_it() -> None:
    race = circus(
        red="lane 4, backstretch 20", red_is=DRAGGING, blue="lane 1, backstretch 1", phase="notation", dice=[1]
    )
    race.resign(0)
    race.submit(1, 3)
    assert chariot(race, "red").driver == "safe"
    assert events(race, "driver-safe")[0].clauses == ("CM 15.2b",)


# -- laps ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 15.2-laps")
def test_with_a_living_man_behind_it_takes_markers_down() -> None:
    race = circus(red="lane 1, front straight 33", red_is=DRAGGING, markers=0)
    play(race, "forward 1")
    assert events(race, "marker")[0].data["marker"] == "dolphin"
    stray = circus(red="lane 1, front straight 33", red_is=STRAY, markers=0)
    play(stray, "forward 1")
    assert not events(stray, "marker")


@pytest.mark.rule("CM 15.2-laps")
@pytest.mark.rule("CM 17-no-place")
@pytest.mark.parametrize("driver", ["dead", "foot", "safe"])
def test_without_its_man_it_does_not_end_the_race(driver: str) -> None:
    log = {**STRAY, "driver": driver, "lap": 3, "man": "lane 8, front straight 20" if driver == "foot" else ""}
    race = circus(red="lane 5, backstretch 33", red_is=log, markers=5)
    play(race, "forward 18")
    assert place(race, "red") == "lane 5, egg corner 17"
    assert not race.state.final
    assert not events(race, "finish")


@pytest.mark.rule("CM 15.2-laps")
def test_in_the_last_turn_it_is_taken_off_at_the_line() -> None:
    race = circus(red="lane 5, backstretch 33", red_is={**STRAY, "lap": 3}, final=True, markers=6)
    assert chariot(race, "red").status == "out"
    assert events(race, "out")[0].clauses == ("CM 15.2-laps",)


# -- its limits ---------------------------------------------------------------------------------------


@pytest.mark.rule("CM 15.21")
def test_no_lane_change_with_a_clear_lane() -> None:
    race = circus(red="lane 4, backstretch 5", red_is=STRAY)
    assert answers(race) == {f"forward {squares}" for squares in range(1, 19)}


TEN = {**STRAY, "horses": [4, 3, 3, 0]}


@pytest.mark.rule("CM 15.21")
@pytest.mark.parametrize(("square", "may"), [(8, True), (15, True), (16, False)])
def test_a_wreck_within_reach_may_be_avoided(square: int, may: bool) -> None:
    race = circus(red="lane 4, backstretch 5", red_is=TEN, wrecks=[f"lane 4, backstretch {square}"])
    assert ({"in", "out"} <= answers(race)) == may
    # A permission, not a duty: it may run onto a wreck.
    assert "forward 10" in answers(race)


@pytest.mark.rule("CM 15.21")
def test_a_man_on_foot_is_run_down() -> None:
    foot = {**STRAY, "driver": "foot", "man": "lane 4, backstretch 8"}
    race = circus(red="lane 4, backstretch 5", red_is=TEN, blue="lane 1, front straight 5", blue_is=foot, dice=[2])
    assert not {"in", "out"} & answers(race)
    play(race, "forward 3")
    assert chariot(race, "blue").driver == "dead"
    assert speed_of_red(race) == 10 - 3 - 2


@pytest.mark.rule("CM 15.21")
def test_a_blocked_square_must_be_avoided_if_it_can_be() -> None:
    """Four factors, blue's car three squares on: two steps ahead it could not even sideslip any more."""
    log = {**STRAY, "horses": [4, 0, 0, 0]}
    race = circus(red="lane 4, backstretch 11", red_is=log, blue="lane 4, backstretch 15")
    assert answers(race) == {"forward 1", "in", "out"}
    play(race, "forward 1")
    assert answers(race) == {"in", "out"}
    play(race, "out")
    assert place(race, "red") == "lane 5, backstretch 13"


@pytest.mark.rule("CM 15.21")
def test_it_may_close_up_where_a_sideslip_will_do_or_nothing_will() -> None:
    log = {**STRAY, "horses": [5, 0, 0, 0]}
    race = circus(red="lane 4, backstretch 11", red_is=log, blue="lane 4, backstretch 15")
    assert answers(race) == {"forward 1", "forward 2", "in", "out"}
    boxed = circus(
        red="lane 1, backstretch 11", red_is={**STRAY, "horses": [2, 0, 0, 0]}, blue="lane 1, backstretch 14",
        green="lane 2, backstretch 12", dice=[1, 1],
    )  # fmt: skip
    assert place(boxed, "red") == "lane 1, backstretch 12"


@pytest.mark.rule("CM 15.22")
@pytest.mark.parametrize(
    ("log", "factors"),
    [
        ({"horses_start": [6, 4, 4, 5], "modifier": 2}, 19),
        ({"horses_start": [6, 4, 4, 5], "modifier": -1}, 19),
        ({"horses_start": [6, 4, 4, 5], "horses": [4, 4, 3, 5]}, 16),
        ({"horses_start": [6, 4, 4, 5], "debt": 2}, 17),
        ({"horses_start": [6, 4, 4, 5], "loss": 3}, 16),
        ({"horses_start": [6, 4, 4, 5], "gains": 2, "offered": 1}, 22),
        ({"horses_start": [6, 4, 4, 5], "drained": 3, "endurance": 0}, 16),
        ({"horses_start": [6, 4, 4, 5], "written": 3}, 19),
    ],
)
def test_always_at_full_speed(log: dict[str, Any], factors: int) -> None:
    race = circus(red="lane 4, backstretch 5", red_is={**DRAGGING, **log})
    assert asked(race)[0] == "step"  # nobody is asked to whip it
    assert speed_of_red(race) == factors


@pytest.mark.rule("CM 15.23")
def test_it_neither_attacks_nor_brakes() -> None:
    race = circus(red="lane 4, backstretch 5", red_is=EMPTY, blue="lane 5, backstretch 5")
    assert attacks(race) == set()
    assert not any(answer.startswith("brake") for answer in answers(race))


@pytest.mark.rule("CM 15.23")
@pytest.mark.rule("CM 16.5a")
def test_it_may_ram_a_dragged_man_straight_ahead() -> None:
    blue = {**DRAGGING, "hits": 7}
    race = circus(red="lane 4, backstretch 10", red_is={**STRAY, "modifier": 2}, blue="lane 4, backstretch 14",
                  blue_is=blue, dice=[5, 4, 3])  # fmt: skip
    play(race, "forward 3")
    assert "trample blue driver" in answers(race)
    before = speed_of_red(race)
    play(race, "trample blue driver")
    (ram,) = events(race, "trampled")
    assert [each.amount for each in ram.modifiers] == [0]
    assert ram.data["hits"] == 0  # 12: no effect
    assert speed_of_red(race) == before - 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.24")
def test_corners_at_any_speed() -> None:
    race = circus(red="lane 1, front straight 33", red_is={**STRAY, "endurance": 30, "horses_start": [6, 4, 4, 5]})
    play(race, "forward 19")
    assert place(race, "red") == "lane 1, backstretch 12"
    assert chariot(race, "red").endurance == 30
    assert not events(race, "strain")


@pytest.mark.rule("CM 15.24")
def test_evading_inside_in_a_corner_needs_no_check() -> None:
    race = circus(
        red="lane 4, dolphin corner 5", red_is={"written": 2, "whip": False}, blue="lane 3, dolphin corner 3",
        blue_is={**STRAY, "horses_start": [6, 4, 4, 5]},
    )  # fmt: skip
    play(race, "ram blue horses", "evade in")
    assert race.state.track.lane[chariot(race, "blue").square] == 2
    assert not events(race, "strain")
    assert dice_left(race) == ()
