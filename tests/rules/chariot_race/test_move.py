"""Phase 5: speed changes, advancing, lanes, corners."""

from __future__ import annotations

import pytest

from ludus import Refused
from ludus.games.chariot_race.board import IN, OUT, house_board
from tests.rules.chariot_race.kit import asked, chariot, choices, dice_left, once, play, race, told, where


@pytest.mark.rule("CR phase5-plusminus")
@pytest.mark.parametrize(
    ("dice", "changes"),
    [
        ("+- steer steer steer steer", ["-1", "+1"]),
        ("+- +- steer steer steer", ["-2", "0", "+2"]),
        ("+- +- +- steer steer", ["-3", "-1", "+1", "+3"]),
        ("+- +- +- +- +-", ["-5", "-3", "-1", "+1", "+3", "+5"]),
    ],
)
def test_every_plusminus_die_must_be_used(dice: str, changes: list[str]) -> None:
    match = race(green="outer 13, speed 5", dice=dice)
    play(match, "keep")
    assert choices(match) == changes
    play(match, changes[0])
    assert chariot(match, "green").speed == 5 + int(changes[0])
    assert "CR phase5-plusminus" in once(match, "speed").clauses


@pytest.mark.rule("CR phase5-plusminus")
def test_one_plusminus_die_cannot_be_ignored() -> None:
    match = race(green="outer 13, speed 5", dice="+- steer steer steer steer")
    play(match, "keep")
    with pytest.raises(Refused, match="CR phase5-plusminus"):
        play(match, "0")


@pytest.mark.rule("CR phase5-plusminus")
def test_two_that_cancel_are_cited_all_the_same() -> None:
    match = race(green="outer 13, speed 5", dice="+- +- attack attack attack")
    play(match, "keep", "0")
    assert once(match, "speed").clauses == ("CR phase5-total", "CR phase5-plusminus")


@pytest.mark.rule("CR phase5-sprint")
def test_a_sprint_is_two_faster_for_one_damage() -> None:
    match = race(green="outer 13, speed 6, damage 11, fate 0", dice="sprint fortuna fortuna fortuna")
    play(match, "keep")
    green = chariot(match, "green")
    assert (green.speed, green.damage) == (8, 10)
    speed = once(match, "speed")
    assert (speed.data["from"], speed.data["to"], speed.data["sprints"], speed.data["damage"]) == (6, 8, 1, 1)
    assert speed.clauses == ("CR phase5-total", "CR phase5-sprint")


@pytest.mark.rule("CR phase5-sprint")
def test_a_sprint_with_the_last_point_wrecks_before_the_move() -> None:
    match = race(green="outer 13, speed 1, damage 1, fate 0", dice="sprint attack steer +- fortuna")
    play(match, "keep", "-1")
    assert where(match, "green") == "wrecked"
    assert told(match, "drive") == []
    assert once(match, "wreck").data == {"chariot": "green", "space": "outer 13", "caltrop": True}
    assert once(match, "wreck").clauses == ("CR wreck", "CR phase5-sprint")
    assert asked(match) == "repair white"


@pytest.mark.rule("CR phase5-total")
def test_sprint_and_minus_at_the_top_of_the_track() -> None:
    # One after the other 11 + 2 would stop at 12 and end at 11; added up first it is +1.
    match = race(green="outer 13, speed 11, fate 0", dice="sprint +-")
    play(match, "keep", "-1")
    green = chariot(match, "green")
    assert (green.speed, green.damage) == (12, 11)


@pytest.mark.rule("CR phase5-total")
def test_speed_twelve_sprint_and_minus() -> None:
    match = race(green="outer 13, speed 12", phase="speed", shown="sprint +-")
    play(match, "-1")
    green = chariot(match, "green")
    assert (green.speed, green.damage) == (12, 11)


@pytest.mark.rule("CR phase5-max")
def test_the_rest_is_lost_but_the_damage_is_not() -> None:
    match = race(green="outer 13, speed 11, fate 0", dice="sprint fortuna")
    play(match, "keep")
    green = chariot(match, "green")
    assert (green.speed, green.damage) == (12, 11)
    assert len(told(match, "drive")) == 12
    assert once(match, "speed").clauses == ("CR phase5-total", "CR phase5-sprint", "CR phase5-max")


@pytest.mark.rule("CR phase5-min")
def test_speed_stops_at_zero() -> None:
    match = race(green="outer 13, speed 0, fate 0", dice="+- attack attack attack attack")
    play(match, "keep", "-1")
    assert chariot(match, "green").speed == 0
    assert where(match, "green") == "outer 13"
    assert once(match, "speed").clauses == ("CR phase5-total", "CR phase5-plusminus", "CR phase5-min")


@pytest.mark.rule("CR phase5-min")
def test_at_speed_zero_a_chariot_stands_still_and_rolls_five_dice_next() -> None:
    match = race(
        green="outer 13, speed 1, fate 0",
        yellow="inner 1, speed 12, fate 0",
        bystander=False,
        dice="+- steer steer steer steer fortuna steer steer steer steer steer",
    )
    play(match, "keep", "-1")
    assert (chariot(match, "green").speed, where(match, "green")) == (0, "outer 13")
    # No movement, so no lane change is asked for either: it is yellow's turn.
    assert asked(match) == "dice yellow"
    play(match, "keep")
    assert asked(match) == "dice green"
    assert len(told(match, "roll")[-1].data["dice"]) == 5
    assert dice_left(match) == ()


@pytest.mark.rule("CR phase5-advance")
@pytest.mark.parametrize("speed", [1, 2, 5])
def test_exactly_as_many_spaces_as_the_speed(speed: int) -> None:
    match = race(green=f"outer 13, speed {speed}", dice="fortuna fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert where(match, "green") == f"outer {13 + speed}"
    assert [event.data["to"] for event in told(match, "drive")] == [f"outer {14 + step}" for step in range(speed)]
    assert {event.clauses for event in told(match, "drive")} == {("CR phase5-advance",)}


@pytest.mark.rule("CR phase5-advance")
def test_five_from_outer_ten() -> None:
    match = race(green="outer 10, speed 5", dice="fortuna fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert where(match, "green") == "outer 15"


@pytest.mark.rule("CR lane-change")
def test_one_steer_die_is_one_change_and_one_space() -> None:
    match = race(green="outer 13, speed 5", dice="steer fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert choices(match) == ["straight", "in 0", "in 1", "in 2", "in 3", "in 4"]
    play(match, "in 2")
    # Two spaces, the change, two more: five in all, and no second change is offered.
    ways = [event.data["how"] for event in told(match, "drive")]
    assert ways == ["forward", "forward", "lane change", "forward", "forward"]
    assert where(match, "green") == "middle 16"
    change = told(match, "drive")[2]
    assert (change.data["from"], change.data["to"]) == ("outer 15", "middle 14")
    assert change.clauses == ("CR lane-change", "CR lane-change-geometry")
    assert asked(match) == "repair white"


@pytest.mark.rule("CR lane-change")
def test_without_a_steer_die_the_lane_is_kept() -> None:
    match = race(green="outer 13, speed 5", dice="fortuna fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert asked(match) == "repair white"
    assert {event.data["how"] for event in told(match, "drive")} == {"forward"}


@pytest.mark.rule("CR lane-change")
def test_two_steer_dice_are_two_changes() -> None:
    match = race(green="outer 13, speed 5", dice="steer steer fortuna fortuna fortuna")
    play(match, "keep", "in 1")
    assert match.state.turn.left == 3
    assert choices(match) == ["straight", "in 0", "in 1", "in 2", "out 0", "out 1", "out 2"]
    play(match, "in 0")
    assert where(match, "green") == "inner 14"
    assert asked(match) == "repair white"


@pytest.mark.rule("CR lane-change")
@pytest.mark.parametrize(
    ("space", "directions"), [("inner 12", {"out"}), ("middle 12", {"in", "out"}), ("outer 15", {"in"})]
)
def test_only_into_an_adjacent_lane(space: str, directions: set[str]) -> None:
    match = race(green=f"{space}, speed 2", dice="steer fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert {choice.split()[0] for choice in choices(match)} == {"straight"} | directions
    assert len(choices(match)) == 1 + 2 * len(directions)
    if space == "inner 12":
        play(match, "out 0")
        assert where(match, "green").startswith("middle")


@pytest.mark.rule("CR lane-change")
def test_a_change_is_optional() -> None:
    match = race(green="outer 13, speed 3", dice="steer steer fortuna fortuna fortuna")
    play(match, "keep", "straight")
    assert where(match, "green") == "outer 16"


@pytest.mark.rule("CR lane-change-geometry")
@pytest.mark.parametrize(
    ("space", "direction", "target", "crossed"),
    [
        ("outer 3", IN, "middle 4", 0),
        ("outer 8", IN, "middle 8", 0),
        ("middle 8", IN, "inner 8", 0),
        ("middle 8", OUT, "outer 9", 0),
        ("inner 5", OUT, "middle 5", 0),
        ("middle 3", OUT, "outer 3", 0),
        ("inner 28", OUT, "middle 32", 0),
        ("outer 36", IN, "middle 1", 1),
        ("middle 32", IN, "inner 1", 1),
    ],
)
def test_the_first_space_whose_front_border_is_ahead(space: str, direction: int, target: str, crossed: int) -> None:
    board = house_board(("A", "A"))
    assert board.change[direction][board.find(space)] == (board.find(target), crossed)


@pytest.mark.rule("CR lane-change-geometry")
def test_every_change_goes_ahead_to_an_overlapping_space() -> None:
    board = house_board(("A", "A"))
    for index, space in enumerate(board.spaces):
        for direction in (IN, OUT):
            step = board.change[direction][index]
            if step is None:
                continue
            target = board.spaces[step[0]]
            shift = board.lap_ticks * step[1]
            assert target.front + shift > space.front
            # It overlaps the space left, and the one before it would not be ahead.
            assert target.rear + shift <= space.front


@pytest.mark.rule("CR corner")
@pytest.mark.parametrize(
    ("space", "speed", "damage"),
    [
        ("outer 7", 8, 1),
        ("middle 7", 8, 3),
        ("middle 7", 5, 0),
        ("middle 7", 6, 1),
        ("outer 7", 7, 0),
        ("inner 6", 4, 1),
    ],
)
def test_one_damage_for_each_point_above_the_number(space: str, speed: int, damage: int) -> None:
    match = race(green=f"{space}, speed {speed}", phase="drive", left=1)
    assert chariot(match, "green").damage == 12 - damage
    assert [event.data["damage"] for event in told(match, "corner")] == ([damage] if damage else [])


@pytest.mark.rule("CR corner")
def test_the_speed_of_the_turn_counts_not_what_is_left_of_it() -> None:
    # The last of nine spaces: nothing is left to move, and 9 is still 2 above 7.
    match = race(green="outer 7, speed 9", phase="drive", left=1)
    corner = once(match, "corner")
    assert where(match, "green") == "outer 8"
    assert (corner.data["speed"], corner.data["safe"], corner.data["damage"], corner.data["left"]) == (9, 7, 2, 10)
    assert corner.clauses == ("CR corner", "CR corner-each")


@pytest.mark.rule("CR corner")
def test_starting_on_a_numbered_space_costs_nothing() -> None:
    match = race(green="outer 8, speed 9", phase="drive", left=1)
    assert told(match, "corner") == []
    assert chariot(match, "green").damage == 12


@pytest.mark.rule("CR corner-each")
def test_every_numbered_space_of_the_move_counts() -> None:
    match = race(green="outer 5, speed 9, fate 0", dice="fortuna fortuna fortuna")
    play(match, "keep")
    assert where(match, "green") == "outer 14"
    assert [event.data["space"] for event in told(match, "corner")] == ["outer 8", "outer 12"]
    assert chariot(match, "green").damage == 12 - 4
