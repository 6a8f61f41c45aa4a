"""WEB: where the condensed page on the net reads the rules differently, the rulebook holds.

Readings with a switch of their own, and those that touch a single clause, are tested with that clause.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, chariot, circus, dice_left, events, place, play


@pytest.mark.rule("WEB movement-a")
def test_backwards_only_by_braking_out_of_an_attack() -> None:
    race = circus(red="lane 3, backstretch 11", blue="lane 4, backstretch 11", move={"written": 3}, dice=[4, 3, 1, 1])
    assert asked(race)[1][:5] == ["forward 1", "forward 2", "forward 3", "in", "ram blue car"]
    play(race, "ram blue car", "avoid", "brake")
    assert place(race, "blue") == "lane 4, backstretch 10"


@pytest.mark.rule("WEB movement-b")
def test_between_parallel_squares_straight_sideways() -> None:
    race = circus(red="lane 1, dolphin corner 0", move={"written": 2})
    play(race, "out")  # over square 1, which ends at 60 degrees like square 2 of lane 2
    assert place(race, "red") == "lane 2, dolphin corner 2"
    race = circus(red="lane 2, dolphin corner 4", move={"written": 2})
    play(race, "in")
    assert place(race, "red") == "lane 1, dolphin corner 3"


@pytest.mark.rule("WEB movement-e")
def test_a_sideslip_out_of_a_trap_to_come() -> None:
    """The square ahead is free, but with 3 factors every way ends behind Blue, between Green and White."""
    trap: dict[str, Any] = {
        "blue": "lane 3, backstretch 14",
        "green": "lane 2, backstretch 13",
        "white": "lane 4, backstretch 13",
    }
    race = circus(red="lane 3, backstretch 11", move={"written": 3}, **trap)
    assert {"slip in", "slip out"} <= set(asked(race)[1])
    del trap["blue"]
    race = circus(red="lane 3, backstretch 11", move={"written": 3}, **trap)
    assert not {"slip in", "slip out"} & set(asked(race)[1])


@pytest.mark.rule("WEB flip-a")
def test_no_new_check_in_an_outer_lane() -> None:
    """14 into lane 2 (safe 9) is checked; out into lane 3 (safe 12) is not."""
    race = circus(red="lane 2, front straight 33", move={"written": 14}, dice=[1, 1, 1])
    play(race, "forward 1", "out")
    assert place(race, "red").startswith("lane 3")
    assert [event.data["points"] for event in events(race, "strain")] == [5]
    assert dice_left(race) == ()


@pytest.mark.rule("WEB endurance-b")
@pytest.mark.parametrize(("written", "flips"), [(9, True), (8, False)])
def test_an_exhausted_team_is_bound_by_the_corner_its_car_stands_in(written: int, flips: bool) -> None:
    """The team is on the straight already, the car on the last square of lane 1's corner (safe 8)."""
    race = circus(red="lane 1, backstretch 0", red_is={"written": written, "endurance": 0}, level="basic")
    assert (place(race, "red") == "out") == flips
    assert chariot(race, "red").endurance == 0


@pytest.mark.rule("WEB endurance-b")
def test_what_exhaustion_takes_from_the_speed_comes_first() -> None:
    """Written 9 with team speed 9, of which one is drained: 8 are left, and lane 1 is safe."""
    red = {"written": 9, "endurance": 0, "horses": [4, 2, 2, 1], "drained": 1}
    race = circus(red="lane 1, backstretch 0", red_is=red, level="basic")
    assert not events(race, "flip")
    assert events(race, "speed")[0].data["total"] == 8
