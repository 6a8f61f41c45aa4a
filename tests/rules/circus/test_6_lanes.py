"""CM 6.23 to 6.45: squares, corners and lane changes."""

from __future__ import annotations

import random

import pytest

from ludus.core.decision import Choose
from ludus.games.circus.track import DOLPHINS, IN, OUT
from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play


def steps(race: CircusMatch) -> set[object]:
    name, answers = asked(race)
    assert name == "step"
    return set(answers)


def car_place(race: CircusMatch, faction: str = "red") -> str:
    return race.state.track.name(race.state.car_square(chariot(race, faction)))


# -- squares and corners ---------------------------------------------------------------------------------


@pytest.mark.rule("CM 6.23")
@pytest.mark.parametrize(("blue", "run"), [("backstretch 12", 1), ("backstretch 13", 2), ("backstretch 11", 0)])
def test_nobody_drives_onto_another(blue: str, run: int) -> None:
    """Blue's car is the first square that is closed."""
    race = circus(red="lane 8, backstretch 9", red_is={"written": 5, "whip": False}, blue=f"lane 8, {blue}")
    forward = {answer for answer in steps(race) if str(answer).startswith("forward")}
    assert forward == {f"forward {squares}" for squares in range(1, run + 1)}


@pytest.mark.rule("CM 6.3")
def test_forward_costs_one_a_square() -> None:
    race = circus(red="lane 3, backstretch 10", red_is={"written": 5, "whip": False})
    play(race, "forward 3")
    assert place(race, "red") == "lane 3, backstretch 13"
    assert car_place(race) == "lane 3, backstretch 12"
    assert race.state.move.spent == 3
    (drive,) = events(race, "drive")
    assert drive.data == {
        "chariot": "red",
        "from": "lane 3, backstretch 10",
        "to": "lane 3, backstretch 13",
        "squares": 3,
    }
    assert drive.clauses == ("CM 6.3",)


@pytest.mark.rule("CM 6.31", "CM 6.51")
@pytest.mark.parametrize(("speed", "points"), [(8, []), (9, [1])])
def test_the_safe_speed_itself_is_safe(speed: int, points: list[int]) -> None:
    race = circus(
        red="lane 1, front straight 33", red_is={"written": speed, "whip": False}, dice=[1, 1, 1] * len(points)
    )
    play(race, "forward 1")
    assert [event.data["points"] for event in events(race, "strain")] == points
    assert chariot(race, "red").endurance == 49 - len(points)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.311")
@pytest.mark.parametrize("lane", range(1, 9))
def test_safe_speed_of_each_lane(lane: int) -> None:
    safe = {1: 8, 2: 9, 3: 12, 4: 15, 5: 17, 6: 20, 7: 22, 8: 24}[lane]
    race = circus(
        red=f"lane {lane}, backstretch 33",
        red_is={"horses_start": [9, 9, 9, 9], "written": safe + 2, "whip": False},
        dice=[1, 1, 1],
    )
    play(race, "forward 1")
    assert events(race, "strain")[0].data["points"] == 2
    assert place(race, "red") == f"lane {lane}, egg corner 0"


@pytest.mark.rule("CM 6.312")
def test_exceeding_costs_endurance_and_a_check() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 12, "whip": False}, dice=[3, 3, 3])
    play(race, "forward 1")
    assert chariot(race, "red").endurance == 45
    (strain,) = events(race, "strain")
    assert strain.data == {
        "chariot": "red",
        "points": 4,
        "endurance_paid": 4,
        "endurance": 45,
        "result": "-",
    }
    assert [roll.values for roll in strain.dice] == [(3, 3, 3)]


@pytest.mark.rule("CM 6.32")
def test_the_limit_holds_for_the_car_as_well() -> None:
    race = circus(red="lane 2, backstretch 0", red_is={"written": 12, "whip": False}, dice=[1, 1, 1])
    (strain,) = events(race, "strain")  # at once
    assert strain.data["points"] == 3
    race = circus(red="lane 2, backstretch 1", red_is={"horses_start": [5, 5, 5, 5], "written": 20, "whip": False})
    assert not events(race, "strain")
    play(race, "forward 20")
    assert not events(race, "strain")


# -- lane changes on straights ---------------------------------------------------------------------------


@pytest.mark.rule("CM 6.4")
def test_one_factor_is_enough_outwards_only() -> None:
    race = circus(red="lane 4, backstretch 9", red_is={"written": 1, "whip": False})
    assert steps(race) == {"forward 1", "out", "brake 1"}
    race = circus(red="lane 4, backstretch 9", red_is={"written": 2, "whip": False})
    assert {"in", "out"} <= steps(race)


@pytest.mark.rule("CM 6.4")
def test_six_lanes_in_and_sixteen_squares_on() -> None:
    race = circus(
        red="lane 7, front straight 17",
        red_is={"horses_start": [6, 6, 5, 5], "written": 22, "whip": False},
    )
    play(race, *["in"] * 6, "forward 10")
    assert place(race, "red") == "lane 1, front straight 33"
    assert race.state.turn == 3  # 16 + 6 factors: nothing left


@pytest.mark.rule("CM 6.41")
@pytest.mark.parametrize(("way", "lane", "spent"), [("in", 3, 2), ("out", 5, 1)])
def test_one_forward_and_one_sideways(way: str, lane: int, spent: int) -> None:
    race = circus(red="lane 4, backstretch 10", red_is={"written": 5, "whip": False})
    play(race, way)
    assert place(race, "red") == f"lane {lane}, backstretch 11"
    assert car_place(race) == f"lane {lane}, backstretch 10"
    assert race.state.move.spent == spent
    (change,) = events(race, "lane-change")
    assert change.clauses == ("CM 6.4", "CM 6.41")


@pytest.mark.rule("CM 6.41")
def test_never_diagonally() -> None:
    race = circus(red="lane 4, backstretch 10", red_is={"written": 5, "whip": False}, blue="lane 4, backstretch 12")
    assert not {"in", "out"} & steps(race)


@pytest.mark.rule("CM 6.45")
@pytest.mark.parametrize(("square", "free"), [(9, True), (10, False), (11, False), (12, False), (13, True)])
def test_two_free_squares_in_the_new_lane(square: int, free: bool) -> None:
    """Team to 11 and car to 10; Blue's car stands behind its team."""
    race = circus(
        red="lane 4, backstretch 10", red_is={"written": 5, "whip": False}, blue=f"lane 5, backstretch {square}"
    )
    assert ("out" in steps(race)) == free


@pytest.mark.rule("QA 6.45")
def test_no_squeezing_into_one_square() -> None:
    # Own lane closed two ahead; in lane 5 only square 11 is free between Blue and White; lane 3 is full.
    race = circus(
        red="lane 4, backstretch 10",
        red_is={"written": 5, "whip": False},
        blue="lane 4, backstretch 13",
        green="lane 5, backstretch 10",
        white="lane 5, backstretch 13",
        gold="lane 3, backstretch 11",
    )
    assert not {"in", "out"} & steps(race)
    play(race, "forward 1")
    # Blocked now, and no room to slip either: brake with endurance, or attack first.
    assert {answer for answer in steps(race) if "ram" not in str(answer)} == {"brake 4"}
    play(race, "brake 4")
    assert chariot(race, "red").endurance == 45


@pytest.mark.rule("QA 6.45")
def test_a_legal_sideslip_comes_first() -> None:
    race = circus(
        red="lane 4, backstretch 11",
        red_is={"written": 4, "whip": False, "endurance": 0},
        blue="lane 4, backstretch 13",
    )
    assert steps(race) == {"slip in", "slip out"}


@pytest.mark.rule("CM 6.44")
@pytest.mark.parametrize(("lane", "cost"), [(1, 2), (8, 1)])
def test_turning_into_the_wall_wants_to_be_meant(lane: int, cost: int) -> None:
    race = circus(level="basic", red=f"lane {lane}, backstretch 9", red_is={"written": 5, "whip": False})
    (decision,) = race.pending.values()
    assert isinstance(decision, Choose)
    assert decision.shunned == ("into the wall",)
    assert "into the wall" in decision
    rng = random.Random(1)
    assert all(decision.sample(rng) != "into the wall" for _ in range(200))
    play(race, "into the wall")
    assert place(race, "red") == "out"
    assert "CM 6.44" in events(race, "flip")[0].clauses
    assert race.state.move.spent == cost


@pytest.mark.rule("CM 6.44")
@pytest.mark.parametrize("lane", range(2, 8))
def test_there_is_no_wall_between_the_lanes(lane: int) -> None:
    race = circus(red=f"lane {lane}, backstretch 9", red_is={"written": 5, "whip": False})
    (decision,) = race.pending.values()
    assert "into the wall" not in decision


@pytest.mark.rule("CM 6.44")
@pytest.mark.parametrize(("lane", "way"), [(1, "in"), (8, "out")])
@pytest.mark.parametrize("square", ["backstretch 9", "dolphin corner 3", "backstretch 33"])
def test_nobody_is_offered_the_wall(lane: int, way: str, square: str) -> None:
    race = circus(red=f"lane {lane}, {square}", red_is={"written": 5, "whip": False})
    assert way not in steps(race)
    assert f"slip {way}" not in steps(race)


@pytest.mark.rule("CM 6.44")
def test_forced_into_the_wall() -> None:
    # Lash factor 0 and 8 on the table: S. Blue in lane 1 swerves into the spina; lane 8 likewise outwards.
    for red, blue in ((2, 1), (7, 8)):
        race = circus(
            level="basic",
            red=f"lane {red}, backstretch 11",
            red_is={"written": 3},
            blue=f"lane {blue}, backstretch 11",
            dice=[3, 4, 3, 4, 4, 4],
        )
        play(race, "no", "lash blue driver", "hold")
        assert place(race, "blue") == "out"
        assert "CM 9.43-S5" in events(race, "flip")[0].clauses
        assert dice_left(race) == ()


# -- lane changes in corners -----------------------------------------------------------------------------


@pytest.mark.rule("CM 6.42")
@pytest.mark.parametrize("lane", range(1, 9))
def test_corner_changes_go_by_overlap(lane: int) -> None:
    """Formulas of the clause: inside i to k*b + max(0, r - 1), outside i to i + b + 1."""
    race = circus(red=f"lane {lane}, dolphin corner 2", red_is={"written": 5, "whip": False})
    track = race.state.track
    for i in range(3 * (lane + 1)):
        b, r = divmod(i, lane + 1)
        square = track.at(lane, DOLPHINS, i)
        if lane > 1:
            assert track.index[track.change[IN][square]] == lane * b + max(0, r - 1)
        if lane < 8:
            assert track.index[track.change[OUT][square]] == i + b + 1
            assert track.index[track.slip[OUT][square]] == i + b


@pytest.mark.rule("CM 6.421")
@pytest.mark.parametrize(
    ("start", "team", "car"),
    [
        ("lane 2, dolphin corner 3", "lane 1, dolphin corner 2", "lane 1, dolphin corner 1"),
        ("lane 3, dolphin corner 4", "lane 2, dolphin corner 3", "lane 2, dolphin corner 2"),
    ],
)
def test_inside_in_a_corner(start: str, team: str, car: str) -> None:
    race = circus(red=start, red_is={"written": 8, "whip": False})
    play(race, "in")
    assert (place(race, "red"), car_place(race), race.state.move.spent) == (team, car, 2)
    assert events(race, "lane-change")[0].clauses == ("CM 6.4", "CM 6.421")


@pytest.mark.rule("CM 6.422")
@pytest.mark.parametrize(
    ("start", "team", "car"),
    [
        ("lane 1, dolphin corner 1", "lane 2, dolphin corner 4", "lane 2, dolphin corner 3"),
        ("lane 4, dolphin corner 5", "lane 5, dolphin corner 8", "lane 5, dolphin corner 7"),
    ],
)
def test_outside_in_a_corner(start: str, team: str, car: str) -> None:
    race = circus(red=start, red_is={"written": 8, "whip": False})
    play(race, "out")
    assert (place(race, "red"), car_place(race), race.state.move.spent) == (team, car, 1)
    assert events(race, "lane-change")[0].clauses == ("CM 6.4", "CM 6.422")


@pytest.mark.rule("CM 6.421", "CM 6.422")
@pytest.mark.parametrize(
    ("way", "blue"),
    [
        ("in", "lane 2, dolphin corner 4"),  # its car on the team's square 3
        ("in", "lane 2, dolphin corner 2"),  # its team on the car's square
        ("out", "lane 4, dolphin corner 7"),  # the foremost beside square 5 of lane 3 is 7
        ("out", "lane 4, dolphin corner 6"),
        ("in", "lane 3, dolphin corner 6"),  # the square ahead
        ("out", "lane 3, dolphin corner 6"),
    ],
)
def test_corner_changes_need_room(way: str, blue: str) -> None:
    race = circus(red="lane 3, dolphin corner 4", red_is={"written": 8, "whip": False}, blue=blue)
    assert way not in steps(race)


@pytest.mark.rule("CM 6.423")
@pytest.mark.parametrize(
    ("start", "way", "team"),
    [
        ("lane 1, dolphin corner 0", "out", "lane 2, dolphin corner 2"),
        ("lane 2, dolphin corner 4", "in", "lane 1, dolphin corner 3"),
    ],
)
def test_parallel_squares(start: str, way: str, team: str) -> None:
    race = circus(red=start, red_is={"written": 8, "whip": False})
    play(race, way)
    assert place(race, "red") == team


@pytest.mark.rule("CM 6.42-boundary")
@pytest.mark.parametrize(
    ("start", "way", "team", "car"),
    [
        ("lane 1, front straight 33", "out", "lane 2, dolphin corner 1", "lane 2, dolphin corner 0"),
        ("lane 2, front straight 33", "in", "lane 1, dolphin corner 0", "lane 1, front straight 33"),
        ("lane 2, dolphin corner 8", "in", "lane 1, backstretch 0", "lane 1, dolphin corner 5"),
        ("lane 2, dolphin corner 8", "out", "lane 3, backstretch 0", "lane 3, dolphin corner 11"),
    ],
)
def test_changes_at_the_edge_of_a_corner(start: str, way: str, team: str, car: str) -> None:
    race = circus(red=start, red_is={"written": 8, "whip": False})
    leg = chariot(race, "red").leg
    play(race, way)
    assert (place(race, "red"), car_place(race)) == (team, car)
    assert chariot(race, "red").leg == leg + 1


@pytest.mark.rule("CM 6.42-boundary")
def test_the_car_may_strain_in_the_lane_inside() -> None:
    race = circus(red="lane 2, dolphin corner 8", red_is={"written": 9, "whip": False}, dice=[1, 1, 1])
    assert not events(race, "strain")
    play(race, "in")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"]) == (1, 1)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.42-one-action")
@pytest.mark.parametrize(("lane", "way", "points"), [(1, "out", []), (2, "in", [1])])
def test_only_the_square_where_it_ends_counts(lane: int, way: str, points: list[int]) -> None:
    race = circus(
        red=f"lane {lane}, front straight 33", red_is={"written": 9, "whip": False}, dice=[1, 1, 1] * len(points)
    )
    play(race, way)
    assert [event.data["points"] for event in events(race, "strain")] == points
    assert dice_left(race) == ()


@pytest.mark.rule("CM 6.43")
def test_inside_in_a_corner_binds_to_the_new_lane() -> None:
    race = circus(red="lane 3, dolphin corner 4", red_is={"written": 12, "whip": False}, dice=[2, 2, 2])
    assert not events(race, "strain")
    play(race, "in")
    assert events(race, "strain")[0].data["points"] == 3
    assert chariot(race, "red").endurance == 46
    assert dice_left(race) == ()
