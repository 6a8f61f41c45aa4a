"""The worked examples of the rulebook, in our own words."""

from __future__ import annotations

import pytest

from tests.rules.circus.kit import chariot, circus, dice_left, events, place, play


@pytest.mark.rule("CM 6.525-example")
def test_whipping_into_the_innermost_corner() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"written": 11, "endurance": 20}, dice=[2, 1, 1, 2])
    play(race, "whip", "forward 1")
    assert chariot(race, "red").endurance == 20 - 2 - 5
    (strain,) = events(race, "strain")
    assert strain.data["points"] == 5
    assert place(race, "red") == "lane 1, dolphin corner 0"
    assert dice_left(race) == ()
