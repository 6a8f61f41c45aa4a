"""Phase 6: caltrops and javelins."""

from __future__ import annotations

import pytest

from ludus import Refused
from ludus.games.chariot_race.board import house_board
from tests.games.chariot_race.boards import level_board
from tests.rules.chariot_race.kit import asked, caltrops, chariot, choices, dice_left, once, play, race, told, where


@pytest.mark.rule("CR phase6-attack")
def test_each_attack_die_is_one_attack_of_either_kind() -> None:
    match = race(green="outer 13, speed 3, fate 0", yellow="outer 18", dice="attack attack fortuna fortuna fortuna")
    play(match, "keep")
    assert choices(match) == ["hold", "javelin yellow", "caltrop outer 14", "caltrop outer 15"]
    play(match, "caltrop outer 14", "javelin yellow")
    assert caltrops(match) == {"outer 14"}
    assert chariot(match, "yellow").damage == 11
    # Two dice, two attacks.
    assert asked(match) == "repair white"


@pytest.mark.rule("CR phase6-attack")
def test_the_same_attack_twice() -> None:
    match = race(green="outer 13, speed 3, fate 0", yellow="outer 18", dice="attack attack fortuna fortuna fortuna")
    play(match, "keep", "javelin yellow", "javelin yellow")
    assert chariot(match, "yellow").damage == 10


@pytest.mark.rule("CR phase6-attack")
def test_without_an_attack_die_no_attack() -> None:
    match = race(green="outer 13, speed 3, fate 0", yellow="outer 18", dice="fortuna fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert asked(match) == "repair white"


@pytest.mark.rule("CR phase6-attack")
def test_attacking_is_optional() -> None:
    match = race(green="outer 13, speed 3, fate 0", yellow="outer 18", dice="attack attack fortuna fortuna fortuna")
    play(match, "keep", "hold")
    assert asked(match) == "repair white"
    assert (chariot(match, "yellow").damage, caltrops(match)) == (12, set())


@pytest.mark.rule("CR caltrop-drop")
def test_on_any_space_moved_through_but_not_the_first_or_last() -> None:
    match = race(green="outer 10, speed 5, fate 0", dice="attack fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert choices(match) == ["hold", "caltrop outer 11", "caltrop outer 12", "caltrop outer 13", "caltrop outer 14"]
    play(match, "caltrop outer 13")
    assert caltrops(match) == {"outer 13"}
    assert match.state.supply == 19
    assert once(match, "caltrop").data == {"chariot": "green", "space": "outer 13", "supply": 19}
    assert once(match, "caltrop").clauses == ("CR caltrop-drop", "CR phase6-attack")


@pytest.mark.rule("CR caltrop-drop")
def test_no_space_qualifies_at_speed_one() -> None:
    match = race(green="outer 13, speed 1, fate 0", dice="attack fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert asked(match) == "repair white"


@pytest.mark.rule("CR caltrop-drop")
def test_none_from_an_empty_supply() -> None:
    match = race(green="outer 13, speed 5, fate 0", dice="attack fortuna fortuna fortuna fortuna", supply=0)
    play(match, "keep")
    assert asked(match) == "repair white"


@pytest.mark.rule("CR caltrop-drop")
def test_one_caltrop_a_space() -> None:
    match = race(green="outer 13, speed 3, fate 0", dice="attack attack fortuna fortuna fortuna")
    play(match, "keep", "caltrop outer 14")
    assert choices(match) == ["hold", "caltrop outer 15"]
    with pytest.raises(Refused):
        play(match, "caltrop outer 14")


@pytest.mark.rule("CR caltrop-drop")
def test_the_last_caltrop_of_the_supply() -> None:
    match = race(green="outer 13, speed 3, fate 0", dice="attack attack fortuna fortuna fortuna", supply=1)
    play(match, "keep", "caltrop outer 14")
    assert match.state.supply == 0
    assert asked(match) == "repair white"


@pytest.mark.rule("CR caltrop-drop")
def test_after_a_placement_only_behind_the_chariot() -> None:
    """The movement example with an attack die more."""
    match = race(
        green="outer 1, speed 8, damage 11, fate 0",
        yellow="middle 8, damage 2",
        blue="middle 7",
        phase="drive",
        left=8,
        steers=1,
        attacks=1,
    )
    play(match, "in 7")
    assert where(match, "green") == "middle 6"
    drops = [choice for choice in choices(match) if choice.startswith("caltrop")]
    assert drops == ["caltrop outer 2", "caltrop outer 3", "caltrop outer 4", "caltrop outer 5"]


@pytest.mark.rule("CR caltrop-drop")
def test_not_where_the_counted_move_ended_even_if_it_lies_behind() -> None:
    # Placed back onto the space before: the ram's space is ahead, the start space is the start space.
    match = race(green="outer 13, speed 2", yellow="outer 15", phase="drive", left=2, attacks=1)
    assert where(match, "green") == "outer 14"
    assert [choice for choice in choices(match) if choice.startswith("caltrop")] == []


@pytest.mark.rule("CR caltrop-effect")
def test_two_caltrops_passed() -> None:
    match = race(
        green="outer 13, speed 4, damage 5, fate 0", dice="fortuna " * 5, caltrops=["outer 14", "outer 17", "outer 20"]
    )
    assert match.state.supply == 17
    play(match, "keep")
    # One driven through, one ended on; both markers are back.
    assert chariot(match, "green").damage == 3
    assert caltrops(match) == {"outer 20"}
    assert match.state.supply == 19
    assert {event.clauses for event in told(match, "caltrop-hit")} == {("CR caltrop-effect",)}


@pytest.mark.rule("CR caltrop-effect")
def test_it_hurts_its_owner_too_and_only_on_entry() -> None:
    match = race(
        green="outer 13, speed 3, fate 0",
        yellow="outer 14, speed 1, damage 5, fate 0",
        dice="attack fortuna fortuna fortuna fortuna " + "fortuna " * 5,
        bystander=False,
        red="inner 19, damage 11, speed 0",
    )
    play(match, "keep", "caltrop outer 14")
    # Yellow, rammed in passing, stands on the caltrop now and drives off without harm.
    assert chariot(match, "yellow").damage == 3
    play(match, "keep")
    assert (where(match, "yellow"), chariot(match, "yellow").damage) == ("outer 15", 3)
    assert caltrops(match) == {"outer 14"}
    match = race(green="outer 13, speed 1", phase="drive", left=1, caltrops=["outer 14"])
    assert chariot(match, "green").damage == 11


@pytest.mark.rule("CR javelin")
def test_it_hits_by_itself_and_may_wreck() -> None:
    match = race(green="outer 13, speed 1, fate 0", yellow="outer 15, damage 1", dice="attack steer steer steer steer")
    play(match, "keep", "straight", "javelin yellow")
    assert where(match, "yellow") == "wrecked"
    assert caltrops(match) == {"outer 15"}
    javelin = once(match, "javelin")
    assert (javelin.data["target"], javelin.data["damage"], javelin.data["left"]) == ("yellow", 1, 0)
    assert javelin.clauses == ("CR javelin", "CR javelin-range")
    assert once(match, "wreck").clauses == ("CR wreck", "CR javelin")
    assert dice_left(match) == ()


@pytest.mark.rule("CR javelin")
def test_ones_own_second_chariot_is_a_legal_target() -> None:
    match = race(green="outer 13", red="inner 1", yellow="outer 15", seats=2, phase="attack", attacks=1)
    assert chariot(match, "yellow").seat == chariot(match, "green").seat == 0
    assert choices(match) == ["hold", "javelin yellow"]
    play(match, "javelin yellow")
    assert chariot(match, "yellow").damage == 11


@pytest.mark.rule("CR javelin-range")
@pytest.mark.parametrize("distance", [-3, -2, -1, 1, 2, 3])
def test_two_spaces_ahead_or_behind(distance: int) -> None:
    match = race(green="outer 16", yellow=f"outer {16 + distance}", phase="attack", attacks=1)
    assert (asked(match) == "attack green") is (abs(distance) <= 2)


@pytest.mark.rule("CR javelin-range")
@pytest.mark.parametrize(
    ("thrower", "lane", "near"),
    [
        ("middle 14", "inner", range(11, 15)),
        ("middle 14", "outer", range(14, 18)),
        ("inner 12", "outer", range(14, 17)),
        ("inner 12", "middle", range(12, 16)),
    ],
)
def test_range_across_lanes(thrower: str, lane: str, near: range) -> None:
    board = house_board(("A", "A"))
    reach = {board.names[space] for space in board.in_javelin_range[board.find(thrower)]}
    assert {name for name in reach if name.startswith(lane)} == {f"{lane} {number}" for number in near}


@pytest.mark.rule("CR javelin-range")
def test_a_common_border_is_not_next_to() -> None:
    match = race(green="inner 5, damage 11", options={"board": level_board()})
    board = match.state.board
    reach = {board.names[space] for space in board.in_javelin_range[board.find("inner 5")]}
    assert reach == {"inner 3", "inner 4", "inner 6", "inner 7", "middle 4", "middle 5", "middle 6", "outer 5"}


@pytest.mark.rule("CR javelin-range")
def test_over_other_chariots_and_caltrops() -> None:
    match = race(
        green="outer 15",
        yellow="outer 17",
        red="outer 16",
        phase="attack",
        attacks=1,
        caltrops=["outer 16", "outer 17"],
    )
    assert choices(match) == ["hold", "javelin yellow", "javelin red"]


@pytest.mark.rule("CR javelin-range")
def test_counted_from_where_the_move_ended() -> None:
    match = race(green="outer 13, speed 4, fate 0", yellow="outer 12", red="outer 19", dice="attack " + "fortuna " * 4)
    play(match, "keep")
    assert [choice for choice in choices(match) if choice.startswith("javelin")] == ["javelin red"]


@pytest.mark.rule("CR costs")
def test_a_ram_a_caltrop_and_a_javelin() -> None:
    match = race(green="outer 13, speed 3", yellow="outer 14", phase="drive", left=3, attacks=1, caltrops=["outer 15"])
    assert chariot(match, "yellow").damage == 12 - 2
    assert chariot(match, "green").damage == 12 - 2 - 1
    play(match, "javelin yellow")
    assert chariot(match, "yellow").damage == 12 - 2 - 1


@pytest.mark.rule("CR costs")
def test_repair_dice_sprint_and_corner() -> None:
    match = race(green="outer 6, speed 6, damage 5, fate 5", dice="sprint fortuna fortuna fortuna")
    play(match, "repair")
    assert (chariot(match, "green").damage, chariot(match, "green").fate) == (8, 2)
    play(match, "turn 2 attack")
    assert once(match, "turn-die").data["fate"] == 0
    # Sprint: 6 + 2, and 1 damage; then 8 into the 7s of outer 8 and outer 12: 1 each.
    assert (chariot(match, "green").speed, chariot(match, "green").damage) == (8, 8 - 1 - 1 - 1)
    assert where(match, "green") == "outer 14"
