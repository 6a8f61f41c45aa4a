"""CM 17: drivers on foot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import BROKEN, LOST, STRAY

FOOT: dict[str, Any] = {**STRAY, "driver": "foot"}


def walking(man: str, *dice: int, hits: int = 7, turn: int = 7, **others: Any) -> CircusMatch:
    """White has nothing to move; then red's driver, freed two turns ago, may run."""
    red = {**FOOT, "freed_turn": 5, "man": man, "hits": hits, "hits_start": 10, **others.pop("red_is", {})}
    return circus(
        white="lane 8, egg corner 5",
        white_is={"whip": False},
        red="lane 1, front straight 10",
        red_is=red,
        dice=dice,
        turn=turn,
        **others,
    )


def man(race: CircusMatch, faction: str = "red") -> str:
    square = chariot(race, faction).man
    return race.state.track.name(square) if square >= 0 else chariot(race, faction).driver


def ways(race: CircusMatch) -> set[str]:
    name, answers = asked(race)
    assert name == "walk"
    return {str(answer) for answer in answers}


# -- standing up and running -----------------------------------------------------------------------------


@pytest.mark.rule("CM 17.1")
@pytest.mark.parametrize(("freed", "may"), [(7, False), (6, True)])
def test_he_first_moves_at_the_end_of_the_following_turn(freed: int, may: bool) -> None:
    race = walking("lane 4, backstretch 20", red_is={"freed_turn": freed})
    assert (asked(race)[0] == "walk") == may


@pytest.mark.rule("CM 17.1")
def test_cut_free_he_stands_up_and_his_team_goes_on() -> None:
    race = circus(
        red="lane 4, backstretch 11", red_is={**BROKEN, "hits": 9, "hits_start": 9}, turn=6, dice=[*LOST, 2, 2, 1, 2, 2]
    )
    play(race, "forward 14", "cut")
    red = chariot(race, "red")
    assert (red.driver, red.freed_turn, man(race)) == ("foot", 6, "lane 4, backstretch 14")
    assert (red.status, place(race, "red")) == ("runaway", "lane 4, backstretch 25")
    assert asked(race)[0] == "speed"  # turn 6 is over, and he has not moved


@pytest.mark.rule("CM 17.1")
def test_until_then_he_can_be_run_down() -> None:
    race = circus(
        red="lane 4, backstretch 11", red_is={**BROKEN, "hits": 9, "hits_start": 9}, turn=6,
        blue="lane 4, backstretch 9", blue_is={"moved": False, "written": 6, "whip": False},
        dice=[*LOST, 2, 2, 1, 3, 4, 2],
    )  # fmt: skip
    play(race, "forward 14", "cut", "forward 5")
    assert man(race) == "dead"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 17.2")
@pytest.mark.parametrize(("hits", "squares"), [(7, 4), (1, 1), (2, 1), (10, 5), (3, 2)])
def test_a_square_for_each_two_boxes(hits: int, squares: int) -> None:
    race = walking("lane 4, backstretch 20", hits=hits)
    for _ in range(squares):
        play(race, "forward")
    assert asked(race)[0] == "speed"
    assert man(race) == f"lane 4, backstretch {20 + squares}"


@pytest.mark.rule("CM 17.2")
@pytest.mark.parametrize(
    ("way", "square"),
    [
        ("in", "lane 3, backstretch 20"),
        ("out", "lane 5, backstretch 20"),
        ("forward", "lane 4, backstretch 21"),
        ("back", "lane 4, backstretch 19"),
    ],
)
def test_any_direction_but_not_diagonally(way: str, square: str) -> None:
    race = walking("lane 4, backstretch 20", hits=1)
    assert ways(race) == {"stay", "in", "out", "forward", "back"}
    play(race, way)
    assert man(race) == square
    assert events(race, "walk")[0].clauses == ("CM 17.2",)


@pytest.mark.rule("CM 17.2")
def test_four_squares_from_lane_4_reach_the_wall() -> None:
    race = walking("lane 4, backstretch 20", hits=7)
    play(race, "out", "out", "out", "out")
    assert man(race) == "lane 8, backstretch 20"


@pytest.mark.rule("CM 17.2")
def test_in_a_corner_every_overlapping_square_is_beside_him() -> None:
    """Lane 1 corner 2 is 60 to 90 degrees; lane 2 has squares of 20."""
    race = walking("lane 1, dolphin corner 2", hits=1)
    assert ways(race) == {"stay", "forward", "back", "out", "out 2"}
    play(race, "out 2")
    assert man(race) == "lane 2, dolphin corner 4"


@pytest.mark.rule("CM 17.2")
def test_he_goes_round_chariots_over_wrecks_and_may_stop() -> None:
    race = walking("lane 4, backstretch 20", blue="lane 4, backstretch 22", wrecks=["lane 5, backstretch 20"])
    assert ways(race) == {"stay", "in", "out", "back"}
    play(race, "out")
    assert man(race) == "lane 5, backstretch 20"
    play(race, "stay")
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("CM 17.2")
@pytest.mark.parametrize(("lane", "way"), [(3, "in"), (6, "out"), (1, "forward"), (8, "forward")])
def test_left_alone_he_runs_for_the_nearer_wall_and_along_it(lane: int, way: str) -> None:
    race = walking(f"lane {lane}, backstretch 20")
    assert race.pending[1].default == way
    blocked = walking("lane 1, backstretch 20", blue="lane 1, backstretch 22")
    assert blocked.pending[1].default == "back"


# -- the wall ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 17.3a")
def test_each_square_along_the_wall_is_a_try() -> None:
    race = walking("lane 8, backstretch 20", 3, 4, hits=5)
    play(race, "forward", "forward")
    red = chariot(race, "red")
    assert (red.driver, red.man) == ("safe", -1)
    climbs = events(race, "climb")
    assert [(event.data["die"], event.data["safe"]) for event in climbs] == [(3, False), (4, True)]
    assert climbs[0].clauses == ("CM 17.3a",)
    assert events(race, "walk")[-1].data["to"] == "lane 8, backstretch 22"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 17.3a")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_an_even_number_gets_him_out(die: int) -> None:
    race = walking("lane 1, backstretch 20", die, hits=1)
    play(race, "back")
    assert chariot(race, "red").driver == ("safe" if die % 2 == 0 else "foot")


@pytest.mark.rule("CM 17.3a")
def test_coming_to_the_wall_or_standing_at_it_gives_no_try() -> None:
    race = walking("lane 7, backstretch 20", 2, hits=3)
    play(race, "out")
    assert not events(race, "climb")
    play(race, "forward")  # but along it in the same turn does
    assert chariot(race, "red").driver == "safe"
    idle = walking("lane 1, backstretch 20", hits=3)
    play(idle, "stay")
    assert not events(idle, "climb")


@pytest.mark.rule("CM 17.3b")
def test_along_a_wall_he_never_turns_back() -> None:
    race = walking("lane 8, backstretch 20", 1, hits=3)
    play(race, "forward")
    assert ways(race) == {"stay", "forward", "in"}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 17.3b")
def test_his_direction_holds_in_the_next_turn() -> None:
    log = {"wall_way": 1, "climbed": ["lane 8, backstretch 21"]}
    race = walking("lane 8, backstretch 21", red_is=log)
    assert ways(race) == {"stay", "forward", "in"}
    back = walking("lane 8, backstretch 21", red_is={"wall_way": -1})
    assert ways(back) == {"stay", "back", "in"}


@pytest.mark.rule("CM 17.3b")
def test_away_from_the_wall_he_chooses_again_but_no_square_gives_a_second_try() -> None:
    log = {"wall_way": 1, "climbed": ["lane 8, backstretch 21", "lane 8, backstretch 20"]}
    race = walking("lane 8, backstretch 21", 3, hits=9, red_is=log)
    play(race, "in", "out", "back")
    assert man(race) == "lane 8, backstretch 20"
    assert not events(race, "climb")
    play(race, "back")
    assert len(events(race, "climb")) == 1
    assert dice_left(race) == ()


# -- run down ------------------------------------------------------------------------------------------------


def towards(*dice: int, **red: Any) -> CircusMatch:
    """Red drives at blue's driver, who stands on backstretch 20."""
    return circus(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, **red}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": "lane 4, backstretch 20", "hits": 7}, dice=dice,
    )  # fmt: skip


@pytest.mark.rule("CM 17.4a")
def test_whoever_stands_in_the_way_is_killed_without_more_ado() -> None:
    race = towards(2)
    assert {"in", "out"} <= set(asked(race)[1])  # it may go round him
    play(race, "forward 1")
    blue = chariot(race, "blue")
    assert (blue.driver, blue.man, blue.hits) == ("dead", -1, 0)
    assert not events(race, "attack")
    assert events(race, "run-down")[0].clauses == ("CM 17.4a", "CM 17.4b")
    assert race.state.move.spent == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 17.4a")
@pytest.mark.parametrize("red", [{**STRAY}, {"seat": 1}])
def test_by_a_runaway_or_by_his_own_side(red: dict[str, Any]) -> None:
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, **red}, green="lane 8, egg corner 3",
        green_is={"seat": 0}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": "lane 4, backstretch 20", "hits": 7, "seat": 1}, seats=2, dice=[2],
    )  # fmt: skip
    play(race, "forward 1")
    assert man(race, "blue") == "dead"


@pytest.mark.rule("CM 17.4a")
def test_two_men_in_a_square_cost_a_die_each() -> None:
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False},
        blue="lane 1, front straight 10", blue_is={**FOOT, "man": "lane 4, backstretch 20"},
        green="lane 2, front straight 10", green_is={**FOOT, "man": "lane 4, backstretch 20"}, dice=[2, 3],
    )  # fmt: skip
    play(race, "forward 1")
    assert (man(race, "blue"), man(race, "green")) == ("dead", "dead")
    assert race.state.move.gone == 5
    assert dice_left(race) == ()


@pytest.mark.rule("CM 17.4a")
def test_an_evasion_in_a_rivals_phase_kills_too_and_is_paid_later() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 9, "whip": False}, blue="lane 4, backstretch 11",
        green="lane 1, front straight 10", green_is={**FOOT, "man": "lane 5, backstretch 12"}, dice=[6, 6, 1, 1, 4],
    )  # fmt: skip
    play(race, "ram blue car", "avoid", "evade out")
    assert man(race, "green") == "dead"
    assert chariot(race, "blue").loss == 4
    assert dice_left(race) == ()


@pytest.mark.rule("CM 17.4b")
@pytest.mark.parametrize(
    ("factors", "die", "left_over", "loss"), [(8, 3, 4, 0), (4, 3, 0, 0), (4, 5, 3, 5), (4, 4, 3, 4), (1, 1, 0, 1)]
)
def test_the_die_is_lost_now_or_next_time(factors: int, die: int, left_over: int, loss: int) -> None:
    race = towards(die, written=factors)
    play(race, "forward 1")
    if left_over:
        assert asked(race)[1][left_over - 1] == f"forward {left_over}"
        assert f"forward {left_over + 1}" not in asked(race)[1]
    else:
        assert race.state.mover == -1
    assert chariot(race, "red").loss == loss
    assert events(race, "run-down")[0].data["now"] == (loss == 0)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 17.4b")
def test_a_lane_change_must_still_be_paid() -> None:
    """Three factors, an inside change for two, a die of 2: one would be left, too little to reach him."""
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 3, "whip": False}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": "lane 3, backstretch 20"}, dice=[2],
    )  # fmt: skip
    play(race, "in")
    assert chariot(race, "red").loss == 2
    assert man(race, "blue") == "dead"
    assert asked(race)[0] == "step"


@pytest.mark.rule("CM 17.4b")
def test_lost_factors_are_no_speed_in_a_corner() -> None:
    """Twelve written, four lost to the man: eight is safe in lane 1."""
    race = circus(
        red="lane 1, front straight 31", red_is={"written": 12, "whip": False}, blue="lane 5, front straight 10",
        blue_is={**FOOT, "man": "lane 1, front straight 32"}, dice=[4],
    )  # fmt: skip
    play(race, "forward 1", "forward 7")
    assert place(race, "red") == "lane 1, dolphin corner 5"
    assert not events(race, "strain")
    assert dice_left(race) == ()


# -- nothing else -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 17.5")
def test_no_lash_and_no_ram_on_a_man_on_foot() -> None:
    race = circus(
        red="lane 4, backstretch 21", red_is={"written": 3}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": "lane 5, backstretch 20"},
    )  # fmt: skip
    play(race, "no")
    assert attacks(race) == set()


@pytest.mark.rule("CM 17.6")
def test_they_all_move_after_the_turn_and_may_share_a_square() -> None:
    race = walking(
        "lane 4, backstretch 20", hits=1,
        blue="lane 2, front straight 10", blue_is={**FOOT, "man": "lane 5, backstretch 21", "hits": 1},
        green="lane 3, front straight 10", green_is={**FOOT, "man": "lane 4, backstretch 22", "hits": 1},
    )  # fmt: skip
    play(race, "forward", "in", "back")
    assert {man(race, each) for each in ("red", "blue", "green")} == {"lane 4, backstretch 21"}


@pytest.mark.rule("CM 17.6")
def test_on_his_counter_only_his_team_moves() -> None:
    race = circus(red="lane 1, front straight 10", red_is={**FOOT, "man": "lane 4, backstretch 20"}, turn=7)
    assert asked(race)[0] == "step"
    play(race, "forward 18")
    assert asked(race)[0] == "walk"
    assert man(race) == "lane 4, backstretch 20"


@pytest.mark.rule("CM 17-no-place")
def test_neither_he_nor_his_team_takes_a_place() -> None:
    """Red's team is far ahead, but blue's chariot is the last that can still finish."""
    race = circus(
        blue="lane 4, backstretch 33", blue_is={"lap": 3, "written": 1, "whip": False},
        red="lane 5, backstretch 20", red_is={**FOOT, "man": "lane 8, backstretch 20", "lap": 3}, turn=7, markers=5,
    )  # fmt: skip
    play(race, "forward 1", "stay")
    assert race.outcome is not None
    assert race.outcome.winners == (0,)
    assert events(race, "end")[0].data["ranking"] == ["blue", "red"]
