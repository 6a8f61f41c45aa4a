"""CM 12.4: what a landing wreck does to whoever is there."""

from __future__ import annotations

import pytest

from tests.rules.circus.kit import asked, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import DRAGGING, STRAY, WOUND, landing, wrecks

# -- on whom ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 12.4a")
@pytest.mark.parametrize(("car", "points"), [("light", 1), ("normal", 2), ("heavy", 4)])
def test_on_a_team_it_rams_one_horse(car: str, points: int) -> None:
    race = landing(3, 4, 4, 5, car=car, blue="lane 5, backstretch 13", answers=("hold",))
    assert chariot(race, "blue").horses == (5 - points, 4, 4, 5)
    (injury,) = events(race, "injury")
    assert injury.data["points"] == points
    assert injury.clauses[:2] == ("CM 12.4a", "CM 9.5")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4a")
def test_on_a_car_only_the_defenders_skill_counts() -> None:
    blue = {"modifier": 2}
    race = landing(3, 4, 4, 5, 5, blue="lane 5, backstretch 14", blue_is=blue, answers=("hold",))
    (ram,) = events(race, "wreck-rams")
    assert ram.data == {"target": "blue", "total": 12, "hurts_target": False}
    assert [(each.reason, each.amount) for each in ram.modifiers] == [("defender's CDM", -2)]
    assert dice_left(race) == ()
    race = landing(3, 4, 5, 5, 5, 1, 2, blue="lane 5, backstretch 14", blue_is=blue, answers=("hold",))
    assert events(race, "wreck-rams")[0].data["total"] == 13
    assert (chariot(race, "blue").left_wheel, chariot(race, "blue").right_wheel) == (1, 0)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4a")
@pytest.mark.parametrize(("dice", "damage"), [((2, 2, 2), 0), ((2, 2, 3), 1), ((3, 3, 3), 1), ((3, 3, 4), 0)])
def test_the_wreck_itself_is_never_damaged(dice: tuple[int, ...], damage: int) -> None:
    wheel = (1, 1) if damage else ()
    race = landing(3, 4, *dice, *wheel, blue="lane 5, backstretch 14", answers=("hold",))
    assert chariot(race, "blue").left_wheel == damage
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4a")
def test_a_wheel_at_two_is_checked_at_once() -> None:
    race = landing(
        3, 4, 5, 5, 5, 1, 1, 1, 6, blue="lane 5, backstretch 14", blue_is={"left_wheel": 1}, answers=("hold",)
    )
    (check,) = events(race, "wheel-check")
    assert (check.data["total"], check.data["roll"], check.data["lost"]) == (2, 7, False)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4a")
@pytest.mark.parametrize(("car", "points"), [("light", 1), ("normal", 2), ("heavy", 3)])
def test_the_type_of_the_wrecked_car_counts(car: str, points: int) -> None:
    check = (6, 6) if points > 1 else ()
    race = landing(3, 4, 5, 5, 5, 2, 3, *check, car=car, blue="lane 5, backstretch 14", answers=("hold",))
    assert chariot(race, "blue").left_wheel == points
    assert dice_left(race) == ()


# -- getting out of the way ------------------------------------------------------------------------------------


@pytest.mark.rule("CM 12.4b")
def test_the_contest_has_no_modifier_for_the_wreck() -> None:
    blue = {"modifier": 1, "endurance": 10}
    race = landing(3, 4, 3, 3, 3, 4, blue="lane 5, backstretch 13", blue_is=blue, answers=("avoid",))
    (contest,) = events(race, "defence")
    assert (contest.data["own"], contest.data["against"], contest.data["success"]) == (7, 7, True)
    assert asked(race) == ("avoid", ["evade out", "brake", "hold"])
    play(race, "brake")
    assert place(race, "blue") == "lane 5, backstretch 12"
    assert chariot(race, "blue").endurance == 8
    assert wrecks(race) == ["lane 5, backstretch 13"]
    assert not chariot(race, "blue").under
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4b")
def test_evading_is_paid_in_the_next_phase_also_by_who_has_moved() -> None:
    race = landing(3, 4, 6, 6, 1, 1, blue="lane 5, backstretch 13", answers=("avoid", "evade out"))
    assert place(race, "blue") == "lane 6, backstretch 14"
    assert chariot(race, "blue").debt == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4b")
def test_a_lost_contest_is_a_ram() -> None:
    race = landing(3, 4, 1, 1, 6, 6, 4, 5, blue="lane 5, backstretch 13", answers=("avoid",))
    assert chariot(race, "blue").horses == (3, 4, 4, 5)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4b")
def test_without_endurance_there_is_no_braking() -> None:
    race = landing(3, 4, 6, 6, 1, 1, blue="lane 5, backstretch 13", blue_is={"endurance": 0}, answers=("avoid",))
    assert asked(race)[1] == ["evade out", "hold"]


@pytest.mark.rule("CM 12.4b")
def test_a_hit_car_cannot_be_braked_away() -> None:
    """Braking would only bring the team under the wreck."""
    race = landing(3, 4, 6, 6, 1, 1, blue="lane 5, backstretch 14", answers=("avoid",))
    assert asked(race)[1] == ["evade out", "hold"]
    held = landing(3, 4, 3, 3, 4, blue="lane 5, backstretch 14", green="lane 6, backstretch 15")
    assert dice_left(held) == ()  # no way out, no question


@pytest.mark.rule("CM 12.4b")
def test_a_dead_horse_holds_it() -> None:
    race = landing(3, 4, 4, 5, blue="lane 5, backstretch 13", blue_is={"horses": [0, 4, 4, 5], "fallen": [1]})
    assert chariot(race, "blue").horses == (0, 2, 4, 5)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4b")
def test_a_runaway_evades_without_dice() -> None:
    race = landing(3, 4, blue="lane 5, backstretch 13", blue_is=STRAY)
    assert asked(race) == ("defend", ["evade out", "hold"])
    play(race, "evade out")
    assert place(race, "blue") == "lane 6, backstretch 14"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4b")
def test_the_mover_may_dodge_the_wreck_he_made() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 2}, blue="lane 4, backstretch 11", blue_is={"hits": 1},
        dice=[*WOUND, 4, 4, 6, 6, 1, 1],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold", "forward 1")
    assert list(race.pending) == [0]
    play(race, "avoid", "evade in")
    assert place(race, "red") == "lane 2, backstretch 13"
    assert chariot(race, "red").debt == 2
    assert wrecks(race) == ["lane 3, backstretch 11"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4b")
def test_in_the_lane_of_the_flip_either_side_will_do() -> None:
    race = landing(1, 4, 6, 6, 1, 1, blue="lane 4, backstretch 12", answers=("avoid",))
    assert asked(race)[1] == ["evade in", "evade out", "brake", "hold"]
    hurt = landing(1, 4, 6, 6, 1, 1, blue="lane 4, backstretch 12", blue_is={"eye_left": True}, answers=("avoid",))
    assert asked(hurt)[1] == ["evade in", "brake", "hold"]


# -- staying under it --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 12.4c")
@pytest.mark.parametrize("wreck", [13, 14])
def test_a_wreck_underneath_is_faced_before_the_first_step(wreck: int) -> None:
    race = circus(
        blue="lane 5, backstretch 14", blue_is={"written": 6, "whip": False, "endurance": 20},
        wrecks=[f"lane 5, backstretch {wreck}"], dice=[4, 2, 2, 2],
    )  # fmt: skip
    assert asked(race) == ("pay", [0, 1, 2, 3, 4])
    assert race.state.move.spent == 0
    play(race, 4)
    assert events(race, "run-over")[0].data["result"] == "none"
    play(race, "forward 6")
    assert place(race, "blue") == "lane 5, backstretch 20"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4c")
def test_a_flip_on_the_spot_is_measured_from_the_car() -> None:
    race = circus(
        blue="lane 5, backstretch 14", blue_is={"written": 3, "whip": False, "endurance": 0},
        wrecks=["lane 5, backstretch 14"], dice=[6, 6, 6, 6, 2, 2, 2, 2, 2, 1],
    )  # fmt: skip
    assert events(race, "flip")[0].data["square"] == "lane 5, backstretch 13"


@pytest.mark.rule("CM 12.4c")
def test_evading_before_its_move_gets_it_off_the_wreck() -> None:
    race = circus(
        red="lane 4, backstretch 15", red_is={"written": 1, "whip": False}, wrecks=["lane 5, backstretch 14"],
        blue="lane 5, backstretch 14", blue_is={"written": 4, "moved": False, "whip": False}, dice=[6, 6, 1, 1],
    )  # fmt: skip
    play(race, "ram blue horses", "avoid", "evade out")
    assert (place(race, "blue"), chariot(race, "blue").under) == ("lane 6, backstretch 15", ())
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4c")
def test_braking_before_its_move_gets_it_off_the_wreck() -> None:
    race = circus(
        red="lane 4, backstretch 14", red_is={"written": 1}, wrecks=["lane 5, backstretch 14"],
        blue="lane 5, backstretch 14", blue_is={"written": 4, "moved": False, "whip": False},
        dice=[3, 4, 3, 4, 1, 2],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert (place(race, "blue"), chariot(race, "blue").under) == ("lane 5, backstretch 13", ())
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4c")
def test_braking_its_team_onto_the_wreck_leaves_the_check_due() -> None:
    race = circus(
        red="lane 4, backstretch 14", red_is={"written": 1}, wrecks=["lane 5, backstretch 13"],
        blue="lane 5, backstretch 14", blue_is={"written": 4, "moved": False, "whip": False},
        dice=[3, 4, 3, 4, 1, 2, 2],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert place(race, "blue") == "lane 5, backstretch 13"
    assert asked(race)[0] == "pay"


@pytest.mark.rule("CM 12.4c")
def test_without_a_move_there_is_no_check() -> None:
    race = circus(
        blue="lane 5, backstretch 14", blue_is={"written": 0, "whip": False}, wrecks=["lane 5, backstretch 13"]
    )
    assert not events(race, "jump")
    assert chariot(race, "blue").under == (race.state.track.find("lane 5, backstretch 13"),)


# -- which part ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("QA 12.4")
def test_the_horse_nearest_to_the_flip_takes_it_all() -> None:
    race = landing(3, 4, 6, 6, flip="lane 3, backstretch 10", blue="lane 4, backstretch 13",
                   blue_is={"horses": [2, 4, 4, 5], "hits": 6}, answers=("hold",))  # fmt: skip
    assert chariot(race, "blue").horses == (0, 4, 4, 5)
    assert events(race, "injury")[0].data["points"] == 2
    assert chariot(race, "blue").hits == 6
    assert dice_left(race) == ()


@pytest.mark.rule("QA 12.4")
def test_the_wheel_nearest_to_the_flip_takes_it_all() -> None:
    race = landing(6, 6, 5, 5, 5, 1, 1, flip="lane 7, backstretch 10", blue="lane 4, backstretch 15",
                   blue_is={"hits": 6}, answers=("hold",))  # fmt: skip
    assert (chariot(race, "blue").left_wheel, chariot(race, "blue").right_wheel) == (0, 1)
    assert chariot(race, "blue").hits == 6


@pytest.mark.rule("QA 12.4")
@pytest.mark.parametrize(
    ("die", "horses", "left"),
    [(3, [5, 4, 4, 5], (5, 2, 4, 5)), (4, [5, 4, 4, 5], (5, 4, 2, 5)), (1, [5, 0, 4, 5], (3, 0, 4, 5))],
)
def test_in_the_same_lane_a_die_decides_which_horse(die: int, horses: list[int], left: tuple[int, ...]) -> None:
    race = landing(1, 4, die, 4, 5, blue="lane 4, backstretch 12", blue_is={"horses": horses}, answers=("hold",))
    assert chariot(race, "blue").horses == left
    assert dice_left(race) == ()


@pytest.mark.rule("QA 12.4")
@pytest.mark.parametrize(("die", "wheels"), [(3, (1, 0)), (4, (0, 1))])
def test_in_the_same_lane_a_die_decides_which_wheel(die: int, wheels: tuple[int, int]) -> None:
    race = landing(1, 4, die, 5, 5, 5, 1, 1, blue="lane 4, backstretch 13", answers=("hold",))
    assert (chariot(race, "blue").left_wheel, chariot(race, "blue").right_wheel) == wheels
    assert dice_left(race) == ()


# -- other things it can land on --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 12.4-other-targets")
def test_on_a_runaway_that_cannot_get_away() -> None:
    race = landing(3, 4, 4, 5, blue="lane 5, backstretch 13", blue_is=STRAY, green="lane 6, backstretch 14")
    assert chariot(race, "blue").horses == (3, 4, 4, 5)
    assert chariot(race, "blue").under == (race.state.track.find("lane 5, backstretch 13"),)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4-other-targets")
@pytest.mark.rule("CM 17.5")
def test_men_are_spared() -> None:
    foot = {**STRAY, "driver": "foot", "man": "lane 5, backstretch 13", "hits": 4}
    race = landing(3, 4, blue="lane 1, front straight 13", blue_is=foot)
    assert (chariot(race, "blue").driver, chariot(race, "blue").hits) == ("foot", 4)
    dragged = {**DRAGGING, "hits": 4}
    race = landing(3, 4, blue="lane 5, backstretch 14", blue_is=dragged)
    assert (chariot(race, "blue").driver, chariot(race, "blue").hits) == ("dragged", 4)
    assert chariot(race, "blue").under == ()
    assert dice_left(race) == ()


@pytest.mark.rule("CM 12.4-other-targets")
def test_two_wrecks_in_a_square_are_one_obstacle() -> None:
    race = landing(3, 4, wrecks=["lane 5, backstretch 13"])
    assert wrecks(race) == ["lane 5, backstretch 13"]
    race = landing(3, 4, 1, 1, blue="lane 5, backstretch 13", wrecks=["lane 5, backstretch 13"], answers=("hold",))
    assert chariot(race, "blue").under == (race.state.track.find("lane 5, backstretch 13"),)


@pytest.mark.rule("CM 12.4-other-targets")
def test_its_own_team_is_not_rammed_but_must_run_over_it() -> None:
    """Blue dies in red's phase and his team stands still; later it drags nobody over the wreck."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1}, blue="lane 4, backstretch 11",
        blue_is={"hits": 1, "moved": False}, dice=[*WOUND, 3, 3, 2],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert wrecks(race) == ["lane 4, backstretch 11"]
    assert not events(race, "injury")
    assert asked(race)[0] == "pay"


@pytest.mark.rule("CM 12.4-other-targets")
def test_a_man_dragged_over_his_own_wreck_is_killed() -> None:
    dragged = {**DRAGGING, "hits": 6}
    race = circus(blue="lane 4, backstretch 11", blue_is=dragged, wrecks=["lane 4, backstretch 11"], dice=[1, 2, 2, 2])
    play(race, 1, "forward 1")
    assert chariot(race, "blue").driver == "dead"
    assert events(race, "driver-dead")[0].clauses == ("CM 16.6",)
