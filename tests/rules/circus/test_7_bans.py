"""CM 7.33-no-strain and 7.34: what a ban on straining closes, and forced sideslips that find the lane closed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play

CALM = {"whip": False}
# Three points in lane 2 at 12 with CDM 0.
S, SS, J = [5, 5, 1], [5, 5, 2], [5, 5, 3]


def steps(race: CircusMatch) -> set[object]:
    name, answers = asked(race)
    assert name == "step", name
    return set(answers)


# -- bans ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.33-no-strain")
def test_what_was_faced_already_stands() -> None:
    race = circus(red="lane 2, front straight 26", red_is={**CALM, "written": 12}, dice=J)
    play(race, "forward 8")
    assert {"forward 4", "out"} <= steps(race)
    assert "in" not in steps(race)  # lane 1 is still due
    play(race, "forward 4")
    assert len(events(race, "strain")) == 1
    assert race.state.turn == 3


@pytest.mark.rule("CM 7.33-no-strain")
def test_what_was_faced_stands_to_the_end_of_the_corner() -> None:
    race = circus(red="lane 2, dolphin corner 6", red_is={**CALM, "written": 12}, dice=J)
    assert {"forward 12", "out"} <= steps(race)
    play(race, "out")
    assert place(race, "red") == "lane 3, dolphin corner 10"
    assert {"forward 11", "out", "in"} <= steps(race)  # lane 2 has been faced
    play(race, "forward 11")
    assert place(race, "red") == "lane 3, backstretch 9"
    assert len(events(race, "strain")) == 1


@pytest.mark.rule("CM 7.33-no-strain", "CM 6.7")
@pytest.mark.parametrize(("banned", "slips"), [(True, set()), (False, {"slip in", "slip out"})])
def test_held_up_by_a_ban_is_not_blocked(banned: bool, slips: set[str]) -> None:
    # The corner has two free squares before Blue; beside them everything is full.
    race = circus(
        turn=7,
        red="lane 3, front straight 32",
        red_is={**CALM, "written": 18, "no_strain_turn": 7 if banned else 0},
        blue="lane 3, dolphin corner 3",
        green="lane 4, dolphin corner 0",
        white="lane 2, dolphin corner 0",
        gold="lane 4, dolphin corner 2",
        black="lane 2, dolphin corner 2",
    )
    assert {step for step in steps(race) if str(step).startswith("slip")} == slips


@pytest.mark.rule("CM 7.33-no-strain")
def test_banned_in_a_corner_at_notation() -> None:
    race = circus(
        phase="notation",
        turn=7,
        red="lane 3, dolphin corner 4",
        red_is={"no_strain_turn": 7},
        blue="lane 3, backstretch 4",
        blue_is={"no_strain_turn": 7},
        green="lane 3, dolphin corner 8",
    )
    assert list(race.pending[0]) == list(range(13))
    assert list(race.pending[1]) == list(range(19))  # on a straight anything may be written
    assert list(race.pending[2]) == list(range(19))


@pytest.mark.rule("CM 7.33-no-strain")
def test_a_banned_chariot_is_not_let_into_the_corner() -> None:
    race = circus(turn=7, red="lane 3, front straight 31", red_is={"written": 14, "no_strain_turn": 7})
    forward = {step for step in steps(race) if str(step).startswith("forward")}
    assert forward == {"forward 1", "forward 2"}
    play(race, "forward 2")
    assert {step for step in steps(race) if not str(step).startswith("brake")} == {"out"}  # lane 4 is safe at 14
    play(race, "out")
    assert place(race, "red") == "lane 4, dolphin corner 1"
    assert not events(race, "strain")


@pytest.mark.rule("CM 7.33-no-strain")
def test_forced_factors_are_lost_in_the_corner() -> None:
    race = circus(
        turn=7,
        red="lane 2, dolphin corner 3",
        red_is={"written": 9, "gains": 3, "no_strain_turn": 7, "endurance": 20},
    )
    (told,) = events(race, "speed")
    assert told.data == {"chariot": "red", "factors": 9, "total": 9}
    assert told.clauses[-1] == "CM 7.33-no-strain"
    assert chariot(race, "red").endurance == 20
    assert not events(race, "strain")


@pytest.mark.rule("CM 7.33-no-strain")
def test_debts_count_in_the_total_of_a_banned_chariot() -> None:
    race = circus(turn=7, red="lane 4, dolphin corner 3", red_is={"written": 14, "debt": 2, "no_strain_turn": 7})
    assert events(race, "speed")[0].data == {"chariot": "red", "factors": 13, "total": 15}


@pytest.mark.rule("CM 7.33-no-strain")
def test_a_cut_speed_needs_no_wheel_check() -> None:
    race = circus(turn=7, red="lane 3, dolphin corner 3", red_is={"written": 16, "left_wheel": 5, "no_strain_turn": 7})
    assert events(race, "speed")[0].data["total"] == 12
    assert not events(race, "wheel-check")


@pytest.mark.rule("CM 7.33-no-strain", "CM 8.41b")
def test_brakes_until_nothing_is_left_and_flips() -> None:
    # Lane 8 at 26 (safe 24): nowhere to go, one endurance to brake with.
    race = circus(
        level="basic",
        turn=7,
        red="lane 8, front straight 33",
        red_is={"horses_start": [7, 7, 7, 5], "written": 26, "no_strain_turn": 7, "endurance": 1},
    )
    assert [event.data["factors"] for event in events(race, "brake")] == [1]
    (flip,) = events(race, "flip")
    assert flip.clauses[0] == "CM 8.41b"
    assert place(race, "red") == "out"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-no-strain")
def test_factors_nobody_can_use_are_lost() -> None:
    """Banned, and not allowed to brake in the turn of cutting a horse free (docs/rulings.md)."""
    race = circus(
        turn=7,
        red="lane 1, front straight 33",
        red_is={"horses": [0, 4, 4, 5], "fallen": [1], "written": 13, "no_strain_turn": 7, "endurance": 20},
        dice=[1, 1, 1],
    )
    play(race, "cut")
    assert place(race, "red") == "lane 1, front straight 33"
    assert chariot(race, "red").endurance == 20
    assert race.state.turn == 8
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.33-no-strain", "CM 7.2-out-of-phase")
@pytest.mark.parametrize(("speed", "way"), [(12, True), (11, False)])
def test_a_banned_chariot_may_evade_into_a_lane_it_has_faced(speed: int, way: bool) -> None:
    """Jostled in lane 2, or nobody knows where; then out in lane 3 and attacked there."""
    race = circus(
        red="lane 2, front straight 33" if way else "lane 3, dolphin corner 1",
        red_is={**CALM, "written": speed, "no_strain_turn": 0 if way else 2},
        blue="lane 4, dolphin corner 8",
        blue_is={**CALM, "moved": False, "written": 1},
        dice=[*(J if way else []), 6, 6, 1, 1],
    )
    play(race, *(["forward 1", "out", "forward 4", "brake 6"] if way else ["forward 5", "brake 6"]))
    assert place(race, "red") == "lane 3, dolphin corner 6"
    play(race, "ram red car", "avoid")
    assert ("evade in" in asked(race)[1]) == way
    if way:
        play(race, "evade in")
        assert place(race, "red") == "lane 2, dolphin corner 5"
        assert len(events(race, "strain")) == 1
    assert dice_left(race) == ()


# -- forced sideslips that are blocked -------------------------------------------------------------------


def blocked(dice: list[int], log: dict[str, Any] | None = None, **others: Any) -> CircusMatch:
    """Red's team enters the lane 2 corner with 3 points; a sideslip leads to corner 0 and straight 33 of lane 3."""
    race = circus(red="lane 2, front straight 33", red_is={**CALM, "written": 12, **(log or {})}, dice=dice, **others)
    play(race, "forward 1")
    return race


LEVEL, AHEAD, BEHIND = "lane 3, dolphin corner 0", "lane 3, dolphin corner 1", "lane 3, front straight 33"


@pytest.mark.rule("CM 7.34a")
def test_a_blocked_sideslip_is_an_involuntary_ram() -> None:
    race = blocked([*S, 4, 4, 5], {"modifier": 0}, blue=LEVEL, blue_is={"endurance": 0})
    play(race, "hold")
    assert place(race, "red") == "lane 2, dolphin corner 0"
    red = chariot(race, "red")
    assert red.no_inside  # the ban stays
    assert red.loss == 1
    (ram,) = events(race, "involuntary-ram")
    assert ram.data == {"chariot": "red", "into": ["blue"], "penalty": -3}
    assert "CM 7.34a" in ram.clauses
    (hit,) = events(race, "ram-car")
    assert hit.data["total"] == 13 - 3
    assert [each.amount for each in hit.modifiers] == [-3, 0]
    assert red.cdm == 0  # the penalty was for this attack only
    assert "forward 11" in steps(race)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34a")
def test_it_stays_even_if_the_other_gets_away() -> None:
    race = blocked([*S, 1, 4, 4, 4, 1], blue=LEVEL, blue_is=CALM)
    play(race, "avoid", "evade out")  # 5 against 8 - 3
    assert place(race, "blue").startswith("lane 4")
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert not events(race, "ram-car")
    play(race, "forward 10", "brake 1")
    assert chariot(race, "red").loss == 1
    assert list(race.pending[0]) == list(range(18))  # one below its 18
    race.submit(0, 17)
    race.submit(1, 0)
    assert events(race, "speed")[-1].data == {"chariot": "red", "factors": 17, "total": 17}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34b")
def test_a_double_sideslip_that_cannot_start() -> None:
    race = blocked([5, 5, 3, 6, 6, 5], {"modifier": 1}, blue=LEVEL, blue_is={"endurance": 0}, level="basic")
    play(race, "hold")
    assert place(race, "red") == "lane 2, dolphin corner 0"
    (ram,) = events(race, "involuntary-ram")
    assert ram.data["penalty"] == -6
    assert "CM 7.34b" in ram.clauses
    assert events(race, "ram-car")[0].modifiers[0].amount == -5
    assert chariot(race, "red").no_strain_turn == race.state.turn + 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34b")
def test_a_double_sideslip_stopped_half_way() -> None:
    race = blocked([5, 5, 3, 4, 4, 4], {"modifier": 1}, blue="lane 4, dolphin corner 0", blue_is={"endurance": 0})
    play(race, "hold")
    assert place(race, "red") == "lane 3, dolphin corner 0"
    (ram,) = events(race, "involuntary-ram")
    assert ram.data["penalty"] == -3
    assert events(race, "ram-car")[0].modifiers[0].amount == -2
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34c")
@pytest.mark.parametrize(
    ("lane", "speed", "dice", "slips"),
    [(8, 27, [5, 5, 1], 0), (8, 27, [5, 5, 2], 0), (7, 25, [5, 5, 2], 1), (7, 25, [5, 5, 1], 1)],
)
def test_sideslips_into_the_wall(lane: int, speed: int, dice: list[int], slips: int) -> None:
    race = circus(
        level="basic",
        red=f"lane {lane}, front straight 33",
        red_is={**CALM, "horses_start": [7, 7, 7, 7], "written": speed},
        dice=dice,
    )
    play(race, "forward 1")
    assert len(events(race, "sideslip")) == slips
    flipped = (lane, dice) != (7, [5, 5, 1])
    assert (place(race, "red") == "out") == flipped
    assert [event.clauses[0] for event in events(race, "flip")] == ["CM 7.34c"] * flipped
    assert dice_left(race) == ()


# -- which part hits which -------------------------------------------------------------------------------


@pytest.mark.rule("CM 7.34-parts")
def test_only_its_team_meets_a_car() -> None:
    race = blocked([*S, 3, 4], blue=AHEAD, blue_is={"endurance": 0, "car": "heavy"})
    play(race, "hold")
    # 7 + 3 for the heavy car: two points for the horse on that side.
    assert chariot(race, "red").horses == (5, 4, 4, 3)
    assert chariot(race, "blue").horses == (5, 4, 4, 5)
    assert not events(race, "ram-car")
    assert chariot(race, "red").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34-parts")
def test_its_car_meets_a_team() -> None:
    race = blocked([*S, 6, 4], {"car": "light"}, blue=BEHIND, blue_is={"endurance": 0})
    play(race, "hold")
    # 10 - 3 for Red's light car: one point for Blue's inner horse.
    assert chariot(race, "blue").horses == (4, 4, 4, 5)
    assert chariot(race, "red").horses == (5, 4, 4, 5)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34-parts")
def test_level_means_car_against_car() -> None:
    race = blocked([*S, 4, 4, 5], blue=LEVEL, blue_is={"endurance": 0})
    play(race, "hold")
    assert len(events(race, "ram-car")) == 1
    assert not events(race, "injury")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34-parts")
def test_two_rivals_at_once_the_cars_ram_first() -> None:
    race = blocked(
        [*S, 4, 5, 5, 6],
        blue=AHEAD,
        blue_is={"endurance": 0},
        green=BEHIND,
        green_is={"endurance": 0},
    )
    play(race, "hold")  # Blue; Green cannot move, Blue's car is in front of it
    assert [event.data["chariot"] for event in events(race, "injury")] == ["green", "red"]
    assert chariot(race, "green").horses == (3, 4, 4, 5)
    assert chariot(race, "red").horses == (5, 4, 4, 2)
    assert chariot(race, "red").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34-parts")
def test_a_lone_runaway_team_hurts_nobody() -> None:
    race = blocked(S, blue=LEVEL, blue_is={"hitched": False, "status": "runaway", "driver": "dead"})
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert not events(race, "injury")
    assert chariot(race, "red").loss == 1
    assert dice_left(race) == ()
