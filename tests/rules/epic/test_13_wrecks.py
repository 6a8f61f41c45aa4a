"""E2 13, 13.1: what flips a chariot, where its wreck lands, and on whom."""

from __future__ import annotations

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import asked, chariot, dice_left, events, left, place, play
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.wreck_kit import DRAGGING, EMPTY, FOOT, LYING, STRAY, flipped, landing, man, wrecks

# -- causes ---------------------------------------------------------------------------


@pytest.mark.rule("E2 13")
def test_a_lost_wheel_flips_and_the_log_says_what_a_flip_is() -> None:
    race = flipped()
    (flip,) = events(race, "flip")
    assert flip.data["square"] == "lane 4, backstretch 10"
    assert {"E2 13", "E2 13.1.1", "E2 13.2"} <= set(flip.clauses)
    assert (chariot(race, "red").status, chariot(race, "red").hitched) == ("runaway", False)


@pytest.mark.rule("E2 13")
def test_corner_strain_and_obstacles_may_flip() -> None:
    strained = epic(red="lane 1, front straight 33", red_is={"written": 16, "whip": False}, dice=[1, 1, 1])
    play(strained, "forward 1")
    assert events(strained, "strain")[0].data["result"] == "FP"
    assert events(strained, "flip")
    jumped = epic(
        red="lane 4, backstretch 10", red_is={"written": 5, "whip": False}, wrecks=["lane 4, backstretch 11"],
        dice=[1, 1, 1, 2],
    )  # fmt: skip
    play(jumped, "forward 1", 1, "forward 2")
    assert events(jumped, "run-over")[0].data["result"] == "flip"
    assert events(jumped, "flip")


@pytest.mark.rule("E2 13")
def test_the_wall_and_a_drivers_death_flip_without_a_roll() -> None:
    race = epic(red="lane 8, backstretch 10", red_is={"written": 5, "whip": False})
    play(race, "into the wall")
    assert events(race, "flip")
    dead = epic(red="lane 4, backstretch 10", red_is={"written": 5, "whip": False, "hits": 1})
    book = book_of(dead.state, dead.table)
    red = chariot(dead, "red")
    book.hurt_driver(red, 1, "E2 12.1")
    book.flip(red, "E2 12.1")
    assert (red.driver, red.status, red.hitched) == ("dead", "runaway", False)
    assert not events(dead, "dragged")
    assert dice_left(dead) == ()


# -- the car in the air ---------------------------------------------------------------


@pytest.mark.rule("E2 13.1.1")
@pytest.mark.rule("E2 13.1.2")
def test_the_wreck_comes_down_when_the_phase_is_over() -> None:
    """Seven: a lane to the right and three squares forward of where the car was."""
    race = flipped(6, 6, 1, 3, 4)
    assert not wrecks(race)
    assert race.state.free(race.state.track.find("lane 4, backstretch 10"))  # in the air it is on no square
    play(race, "forward 14", "cut")
    assert wrecks(race) == ["lane 5, backstretch 13"]
    kinds = [event.kind for event in race.events]
    assert kinds.index("cut-loose") < kinds.index("driver-hurt") < kinds.index("wreck-lands")
    assert events(race, "wreck-lands")[0].clauses == ("E2 13.1.2", "E2 13.1.2-chart")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.1")
def test_wrecks_land_in_the_order_of_their_flips_and_a_new_one_last() -> None:
    """Red's wreck breaks blue's wheel; green's was in the air before blue's."""
    race = epic(
        white="lane 8, egg corner 5", white_is={"whip": False}, red="", red_is={"status": "out", "driver": "dead"},
        green="lane 1, front straight 20", green_is=STRAY,
        blue="lane 5, backstretch 14", blue_is={"left_wheel": 9, "hits": 9, "hits_start": 9},
        falling=[{"faction": name, "square": "lane 4, backstretch 10", "car": "medium"} for name in ("red", "green")],
        dice=[3, 4, 5, 5, 5, 1, 1, 2, 2, 2, 2, 6, 6],
    )  # fmt: skip
    play(race, "hold", "cut")
    assert [event.data["of"] for event in events(race, "wreck-lands")] == ["red", "green", "blue"]
    assert wrecks(race) == ["lane 5, backstretch 13", "lane 4, backstretch 10"]
    assert events(race, "cut-loose")[0].data["free"] is False  # and then blue's driver, who has not moved
    assert chariot(race, "blue").hits == 9
    assert dice_left(race) == ()


# -- where ----------------------------------------------------------------------------

ROWS = {
    2: (-1, 3), 3: (-2, 5), 4: (0, 0), 5: (0, 2), 6: (0, 1), 7: (1, 3), 8: (1, 1), 9: (1, 4), 10: (3, 2), 11: (4, 6),
    12: (-3, 4),
}  # fmt: skip


@pytest.mark.rule("E2 13.1.2-chart")
@pytest.mark.parametrize("roll", ROWS)
def test_the_chart(roll: int) -> None:
    assert BOOK.wreck_location(roll) == ROWS[roll]
    lanes, forward = ROWS[roll]
    race = landing(roll // 2, roll - roll // 2, flip="lane 4, backstretch 10")
    assert wrecks(race) == [f"lane {4 + lanes}, backstretch {10 + forward}"]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.2")
def test_in_a_corner_first_sideways_then_forward() -> None:
    """Lane 1 corner 2 is 60 to 90 degrees, its middle 75; in lane 2 that is the square from 60 to 80."""
    race = landing(4, 4, flip="lane 1, dolphin corner 2")
    assert wrecks(race) == ["lane 2, dolphin corner 4"]


@pytest.mark.rule("E2 13.1.3")
@pytest.mark.parametrize(
    ("flip", "dice", "lands"),
    [
        ("lane 7, backstretch 10", (5, 6), "lane 8, backstretch 16"),
        ("lane 8, backstretch 10", (5, 5), "lane 8, backstretch 12"),
        ("lane 2, backstretch 10", (6, 6), "lane 1, backstretch 14"),
        ("lane 1, backstretch 10", (1, 2), "lane 1, backstretch 15"),
    ],
)
def test_a_wall_stops_it_in_the_edge_lane(flip: str, dice: tuple[int, int], lands: str) -> None:
    assert wrecks(landing(*dice, flip=flip)) == [lands]


# -- on whom --------------------------------------------------------------------------


@pytest.mark.rule("E2 13.1.4")
@pytest.mark.parametrize(("car", "points"), [("light", 1), ("medium", 2), ("heavy", 4)])
def test_on_a_team_it_rams_one_horse_by_the_type_of_the_car(car: str, points: int) -> None:
    race = landing(3, 4, 4, 5, car=car, blue="lane 5, backstretch 13", answers=("hold",))
    assert chariot(race, "blue").horses == (5 - points, 4, 4, 5)
    assert events(race, "injury")[0].clauses[0] == "E2 13.1.4"
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4")
@pytest.mark.parametrize(("modifier", "dice", "hurt"), [(0, (4, 4, 5), True), (1, (4, 4, 5), False)])
def test_on_a_car_only_the_defenders_skill_counts(modifier: int, dice: tuple[int, ...], hurt: bool) -> None:
    blue = {"modifier": modifier}
    wheel = (1, 2) if hurt else ()
    race = landing(3, 4, *dice, *wheel, blue="lane 5, backstretch 14", blue_is=blue, answers=("hold",))
    (ram,) = events(race, "wreck-rams")
    assert (ram.data["total"], ram.data["hurts_target"]) == (13 - modifier, hurt)
    assert (chariot(race, "blue").left_wheel, chariot(race, "blue").right_wheel) == (int(hurt), 0)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4")
@pytest.mark.parametrize(("dice", "damage"), [((2, 2, 2), 0), ((2, 2, 3), 1), ((3, 3, 4), 0)])
def test_nothing_happens_to_the_wreck(dice: tuple[int, ...], damage: int) -> None:
    wheel = (1, 1) if damage else ()
    race = landing(3, 4, *dice, *wheel, blue="lane 5, backstretch 14", answers=("hold",))
    assert chariot(race, "blue").left_wheel == damage
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4")
def test_the_contest_has_no_modifier_for_the_wreck() -> None:
    blue = {"modifier": 1, "endurance": 10}
    race = landing(3, 4, 3, 3, 3, 4, blue="lane 5, backstretch 13", blue_is=blue, answers=("avoid",))
    (contest,) = events(race, "defence")
    assert (contest.data["own"], contest.data["against"], contest.data["success"]) == (7, 7, True)
    assert asked(race) == ("avoid", ["evade out", "brake", "hold"])
    play(race, "brake")
    assert (place(race, "blue"), chariot(race, "blue").endurance) == ("lane 5, backstretch 12", 8)
    assert chariot(race, "blue").under == ()
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4")
def test_a_hit_car_cannot_be_braked_off_the_wreck() -> None:
    race = landing(3, 4, 6, 6, 1, 1, blue="lane 5, backstretch 14", answers=("avoid",))
    assert asked(race)[1] == ["evade out", "hold"]


@pytest.mark.rule("E2 13.1.4")
def test_runaway_teams_are_hit_or_evade_without_dice() -> None:
    race = landing(3, 4, blue="lane 5, backstretch 13", blue_is=STRAY)
    assert asked(race) == ("defend", ["evade out", "hold"])
    shut_in = landing(3, 4, 4, 5, blue="lane 5, backstretch 13", blue_is=STRAY, green="lane 6, backstretch 14")
    assert chariot(shut_in, "blue").horses == (3, 4, 4, 5)
    assert dice_left(shut_in) == ()


@pytest.mark.rule("E2 13.1.4")
@pytest.mark.parametrize(
    ("flip", "dice", "horses"),
    [
        ("lane 4, backstretch 10", (3, 4, 4, 5), (3, 0, 4, 5)),
        ("lane 6, backstretch 10", (1, 1, 4, 5), (5, 0, 4, 3)),
        ("lane 5, backstretch 12", (3, 3, 4, 4, 5), (5, 0, 2, 5)),
    ],
)
def test_a_team_that_lies_there_is_hit_like_any_team(flip: str, dice: tuple[int, ...], horses: tuple[int, ...]) -> None:
    race = landing(*dice, flip=flip, blue="lane 5, backstretch 13", blue_is=LYING)
    assert chariot(race, "blue").horses == horses
    assert race.state.wrecks[race.state.track.find("lane 5, backstretch 13")] == chariot(race, "blue").number
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4")
def test_men_wrecks_and_carcasses_are_spared() -> None:
    foot = landing(3, 4, blue="lane 1, front straight 13", blue_is={**FOOT, "man": "lane 5, backstretch 13", "hits": 4})
    assert (man(foot, "blue"), chariot(foot, "blue").hits) == ("lane 5, backstretch 13", 4)
    dragged = landing(3, 4, blue="lane 5, backstretch 14", blue_is={**DRAGGING, "hits": 4})
    assert (chariot(dragged, "blue").driver, chariot(dragged, "blue").hits) == ("dragged", 4)
    behind = landing(3, 4, blue="lane 5, backstretch 15", blue_is={**EMPTY, "hits": 4})
    assert (chariot(behind, "blue").driver, chariot(behind, "blue").hits) == ("dragged", 4)
    two = landing(3, 4, carcasses=["lane 5, backstretch 13"])
    assert wrecks(two) == ["lane 5, backstretch 13"]  # one obstacle, and a wreck from now on
    assert two.state.wrecks == {two.state.track.find("lane 5, backstretch 13"): -1}


@pytest.mark.rule("E2 13.1.4")
@pytest.mark.rule("E2 13.1.4.2")
def test_its_own_team_is_not_rammed_but_has_it_underneath() -> None:
    """A six: one square forward in the same lane, where the team stands that had no factors left."""
    race = epic(
        white="lane 8, egg corner 5", white_is={"whip": False}, red="lane 4, backstretch 11",
        red_is={**STRAY, "moved": False},
        falling=[{"faction": "red", "square": "lane 4, backstretch 10", "car": "medium"}], cup=["red"], dice=[3, 3, 2],
    )  # fmt: skip
    assert not events(race, "injury")
    assert asked(race) == ("pay", [0, 1, 2])
    assert dice_left(race) == ()


# -- which part -----------------------------------------------------------------------


@pytest.mark.rule("E2 13.1.4.1")
@pytest.mark.parametrize(
    ("flip", "dice", "horses"),
    [("lane 4, backstretch 10", (3, 4), (3, 4, 4, 5)), ("lane 6, backstretch 10", (1, 1), (5, 4, 4, 3))],
)
def test_the_horse_nearest_to_the_flip(flip: str, dice: tuple[int, int], horses: tuple[int, ...]) -> None:
    race = landing(*dice, 4, 5, flip=flip, blue="lane 5, backstretch 13", answers=("hold",))
    assert chariot(race, "blue").horses == horses
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4.1")
@pytest.mark.parametrize(
    ("flip", "dice", "wheels"),
    [("lane 4, backstretch 10", (3, 4), (1, 0)), ("lane 6, backstretch 10", (1, 1), (0, 1))],
)
def test_the_wheel_nearest_to_the_flip(flip: str, dice: tuple[int, int], wheels: tuple[int, int]) -> None:
    race = landing(*dice, 5, 5, 5, 1, 1, flip=flip, blue="lane 5, backstretch 14", answers=("hold",))
    assert (chariot(race, "blue").left_wheel, chariot(race, "blue").right_wheel) == wheels
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4.1")
@pytest.mark.parametrize(
    ("die", "horses", "after"),
    [
        (1, [5, 4, 4, 5], (5, 2, 4, 5)),
        (3, [5, 4, 4, 5], (5, 2, 4, 5)),
        (4, [5, 4, 4, 5], (5, 4, 2, 5)),
        (6, [5, 4, 4, 5], (5, 4, 2, 5)),
        (1, [5, 0, 4, 5], (3, 0, 4, 5)),
    ],
)
def test_in_the_lane_of_the_flip_a_die_decides_which_horse(die: int, horses: list[int], after: tuple[int, ...]) -> None:
    race = landing(1, 4, die, 4, 5, blue="lane 4, backstretch 12", blue_is={"horses": horses}, answers=("hold",))
    assert chariot(race, "blue").horses == after
    assert [roll.clause for event in race.events for roll in event.dice if roll.reason == "left or right"] == [
        "E2 13.1.4.1"
    ]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4.1")
@pytest.mark.parametrize(("die", "wheels"), [(3, (1, 0)), (4, (0, 1))])
def test_in_the_lane_of_the_flip_a_die_decides_which_wheel(die: int, wheels: tuple[int, int]) -> None:
    race = landing(1, 4, die, 5, 5, 5, 1, 1, blue="lane 4, backstretch 13", answers=("hold",))
    assert (chariot(race, "blue").left_wheel, chariot(race, "blue").right_wheel) == wheels
    assert dice_left(race) == ()


# -- staying under it -----------------------------------------------------------------


@pytest.mark.rule("E2 13.1.4.2")
@pytest.mark.parametrize("wreck", [13, 14])
def test_a_wreck_underneath_is_faced_before_the_first_step(wreck: int) -> None:
    race = epic(
        blue="lane 5, backstretch 14", blue_is={"written": 6, "whip": False, "endurance": 20},
        wrecks=[f"lane 5, backstretch {wreck}"], dice=[4, 5, 5, 5],
    )  # fmt: skip
    assert asked(race) == ("pay", [0, 1, 2, 3, 4])
    assert race.state.move.spent == 0
    play(race, 4)
    assert events(race, "run-over")[0].data["result"] == "none"
    play(race, "forward 6")
    assert place(race, "blue") == "lane 5, backstretch 20"
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4.2")
def test_with_a_single_factor_it_need_not_get_clear() -> None:
    race = epic(
        blue="lane 5, backstretch 14", blue_is={"written": 1, "whip": False, "endurance": 20},
        wrecks=["lane 5, backstretch 14"], dice=[1, 5, 5, 5],
    )  # fmt: skip
    play(race, 1, "forward 1")
    assert place(race, "blue") == "lane 5, backstretch 15"
    assert not events(race, "flip")


@pytest.mark.rule("E2 13.1.4.2")
def test_without_factors_the_check_waits() -> None:
    race = epic(blue="lane 5, backstretch 14", blue_is={"whip": False}, wrecks=["lane 5, backstretch 13"])
    assert not events(race, "jump")
    assert chariot(race, "blue").under == (race.state.track.find("lane 5, backstretch 13"),)


@pytest.mark.rule("E2 13.1.4.2")
def test_evading_before_its_move_gets_it_off_the_wreck() -> None:
    race = epic(
        red="lane 4, backstretch 15", red_is={"written": 1, "whip": False}, wrecks=["lane 5, backstretch 14"],
        blue="lane 5, backstretch 14", blue_is={"written": 4, "moved": False, "whip": False}, dice=[6, 6, 1, 1],
    )  # fmt: skip
    play(race, "ram blue horses", "avoid", "evade out")
    assert (place(race, "blue"), chariot(race, "blue").under) == ("lane 6, backstretch 15", ())
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.2")
def test_after_five_of_twelve_the_team_alone_runs_the_other_seven() -> None:
    race = epic(red="lane 1, front straight 29", red_is={"written": 12, "whip": False}, dice=[1, 1, 1])
    play(race, "forward 5")
    assert events(race, "flip")
    assert left(race.state, chariot(race, "red")) == 7


@pytest.mark.rule("E2 13.1.1")
def test_the_flying_car_keeps_its_type() -> None:
    race = flipped(car="heavy")
    (car,) = race.state.falling
    assert (car.car, race.state.track.name(car.square)) == ("heavy", "lane 4, backstretch 10")
