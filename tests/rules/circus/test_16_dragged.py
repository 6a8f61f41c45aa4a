"""CM 16.1 to 16.4: drivers dragged behind their teams."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import BROKEN, DRAGGING, EMPTY, LOST, STRAY, WOUND


def flipped(*dice: int, **log: Any) -> CircusMatch:
    """Red loses a wheel on backstretch 11 (car on 10) before its first square, with fourteen factors to run."""
    return circus(red="lane 4, backstretch 11", red_is={**BROKEN, **log}, dice=[*LOST, *dice])


def man(race: CircusMatch, faction: str = "red") -> str:
    """Where the man on foot stands."""
    return race.state.track.name(chariot(race, faction).man)


# -- the man ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 16.1")
def test_the_man_takes_the_place_of_the_car() -> None:
    race = flipped()
    red = chariot(race, "red")
    assert red.driver == "dragged"
    assert race.state.track.name(race.state.car_square(red)) == "lane 4, backstretch 10"
    assert red.trail == (race.state.car_square(red),)
    # He is neither team nor car and blocks nobody.
    assert race.state.free(race.state.car_square(red))


@pytest.mark.rule("CM 16.1")
def test_he_follows_his_team_into_another_lane() -> None:
    race = circus(
        red="lane 3, backstretch 12",
        red_is={**DRAGGING, "horses": [5, 1, 0, 0]},
        wrecks=["lane 3, backstretch 15"],
        dice=[1],
    )
    play(race, "out", "forward 5")
    assert place(race, "red") == "lane 4, backstretch 18"
    assert events(race, "driver-hurt")[0].data["boxes"] == 1


@pytest.mark.rule("CM 16.1")
def test_a_man_who_dies_in_his_car_is_simply_out() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 3}, blue="lane 4, backstretch 11", blue_is={"hits": 1},
        dice=WOUND,
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert chariot(race, "blue").driver == "dead"
    assert not events(race, "dragged")


# -- cutting free -------------------------------------------------------------------------------------


@pytest.mark.rule("CM 16.2a")
@pytest.mark.parametrize(
    ("log", "dice", "total", "free"),
    [
        ({"modifier": 1, "hits": 6}, (3, 4), 6, True),
        ({"modifier": 1, "hits": 6}, (4, 4), 7, False),
        ({"modifier": 1, "cdm": -2, "hits": 8, "hits_start": 8}, (3, 4), 9, False),
    ],
)
def test_two_dice_less_cdm_against_his_open_boxes(
    log: dict[str, int], dice: tuple[int, int], total: int, free: bool
) -> None:
    race = flipped(*dice, 1, 2, 2, **log)
    play(race, "forward 14")
    assert asked(race) == ("loose", ["cut", "hang on"])
    play(race, "cut")
    (cut,) = events(race, "cut-loose")
    assert (cut.data["total"], cut.data["hits"], cut.data["free"]) == (total, log["hits"], free)
    assert chariot(race, "red").driver == ("foot" if free else "dragged")
    kinds = [event.kind for event in race.events]
    assert kinds.index("cut-loose") < kinds.index("driver-hurt") < kinds.index("wreck-lands")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.2a")
def test_flipped_by_a_rival_he_tries_at_the_end_of_the_rivals_phase() -> None:
    """Blue swerves into the wall in red's phase; red still drives a square."""
    race = circus(
        red="lane 7, backstretch 20", red_is={"written": 2}, blue="lane 8, backstretch 20",
        dice=[3, 4, 3, 4, 4, 4, 1, 2, 2, 2],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert list(race.pending) == [0]
    play(race, "forward 1")
    assert race.pending[1].name == "loose"
    play(race, "cut")
    assert (chariot(race, "blue").driver, man(race, "blue")) == ("foot", "lane 8, backstretch 19")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.2a")
@pytest.mark.parametrize(("rule", "tries"), [("once", 0), ("every phase", 1)])
def test_whoever_failed_has_no_second_try(rule: str, tries: int) -> None:
    dice = [6, 6, 1] if tries else [1]
    race = circus(red="lane 4, backstretch 5", red_is=DRAGGING, dice=dice, options={"cut_free": rule})
    play(race, "forward 18", *["cut"] * tries)
    assert len(events(race, "cut-loose")) == tries
    assert chariot(race, "red").driver == "dragged"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.2a")
@pytest.mark.rule("CM 16.7a")
def test_pulled_out_he_tries_once_and_once_more_when_the_car_flips() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1}, blue="lane 4, backstretch 11", dice=[*WOUND, 2, 1, 1, 6, 6]
    )
    play(race, "no", "lash blue driver", "hold", "cut")
    assert chariot(race, "blue").driver == "dragged"
    assert dice_left(race) == ()
    log = {**EMPTY, "left_wheel": 9, "modifier": 0}
    again = circus(red="lane 4, backstretch 11", red_is=log, dice=[*LOST, 1, 1, 1, 2, 2])
    play(again, "forward 18", "cut")
    assert chariot(again, "red").driver == "foot"
    assert dice_left(again) == ()


@pytest.mark.rule("CM 16.2a")
def test_the_attempt_is_voluntary() -> None:
    race = flipped(1, 2, 2)
    play(race, "forward 14", "hang on")
    assert not events(race, "cut-loose")
    assert chariot(race, "red").driver == "dragged"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.2b")
@pytest.mark.parametrize(
    ("log", "dice", "square"),
    [
        ({"modifier": 0}, (2, 2), 14),
        ({"modifier": 2}, (1, 1), 10),
        ({"modifier": 0}, (3, 4), 17),
    ],
)
def test_he_is_left_where_the_total_says(log: dict[str, int], dice: tuple[int, int], square: int) -> None:
    race = flipped(*dice, 1, 2, 2, **log, hits=9, hits_start=9)
    play(race, "forward 14", "cut")
    assert man(race) == f"lane 4, backstretch {square}"
    assert events(race, "on-foot")[0].clauses == ("CM 16.2b", "CM 17.1")


@pytest.mark.rule("CM 16.2b")
def test_never_further_than_the_team_moved() -> None:
    """The car flips at the end of the strip: three squares on the team is at rest (total 6)."""
    log = {"written": 13, "whip": False, "hits": 9, "hits_start": 9}
    race = circus(red="lane 1, front straight 23", red_is=log, dice=[5, 5, 4, 3, 3, 1, 2, 2])
    play(race, "forward 11", "forward 2", "cut")
    assert place(race, "red") == "lane 1, dolphin corner 2"
    assert man(race) == "lane 1, dolphin corner 1"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.2b")
def test_the_path_follows_the_lane_changes() -> None:
    """A lane change counts with its forward square."""
    race = circus(
        red="lane 4, backstretch 11", red_is={**BROKEN, "hits": 9, "hits_start": 9},
        wrecks=["lane 4, backstretch 14"], dice=[*LOST, 2, 2, 1, 2, 2],
    )  # fmt: skip
    play(race, "forward 1", "out", "forward 12", "cut")
    assert man(race) == "lane 5, backstretch 14"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.2b")
def test_an_empty_car_that_flips_counts_from_its_flip() -> None:
    """Two squares behind the empty car, then the flip, then five more: a total of 3 is counted from the flip."""
    log = {**EMPTY, "horses": [4, 3, 0, 2], "modifier": 0, "hits": 7, "endurance": 0}
    race = circus(red="lane 1, front straight 31", red_is=log, dice=[1, 2, 1, 2, 2])
    play(race, "forward 3")
    assert events(race, "flip")[0].clauses[0] == "CM 8.41b"
    play(race, "forward 6", "cut")
    assert man(race) == "lane 1, dolphin corner 2"
    assert dice_left(race) == ()


# -- injuries -----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 16.3")
@pytest.mark.parametrize(("die", "boxes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_a_die_fractions_up(die: int, boxes: int) -> None:
    race = circus(red="lane 4, backstretch 5", red_is={**DRAGGING, "hits": 7}, dice=[die])
    play(race, "forward 18")
    assert chariot(race, "red").hits == 7 - boxes
    assert events(race, "driver-hurt")[0].clauses[0] == "CM 16.3"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.3")
def test_the_last_box_is_death_and_the_team_runs_on() -> None:
    race = circus(red="lane 4, backstretch 5", red_is={**DRAGGING, "hits": 3}, dice=[5])
    play(race, "forward 18")
    red = chariot(race, "red")
    assert (red.driver, red.status) == ("dead", "runaway")
    assert events(race, "driver-dead")[0].clauses == ("CM 16.3",)


@pytest.mark.rule("CM 16.3")
def test_a_man_who_cut_himself_free_rolls_once_more() -> None:
    race = flipped(2, 2, 6, 2, 2, hits=9, hits_start=9)
    play(race, "forward 14", "cut")
    red = chariot(race, "red")
    assert (red.driver, red.hits) == ("foot", 6)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.3")
def test_no_move_no_injury() -> None:
    race = circus(
        red="lane 7, backstretch 20", red_is={"written": 1}, blue="lane 8, backstretch 20",
        dice=[3, 4, 3, 4, 4, 4, 2, 2],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold", "hang on")
    assert (chariot(race, "blue").driver, chariot(race, "blue").hits) == ("dragged", 7)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.3")
def test_dragged_aside_in_a_rivals_phase_he_is_hurt_too() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 10",
        blue_is={**DRAGGING, "hits": 7}, dice=[3],
    )  # fmt: skip
    play(race, "ram blue horses", "evade out")
    assert chariot(race, "blue").hits == 5
    assert dice_left(race) == ()


@pytest.mark.rule("CM 16.3")
def test_boxes_lost_in_the_dust_lower_the_modifier_too() -> None:
    race = circus(red="lane 4, backstretch 5", red_is={**DRAGGING, "hits": 5, "hits_start": 8, "modifier": 1}, dice=[1])
    play(race, "forward 18")
    assert (chariot(race, "red").hits, chariot(race, "red").modifier) == (4, 0)


# -- the finish ---------------------------------------------------------------------------------------


def crossing(*dice: int, hits: int = 2, **others: Any) -> CircusMatch:
    """Red's team drags its man over the finish line."""
    race = circus(
        red="lane 5, backstretch 30", red_is={**DRAGGING, "hits": hits, "lap": 3}, markers=5, dice=dice, **others
    )
    play(race, "forward 4")
    return race


@pytest.mark.rule("CM 16.4")
def test_a_living_man_wins_behind_his_team() -> None:
    race = crossing(2)
    assert race.outcome is not None
    assert (race.outcome.reason, race.outcome.winners) == ("lone-finisher", (0,))
    assert chariot(race, "red").hits == 1
    assert events(race, "finish")[0].data == {"chariot": "red", "left": 14, "dragged": True}
    assert dice_left(race) == ()


BEHIND: dict[str, Any] = {
    "blue": "lane 4, backstretch 33",
    "blue_is": {"lap": 3, "moved": False, "written": 4, "whip": False},
}


@pytest.mark.rule("CM 16.4")
@pytest.mark.rule("QA 16.4")
def test_a_man_who_dies_of_it_does_not_place() -> None:
    race = crossing(3, **BEHIND)
    assert chariot(race, "red").driver == "dead"
    play(race, "forward 1")
    assert race.outcome is not None
    assert race.outcome.winners == (1,)
    assert events(race, "end")[0].data["ranking"][0] == "blue"


@pytest.mark.rule("CM 16.4")
def test_who_was_dragged_over_the_line_may_leave_and_keeps_his_place() -> None:
    """docs/rulings.md: resigning takes nothing from whoever has finished."""
    race = crossing(2, **BEHIND)
    copy = race.clone()
    copy.resign(0)
    assert chariot(race, "red").driver == "dragged"
    play(copy, "forward 1")
    assert copy.outcome is not None
    assert copy.outcome.winners == (0,)
    assert events(copy, "end")[0].data["ranking"] == ["red", "blue"]


@pytest.mark.rule("CM 16.4")
def test_a_copy_played_on_leaves_alone_who_died_of_the_finish() -> None:
    """He is noted as lost at the end of the turn only, in the copy and not in the original."""
    race = crossing(3, **BEHIND)
    copy = race.clone()
    play(copy, "forward 1")
    assert chariot(copy, "red").lost_turn > 0
    assert chariot(race, "red").lost_turn == 0


@pytest.mark.rule("QA 16.4")
def test_without_a_living_finisher_the_race_goes_on() -> None:
    race = crossing(3, blue="lane 4, backstretch 5", blue_is={"lap": 3})
    assert not race.state.final
    assert race.outcome is None
    assert asked(race)[0] == "speed"


@pytest.mark.rule("CM 16.4")
@pytest.mark.rule("CM 17-no-place")
def test_a_team_whose_man_is_free_takes_no_place() -> None:
    foot = {**STRAY, "driver": "foot", "man": "lane 8, front straight 20", "lap": 3}
    race = circus(red="lane 5, backstretch 30", red_is=foot, markers=5, **BEHIND)
    play(race, "forward 18", "forward 1", "stay")
    assert events(race, "end")[0].data["winner"] == "blue"
    assert events(race, "end")[0].data["ranking"] == ["blue", "red"]
